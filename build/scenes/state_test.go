package scenes_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"topobook/build/browser"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
)

// sampleDocument returns the document of the sample, to make links by.
func sampleDocument(t testing.TB) *engine.Document {
	t.Helper()
	src, err := os.ReadFile("testdata/sample/sample.md")
	if err != nil {
		t.Fatal(err)
	}
	book, err := markdown.Parse("sample.md", src)
	if err != nil {
		t.Fatal(err)
	}
	return &book.Document
}

// runEdit edits a cell, runs it, and waits until its output has a text.
func (b *tab) runEdit(cell, source, want string) {
	b.t.Helper()
	b.edit(cell, source)
	b.key(browser.Enter, browser.Control)
	b.wait(contains("#cell-"+cell+" .output", want))
	b.idle()
}

// hasKept waits until the browser's database has a text among the edits of the page.
func (b *tab) hasKept(text string) {
	b.t.Helper()
	found := fmt.Sprintf(`new Promise(done => {
		const asked = indexedDB.open('topobook', 1)
		asked.onupgradeneeded = () => asked.transaction.abort() // the page makes it, when it has something to keep
		asked.onerror = () => done(false)
		asked.onsuccess = () => {
			const get = asked.result.transaction('edits').objectStore('edits').get(location.pathname)
			get.onsuccess = () => { asked.result.close(); done((JSON.stringify(get.result) ?? '').includes(%q)) }
		}
	})`, text)
	b.wait(found)
}

// goTo puts a fragment in the address bar of an open page.
func (b *tab) goTo(fragment string) {
	b.t.Helper()
	b.js(fmt.Sprintf("location.hash = %q", fragment))
}

// A link's digest says nothing, was cut off, or is of other outputs.
func TestLinkForgedDigest(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		again := 0
		open := func(fragment string) { // anew, in the same tab
			again++
			b.open(fmt.Sprintf("%s?%d%s", page, again, fragment))
		}
		digest := eval[string](b, `JSON.parse(document.querySelector('#notebook').textContent).digest`)
		for _, tt := range []struct{ digest, title, want string }{
			{strings.Repeat("A", len(digest)), "Not compared", "nothing to compare"},
			{digest[:len(digest)-4], "Not compared", "lost its end"},
			{digest[:7], "Not compared", "lost its end"},
			{digest + "AAAA", "Not compared", "another edition"},
			{"Z" + digest[1:], "Not reproduced", "1 of "},
			{strings.Repeat("AAAA", len(digest)/4-1) + digest[len(digest)-4:], "Reproduced", "the one output that was compared matches"},
		} {
			open("#k=2&v=2&d=" + tt.digest)
			b.wait(contains("#notice", tt.title))
			if got := b.text("#notice"); !strings.Contains(got, tt.want) || tt.title != "Reproduced" && strings.Contains(got, "Reproduced") {
				t.Errorf("the digest %s: notice %q, want %s and %s", tt.digest, got, tt.title, tt.want)
			}
		}
		// All outputs differ: how many of how many, and a list in a few lines.
		open("#v=2&d=" + strings.Repeat("ZZZZ", len(digest)/4))
		b.wait(contains("#notice", "Not reproduced"))
		counts := regexp.MustCompile(`(\d+) of (\d+) outputs`).FindStringSubmatch(b.text("#notice"))
		if counts == nil || counts[1] != counts[2] {
			t.Errorf("notice %q, want that all outputs that were compared differ", b.text("#notice"))
		}
		if high := eval[float64](b, `document.querySelector('#notice .outputs').offsetHeight`); high > 120 {
			t.Errorf("the list of outputs is %v pixels high", high)
		}
	})
}

