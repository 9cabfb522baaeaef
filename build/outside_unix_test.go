//go:build unix

package build

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestBuildOutside builds books that try to have something from outside their folder on a page, or something written there: what is outside
// stays as it is, and no page has it; where something is refused, one sentence says so.
func TestBuildOutside(t *testing.T) {
	const head, secret = "---\ntitle: T\n---\n", "a,secret\n1,2\n"
	link := func(name, to string) func(t *testing.T, book string) {
		return func(t *testing.T, book string) {
			t.Helper()
			if err := os.MkdirAll(filepath.Dir(filepath.Join(book, name)), 0o755); err != nil {
				t.Fatal(err)
			}
			_ = os.Remove(filepath.Join(book, name)) // of an earlier build
			to := strings.Replace(to, "ABOVE", filepath.Dir(book), 1)
			if err := os.Symlink(to, filepath.Join(book, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	pipe := func(name string) func(t *testing.T, book string) {
		return func(t *testing.T, book string) {
			t.Helper()
			if err := syscall.Mkfifo(filepath.Join(book, name), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	const escapes = "want a file of the notebook's folder: path escapes from parent"
	attacks := []struct {
		kind, page string
		set        func(t *testing.T, book string)
		built      bool // there is an earlier build
		want       string
	}{
		{"paths", "![a](../secret.png)\n", nil, false, "it is above that"},
		{"paths", "![a](..%2fsecret.png)\n", nil, false, "it is above that"},
		{"paths", "![a](x/../../secret.png)\n", nil, false, "it is above that"},
		{"paths", "![a](/etc/secret.png)\n", nil, false, "a path does not start with /"},
		{"paths", "![a](file:///etc/secret.png)\n", nil, false, "a page shows nothing of other hosts"},
		{"paths", "![a](//host/secret.png)\n", nil, false, "a page shows nothing of other hosts"},
		{"paths", `![a](..\\secret.png)` + "\n", nil, false, "there is no such file"},
		{"paths", "[a](../secret.csv)\n", nil, false, "it is above that"},
		{"paths", "[a](%2e%2e/secret.csv)\n", nil, false, "it is above that"},
		{"paths", "```starlark {#a}\nread('../secret.csv')\n```\n", nil, false, "want the name of a file beside the notebook"},
		{"paths", "```starlark {#a}\nread('/etc/passwd')\n```\n", nil, false, "want the name of a file beside the notebook"},
		{"paths", "```starlark {#a}\nload('../secret.star', 'x')\n```\n", nil, false, "want the name of a file beside the notebook"},
		{"paths", "```data {name=\"../secret.csv\"}\n1\n```\n", nil, false, "want letters, digits, dots, hyphens and underscores"},
		{"paths", "---\ntitle: T\nbibliography: ../secret.bib\n---\n", nil, false, "it is above that"},
		{"paths", "---\ntitle: T\npart-of: ../secret\n---\n", nil, false, "part-of"},
		{"paths", "---\ntitle: ../../secret\n---\n\n```starlark {#a caption=\"../../secret\"}\n1\n```\n", nil, false, ""},
		{"links to files", "![a](a.png)\n", link("a.png", "../secret.png"), false, escapes},
		{"links to files", "![a](a/b/secret.png)\n", link("a/b", "../.."), false, escapes},
		{"links to files", "[a](a.csv)\n", link("a.csv", "../secret.csv"), false, escapes},
		{"links to files", "[a](a.csv)\n", link("a.csv", "ABOVE/secret.csv"), false, escapes},
		{"links to files", "```starlark {#a}\nread('a.csv')\n```\n", link("a.csv", "../secret.csv"), false, escapes},
		{"links to files", "```starlark {#a}\nload('a.star', 'x')\n```\n", link("a.star", "../secret.csv"), false, escapes},
		{"links to files", "---\ntitle: T\nbibliography: a.bib\n---\n", link("a.bib", "../secret.csv"), false, escapes},
		{"links to files", head, link("site.yaml", "../secret.csv"), false, "site.yaml: " + escapes},
		{"links to files", head, link("other.md", "../secret.csv"), false, "other.md: " + escapes},
		{"links to files", head, link("other.md", "other.md"), false, "other.md: want a file of the notebook's folder: "},
		{"links to files", "![a](a.png)\n", link("a.png", "/dev/zero"), false, escapes},
		{"pipes", "![a](a.png)\n", pipe("a.png"), false, "it is a device or a pipe, want a file"},
		{"pipes", "```starlark {#a}\nread('a.csv')\n```\n", pipe("a.csv"), false, "it is a device or a pipe, want a file"},
		{"pipes", head, pipe("site.yaml"), false, "site.yaml: it is a device or a pipe, want a file"},
		{"pipes", head, pipe("other.md"), false, "other.md: it is a device or a pipe, want a file"},
		{"links in the site", head, link("dist", "../empty"), false, "dist: is a link, want the folder itself"},
		{"links in the site", head, link("dist", "../not-there"), false, "dist: is a link, want the folder itself"},
		{"links in the site", head, link("dist/index.html", "../../secret.csv"), true, ""},
		{"links in the site", head, link("dist/index.html.new", "../../secret.csv"), true, ""},
		{"links in the site", head, link("dist/sw.js", "ABOVE/secret.csv"), true, ""},
		{"links in the site", head, func(t *testing.T, book string) {
			if err := os.RemoveAll(filepath.Join(book, "dist", "assets")); err != nil {
				t.Fatal(err)
			}
			link("dist/assets", "../../empty")(t, book)
		}, true, ""},
		{"links in the site", head, link("dist/more", "../../empty"), true, ""},
	}
	tried, survived := map[string]int{}, map[string]int{}
	for _, a := range attacks {
		above := t.TempDir()
		book := filepath.Join(above, "book")
		page := a.page
		if !strings.HasPrefix(page, "---") {
			page = head + "\n" + page
		}
		addFiles(t, above, map[string]string{"book/small.md": page, "secret.csv": secret, "secret.png": secret, "secret.bib": secret, "secret.star": "x = 1\n", "empty/kept": "kept"})
		if err := os.Remove(filepath.Join(above, "empty", "kept")); err != nil {
			t.Fatal(err)
		}
		opt := options(book)
		opt.Fast = true
		if a.built {
			if _, err := Build(context.Background(), opt); err != nil {
				t.Fatal(err)
			}
		}
		if a.set != nil {
			a.set(t, book)
		}
		before := outside(t, above)
		_, err := Build(context.Background(), opt)
		got := ""
		if err != nil {
			got = err.Error()
		}
		good := strings.Contains(got, a.want) && (a.want == "") == (err == nil) && !strings.Contains(got, "\n") && len(got) < 400
		if !good {
			t.Errorf("%s, %.60q: got %q, want %q", a.kind, a.page, got, a.want)
		}
		if after := outside(t, above); after != before {
			t.Errorf("%s, %.60q: outside of the folder is\n%s\nand was\n%s", a.kind, a.page, after, before)
			good = false
		}
		if made := inside(t, filepath.Join(book, "dist")); strings.Contains(made, "a,secret") {
			t.Errorf("%s, %.60q: the site has what is outside of the folder", a.kind, a.page)
			good = false
		}
		if tried[a.kind]++; good {
			survived[a.kind]++
		}
	}
	for kind, n := range tried {
		t.Logf("%s: %d tried, %d survived", kind, n, survived[kind])
	}
}

// outside returns the names and contents of what stands beside a book.
func outside(t *testing.T, above string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(above, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == "book" {
			return filepath.SkipDir
		}
		b.WriteString(name + "\n")
		if entry.Type().IsRegular() {
			b.Write(read(t, name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// inside returns the contents of the files of a site, if there is one.
func inside(t *testing.T, dist string) string {
	t.Helper()
	var b strings.Builder
	_ = filepath.WalkDir(dist, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			b.Write(read(t, name))
		}
		return nil
	})
	return b.String()
}
