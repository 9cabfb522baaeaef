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

// The files of an engine that a released command carries: programs as they will lie on a site, and the script.
const (
	embeddedPapers = "papers.wasm"
	embeddedFull   = "full.wasm"
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
	script, err := compress.brotlied(e.Exec)
	if err != nil {
		return err
	}
	files := map[string][]byte{embeddedExec: script}
	for name, p := range map[string]Program{embeddedPapers: e.Papers, embeddedFull: e.Full} {
		if files[name+".gz"], files[name+".br"], err = compress.variants(name, p.Wasm); err != nil {
			return err
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// loadEngine reads an engine that [Engine.Save] has written.
func loadEngine(dir fs.FS) (*Engine, error) {
	e := &Engine{}
	script, err := fs.ReadFile(dir, embeddedExec)
	if err != nil {
		return nil, err
	}
	if e.Exec, err = io.ReadAll(brotli.NewReader(bytes.NewReader(script))); err != nil {
		return nil, err
	}
	for name, p := range map[string]*Program{embeddedPapers: &e.Papers, embeddedFull: &e.Full} {
		if p.gzip, err = fs.ReadFile(dir, name+".gz"); err != nil {
			return nil, err
		}
		if p.brotli, err = fs.ReadFile(dir, name+".br"); err != nil {
			return nil, err
		}
		if p.Wasm, err = io.ReadAll(brotli.NewReader(bytes.NewReader(p.brotli))); err != nil {
			return nil, err
		}
	}
	return e, nil
}
