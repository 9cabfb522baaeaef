package build

import (
	"bytes"
	"compress/gzip"
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
	marked := map[string][]byte{".br": inTwo(t, saved.Papers.Wasm, brotli.NewWriterLevel), ".gz": inTwo(t, saved.Papers.Wasm, func(w io.Writer, level int) *gzip.Writer {
		z, _ := gzip.NewWriterLevel(w, level)
		return z
	})} // as no compressor of a build makes them
	for ending, small := range marked {
		if err := os.WriteFile(filepath.Join(dir, embeddedPapers+ending), small, 0o644); err != nil {
			t.Fatal(err)
		}
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
	for ending, want := range marked {
		small, err := filepath.Glob(filepath.Join(opt.Folder, "dist", "assets", "topobook.*.wasm"+ending))
		if err != nil || len(small) != 1 || !bytes.Equal(read(t, small[0]), want) {
			t.Errorf("%v: want the compressed program as it was saved, %v", small, err)
		}
	}
	saved.Full.Unknown = errors.New("odd")
	if err := saved.Save(dir); err == nil {
		t.Error("an engine that is not packed was saved")
	}
}

// inTwo returns data compressed in two pieces.
func inTwo[W interface {
	io.WriteCloser
	Flush() error
}](t *testing.T, data []byte, compress func(io.Writer, int) W) []byte {
	t.Helper()
	var b bytes.Buffer
	w := compress(&b, 1)
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
	return b.Bytes()
}
