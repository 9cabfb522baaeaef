package scenes_test

import (
	"strings"
	"testing"

	"topobook/build/browser"
)

// A chapter leads to the pages of its paper, without a script too, and in the browser its claims
// keep the paper's name.
func TestChapter(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-part"))
		b.wait(contains(".chapters [aria-current]", "A part"))
		b.slide("length", 7)
		b.wait(contains("#claim-sample\\/links", "7"))
		b.idle()
		if got := b.text(".claim .id"); got != "sample/links" {
			t.Errorf("the claim on the chapter: got id %s, want sample/links", got)
		}
		b.follow(".next [rel=prev]", "/sample.html")
		b.follow("#chapters + ol a", "/sample-part.html")
	})
}

func TestSlider(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		if got := eval[int](b, `performance.getEntriesByType('resource').filter(e => e.name.endsWith('.wasm')).length`); got != 0 {
			t.Errorf("the page fetched the engine %d times before its reader showed interest, want 0", got)
		}
		before := b.text("#cell-apart .output")
		b.slide("k", 3) // the first sign of interest is the change itself
		b.wait(contains("#cell-sizes table", "9"))
		b.wait(`document.querySelectorAll('#cell-net svg .processor').length == 9`)
		b.wait(contains("output.value", "9"))
		b.idle()
		b.wait(contains("#status", "updated"))
		b.slide("k", 4)
		b.wait(`document.querySelectorAll('#cell-net svg .processor').length == 16`)
		b.wait(contains("#cell-sizes table", "16"))
		b.idle()
		if got := eval[[]string](b, `[...new Set(seen.filter(m => m.type == 'result').map(m => m.cell))]`); len(got) == 0 ||
			strings.Contains(strings.Join(got, " "), "apart") || strings.Contains(strings.Join(got, " "), "sum") {
			t.Errorf("moving k ran %v, want nothing that does not depend on k", got)
		}
		if after := b.text("#cell-apart .output"); after != before {
			t.Errorf("the output of a cell that does not depend on k changed from %q to %q", before, after)
		}
		if got := eval[string](b, `document.activeElement.closest('[data-input]')?.dataset.input`); got != "k" {
			t.Errorf("after moving k the focus is on %q, want the slider", got)
		}
	})
}

func TestSliderLatestWins(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		for range 5 {
			b.slide("n", 3)
			b.slide("k", 2)
			b.slide("k", 4)
			b.slide("n", 1)
			b.slide("k", 3)
		}
		b.idle()
		b.wait(contains("output.value", "3"))
		b.wait(`document.querySelectorAll('#cell-net svg .processor').length == 3`)
		if k, n := b.value("k"), b.value("n"); k != "3" || n != "1" {
			t.Errorf("the sliders show k = %s and n = %s, want the reader's 3 and 1", k, n)
		}
	})
}

// value returns what the control of an input shows.
func (b *tab) value(name string) string {
	b.t.Helper()
	return eval[string](b, `document.querySelector('[data-input="`+name+`"] input').value`)
}

func TestPick(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		node := func(address string) string { return `#cell-way svg [data-node="` + address + `"]` }
		b.click(node("1,0"))
		b.wait(`document.querySelector('[data-input=src] input').value == '1,0'`)
		b.wait(contains("#status", "destination"))
		b.wait(contains("#cell-hops .output", "2"))
		b.idle()
		b.js(`document.querySelector('` + node("0,1") + `').focus()`) // by keyboard: from here to there
		b.key(browser.ArrowLeft)
		b.wait(`document.activeElement.dataset.node == '0,0'`)
		b.wait(`document.querySelectorAll('#cell-way svg .link.near').length == 1`)
		b.key(browser.Enter)
		b.wait(`document.querySelector('[data-input=dst] input').value == '0,0'`)
		b.wait(contains("#cell-hops .output", "4"))
		b.wait(`document.querySelectorAll('#cell-way svg .path').length > 0`)
		b.idle()
		if got := eval[string](b, `document.activeElement.dataset?.node ?? ''`); got != "0,0" {
			t.Errorf("after picking by keyboard the focus is on node %q, want 0,0", got)
		}
		// A set of nodes: a click adds one, a second click takes it away.
		b.js(`document.querySelector('#cell-marks details')?.setAttribute('open', '')`)
		b.click(`#cell-marks svg [data-node="2"]`)
		b.wait(`document.querySelector('[data-input=faults] input').value == '2'`)
		b.wait(`document.querySelector('#cell-marks svg .marked')`)
		b.click(`#cell-marks svg [data-node="2"]`)
		b.wait(`document.querySelector('[data-input=faults] input').value == ''`)
		b.wait(`!document.querySelector('#cell-marks svg .marked')`)
	})
}

