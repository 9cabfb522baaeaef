package scenes_test

import (
	"net/http"
	"path"
	"strings"
	"testing"

	"topobook/build/browser"
)

// fitted returns a condition that is true when the labels of a drawing have been fitted, as those are that have a layout.
func fitted(selector string) string {
	return `(svg => svg.getBoundingClientRect().width > 0 && svg.scale == svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)(document.querySelector('` + selector + `'))`
}

// A question takes no script: its answer shows once one is chosen by keyboard, and says which ones are right and wrong.
func TestQuestion(t *testing.T) {
	scene(t, func(t *visit) {
		h := newHost(t, sample(t))
		h.goesWrong(func(w http.ResponseWriter, name string) bool {
			if path.Ext(name) == ".js" {
				http.NotFound(w, nil)
			}
			return path.Ext(name) == ".js"
		})
		b := t.open(h.page("sample-forms"))
		if eval[bool](b, visible(".found")) {
			t.Error("the answer is in view before one is chosen")
		}
		marks := func() string {
			return eval[string](b, `[...document.querySelectorAll('.question label > span')].map(el => getComputedStyle(el, '::after').content.replace(/[^✓✗]/gu, '') || '-').join(' ')`)
		}
		b.js(`document.querySelector('.question input').focus()`)
		for _, tt := range []struct{ key, marks string }{{" ", "✗ ✓ -"}, {browser.ArrowRight, "- ✓ -"}} {
			b.key(tt.key)
			b.wait(visible(".found .value"))
			if got := marks(); got != tt.marks {
				t.Errorf("after %q the answers are marked %s, want %s", tt.key, got, tt.marks)
			}
		}
		if !eval[bool](b, visible(".question label:nth-of-type(2) :checked")+` && document.documentElement.classList.contains('no-js')`) {
			t.Error("the second answer is not the chosen one, or the page has scripts")
		}
		b.js(`document.querySelector('.depth > summary').focus()`)
		b.key(browser.Enter)
		b.wait(visible("#cell-seen svg"))
	})
}

// What is folded opens to a link from anywhere, to a search, and to the printer. Its drawings are fitted then.
func TestFoldsOpen(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample-forms")
		b := t.open(page)
		b.wait(`document.querySelector('#cell-net svg.watched')`)
		for _, folded := range []string{"#cell-seen svg", "#fig-deep-plan"} {
			if eval[bool](b, visible(folded)) {
				t.Errorf("%s is in view at first", folded)
			}
		}
		inView := func(selector string) string {
			return `(box => box.height > 0 && box.top >= 0 && box.top < innerHeight - 40)(document.querySelector('` + selector + `').getBoundingClientRect())`
		}
		b.js(`Object.assign(document.querySelector('.prose > p:not(.still)').appendChild(document.createElement('a')), { id: 'away', href: '#cell-seen', textContent: 'there' })`)
		b.click("#away")
		b.wait(inView("#cell-seen") + ` && ` + fitted("#cell-seen svg"))

		b = t.open(page + "#fig-deep-plan")
		b.wait(inView("#fig-deep-plan"))
		b = t.open(page + "#why-a-torus-looks-the-same-from-k-2-nodes")
		b.wait(visible("#cell-seen svg"))

		// What stands in an answer that nobody has chosen is not shown, but its question.
		b = t.open(newHost(t, whole(t)).page("kyklos-averages") + "#cite-1-1")
		b.wait(`document.querySelector('#cite-1-1').getClientRects().length == 0`)
		b.wait(`(box => box.bottom > 0 && box.top < innerHeight - 40)(document.querySelector('.question:has(#cite-1-1)').getBoundingClientRect())`)

		// The tallies lead to their claims.
		b = t.open(page)
		b.js(`for (const strip of document.querySelectorAll('.strip')) strip.open = false`)
		b.click(".score .fails a")
		b.wait(`location.hash == '#claim-sample/four-links' && document.activeElement.id == 'claim-sample/four-links' && ` + inView(".claim.fails"))
		b.js(`document.querySelector('.strip').open = false; history.back()`)
		b.wait(`!location.hash`)
		b.js(`history.forward()`)
		b.wait(visible(".claim.fails"))

		// The engine's links do, too.
		b = t.open(page)
		b.ready()
		b.js(`const notice = document.querySelector('#notice')
			notice.hidden = false
			notice.append(Object.assign(document.createElement('a'), { href: '#cell-seen', textContent: 'seen' }))`)
		b.click("#notice a")
		b.wait(inView("#cell-seen"))

		if t.kind == "chromium" {
			b = t.open(page + "#:~:text=Every%20node%20can")
			b.wait(visible("#cell-seen svg"))
		}
		// Where a browser does not search in what is folded, the key that begins a search opens it.
		b = t.open(page)
		b.js(`for (let at = document.documentElement; at; at = Object.getPrototypeOf(at)) delete at.onbeforematch
			dispatchEvent(new KeyboardEvent('keydown', { key: 'f', ctrlKey: true }))`)
		b.wait(`[...document.querySelectorAll('.depth, .strip, .note, .fold')].every(el => el.open)`)

		b = t.open(page)
		const closed = `document.querySelectorAll(':is(.depth, .strip, .note, .fold):not([open])').length`
		before := eval[int](b, closed)
		b.js(`dispatchEvent(new Event('beforeprint'))`)
		if got := eval[int](b, closed); got != 0 || before == 0 {
			t.Errorf("%d of %d parts are folded when the page is printed", got, before)
		}
		if !eval[bool](b, fitted("#cell-seen svg")) {
			t.Error("the labels of a drawing in depth are not fitted when the page is printed")
		}
		b.js(`dispatchEvent(new Event('afterprint'))`)
		if got := eval[int](b, closed); got != before {
			t.Errorf("after printing %d parts are folded, want %d", got, before)
		}
		if chromium, ok := b.page.(*browser.ChromiumPage); ok { // without the script, too
			b.do("print", chromium.Print)
			for _, printed := range []string{"#cell-seen svg", ".found .value", ".claim .note", ".fold .value", ".claim.fails"} {
				if got := eval[float64](b, `document.querySelector('`+printed+`').getBoundingClientRect().height`); got == 0 {
					t.Errorf("%s is not printed", printed)
				}
			}
			if eval[bool](b, visible(".programs h2")) {
				t.Error("programs are printed")
			}
		}
	})
}

