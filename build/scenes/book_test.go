package scenes_test

import (
	"testing"

	"topobook/build/browser"
)

// The figures of a page have numbers, its images their size before they come, and what refers to them leads there.
func TestBook(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-book"))
		b.wait(contains("#cell-tree figcaption", "Figure\u00a01. A"))
		b.wait(contains("#cell-sizes figcaption", "Table\u00a01. How"))
		b.wait(contains("#fig-plan figcaption", "Figure\u00a02. Every"))
		b.follow(`.prose > p a[href="#fig-plan"]`, "/sample-book.html#fig-plan")
		b.follow(".references li:nth-child(3) .back", "/sample-book.html#cite-3-1")
		for _, img := range []string{"#fig-plan img", "figure.image:not([id]) img"} {
			b.wait(`(img => { img.scrollIntoView(); return img.complete && img.naturalWidth == img.getAttribute('width') &&
				img.naturalHeight == img.getAttribute('height') })(document.querySelector('` + img + `'))`)
		}
	})
}

// A claim shows the formulas that the builder has set, also in what the browser computes, and another one as TeX.
func TestClaimFormulas(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-book"))
		const formulas = `[...document.querySelectorAll('#cell-claims :is(math, .tex)')].map(f => f.localName + ' ' + f.textContent).join(', ')`
		shown := func(want string) { b.t.Helper(); b.wait(formulas + ` == '` + want + `'`) }
		const published = "math kn, math Nn, math k=2"
		shown(published)
		b.js(`window.first = document.querySelector('#cell-claims math')`)
		b.ready()
		b.edit("helpers", "def processors(k): return k ** 2") // so that the claims run, with what is published
		b.key(browser.Enter, browser.Control)
		b.wait(`seen.some(m => m.type == 'result' && m.cell == 'claims')`)
		b.idle()
		if !eval[bool](b, `first.isConnected`) {
			t.Error("the claims were shown anew, though nothing in them has changed")
		}
		b.slide("k", 3)
		shown("math kn, math Nn, code k=3")
		b.slide("k", 2)
		shown(published)
		b.idle()
	})
}
