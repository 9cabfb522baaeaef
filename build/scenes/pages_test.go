package scenes_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
)

// TestPages opens every page of the site once, and does there what every page must bear.
func TestPages(t *testing.T) {
	t.Parallel() // and what it plays, with that of other tests
	for _, book := range whole(t).books {
		t.Run(book.Slug, func(t *testing.T) {
			scene(t, func(t *visit) { bears(t, book) }, browsersFor(book.Slug)...)
		})
	}
}

// browsersFor returns the browsers in which a page is opened: nil for all. WebKitGTK takes as long as the others together, and opens some.
func browsersFor(slug string) []string {
	if slug == "kary-ntree" || slug == "sample" {
		return nil
	}
	return []string{"chromium", "firefox"}
}

// TestFirefox opens one paper in Firefox, whichever browsers the scenes run in.
func TestFirefox(t *testing.T) {
	t.Parallel()
	for _, book := range whole(t).books {
		if book.Slug == "kary-ntree" {
			playIn(t, "firefox", func(t *visit) { bears(t, book) })
			return
		}
	}
	t.Error("there is no page kary-ntree")
}

// bears checks one notebook's page: it fits a phone, it reproduces what was computed natively, and a click in a drawing
// acts on that drawing. [TestAccessible] has what takes longest.
func bears(t *visit, book *markdown.Notebook) {
	b := t.newTab()
	b.resize(390)
	page := newHost(t, whole(t)).page(book.Slug)
	b.open(page)
	fits(b, "as published")
	b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
	fits(b, "with all open")
	b.ready()
	b.wait(`document.querySelector('.code-input')`)
	fits(b, "with the engine")
	if t.kind == "chromium" { // windows of the others are not as wide as they are told
		legible(b, 390)
		legible(b, 1280)
	}
	b.resize(1280)
	reproduces(b)
	if browsersFor(book.Slug) == nil {
		clicksAct(b, book)
	}
}

// TestSlowClicks clicks in every drawing of every page.
func TestSlowClicks(t *testing.T) {
	t.Parallel()
	for _, book := range whole(t).books {
		t.Run(book.Slug, func(t *testing.T) {
			scene(t, func(t *visit) {
				b := t.newTab()
				b.resize(1280)
				b.openPage(book.Slug)
				b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
				clicksAct(b, book)
			}, "chromium")
		})
	}
}

// TestAccessible checks that one page can be used by everybody, in both schemes; TestSlowAccessible checks all, in one browser, as
// axe reads the document, which is the same everywhere.
func TestAccessible(t *testing.T) {
	accessiblePages(t, func(slug string) bool { return slug == "sample" })
}

func TestSlowAccessible(t *testing.T) {
	accessiblePages(t, func(slug string) bool { return slug != "sample" }, "chromium")
}

func accessiblePages(t *testing.T, which func(slug string) bool, browsers ...string) {
	t.Parallel()
	for _, book := range whole(t).books {
		if !which(book.Slug) {
			continue
		}
		t.Run(book.Slug, func(t *testing.T) {
			scene(t, func(t *visit) {
				b := t.newTab()
				b.resize(1280)
				b.openPage(book.Slug)
				accessible(b)
			}, browsers...)
		})
	}
}

// TestLists opens the pages that are no notebooks.
func TestLists(t *testing.T) {
	t.Parallel()
	for _, slug := range []string{"index", "ledger", "reference", "404"} {
		t.Run(slug, func(t *testing.T) {
			scene(t, func(t *visit) {
				b := t.newTab()
				b.resize(390)
				b.open(newHost(t, whole(t)).page(slug))
				fits(b, "as published")
				b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
				fits(b, "with all open")
			})
		})
	}
}

// TestLicenses opens the page that says what a site is made with.
func TestLicenses(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("licenses"))
		b.resize(390)
		fits(b, "as published")
		b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
		fits(b, "with all texts open")
		if got := eval[int](b, `document.querySelectorAll('td a').length`); got < 40 || !eval[bool](b, `[...document.querySelectorAll('td a')].every(a => document.getElementById(a.hash.slice(1)).innerText.length > 500)`) {
			t.Errorf("got %d licenses, want more, each with a link to its text", got)
		}
		accessible(b) // which takes rows away
	})
}

// fits checks that the page does not scroll sideways on phones.
func fits(b *tab, when string) {
	b.t.Helper()
	for _, width := range []int{320, 390} {
		b.resize(width)
		got := eval[struct{ Has, Needs int }](b, `({ Has: document.documentElement.clientWidth, Needs: document.scrollingElement.scrollWidth })`)
		if got.Needs > got.Has {
			b.t.Errorf("%s: is %d pixels wide on a screen of %d", when, got.Needs, got.Has)
		}
	}
}

