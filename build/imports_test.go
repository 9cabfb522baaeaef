package build

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// allowed says which packages of the module each room may import, the rooms within it aside.
var allowed = map[string][]string{
	"topology":               {"topology/internal/text", "topology/sorting"},
	"topology/internal/text": {},
	"topology/number":        {},
	"topology/limit":         {},
	"topology/sorting":       {},
	"topology/family":        {"topology", "topology/internal/text"},
	"topology/networktest":   {"topology", "topology/family", "topology/measure"},
	"topology/measure":       {"topology", "topology/limit", "topology/sorting"},
	"topology/route":         {"topology", "topology/family", "topology/measure", "topology/limit", "topology/sorting"},
	"topology/draw":          {"topology", "topology/family", "topology/internal/text", "topology/measure", "topology/number", "topology/schedule", "topology/sorting"},
	"topology/endpoints":     {"topology", "topology/draw", "topology/internal/text", "topology/route"},
	"topology/export":        {"topology", "topology/draw", "topology/family", "topology/internal/text", "topology/sorting"},
	"topology/sim":           {"topology", "topology/family", "topology/measure", "topology/route", "topology/limit"},
	"topology/schedule":      {"topology", "topology/family", "topology/limit", "topology/sorting"},

	"notebooks/dialect":           {"topology/number"},
	"notebooks/output":            {"notebooks/dialect", "topology/draw", "topology/export", "topology/number"},
	"notebooks/engine":            {"notebooks/dialect", "notebooks/output", "topology/export", "topology/sorting"},
	"notebooks/engine/enginetest": {"notebooks/engine"},
	"notebooks/builtins/doc":      {},
	"notebooks/link":              {"notebooks/dialect", "notebooks/engine"},
	"notebooks/markdown":          {"notebooks/builtins", "notebooks/dialect", "notebooks/engine", "notebooks/markdown/yaml", "notebooks/output"},
	"notebooks/markdown/yaml":     {"notebooks/dialect"},
	"notebooks/builtins": {"notebooks/dialect", "notebooks/engine", "notebooks/output",
		"topology", "topology/family", "topology/measure", "topology/route", "topology/draw", "topology/export", "topology/sim", "topology/schedule", "topology/endpoints", "topology/number", "topology/limit", "topology/sorting"},

	"wasm":                {"wasm/page", "wasm/kernel", "notebooks/builtins", "topology/family"},
	"wasm/full":           {"wasm/compose", "wasm/page", "wasm/playground", "wasm/kernel", "wasm/wire", "notebooks/builtins", "topology/family"},
	"wasm/wire":           {},
	"wasm/compose":        {"wasm/kernel", "wasm/wire", "notebooks/engine", "notebooks/markdown"},
	"wasm/dom":            {},
	"wasm/store":          {"wasm/dom"},
	"wasm/playground":     {"wasm/dom", "wasm/draft", "wasm/page", "wasm/store", "wasm/wire", "notebooks/dialect", "notebooks/engine", "notebooks/link", "notebooks/markdown"},
	"wasm/page":           {"wasm/dom", "wasm/wire", "notebooks/dialect", "notebooks/engine", "notebooks/link", "topology/export"},
	"wasm/kernel":         {"wasm/wire", "wasm/pool", "notebooks/engine", "notebooks/link", "topology", "topology/family", "topology/export"},
	"wasm/pool":           {"wasm/wire", "notebooks/engine"},
	"wasm/draft":          {"notebooks/dialect", "notebooks/engine", "notebooks/markdown", "topology/export"},
	"site":                {},
	"build/typeset":       {"notebooks/markdown"},
	"build/editor":        {},
	"build/editor/bundle": {},
	"build/folder":        {"notebooks/dialect", "notebooks/engine", "notebooks/markdown"},
	"build/licenses":      {},
	"build/wasmpack":      {},
	"build/deflate":       {},
	"build":               {"build/deflate", "build/editor", "build/folder", "build/licenses", "build/typeset", "build/wasmpack", "notebooks/builtins", "notebooks/builtins/doc", "notebooks/dialect", "notebooks/engine", "notebooks/link", "notebooks/markdown", "notebooks/markdown/yaml", "notebooks/output", "topology/draw"},
	"build/serve":         {"build", "notebooks/markdown"},
	"build/release":       {"build", "build/licenses"},
	"build/browser":       {},
	"build/scenes":        {"notebooks/engine"},
	"cmd/topobook":        {"build", "build/serve", "build/wasmpack", "notebooks/builtins", "notebooks/dialect", "notebooks/engine", "notebooks/link", "notebooks/markdown", "notebooks/output", "site", "topology", "topology/draw", "topology/export"},
}

