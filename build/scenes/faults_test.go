package scenes_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"topobook/build"
	"topobook/build/browser"
)

// A hostFault is what a host answers in place of a file, with data. A host that has stopped goes on when gate is closed.
type hostFault struct {
	name  string
	serve func(w http.ResponseWriter, name string, data []byte, gate <-chan bool)
}

// as answers with data of a type.
func as(w http.ResponseWriter, kind string, data []byte) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) // the reader may have left
}

func flush(w http.ResponseWriter) { w.(http.Flusher).Flush() }

// halved answers with the first half of data, as if the rest were to come.
func halved(w http.ResponseWriter, name string, data []byte) {
	w.Header().Set("Content-Type", build.ContentType(name))
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data[:len(data)/2])
	flush(w)
}

var hostFaults = []hostFault{
	{"a file that is not found", func(w http.ResponseWriter, _ string, _ []byte, _ <-chan bool) { http.Error(w, "no such file", 404) }},
	{"a host that is broken", func(w http.ResponseWriter, _ string, _ []byte, _ <-chan bool) { http.Error(w, "broken", 500) }},
	{"a connection that is closed", func(http.ResponseWriter, string, []byte, <-chan bool) { panic(http.ErrAbortHandler) }},
	{"a connection that is closed in the middle", func(w http.ResponseWriter, name string, data []byte, _ <-chan bool) {
		halved(w, name, data)
		panic(http.ErrAbortHandler)
	}},
	{"a file that is cut off", func(w http.ResponseWriter, name string, data []byte, _ <-chan bool) {
		as(w, build.ContentType(name), data[:len(data)/2])
	}},
	{"a file with one bit flipped", func(w http.ResponseWriter, name string, data []byte, _ <-chan bool) {
		data = slices.Clone(data)
		data[len(data)/2] ^= 1
		as(w, build.ContentType(name), data)
	}},
	{"a file that is empty", func(w http.ResponseWriter, name string, _ []byte, _ <-chan bool) {
		as(w, build.ContentType(name), nil)
	}},
	{"a file of another type", func(w http.ResponseWriter, _ string, data []byte, _ <-chan bool) {
		as(w, "application/octet-stream", data)
	}},
	{"a login page in place of a file", func(w http.ResponseWriter, _ string, _ []byte, _ <-chan bool) {
		as(w, "text/html", []byte("<!doctype html><html lang=en><title>Log in</title><p>Please log in.</html>"))
	}},
	{"a file of another edition", func(w http.ResponseWriter, name string, data []byte, _ <-chan bool) {
		as(w, build.ContentType(name), append(slices.Clone(data), '\n'))
	}},
	{"a packed file without its header", func(w http.ResponseWriter, name string, data []byte, _ <-chan bool) {
		var b bytes.Buffer
		zip := gzip.NewWriter(&b)
		_, _ = zip.Write(data)
		_ = zip.Close()
		as(w, build.ContentType(name), b.Bytes())
	}},
	{"a host that sends in drops", func(w http.ResponseWriter, name string, data []byte, _ <-chan bool) {
		w.Header().Set("Content-Type", build.ContentType(name))
		for part := range slices.Chunk(data, 1+len(data)/12) {
			_, _ = w.Write(part)
			flush(w)
			time.Sleep(30 * time.Millisecond)
		}
	}},
	{"a host that stops in the middle", func(w http.ResponseWriter, name string, data []byte, gate <-chan bool) {
		halved(w, name, data)
		<-gate
		_, _ = w.Write(data[len(data)/2:])
	}},
}

// breaks makes the host answer for files, given the starts of their names, with a fault, until what it returns is called.
func (h *host) breaks(f hostFault, files ...string) (mend func()) {
	gate := make(chan bool)
	mended := false
	mend = func() {
		if !mended {
			mended = true
			h.goesWrong(nil)
			close(gate)
		}
	}
	h.goesWrong(func(w http.ResponseWriter, name string) bool {
		if !slices.ContainsFunc(files, func(file string) bool { return strings.HasPrefix(name, file) }) {
			return false
		}
		data, err := os.ReadFile(filepath.Join(h.dir, name))
		if err != nil {
			return false
		}
		if path.Ext(name) == ".html" {
			data = bytes.Replace(data, []byte("<meta charset"), []byte("<script>"+h.script+"</script><meta charset"), 1)
		}
		f.serve(w, name, data, gate)
		return true
	})
	return mend
}

// hasty shortens the times after which a page gives up what does not come.
const hasty = `
	{
		const later = setTimeout
		window.setTimeout = (f, ms, ...args) => later(f, ms == 15000 ? 700 : ms, ...args)
	}`

