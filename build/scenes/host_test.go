package scenes_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"topobook/build/browser"
)

// portal answers for a file as the login page of a network does, for ever.
func portal(asset string) func(w http.ResponseWriter, name string) bool {
	return func(w http.ResponseWriter, name string) bool {
		if !strings.HasPrefix(path.Base(name), asset) {
			return false
		}
		w.Header().Set("Content-Type", "text/html")
		if path.Ext(name) != ".html" {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		fmt.Fprint(w, "<!doctype html><html lang=en><title>Log in</title><p>Please log in.</html>")
		return true
	}
}

// computes checks that the page follows its reader.
func (b *tab) computes() {
	b.t.Helper()
	for _, k := range []int{3, 4} {
		b.slide("k", k)
		b.wait(contains("#cell-sizes table", fmt.Sprint(k*k)))
	}
	b.idle()
}

// kept waits until the service worker is there and keeps a file, given the start of its name.
func (b *tab) kept(asset string) {
	b.t.Helper()
	eval[bool](b, `(async () => {
		const kept = async () => { for (const key of await caches.keys()) {
			if ((await (await caches.open(key)).keys()).some(r => r.url.includes('/`+asset+`'))) return true } }
		await navigator.serviceWorker.ready // a page that opens from now on is in its charge
		while (!await kept()) await new Promise(done => setTimeout(done, 20))
		return true })()`)
}

// In a sandboxed frame a page has no origin: no storage, no service worker, and no right to a worker by its address.
// The policy of the page does what the attribute of a frame does.
func TestSandbox(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		sandbox := func(allow bool) func(w http.ResponseWriter, name string) bool {
			return func(w http.ResponseWriter, name string) bool {
				if allow {
					w.Header().Set("Access-Control-Allow-Origin", "*")
				}
				if path.Ext(name) == ".html" {
					w.Header().Set("Content-Security-Policy", "sandbox allow-scripts")
				}
				return false
			}
		}
		h.goesWrong(sandbox(true))
		b := t.open(h.page("sample"))
		if got := eval[string](b, `origin`); got != "null" {
			t.Fatalf("the page has the origin %s, want null", got)
		}
		if t.kind == "webkit" { // to which nothing is 'self' there: the page is what its file says, and no more
			b.wait(contains("h1", "A sample"))
			b.wait(contains("#cell-sizes table", "4"))
			b.wait(`document.querySelector('.no-js')`)
			return
		}
		b.computes()
		if eval[int](b, `navigator.hardwareConcurrency`) > 1 { // it starts further workers
			b.edit("sum", fmt.Sprintf(curve, 6000, 6000))
			b.key(browser.Enter, browser.Control)
			b.wait(`seen.some(m => m.type == 'idle' && m.lent > 0)`)
			b.idle()
		}
		h.goesWrong(sandbox(false))
		b = t.open(h.page("sample"))
		b.slide("k", 3)
		b.wait(contains("#status", "This page cannot compute here: the frame or its host does not let it load the engine. Open it at "+h.page("sample")))
	})
}

func TestFile(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open("file://" + filepath.Join(sample(t).dir, "sample.html"))
		b.slide("k", 3)
		b.wait(contains("#status", "This page cannot compute here: a browser does not let a file load the engine."))
	}, "chromium", "webkit") // Firefox lets files fetch when it is driven
}

// A page that the host cuts off says so, wherever it ends after its head.
func TestCut(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		whole, err := os.ReadFile(filepath.Join(h.dir, "sample.html"))
		if err != nil {
			t.Fatal(err)
		}
		for _, place := range []string{"<body", "<h1", `id=cell-way`, `id=notebook`, `"slug"`, `"digest"`, "<footer"} {
			at := bytes.LastIndex(whole, []byte(place))
			if at < 0 {
				t.Fatalf("the page has no %s", place)
			}
			h.goesWrong(func(w http.ResponseWriter, name string) bool {
				if name != "sample.html" {
					return false
				}
				w.Header().Set("Content-Type", "text/html; charset=utf-8")
				_, _ = w.Write(whole[:at])
				return true
			})
			b := t.open(h.page("sample"))
			b.wait(contains("body", "This page did not arrive whole: load it again."))
			h.goesWrong(nil)
			b.reload()
			b.computes()
			if strings.Contains(b.text("body"), "did not arrive whole") {
				t.Errorf("cut before %s: the whole page says that it is cut", place)
			}
		}
		b := t.open(h.page("sample") + "#%") // which is no address of a place
		b.wait(contains("#notice", "link"))
	})
}

