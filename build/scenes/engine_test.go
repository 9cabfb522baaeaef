package scenes_test

import (
	"bytes"
	"compress/gzip"
	"os/exec"
	"testing"

	"topobook/build/wasmpack"
)

// plainEngine returns the program of the engine as the script of the page unpacks it.
func plainEngine(t *testing.T) []byte {
	t.Helper()
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", `self = { document: true };`+string(e.Exec)+`
		;process.stdout.write(unpack(new Uint8Array(require('fs').readFileSync(0))))`)
	cmd.Stdin = bytes.NewReader(e.Wasm)
	plain, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestEnginePacked checks that packing the engine is worth it, and that what is unpacked becomes, packed once more, the same.
func TestEnginePacked(t *testing.T) {
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	plain := plainEngine(t)
	if before, after := zipped(t, plain), zipped(t, e.Wasm); after > before*3/5 {
		t.Errorf("%d bytes compressed became %d, want at most three fifths", before, after)
	}
	if again, err := wasmpack.Pack(plain); !bytes.Equal(again, e.Wasm) {
		t.Errorf("what is unpacked becomes %d bytes, not %d: %v", len(again), len(e.Wasm), err)
	}
}

// zipped returns the size of data by gzip.
func zipped(t *testing.T, data []byte) int {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Len()
}
