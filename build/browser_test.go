package build_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"topobook/build"
)

// The browser tests drive the built site in a real Chromium. They check what only a browser can
// show; what a cell computes is the business of package notebooks.

const (
	patience = 90 * time.Second // for any one thing to happen, on a slow machine
	subPath  = "/some/where/"   // the site must not mind where it lies
)

// scratch is a folder for the test run.
var scratch string

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "topobook-browser-*"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	stopBrowser()
	_ = os.RemoveAll(scratch)
	os.Exit(code)
}

// A siteServer serves a built site below subPath, and counts what it sends.
type siteServer struct {
	*httptest.Server
	sent atomic.Int64 // bytes of bodies
}

func newSiteServer(dir string) *siteServer {
	s := &siteServer{}
	site := http.StripPrefix(strings.TrimSuffix(subPath, "/"), build.Handler(os.DirFS(dir)))
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, subPath) {
			http.NotFound(w, r)
			return
		}
		site.ServeHTTP(&countingWriter{w, &s.sent}, r)
	}))
	return s
}

// page returns the address of a notebook's page.
func (s *siteServer) page(slug string) string { return s.URL + subPath + slug + ".html" }

type countingWriter struct {
	http.ResponseWriter
	sent *atomic.Int64
}

func (w *countingWriter) Write(b []byte) (int, error) {
	w.sent.Add(int64(len(b)))
	return w.ResponseWriter.Write(b)
}

// compiled is what all sites of the tests run.
var compiled = sync.OnceValues(func() (build.Engine, error) { return build.BuildEngine(context.Background(), "..") })

// siteDir is where the site of the browser tests is built, once for all of them: the sample of
// testdata, a main page with a chapter, beside the published notebooks.
var siteDir = sync.OnceValues(func() (string, error) {
	return buildSite("all", "../notebooks/*.md", "testdata/browser/*.md")
})

// sampleDir is where a site of the sample alone is built.
var sampleDir = sync.OnceValues(func() (string, error) { return buildSite("sample", "testdata/browser/*.md") })

// buildSite builds a site of the notebooks that match the patterns in a folder of scratch.
func buildSite(folder string, patterns ...string) (string, error) {
	engine, err := compiled()
	if err != nil {
		return "", err
	}
	root := filepath.Join(scratch, folder)
	if err := os.CopyFS(filepath.Join(root, "site"), os.DirFS("../site")); err != nil {
		return "", err
	}
	if err := os.Mkdir(filepath.Join(root, "notebooks"), 0o755); err != nil {
		return "", err
	}
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			if err := os.WriteFile(filepath.Join(root, "notebooks", filepath.Base(name)), data, 0o644); err != nil {
				return "", err
			}
		}
	}
	_, err = build.Build(context.Background(), build.Options{Root: root, Engine: &engine})
	return filepath.Join(root, "dist"), err
}

// builtSite returns a server of the built site.
func builtSite(t *testing.T) *siteServer {
	t.Helper()
	dir, err := siteDir()
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteServer(dir)
	t.Cleanup(s.Close)
	return s
}

// published returns the slugs of the notebooks of the checkout, chapters too.
func published(t *testing.T) []string {
	t.Helper()
	books, err := build.Load("..")
	if err != nil {
		t.Fatal(err)
	}
	var slugs []string
	for _, book := range books {
		slugs = append(slugs, book.Slug)
	}
	return slugs
}

// stopBrowser ends what startBrowser started.
var stopBrowser = func() {}

// startBrowser starts one Chromium for the whole test run; it ends with the test program.
var startBrowser = sync.OnceValues(func() (context.Context, error) {
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, fmt.Errorf("the browser tests need chromium, chromium-browser or google-chrome on the PATH (on Debian: apt-get install chromium)")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.WindowSize(1280, 900))
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(allocator)
	stopBrowser = func() {
		_ = chromedp.Cancel(ctx)
		stop()
	}
	return ctx, chromedp.Do(ctx, chromedp.Navigate("about:blank"))
})

