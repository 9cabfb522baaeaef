package serve

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"topobook/build"
)

// smallServer returns a server of a folder that has one small notebook.
func smallServer(t *testing.T) *server {
	t.Helper()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "small.md"), string(read(t, "../testdata/small.md")))
	return serverOf(t, build.Options{Folder: folder})
}

func serverOf(t *testing.T, opt build.Options) *server {
	opt.Site, opt.Fast, opt.Log = os.DirFS("../../site"), true, func(line string) { t.Log(line) }
	opt.Engine = &build.Engine{Papers: build.Program{Wasm: []byte("\x00asm\x01\x00\x00\x00")}, Exec: []byte("globalThis.Go = class {}")}
	return newServer(opt)
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// write writes a file, in folders that may not be there yet.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	// In one step: who looks at the folder meanwhile must not see half of it.
	temporary := filepath.Join(t.TempDir(), "new")
	if err := os.WriteFile(temporary, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(temporary, name); err != nil {
		t.Fatal(err)
	}
}

func TestHandler(t *testing.T) {
	report, err := smallServer(t).builder.Build(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	out := report.Out
	wasm, err := filepath.Glob(filepath.Join(out, "assets", "topobook.*.wasm"))
	if err != nil || len(wasm) != 1 {
		t.Fatal(wasm, err)
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(out, "passwd")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(out, "..", "secret.txt"), []byte("of the folder\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		path, accept, kind, coding string
		status                     int
	}{
		{"/", "gzip, br", "text/html; charset=utf-8", "br", 200},
		{"/small.html", "gzip", "text/html; charset=utf-8", "gzip", 200},
		{"/small.html", "br;q=0", "text/html; charset=utf-8", "", 200},
		{"/assets/" + filepath.Base(wasm[0]), "br", "application/wasm", "br", 200},
		{"/sw.js", "", "text/javascript; charset=utf-8", "", 200},
		{"/../secret.txt", "", "text/html; charset=utf-8", "", 404},
		{"/nowhere", "br", "text/html; charset=utf-8", "br", 404},
		{"/passwd", "", "text/html; charset=utf-8", "", 404},
		{"/assets/", "", "text/html; charset=utf-8", "", 404},
		{"/" + strings.Repeat("long", 2000), "", "text/html; charset=utf-8", "", 404},
	} {
		r := httptest.NewRequest(http.MethodGet, tt.path, nil)
		r.Header.Set("Accept-Encoding", tt.accept)
		w := httptest.NewRecorder()
		Handler(folder(out)).ServeHTTP(w, r)
		head := w.Result().Header
		if w.Code != tt.status || head.Get("Content-Type") != tt.kind || head.Get("Content-Encoding") != tt.coding {
			t.Errorf("GET %s with %q: got %d %q %q, want %+v", tt.path, tt.accept, w.Code, head.Get("Content-Type"), head.Get("Content-Encoding"), tt)
		}
	}
}

// A watch is a server that watches its folder.
type watch struct {
	*testing.T
	first *work
	tick  chan time.Time
	web   *httptest.Server
}

// watching starts a server, which ends with the test.
func watching(t *testing.T, s *server) *watch {
	t.Helper()
	w := &watch{T: t, tick: make(chan time.Time)}
	ctx, stop := context.WithCancel(context.Background())
	seen := s.snapshot()
	w.first = s.rebuild(ctx, false)
	w.web = httptest.NewServer(liveHandler(folder(s.opt.Out), s.changes))
	var running sync.WaitGroup
	running.Go(func() { s.watch(ctx, w.tick, seen, w.first) })
	t.Cleanup(func() {
		stop()
		running.Wait()
		w.web.Close()
	})
	return w
}

// An event is what open pages are told.
type event struct{ Built, Fault string }

// says returns what open pages are told.
func (w *watch) says() (e event) {
	w.Helper()
	data, ok := strings.CutPrefix(get(w.T, w.web.URL+"/_changes"), "data: ")
	data, _, _ = strings.Cut(data, "\n")
	if err := json.Unmarshal([]byte(data), &e); !ok || err != nil {
		w.Fatalf("event: got %q, %v", data, err)
	}
	return e
}

// after returns what open pages are told once that is another thing than before.
func (w *watch) after(before event) event {
	w.Helper()
	for w.Context().Err() == nil {
		if now := w.says(); now != before {
			return now
		}
		time.Sleep(10 * time.Millisecond)
	}
	w.Fatalf("open pages are told nothing after %+v", before)
	return before
}

// TestServe checks that a change of a notebook reaches an open page, and that a fault is shown in it until it is mended.
func TestServe(t *testing.T) {
	s := smallServer(t)
	file := filepath.Join(s.opt.Folder, "small.md")
	const src = "---\ntitle: A small page\n---\n\n```starlark {#a}\n1\n```\n" // without heavy cells, after which pages would reload again
	faulty := src + "\nA [link](gone.csv).\n"
	write(t, file, faulty)
	w := watching(t, s)
	<-w.first.built
	web, says := w.web, w.says
	if w.first.err != nil {
		t.Fatal(w.first.err)
	}
	const fault = "gone.csv: there is no such file"
	if got := says(); got.Built != "0" || !strings.HasPrefix(got.Fault, "small.md:") || !strings.Contains(got.Fault, fault) {
		t.Errorf("before there is a site: got %+v, want the fault %q of small.md", got, fault)
	}
	if page := get(t, web.URL+"/small.html"); !strings.Contains(page, "cannot be built yet") || !strings.Contains(page, "_live.js") {
		t.Errorf("before there is a site: got the page\n%.300s", page)
	}
	if script := get(t, web.URL+"/_live.js"); !strings.Contains(script, "EventSource('_changes')") {
		t.Errorf("_live.js: got %s", script)
	}
	before := says()
	for _, tt := range []struct {
		text  string
		fault bool // and no other site
	}{{src, false}, {faulty, true}, {strings.Replace(src, "A small page", "A changed page", 1), false}} {
		write(t, file, tt.text)
		w.tick <- time.Time{}
		now := w.after(before)
		if (now.Fault != "") != tt.fault || (now.Built == before.Built) != tt.fault {
			t.Errorf("with a fault %t: got %+v after %+v", tt.fault, now, before)
		}
		before = now
	}
	if page := get(t, web.URL+"/small.html"); !strings.Contains(page, "A changed page") || !strings.Contains(page, "_live.js") {
		t.Errorf("the page after a change:\n%.300s", page)
	}
	if strings.Contains(string(read(t, filepath.Join(s.opt.Out, "small.html"))), "_live.js") {
		t.Error("the script of served pages is in the built site")
	}
}

// TestServeSnapshot checks which files of a folder are looked at: not those of the site that is built into it.
func TestServeSnapshot(t *testing.T) {
	s := smallServer(t)
	for _, name := range []string{"site.yaml", "data.csv", "images/a.png", "dist/small.html", ".git/HEAD", "notes.go"} {
		write(t, filepath.Join(s.opt.Folder, name), "x")
	}
	var got []string
	for name := range s.snapshot() {
		rel, err := filepath.Rel(s.opt.Folder, name)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, filepath.ToSlash(rel))
	}
	slices.Sort(got)
	if want := []string{"data.csv", "images/a.png", "site.yaml", "small.md"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestServeBeforeEngine checks that pages are served before the engine is there, and that who asks for that waits for it and is told
// why there is none.
func TestServeBeforeEngine(t *testing.T) {
	s := smallServer(t)
	s.opt.Engine, s.opt.Live = nil, true
	s = newServer(s.opt)
	if _, err := s.builder.Build(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	s.changes.note()
	synctest.Test(t, func(t *testing.T) {
		ask := func(name string) string {
			w := httptest.NewRecorder()
			liveHandler(folder(s.opt.Out), s.changes).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, name, nil))
			return w.Body.String()
		}
		if page := ask("/small.html"); !strings.Contains(page, `"assets/topobook.wasm"`) {
			t.Errorf("want a page that names the engine, got\n%.300s", page)
		}
		answers := make(chan string, 2)
		for _, name := range []string{"/assets/topobook.wasm", "/playground.html"} {
			go func() { answers <- ask(name) }()
		}
		synctest.Wait()
		if len(answers) > 0 {
			t.Errorf("before there is an engine: got %q, want no answer yet", <-answers)
		}
		if _, err := s.complete(t.Context()); err == nil {
			t.Error("want no engine without a checkout")
		}
		for range 2 {
			if answer := <-answers; !strings.Contains(answer, "want a released topobook") {
				t.Errorf("when there is none: got %q, want why", answer)
			}
		}
	})
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
	write(t, filepath.Join(root, "go.mod"), "module topobook\n")
	s := serverOf(t, build.Options{Folder: root, Checkout: root})
	program, tick, seen := make(chan string), make(chan time.Time), s.snapshot()
	done := &work{cancel: func() {}, built: make(chan struct{}), done: make(chan struct{})}
	close(done.built)
	close(done.done)
	go func() { program <- s.watch(t.Context(), tick, seen, done) }()
	write(t, main, "package main\n\nfunc main() { no }\n")
	tick <- time.Time{}
	tick <- time.Time{} // is taken when the first has been seen to
	write(t, main, "package main\n\nfunc main() { println(\"new\") }\n")
	path := ""
	for path == "" { // the tick before may have seen it already
		select {
		case tick <- time.Time{}:
		case path = <-program:
		}
	}
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
