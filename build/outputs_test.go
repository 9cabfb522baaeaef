package build_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestWasmOutputs evaluates every notebook twice, natively and as WebAssembly, heavy cells too, and
// compares the outputs byte for byte.
func TestWasmOutputs(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "go_js_wasm_exec")
	native := compileOutputs(t)
	wasm := compileOutputs(t, "GOOS=js", "GOARCH=wasm")
	free := make(chan bool, runtime.GOMAXPROCS(0)) // processors
	t.Run("notebooks", func(t *testing.T) {
		for _, slug := range published(t) {
			t.Run(slug, func(t *testing.T) {
				t.Parallel()
				free <- true
				defer func() { <-free }()
				compareOutputs(t, runOutputs(t, native, root, slug), runOutputs(t, script, wasm, root, slug))
			})
		}
	})
}

// compareOutputs compares what the two programs print, cell by cell.
func compareOutputs(t *testing.T, native, wasm []byte) {
	if bytes.Equal(native, wasm) {
		t.Logf("%d bytes of outputs are the same", len(native))
		return
	}
	cells, others := strings.Split(string(native), "\n== "), strings.Split(string(wasm), "\n== ")
	for i := range min(len(cells), len(others)) {
		if cells[i] != others[i] {
			t.Errorf("native and wasm differ:\n%s\n\n%s", cells[i], others[i])
		}
	}
	if len(cells) != len(others) {
		t.Errorf("native has %d cells, wasm %d", len(cells), len(others))
	}
}

// compileOutputs compiles testdata/outputs for the given environment, and returns the program's name.
func compileOutputs(t *testing.T, env ...string) (program string) {
	t.Helper()
	program = filepath.Join(t.TempDir(), "outputs")
	compile := exec.Command("go", "build", "-o", program, "./testdata/outputs")
	compile.Env = append(os.Environ(), env...)
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// runOutputs returns what a command prints.
func runOutputs(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	run := exec.Command(name, args...)
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil || len(out) == 0 {
		t.Fatalf("%s %s: %v, %d bytes\n%s", name, strings.Join(args, " "), err, len(out), stderr.Bytes())
	}
	return out
}
