package scenes_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestSlowRelease makes the release for Linux in two copies of the checkout, and does with it what an author does who has
// neither Go nor a checkout: a new book is served, built, run, and published by its workflow.
func TestSlowRelease(t *testing.T) {
	t.Parallel()
	published := filepath.Join(t.TempDir(), "published")
	roots := []string{checkout(t, "one"), checkout(t, "two")}
	for i, root := range roots {
		release(t, root, "-o", filepath.Join(root, "out"), "-url", "file://"+published, "linux/amd64")
		if i > 0 {
			sameFiles(t, files(t, filepath.Join(roots[0], "out")), files(t, filepath.Join(root, "out")))
		}
	}
	if err := os.CopyFS(published, os.DirFS(filepath.Join(roots[0], "out"))); err != nil {
		t.Fatal(err)
	}
	release(t, roots[1], "-o", filepath.Join(roots[1], "out"), "linux/amd64") // that no address has
	a := newAuthor(t)
	a.install(filepath.Join(published, "topobook-linux-amd64"))
	a.run(a.dir, "topobook", "new", "book")
	book := filepath.Join(a.dir, "book")
	a.serves(book)
	a.run(a.dir, "topobook", "build", "book", "-o", "site")
	a.reproduces(book, filepath.Join(a.dir, "site"))
	a.publishes(book, filepath.Join(a.dir, "site"))

	a.install(filepath.Join(roots[1], "out", "topobook-linux-amd64"))
	if said := a.run(a.dir, "topobook", "new", "carried"); !strings.Contains(said, "a copy of this command") {
		t.Errorf("new says %q, want that it put a copy of itself into the book", said)
	}
	a.publishes(filepath.Join(a.dir, "carried"), filepath.Join(a.dir, "site"))
	playIn(t, "chromium", func(v *visit) {
		b := v.open(newHost(v, site{dir: filepath.Join(a.dir, "site")}).page("hypercube"))
		b.ready()
		reproduces(b)
	})
}

// release runs command release in a checkout.
func release(t *testing.T, root string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"run", "./build/release"}, args...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("release: %v\n%s", err, out)
	}
}

// sameFiles compares the files of two folders.
func sameFiles(t *testing.T, first, second map[string][]byte) {
	t.Helper()
	if len(first) == 0 || len(first) != len(second) {
		t.Errorf("got %d files and %d, want as many", len(first), len(second))
	}
	for name, data := range first {
		if !bytes.Equal(data, second[name]) {
			t.Errorf("%s: %d bytes, and %d others", name, len(data), len(second[name]))
		}
	}
}

// An author works in a folder of their own, with a few tools and without Go.
type author struct {
	*testing.T
	dir, tools string
}

func newAuthor(t *testing.T) *author {
	a := &author{t, t.TempDir(), t.TempDir()}
	for _, tool := range []string{"bash", "curl", "grep", "sha256sum", "install", "chmod"} {
		path, err := exec.LookPath(tool)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(a.tools, tool)); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// install puts a file among the author's tools, as topobook.
func (a *author) install(file string) {
	a.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		a.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(a.tools, "topobook"), data, 0o755); err != nil {
		a.Fatal(err)
	}
}

// command returns a command that runs in a folder and finds nothing but the author's tools.
func (a *author) command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(a.tools, name), args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + a.tools, "HOME=" + a.dir}
	return cmd
}

// run runs a command, and returns all that it prints.
func (a *author) run(dir, name string, args ...string) string {
	a.Helper()
	out, err := a.command(dir, name, args...).CombinedOutput()
	if err != nil {
		a.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// serves checks that topobook serve answers with the pages of a book.
func (a *author) serves(book string) {
	a.Helper()
	cmd := a.command(a.dir, "topobook", "serve", book, "--addr", "localhost:0")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		a.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		a.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_, _ = io.Copy(io.Discard, stderr)
		if err := cmd.Wait(); err != nil {
			a.Errorf("serve ended with %v", err)
		}
	}()
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		address, ok := strings.CutPrefix(lines.Text(), "serving ")
		if !ok {
			continue
		}
		for page, want := range map[string]string{"": "Networks, tried out", "hypercube.html": "A cube of many dimensions"} {
			response, err := http.Get(address + page)
			if err != nil {
				a.Error(err)
				return
			}
			body, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if err != nil || response.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(want)) {
				a.Errorf("/%s: got %s, %v", page, response.Status, err)
			}
		}
		return
	}
	a.Error("serve did not say where it serves")
}

// reproduces checks that a built page has what topobook run computes: every output by the page's digest, and what stands
// in the text by its words.
func (a *author) reproduces(book, dist string) {
	a.Helper()
	page := string(files(a.T, dist)["hypercube.html"])
	digest := regexp.MustCompile(`"digest":"([^"]+)"`).FindStringSubmatch(page)
	if digest == nil {
		a.Fatal("the page has no digest")
	}
	file := filepath.Join(book, "hypercube.md")
	out := a.run(a.dir, "topobook", "run", "--json", file+"#v=2&d="+digest[1])
	from, to := strings.Index(out, "["), strings.LastIndex(out, "]")
	if !strings.Contains(out, "reproduced: all 8 outputs") || from < 0 {
		a.Fatalf("run says\n%s", out)
	}
	var cells []struct{ Cell, Text string }
	if err := json.Unmarshal([]byte(out[from:to+1]), &cells); err != nil {
		a.Fatal(err)
	}
	values := 0
	for _, cell := range cells {
		if match := regexp.MustCompile(fmt.Sprintf(`<output class=value data-cell=%s [^>]*>([^<]*)<`, cell.Cell)).FindStringSubmatch(page); match != nil {
			if values++; match[1] != cell.Text {
				a.Errorf("%s: the page has %q, run says %q", cell.Cell, match[1], cell.Text)
			}
		}
	}
	if values != 5 {
		a.Errorf("the page has %d of 5 values", values)
	}
}

// publishes runs the commands of the workflow in a copy of a book, and checks that they build the site.
func (a *author) publishes(book, site string) {
	a.Helper()
	workflow, err := os.ReadFile(filepath.Join(book, ".github", "workflows", "pages.yml"))
	if err != nil {
		a.Fatal(err)
	}
	fresh := filepath.Join(a.TempDir(), "fresh")
	if err := os.CopyFS(fresh, os.DirFS(book)); err != nil {
		a.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(fresh, "dist")); err != nil { // which .gitignore leaves out
		a.Fatal(err)
	}
	steps := regexp.MustCompile(`(?m)^ +- run: (?:\|\n((?:          .*\n)+)|(.*)\n)`).FindAllStringSubmatch(string(workflow), -1)
	if len(steps) != 2 {
		a.Fatalf("the workflow has %d commands, want 2", len(steps))
	}
	for _, step := range steps {
		a.run(fresh, "bash", "-e", "-c", step[1]+step[2])
	}
	sameFiles(a.T, files(a.T, site), files(a.T, filepath.Join(fresh, "dist")))
}
