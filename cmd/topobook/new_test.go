package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"topobook/build"
	"topobook/site"
)

// TestNewBuilds checks that a new book becomes a site, also with all that its site.yaml proposes, and that its
// claims hold.
func TestNewBuilds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "book")
	if err := writeBook(dir, ""); err != nil {
		t.Fatal(err)
	}
	settings := filepath.Join(dir, "site.yaml")
	src, err := os.ReadFile(settings)
	if err != nil {
		t.Fatal(err)
	}
	all := regexp.MustCompile(`(?m)^#(\S| {2})`).ReplaceAll(src, []byte("$1"))
	if len(all) > len(src)-6 {
		t.Errorf("site.yaml proposes %d lines, want more", len(src)-len(all))
	}
	engine := build.Engine{Papers: build.Program{Wasm: []byte("\x00asm\x01\x00\x00\x00")}, Exec: []byte("globalThis.Go = class {}")}
	for _, text := range [][]byte{src, all} {
		if err := os.WriteFile(settings, text, 0o644); err != nil {
			t.Fatal(err)
		}
		report, err := build.Build(t.Context(), build.Options{Folder: dir, Site: site.Files, Engine: &engine, Fast: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(report.Claims) != 1 || report.Claims["holds"] != 1 {
			t.Errorf("claims: got %v, want one that holds", report.Claims)
		}
	}
	page, err := os.ReadFile(filepath.Join(dir, "dist", "hypercube.html"))
	if err != nil || !strings.Contains(string(page), "CC BY 4.0") || !strings.Contains(string(page), "https://example.org/my-book/hypercube.html") {
		t.Errorf("the page lacks what site.yaml says, or %v", err)
	}
}

// TestGetStep checks the step of the workflow that fetches a release.
func TestGetStep(t *testing.T) {
	const want = `      - run: |
          cd .github
          curl -fsSL --remote-name-all https://example.org/r1/topobook-linux-amd64 https://example.org/r1/SHA256SUMS
          grep ' topobook-linux-amd64$' SHA256SUMS | sha256sum --check
          install topobook-linux-amd64 topobook
`
	for _, url := range []string{"https://example.org/r1", "https://example.org/r1/"} {
		if got := getStep(url); got != want {
			t.Errorf("got\n%swant\n%s", got, want)
		}
	}
}