// goes goes to an address without waiting until all of the page is there.
func (b *tab) goes(url string) {
	b.t.Helper()
	b.js(fmt.Sprintf(`window.leaving = true; setTimeout(() => { location.href = %q })`, url))
	b.wait(`!window.leaving && document.body`)
}

// is returns a condition that is true when what matches a selector has a text that matches a pattern.
func is(selector, pattern string) string {
	return fmt.Sprintf(`/%s/.test(document.querySelector(%q)?.textContent ?? '')`, pattern, selector)
}

// recovers notes that a page has borne a fault of a file: it said something, or needed nothing to be said, and now comes to itself with the
// host right again.
func (b *tab) recovers(f hostFault, file string, again func()) {
	b.t.Helper()
	began := time.Now()
	again()
	took := time.Since(began)
	b.t.attacked(f.name, true, took)
	b.t.Logf("%s: %s: of use again after %.2f s", f.name, file, took.Seconds())
}

// TestHostFaults has a host answer wrongly for each file that a page needs once it is there. The page reads, says in a sentence what does not
// come, and comes to itself at the next touch after the host does.
func TestHostFaults(t *testing.T) {
	t.Parallel()
	for _, fault := range hostFaults {
		t.Run(strings.ReplaceAll(fault.name, " ", "-"), func(t *testing.T) {
			scene(t, func(t *visit) { faultsLater(t, fault) })
		})
	}
}

func faultsLater(t *visit, fault hostFault) {
	h := newHost(t, sample(t))
	h.script += wary
	if strings.Contains(fault.name, "stops") {
		h.script += hasty
	}
	b := t.newTab()
	said := func(file, selector string) {
		t.Helper()
		if text := b.text(selector); text != "" {
			t.Logf("%s: %s: %q", fault.name, file, text)
		}
	}

	// The script that starts the program, then the program, while the fonts and the service worker do not come either.
	fonts := []string{"assets/serif", "assets/sans", "assets/mono", "sw.js"}
	if t.kind == "webkit" && strings.Contains(fault.name, "stops") {
		fonts = []string{"sw.js"} // WebKit's page runs on while a font does not come, but its driver waits for all that load waits for
	}
	mend := h.breaks(fault, append(fonts, "assets/topobook.", "assets/wasm_exec.")...)
	t.Cleanup(mend)
	b.open(h.page("elsewhere")) // not there: a page that is none of ours
	b.goes(h.page("sample"))
	b.wait(contains("#cell-sizes table", "4"))
	b.wait(`document.documentElement.classList.contains('js')`)
	b.wait(`document.querySelector('[data-input=k] input')`)
	const noEngine = `^The engine did not start \(.+\): what you see are the published results; change a value to try again\.$`
	ran := contains("#cell-sizes table", "9")
	b.slide("k", 3)
	b.wait(ran + "||" + is("#status", noEngine))
	said("the script of the engine", "#status")
	mend()
	if !eval[bool](b, ran) {
		mend = h.breaks(fault, append(fonts, "assets/topobook.")...)
		t.Cleanup(mend)
		b.js(`document.getElementById('status').textContent = ''`)
		b.slide("k", 3)
		b.wait(ran + "||" + is("#status", noEngine))
		said("the engine", "#status")
		if strings.Contains(fault.name, "bit") || strings.Contains(fault.name, "edition") { // its digest tells
			b.wait(is("#status", `\(assets.topobook.*arrived damaged\)`))
		}
		t.attacked(fault.name, true, 0)
		mend()
	}
	b.recovers(fault, "the engine", b.computes)

	// The search: its script, then its index.
	seek := func() {
		b.js(`const box = document.getElementById('search'); box.blur(); box.focus(); box.value = 'route'; box.dispatchEvent(new Event('input', { bubbles: true }))`)
	}
	found := `document.querySelector('#search-list [role=option]')`
	mend = h.breaks(fault, "assets/find.", "assets/index.")
	t.Cleanup(mend)
	seek()
	b.wait("self.finder || " + is("#status", `^The search did not come \(.+\): click again to try again\.$`))
	said("the search", "#status")
	mend()
	mend = h.breaks(fault, "assets/index.")
	t.Cleanup(mend)
	b.recovers(fault, "the search", func() {
		seek()
		b.wait(`self.finder`)
	})
	seek()
	b.wait(found + "||" + is(".search-status", `^The index of the search did not come \(.+\): type on to try again\.$`))
	said("the index of the search", ".search-status")
	mend()
	b.recovers(fault, "the index of the search", func() { // as its reader types on
		b.wait(`(document.getElementById('search').dispatchEvent(new Event('input')), ` + found + `)`)
	})
	b.js(`document.activeElement.blur()`)

	// The editor: the text area goes on without it.
	mend = h.breaks(fault, "assets/editor.")
	t.Cleanup(mend)
	area := `document.querySelector('#cell-sum .code-input')`
	b.js(`document.querySelector('#cell-sum details.code').open = true`)
	b.wait(area)
	b.js(area + `.focus()`)
	b.js(`if (!document.activeElement.editor) { document.activeElement.value = 'text("by hand")'; document.activeElement.dispatchEvent(new Event('input', { bubbles: true })) }`)
	b.js(`document.querySelector('#cell-sum [data-do=run]').click()`)
	b.idle()
	if got := b.text("#cell-sum .output"); !strings.Contains(got, "by hand") && !eval[bool](b, `!!document.activeElement.editor`) {
		t.Errorf("%s: without an editor the cell shows %q", fault.name, got)
	}
	mend()
	b.recovers(fault, "the editor", func() {
		b.wait(`(active => (active.blur(), ` + area + `.focus(), document.activeElement.editor))(document.activeElement)`)
	})

	// The texts of help, from the page of the reference.
	mend = h.breaks(fault, "reference.html")
	t.Cleanup(mend)
	help := func(word string) {
		b.edit("sum", word)
		b.wait(contains("#cell-sum .word-help code", word))
	}
	help("diameter")
	b.wait(`document.querySelector('#cell-sum .word-help p')`) // its summary comes with the editor
	mend()
	b.recovers(fault, "the help", func() {
		help("order")
		help("diameter")
		b.wait(contains("#cell-sum .word-help", "Breadth-first search"))
	})

	// The engine with everything.
	mend = h.breaks(fault, "assets/full.")
	t.Cleanup(mend)
	b.edit("sum", "pow(2, 5)")
	b.key(browser.Enter, browser.Control)
	const noFull = `pow: is in the full engine only, which did not come \(.+\)`
	b.wait(contains("#cell-sum .output", "32") + "||" + is("#cell-sum", noFull))
	said("the full engine", "#cell-sum > .error")
	b.idle()
	mend()
	b.recovers(fault, "the full engine", func() {
		b.edit("sum", "pow(2, 6)")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", "64"))
		b.idle()
	})
	for _, broken := range eval[[]string](b, `broken`) {
		t.Errorf("%s: %s", fault.name, broken)
	}
}

