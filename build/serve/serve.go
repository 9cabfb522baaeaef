// Package serve shows the site while its author works: it builds it, serves it, and builds it again on every change.
package serve

import (
	"bytes"
	"context"
	_ "embed" // for live.js
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"topobook/build"
	"topobook/notebooks/markdown"
)

// Options say what to serve, and where.
type Options struct {
	build.Options
	Addr string // localhost:8080 if empty
}

// pollEvery is how often source files are looked at.
const pollEvery = 400 * time.Millisecond

// liveScript makes a page load anew when the site has been built again, also by another process
// on the same address, and shows what is wrong if it cannot be built. It is added to served pages only. The browser asks again after each answer:
// a connection that stayed open would be one of the six that it has for all pages of a host.
//
//go:embed live.js
var liveScript string

// firstPage is served as long as the site has not been built for a fault in its files.
const firstPage = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">" +
	"<title>topobook</title><body><p>The site cannot be built yet.</p></body></html>"

// Serve builds the site, serves it until ctx is done, builds it again when a file of its folder, or of a checkout's
// site/, changes, and then has open pages reload. A fault in a file is logged and shown in open pages, and the site of the
// last good build stays. Pages are there before the browser program is, and those who ask for that wait for it. When a Go file of the checkout changes, Serve compiles the command anew and returns the
// path of the program, for the caller to run in its place.
func Serve(ctx context.Context, opt Options) (program string, err error) {
	if opt.Addr == "" {
		opt.Addr = "localhost:8080"
	}
	if opt.Log == nil {
		opt.Log = func(string) {}
	}
	opt.Live = true
	s := newServer(opt.Options)
	if opt.Engine == nil && opt.Checkout == "" { // nothing will ever come of it: say so at once
		return "", s.builder.Compile(ctx)
	}
	listener, err := net.Listen("tcp", opt.Addr)
	if err != nil {
		return "", err
	}
	defer listener.Close()
	watched := s.snapshot()
	changes := &buildState{}
	if err := s.first(ctx, changes); err != nil {
		return "", err
	}
	site, err := os.OpenRoot(s.opt.Out) // links in it lead nowhere else
	if err != nil {
		return "", err
	}
	defer site.Close()
	web := &http.Server{
		Handler:           localOnly(listener.Addr(), liveHandler(site.FS(), changes)),
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stopped := context.AfterFunc(ctx, func() { _ = web.Close() })
	defer stopped()
	s.log("serving http://%s/", listener.Addr())
	rebuilt := make(chan string, 1)
	go func() {
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		rebuilt <- s.watch(ctx, tick.C, watched, changes)
		_ = web.Close()
	}()
	if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return "", err
	}
	return <-rebuilt, nil
}

// A server builds a site again and again.
type server struct {
	opt     build.Options
	builder *build.Builder
}

func newServer(opt build.Options) *server {
	if opt.Out == "" {
		opt.Out = filepath.Join(opt.Folder, "dist")
	}
	return &server{opt, build.NewBuilder(opt)}
}

// log tells what is going on, in one line.
func (s *server) log(format string, args ...any) { s.opt.Log(fmt.Sprintf(format, args...)) }

// first builds the site. A fault in its files is no error: they may be mended while it is served.
func (s *server) first(ctx context.Context, changes *buildState) error {
	_, err := s.builder.Build(ctx, false)
	var fault *markdown.Fault
	if errors.As(err, &fault) {
		s.fail(err, changes)
		return os.MkdirAll(s.opt.Out, 0o755)
	}
	if s.opt.Engine != nil {
		changes.engine.set(nil)
	}
	changes.note()
	return err
}

// fail tells what is wrong, unless a build was only stopped.
func (s *server) fail(err error, changes *buildState) {
	if !errors.Is(err, context.Canceled) {
		s.log("%v", err)
		changes.fail(err)
	}
}

// liveHandler serves the site with a script in its pages that follows changes.
func liveHandler(site fs.FS, changes *buildState) http.Handler {
	edit := func(page []byte) []byte {
		return bytes.Replace(page, []byte("</body>"), []byte(`<script src="/_live.js"></script></body>`), 1)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/_changes":
			changes.serve(w)
		case r.URL.Path == "/_live.js":
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			_, _ = io.WriteString(w, liveScript) // the reader may have left
		case !changes.built():
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write(edit([]byte(firstPage))) // the reader may have left
		default:
			if build.OfEngine(strings.TrimPrefix(path.Clean(r.URL.Path), "/")) {
				if err := changes.engine.wait(r.Context()); err != nil {
					http.Error(w, err.Error(), http.StatusServiceUnavailable)
					return
				}
			}
			serveFile(w, r, site, edit)
		}
	})
}

