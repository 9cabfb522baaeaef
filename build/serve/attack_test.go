package serve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const secret = "the secret of the folder above"

// attackedSite returns the folder of a site that has, beside its pages, links that lead out of it, and a secret above it.
func attackedSite(t testing.TB) string {
	t.Helper()
	above := t.TempDir()
	out := filepath.Join(above, "site")
	for name, text := range map[string]string{"secret.txt": secret, "site/index.html": "the first page", "site/404.html": "no such page", "site/assets/a.css": "a {}"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(above, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(above, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link.txt": "../secret.txt", "absolute.txt": filepath.Join(above, "secret.txt"), "up": "..", "loop": "loop", "assets/deep": "../../"} {
		if err := os.Symlink(to, filepath.Join(out, name)); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// startWeb serves a handler on loopback, and returns the address; watch is told what connections do, unless it is nil.
func startWeb(t *testing.T, handler http.Handler, most timeouts, watch func(net.Conn, http.ConnState)) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	web := newWeb(localOnly(listener.Addr(), handler), most)
	web.ConnState = watch
	var serving sync.WaitGroup
	serving.Go(func() { _ = web.Serve(listener) })
	t.Cleanup(func() {
		_ = web.Close()
		serving.Wait()
	})
	return listener.Addr().String()
}

var unhurried = timeouts{header: time.Minute, idle: time.Minute, write: time.Minute}

// TestServeRequests sends what no browser sends: none gets what is not of the site, none ends in a fault of the server, and it goes on.
func TestServeRequests(t *testing.T) {
	address := startWeb(t, Handler(folder(attackedSite(t))), unhurried, nil)
	get := func(path string) string { return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n" }
	host := func(name string) string { return "GET / HTTP/1.1\r\nHost: " + name + "\r\n\r\n" }
	type attack struct {
		request string
		want    string // statuses
	}
	kinds := map[string][]attack{}
	for _, path := range []string{
		"/../secret.txt", "/../../../../../../etc/passwd", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/assets/%2e%2e/%2e%2e/secret.txt",
		"/..%5csecret.txt", `/..\secret.txt`, `/assets\..\..\secret.txt`, "/%5c..%5csecret.txt", "/..;/secret.txt", "/.../secret.txt", "/....//secret.txt", "//../secret.txt", "/./../secret.txt",
		"/%c0%ae%c0%ae/secret.txt", "/%252e%252e/secret.txt", "/%uff0e%uff0e/secret.txt", "/%00", "/index.html%00.css", "/..%00/secret.txt", "/%2e%2e%00%2fsecret.txt",
		"/file:///etc/passwd", "/C:/Windows/win.ini", "/c:%5cWindows%5cwin.ini", "/%5c%5chost%5cshare", "/con", "/nul.html", "/index.html::$DATA", "/~root", "/.git/HEAD", "/.env",
	} {
		kinds["traversal"] = append(kinds["traversal"], attack{get(path), "404 400"})
	}
	for _, path := range []string{"/link.txt", "/absolute.txt", "/up/secret.txt", "/up", "/loop", "/loop/loop", "/assets/deep/secret.txt", "/assets/deep/site/up/secret.txt"} {
		kinds["symbolic links"] = append(kinds["symbolic links"], attack{get(path), "404"})
	}
	for _, path := range []string{"/" + strings.Repeat("a", 300), "/" + strings.Repeat("long/", 2000), "/" + strings.Repeat("%41", 9000), "/" + strings.Repeat("../", 9000) + "secret.txt", "/assets", "/assets/", "/index.html/", "/index.html/x"} {
		kinds["names"] = append(kinds["names"], attack{get(path), "404 200"})
	}
	for _, name := range []string{"evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example@localhost", "localhost@evil.example", "0.0.0.0", "10.0.0.1", "[::ffff:10.0.0.1]", "2130706433", "", "..", "localhost:80:80", "localhosts"} {
		kinds["hosts"] = append(kinds["hosts"], attack{host(name), "421 400"})
	}
	kinds["hosts"] = append(kinds["hosts"], attack{"GET / HTTP/1.1\r\n\r\n", "400"}, attack{"GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n", "400"},
		attack{"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", "421"})
	for _, method := range []string{"PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND", "get", "PRI", "GETS"} {
		kinds["methods"] = append(kinds["methods"], attack{method + " / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 400"})
	}
	kinds["methods"] = append(kinds["methods"], attack{"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 400"}, attack{"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", "400"}, attack{"nonsense\r\n\r\n", "400"})
	kinds["sizes"] = []attack{
		{"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + strings.Repeat("a", 2*maxHeader) + "\r\n\r\n", "431"},
		{"GET / HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X: a\r\n", maxHeader/3) + "\r\n", "431"},
		{"GET /" + strings.Repeat("a", 2*maxHeader) + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "431 414"},
		{"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n" + strings.Repeat("a", 1<<16), "413"},
		{"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nabcde", "413"},
		{"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n", "413"},
		{"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400 413"},
		{"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", "400"},
		{"GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + strings.Repeat("0-1,", 9000) + "0-1\r\n\r\n", "200 206 416"},
		{"GET / HTTP/1.1\r\nHost: localhost\r\nRange: bytes=-99999999999999999999\r\n\r\n", "200 206 416"},
		{"GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b: folded\r\n\r\n", "200 400"},
		{"GET / HTTP/1.1\r\nHost: localhost\r\nX\x00Y: a\r\n\r\n", "400"},
	}
	for kind, attacks := range kinds {
		survived := 0
		for _, a := range attacks {
			status, body := ask(t, address, a.request)
			if !strings.Contains(a.want, status) || status == "" || strings.Contains(body, secret) || strings.Contains(body, "root:") {
				t.Errorf("%s: %.80q: got %q and %.80q, want %s", kind, a.request, status, body, a.want)
				continue
			}
			survived++
		}
		t.Logf("%s: %d tried, %d survived", kind, len(attacks), survived)
	}
	if status, body := ask(t, address, get("/")); status != "200" || body != "the first page" {
		t.Errorf("afterwards: got %s and %q, want the first page", status, body)
	}
}

// ask sends bytes to a server, and returns the status and what it answers.
func ask(t *testing.T, address, request string) (status, body string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	go func() { _, _ = io.WriteString(conn, request) }() // it may be refused before it is read
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return "", err.Error()
	}
	defer response.Body.Close()
	text, _ := io.ReadAll(response.Body) // that of a request that was refused may be cut
	return fmt.Sprint(response.StatusCode), string(text)
}

// TestServeThousand serves a page while a thousand others say nothing, half of what they want, do not read the answer, or listen to what
// changes. It rids itself of those who are slow, and of what it kept for them.
func TestServeThousand(t *testing.T) {
	out := attackedSite(t)
	if err := os.WriteFile(filepath.Join(out, "large.txt"), make([]byte, 16<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	changes := &buildState{}
	changes.note()
	var mu sync.Mutex
	open := map[net.Conn]bool{}
	short := timeouts{header: time.Second, idle: time.Second, write: time.Second}
	address := startWeb(t, liveHandler(folder(out), changes), short, func(c net.Conn, state http.ConnState) {
		mu.Lock()
		defer mu.Unlock()
		open[c] = true
		if state == http.StateClosed {
			delete(open, c)
		}
	})
	each := 250
	if testing.Short() {
		each = 50
	}
	for kind, request := range map[string]string{
		"idle connections": "", "half requests": "GET / HTTP/1.1\r\nHost: local", "readers that never read": "GET /large.txt HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"listeners": "GET /_changes HTTP/1.1\r\nHost: localhost\r\n\r\n",
	} {
		for range each {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close() })
			if _, err := io.WriteString(conn, request); err != nil {
				t.Errorf("%s: %v", kind, err)
			}
		}
		const pages = 25
		for range pages {
			if status, body := ask(t, address, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); status != "200" || body != "the first page" {
				t.Errorf("beside %s: got %q and %q, want the first page", kind, status, body)
			}
		}
		t.Logf("%s: %d at the same time, and %d pages beside them", kind, each, pages)
	}
	for t.Context().Err() == nil { // until none is left
		mu.Lock()
		left := len(open)
		mu.Unlock()
		if left == 0 {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d connections are left", len(open))
}

// TestServeVanished serves a folder that loses files, then its pages, then itself, and that comes again.
func TestServeVanished(t *testing.T) {
	out := attackedSite(t)
	handler := Handler(folder(out))
	for _, tt := range []struct {
		change func() error
		status int
		body   string
	}{
		{func() error { return nil }, 200, "the first page"},
		{func() error { return os.Remove(filepath.Join(out, "index.html")) }, 404, "no such page"},
		{func() error { return os.Remove(filepath.Join(out, "404.html")) }, 404, "there is no such page\n"},
		{func() error { return os.Mkdir(filepath.Join(out, "index.html"), 0o755) }, 404, "there is no such page\n"},
		{func() error { return os.RemoveAll(out) }, 404, "there is no such page\n"},
		{func() error { return os.WriteFile(out, nil, 0o644) }, 404, "there is no such page\n"},
		{func() error { return os.Remove(out) }, 404, "there is no such page\n"},
		{func() error { return os.Mkdir(out, 0o755) }, 404, "there is no such page\n"},
		{func() error { return os.WriteFile(filepath.Join(out, "index.html"), []byte("again"), 0o644) }, 200, "again"},
	} {
		if err := tt.change(); err != nil {
			t.Fatal(err)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
		if w.Code != tt.status || w.Body.String() != tt.body {
			t.Errorf("got %d and %q, want %d and %q", w.Code, w.Body, tt.status, tt.body)
		}
	}
}

// TestServeEndless checks that a cell that takes long does not keep its author from what was there before, nor from mending it.
func TestServeEndless(t *testing.T) {
	s := smallServer(t)
	file := filepath.Join(s.opt.Folder, "small.md")
	src := string(read(t, file))
	w := watching(t, s)
	<-w.first.built
	before := w.says()
	write(t, file, src+"\n```starlark {#endless}\n[0 for x in range(4000000) for y in range(1000) if y < 0]\n```\n")
	w.tick <- time.Time{}
	for s.at.Load() == nil || !strings.HasSuffix(*s.at.Load(), "cell endless") { // until it is computed
		time.Sleep(time.Millisecond)
	}
	s.tellSlow()
	if got, want := w.says(), (event{before.Built, "small.md: cell endless takes long; until it is done, what is shown is from before, or nothing"}); got != want {
		t.Errorf("while a cell takes long: got %+v, want %+v", got, want)
	}
	if page := get(t, w.web.URL+"/small.html"); !strings.Contains(page, "A small page") {
		t.Errorf("while a cell takes long: got %.300s, want the page from before", page)
	}
	write(t, file, strings.Replace(src, "A small page", "A mended page", 1))
	w.tick <- time.Time{}
	for w.says().Built == before.Built {
		time.Sleep(10 * time.Millisecond)
	}
	if page := get(t, w.web.URL+"/small.html"); !strings.Contains(page, "A mended page") || w.says().Fault != "" {
		t.Errorf("when it is mended: got %+v and %.300s", w.says(), page)
	}
}

// FuzzServePath asks for any path: it gets a file of the site, or the page that says that there is none.
func FuzzServePath(f *testing.F) {
	out := attackedSite(f)
	for _, path := range []string{"/", "/../secret.txt", "/link.txt", "/up/secret.txt", "/assets/deep/secret.txt", "/a\x00b", `/..\secret.txt`, "/assets", "//", "/index.html/.."} {
		f.Add(path, "br, gzip;q=0")
	}
	f.Fuzz(func(t *testing.T, path, accept string) {
		r := httptest.NewRequestWithContext(context.Background(), http.MethodGet, "/", nil)
		r.URL.Path = path
		r.Header.Set("Accept-Encoding", accept)
		w := httptest.NewRecorder()
		Handler(folder(out)).ServeHTTP(w, r)
		if w.Code != http.StatusOK && w.Code != http.StatusNotFound || strings.Contains(w.Body.String(), secret) {
			t.Errorf("%q: got %d and %.80q", path, w.Code, w.Body)
		}
	})
}
