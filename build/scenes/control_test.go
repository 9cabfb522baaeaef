package scenes_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"topobook/build/browser"
)

func TestPicksNearest(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-controls"))
		b.ready()
		value := func(name, want string) {
			t.Helper()
			b.wait(`document.querySelector('[data-input=` + name + `] input').value == '` + want + `'`)
			b.idle()
		}
		node := func(cell, address string) string { return `#cell-` + cell + ` svg [data-node="` + address + `"]` }
		for _, cell := range []string{"net", "plain"} {
			if got := eval[string](b, `(node => node.getAttribute('role') + ' ' + getComputedStyle(node).cursor)(document.querySelector('#cell-`+cell+` [data-node]'))`); got != "img default" {
				t.Errorf("a node in %s, where there is nothing to pick, is %q, want an image without a pointer", cell, got)
			}
		}
		b.click(node("broken", "0,0@0")) // its own input first, though another stands first on the page
		value("faults", "0,0@0")
		b.click(node("broken", "0,1,1")) // it takes no processor: the nearest that does
		value("a", "0,1,1")
		b.wait(`document.querySelector('#cell-broken .node.src').dataset.node == '0,1,1'`)
		b.js(`const shape = document.querySelector('` + node("way", "1,0,0") + ` .shape').getBoundingClientRect() // a little beside it will do
			document.querySelector('#cell-way svg').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: shape.x - 4, clientY: shape.bottom + 5 }))`)
		value("a", "1,0,0") // each figure begins with the source
		b.click(node("way", "1,0,1"))
		value("b", "1,0,1")
		b.js(`document.querySelector('[data-input=b] input').focus()`) // the reader says which
		b.click(node("way", "0,1,0"))
		value("b", "0,1,0")
		b.click(`#cell-compared div:first-child > svg [data-node="3"]`) // of another network than the inputs
		value("first", "3")
		b.click(`#cell-compared div:first-child > svg [data-node="5"]`)
		value("second", "5")
		b.wait(`[...document.querySelectorAll('#cell-compared .node.dst')].map(node => node.dataset.node) == '5,5'`)
		// An edit changes what a figure depends on.
		b.edit("plain", "draw(t, source=b)")
		b.key(browser.Enter, browser.Control)
		b.wait(`document.querySelector('#cell-plain .node.src')`)
		b.idle()
		b.click(node("plain", "1,1,1"))
		value("b", "1,1,1")
		b.click(`#cell-plain [data-do=reset]`)
		b.wait(`document.querySelector('#cell-plain [data-node]').getAttribute('role') == 'img'`)
	})
}

// fill types a text into the field of an input and presses Enter.
func (b *tab) fill(name, value string) {
	b.t.Helper()
	b.js(`(field => { field.focus(); field.select() })(document.querySelector('[data-input=` + name + `] input'))`)
	b.insert(value)
	b.key(browser.Enter)
}

// source returns a condition that is true when the figure of #cell-way starts at an address.
func source(address string) string {
	return `document.querySelector('#cell-way .node.src').dataset.node == '` + address + `'`
}

func TestRefusedValue(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-controls"))
		b.ready()
		note := `document.querySelector('[data-input=a] .note')`
		b.fill("a", "0,1,1")
		b.wait(source("0,1,1"))
		b.idle()
		for range 2 { // the same mistake twice is treated alike
			b.fill("a", "9,9,9")
			b.wait(contains("#status", "9,9,9"))
			b.wait(contains("[data-input=a] .note", "0,1,1 is used"))
			b.wait(`document.querySelector('[data-input=a] input').ariaInvalid == 'true'`)
		}
		b.js(`document.activeElement.blur()`)
		if got := b.value("a"); got != "0,1,1" {
			t.Errorf("after a refused value the field that was left shows %s, want the value in use, 0,1,1", got)
		}
		if link := b.share(); !strings.Contains(link, "a=0,1,1") {
			t.Errorf("the link is %s, want the value in use, a=0,1,1", link)
		}
		b.fill("a", "9,9,9")
		b.wait(note)
		b.fill("a", "0,1,1") // the one in use
		b.wait(`!` + note)
		b.fill("a", "9,9,9")
		b.wait(note)
		b.fill("a", "0,0,0") // the published one
		b.wait(source("0,0,0"))
		b.wait(`!` + note + ` && document.querySelector('[data-input=a] input').ariaInvalid != 'true'`)
		b.idle()
		if link := b.share(); strings.Contains(link, "a=") {
			t.Errorf("the link is %s, want none of a, which is as published", link)
		}
		// Before the cell has run, a mistake is told in the same words and place.
		fresh := t.open(t.sample("sample-controls"))
		fresh.ready()
		fresh.fill("a", "9,9,9")
		fresh.wait(contains("[data-input=a] .note", "0,0,0 is used"))
		fresh.js(`document.activeElement.blur()`)
		fresh.wait(`document.querySelector('[data-input=a] input').value == '0,0,0'`)
	})
}

