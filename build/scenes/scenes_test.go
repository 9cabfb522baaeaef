package scenes_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"topobook/build"
	"topobook/build/browser"
	"topobook/build/serve"
	"topobook/notebooks/markdown"
)

const (
	patience = 3 * time.Minute // for any one thing to happen, on a slow machine
	firstTry = time.Minute     // the same when a scene is played for the first time
	subPath  = "/some/where/"  // the site must not mind where it lies
)

var (
	inBrowsers = flag.String("browsers", "chromium", "run the scenes in these `browsers`, of "+strings.Join(browser.Names, ","))
	update     = flag.Bool("update", false, "rewrite golden files")
)

// scratch is a folder for the test run.
var scratch string

func TestMain(m *testing.M) {
	flag.Parse()
	var err error
	if scratch, err = os.MkdirTemp("", "topobook-scenes-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if err := writeAttacks(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	for _, d := range []*driver{chromium, firefox, webkit, webkit2} {
		d.stop()
	}
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// A site is what Build made, and what it computed on the way.
type site struct {
	dir   string
	books []*markdown.Notebook // that have cells
	build.Report
}

// compiled is what all sites of the tests run.
var compiled = sync.OnceValues(func() (build.Engine, error) { return build.BuildEngine(context.Background(), "../..") })

// whole returns the site of the published notebooks and the samples, built once for all tests.
func whole(t testing.TB) site { t.Helper(); return wholeSite(t) }

// sample returns the site of the samples alone.
func sample(t testing.TB) site { t.Helper(); return samplesSite(t) }

var (
	wholeSite   = built("whole", "../../notebooks/site.yaml", "../../notebooks/*.md", "../../notebooks/*.bib", "testdata/sample/*")
	samplesSite = built("samples", "testdata/site.yaml", "testdata/sample/*")
)

// built returns a function that returns the site of the notebooks, with their files, that match the patterns; it is built by the first call.
func built(folder string, patterns ...string) func(testing.TB) site {
	once := sync.OnceValues(func() (site, error) { return buildSite(filepath.Join(scratch, folder), patterns...) })
	return func(t testing.TB) site {
		t.Helper()
		s, err := once()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// buildSite builds a site of the notebooks, with their files, that match the patterns in a new folder. Results are kept for the next run
// of this very program.
func buildSite(folder string, patterns ...string) (site, error) {
	engine, err := compiled()
	if err != nil {
		return site{}, err
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		return site{}, err
	}
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return site{}, err
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				return site{}, err
			}
			if err := os.WriteFile(filepath.Join(folder, filepath.Base(name)), data, 0o644); err != nil {
				return site{}, err
			}
		}
	}
	report, err := build.Build(context.Background(), build.Options{Folder: folder, Site: os.DirFS("../../site"), Engine: &engine, Keep: true})
	if err != nil {
		return site{}, err
	}
	books, err := build.Load(folder)
	books = slices.DeleteFunc(books, func(book *markdown.Notebook) bool { return len(book.Cells) == 0 })
	return site{filepath.Join(folder, "dist"), books, report}, err
}

// A host serves a site below subPath, with a script of the test at the start of each page. It goes wrong as a test says.
type host struct {
	*httptest.Server
	script string // set before the first page is asked for

	mu    sync.Mutex
	dir   string
	wrong func(w http.ResponseWriter, name string) bool // whether it has answered for the file
	sent  int                                           // bytes of bodies
}

// newHost serves a site until the test ends.
func newHost(t testing.TB, s site) *host {
	h := &host{dir: s.dir, script: spy}
	h.Server = httptest.NewServer(h)
	t.Cleanup(h.Close)
	return h
}

func (h *host) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h.mu.Lock()
	dir, wrong := h.dir, h.wrong
	h.mu.Unlock()
	name, ok := strings.CutPrefix(r.URL.Path, subPath)
	if !ok {
		http.NotFound(w, r)
		return
	}
	if wrong != nil && wrong(w, name) {
		return
	}
	r.URL.Path = "/" + name
	adds := h.script != "" && (name == "" || path.Ext(name) == ".html")
	if adds {
		r.Header.Del("Accept-Encoding")
	}
	answer := httptest.NewRecorder()
	serve.Handler(os.DirFS(dir)).ServeHTTP(answer, r)
	body := answer.Body.Bytes()
	if adds {
		body = bytes.Replace(body, []byte("<meta charset"), []byte("<script>"+h.script+"</script><meta charset"), 1) // before any policy
		answer.Header().Del("Content-Length")
	}
	answer.Header().Del("Content-Security-Policy") // which holds from the start; pages have it, too
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	n, _ := w.Write(body) // the reader may have left
	h.mu.Lock()
	h.sent += n
	h.mu.Unlock()
}

// bytes returns how many bytes of bodies were sent.
func (h *host) bytes() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sent
}

// page returns the address of a page.
func (h *host) page(slug string) string { return h.URL + subPath + slug + ".html" }