// A link of 129 characters with 65,000 lines: the question comes at once, with the first of them.
func TestLinkManyLines(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		doc := sampleDocument(t)
		fragment := link.Encode(doc, link.State{Edits: map[string]string{"sum": strings.Repeat("\n", 65000)}})
		b := t.open(page + "#" + fragment)
		b.wait(contains("#notice", "changed code"))
		if got := b.text("#notice .diff"); strings.Count(got, "\n") > 400 || !strings.Contains(got, "more lines") {
			t.Errorf("the question shows %d lines, want some hundred and how many there are more", strings.Count(got, "\n"))
		}
		b.click("#notice [data-do=keep]")
		b.slide("m", 4)
		b.wait(contains("#cell-apart .output", "9"))
		fragment = link.Encode(doc, link.State{Edits: map[string]string{"sum": strings.Repeat("\n", 66000)}})
		b.goTo(fragment)
		b.wait(contains("#notice", "want at most 65536"))
		// What would be read in another order than it runs is shown as what it is.
		b.goTo(link.Encode(doc, link.State{Edits: map[string]string{"sum": "x = 1 # \u202e}\u200b"}}))
		b.wait(contains("#notice ins", "⟨U+202E⟩}⟨U+200B⟩"))
		// The name of a cell leads there and leaves the link where it is.
		b.click("#notice p a")
		b.wait(`location.hash.startsWith('#e=')`)
		b.click("#notice [data-do=run-theirs]")
		b.wait(`document.querySelector('#cell-sum').hasAttribute('data-edited')`)
	})
}

// What a link has beside inputs does not keep it from being opened, and what cannot be read is said.
func TestLinkUnknownKeys(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page + "#k=3&fbclid=abc")
		b.wait(contains("#cell-sizes table", "9"))
		b.wait(contains("#notice", "fbclid"))
		b = t.open(page + "#k=%&m=4")
		b.wait(contains("#notice", "cannot be read"))
	})
}

func TestAddressFollowsInputs(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		b.slide("k", 3)
		b.wait(contains("#cell-sizes table", "9"))
		b.wait(`location.hash == '#k=3'`)
		b.reload()
		b.wait(contains("#cell-sizes table", "9"))
		b.idle()
		for k := range 40 { // a drag
			b.js(fmt.Sprintf(`(() => { const f = document.querySelector('[data-input=m] input'); f.value = %d; f.dispatchEvent(new Event('input', { bubbles: true })) })()`, 1+k%9))
		}
		b.slide("m", 4)
		b.wait(`location.hash == '#k=3&m=4'`)
		b.slide("k", 2) // as published
		b.wait(`location.hash == '#m=4'`)
		b.goTo("cell-sizes") // a place on the page: the address keeps the inputs
		b.wait(`location.hash == '#m=4'`)
		b.goTo("k=4")
		b.wait(contains("#cell-sizes table", "16"))
		b.wait(contains("#cell-apart .output", "4")) // m is as published
		b.wait(`document.querySelector('[data-input=m] input').value == '3'`)
		b.js(`history.back()`)
		b.wait(`document.querySelector('[data-input=m] input').value == '4'`)
		b.wait(contains("#cell-apart .output", "9"))
		b.js(`location.hash = ''`)
		b.wait(`document.querySelector('[data-input=m] input').value == '3' && location.hash == ''`)
		link := b.share()
		b.wait(fmt.Sprintf(`location.href == %q`, link))
		b.slide("k", 3)
		b.wait(`location.hash == '#k=3'`)
		b = t.open(page + "#src=9,9,9") // not taken: the field shows what is used, and the address too
		b.wait(contains("#notice", "is used"))
		b.wait(`document.querySelector('[data-input=src] input').value == '0,0' && location.hash == ''`)
	})
}

func TestEditsSurviveReload(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		b.slide("m", 4)
		b.wait(contains("#cell-apart .output", "9"))
		b.runEdit("sum", `text("sum:", sum(squares) + 1000)`, "1014")
		b.wait(`location.hash == '#m=4'`) // no code in the address
		b.edit("hops", `text("typed, not run")`)
		b.hasKept("not run")
		b.reload()
		b.wait(contains("#cell-sum .output", "1014")) // nobody has touched the page
		b.wait(contains("#cell-hops .output", "typed, not run"))
		if got := b.text("#notice"); got != "" {
			t.Errorf("after a reload the page says %q, want nothing", got)
		}
		// The reader's own link asks nothing.
		link := b.share()
		b.reload()
		b.wait(contains("#notice", "Reproduced: all"))
		b.wait(contains("#cell-sum .output", "1014"))
		b.wait(fmt.Sprintf(`location.href == %q`, link))

		b.open(strings.Replace(page, "sample", "index", 1))
		b.js(`setTimeout(() => history.back())`)
		b.wait(`location.pathname.endsWith('sample.html')`)
		b.wait(contains("#cell-sum .output", "1014"))
	})
}

