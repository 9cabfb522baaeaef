package wasmpack

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// TestDropTracesDamaged checks that damaged tables are left alone, or taken for what they say, but do no harm.
func TestDropTracesDamaged(t *testing.T) {
	image := dataOf(t, program(t))
	header := bytes.Index(image, []byte(lineMagic))
	random := rand.New(rand.NewPCG(1, 2))
	left := 0
	for i := range 2000 {
		damaged := slices.Clone(image)
		switch i % 4 {
		case 0: // a word of the header
			binary.LittleEndian.PutUint64(damaged[header+8*(1+i/4%8):], random.Uint64()>>random.IntN(64))
		case 1: // it is cut off
			damaged = damaged[:header+8+random.IntN(200)]
		default: // something after it
			binary.LittleEndian.PutUint32(damaged[header+random.IntN(len(damaged)-header-4):], random.Uint32()>>random.IntN(32))
		}
		before := slices.Clone(damaged)
		if !dropTraces(damaged) {
			left++
			if !bytes.Equal(damaged, before) {
				t.Fatalf("damage %d: dropTraces refuses the memory, but changes it", i)
			}
		}
	}
	if left < 500 {
		t.Errorf("got %d of 2000 refused, want at least those that are cut off", left)
	}
}

func FuzzShrink(f *testing.F) {
	f.Add([]byte("\x00asm\x01\x00\x00\x00\x0b\x08\x01\x00\x41\x05\x0b\x02hi"))
	f.Fuzz(func(t *testing.T, wasm []byte) {
		small, err := shrink(wasm)
		if small == nil {
			t.Skip()
		}
		if again, errAgain := shrink(small); errAgain != err || !bytes.Equal(again, small) {
			t.Errorf("a second time: %v, at first %v", errAgain, err)
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
	list, _ := sections(wasm)
	return list[slices.IndexFunc(list, func(s section) bool { return s.id == dataSection })].body
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

// run runs a program under Node.js, and returns what it prints, the stack at its exit, and how it ends.
func run(t *testing.T, wasm []byte) (text string, err error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.wasm")
	if err := os.WriteFile(file, wasm, 0o644); err != nil {
		t.Fatal(err)
	}
	hook := filepath.Join(t.TempDir(), "hook.js")
	const script = `Error.stackTraceLimit = 50; process.on('exit', () => console.log(new Error('exit').stack))`
	if err := os.WriteFile(hook, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", "-r", hook, filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js"), file).CombinedOutput()
	return string(out), err
}