func TestDamagedLink(t *testing.T) {
	scene(t, func(t *visit) {
		for _, tt := range []struct{ link, name, value, bad string }{
			{"#k=abc", "k", "2", "abc"},
			{"#k=99", "k", "4", "99"},
			{"#a=9,9,9", "a", "0,0,0", "9,9,9"},
		} {
			b := t.open(t.sample("sample-controls") + tt.link)
			b.wait(contains("[data-input="+tt.name+"] .note", tt.bad))
			b.wait(`document.documentElement.dataset.engine == 'ready'`)
			b.idle()
			if got := b.value(tt.name); got != tt.value {
				t.Errorf("%s: the field shows %s, want the value in use, %s", tt.link, got, tt.value)
			}
			if got := eval[string](b, `document.querySelector('[data-input=`+tt.name+`] output')?.textContent ?? '`+tt.value+`'`); got != tt.value {
				t.Errorf("%s: the number is %s, want %s", tt.link, got, tt.value)
			}
			if width := eval[float64](b, `document.querySelector('[data-input=`+tt.name+`] input').offsetWidth`); width < 80 {
				t.Errorf("%s: the note leaves the field %v pixels", tt.link, width)
			}
		}
	})
}

// The value that a reader chose stays his choice, whatever the default becomes, and the thumb of a
// slider, the number beside it and the figure agree.
func TestChoiceStays(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-controls"))
		b.ready()
		slides := func(name string, value int, processors int) {
			t.Helper()
			b.slide(name, value)
			b.wait(fmt.Sprintf(`document.querySelectorAll('#cell-net svg .processor').length == %d`, processors))
			b.idle()
			if got, want := b.value("n"), b.text("[data-input=n] output"); got != want {
				t.Errorf("after %s = %d the thumb of n is at %s, the number is %s", name, value, got, want)
			}
		}
		slides("k", 4, 16) // n is 2 now, the default
		slides("n", 1, 4)
		slides("n", 2, 16)
		slides("k", 2, 4) // and stays 2, where the default is 3
		slides("n", 3, 8)
		slides("k", 3, 9) // n is 2 at most
		slides("k", 2, 8) // and 3 again
	})
}

// When a reader who has moved a slider rests, the kernel hears from where, and looks ahead; not after a stop.
func TestAhead(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.ready()
		b.js(`window.told = []
			const post = kernel.postMessage
			kernel.postMessage = m => {
				if (m.type == 'ahead') told.push(m.name + ' ' + m.from)
				post.call(kernel, m)
			}`)
		b.slide("k", 3)
		b.wait(`told.length == 1`)
		b.slide("k", 4)
		b.wait(`told.length == 2`)
		if got, want := eval[string](b, `told.join()`), "k 2,k 3"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		b.edit("sum", "x = 0\nfor i in range(k << 40):\n    x += i\nx")
		b.key(browser.Enter, browser.Control)
		b.wait(state("sum", "running"))
		b.slide("k", 3)
		b.click("#stop")
		b.wait(state("sum", "stopped"))
		b.idle()
		time.Sleep(200 * time.Millisecond)
		if got := eval[int](b, `told.length`); got != 2 {
			t.Error("after a stop the kernel was told to look ahead")
		}
	})
}

// What a browser's undo takes back in a field counts, also after an edit of code, which has an undo of its own.
func TestUndoInField(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-controls"))
		b.ready()
		b.fill("a", "0,1,1")
		b.wait(source("0,1,1"))
		b.idle()
		b.edit("code", "1")
		b.js(`document.querySelector('[data-input=a] input').focus()`)
		b.undo()
		b.wait(`document.querySelector('[data-input=a] input').value == '0,0,0'`)
		b.wait(source("0,0,0"))
		b.wait(`document.querySelector('#cell-code .code-input').innerText.trim() == '1'`)
	}, "chromium", "firefox")
}

