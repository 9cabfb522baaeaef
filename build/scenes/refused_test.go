package scenes_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"topobook/build"
)

// TestRefused has browsers refuse what the page uses. It computes without, or says that it does not.
func TestRefused(t *testing.T) {
	const noEngine = `^The engine did not start \(.+\): what you see are the published results; change a value to try again\.$`
	const noCaches = `for (const name of ['open', 'keys', 'match', 'delete']) caches[name] = () => Promise.reject(new DOMException('refused', 'SecurityError'));`
	scene(t, func(t *visit) {
		for _, tt := range []struct{ name, script, policy, worker, says string }{
			{name: "a browser without WebAssembly", script: `delete window.WebAssembly`, says: `^The engine did not start \(this browser does not run WebAssembly\): `},
			{name: "a browser without workers", script: `window.Worker = undefined`, says: noEngine},
			{name: "a host whose policy bars WebAssembly", policy: "script-src 'self' 'unsafe-inline'", says: noEngine},
			{name: "a host whose policy wants workers by their addresses", policy: "worker-src 'self'"},
			{name: "a browser that refuses service workers", script: `navigator.serviceWorker.register = () => Promise.reject(new DOMException('refused', 'SecurityError'))`},
			{name: "a browser without service workers", script: `Object.defineProperty(navigator, 'serviceWorker', { value: undefined })`},
			{name: "a browser that refuses caches", worker: noCaches},
			{name: "a browser that no longer gives what it keeps", worker: `addEventListener('activate', () => { ` + noCaches + ` });`},
			{name: "a browser that loses what it asks of its service worker", worker: `addEventListener('fetch', e => {
				if (!/plain/.test(e.request.url)) return
				e.respondWith(new Promise(() => {}))
				e.stopImmediatePropagation()
			});`},
			{name: "a browser without hashes", script: `Object.defineProperty(crypto, 'subtle', { value: undefined })`},
			{name: "a browser without storage", script: `for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches']) Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError') } })`},
		} {
			h := newHost(t, sample(t))
			h.script += wary + "\n" + tt.script
			h.goesWrong(func(w http.ResponseWriter, name string) bool {
				if tt.policy != "" {
					w.Header().Set("Content-Security-Policy", tt.policy)
				}
				if name != "sw.js" || tt.worker == "" {
					return false
				}
				worker, err := os.ReadFile(filepath.Join(h.dir, name))
				if err != nil {
					return false
				}
				as(w, "text/javascript", append([]byte(tt.worker), worker...))
				return true
			})
			began := time.Now()
			b := t.open(h.page("sample"))
			for range 2 {
				if tt.says != "" {
					b.slide("k", 3)
					b.wait(is("#status", tt.says))
					t.Logf("%s: %s", tt.name, b.text("#status"))
				} else {
					b.computes()
				}
				if tt.worker != "" && tt.worker != noCaches {
					b.wait(`navigator.serviceWorker.ready`)
				}
				if !strings.Contains(b.text("#cell-sum .output"), "5") {
					t.Errorf("%s: the page does not read", tt.name)
				}
				for _, fault := range eval[[]string](b, `broken`) {
					t.Errorf("%s: %s", tt.name, fault)
				}
				b.open(h.page("sample") + "?again")
			}
			t.attacked(tt.name, true, time.Since(began))
		}
	}, "chromium", "firefox")
}