// watch completes the site, and builds it again after each change of its source
// files, which it looks at on each tick: without the outputs of heavy cells, so that it is there soon, and then with them. It returns when ctx
// is done, or with the path of the program when that has been compiled anew.
func (s *server) watch(ctx context.Context, tick <-chan time.Time, seen map[string]stamp, changes *buildState) (program string) {
	complete := &completion{cancel: func() {}}
	if changes.built() {
		complete = s.complete(ctx, changes)
	}
	defer func() { complete.stop() }()
	reload := false // when it is complete: not at first, for what pages show then is not wrong
	for {
		select {
		case <-ctx.Done():
			return ""
		case err := <-complete.done:
			if err != nil {
				s.fail(err, changes)
			} else if reload && complete.ran > 0 { // pages show something else now
				changes.note()
			}
			complete.done = nil
			continue
		case <-tick:
		}
		now := s.snapshot()
		changed := changedFiles(seen, now)
		seen = now
		if len(changed) == 0 {
			continue
		}
		s.log("%s changed", changed[0])
		if strings.HasSuffix(changed[0], ".go") {
			if program, err := compileCommand(ctx, s.opt.Checkout); err == nil {
				return program
			} else {
				s.fail(err, changes)
			}
			continue
		}
		complete.stop()
		if _, err := s.builder.Build(ctx, false); err != nil {
			s.fail(err, changes)
			continue
		}
		changes.note()
		reload = true
		complete = s.complete(ctx, changes)
	}
}

// A completion is what makes a site whole while it is served already.
type completion struct {
	cancel context.CancelFunc
	done   chan error // how it ended; nil once that is known
	ran    int        // notebooks that it computed, once it is done
}

// complete makes the engine, unless that is there, and then builds the site with the outputs of heavy cells.
func (s *server) complete(ctx context.Context, changes *buildState) *completion {
	ctx, cancel := context.WithCancel(ctx)
	c := &completion{cancel: cancel, done: make(chan error, 1)}
	go func() {
		c.done <- func() error {
			if !changes.engine.there() {
				err := s.builder.Compile(ctx)
				if err == nil {
					_, err = s.builder.Build(ctx, false)
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				changes.engine.set(err)
				if err != nil {
					return err
				}
			}
			report, err := s.builder.Build(ctx, true)
			c.ran = report.Ran
			return err
		}()
	}()
	return c
}

// stop ends it, and waits until nothing of it runs any more.
func (c *completion) stop() {
	c.cancel()
	if c.done != nil {
		<-c.done
		c.done = nil
	}
}

// compileCommand compiles the command of the checkout at root and returns the path of the program.
func compileCommand(ctx context.Context, root string) (program string, err error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	program = filepath.Join(dir, "topobook", "serve-a")
	if running, _ := os.Executable(); running == program {
		program = filepath.Join(dir, "topobook", "serve-b")
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/topobook")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %s", bytes.TrimSpace(out))
	}
	return program, nil
}

// A stamp tells one state of a file from another.
type stamp struct {
	changed time.Time
	size    int64
}

// snapshot returns the stamps of the source files by name: those of the folder, and of the checkout if there is one.
func (s *server) snapshot() map[string]stamp {
	folders := []string{s.opt.Folder}
	if s.opt.Checkout != "" {
		for _, name := range []string{"build", "cmd", "notebooks", "site", "topology", "wasm"} {
			folders = append(folders, filepath.Join(s.opt.Checkout, name))
		}
	}
	out := filepath.Clean(s.opt.Out)
	stamps := map[string]stamp{}
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil: // a file that is gone is a change, and no fault
				return nil
			case entry.IsDir():
				if name != folder && (name == out || entry.Name() == "dist" || strings.HasPrefix(entry.Name(), ".")) {
					return filepath.SkipDir
				}
				return nil
			case strings.HasSuffix(name, "_test.go"), s.opt.Checkout == "" && strings.HasSuffix(name, ".go"):
				return nil
			}
			if info, err := entry.Info(); err == nil {
				stamps[name] = stamp{info.ModTime(), info.Size()}
			}
			return nil
		})
	}
	return stamps
}

// changedFiles returns the files that differ, those of Go first.
func changedFiles(old, now map[string]stamp) []string {
	var first, last []string
	add := func(name string) {
		if strings.HasSuffix(name, ".go") {
			first = append(first, name)
		} else {
			last = append(last, name)
		}
	}
	for name, stamp := range now {
		if old[name] != stamp {
			add(name)
		}
	}
	for name := range old {
		if _, there := now[name]; !there {
			add(name)
		}
	}
	return append(first, last...)
}

// localOnly refuses, if the server listens on this computer alone, what was asked of another name:
// a stranger's page whose name leads here could read the site.
func localOnly(at net.Addr, handler http.Handler) http.Handler {
	if tcp, ok := at.(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		return handler
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = strings.Trim(r.Host, "[]")
		}
		if host != "localhost" && !strings.HasSuffix(host, ".localhost") && !net.ParseIP(host).IsLoopback() {
			http.Error(w, fmt.Sprintf("host %q: want localhost", host), http.StatusMisdirectedRequest)
			return
		}
		handler.ServeHTTP(w, r)
	})
}