// Cells that serve others are edited and run at the end of the page; the claims of a section are counted anew, and what is folded says what became of it.
func TestPrograms(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-forms"))
		if got := eval[string](b, `[...document.querySelectorAll('.contents a')].at(-1).hash + ' ' + [...document.querySelectorAll('.programs .cell')].map(el => el.dataset.cell)`); got != "#programs formula-of,side-of" {
			t.Errorf("the contents end with, and the programs are %s", got)
		}
		if got := b.text(".programs figcaption"); !strings.HasPrefix(got, "formula The diameter by") {
			t.Errorf("the caption of a program is %q", got)
		}
		b.wait(`document.querySelector(".strip summary").innerText.replace(/\s+/g, " ").includes("✗ 1 fails ✓ 2 hold")`)
		b.ready()
		b.js(`document.querySelector('.strip').open = false`)
		b.edit("formula-of", "def formula(k):\n    return k")
		b.key(browser.Enter, browser.Control)
		b.wait(`document.querySelector(".strip summary").innerText.replace(/\s+/g, " ").includes("✗ 2 fail ✓ 1 holds")`)
		b.wait(contains("#cell-far .output", "3"))
		b.edit("side-of", "side = 1 // 0")
		b.key(browser.Enter, browser.Shift)
		b.wait(state("still", "blocked"))
		b.js(`document.querySelector('.strip').open = true`)
		b.edit("checks", "gone")
		b.js(`document.querySelector('.strip').open = false`)
		b.js(`document.querySelector('#cell-checks .code-input').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))`)
		b.wait(`getComputedStyle(document.querySelector('.strip > summary'), '::after').content == '"an error"'`)
		if got := eval[bool](b, visible("#cell-checks .error")); got {
			t.Error("the error is in view in what is folded")
		}
	})
}

// The controls of a page stay at its top only while something is in view that they steer, and leave room for it.
func TestPanelLeaves(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		for _, width := range []int{1280, 390} {
			b.resize(width)
			b.open(t.sample("sample-forms"))
			b.wait(`document.readyState == 'complete'`)
			const panel = `document.querySelector('.prose > .cell > .controls').getBoundingClientRect()`
			scroll := func(to string) {
				b.js(`document.querySelector('` + to + `').scrollIntoView({ block: 'center', behavior: 'instant' })`)
			}
			scroll("#cell-far")
			b.wait(panel + `.top >= 0 && ` + panel + `.top < 100`)
			if got := eval[float64](b, panel+`.height / innerHeight`); got > .25 {
				t.Errorf("the controls cover %.2f of the screen", got)
			}
			scroll("#prove-a-bound")
			b.wait(panel + `.bottom < 0`)
			scroll("#cell-route")
			b.wait(panel + `.top >= 0`)
			b.js(`const panel = document.querySelector('.prose > .cell > .controls'); panel.style.minHeight = innerHeight / 4 + 1 + 'px'; dispatchEvent(new Event('resize'))`)
			b.wait(panel + `.bottom < 0`)
		}
	})
}

// All forms of a page, open, pass what axe has rules for, and fit on a phone.
func TestFormsAccessible(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-forms"))
		fits(b, "as published")
		b.js(`document.querySelector('.question .right input').click()
			document.querySelectorAll('details').forEach(d => d.open = true)`)
		fits(b, "with all open")
		b.resize(1280)
		b.ready()
		accessible(b)
	}, "chromium")
}

// The playground shows the forms of a page where they are written: a helper stays in its place, and what is in depth computes.
func TestPlaygroundForms(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.playground(newHost(t, sample(t)), "#from=sample-forms")
		b.wait(visible(".block .goals strong") + ` && ` + visible("#cell-formula-of figcaption") + ` && !document.querySelector('.programs, .strip')`)
		b.wait(contains("#cell-wrong .output", "fails") + ` && ` + contains("#cell-route figcaption", "Figure\u00a04"))
		b.quiet()
		b.js(`document.querySelector('.question .right input').click(); document.querySelector('.depth').open = true`)
		b.wait(visible(".found .value"))
		b.wait(fitted("#cell-seen svg"))
		if eval[bool](b, visible(".fold .value")) {
			t.Error("the answer is in view at first")
		}
	})
}
