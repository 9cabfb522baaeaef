package build

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFolder builds a notebook that takes files from its folder, and again after one has changed.
func TestFolder(t *testing.T) {
	root := newBook(t)
	addFiles(t, root, map[string]string{
		"taking.md":   "---\ntitle: T\nsummary: S\norder: 1\n---\n![A](a%20plot.svg) ![B](large.svg) [c](table.csv) [d](all.zip)\n",
		"a plot.svg":  `<svg viewBox="0 0 4 2"/>`,
		"large.svg":   `<svg viewBox="0 0 4 2"><!--` + strings.Repeat(" ", 100_000) + `--></svg>`,
		"table.csv":   "a,b\n",
		"all.zip":     strings.Repeat("x", maxKept+1),
		"unasked.csv": "secret",
	})
	builder := NewBuilder(options(root))
	build := func() (page, worker string) {
		t.Helper()
		report, err := builder.Build(context.Background(), true)
		if err != nil {
			t.Fatal(err)
		}
		for name := range report.Files {
			if strings.Contains(name, "unasked") {
				t.Errorf("the site has %s, to which nothing leads", name)
			}
		}
		return string(read(t, filepath.Join(root, "dist", "taking.html"))), string(read(t, filepath.Join(root, "dist", "sw.js")))
	}
	page, worker := build()
	name := func(pattern string) string {
		t.Helper()
		found := regexp.MustCompile(`assets/` + pattern).FindString(page)
		if _, err := os.Stat(filepath.Join(root, "dist", found)); found == "" || err != nil {
			t.Fatalf("%s: got %q, %v, want it on the page and in the site; page:\n%s", pattern, found, err, page)
		}
		return found
	}
	const hash = `\.[0-9a-f]{16}`
	plot, large, table, archive := name(`a-plot`+hash+`\.svg`), name(`large`+hash+`\.svg`), name(`table`+hash+`\.csv`), name(`all`+hash+`\.zip`)
	if !strings.Contains(page, "download=table.csv") {
		t.Error("a link to a file: want download")
	}
	assets := part(t, worker, "ASSETS=[", "]")
	for file, want := range map[string]bool{plot: true, large: true, table: true, archive: false} {
		if strings.Contains(assets, file) != want {
			t.Errorf("%s: want it kept %t; got %s", file, want, assets)
		}
	}
	for file, want := range map[string]bool{plot: true, table: true, archive: false} {
		if _, err := os.Stat(filepath.Join(root, "dist", file+".br")); (err == nil) != want {
			t.Errorf("%s: want it compressed %t", file, want)
		}
	}
	addFiles(t, root, map[string]string{"a plot.svg": `<svg viewBox="0 0 6 2"/>`})
	if page, _ = build(); strings.Contains(page, plot) || !strings.Contains(page, "width=6") {
		t.Error("the page has the image as it was before")
	}
}
