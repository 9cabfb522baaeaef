package wasmpack

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestShrink compiles a program that panics, and checks that it does the same when it is smaller:
// all of its memory is what it was but for what traces need, and it works, collects garbage and panics.
func TestShrink(t *testing.T) {
	wasm := program(t)
	small, err := shrink(wasm)
	if err != nil {
		t.Fatal(err)
	}
	before, after := dataOf(t, wasm), dataOf(t, small)
	if !dropTraces(before) {
		t.Error("the program does not have its traces as expected")
	}
	if !bytes.Equal(bytes.TrimRight(before, "\x00"), bytes.TrimRight(after, "\x00")) {
		t.Error("the memory differs from what it was without traces")
	}
	if segments(wasm) < 20*segments(small) {
		t.Errorf("%d segments became %d, want a twentieth", segments(wasm), segments(small))
	}
	t.Logf("%d bytes, %d compressed, became %d and %d", len(wasm), compressed(t, wasm), len(small), compressed(t, small))
	if again, err := shrink(small); err != nil || !bytes.Equal(again, small) {
		t.Errorf("a second time changes it: %d bytes became %d, %v", len(small), len(again), err)
	}
	text, err := run(t, small)
	if err == nil || !strings.Contains(text, "sum 499999500000") || !strings.Contains(text, "panic: on purpose") {
		t.Errorf("the program ended with %v and printed\n%s", err, text)
	}
	if strings.Contains(text, "main.go:") || strings.Contains(text, "main.fail") {
		t.Errorf("the trace still has names and lines:\n%s", text)
	}
}

func TestShrinkJunk(t *testing.T) {
	for _, junk := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x0b", "\x00asm\x01\x00\x00\x00\x0b\x02\x01\x07", "\x00asm\x01\x00\x00\x00\x0b\x05\x01\x00\x41\x80\x80"} {
		if _, err := shrink([]byte(junk)); err == nil {
			t.Errorf("shrink(%q): got no error", junk)
		}
	}
}

func FuzzShrink(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x08\x01\x00\x41\x05\x0b\x02hi"))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		small, err := shrink(wasm)
		if err != nil {
			t.Skip()
		}
		if again, err := shrink(small); err != nil || !bytes.Equal(again, small) {
			t.Errorf("a second time: %v", err)
		}
	})
}

// dataOf returns the memory that a program starts with.
func dataOf(t *testing.T, wasm []byte) []byte {
	t.Helper()
	image, err := readData(dataBody(wasm))
	if err != nil {
		t.Fatal(err)
	}
	return image
}

func segments(wasm []byte) uint64 {
	count, _ := binary.Uvarint(dataBody(wasm))
	return count
}

// dataBody returns the data section of a well-formed program.
func dataBody(wasm []byte) []byte {
	for rest := wasm[8:]; ; {
		size, n := binary.Uvarint(rest[1:])
		if rest[0] == dataSection {
			return rest[1+n : 1+n+int(size)]
		}
		rest = rest[1+n+int(size):]
	}
}

func compressed(t *testing.T, data []byte) int {
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

// program compiles a program that works, collects garbage and panics.
func program(t *testing.T) []byte {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", file, "./testdata/panics")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=-buildvcs=false")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

// run runs a program under Node.js, and returns what it prints and how it ends.
func run(t *testing.T, wasm []byte) (text string, err error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "go_js_wasm_exec"), file).CombinedOutput()
	return string(out), err
}
