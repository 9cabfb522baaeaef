package wasmpack

import (
	"bytes"
	"encoding/binary"
	"os/exec"
	"testing"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"
)

// TestPack packs a program as the compiler makes it, and lets the script of the page unpack it.
func TestPack(t *testing.T) {
	wasm, err := shrink(program(t))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := pack(wasm)
	if err != nil {
		t.Fatal(err)
	}
	before, after := compressed(t, wasm), compressed(t, packed)
	t.Logf("%d bytes, %d compressed, became %d and %d", len(wasm), before, len(packed), after)
	if after > before*3/4 {
		t.Errorf("%d bytes compressed became %d, want at most three quarters", before, after)
	}
	if got := unpack(t, packed); !bytes.Equal(got, wasm) {
		t.Errorf("unpacked are %d bytes, not the %d that were packed", len(got), len(wasm))
	}
	if _, err := pack(packed); err == nil {
		t.Error("packing twice gives no error")
	}
}

// TestPackOdd packs functions that Go's compiler does not make, by hand: the page must unpack them too.
func TestPackOdd(t *testing.T) {
	for name, body := range map[string]string{
		"empty":             "\x00\x0b",
		"unknown":           "\x00\xfe\x00\x0b",
		"cut off":           "\x00\x41\x80",
		"variables cut off": "\x05\x01",
		"least number":      "\x00\x42\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f\x37\x03\x00\x0b",
		"blocks":            "\x00\x02\x40\x03\x40\x04\x40\x0c\x02\x0d\x01\x0c\x00\x0b\x0b\x0b\x0b",
		"table":             "\x00\x02\x40\x02\x40\x20\x00\x0e\x02\x00\x00\x01\x0b\x41\x02\x21\x00\x0b\x0b",
		"other table":       "\x00\x02\x40\x02\x40\x20\x00\x0e\x02\x01\x00\x00\x0b\x0b\x0b",
		"table without end": "\x00\x02\x40\x20\x00\x0e\x01\x00\x00\x01\x0b\x0b",
		"return":            "\x00\x02\x40\x02\x40\x20\x00\x0e\x01\x00\x01\x0b\x42\x81\x80\x80\x80\x01\x37\x03\x00\x42\x80\x80\x80\x80\x01\x37\x03\x00\x0b\x0b",
		"much memory":       "\x00\x29\x03\xf8\xff\xff\xff\x0f\x29\x03\xf8\xff\xff\xff\x07\x29\x03\x88\x01\x0b",
		"long number":       "\x00\x0c\x80\x80\x00\x10\xc0\x00\x41\xff\x00\x0b",
		"float":             "\x00\x44\x01\x02\x03\x04\x05\x06\x07\x08\x1a\x0b",
	} {
		wasm := []byte("\x00asm\x01\x00\x00\x00\x09\x07\x01\x00\x41\x80\x20\x0b\x01\x05\x0a")
		wasm = append(binary.AppendUvarint(wasm, uint64(len(body)+2)), 1)
		wasm = append(append(wasm, byte(len(body))), body...)
		wasm = append(wasm, "\x0b\x01\x00"...)
		packed, err := pack(wasm)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := unpack(t, packed); !bytes.Equal(got, wasm) {
			t.Errorf("%s: unpacked % x, want % x", name, got, wasm)
		}
	}
	for _, junk := range []string{"", "\x00asm\x01\x00\x00\x00", "\x00asm\x01\x00\x00\x00\x09\x07\x01\x00\x41\x80\x20\x0b\x02\x05\x07"} {
		if _, err := pack([]byte(junk)); err == nil {
			t.Errorf("pack(%q): got no error", junk)
		}
	}
}

// unpack runs the function of that name in unpack.js, as small as pages have it.
func unpack(t *testing.T, packed []byte) []byte {
	t.Helper()
	m := minify.New()
	m.AddFunc("text/javascript", js.Minify)
	script, err := m.String("text/javascript", Script)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", script+`
		;process.stdout.write(unpack(new Uint8Array(require('fs').readFileSync(0))))`)
	cmd.Stdin = bytes.NewReader(packed)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("unpack.js: %v: %s", err, stderr.Bytes())
	}
	return out
}
