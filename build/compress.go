package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"

	"github.com/andybalholm/brotli"
)

// keepFrom is the size in bytes from which a compressed file is kept for the next build:
// brotli takes about half a minute for the browser program, and some seconds for all else.
const keepFrom = 1 << 10

// A compressor makes the compressed variants of files.
type compressor struct {
	brotli, gzip int                          // levels
	cache        cache                        // of all but the smallest files
	known        map[[sha256.Size]byte][]byte // what brotli makes of files with these sums
}

// newCompressor returns one that compresses as far as it can, or a fast one for development.
func newCompressor(fast bool) compressor {
	c := compressor{brotli: brotli.BestCompression, gzip: gzip.BestCompression, cache: userCache(), known: map[[sha256.Size]byte][]byte{}}
	if fast {
		c.brotli, c.gzip = 4, gzip.BestSpeed
	}
	return c
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

// brotlied returns data compressed by brotli, from the cache if it is large and was there before.
func (c compressor) brotlied(data []byte) ([]byte, error) {
	sum := sha256.Sum256(data)
	if small, ok := c.known[sum]; ok {
		return small, nil
	}
	if len(data) < keepFrom {
		return c.brotliedNow(data)
	}
	name := c.cache.file(fmt.Sprintf("brotli%d", c.brotli), string(data))
	if kept, ok := c.cache.get(name); ok {
		return kept, nil
	}
	out, err := c.brotliedNow(data)
	if err != nil {
		return nil, err
	}
	c.cache.put(name, out)
	return out, nil
}

func (c compressor) brotliedNow(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: c.brotli, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}