// goesWrong makes the host go wrong, or right if wrong is nil.
func (h *host) goesWrong(wrong func(w http.ResponseWriter, name string) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.wrong = wrong
}

// spy lets a test see what the page's kernels say, reach the last one, and know what the page will do on its own.
const spy = `{
	window.seen = []
	window.helpers = []
	window.Worker = class extends Worker {
		constructor(...args) {
			super(...args)
			if (args[1].name == 'compiler') return
			if (args[1].name == 'helper') return void helpers.push(this)
			window.kernel = this
			window.spawned = (window.spawned || 0) + 1
			this.addEventListener('message', e => seen.push(e.data))
		}
		terminate() {
			this.ended = true
			super.terminate()
		}
	}
	const set = setTimeout, clear = clearTimeout, pending = window.pending = new Set()
	window.setTimeout = (f, ms, ...args) => {
		const timer = set(() => { pending.delete(timer); f(...args) }, ms)
		if (!(ms > 5000)) pending.add(timer) // longer ones only take a sentence away, or watch
		return timer
	}
	window.clearTimeout = timer => { pending.delete(timer); clear(timer) }
}`

// A driver is one browser of the run. It starts with the first scene, and ends with the tests.
type driver struct {
	name string
	mu   sync.Mutex
	b    browser.Browser
	err  error
}

var chromium, firefox, webkit, webkit2 = &driver{name: "chromium"}, &driver{name: "firefox"}, &driver{name: "webkit"}, &driver{name: "webkit"}

// turns have the drivers that are free, which the scenes that play take.
var turns = map[string]chan *driver{
	"chromium": free(chromium, chromium),
	"firefox":  free(firefox),         // only the page in front has the focus
	"webkit":   free(webkit, webkit2), // each has one session at a time
}

func free(drivers ...*driver) chan *driver {
	free := make(chan *driver, len(drivers))
	for _, d := range drivers {
		free <- d
	}
	return free
}

// stage is taken by the scenes that play, in whichever browser.
var stage = make(chan bool, 3)

func (d *driver) start() (browser.Browser, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.b == nil && d.err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		d.b, d.err = browser.Start(ctx, d.name, scratch)
	}
	return d.b, d.err
}

// stop ends the browser. If a scene plays in it later, another one starts.
func (d *driver) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.b != nil {
		_ = d.b.Close()
		d.b = nil
	}
}

// A tab is an open page. Its methods end the test when something does not happen.
type tab struct {
	t    *visit
	page browser.Page
}

// do does something that must not take for ever.
func (b *tab) do(what string, f func(ctx context.Context) error) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), b.t.patience())
	defer cancel()
	if err := f(ctx); err != nil {
		b.t.Fatalf("%.300s: %.2000v", what, err)
	}
}

// open goes to an address.
func (b *tab) open(url string) {
	b.t.Helper()
	b.do(url, func(ctx context.Context) error { return b.page.Open(ctx, url) })
}

// reload loads the page anew.
func (b *tab) reload() {
	b.t.Helper()
	b.js(`window.leaving = true; setTimeout(() => location.reload())`)
	b.wait(`!window.leaving && document.readyState == 'complete'`)
}

// follow checks where a link leads, and goes there.
func (b *tab) follow(selector, page string) {
	b.t.Helper()
	href := eval[string](b, fmt.Sprintf("document.querySelector(%q).href", selector))
	if !strings.HasSuffix(href, page) {
		b.t.Fatalf("the link %s leads to %s, want %s", selector, href, page)
	}
	b.open(href)
}

// wait waits until a JavaScript condition is true.
func (b *tab) wait(condition string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), b.t.patience())
	defer cancel()
	if err := browser.Wait(ctx, b.page, condition); err != nil {
		b.t.Fatalf("waiting for %.2000v\naddress: %q\nstatus: %q\nnotice: %q\nerrors: %q", err, eval[string](b, "location.href"), b.text("#status"), b.text("#notice"), b.text("p.error:not([hidden])"))
	}
}

// eval returns the value of a JavaScript expression, awaited if it is a promise.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	var value T
	b.do(expression, func(ctx context.Context) error { return b.page.Evaluate(ctx, expression, &value) })
	return value
}

// text returns the text of the first element that matches a selector, or "".
func (b *tab) text(selector string) string {
	b.t.Helper()
	return eval[string](b, "document.querySelector("+strconv.Quote(selector)+")?.textContent ?? ''")
}

// click clicks on an element, once a question that it answers takes an answer.
func (b *tab) click(selector string) {
	b.t.Helper()
	switch {
	case selector == "#stop": // takes one once there is what takes a while
		b.wait(`!document.querySelector('#stop').disabled`)
	case strings.HasPrefix(selector, "#notice"):
		b.wait(fmt.Sprintf(`document.querySelector(%q) && !document.querySelector('#notice[data-fresh]')`, selector))
	}
	b.do(selector, func(ctx context.Context) error { return browser.Click(ctx, b.page, selector) })
}

