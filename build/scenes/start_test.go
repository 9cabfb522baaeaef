package scenes_test

import (
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// onConnection makes a page believe that it has a connection of a kind.
func onConnection(says string) string {
	return `
	Object.defineProperty(navigator, 'connection', { configurable: true, value: { ` + says + ` } })`
}

// keeps returns the names of the files that service workers keep, without hashes.
const keeps = `(async () => { const names = []
	for (const key of await caches.keys()) for (const { url } of await (await caches.open(key)).keys()) names.push(url.split('/').pop().replace(/\.[0-9a-f]{16}/, ''))
	return names.sort() })()`

// A page that nobody touches has what its reader is likely to want next kept, and the engine; on a line that is paid by the byte
// only itself, and nothing for a reader who wants to save.
func TestPrepare(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		next := path.Base(eval[string](b, `document.querySelector('.next a').href`))
		for _, file := range []string{"sample.html", next, "topobook.", "wasm_exec.", "style."} {
			b.kept(file)
		}
		others := 0
		for _, file := range eval[[]string](b, keeps) {
			if strings.HasPrefix(file, "full.") || strings.HasPrefix(file, "editor.") {
				t.Errorf("keeps %s, which the reader has not asked for", file)
			}
			if strings.HasSuffix(file, ".html") && file != "sample.html" && file != next && file != "index.html" {
				others++
			}
		}
		if others > 2 {
			t.Errorf("keeps %d pages that are not around this one", others)
		}

		h.script += onConnection(`type: 'cellular'`)
		b = t.open(h.page("sample"))
		b.kept("style.")
		if got := strings.Join(eval[[]string](b, keeps), " "); strings.Contains(got, "wasm") || strings.Contains(got, next) {
			t.Errorf("on a line that is paid by the byte: keeps %s, want what has come alone", got)
		}

		h.script += onConnection(`saveData: true`)
		b = t.open(h.page("sample"))
		b.computes()
		b.quiet()
		if got := eval[int](b, `navigator.serviceWorker.getRegistrations().then(all => all.length)`); got != 0 {
			t.Error("has a service worker, although the reader saves data")
		}
	})
}

// What a reader changes first is computed before the engine has started in the page, which goes on from there, also where the kernel has
// died by then, or the reader has changed more.
func TestFirstOutputs(t *testing.T) {
	scene(t, func(t *visit) {
		const wait = `{
			const instantiate = WebAssembly.instantiate
			WebAssembly.instantiate = (...args) => new Promise(done => { window.startEngine = () => done(instantiate(...args)) })
		}`
		h := newHost(t, sample(t))
		h.script += wait
		for _, meanwhile := range []string{"nothing", "more", "back", "dies"} {
			b := t.open(h.page("sample"))
			b.slide("k", 3)
			b.wait(contains("output.value", "9"))
			b.wait(contains("#cell-sizes table", "9"))
			b.wait(`self.startEngine && document.querySelectorAll('#cell-net svg .processor').length == 9`)
			if eval[bool](b, `document.documentElement.hasAttribute('data-engine') || results.cells.get('sizes').plain`) {
				t.Fatal("the engine has started, want outputs before")
			}
			if got := b.text("[data-input=k] output"); got != "3" {
				t.Errorf("beside the slider stands %s, want what the outputs are of, 3", got)
			}
			k := 3
			switch meanwhile {
			case "more":
				k = 4
				b.slide("k", k)
				b.slide("m", 5)
			case "back":
				k = 2
				b.slide("k", k)
			case "dies":
				b.js(`kernel.onmessage({ data: { type: 'died', text: 'for a test' } })`)
			}
			b.js(`startEngine()`)
			b.ready()
			b.idle()
			if meanwhile == "dies" {
				b.wait(contains("#status", "started again"))
				b.slide("m", 5)
			} else {
				b.wait(contains("#status", "updated"))
			}
			hash := map[string]string{"nothing": "#k=3", "more": "#k=4&m=5", "back": "", "dies": "#k=3&m=5"}[meanwhile]
			b.wait(fmt.Sprintf("location.hash == %q", hash))
			b.wait(contains("#cell-sizes table", strconv.Itoa(k*k)))
			if got := b.text("[data-input=k] output"); got != strconv.Itoa(k) {
				t.Errorf("%s: beside the slider stands %s, want %d", meanwhile, got, k)
			}
			b.idle()
			b.slide("k", 3) // and steps go on
			b.wait(contains("#cell-sizes table", "9"))
			b.idle()
			b = t.open(b.share())
			b.wait(`self.startEngine`)
			b.js(`startEngine()`)
			b.wait(contains("#notice", "Reproduced: all"))
		}
	})
}

// A reader who touches the page at once does not share the line with what may be wanted later. On a later visit the program comes
// from what is kept, and nothing of it from the host.
func TestStartsAlone(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		var mu sync.Mutex
		var asked []string
		h.goesWrong(func(_ http.ResponseWriter, name string) bool {
			mu.Lock()
			defer mu.Unlock()
			asked = append(asked, path.Base(name))
			return false
		})
		list := func() string {
			mu.Lock()
			defer mu.Unlock()
			defer func() { asked = nil }()
			return strings.Join(asked, " ")
		}
		b := t.open(h.page("sample"))
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		if got := list(); strings.Contains(got, "sw.js") || strings.Count(got, ".html") != 1 {
			t.Errorf("before the first output it asked for %s", got)
		}
		b.kept("topobook.")
		b.open(h.page("sample"))
		list()
		b.computes()
		if got := list(); strings.Contains(got, "wasm ") || strings.HasSuffix(got, "wasm") {
			t.Errorf("a later visit asked for %s, want no program", got)
		}
		if got := eval[int](b, `performance.getEntriesByType('resource').filter(e => e.name.endsWith('.wasm')).length`); got != 0 {
			t.Error("a later visit took the packed program, want the one that is kept")
		}
	})
}

// Where there is no service worker the browser fetches the engine before it is wanted.
func TestPrefetch(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.script += `
		Object.defineProperty(navigator, 'serviceWorker', { get() { throw new DOMException('', 'SecurityError') } })`
		b := t.open(h.page("sample"))
		b.wait(`document.querySelectorAll('link[rel=prefetch]').length == 2`)
		b.computes()
	})
}