func TestEdit(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		b.edit("apart", "m = number(5, min=1, max=9)\nsquares = [i * i for i in range(m)]\nsquares")
		b.wait(`document.querySelector('#cell-apart').hasAttribute('data-draft')`)
		b.key(browser.Enter, browser.Shift)
		b.wait(contains("#cell-apart .output", "16"))
		b.wait(contains("#cell-sum .output", "30"))
		b.wait(`document.querySelector('#cell-apart').hasAttribute('data-edited')`)
		if got := eval[string](b, `document.activeElement.closest('.cell')?.dataset.cell`); got != "marks" {
			t.Errorf("Shift+Enter went to cell %q, want the next one, marks", got)
		}
		b.idle()
		b.edit("hops", "h = distance(t, src, dst)") // shows nothing, also in place of what the builder wrote
		b.key(browser.Enter, browser.Control)
		b.wait(`document.querySelector('#cell-hops .output').textContent == ''`)
		b.idle()
		b.edit("sum", "text(\"sum:\",\n    sum(squares) + oops)")
		b.key(browser.Enter, browser.Control)
		b.wait(state("sum", "failed"))
		b.wait(contains("#cell-sum .error", "line 2, column 20"))
		b.wait(contains("#cell-sum .error", "oops"))
		b.wait(contains("#cell-sum .cm-lintRange-error", "oops"))
		if got := eval[string](b, `document.activeElement.closest('.cell')?.dataset.cell`); got != "sum" {
			t.Errorf("Ctrl+Enter moved the focus to %q, want it to stay in sum", got)
		}
		b.key(browser.Escape)
		b.wait(`document.activeElement.tagName == 'SUMMARY'`)
		b.click(`#cell-sum [data-do=reset]`)
		b.wait(contains("#cell-sum .output", "30"))
		b.wait(`document.querySelector('#cell-sum .error').hidden && !document.querySelector('#cell-sum').hasAttribute('data-edited')`)
		b.js(`document.querySelector('#reset-page').click()`)
		b.wait(contains("#cell-sum .output", "5"))
		b.wait(`!document.querySelector('[data-edited]')`)
	})
}

func TestHeavy(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.slide("k", 3)
		b.wait(state("long", "waiting"))
		b.idle()
		b.click(`#cell-long .offer [data-do=run]`)
		b.wait(state("long", "done"))
		b.wait(`document.querySelector('#cell-long .output').textContent.replace(/\D/g, '') == '60000'`)
		// One that needs another: its button runs both, the other first.
		b.wait(contains("#cell-longer .offer", "This is of other values, and takes long"))
		b.idle()
		b.slide("k", 4)
		b.wait(contains("#cell-longer .offer", "It needs those of cell long"))
		b.idle()
		b.click(`#cell-longer .offer [data-do=run]`)
		b.wait(state("longer", "done"))
		b.wait(`document.querySelector('#cell-longer .output').textContent.replace(/\D/g, '') == '240000'`)
		b.wait(`document.querySelector('#cell-long .output').textContent.replace(/\D/g, '') == '120000'`)
		b.wait(`!document.querySelector('.offer')`)
		// Back at a value that one has had, and the other has not.
		b.idle()
		b.slide("k", 3)
		b.wait(`document.querySelector('#cell-long .output').textContent.replace(/\D/g, '') == '60000'`)
		b.wait(contains("#cell-longer .offer", "This is of other values, and takes long"))
		b.wait(`!document.querySelector('#cell-long .offer')`)
	})
}

// A slider that plays takes a step once the outputs of the one before are there, up to its end, and
// stops where its reader turns to something else.
func TestPlay(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.click(".play") // before the engine is there
		pressed := func(want string) string {
			return `document.querySelector('.play').getAttribute('aria-pressed') == '` + want + `'`
		}
		b.wait(pressed("true"))
		b.wait(`document.querySelector('[data-input=step] input').value == '6'`)
		b.wait(contains("#cell-steps .output", "36"))
		b.wait(pressed("false"))
		if got := eval[[]string](b, `seen.filter(m => m.type == 'result' && m.cell == 'steps' && m.state == 'done').map(m => m.html.replace(/<[^>]*>/g, ''))`); strings.Join(got, ", ") != "step 2: 4, step 4: 16, step 6: 36" {
			t.Errorf("the outputs while it plays are %q, want one for each step", got)
		}
		b.js(`document.querySelector('.play').focus()`) // from the end it starts over; by keyboard
		b.key(" ")
		b.wait(contains("#cell-steps .output", "step 0"))
		b.wait(pressed("true"))
		b.slide("m", 5)
		b.wait(pressed("false"))
		b.wait(contains("#cell-apart .output", "16"))
		at := b.value("step")
		b.quiet()
		if got := b.value("step"); got != at || got == "6" {
			t.Errorf("after another input was used the step went from %s to %s, want it to stop", at, got)
		}
		b.click(".play")
		b.wait(pressed("true"))
		b.click(".play")
		b.wait(pressed("false"))
		if link := b.share(); !strings.Contains(link, "step=") || strings.Contains(link, "play") {
			t.Errorf("the link is %s, want the value of the step alone", link)
		}
	})
}
