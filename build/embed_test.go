package build

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/andybalholm/brotli"
)

// TestSaveEngine checks that a released command has the engine that was saved, and writes it to sites as it was compressed then.
func TestSaveEngine(t *testing.T) {
	saved := Engine{Papers: Program{Wasm: bytes.Repeat([]byte("papers "), 9999)}, Full: Program{Wasm: bytes.Repeat([]byte("full "), 9999)}, Exec: testEngine.Exec}
	dir := t.TempDir()
	if err := saved.Save(dir); err != nil {
		t.Fatal(err)
	}
	marked := compressedOtherwise(t, saved.Papers.Wasm) // as no compressor of a build does
	if err := os.WriteFile(filepath.Join(dir, embeddedPapers), marked, 0o644); err != nil {
		t.Fatal(err)
	}
	engine, err := loadEngine(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(engine.Papers.Wasm, saved.Papers.Wasm) || !bytes.Equal(engine.Full.Wasm, saved.Full.Wasm) || !bytes.Equal(engine.Exec, saved.Exec) {
		t.Error("the engine differs from what was saved")
	}
	opt := options(newBook(t))
	opt.Engine, opt.Fast = engine, true
	if _, err := Build(t.Context(), opt); err != nil {
		t.Fatal(err)
	}
	small, err := filepath.Glob(filepath.Join(opt.Folder, "dist", "assets", "topobook.*.wasm.br"))
	if err != nil || len(small) != 1 || !bytes.Equal(read(t, small[0]), marked) {
		t.Errorf("%v: want the compressed program as it was saved, %v", small, err)
	}
	saved.Full.Unknown = errors.New("odd")
	if err := saved.Save(dir); err == nil {
		t.Error("an engine that is not packed was saved")
	}
}

// compressedOtherwise returns data compressed by brotli in two pieces.
func compressedOtherwise(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := brotli.NewWriterLevel(&b, 1)
	for _, piece := range [][]byte{data[:9], data[9:]} {
		if _, err := w.Write(piece); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(brotli.NewReader(bytes.NewReader(b.Bytes()))); err != nil || !bytes.Equal(got, data) {
		t.Fatal("brotli", err)
	}
	return b.Bytes()
}
