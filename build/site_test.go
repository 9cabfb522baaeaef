package build

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
)

var update = flag.Bool("update", false, "rewrite golden files")

// typesetting is shared by the tests, as it takes a while to start.
var typesetting = newTypesetter()

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checkout returns a folder with the site's own files and one small notebook.
func checkout(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "site"), os.DirFS("../site")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(root, "notebooks"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "notebooks", "small.md"), read(t, "testdata/small.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	return root
}

var testEngine = Engine{Wasm: []byte("\x00asm\x01\x00\x00\x00"), Exec: []byte("globalThis.Go = class {}")}

func buildSmall(t *testing.T) (Report, string) {
	t.Helper()
	root := checkout(t)
	report, err := Build(context.Background(), Options{Root: root, Engine: &testEngine})
	if err != nil {
		t.Fatal(err)
	}
	return report, filepath.Join(root, "dist")
}

func TestBodyGolden(t *testing.T) {
	book, err := Parse("small.md", read(t, "testdata/small.md"))
	if err != nil {
		t.Fatal(err)
	}
	results, err := book.Compute(nil)
	if err != nil {
		t.Fatal(err)
	}
	w := newWriter(&computed{book, results}, typesetting)
	body, err := w.body()
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/small.golden.html"
	if *update {
		if err := os.WriteFile(golden, []byte(body), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := string(read(t, golden)); body != want {
		t.Errorf("the page differs from %s: run go test ./build -update and read the difference", golden)
	}
	sections, err := w.sections()
	if err != nil || len(sections) != 2 || sections[0].ID != "the-k-ary-section" || sections[1].ID != "section-share" {
		t.Errorf("sections: got %+v, %v", sections, err)
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
	fetched   = regexp.MustCompile(`(?:<link[^>]*href|<script[^>]*src|<img[^>]*src|<iframe[^>]*src)=["']?(?:https?:)?//|url\(["']?(?:https?:)?//`)
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
			} else if anchor != "" && !ids[file][anchor] {
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
		if path.Ext(name) == ".woff2" {
			continue
		}
		plain := read(t, filepath.Join(out, name))
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
	if _, err := Build(context.Background(), Options{Root: filepath.Dir(out), Engine: &testEngine}); err != nil {
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
		case strings.HasPrefix(name, assetsDir):
			if !strings.Contains(name, fmt.Sprintf(".%x.", sum[:8])) {
				t.Errorf("%s: the SHA-256 of the file is %x", name, sum)
			}
		case path.Ext(name) == ".html" && name != "404.html":
			if !strings.HasSuffix(string(data), "</footer></body></html>") || !strings.Contains(string(data), "<footer class=foot>") {
				t.Errorf("%s: want the foot at the end", name)
			}
		}
		if name != "sw.js" && name != "404.html" && !strings.Contains(worker, `"`+name+`"`) {
			t.Errorf("sw.js: does not know %s", name)
		}
	}
}

func TestBuildKeepsOtherFolders(t *testing.T) {
	root := checkout(t)
	_, err := Build(context.Background(), Options{Root: root, Out: filepath.Join(root, "site"), Engine: &testEngine})
	if err == nil || !strings.Contains(err.Error(), "want an empty folder") {
		t.Errorf("a build into site/: got %v", err)
	}
}

func TestHandler(t *testing.T) {
	_, out := buildSmall(t)
	wasm, err := filepath.Glob(filepath.Join(out, "assets", "*.wasm"))
	if err != nil || len(wasm) != 1 {
		t.Fatal(wasm, err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(out, "passwd")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(out)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, tt := range []struct {
		path, accept, kind, coding string
		status                     int
	}{
		{"/", "gzip, br", "text/html; charset=utf-8", "br", 200},
		{"/small.html", "gzip", "text/html; charset=utf-8", "gzip", 200},
		{"/small.html", "br;q=0", "text/html; charset=utf-8", "", 200},
		{"/assets/" + filepath.Base(wasm[0]), "br", "application/wasm", "br", 200},
		{"/sw.js", "", "text/javascript; charset=utf-8", "", 200},
		{"/../small.md", "", "text/html; charset=utf-8", "", 404},
		{"/nowhere", "br", "text/html; charset=utf-8", "br", 404},
		{"/passwd", "", "text/html; charset=utf-8", "", 404},
		{"/assets/", "", "text/html; charset=utf-8", "", 404},
		{"/" + strings.Repeat("long", 2000), "", "text/html; charset=utf-8", "", 404},
	} {
		r := httptest.NewRequest(http.MethodGet, tt.path, nil)
		r.Header.Set("Accept-Encoding", tt.accept)
		w := httptest.NewRecorder()
		Handler(root.FS()).ServeHTTP(w, r)
		head := w.Result().Header
		if w.Code != tt.status || head.Get("Content-Type") != tt.kind || head.Get("Content-Encoding") != tt.coding {
			t.Errorf("GET %s with %q: got %d %q %q, want %+v", tt.path, tt.accept, w.Code, head.Get("Content-Type"), head.Get("Content-Encoding"), tt)
		}
	}
}

// TestBuildLight checks that a site can be looked at before its heavy cells have run, and that they then do.
func TestBuildLight(t *testing.T) {
	b := newBuilder(Options{Root: checkout(t), Fast: true, Engine: &testEngine})
	for _, tt := range []struct {
		heavy         bool
		shown, hidden string
	}{
		{false, "It is being computed", "claim-small/sum"},
		{true, "claim-small/sum", "It is being computed"},
		{false, "claim-small/sum", "It is being computed"}, // what is known stays
	} {
		if _, err := b.build(t.Context(), tt.heavy); err != nil {
			t.Fatal(err)
		}
		page := string(read(t, filepath.Join(b.opt.Out, "small.html")))
		if !strings.Contains(page, tt.shown) || strings.Contains(page, tt.hidden) {
			t.Errorf("heavy %v: want a page with %q and without %q, got:\n%s", tt.heavy, tt.shown, tt.hidden, page)
		}
	}
}

// TestServe checks that a change of a notebook reaches an open page, and a fault does not.
func TestServe(t *testing.T) {
	root := checkout(t)
	b := newBuilder(Options{Root: root, Fast: true, Engine: &testEngine})
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	defer watching.Wait()
	defer stop()
	seen := snapshot(root)
	if _, err := b.build(ctx, false); err != nil {
		t.Fatal(err)
	}
	changes := &buildTime{}
	server := httptest.NewServer(liveHandler(os.DirFS(b.opt.Out), changes))
	defer server.Close()
	built := func() string {
		event := get(t, server.URL+"/_changes")
		if !strings.HasPrefix(event, "data: ") {
			t.Fatalf("event: got %q", event)
		}
		return event
	}
	before := built()
	tick := make(chan time.Time)
	watching.Go(func() { b.watch(ctx, tick, seen, changes) })
	file := filepath.Join(root, "notebooks", "small.md")
	src := read(t, file)
	for _, text := range []string{strings.Replace(string(src), "title: A small", "title:", 1) + "\n$", strings.Replace(string(src), "A small page", "A changed page", 1)} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		tick <- time.Time{}
		tick <- time.Time{} // is taken when the first has been seen to
	}
	if built() == before {
		t.Error("an open page does not learn of the change")
	}
	if page := get(t, server.URL+"/small.html"); !strings.Contains(page, "A changed page") || !strings.Contains(page, "EventSource") {
		t.Errorf("the page after a change:\n%.300s", page)
	}
	if strings.Contains(string(read(t, filepath.Join(b.opt.Out, "small.html"))), "EventSource") {
		t.Error("the reload script is in the built site")
	}
}

// TestServeLocalOnly checks that a stranger's name for this computer opens no door to what it serves to itself.
func TestServeLocalOnly(t *testing.T) {
	site := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for _, tt := range []struct {
		listens, host string
		status        int
	}{
		{"127.0.0.1", "localhost:8080", 200},
		{"127.0.0.1", "127.0.0.1:8080", 200},
		{"::1", "[::1]:8080", 200},
		{"::1", "[::1]", 200},
		{"127.0.0.1", "evil.example:8080", 421},
		{"127.0.0.1", "localhost.evil.example", 421},
		{"127.0.0.1", "", 421},
		{"0.0.0.0", "lab.example:8080", 200}, // its user shows it to others
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Host = tt.host
		w := httptest.NewRecorder()
		localOnly(&net.TCPAddr{IP: net.ParseIP(tt.listens)}, site).ServeHTTP(w, r)
		if w.Code != tt.status {
			t.Errorf("a server at %s asked for host %q: got %d, want %d", tt.listens, tt.host, w.Code, tt.status)
		}
	}
}

// TestServeGo checks that the command is compiled anew when its code changes, once that compiles.
func TestServeGo(t *testing.T) {
	root := t.TempDir()
	main := filepath.Join(root, "cmd", "topobook", "main.go")
	if err := os.MkdirAll(filepath.Dir(main), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(root, "go.mod"), "module topobook\n")
	b := newBuilder(Options{Root: root, Fast: true, Engine: &testEngine})
	program, tick, seen := make(chan string), make(chan time.Time), snapshot(root)
	go func() { program <- b.watch(t.Context(), tick, seen, &buildTime{}) }()
	write(main, "package main\n\nfunc main() { no }\n")
	tick <- time.Time{}
	tick <- time.Time{} // is taken when the first has been seen to
	write(main, "package main\n\nfunc main() { println(\"new\") }\n")
	tick <- time.Time{}
	path := <-program
	defer os.Remove(path)
	if out, err := exec.Command(path).CombinedOutput(); string(out) != "new\n" || err != nil {
		t.Errorf("the new program prints %q, %v", out, err)
	}
}

// get returns what a server answers.
func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
