package build

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"
)

// The files of an engine that a released command carries, all compressed by brotli.
const (
	embeddedPapers = "papers.wasm.br"
	embeddedFull   = "full.wasm.br"
	embeddedExec   = "exec.js.br"
)

// Save writes the engine to a folder that a released command embeds. One that is not as small as it could be, or has no
// names for its traces, is an error.
func (e Engine) Save(dir string) error {
	if err := errors.Join(e.Papers.Unknown, e.Full.Unknown); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	compress := newCompressor(false)
	for name, data := range map[string][]byte{embeddedPapers: e.Papers.Wasm, embeddedFull: e.Full.Wasm, embeddedExec: e.Exec} {
		small, err := compress.brotlied(data)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), small, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// loadEngine reads an engine that [Engine.Save] has written.
func loadEngine(dir fs.FS) (*Engine, error) {
	e := &Engine{}
	for name, data := range map[string]*[]byte{embeddedPapers: &e.Papers.Wasm, embeddedFull: &e.Full.Wasm, embeddedExec: &e.Exec} {
		small, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		if *data, err = io.ReadAll(brotli.NewReader(bytes.NewReader(small))); err != nil {
			return nil, err
		}
		switch name {
		case embeddedPapers:
			e.Papers.brotli = small
		case embeddedFull:
			e.Full.brotli = small
		}
	}
	return e, nil
}
