package build_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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
	native := runOutputs(t, root, nil)
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "go_js_wasm_exec")
	wasm := runOutputs(t, root, []string{"GOOS=js", "GOARCH=wasm"}, script)
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

// runOutputs compiles testdata/outputs for the given environment, and returns what it prints of the
// notebooks below root when it is run by the given command, or by itself.
func runOutputs(t *testing.T, root string, env []string, runner ...string) []byte {
	t.Helper()
	program := filepath.Join(t.TempDir(), "outputs")
	compile := exec.Command("go", "build", "-o", program, "./testdata/outputs")
	compile.Env = append(os.Environ(), env...)
	if out, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	args := append(runner, program, root)
	run := exec.Command(args[0], args[1:]...)
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}