// reproduces checks that the engine computes in the browser what the builder computed natively, output by output.
func reproduces(b *tab) {
	b.t.Helper()
	b.js(`location.hash = '#v=2&d=' + JSON.parse(document.querySelector('#notebook').textContent).digest`)
	b.wait(contains("#notice", "eproduced"))
	if got := b.text("#notice"); !strings.Contains(got, "Reproduced: all") && !strings.Contains(got, "Reproduced: the one output") {
		b.t.Errorf("the page says %q of its own digest, want all outputs reproduced", got)
	}
	b.idle()
}

// accessible checks what axe has rules for, in both schemes, with all code open and a list of completions.
func accessible(b *tab) {
	b.t.Helper()
	b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
	b.wait(`[...document.querySelectorAll('details.code')].every(d => d.querySelector('.code-input'))`)
	if eval[bool](b, `!!document.querySelector('.code-input')`) { // one of them as the editor that it becomes, with a list and a mark
		b.js(`document.querySelector('.code-input').focus()`)
		b.wait(`!!document.activeElement.editor`)
		b.insert("oops\n")
		b.wait(`document.querySelector('.cm-lintRange-error')`)
		b.key("d")
		b.wait(`document.querySelector('.cm-tooltip-autocomplete')`)
	}
	silent(b)
}

// silent checks what axe has rules for, in both schemes, with the page as it is.
func silent(b *tab) {
	b.t.Helper()
	axe, err := os.ReadFile("testdata/axe/axe.min.js")
	if err != nil {
		b.t.Fatal(err)
	}
	b.js(string(axe))
	// Rows and nodes beyond the first are like these, and take axe most of its time.
	b.js(`document.querySelectorAll('.data tbody tr:nth-child(n+12), svg g > :is(path, .node):nth-of-type(n+20)').forEach(el => el.remove())`)
	for scheme, rules := range map[string]string{"light": `{}`, "dark": `{ runOnly: ['color-contrast'] }`} { // a scheme changes colors alone
		b.js(`document.documentElement.dataset.theme = '` + scheme + `'`)
		b.wait(`!document.getAnimations().some(a => a instanceof CSSTransition)`)
		for _, violation := range eval[[]string](b, `axe.run({ resultTypes: ['violations'], ...`+rules+` }).then(r => r.violations
			.filter(v => v.impact == 'serious' || v.impact == 'critical')
			.flatMap(v => v.nodes.slice(0, 3).map(n => v.impact + ' ' + v.id + ': ' + n.html.slice(0, 200) + ' ' + n.failureSummary)))`) {
			b.t.Errorf("%s: %s", scheme, violation)
		}
	}
}

// clickDrawings clicks one node of each drawing that has some to pick, and says what came of it.
const clickDrawings = `(async () => {
	const idle = async () => { do await new Promise(done => setTimeout(done, 20)); while (document.documentElement.hasAttribute('data-busy')) }
	const fields = () => new Map([...document.querySelectorAll('[data-input]')].map(label => {
		const field = label.querySelector('input, select')
		return [label.dataset.input + ' of ' + label.closest('section').dataset.cell, field.type == 'checkbox' ? String(field.checked) : field.value]
	}))
	const clicks = []
	for (const cell of document.querySelectorAll('section.cell')) {
		const output = cell.querySelector('.output'), drawings = () => output.querySelectorAll('svg.net')
		for (let i = 0; i < drawings().length; i++) {
			const svg = drawings()[i], before = fields()
			const values = [...document.querySelectorAll('[data-kind^=pick] input')].flatMap(field => field.value.split(' '))
			const buttons = [...svg.querySelectorAll('[data-node][role=button]')], free = buttons.filter(node => !values.includes(node.dataset.node))
			const node = free[free.length >> 1], html = output.innerHTML
			const own = [...cell.querySelectorAll('[data-kind^=pick] input')].some(field => field.dataset.network == svg.dataset.network)
			const click = { Cell: cell.dataset.cell, Drawing: i, Own: own, Buttons: buttons.length, Node: '', Says: '', Labels: [], Pointer: false, Set: [], Drawn: false }
			const pointed = node ?? svg.querySelector('[data-node]')
			if (!pointed && svg.matches('.crowded')) continue // so large that nodes are not told apart
			click.Pointer = !!pointed && getComputedStyle(pointed).cursor == 'pointer'
			pointed?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
			click.Says = document.querySelector('.tip')?.textContent ?? ''
			if (node) {
				click.Node = node.dataset.node
				node.dispatchEvent(new MouseEvent('click', { bubbles: true }))
				await idle()
				click.Set = [...fields()].filter(([name, value]) => before.get(name) != value).map(([name]) => name)
				click.Drawn = output.innerHTML != html
				click.Labels = click.Set.map(name => document.querySelector('[data-input="' + name.split(' ')[0] + '"] .name').textContent)
			}
			clicks.push(click)
		}
	}
	return clicks
})()`