func TestNewVisitOffersEdits(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		b.ready()
		b.runEdit("sum", `text("sum:", sum(squares) + 1000)`, "1005")
		b.hasKept("1000")
		b.js(`sessionStorage.clear()`) // which is all that a new tab of the same browser lacks
		b.reload()
		b.wait(contains("#notice", "You edited 1 cell here on"))
		if got := b.text("#cell-sum .output"); strings.Contains(got, "1005") {
			t.Errorf("a new visit shows the edited output %q, want the published one", got)
		}
		b.click("#notice [data-do=bring-back]")
		b.wait(contains("#cell-sum .output", "1005"))
		b.reload()
		b.wait(contains("#cell-sum .output", "1005"))

		// The page has changed since. What it keeps a moment after it has brought the code back comes first.
		b.quiet()
		b.hasKept("1000")
		b.js(`sessionStorage.clear()
		new Promise(done => {
			const asked = indexedDB.open('topobook', 1)
			asked.onsuccess = () => {
				const store = asked.result.transaction('edits', 'readwrite').objectStore('edits'), get = store.get(location.pathname)
				get.onsuccess = () => {
					get.result.visits[0].edits.sum.from = 'text("old")'
					store.put(get.result, location.pathname).onsuccess = () => { asked.result.close(); done() }
				}
			}
		})`)
		b.hasKept("old")
		b.reload()
		b.wait(contains("#notice .diff del", `- text("old")`))
		b.wait(contains("#notice .diff ins", `+ text("sum:"`))
		b.click("#notice [data-do=forget]")
		b.wait(`!localStorage.length`)
		b.reload()
		b.ready()
		b.quiet()
		if got := b.text("#notice"); got != "" {
			t.Errorf("edits were forgotten, but the page says %q", got)
		}
	})
}

func TestResetAndUndo(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		b.slide("m", 4)
		b.runEdit("sum", `text("sum:", sum(squares) + 1000)`, "1014")
		for _, reset := range []string{"#cell-sum [data-do=reset]", "#reset-page"} {
			b.click(reset)
			b.wait(`!` + contains("#cell-sum .output", "1014"))
			b.idle()
			b.quiet() // what the page says of updated outputs does not take the button away
			b.click("#status [data-do=undo]")
			b.wait(contains("#cell-sum .output", "1014"))
			b.wait(`document.querySelector('#cell-sum .code-input').value.includes('1000') && location.hash == '#m=4'`)
			b.idle()
		}
		b.hasKept("1000")
		b.reload()
		b.wait(contains("#cell-sum .output", "1014"))
		b.click("#reset-page")
		b.wait(`location.hash == ''`)
		b.reload() // a way back even now
		b.wait(contains("#notice", "You edited 1 cell"))
		b.click("#notice [data-do=bring-back]")
		b.wait(contains("#cell-sum .output", "1005"))
	})
}

// A link is opened over the reader's own code.
func TestLinkOverEdits(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		digest := func(k string) string {
			b := t.open(page + "#k=" + k)
			b.wait(`document.documentElement.dataset.engine == 'ready'`)
			b.idle()
			return strings.TrimPrefix(b.share(), page+"#")
		}("3")
		doc := sampleDocument(t)
		b := t.open(page)
		b.ready()
		b.runEdit("sum", `text("sum:", sum(squares) + 1000)`, "1005")
		b.goTo("k=4&v=1")
		b.wait(contains("#cell-sizes table", "16"))
		b.wait(contains("#cell-sum .output", "1005"))
		b.idle()
		b.goTo(digest)
		b.wait(contains("#notice", "Reproduced: all"))
		b.wait(contains("#notice", "yours of 1 cell is kept"))
		b.wait(contains("#cell-sum .output", "1005"))
		b.goTo(link.Encode(doc, link.State{Edits: map[string]string{"sum": `text("theirs")`}}))
		b.wait(contains("#notice", "changed code"))
		b.click("#notice [data-do=run-theirs]")
		b.wait(contains("#cell-sum .output", "theirs"))
		b.wait(contains("#notice", "Your own code is kept"))
		b.hasKept("1000")
		b.click("#notice [data-do=undo]")
		b.wait(contains("#cell-sum .output", "1005"))
		b.hasKept("1000")
	})
}

