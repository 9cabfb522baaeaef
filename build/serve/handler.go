package serve

import (
	"bytes"
	"io"
	"io/fs"
	"net/http"
	"os"
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
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "want GET", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	status := http.StatusOK
	file, err := openFile(site, name)
	if err != nil { // a folder, a name that no file can have, a link that leads out of the site
		status, name = http.StatusNotFound, "404.html"
		file, err = openFile(site, name)
	}
	if err != nil {
		http.Error(w, "there is no such page", http.StatusNotFound)
		return
	}
	defer func() { _ = file.Close() }()
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
	var content io.ReadSeeker = file
	if edit != nil && path.Ext(name) == ".html" {
		page, err := io.ReadAll(file)
		if err != nil {
			http.Error(w, "there is no such page any more", http.StatusNotFound)
			return
		}
		content = bytes.NewReader(edit(page))
	} else if small, coding := variant(r, site, name); coding != "" {
		defer func() { _ = small.Close() }()
		head.Set("Content-Encoding", coding)
		content = small
	}
	if status == http.StatusOK {
		http.ServeContent(w, r, name, time.Time{}, content)
		return
	}
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = io.Copy(w, content)
	}
}

// A folder has the files of a site. Links in it lead nowhere else. It may go and come again.
type folder string

func (f folder) Open(name string) (fs.File, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return root.FS().Open(name)
}

func (f folder) Stat(name string) (fs.FileInfo, error) {
	root, err := os.OpenRoot(string(f))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return fs.Stat(root.FS(), name)
}

// A seekable is an open file of a site.
type seekable interface {
	io.ReadSeeker
	io.Closer
}

// openFile opens a file of a site; it is read as it is sent, so that those who read slowly take no memory.
func openFile(site fs.FS, name string) (seekable, error) {
	info, err := fs.Stat(site, name)
	if err == nil && !info.Mode().IsRegular() {
		err = fs.ErrInvalid
	}
	if err != nil {
		return nil, err
	}
	file, err := site.Open(name)
	if err != nil {
		return nil, err
	}
	if file, ok := file.(seekable); ok {
		return file, nil
	}
	_ = file.Close()
	return nil, fs.ErrInvalid
}

// variant opens the compressed file that the client takes, and returns its coding, which is empty if there is none.
func variant(r *http.Request, site fs.FS, name string) (seekable, string) {
	accepted := map[string]bool{}
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		coding, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		accepted[coding] = strings.TrimSpace(weight) != "q=0"
	}
	for _, v := range []struct{ coding, ending string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepted[v.coding] {
			continue
		}
		if file, err := openFile(site, name+v.ending); err == nil {
			return file, v.coding
		}
	}
	return nil, ""
}
