package build

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"path"

	"topobook/build/deflate"

	"github.com/andybalholm/brotli"
)

// keepFrom is the size in bytes from which a compressed file is kept for the next build:
// brotli takes about half a minute for the browser program, and some seconds for all else.
const keepFrom = 1 << 10

// A compressor makes the compressed variants of files.
type compressor struct {
	brotli, gzip int               // levels
	cache        cache             // of all but the smallest files
	known        map[string][]byte // by their names in the cache, files that need not be made
}

// newCompressor returns one that compresses as far as it can, or a fast one for development.
func newCompressor(fast bool) compressor {
	c := compressor{brotli: brotli.BestCompression, gzip: gzip.BestCompression, cache: userCache(), known: map[string][]byte{}}
	if fast {
		c.brotli, c.gzip = 4, gzip.BestSpeed
	}
	return c
}

// know takes over how small a program is by brotli and gzip, where it tells.
func (c compressor) know(p Program) {
	for kind, small := range map[string][]byte{c.brotliKind(): p.brotli, c.zipKind(): p.gzip} {
		if small != nil {
			c.known[c.cache.file(kind, string(p.Wasm))] = small
		}
	}
}

// variants returns what gzip and brotli make of a file.
func (c compressor) variants(name string, data []byte) (zipped, small []byte, err error) {
	switch path.Ext(name) {
	case ".wasm", ".js": // most of what a reader waits for
		zipped, err = c.programZipped(data)
	default:
		zipped, err = c.gzipped(data)
	}
	if err != nil {
		return nil, nil, err
	}
	small, err = c.brotlied(data)
	return zipped, small, err
}

// gzipped returns data compressed by gzip.
func (c compressor) gzipped(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, c.gzip)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// programZipped returns a program compressed by gzip, as far as the format can.
func (c compressor) programZipped(data []byte) ([]byte, error) {
	return c.kept(c.zipKind(), data, func() ([]byte, error) {
		if c.gzip < gzip.BestCompression {
			return c.gzipped(data)
		}
		return deflate.GZIP(data), nil
	})
}

// brotlied returns data compressed by brotli.
func (c compressor) brotlied(data []byte) ([]byte, error) {
	return c.kept(c.brotliKind(), data, func() ([]byte, error) {
		var b bytes.Buffer
		w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: c.brotli, LGWin: 24})
		if _, err := w.Write(data); err != nil {
			return nil, err
		}
		err := w.Close()
		return b.Bytes(), err
	})
}

// brotliKind and zipKind name in the cache what is made of programs. The number after the level goes up when package deflate makes
// other files.
func (c compressor) brotliKind() string { return fmt.Sprintf("brotli%d", c.brotli) }
func (c compressor) zipKind() string    { return fmt.Sprintf("gzip%d.1", c.gzip) }

// kept returns what is made of data, from the cache if it is large and was there before.
func (c compressor) kept(kind string, data []byte, make func() ([]byte, error)) ([]byte, error) {
	if len(data) < keepFrom {
		return make()
	}
	name := c.cache.file(kind, string(data))
	if small, ok := c.known[name]; ok {
		return small, nil
	}
	if small, ok := c.cache.get(name); ok {
		return small, nil
	}
	small, err := make()
	if err != nil {
		return nil, err
	}
	c.cache.put(name, small)
	return small, nil
}