// doors says which packages may import a dependency.
var doors = map[string][]string{
	"go.starlark.net":          {"notebooks/dialect", "notebooks/output", "notebooks/engine", "notebooks/builtins"},
	"honnef.co/go/js/dom/v2":   {"wasm/dom"},
	"syscall/js":               {"wasm", "wasm/full", "wasm/wire", "wasm/dom", "wasm/store", "wasm/page", "wasm/playground", "wasm/kernel", "wasm/pool"},
	"github.com/yuin/goldmark": {"notebooks/markdown"}, "github.com/tdewolff/minify/v2": {"build"},
	"github.com/dop251/goja": {"build/typeset"}, "github.com/goccy/go-yaml": {"notebooks/markdown/yaml"}, "github.com/andybalholm/brotli": {"build", "build/deflate"}, "github.com/evanw/esbuild": {"build/editor/bundle"},
}

// impure are the standard packages that the core does without: they reach out of it.
var impure = []string{"os", "io/fs", "net", "time", "log", "syscall", "reflect", "encoding/json", "regexp", "math/rand"}

// heavy are the packages that the browser programs must not contain, as they cost readers too much.
var heavy = []string{
	"encoding/json", "html/template", "text/template", "net", "net/http", "crypto/sha256",
	"github.com/tdewolff/minify/v2", "github.com/dop251/goja", "github.com/andybalholm/brotli",
}

// heavyForPapers are those that only the full one may contain: what reads and renders Markdown.
var heavyForPapers = []string{"regexp", "net/url", "github.com/yuin/goldmark", "github.com/goccy/go-yaml"}

// goList runs go list in the checkout and returns its lines.
func goList(t *testing.T, browser bool, args ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = ".."
	cmd.Env = os.Environ()
	if browser {
		cmd.Env = append(cmd.Env, "GOOS=js", "GOARCH=wasm")
	}
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func TestImports(t *testing.T) {
	lines := goList(t, true, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./topology/...", "./notebooks/...", "./wasm/...")
	lines = append(lines, goList(t, false, "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./site", "./build/...", "./cmd/...")...)
	for _, line := range lines {
		imports := strings.Fields(line)
		room := strings.TrimPrefix(imports[0], "topobook/")
		rooms, known := allowed[room]
		if !known {
			t.Errorf("%s: want it in the table of rooms", room)
		}
		for _, path := range imports[1:] {
			if own, ok := strings.CutPrefix(path, "topobook/"); ok && !slices.Contains(rooms, own) {
				t.Errorf("%s imports %s: want only %v", room, own, rooms)
			}
			for dependency, by := range doors {
				if within(path, dependency) && !slices.Contains(by, room) {
					t.Errorf("%s imports %s: want it only in %v", room, path, by)
				}
			}
			if !strings.HasPrefix(room, "topology") || strings.HasPrefix(path, "topobook/") || room == "topology/networktest" {
				continue
			}
			if strings.Contains(path, ".") || slices.ContainsFunc(impure, func(bad string) bool { return path == bad }) {
				t.Errorf("%s imports %s: want only pure standard packages", room, path)
			}
		}
	}
}

// within tells whether a package is part of a module.
func within(path, module string) bool { return path == module || strings.HasPrefix(path, module+"/") }

func TestEngineIsLight(t *testing.T) {
	for program, heavy := range map[string][]string{"wasm": slices.Concat(heavy, heavyForPapers), "wasm/full": heavy} {
		for _, path := range goList(t, true, "-deps", "./"+program) {
			for _, bad := range heavy {
				if path == bad || strings.Contains(bad, ".") && within(path, bad) {
					t.Errorf("%s contains %s", program, path)
				}
			}
		}
	}
}