// drawn waits until an element is drawn that may have waited out of view: nothing hits it before, which takes a frame.
func (b *tab) drawn(element string) {
	b.t.Helper()
	b.wait(element + `.checkVisibility({ contentVisibilityAuto: true })`)
}

// pointer sends a pointer event to what lies at the middle of an element; a click follows pointerup in the same task, as in browsers.
func (b *tab) pointer(kind, element string) {
	b.t.Helper()
	b.drawn(element)
	b.js(fmt.Sprintf(`const box = %s.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2, on = document.elementFromPoint(x, y)
		const at = { clientX: x, clientY: y, isPrimary: true, button: 0, pointerId: 1, bubbles: true }
		on.dispatchEvent(new PointerEvent('%[2]s', at))
		if ('%[2]s' == 'pointerup') on.dispatchEvent(new MouseEvent('click', at))`, element, kind))
}

// slide moves a slider or changes a number as a reader does.
func (b *tab) slide(name string, value int) {
	b.t.Helper()
	b.js(fmt.Sprintf(`const field = document.querySelector('[data-input=%s] input')
		field.focus(); field.value = %d; field.dispatchEvent(new Event('input', { bubbles: true }))`, name, value))
}

func (b *tab) js(statements string) { b.t.Helper(); eval[any](b, "(() => { "+statements+"\n})()") }

// ready shows interest and waits until the engine is up.
func (b *tab) ready() {
	b.t.Helper()
	b.js(`document.querySelector('.input input, .code summary').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))`)
	b.wait(`document.documentElement.dataset.engine == 'ready'`)
}

// code puts the cursor in the code of a cell, and waits for the editor.
func (b *tab) code(cell string) {
	b.t.Helper()
	area := `document.querySelector('#cell-` + cell + ` .code-input')`
	b.js(`document.querySelector('#cell-` + cell + ` details.code').open = true`)
	b.wait(area)
	b.js(area + `.focus()`)
	b.wait(`document.activeElement.editor && document.activeElement == ` + area)
}

// selects selects a part of the code that has the focus.
func (b *tab) selects(from, to int) {
	b.t.Helper()
	b.js(fmt.Sprintf(`document.activeElement.editor.dispatch({ selection: { anchor: %d, head: %d } })`, from, to))
}

// edit opens the code of a cell and replaces it as if typed.
func (b *tab) edit(cell, source string) {
	b.t.Helper()
	b.code(cell)
	b.js(`const { editor } = document.activeElement; editor.dispatch({ selection: { anchor: 0, head: editor.state.doc.length } })`)
	b.insert(source)
}

// insert types a text where the focus is, and sees that place as one who types.
func (b *tab) insert(text string) {
	b.t.Helper()
	if eval[bool](b, `!!document.activeElement.editor`) {
		b.js(fmt.Sprintf(`const { editor } = document.activeElement
			editor.dispatch(editor.state.replaceSelection(%q), { userEvent: 'input.paste', scrollIntoView: true })`, text))
	} else if b.t.kind == "webkit" && strings.Contains(text, "\n") { // it takes a minute for a hundred lines
		b.js(fmt.Sprintf(`const field = document.activeElement
			field.setRangeText(%q, field.selectionStart, field.selectionEnd, 'end')
			field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }))`, text))
	} else if !eval[bool](b, fmt.Sprintf(`document.execCommand('insertText', false, %q)`, text)) {
		b.t.Fatalf("the browser does not type %.40q", text)
	}
	b.js(`document.activeElement.scrollIntoView({ block: 'nearest', behavior: 'instant' })`)
}

// key presses a key while modifiers are held.
func (b *tab) key(key string, modifiers ...string) {
	b.t.Helper()
	b.do(key, func(ctx context.Context) error { return b.page.Press(ctx, key, modifiers...) })
}

// undo takes back what was typed last.
func (b *tab) undo() {
	b.t.Helper()
	if b.t.kind == "webkit" { // whose window has the key, and its driver sends keys to the page alone
		b.js(`if (document.activeElement.editor) {
			document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', keyCode: 90, ctrlKey: true, bubbles: true, cancelable: true }))
		} else document.execCommand('undo')`)
		return
	}
	b.key("z", browser.Control)
}

// idle waits until the engine has nothing left to do.
func (b *tab) idle() { b.t.Helper(); b.wait(`!document.documentElement.hasAttribute('data-busy')`) }

// quiet waits until the page does nothing more on its own.
func (b *tab) quiet() {
	b.t.Helper()
	b.wait(`!document.documentElement.hasAttribute('data-busy') && !pending.size`)
}

// state returns a condition that is true when a cell has the state.
func state(cell, state string) string {
	return `document.querySelector('[data-cell="` + cell + `"]').dataset.state == '` + state + `'`
}

// contains returns a condition that is true when what matches a selector contains a text.
func contains(selector, text string) string {
	return `document.querySelector(` + strconv.Quote(selector) + `)?.textContent.includes(` + strconv.Quote(text) + `)`
}
