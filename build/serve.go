package build

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// ServeOptions say what to serve, and where.
type ServeOptions struct {
	Root string            // the checkout
	Out  string            // the folder of the site, dist in Root if empty
	Addr string            // localhost:8080 if empty
	Log  func(line string) // told what Serve does; may be nil
}

// pollEvery is how often source files are looked at.
const pollEvery = 400 * time.Millisecond

// reloadScript makes a page load anew when the site has been built again. It is added to served
// pages only.
const reloadScript = `<script>new EventSource("_changes").onmessage=()=>location.reload()</script>`

// Serve builds the site, serves it until ctx is done, builds it again when a notebook or a file of
// site/ changes, and then has open pages reload. A fault in a file is logged, and the site of the
// last good build stays. What changes in Go takes effect when the command is started again.
func Serve(ctx context.Context, opt ServeOptions) error {
	if opt.Addr == "" {
		opt.Addr = "localhost:8080"
	}
	b := newBuilder(Options{Root: opt.Root, Out: opt.Out, Fast: true, Log: opt.Log})
	listener, err := net.Listen("tcp", opt.Addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	watched := snapshot(opt.Root)
	if _, err := b.build(ctx); err != nil {
		return err
	}
	changes := &broadcaster{listeners: map[chan struct{}]bool{}}
	server := &http.Server{
		Handler:           liveHandler(os.DirFS(b.opt.Out), changes),
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx },
	}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	b.log("serving http://%s/", listener.Addr())
	go b.watch(ctx, watched, changes)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// liveHandler serves the site with a script in its pages that reloads them after a change.
func liveHandler(site fs.FS, changes *broadcaster) http.Handler {
	edit := func(page []byte) []byte {
		return bytes.Replace(page, []byte("</body>"), []byte(reloadScript+"</body>"), 1)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/_changes" {
			changes.serve(w, r)
			return
		}
		serveFile(w, r, site, edit)
	})
}

// watch builds the site again after each change of its source files.
func (b *builder) watch(ctx context.Context, seen map[string]stamp, changes *broadcaster) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := snapshot(b.opt.Root)
		changed := changedFiles(seen, now)
		seen = now
		if len(changed) == 0 {
			continue
		}
		if strings.HasSuffix(changed[0], ".go") {
			b.log("%s changed: start the command again to use it", changed[0])
			continue
		}
		b.log("%s changed", changed[0])
		if _, err := b.build(ctx); err != nil {
			b.log("%v", err)
			continue
		}
		changes.send()
	}
}

// A stamp tells one state of a file from another.
type stamp struct {
	changed time.Time
	size    int64
}

// snapshot returns the stamps of the source files by name.
func snapshot(root string) map[string]stamp {
	stamps := map[string]stamp{}
	for _, folder := range []string{"notebooks", "site", "wasm", "topology"} {
		_ = filepath.WalkDir(filepath.Join(root, folder), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil // a file that is gone is a change, and no fault
			}
			if info, err := entry.Info(); err == nil {
				stamps[name] = stamp{info.ModTime(), info.Size()}
			}
			return nil
		})
	}
	return stamps
}

// changedFiles returns the files that differ, those that are not Go first.
func changedFiles(old, now map[string]stamp) []string {
	var first, last []string
	add := func(name string) {
		if strings.HasSuffix(name, ".go") {
			last = append(last, name)
		} else {
			first = append(first, name)
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

// A broadcaster tells open pages that the site has changed, as server-sent events.
type broadcaster struct {
	mu        sync.Mutex
	listeners map[chan struct{}]bool
}

func (b *broadcaster) send() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for listener := range b.listeners {
		select {
		case listener <- struct{}{}:
		default: // has not taken the last one yet
		}
	}
}

func (b *broadcaster) serve(w http.ResponseWriter, r *http.Request) {
	listener := make(chan struct{}, 1)
	b.mu.Lock()
	b.listeners[listener] = true
	b.mu.Unlock()
	defer func() {
		b.mu.Lock()
		delete(b.listeners, listener)
		b.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	control := http.NewResponseController(w)
	if control.Flush() != nil {
		return
	}
	for {
		select {
		case <-r.Context().Done():
			return
		case <-listener:
			if _, err := fmt.Fprint(w, "data: changed\n\n"); err != nil || control.Flush() != nil {
				return
			}
		}
	}
}
