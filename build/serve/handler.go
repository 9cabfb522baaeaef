package serve

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"topobook/build"
)

// Handler serves a built site from a folder, as a good static host does: with the right types, the
// compressed variants, and files that have their hash in their name kept by the browser.
func Handler(site fs.FS) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serveFile(w, r, site, nil)
	})
}

// serveFile answers one request. If edit is not nil, pages pass through it.
func serveFile(w http.ResponseWriter, r *http.Request, site fs.FS, edit func([]byte) []byte) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "want GET", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	status := http.StatusOK
	data, err := fs.ReadFile(site, name)
	if err != nil { // a folder, a name that no file can have, a link that leads out of the site
		status, name = http.StatusNotFound, "404.html"
		data, err = fs.ReadFile(site, name)
	}
	if err != nil {
		http.Error(w, "cannot read the site", http.StatusInternalServerError)
		return
	}
	head := w.Header()
	kind := build.ContentType(name)
	if strings.HasPrefix(kind, "text/") {
		kind += "; charset=utf-8"
	}
	head.Set("Content-Type", kind)
	head.Set("Cache-Control", "no-cache")
	if build.Hashed(name) {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	head.Set("Vary", "Accept-Encoding")
	head.Set("X-Content-Type-Options", "nosniff")
	if path.Ext(name) == ".html" && name != "404.html" { // which brings its own style
		head.Set("Content-Security-Policy", build.Policy)
	}
	if edit != nil && path.Ext(name) == ".html" {
		data = edit(data)
	} else if small, coding := variant(r, site, name); coding != "" {
		head.Set("Content-Encoding", coding)
		data = small
	}
	if status == http.StatusOK {
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
		return
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(data)
	}
}

// variant returns the compressed file that the client takes, and its coding; both are empty if there is none.
func variant(r *http.Request, site fs.FS, name string) ([]byte, string) {
	accepted := map[string]bool{}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		accepted[coding] = strings.TrimSpace(weight) != "q=0"
	}
	for _, v := range []struct{ coding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepted[v.coding] {
			continue
		}
		if data, err := fs.ReadFile(site, name+v.ending); err == nil {
			return data, v.coding
		}
	}
	return nil, ""
}
