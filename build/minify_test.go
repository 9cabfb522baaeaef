package build

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topobook/topology/draw"
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

// TestStyleHidesNoDrawing checks that no rule of the pages that hides something, wherever it stands, is about a class
// of the drawings.
func TestStyleHidesNoDrawing(t *testing.T) {
	class := regexp.MustCompile(`\.([a-z][\w-]*)`)
	drawn := map[string]bool{}
	for _, m := range class.FindAllStringSubmatch(draw.Style, -1) {
		drawn[m[1]] = true
	}
	if !drawn["whisker"] || !drawn["dot"] {
		t.Fatalf("got the classes %v, want those of drawings", drawn)
	}
	for _, rule := range regexp.MustCompile(`([^{}]+){([^{}]*)}`).FindAllStringSubmatch(string(read(t, "../site/style.css")), -1) {
		for selector := range strings.SplitSeq(rule[1], ",") {
			m := class.FindStringSubmatch(selector)
			if strings.Contains(rule[2], "display: none") && len(strings.Fields(selector)) == 1 && m != nil && drawn[m[1]] {
				t.Errorf("%s is hidden, and %s is a class of drawings", strings.TrimSpace(selector), m[1])
			}
		}
	}
}