// The error of a long cell that was run from its last line is seen there, and the marked line tells it.
func TestErrorInView(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-controls"))
		b.ready()
		b.edit("code", strings.Repeat("x = 1\n", 120)+"text(oops)")
		b.js(`document.querySelector('#cell-code .tools').scrollIntoView({ block: 'end' })`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-code .tools .error", "oops"))
		b.wait(`document.querySelector('#cell-code [data-problem]').dataset.problem.includes('oops')`)
		for _, what := range []string{"#cell-code .tools .error", "#cell-code .cm-lintRange-error"} {
			b.wait(`(box => box.height > 0 && box.top >= 0 && box.bottom < innerHeight + 1)(document.querySelector('` + what + `').getBoundingClientRect())`)
		}
		b.edit("code", "text(oops)")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-code > .error", "line 1,"))
		if got := b.text("#cell-code .tools .error"); got != "" {
			t.Errorf("the error stands above the code in view, and again below: %q", got)
		}
	}, "chromium", "firefox") // in WebKitGTK the message at the run bar is out of view
}

// Where the browser does not keep what is in view where it is, as Safari's, the page does.
func TestHoldsView(t *testing.T) {
	scene(t, func(t *visit) {
		const height = `document.documentElement.scrollHeight`
		const top = `document.getElementById('the-end').getBoundingClientRect().top`
		for _, tt := range []struct {
			hold  string // what CSS.supports says of overflow-anchor
			holds bool
		}{{"true", false}, {"false", true}} {
			b := t.open(t.sample("sample-controls", `CSS.supports = () => `+tt.hold+`
				addEventListener('DOMContentLoaded', () => { document.documentElement.style.overflowAnchor = 'none' })`))
			b.ready()
			b.js(`for (const el of document.querySelectorAll('.output')) el.style.contentVisibility = 'visible'`) // the browser changes heights when outputs come into view
			b.js(`scrollTo(0, 1e6); scrollBy(0, -50)`)
			before, tall := eval[float64](b, top), eval[float64](b, height)
			b.js(`(field => { field.value = 4; field.dispatchEvent(new Event('input', { bubbles: true })) })(document.querySelector('[data-input=k] input'))`)
			b.wait(`document.querySelectorAll('#cell-net svg .processor').length == 16`)
			b.idle()
			if grown := eval[float64](b, height) - tall; grown > -20 && grown < 20 {
				t.Fatalf("the page grew by %v pixels, want a change that can be seen", grown)
			}
			moved := eval[float64](b, top) - before
			if holds := moved > -2 && moved < 2; holds != tt.holds {
				t.Errorf("CSS.supports %s: what is read moved by %v pixels, and stays: %v, want %v", tt.hold, moved, holds, tt.holds)
			}
		}
	})
}

// On a phone the header scrolls away; what the page says is seen all the same.
func TestSaysOnPhone(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.resize(390)
		b.open(t.sample("sample-controls"))
		b.ready()
		seen := `(box => box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)(document.getElementById('status').getBoundingClientRect())`
		b.js(`document.querySelector('#cell-compared').scrollIntoView()`)
		b.wait(`!(` + seen + `)`)
		b.click(`#cell-compared svg [data-node="3"]`)
		b.wait(contains("#status", "Next: pick to"))
		b.wait(seen)
	})
}

// What is wider than a phone scrolls by the keyboard too: it is one tab stop, with a role and a name,
// or has one in it.
func TestBoxesThatScroll(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.resize(390)
		b.open(t.sample("sample-controls"))
		b.wait(`document.readyState == 'complete'`)
		const boxes = `[...document.querySelectorAll('main *')].filter(box => !box.closest('details:not([open])') && ['auto', 'scroll'].includes(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)`
		check := func(when string, least int) {
			t.Helper()
			if n := eval[int](b, boxes+`.length`); n < least {
				t.Fatalf("%s: %d boxes scroll, want %d at least", when, n, least)
			}
			for _, box := range eval[[]string](b, boxes+`.filter(box => !box.matches('[tabindex="0"]') && !box.querySelector('[tabindex="0"], a, button, textarea')).map(box => box.outerHTML.slice(0, 80))`) {
				t.Errorf("%s: no keyboard scrolls %s", when, box)
			}
			for _, box := range eval[[]string](b, `[...document.querySelectorAll('main [tabindex="0"]')].filter(box => !box.role || !(box.ariaLabel || box.querySelector(':scope > title')) || box.querySelector('[tabindex="0"]')).map(box => box.outerHTML.slice(0, 120))`) {
				t.Errorf("%s: want a role, a name and no other tab stop in it: %s", when, box)
			}
		}
		check("before the engine is there", 1)
		b.js(`for (const fold of document.querySelectorAll('details')) fold.open = true`)
		b.wait(`document.querySelector('details .editor[tabindex="0"]')`)
		check("with what was folded", 3)
		b.ready()
		check("with the engine", 3)
	})
}