// Whatever an edit changes is marked, in its own cell and where its values go.
func TestEditMarksDependents(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample")
		b := t.open(page)
		b.ready()
		marked := `[...document.querySelectorAll('[data-edited-upstream]')].map(c => c.dataset.cell).join(' ')`
		b.runEdit("net", "k = 3\nn = 1\nt = kary_ntree(k, n)\ndef text(*parts):\n    return \"mine\"\ntext()", "mine")
		if got := eval[string](b, marked); !strings.Contains(got, "sizes") || !strings.Contains(got, "way") || strings.Contains(got, "apart") || !regexp.MustCompile(`\bv\d`).MatchString(got) {
			t.Errorf("cells %s are marked, want sizes, way and the inline values, and not apart", got)
		}
		if got := eval[string](b, `getComputedStyle(document.querySelector('#cell-sizes .output-figure'), '::before').content`); !strings.Contains(got, "uses edited code") {
			t.Errorf("the mark reads %s", got)
		}
		if got := eval[string](b, `getComputedStyle(document.querySelector('output.value[data-edited-upstream]'), '::after').content`); !strings.Contains(got, "edited") {
			t.Errorf("the mark of an inline value reads %s", got)
		}
		if got := b.text("#cell-hops .output"); strings.Contains(got, "mine") {
			t.Errorf("a word that one cell defines is taken by another, which shows %q", got)
		}
		b.click("#cell-net [data-do=reset]")
		b.wait(`!document.querySelector('[data-edited-upstream], [data-edited]')`)
	})
}

// A link that nobody could open is not handed out.
func TestShareTooLong(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		b.edit("sum", `text("long")`)
		b.js(`(() => { // too much to type
		const area = document.querySelector('#cell-sum .code-input')
		let x = 1
		const digits = () => (x = x * 48271 % 2147483647).toString(36)
		area.value += '\n' + Array.from({ length: 600 }, () => '# ' + Array.from({ length: 12 }, digits).join('')).join('\n')
		area.dispatchEvent(new Event('input', { bubbles: true }))
	})()`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", "long"))
		b.click("#share")
		b.wait(contains("#notice", "No link"))
		if got := eval[string](b, `document.querySelector('#notice textarea').value + location.hash`); !strings.Contains(got, `text("long")`) || strings.Contains(got, "e=") {
			t.Errorf("the notice offers %d bytes of code, want the reader's, and no link in the address", len(got))
		}
	})
}

// A link that comes while a cell hangs is opened once that one is stopped.
func TestLinkWhileHung(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.slide("m", 4)
		b.wait(contains("#cell-apart .output", "9"))
		b.idle()
		b.js(`kernel.postMessage = () => {}`)
		b.slide("k", 3)
		b.goTo("k=4&v=1")
		b.click("#stop")
		b.wait(contains("#cell-sizes table", "16"))
		// Nothing is compared once the comparison was stopped.
		b.idle()
		b.js(`kernel.postMessage = (post => m => m.type == 'open' && post.call(kernel, m))(kernel.postMessage)`)
		b.goTo("k=3&v=1&d=AAAAAAAAAAAA")
		b.wait(contains("#notice", "Opening the link"))
		b.click("#stop")
		b.wait(contains("#notice", "Not compared"))
	})
}

// Where the browser keeps nothing, the work goes on.
func TestKeepsNothing(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample", `for (const name of ['indexedDB', 'localStorage', 'sessionStorage']) {
			Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError') } })
		}`))
		b.ready()
		b.runEdit("sum", `text("sum:", sum(squares) + 1000)`, "1005")
		b.quiet() // it would be kept by now
		b.click("#reset-page")
		b.click("#status [data-do=undo]")
		b.wait(contains("#cell-sum .output", "1005"))
		b.goesOn()
	})
}
