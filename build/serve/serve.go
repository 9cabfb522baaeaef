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
	"sync/atomic"
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
// last good build stays; so it is while a cell takes long, and a change of its file ends it. Pages are there before the browser program is,
// and those who ask for that wait for it. When a Go file of the checkout changes, Serve compiles the command anew and returns the
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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watched := s.snapshot()
	first := s.rebuild(ctx, false)
	defer first.stop()
	select {
	case <-first.built:
		if first.err != nil {
			return "", first.err
		}
	case <-time.After(patience):
		s.tellSlow()
	}
	web := newWeb(localOnly(listener.Addr(), liveHandler(folder(s.opt.Out), s.changes)), timeouts{header: 10 * time.Second, idle: 2 * time.Minute, write: time.Minute})
	web.BaseContext = func(net.Listener) context.Context { return ctx }
	stopped := context.AfterFunc(ctx, func() { _ = web.Close() })
	defer stopped()
	s.log("serving http://%s/", listener.Addr())
	rebuilt := make(chan string, 1)
	go func() {
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		rebuilt <- s.watch(ctx, tick.C, watched, first)
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
	changes *buildState
	at      atomic.Pointer[string] // the cell that is computed, by its notebook; nil before there is one
}

func newServer(opt build.Options) *server {
	if opt.Out == "" {
		opt.Out = filepath.Join(opt.Folder, "dist")
	}
	s := &server{opt: opt, changes: &buildState{}}
	s.opt.At = func(file, cell string) {
		at := file + ": cell " + cell
		s.at.Store(&at)
	}
	s.builder = build.NewBuilder(s.opt)
	return s
}

// log tells what is going on, in one line.
func (s *server) log(format string, args ...any) { s.opt.Log(fmt.Sprintf(format, args...)) }

// fail tells what is wrong, unless a build was only stopped.
func (s *server) fail(err error) {
	if !errors.Is(err, context.Canceled) {
		s.log("%v", err)
		s.changes.fail(err)
	}
}

// patience is how long a build may take before pages are told what it waits for.
const patience = 5 * time.Second

// tellSlow tells which cell takes long.
func (s *server) tellSlow() {
	at := s.at.Load()
	if at == nil {
		return
	}
	if text := *at + " takes long; until it is done, what is shown is from before, or nothing"; s.changes.busy(text) {
		s.log("%s", text)
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

// watch builds the site again after each change of its source files, which it looks at on each tick; work is the build that is under
// way. It returns when ctx is done, or with the path of the program when that has been compiled anew.
func (s *server) watch(ctx context.Context, tick <-chan time.Time, seen map[string]stamp, work *work) (program string) {
	defer func() { work.stop() }()
	for {
		select {
		case <-ctx.Done():
			return ""
		case <-tick:
		}
		if !work.isBuilt() && time.Since(work.begun) > patience {
			s.tellSlow()
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
				s.fail(err)
			}
			continue
		}
		work.stop()
		work = s.rebuild(ctx, true)
	}
}

// A work is a build of the site that is under way: without the outputs of heavy cells, so that it is there soon, and then with them.
type work struct {
	cancel context.CancelFunc
	begun  time.Time
	built  chan struct{} // closed when the first part is done
	err    error         // of the first part, once it is done, but no fault in a file: that may be mended
	done   chan struct{} // closed when nothing of it runs any more
}

// rebuild begins a build. If it is not the first, pages reload once heavy cells have other outputs: at first, what they show is not wrong.
func (s *server) rebuild(ctx context.Context, again bool) *work {
	ctx, cancel := context.WithCancel(ctx)
	w := &work{cancel: cancel, begun: time.Now(), built: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(w.done)
		_, err := s.builder.Build(ctx, false)
		if err != nil {
			s.fail(err)
			if fault := (*markdown.Fault)(nil); !errors.As(err, &fault) {
				w.err = err
			}
			close(w.built)
			return
		}
		if s.opt.Engine != nil {
			s.changes.engine.set(nil)
		}
		s.changes.note()
		close(w.built)
		switch ran, err := s.complete(ctx); {
		case err != nil:
			s.fail(err)
		case again && ran > 0: // pages show something else now
			s.changes.note()
		}
	}()
	return w
}

// complete makes the engine, unless that is there, and then builds the site with the outputs of heavy cells; it returns how many
// notebooks it computed for that.
func (s *server) complete(ctx context.Context) (ran int, err error) {
	if !s.changes.engine.there() {
		err := s.builder.Compile(ctx)
		if err == nil {
			_, err = s.builder.Build(ctx, false)
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		s.changes.engine.set(err)
		if err != nil {
			return 0, err
		}
	}
	report, err := s.builder.Build(ctx, true)
	return report.Ran, err
}

// isBuilt tells whether the first part is done.
func (w *work) isBuilt() bool {
	select {
	case <-w.built:
		return true
	default:
		return false
	}
}

// stop ends it, and waits until nothing of it runs any more.
func (w *work) stop() {
	w.cancel()
	<-w.done
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