// A tab is a page in a fresh profile. Its methods end the test when something does not happen.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// spy lets a test see what the page's workers say, and reach the last one.
const spy = `window.seen = []; window.Worker = class extends Worker {
	constructor(...args) {
		super(...args)
		window.kernel = this
		window.spawned = (window.spawned || 0) + 1
		this.addEventListener('message', e => seen.push(e.data))
	}
}`

// newTab opens an empty tab in a fresh profile.
func newTab(t *testing.T, actions ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	browser, err := startBrowser()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil { // the tab lives as long as the context of its first action
		t.Fatal(err)
	}
	b := &tab{t, ctx}
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: spy})
		return err
	}))
	b.do(actions...)
	return b
}

// open opens a page in a new tab of a fresh profile.
func open(t *testing.T, url string, actions ...chromedp.Action[chromedp.Void]) *tab {
	t.Helper()
	b := newTab(t, actions...)
	b.do(chromedp.Navigate(url))
	return b
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// follow checks where a link leads, and goes there.
func (b *tab) follow(selector, page string) {
	b.t.Helper()
	href := eval[string](b, fmt.Sprintf("document.querySelector(%q).href", selector))
	if !strings.HasSuffix(href, page) {
		b.t.Fatalf("the link %s leads to %s, want %s", selector, href, page)
	}
	b.do(chromedp.Navigate(href))
}

// wait waits until a JavaScript condition is true. It asks again and again, as what asks within the
// page does not outlive it: an error may be that of a page on its way to the next one.
func (b *tab) wait(condition string) {
	b.t.Helper()
	var err error
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		ctx, cancel := context.WithTimeout(b.ctx, patience/10) // a page that is put aside never answers
		var met bool
		met, err = chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+condition+")"))
		cancel()
		if err == nil && met {
			return
		}
	}
	b.t.Fatalf("waiting for %s: %v\nstatus: %q\nnotice: %q\nerrors: %q", condition, err, b.text("#status"), b.text("#notice"), b.text("p.error:not([hidden])"))
}

// eval returns the value of a JavaScript expression, which may be a promise.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// text returns the text of the first element that matches a selector, or "".
func (b *tab) text(selector string) string {
	b.t.Helper()
	return eval[string](b, "document.querySelector("+strconv.Quote(selector)+")?.textContent ?? ''")
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// slide moves a slider or changes a number as a reader does.
func (b *tab) slide(name string, value int) {
	b.t.Helper()
	b.js(fmt.Sprintf(`(() => { const field = document.querySelector('[data-input=%s] input')
		field.focus(); field.value = %d; field.dispatchEvent(new Event('input', { bubbles: true })) })()`, name, value))
}

func (b *tab) js(statement string) { b.t.Helper(); eval[chromedp.Void](b, statement+"; undefined") }

// ready shows interest and waits until the engine is up.
func (b *tab) ready() {
	b.t.Helper()
	b.js(`document.querySelector('.input input, .code summary').dispatchEvent(new FocusEvent('focusin', { bubbles: true }))`)
	b.wait(`document.documentElement.dataset.engine == 'ready'`)
}

// edit opens the code of a cell and replaces it as if typed.
func (b *tab) edit(cell, source string) {
	b.t.Helper()
	area := `document.querySelector('#cell-` + cell + ` .code-input')`
	b.js(`document.querySelector('#cell-` + cell + ` details.code').open = true`)
	b.wait(area)
	b.js(area + `.focus(); ` + area + `.select()`)
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, input.InsertText, input.InsertTextParams{Text: source})
		return err
	}))
}

// key presses Enter with a modifier, or another key.
func (b *tab) key(key string, modifiers ...chromedp.Modifier) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(key, chromedp.KeyModifiers(modifiers...)))
}

// idle waits until the engine has nothing left to do.
func (b *tab) idle() { b.t.Helper(); b.wait(`!document.documentElement.hasAttribute('data-busy')`) }

// state returns a condition that is true when a cell has the state.
func state(cell, state string) string {
	return `document.querySelector('[data-cell="` + cell + `"]').dataset.state == '` + state + `'`
}

// contains returns a condition that is true when what matches a selector contains a text.
func contains(selector, text string) string {
	return `document.querySelector(` + strconv.Quote(selector) + `)?.textContent.includes(` + strconv.Quote(text) + `)`
}