// another returns a site as the sample is after a change of everything: its files have other names.
func another(t testing.TB) site {
	t.Helper()
	s := sample(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, start := range []string{"boot.", "style.", "wasm_exec.", "topobook."} {
		files, err := filepath.Glob(filepath.Join(dir, build.AssetsDir, start+"*"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files, %v", start, err)
		}
		for _, file := range files {
			ending := strings.TrimPrefix(filepath.Ext(file), ".")
			if ending != "js" && ending != "css" && ending != "wasm" {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, '\n')
			sum := sha256.Sum256(data)
			name := fmt.Sprintf("%s%x.%s", start, sum[:8], ending)
			names = append(names, path.Base(file), name)
			if err := os.WriteFile(filepath.Join(filepath.Dir(file), name), data, 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(file); err != nil {
				t.Fatal(err)
			}
		}
	}
	names = append(names, "A sample</h1>", "A sample, anew</h1>")
	replace := strings.NewReplacer(names...)
	pages, _ := filepath.Glob(filepath.Join(dir, "*.html"))
	for _, file := range append(pages, filepath.Join(dir, "sw.js")) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := replace.Replace(string(data))
		if filepath.Base(file) == "sw.js" {
			text = strings.Replace(text, `VERSION="`, `VERSION="anew`, 1)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, ending := range []string{".br", ".gz"} {
			_ = os.Remove(file + ending)
		}
	}
	s.dir = dir
	return s
}

// becomes makes the host serve the pages of one site and the other files, and the service worker, of another.
func (h *host) becomes(pages, rest site) {
	h.goesWrong(func(w http.ResponseWriter, name string) bool {
		if name != "" && path.Ext(name) != ".html" {
			return false
		}
		data, err := os.ReadFile(filepath.Join(pages.dir, name))
		if err != nil {
			return false
		}
		as(w, "text/html; charset=utf-8", bytes.Replace(data, []byte("<meta charset"), []byte("<script>"+h.script+"</script><meta charset"), 1))
		return true
	})
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dir = rest.dir
}

// TestEditions has a host serve the pages of one edition and the files of another. Who was there before goes on with the earlier edition, whole;
// others read the page. Once the host has all of the new edition everybody has it.
func TestEditions(t *testing.T) {
	scene(t, func(t *visit) {
		old, anew := sample(t), another(t)
		for _, tt := range []struct {
			name        string
			pages, rest site
		}{
			{"pages of an earlier edition, files of the next", old, anew},
			{"pages of the next edition, files of an earlier one", anew, old},
		} {
			// Who comes for the first time reads, and is told.
			h := newHost(t, old)
			h.becomes(tt.pages, tt.rest)
			b := t.open(h.page("sample"))
			b.wait(contains("#cell-sizes table", "4"))
			b.wait(`document.querySelector('.still').getClientRects().length`)
			h.becomes(anew, anew)
			began := time.Now()
			b.reload()
			b.wait(contains("h1", "anew"))
			b.computes()
			t.attacked(tt.name, true, time.Since(began))

			// Whose page is open is told when it wants a file that is gone.
			h = newHost(t, old)
			h.script += onConnection(`saveData: true`) // so that nothing is kept
			b = t.open(h.page("sample"))
			h.becomes(anew, anew)
			b.slide("k", 3)
			b.wait(is("#status", `^The engine did not start \(404 .*\): `))
			began = time.Now()
			b.reload()
			b.wait(contains("h1", "anew"))
			b.computes()
			t.attacked("a page that is open while the next edition comes", true, time.Since(began))

			// Who was there before.
			h = newHost(t, old)
			b = t.open(h.page("sample"))
			b.kept("sample.html")
			b.kept("topobook.")
			h.becomes(tt.pages, tt.rest)
			for range 3 { // the service worker of the next edition may want to take over
				b.open(h.page("sample"))
				b.wait(`getComputedStyle(document.querySelector('.top')).display == 'flex'`)
				b.computes()
				if got := b.text("h1"); got != "A sample" {
					t.Errorf("%s: a reader who was there before sees %q, want the earlier edition", tt.name, got)
				}
				b.js(`navigator.serviceWorker.getRegistration().then(r => r.update()).catch(() => {})`)
			}
			h.becomes(anew, anew)
			began = time.Now()
			b.open(h.page("sample"))
			b.wait(contains("h1", "anew"))
			b.computes()
			t.attacked(tt.name+", for who was there", true, time.Since(began))
			b.wait(`(async () => { await (await navigator.serviceWorker.getRegistration()).update().catch(() => {})
				return (await caches.keys()).every(key => key.includes('anew')) })()`)
			b.kept("topobook.")
			b.kept("sample.html")
			h.Close()
			b.open(h.page("sample"))
			b.wait(contains("h1", "anew"))
			b.computes()
		}
	}, "chromium", "firefox")
}

// TestShortAddresses has a host that leads from sample.html to sample, as some do. What is read is kept all the same.
func TestShortAddresses(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			if short, isPage := strings.CutSuffix(name, ".html"); isPage {
				w.Header().Set("Location", subPath+strings.TrimSuffix(short, "index"))
				w.WriteHeader(http.StatusPermanentRedirect)
				return true
			}
			data, err := os.ReadFile(filepath.Join(h.dir, name+".html"))
			if name == "" || err != nil {
				return false
			}
			as(w, "text/html; charset=utf-8", bytes.Replace(data, []byte("<meta charset"), []byte("<script>"+h.script+"</script><meta charset"), 1))
			return true
		})
		b := t.open(h.page("sample"))
		if got := eval[string](b, `location.pathname`); got != subPath+"sample" {
			t.Fatalf("the page is at %s", got)
		}
		next := eval[string](b, `document.querySelector('.next a').href`)
		b.computes()
		b.wait(`location.hash == '#k=4'`)
		b.kept("sample.html")
		b.kept(path.Base(next))
		b.kept("topobook.")
		h.Close()
		began := time.Now()
		for _, url := range []string{h.page("sample"), strings.TrimSuffix(h.page("sample"), ".html")} {
			b.open(url)
			b.computes()
		}
		b.open(next)
		b.wait(`document.querySelector('svg.net') && document.querySelector('h1')`)
		b.open(h.URL + subPath)
		b.wait(contains("body", "A sample"))
		t.attacked("a host that leaves out .html", true, time.Since(began))
	})
}

// TestAnyCase has a host that takes capital letters for small ones, and an address that was typed in capitals.
func TestAnyCase(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			files, err := os.ReadDir(filepath.Join(h.dir, path.Dir(name)))
			if err != nil {
				return false
			}
			for _, file := range files {
				if strings.EqualFold(file.Name(), path.Base(name)) {
					data, err := os.ReadFile(filepath.Join(h.dir, path.Dir(name), file.Name()))
					if err != nil {
						return false
					}
					if path.Ext(file.Name()) == ".html" {
						data = bytes.Replace(data, []byte("<meta charset"), []byte("<script>"+h.script+"</script><meta charset"), 1)
					}
					as(w, build.ContentType(file.Name()), data)
					return true
				}
			}
			return false
		})
		began := time.Now()
		b := t.open(h.URL + subPath + "SAMPLE.HTML")
		b.computes()
		b.quiet()
		b.reload()
		b.computes()
		t.attacked("a host that takes capitals for small letters", true, time.Since(began))
	})
}

// TestSmallLetters checks that a host that knows no capital letters, or makes small ones of them, has all files of the site.
func TestSmallLetters(t *testing.T) {
	t.Parallel()
	hash := regexp.MustCompile(`\.[0-9a-f]{16}\.`)
	for name := range whole(t).Files {
		if name != strings.ToLower(name) {
			t.Errorf("%s: want small letters in the names of files", hash.ReplaceAllString(name, "."))
		}
	}
}