// clicksAct checks that a click acts on the figure that was clicked: that changes, and no input is set on which it
// does not depend.
func clicksAct(b *tab, book *markdown.Notebook) {
	b.t.Helper()
	kernel := engine.New(&book.Document, builtins.All())
	for _, click := range eval[[]struct {
		Cell    string
		Drawing int
		Own     bool // its cell picks nodes of its network
		Buttons int
		Node    string
		Says    string   // the line at the node that is clicked, or at any
		Labels  []string // of the inputs that were set
		Pointer bool     // the cursor over that node says that it can be clicked
		Set     []string
		Drawn   bool
	}](b, clickDrawings) {
		what := fmt.Sprintf("%s, drawing %d", click.Cell, click.Drawing)
		if click.Own && click.Buttons == 0 {
			b.t.Errorf("%s: no node can be picked, want some", what)
		}
		offers := strings.Contains(click.Says, "; click: ")
		if free := click.Node != ""; click.Pointer != free && click.Buttons != 1 || free && !offers || click.Buttons == 0 && offers {
			b.t.Errorf("%s: %d nodes can be picked, the cursor says so: %v, the line at %q: %q", what, click.Buttons, click.Pointer, click.Node, click.Says)
		}
		if click.Says == "" {
			b.t.Errorf("%s: nothing says what a node is", what)
		}
		if click.Node == "" {
			continue
		}
		if !slices.ContainsFunc(click.Labels, func(label string) bool { return strings.HasSuffix(click.Says, "“"+strings.TrimSpace(label)+"”") }) {
			b.t.Errorf("%s: the line at %s says %q, and a click set %q", what, click.Node, click.Says, click.Labels)
		}
		var of []string // the cells that follow an input that was set and on which the figure depends
		for _, set := range click.Set {
			name, _, _ := strings.Cut(set, " of ")
			if cells := kernel.Dependents(name); slices.Contains(cells, click.Cell) {
				of = append(of, cells...)
			}
		}
		if of == nil || !click.Drawn {
			b.t.Errorf("%s: a click on %s set %q, and the figure changed: %v; want an input on which it depends, and another figure", what, click.Node, click.Set, click.Drawn)
		}
		for _, set := range click.Set { // also what only has another default now
			if _, cell, _ := strings.Cut(set, " of "); !slices.Contains(of, cell) {
				b.t.Errorf("%s: a click on %s set %s, on which the figure does not depend", what, click.Node, set)
			}
		}
	}
}

// Every page says without a script what it has to say.
func TestWithoutScript(t *testing.T) {
	s := whole(t)
	for _, book := range s.books {
		html, err := os.ReadFile(filepath.Join(s.dir, book.Slug+".html"))
		if err != nil {
			t.Fatal(err)
		}
		wants := []string{`class=no-js`, "<svg", `<p class=still>`}
		if slices.ContainsFunc(book.Cells, func(cell engine.Cell) bool { return !cell.Inline }) {
			wants = append(wants, `class=cell`, "</figure>")
		}
		for _, want := range wants {
			if !strings.Contains(string(html), want) {
				t.Errorf("%s.html: has no %s", book.Slug, want)
			}
		}
	}
}

func TestScriptsBarred(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.goesWrong(func(w http.ResponseWriter, _ string) bool {
			w.Header().Set("Content-Security-Policy", "script-src 'none'")
			return false
		})
		b := t.open(h.page("sample"))
		b.wait(`document.readyState == 'complete'`)
		if !eval[bool](b, `['.no-js', '.cell', 'svg', 'figure'].every(s => document.querySelector(s)) && getComputedStyle(document.querySelector('.still')).display != 'none'`) {
			t.Error("the page without scripts lacks what it is to say")
		}
		if eval[bool](b, `document.documentElement.hasAttribute('data-engine')`) {
			t.Error("the engine runs without scripts")
		}
	})
}

// The sliders of a published page go to both their ends in the browser too, as TestSliderEnds checks
// natively for every page.
func TestSlidersOfPaper(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(newHost(t, whole(t)).page("kyklos"))
		failed := `[...document.querySelectorAll('.cell')].filter(c => ['failed', 'blocked', 'stopped'].includes(c.dataset.state)).map(c => c.dataset.cell)`
		before := eval[[]string](b, failed)
		names := eval[[]string](b, `[...new Set([...document.querySelectorAll('[data-kind=slider]')].map(l => l.dataset.input))]`)
		for _, name := range names {
			for _, end := range []string{"max", "min"} {
				b.js(fmt.Sprintf(`const field = document.querySelector('[data-input="%s"] input')
					field.value = field.%s; field.dispatchEvent(new Event('input', { bubbles: true }))`, name, end))
				b.wait(`document.documentElement.dataset.engine == 'ready'`)
				b.idle()
				if after := eval[[]string](b, failed); !slices.Equal(after, before) {
					t.Errorf("with %s at its %s the cells %v have no output: %s", name, end, after, b.text(".error:not([hidden])"))
				}
			}
		}
	})
}
