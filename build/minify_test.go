package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMinifiedTwice checks that what is minified stays as it was, as a site is built again from it.
func TestMinifiedTwice(t *testing.T) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	before := bytes.Clone(script)
	first, err := minified(newMinifier(), "wasm_exec.js", script)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(script, before) {
		t.Error("minified has changed the script that it was given")
	}
	if second, err := minified(newMinifier(), "wasm_exec.js", script); err != nil || !bytes.Equal(first, second) {
		t.Errorf("minified once more it has %d bytes (%v), not %d", len(second), err, len(first))
	}
}
