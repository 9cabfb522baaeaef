package scenes_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"topobook/build"
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

// TestEnginePacked checks that all of the engine is known, that packing it is worth it, and that what is unpacked becomes,
// packed once more, the same.
func TestEnginePacked(t *testing.T) {
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	if e.Unknown != nil {
		t.Errorf("not known: %v", e.Unknown)
	}
	if want := "runtime.gopanic runtime/panic.go:"; !strings.Contains(string(e.Names), want) {
		t.Errorf("names: want %q in them", want)
	}
	plain := plainEngine(t)
	if before, after := zipped(t, plain), zipped(t, e.Wasm); after > before*3/5 {
		t.Errorf("%d bytes compressed became %d, want at most three fifths", before, after)
	}
	if again, err := wasmpack.Pack(plain); !bytes.Equal(again, e.Wasm) {
		t.Errorf("what is unpacked becomes %d bytes, not %d: %v", len(again), len(e.Wasm), err)
	}
}

// TestEngineNames checks that the names of the engine's functions lie beside it, and that nothing of the site leads to them.
func TestEngineNames(t *testing.T) {
	dir := sample(t).dir
	e, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	programs, _ := filepath.Glob(filepath.Join(dir, "assets", "topobook.*.wasm"))
	names, _ := filepath.Glob(filepath.Join(dir, "assets", "*.names.gz"))
	if len(programs) != 1 || len(names) != 1 || names[0] != strings.TrimSuffix(programs[0], ".wasm")+".names.gz" {
		t.Fatalf("got the programs %v and the names %v", programs, names)
	}
	file, err := os.Open(names[0])
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, e.Names) {
		t.Errorf("%s: got %d bytes, %v, want the %d of the engine", names[0], len(got), err, len(e.Names))
	}
	for _, pattern := range []string{"*.html", "sw.js", "assets/*.js"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range files {
			if data, err := os.ReadFile(name); err != nil || bytes.Contains(data, []byte("names.gz")) {
				t.Errorf("%s: leads to the names, or %v", name, err)
			}
		}
	}
}

// TestPanicTrace makes the kernel panic outside the loop that recovers, and reads what its console says.
func TestPanicTrace(t *testing.T) {
	scene(t, func(t *visit) {
		e, err := compiled()
		if err != nil {
			t.Fatal(err)
		}
		b := t.open(t.sample("sample"))
		b.ready()
		b.idle()
		b.js(`kernel.postMessage(null)`) // it has no type
		b.wait(`seen.some(m => m.type == 'died')`)
		trace := eval[string](b, `seen.find(m => m.type == 'died').text`)
		ours := regexp.MustCompile(` topobook/wasm\S+ topobook/wasm/\S+\.go:\d+`)
		if got := wasmpack.Explain(trace, e.Names); strings.Contains(trace, "topobook/") || !ours.MatchString(got) {
			t.Errorf("want the names of functions in the trace, got\n%s", got)
		}
	})
}

// TestDebugEngine checks that the engine of a debug build has names: those that browsers show, and those that Go does.
func TestDebugEngine(t *testing.T) {
	e, err := build.DebugEngine(t.Context(), "../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"topobook_notebooks_engine.New", "topobook/notebooks/engine.New"} {
		if !bytes.Contains(e.Wasm, []byte(want)) {
			t.Errorf("the engine: want %s in it", want)
		}
	}
}

// TestUnknownEngine builds a site where the linker is another one, which puts a section where Go's has none: the
// build says what it does not know, ships the program without packing it, and the page starts it.
func TestUnknownEngine(t *testing.T) {
	odd := site{dir: filepath.Join(t.TempDir(), "dist")}
	if !t.Run("build", func(t *testing.T) { buildUnknown(t, odd.dir) }) {
		return
	}
	scene(t, func(t *visit) {
		b := t.open(newHost(t, odd).page("sample"))
		b.ready()
		b.computes()
	})
}

func buildUnknown(t *testing.T, out string) {
	root := filepath.Dir(sample(t).dir)
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	program := filepath.Join(bin, "odd.wasm")
	linker := fmt.Sprintf("#!/bin/sh\ncase $1 in\nenv) echo %s ;;\nbuild) cp %s \"$3\" ;;\nesac\n", bytes.TrimSpace(goroot), program)
	for name, data := range map[string][]byte{program: beforeCode(plainEngine(t), "\x00\x02\x01x"), filepath.Join(bin, "go"): []byte(linker)} {
		if err := os.WriteFile(name, data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	var log strings.Builder
	_, err = build.Build(t.Context(), build.Options{Root: root, Out: out, Fast: true, Log: func(line string) { fmt.Fprintln(&log, line) }})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "not packed") || !strings.Contains(log.String(), "code section: want") {
		t.Errorf("want the log to say what is not known, got\n%s", log.String())
	}
	shipped, err := filepath.Glob(filepath.Join(out, "assets", "topobook.*"))
	if err != nil || len(shipped) != 3 { // no names, as they are not known either
		t.Fatalf("got %v, %v, want the program and two variants", shipped, err)
	}
	if wasm, err := os.ReadFile(shipped[0]); err != nil || !bytes.HasPrefix(wasm, []byte("\x00asm")) {
		t.Errorf("%s is no WebAssembly program, or %v", shipped[0], err)
	}
}

// beforeCode returns a program with a section put in before that of its code.
func beforeCode(wasm []byte, section string) []byte {
	at := 8
	for wasm[at] != 10 {
		size, n := binary.Uvarint(wasm[at+1:])
		at += 1 + n + int(size)
	}
	return slices.Concat(wasm[:at], []byte(section), wasm[at:])
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
