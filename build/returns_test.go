package build

import (
	"bytes"
	"context"
	"encoding/binary"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dop251/goja"
)

// TestPackReturns packs a program, and lets the script of the page restore it.
func TestPackReturns(t *testing.T) {
	file := filepath.Join(t.TempDir(), "program.wasm")
	if _, err := goTool(context.Background(), ".", "build", "-ldflags=-s -w", "-o", file, "./testdata/panics"); err != nil {
		t.Fatal(err)
	}
	wasm := read(t, file)
	packed, err := packReturns(wasm)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d bytes compressed became %d", compressed(t, wasm), compressed(t, packed))
	if compressed(t, packed) > compressed(t, wasm)*95/100 {
		t.Errorf("%d bytes compressed became %d, want at most 95 %%", compressed(t, wasm), compressed(t, packed))
	}
	size, n := binary.Uvarint(packed[9:])
	restored := restore(t, packed)
	if !bytes.Equal(restored[9+n+int(size):], wasm[8:]) {
		t.Error("the restored program is not the one that was packed")
	}
	if _, err := packReturns(packed); err == nil {
		t.Error("packing twice gives no error")
	}
}

// restore runs the function of that name in site/boot.js.
func restore(t *testing.T, packed []byte) []byte {
	t.Helper()
	_, after, ok := strings.Cut(string(read(t, "../site/boot.js")), "const restore = ")
	source, _, end := strings.Cut(after, "\n    }\n")
	if !ok || !end {
		t.Fatal("site/boot.js has no function restore")
	}
	vm := goja.New()
	value, err := vm.RunString("(" + source + "\n})")
	if err != nil {
		t.Fatal(err)
	}
	function, _ := goja.AssertFunction(value)
	buffer := vm.NewArrayBuffer(bytes.Clone(packed))
	array, err := vm.New(vm.Get("Uint8Array"), vm.ToValue(buffer))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := function(goja.Undefined(), array); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}
