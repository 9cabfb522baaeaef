package build

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"topobook/build/typeset"
	"topobook/notebooks/markdown"
)

var update = flag.Bool("update", false, "rewrite golden files")

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// newBook returns a folder with one small notebook and settings.
func newBook(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	addFiles(t, folder, map[string]string{"small.md": string(read(t, "testdata/small.md")), "site.yaml": "title: Site\n"})
	return folder
}

// addFiles writes files to a folder.
func addFiles(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// options are those of a build of a folder in tests.
func options(folder string) Options {
	return Options{Folder: folder, Site: os.DirFS("../site"), Engine: &testEngine}
}

var testEngine = Engine{Papers: Program{Wasm: []byte("\x00asm\x01\x00\x00\x00")}, Full: Program{Wasm: []byte("\x00asm\x01\x00\x00\x00full")}, Exec: []byte("globalThis.Go = class {}")}

func buildSmall(t *testing.T) (Report, string) {
	t.Helper()
	folder := newBook(t)
	report, err := Build(context.Background(), options(folder))
	if err != nil {
		t.Fatal(err)
	}
	return report, filepath.Join(folder, "dist")
}

func TestBodyGolden(t *testing.T) {
	for name, want := range map[string]string{"small": "the-k-ary-section section-share", "forms": "next programs"} {
		book, err := markdown.Parse(name+".md", read(t, "testdata/"+name+".md"))
		if err != nil {
			t.Fatal(err)
		}
		results, err := book.Compute(nil)
		if err != nil {
			t.Fatal(err)
		}
		html, sections, err := book.Render(results, typeset.NewTypesetter())
		if err != nil {
			t.Fatal(err)
		}
		golden := "testdata/" + name + ".golden.html"
		if *update {
			if err := os.WriteFile(golden, []byte(html), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want := string(read(t, golden)); html != want {
			t.Errorf("the page differs from %s: run go test ./build -update and read the difference", golden)
		}
		var ids []string
		for _, s := range sections {
			ids = append(ids, s.ID)
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: got the sections %s, want %s", name, got, want)
		}
	}
}

// TestPage checks what a reader without scripts finds in the minified page.
func TestPage(t *testing.T) {
	report, out := buildSmall(t)
	page := string(read(t, filepath.Join(out, "small.html")))
	for _, want := range []string{
		"<mtext>\u00a0if\u00a0</mtext>", "<mfrac>", // formulas keep their spaces
		`<td class=num>4</td>`,     // the table of squares
		"aria-live=off>4</output>", // the value k+1
		`id=claim-small/sum`, "In the margin.", "a listing &lt;b&gt;", `class=cell id=cell-broken`, `data-heavy`,
		`<a href=https://doi.org/10.1000/182>`, `"slug":"small"`, `type=range`, "A table of <math>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("small.html: want %s in it", want)
		}
	}
	if strings.Contains(page, "dropped") {
		t.Error("small.html: has a comment of the notebook")
	}
	if report.Claims["holds"] != 1 {
		t.Errorf("claims: got %v, want one that holds", report.Claims)
	}
	for _, p := range report.Pages {
		if p.Total.Brotli > 60_000 || p.Total.Brotli == 0 {
			t.Errorf("%s: got %d bytes by brotli, want at most 60000", p.Path, p.Total.Brotli)
		}
	}
	ledger := string(read(t, filepath.Join(out, "ledger.html")))
	if !strings.Contains(ledger, "small.html#claim-small/sum") {
		t.Error("ledger.html: want a link to the claim")
	}
	index := string(read(t, filepath.Join(out, "index.html")))
	if !strings.Contains(index, "<a href=ledger.html#small-holds>") {
		t.Error("index.html: want a link to the claims of a verdict")
	}
}

var (
	attribute = regexp.MustCompile(`\s(?:href|src|action)=("[^"]*"|'[^']*'|[^\s>]+)`)
	fetched   = regexp.MustCompile(`(?:<link[^>]*rel=["']?(?:icon|preload|stylesheet)[^>]*href|<script[^>]*src|<img[^>]*src|<iframe[^>]*src)=["']?(?:https?:)?//|url\(["']?(?:https?:)?//`)
	idOf      = regexp.MustCompile(`\sid=("[^"]*"|'[^']*'|[^\s>]+)`)
)

// TestLinks checks that every link within the site leads somewhere, by relative addresses only,
// that no two elements of a page have one id, and that nothing comes from another host.
func TestLinks(t *testing.T) {
	report, out := buildSmall(t)
	checkLinks(t, report, out)
}

func checkLinks(t *testing.T, report Report, out string) {
	t.Helper()
	ids := map[string]map[string]bool{}
	pages := map[string]string{}
	for name := range report.Files {
		text := string(read(t, filepath.Join(out, name)))
		if path.Ext(name) == ".woff2" || path.Ext(name) == ".wasm" {
			continue
		}
		if found := fetched.FindString(text); found != "" {
			t.Errorf("%s: fetches from another host: %s", name, found)
		}
		if path.Ext(name) != ".html" {
			continue
		}
		pages[name], ids[name] = text, map[string]bool{}
		for _, match := range idOf.FindAllStringSubmatch(text, -1) {
			id := strings.Trim(match[1], `"'`)
			if ids[name][id] {
				t.Errorf("%s: two elements have the id %s", name, id)
			}
			ids[name][id] = true
		}
	}
	for name, text := range pages {
		for _, match := range attribute.FindAllStringSubmatch(text, -1) {
			link := strings.Trim(match[1], `"'`)
			if strings.HasPrefix(link, "https://") {
				continue // to a paper
			}
			file, anchor, _ := strings.Cut(link, "#")
			if file == "" {
				file = name
			}
			if _, ok := report.Files[file]; !ok || strings.HasPrefix(link, "/") {
				t.Errorf("%s: link %s: there is no such file", name, link)
			} else if anchor != "" && !strings.Contains(anchor, "=") && !ids[file][anchor] { // with = it is the playground's
				t.Errorf("%s: link %s: there is no such place", name, link)
			}
		}
	}
}

// TestVariants checks that the compressed files hold what the plain ones do, and that a second
// build leaves nothing of the first behind.
func TestVariants(t *testing.T) {
	report, out := buildSmall(t)
	for name := range report.Files {
		plain := read(t, filepath.Join(out, name))
		if path.Ext(name) == ".woff2" || strings.HasPrefix(name, AssetsDir+"standalone.") { // compressed already
			if _, err := os.Stat(filepath.Join(out, name+".gz")); !os.IsNotExist(err) {
				t.Errorf("%s: want it once, as it is: got %v", name, err)
			}
			continue
		}
		zipped, err := gzip.NewReader(bytes.NewReader(read(t, filepath.Join(out, name+".gz"))))
		if err != nil {
			t.Fatal(err)
		}
		for coding, r := range map[string]io.Reader{
			"gzip": zipped, "brotli": brotli.NewReader(bytes.NewReader(read(t, filepath.Join(out, name+".br")))),
		} {
			if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, plain) {
				t.Errorf("%s: the %s variant differs, or %v", name, coding, err)
			}
		}
	}
	stale := filepath.Join(out, "assets", "old.0123456789abcdef.css")
	if err := os.WriteFile(stale, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Build(context.Background(), options(filepath.Dir(out))); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); !os.IsNotExist(err) {
		t.Errorf("%s: want it gone after the second build, got %v", stale, err)
	}
}

// TestWhole checks what tells a whole file from a damaged one, to site/boot.js and site/sw.js: the hash in the names
// of assets, and the foot at the end of each page.
func TestWhole(t *testing.T) {
	report, out := buildSmall(t)
	worker := string(read(t, filepath.Join(out, "sw.js")))
	for name := range report.Files {
		data := read(t, filepath.Join(out, name))
		switch sum := sha256.Sum256(data); {
		case strings.HasPrefix(name, AssetsDir):
			if !strings.Contains(name, fmt.Sprintf(".%x.", sum[:8])) {
				t.Errorf("%s: the SHA-256 of the file is %x", name, sum)
			}
		case path.Ext(name) == ".html" && name != "404.html":
			if !strings.HasSuffix(string(data), "</footer></body></html>") || !strings.Contains(string(data), "<footer class=foot>") {
				t.Errorf("%s: want the foot at the end", name)
			}
		}
		want := name != "sw.js" && name != "404.html" && name != "small.md"
		if known := strings.Contains(worker, `"`+name+`"`); known != want {
			t.Errorf("sw.js: knows %s: %t, want %t", name, known, want)
		}
	}
}

func TestBuildKeepsOtherFolders(t *testing.T) {
	opt := options(newBook(t))
	opt.Out = opt.Folder
	_, err := Build(context.Background(), opt)
	if err == nil || !strings.Contains(err.Error(), "want an empty folder") {
		t.Errorf("a build into the folder of the notebooks: got %v", err)
	}
}

// TestBuildLight checks that a site can be looked at before its heavy cells have run, and that they then do.
func TestBuildLight(t *testing.T) {
	opt := options(newBook(t))
	opt.Fast = true
	b := NewBuilder(opt)
	for _, tt := range []struct {
		heavy         bool
		shown, hidden string
	}{
		{false, "It is being computed", "claim-small/sum"},
		{true, "claim-small/sum", "It is being computed"},
		{false, "claim-small/sum", "It is being computed"}, // what is known stays
	} {
		if _, err := b.Build(t.Context(), tt.heavy); err != nil {
			t.Fatal(err)
		}
		page := string(read(t, filepath.Join(b.opt.Out, "small.html")))
		if !strings.Contains(page, tt.shown) || strings.Contains(page, tt.hidden) {
			t.Errorf("heavy %v: want a page with %q and without %q, got:\n%s", tt.heavy, tt.shown, tt.hidden, page)
		}
	}
}

// TestBuildLive checks that a live builder makes pages before it has an engine, and that these stay as they are once it has one.
func TestBuildLive(t *testing.T) {
	opt := options(newBook(t))
	opt.Engine, opt.Live = nil, true
	b := NewBuilder(opt)
	files := func() map[string]Size {
		t.Helper()
		report, err := b.Build(t.Context(), true)
		if err != nil {
			t.Fatal(err)
		}
		return report.Files
	}
	page := func() string { return string(read(t, filepath.Join(b.opt.Out, "small.html"))) }
	before, first := files(), page()
	b.engine.Store(&testEngine)
	after := files()
	for _, name := range []string{"assets/wasm_exec.js", "assets/topobook.wasm", "assets/full.wasm", "playground.html"} {
		_, early := before[name]
		if _, there := after[name]; early || !there || !OfEngine(name) {
			t.Errorf("%s: there before the engine %t, and with it %t, of the engine %t", name, early, there, OfEngine(name))
		}
	}
	for name := range before {
		if _, there := after[name]; !there || OfEngine(name) {
			t.Errorf("%s: there with the engine %t, of the engine %t", name, there, OfEngine(name))
		}
	}
	if now := page(); now != first {
		t.Errorf("the page with an engine differs:\n%s\nbefore:\n%s", now, first)
	}
	if got := read(t, filepath.Join(b.opt.Out, "assets", "full.wasm")); !bytes.Equal(got, testEngine.Full.Wasm) {
		t.Errorf("full.wasm: got %q", got)
	}
}