// What a host answers in place of a file is not kept: not in the first visit, not when the service worker is
// installed, and not over a new edition.
func TestPoison(t *testing.T) {
	t.Parallel()
	for _, asset := range []string{"topobook.", "wasm_exec.", "style.", "boot."} {
		t.Run(asset, func(t *testing.T) {
			scene(t, func(t *visit) {
				styled := `getComputedStyle(document.querySelector('.top')).display == 'flex'`
				works := func(b *tab) {
					t.Helper()
					b.wait(styled)
					b.computes()
				}
				h := newHost(t, sample(t))
				h.goesWrong(portal(asset))
				b := t.open(h.page("sample"))
				switch asset {
				case "topobook.", "wasm_exec.":
					b.slide("k", 3)
					b.wait(contains("#status", "arrived damaged"))
				case "style.":
					if eval[bool](b, styled) {
						t.Fatal("the page has its style, which the host has not sent")
					}
					eval[bool](b, `navigator.serviceWorker.ready.then(() => true)`)
				case "boot.":
					b.wait(`document.querySelector('.no-js')`)
				}
				h.goesWrong(nil)
				if asset == "boot." { // without it only the browser itself can ask again
					eval[bool](b, `fetch(document.querySelector('script[src*="/boot."]').src, { cache: 'reload' }).then(r => r.ok)`)
					b.reload()
					works(b)
				} else if asset != "style." { // the touch itself starts it
					works(b)
				}
				b.open(h.page("sample"))
				works(b)
				b.kept(asset)

				// What an earlier edition, or the disk, has spoilt.
				b.js(`(async () => { for (const key of await caches.keys()) { const cache = await caches.open(key)
				for (const { url } of await cache.keys()) if (url.includes('/` + asset + `')) await cache.put(url, new Response('<html>')) } })()`)
				b.reload()
				works(b)
				// The browser may have taken it from its memory: what the service worker answers is whole, and then what it keeps.
				// It keeps a program anew once the page has nothing else to do.
				b.wait(`caches.keys().then(async keys => { const sizes = []
				for (const key of keys) { const cache = await caches.open(key)
					for (const { url } of await cache.keys()) if (url.includes('/` + asset + `')) {
						sizes.push((await (await fetch(url)).blob()).size, (await (await cache.match(url)).blob()).size) } }
				return sizes.length == 2 && sizes[0] >= 100 && sizes[1] == sizes[0] })`)

				// A new edition with the same file is installed while the host is wrong again, and then right.
				h.goesWrong(portal(asset))
				edition(t, h)
				b.open(h.page("sample"))
				b.wait(contains("h1", "anew"))
				h.goesWrong(nil)
				b.open(h.page("sample"))
				works(b)
			})
		})
	}
}

// edition makes the host serve another edition, which differs in the text of a page.
func edition(t testing.TB, h *host) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(h.dir)); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{"sample.html": {"A sample</h1>", "A sample, anew</h1>"}, "sw.js": {`VERSION="`, `VERSION="anew`}} {
		file := filepath.Join(dir, name)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(data, []byte(change[0])) {
			t.Fatalf("%s: no %s", name, change[0])
		}
		if err := os.WriteFile(file, bytes.Replace(data, []byte(change[0]), []byte(change[1]), 1), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, ending := range []string{".br", ".gz"} {
			_ = os.Remove(file + ending)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.dir = dir
}

// A login page in place of a page is shown, but not kept in its place.
func TestLoginPage(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		b.kept("sample.html")
		h.goesWrong(portal("sample.html"))
		b.open(h.page("sample"))
		b.wait(contains("body", "Please log in"))
		h.Close()
		b.open(h.page("sample"))
		b.wait(contains("h1", "A sample"))
		b.slide("k", 3) // for the first time
		b.wait(contains("#status", "no connection, and it is not kept for offline use yet"))
	})
}

// A reader's full disk keeps the site from being kept, and from nothing else.
func TestQuota(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		b.kept("sample.html")
		used := eval[float64](b, `navigator.storage.estimate().then(e => e.usage)`)
		chromium := b.page.(*browser.ChromiumPage)
		b.do("quota", func(ctx context.Context) error { return chromium.LimitStorage(ctx, h.URL, used+1000) })
		if got := eval[string](b, `caches.open('test').then(c => c.put('x', new Response('y'.repeat(1e6)))).then(() => 'room', e => e.name)`); got != "QuotaExceededError" {
			t.Fatalf("keeping a megabyte with no quota: %s", got)
		}
		b.computes()
		b.reload()
		b.computes()
	}, "chromium") // no other can be told
}

// An engine whose worker does not come up is not busy for ever.
// A worker that does not answer is replaced once; if that one is silent too the page says so, and tries again at the next change.
func TestSilentWorker(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.script += `
		window.silent = 1
		{
			const later = setTimeout, Real = Worker
			window.setTimeout = (f, ms, ...args) => later(f, ms == 20000 ? 400 : ms, ...args) // no need to wait so long
			window.Worker = class { constructor(...args) { if (--window.silent < 0) return new Real(...args) } postMessage() {} addEventListener() {} terminate() {} }
		}`
		b := t.open(h.page("sample"))
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		b.idle()

		b.open(h.page("sample"))
		b.js(`window.silent = 2`)
		b.slide("k", 3)
		b.wait(contains("#status", "The engine did not start (its worker does not answer)"))
		b.idle()
		b.wait(`getComputedStyle(document.querySelector('#cell-sizes .output')).opacity == .5`)
		b.slide("k", 4)
		b.wait(contains("#cell-sizes table", "16"))
		b.idle()
		b.wait(`getComputedStyle(document.querySelector('#cell-sizes .output')).opacity == 1`)
	})
}

func TestBarredWorker(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			w.Header().Set("Content-Security-Policy", "worker-src 'none'")
			return false
		})
		b := t.open(h.page("sample"))
		b.slide("k", 3)
		b.wait(contains("#status", "The engine did not start (the browser does not run its worker)"))
		b.idle()
	}, "chromium", "firefox") // in WebKitGTK the page only says that the engine failed
}
