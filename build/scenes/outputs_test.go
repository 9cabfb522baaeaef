package scenes_test

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"topobook/build"
	"topobook/build/scenes"
	"topobook/notebooks/markdown"
)

// TestVerdicts compares what became of every claim with testdata/verdicts.txt: a verdict that changes shows there.
func TestVerdicts(t *testing.T) {
	const golden = "testdata/verdicts.txt"
	s := whole(t)
	var got strings.Builder
	for _, book := range papers(t) {
		fmt.Fprintf(&got, "== %s\n", book.Slug)
		for _, result := range s.Results[book.Slug] {
			for _, claim := range result.Claims {
				line := fmt.Sprintf("%-10s  %-36s", claim.Verdict, claim.ID)
				if claim.Cases > 0 {
					line += fmt.Sprintf("  %5d cases", claim.Cases)
				}
				if claim.Counterexample != "" {
					line += "  counterexample: " + claim.Counterexample
				}
				fmt.Fprintln(&got, strings.TrimRight(line, " "))
				if claim.Unexpected() {
					t.Errorf("%s, cell %s: claim %s: %s, which is not the verdict that is expected", book.Slug, result.Cell, claim.ID, claim.Verdict)
				}
			}
		}
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("the verdicts differ from %s (go test ./build/scenes -run Verdicts -update rewrites it):\n%s", golden, difference(string(want), got.String()))
	}
}

// difference returns the lines that only one of two texts has.
func difference(want, got string) string {
	in := func(text string) map[string]bool {
		lines := map[string]bool{}
		for line := range strings.Lines(text) {
			lines[line] = true
		}
		return lines
	}
	var out strings.Builder
	has, had := in(got), in(want)
	for line := range strings.Lines(want) {
		if !has[line] {
			out.WriteString("- " + line)
		}
	}
	for line := range strings.Lines(got) {
		if !had[line] {
			out.WriteString("+ " + line)
		}
	}
	return out.String()
}

// papers returns the notebooks of the checkout that have cells, chapters too.
func papers(t testing.TB) []*markdown.Notebook {
	t.Helper()
	books, err := build.Load("../../notebooks")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(books, func(book *markdown.Notebook) bool { return len(book.Cells) == 0 })
}

var every = flag.Bool("every", false, "evaluate all pages as WebAssembly, chapters too")

// TestSlowWasm evaluates the main page of every paper as WebAssembly too, heavy cells as well, or every page, and compares the
// outputs byte for byte with those of the build. Those of light cells are compared in a browser, too: see [TestPages].
func TestSlowWasm(t *testing.T) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	node := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "go_js_wasm_exec")
	program := compileOutputs(t, "GOOS=js", "GOARCH=wasm")
	free := make(chan bool, runtime.GOMAXPROCS(0)) // processors
	for _, book := range papers(t) {
		if book.PartOf != "" && !*every {
			continue
		}
		t.Run(book.Slug, func(t *testing.T) {
			t.Parallel()
			free <- true
			defer func() { <-free }()
			compareOutputs(t, book.Slug, runOutputs(t, node, program, "../..", book.Slug))
		})
	}
}

// TestSlowARM evaluates a notebook on another processor, whose compiler would fuse floating point.
func TestSlowARM(t *testing.T) {
	t.Parallel()
	program := compileOutputs(t, "GOOS=linux", "GOARCH=arm64", "CGO_ENABLED=0")
	for _, slug := range []string{"swapped-dragonfly", "mikant"} {
		compareOutputs(t, slug, runOutputs(t, "qemu-aarch64-static", program, "../..", slug))
	}
}

// compareOutputs compares what a program printed of a notebook with what the build computed, cell by cell.
func compareOutputs(t *testing.T, slug string, got []byte) {
	t.Helper()
	var native bytes.Buffer
	scenes.WriteOutputs(&native, slug, whole(t).Results[slug])
	if bytes.Equal(got, native.Bytes()) {
		t.Logf("%s: %d bytes of outputs are the same: SHA-256 %x", slug, len(got), sha256.Sum256(got))
		return
	}
	want, others := strings.Split(native.String(), "\n== "), strings.Split(string(got), "\n== ")
	if len(want) != len(others) {
		t.Errorf("%s: natively %d cells, here %d", slug, len(want), len(others))
	}
	for i := range min(len(want), len(others)) {
		if want[i] != others[i] {
			t.Errorf("natively, and here:\n%s", difference(want[i]+"\n", others[i]+"\n"))
		}
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
	run.Env = append(os.Environ(), "GOGC=400") // memory is there
	var stderr bytes.Buffer
	run.Stderr = &stderr
	out, err := run.Output()
	if err != nil || len(out) == 0 {
		t.Fatalf("%s %s: %v, %d bytes\n%s", name, strings.Join(args, " "), err, len(out), stderr.Bytes())
	}
	return out
}
