package scenes_test

import (
	"net/http"
	"strings"
	"testing"

	"topobook/build/browser"
)

// found returns the words of the reference that can be seen.
const found = `[...document.querySelectorAll('.word')].filter(word => word.checkVisibility()).map(word => word.id).join(' ')`

// The box of the reference finds words by keyboard alone, and needs no engine.
func TestReferenceFind(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("reference"))
		all := eval[string](b, found)
		if n := len(strings.Fields(all)); n < 170 {
			t.Errorf("the page has %d words, want those of the language", n)
		}
		b.key("/")
		b.wait(`document.activeElement.id == 'find' && !document.activeElement.value`)
		for _, tt := range []struct{ query, has, hasNot, says string }{
			{"diam", "diameter fault_diameter", "slider", " match. Enter goes to diameter."},
			{"Jain's", "simulate", "diameter", " matches. Enter goes to simulate."},        // in the text
			{"hops routing=none", "distance", "radius", " match. Enter goes to distance."}, // in the text and in the signature
			{"zyx", "", "diameter simulate distance slider", "No word matches."},
		} {
			b.js(`document.activeElement.select()`)
			b.insert(tt.query)
			b.wait(contains("#found", tt.says))
			seen := " " + eval[string](b, found) + " "
			for _, word := range strings.Fields(tt.has) {
				if !strings.Contains(seen, " "+word+" ") {
					t.Errorf("%q: does not find %s", tt.query, word)
				}
			}
			for _, word := range strings.Fields(tt.hasNot) {
				if strings.Contains(seen, " "+word+" ") {
					t.Errorf("%q: finds %s", tt.query, word)
				}
			}
		}
		b.key(browser.Escape)
		b.wait(`!document.activeElement.value && document.querySelector('#found').textContent == ''`)
		if got := eval[string](b, found); got != all {
			t.Errorf("after Escape: got %s, want all words", got)
		}
		b.insert("bisection")
		b.key(browser.Enter)
		b.wait(`location.hash == '#bisection' && document.activeElement.closest('#bisection')`)
		b.js(`location.hash = '#torus'`) // a link to what was not found
		b.wait(`document.querySelector('#torus').checkVisibility() && !document.querySelector('#find').value`)
		b.key("/")
		b.wait(`document.activeElement.id == 'find'`)
		b.insert("a/b") // and is a letter there
		b.wait(`document.activeElement.value == 'a/b'`)
		if eval[bool](b, `!!window.topobook`) {
			t.Error("the engine starts while a reader looks for a word")
		}
	}, "chromium", "firefox")
}

// An example runs and is edited by keyboard alone, and gives what it gives natively.
func TestReferenceRun(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("reference"))
		b.key("/")
		b.insert("diameter")
		b.key(browser.Enter)
		b.wait(`document.activeElement.closest('#diameter')`)
		for range 3 {
			if eval[bool](b, `document.activeElement.matches('.run')`) {
				break
			}
			b.key(browser.Tab)
		}
		b.key(browser.Enter)
		b.wait(`document.querySelector('#cell-diameter .output').textContent == '4' && document.activeElement.matches('#cell-diameter .run')`)
		b.wait(`document.querySelector('#cell-diameter textarea')`) // the page makes its cells ready after the first outputs
		b.key(browser.Tab, browser.Shift)
		b.wait(`document.activeElement.editor`)
		b.edit("diameter", "radius(ring(7))")
		b.selects(2, 2)
		b.wait(`document.querySelector('#diameter .word-help .params')`)
		if got := b.text("#diameter .word-help > code"); got != `radius(t, among="all", reachable=False)` || strings.Count(b.text("#diameter .word-help"), "radius(") != 1 {
			t.Errorf("the help says %q, want the signature once", b.text("#diameter .word-help"))
		}
		for _, want := range []string{"Parameters", "default False", "Result", "int: hops", "Errors", "Method"} {
			if !strings.Contains(b.text("#diameter .word-help"), want) {
				t.Errorf("the help does not say %s", want)
			}
		}
		if eval[bool](b, `!!document.querySelector('.word-help :is(button, input, h3, pre, .cell)')`) {
			t.Error("the help has more than text")
		}
		b.key(browser.Enter, browser.Control)
		b.wait(`document.querySelector('#cell-diameter .output').textContent == '3'`)
		b.edit("diameter", "diameter(ring(9))")
		b.selects(2, 2)
		b.wait(contains("#diameter .word-help > code", "diameter("))
		if got := eval[int](b, `document.querySelector('#diameter .word-help').children.length`); got != 1 {
			t.Errorf("the help has %d parts, want the signature alone where the rest stands above", got)
		}
		b.click("#cell-diameter [data-do=reset]")
		b.wait(`document.querySelector('#cell-diameter .output').textContent == '4'`)

		b.click("#find")
		b.key(browser.Escape) // which shows the others again
		b.click("#cell-slider .run")
		b.wait(`document.querySelector('#cell-slider [data-input=k]')`)
		b.click(".keys")
		b.wait(`document.querySelector('dialog#keys').open`)
		b.key(browser.Escape)
		reproduces(b)
		if got := eval[[]string](b, `[...document.querySelectorAll('.word > .cell')].filter(cell => cell.dataset.state != 'done').map(cell => cell.id)`); len(got) > 0 {
			t.Errorf("examples that are not computed: %v", got)
		}
	}, "chromium", "firefox")
}

// Everybody can use the reference, also with outputs, and on a phone.
func TestReferenceAccessible(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.resize(1280)
		b.open(t.sample("reference"))
		b.ready()
		b.click("#cell-draw .run")
		b.wait(`document.querySelector('#cell-draw svg')`)
		b.edit("diameter", "oops")
		b.wait(`document.querySelector('.cm-lintRange-error')`)
		silent(b)
		b.reload()
		b.resize(390)
		fits(b, "before the engine")
		b.ready()
		reproduces(b)
		fits(b, "with all outputs")
	}, "chromium")
}

// Without scripts the reference has its examples as listings, and no box that does nothing.
func TestReferenceWithoutScript(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.goesWrong(func(w http.ResponseWriter, _ string) bool {
			w.Header().Set("Content-Security-Policy", "script-src 'none'")
			return false
		})
		b := t.open(h.page("reference"))
		b.wait(`document.readyState == 'complete'`)
		if !eval[bool](b, `[...document.querySelectorAll('.word')].every(word => word.querySelector(':scope > .listing').checkVisibility() && word.querySelector('dl').checkVisibility())`) {
			t.Error("an entry cannot be read")
		}
		if eval[bool](b, `[...document.querySelectorAll('.find, .cell, button')].some(element => element.checkVisibility())`) {
			t.Error("the page shows what does not work")
		}
	})
}

// An example in a frame runs by itself, as it has no published output.
func TestReferenceEmbed(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("reference") + "?embed=draw")
		b.wait(`document.querySelector('#cell-draw svg')?.checkVisibility()`)
		if eval[bool](b, `document.querySelector('#draw > dl').checkVisibility()`) {
			t.Error("the frame shows more than the example")
		}
	})
}
