package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// keepFrom is the size in bytes from which a compressed file is kept for the next build:
// brotli takes about half a minute for the browser program.
const keepFrom = 1 << 16

// A compressor makes the compressed variants of files.
type compressor struct {
	brotli, gzip int                          // levels
	cache        string                       // folder, empty for none
	known        map[[sha256.Size]byte][]byte // what brotli makes of files with these sums
}

// newCompressor returns one that compresses as far as it can, or a fast one for development.
func newCompressor(fast bool) compressor {
	c := compressor{brotli: brotli.BestCompression, gzip: gzip.BestCompression, known: map[[sha256.Size]byte][]byte{}}
	if fast {
		c.brotli, c.gzip = 4, gzip.BestSpeed
	}
	if dir, err := os.UserCacheDir(); err == nil {
		c.cache = filepath.Join(dir, "topobook", "brotli")
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
	if c.cache == "" || len(data) < keepFrom {
		return c.brotliedNow(data)
	}
	name := filepath.Join(c.cache, fmt.Sprintf("%s-%d.br", hex.EncodeToString(sum[:]), c.brotli))
	if kept, err := os.ReadFile(name); err == nil {
		return kept, nil
	}
	out, err := c.brotliedNow(data)
	if err != nil {
		return nil, err
	}
	c.keep(name, out)
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

// keep writes a file of the cache whole or not at all. A cache that cannot be written is no fault:
// the next build takes longer.
func (c compressor) keep(name string, data []byte) {
	if os.MkdirAll(c.cache, 0o755) != nil {
		return
	}
	file, err := os.CreateTemp(c.cache, "new-*")
	if err != nil {
		return
	}
	defer os.Remove(file.Name())
	_, err = file.Write(data)
	if file.Close() == nil && err == nil {
		_ = os.Rename(file.Name(), name)
	}
}