// TestHostFaultsAtFirst has a host answer wrongly for what a page is read with: its text is there, and a reload mends the rest.
func TestHostFaultsAtFirst(t *testing.T) {
	scene(t, func(t *visit) {
		for _, fault := range hostFaults {
			h := newHost(t, sample(t))
			stops := strings.Contains(fault.name, "stops")
			mend := h.breaks(fault, "assets/boot.", "assets/style.")
			t.Cleanup(mend)
			b := t.newTab()
			b.open(h.page("elsewhere"))
			if stops { // browsers wait for both before they show a page, which goes on when the host does
				b.js(fmt.Sprintf(`setTimeout(() => { location.href = %q })`, h.page("sample")))
				time.Sleep(300 * time.Millisecond)
				mend()
				b.recovers(fault, "the first script and the style", func() { b.wait(contains("#cell-sizes table", "4")) })
				b.computes()
				continue
			}
			b.goes(h.page("sample"))
			b.wait(contains("#cell-sizes table", "4") + `&& document.querySelector('footer')`)
			if !eval[bool](b, `document.documentElement.classList.contains('js')`) {
				b.wait(`document.querySelector('.still').getClientRects().length`) // which says what does not work
			}
			mend()
			b.recovers(fault, "the first script and the style", func() {
				b.reload()
				b.wait(`document.documentElement.classList.contains('js') && getComputedStyle(document.querySelector('.top')).display == 'flex'`)
			})
			b.computes()
		}
	})
}

// TestHostFaultsKept has a host answer wrongly for a page that its reader has read before: it is there, and what the host sends when it is right
// again takes its place.
func TestHostFaultsKept(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		b := t.open(h.page("sample"))
		b.kept("sample.html")
		b.kept("topobook.")
		b.open(h.page("sample"))
		b.wait(`navigator.serviceWorker.controller`)
		for i, fault := range hostFaults {
			mend := h.breaks(fault, "sample.html", "assets/", "sw.js")
			t.Cleanup(mend)
			b.open(fmt.Sprintf("%s?%d", h.page("sample"), i))
			if strings.Contains(fault.name, "login") {
				b.wait(contains("body", "Please log in"))
			} else {
				b.wait(contains("#cell-sizes table", "4"))
				b.computes()
			}
			mend()
			b.recovers(fault, "the page", func() {
				b.open(h.page("sample"))
				b.computes()
			})
		}
	})
}
