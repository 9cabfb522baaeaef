package scenes_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/build/browser"
)

// chartScript has what a test does to charts and tables in place of a reader's hand.
const chartScript = `
	window.point = (el, type, x = .5, y = .5) => { // as a pointer
		const box = el.getBoundingClientRect()
		el.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, clientX: box.x + x * box.width, clientY: box.y + y * box.height }))
	}
	window.press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
	window.says = cell => document.querySelector('#cell-' + cell + ' .readout.shown p')?.innerText.replace(/\s+/g, ' ').trim() ?? ''`

// charts opens the page of charts, and touches one.
func charts(t *visit, scripts ...string) *tab {
	b := t.open(t.sample("sample-charts", append(scripts, chartScript)...))
	b.wait(`document.querySelector('#cell-lines svg.watched')`)
	if eval[bool](b, `!!document.querySelector('.switches, .readout, .sort, [role=application]')`) {
		t.Error("the page does something with charts before anybody touches one")
	}
	b.js(`point(document.querySelector('#cell-lines svg'), 'pointerover')`)
	b.wait(`(point(document.querySelector('#cell-lines svg'), 'pointermove'), says('lines'))`)
	if eval[bool](b, `document.documentElement.hasAttribute('data-engine')`) {
		t.Error("a pointer over a chart starts the engine")
	}
	return b
}

// A chart says what is under the pointer, and where arrow keys lead.
func TestChartReads(t *testing.T) {
	scene(t, func(t *visit) {
		b := charts(t)
		for _, cell := range []string{"lines", "bars"} { // each point, where it is drawn
			for _, wrong := range eval[[]string](b, `[...document.querySelectorAll('#cell-`+cell+` g[data-series] :is(circle, .bar)')].flatMap(mark => {
				point(mark, 'pointermove', .5, mark.matches('.bar') ? 0 : .5)
				const name = mark.parentNode.dataset.series, at = mark.textContent.replace(name + ', ', '').split(': ')
				const want = at[1] + (name == 'count' ? ' length ' : ' ' + name + ' links ') + at[0]
				const same = [...document.querySelectorAll('#cell-lines circle')].some(other => other != mark && ['cx', 'cy'].every(a => other.getAttribute(a) == mark.getAttribute(a)))
				return says('`+cell+`') == want || same ? [] : [says('`+cell+`') + ', want ' + want]
			})`) {
				t.Errorf("%s: the readout is %s", cell, wrong)
			}
		}
		b.js(`document.querySelector('#cell-many svg').focus()`)
		keys := func(want string, pressed ...string) {
			t.Helper()
			for _, key := range pressed {
				b.js(`press('` + key + `')`)
			}
			if got := eval[string](b, `says(document.activeElement.closest('.cell').dataset.cell)`); got != want {
				t.Errorf("after %v the readout is %q, want %q", pressed, got, want)
			}
		}
		keys("0 squares 0")
		keys("9 squares 3", "ArrowRight", "ArrowRight", "ArrowRight") // of a hundred points, which have no elements
		keys("27 ± 3 cubes 3", "ArrowDown")
		keys("8 ± 3 cubes 2", "ArrowLeft")
		keys("4 squares 2", "ArrowUp")
		keys("4 squares 99", "End") // 9801 modulo 97
		keys("", "Escape")
		b.js(`document.querySelector('#cell-heat svg').focus()`)
		keys("0 a, p")
		keys("21 c, q", "ArrowDown", "ArrowDown", "ArrowRight")
		b.key(browser.ArrowLeft)
		keys("20 c, p")
		if got := eval[string](b, `document.querySelector('#cell-heat .readout [role=status]')?.textContent`); !strings.Contains(got, "20") {
			t.Errorf("a screen reader is told %q", got)
		}
		b.js(`document.activeElement.blur()`)
		if got := eval[string](b, `says('heat')`); got != "" {
			t.Errorf("without the focus the readout is %q", got)
		}
	})
}

// Series are switched off by their names, and stay so; the axes keep their place.
func TestChartSwitches(t *testing.T) {
	scene(t, func(t *visit) {
		b := charts(t)
		const cell = `document.querySelector('#cell-lines')`
		axis := func() string {
			return eval[string](b, `[...`+cell+`.querySelectorAll('.tick')].map(g => g.textContent).join('|')`)
		}
		shown := func() string {
			return eval[string](b, `[...`+cell+`.querySelectorAll('g[data-series]')].filter(g => getComputedStyle(g).display != 'none').map(g => g.dataset.series).join()`)
		}
		for _, width := range []int{1280, 390} {
			b.resize(width)
			for _, wrong := range eval[[]string](b, `(boxes => boxes.flatMap((a, i) => [
				...a.height < 24 || a.width < 24 ? [a.width + ' × ' + a.height + ' pixels'] : [],
				...boxes.slice(0, i).some(b => b.top < a.bottom - .1 && a.top < b.bottom - .1) ? ['at ' + a.top + ' lies upon that of ' + a.height + ' pixels at ' + boxes[0].top] : []]))([...`+cell+`.querySelectorAll('.switches > button')].map(el => el.getBoundingClientRect()))`) {
				t.Errorf("at %d pixels a switch: %s", width, wrong)
			}
		}
		before, height := axis(), eval[float64](b, cell+`.offsetHeight`)
		b.js(cell + `.querySelector('.switches [aria-label=ring]').focus()`)
		b.key(browser.Enter)
		pressed := func() string {
			return eval[string](b, `[...`+cell+`.querySelectorAll('.switches > button')].map(el => el.getAttribute('aria-label') + ' ' + el.getAttribute('aria-pressed')).join()`)
		}
		if got, want := pressed(), "tree true,torus true,ring false"; got != want || shown() != "tree,torus" {
			t.Errorf("the switches are %s, want %s; there are %s, want tree,torus", got, want, shown())
		}
		if axis() != before || eval[float64](b, cell+`.offsetHeight`) != height {
			t.Errorf("the axes are %s, and were %s", axis(), before)
		}
		b.js(`point(` + cell + `.querySelector('svg'), 'pointermove', .8, .1)`)
		if got := eval[string](b, `says('lines')`); got == "" || strings.Contains(got, "ring") {
			t.Errorf("the readout of a chart without the ring is %q", got)
		}
		b.ready()
		b.slide("k", 3)
		b.idle()
		b.wait(contains("#cell-lines desc", "24 at 8"))
		if got, want := pressed(), "tree true,torus true,ring false"; got != want || shown() != "tree,torus" {
			t.Errorf("drawn anew, the switches are %s, want %s; there are %s, want tree,torus", got, want, shown())
		}
		b.js(cell + `.querySelector('.switches [aria-label=ring]').click()`)
		if got := shown(); got != "tree,torus,ring" {
			t.Errorf("with all switched on there are %s", got)
		}
	})
}

// frames moves a slider, and returns where the last point of the first line was in each frame, once its title said the new value; and the
// place where it ends.
const frames = `new Promise(done => {
	const circle = () => [...document.querySelectorAll('#cell-lines [data-series=tree] circle')].at(-1)
	const seen = [], field = document.querySelector('[data-input=k] input')
	field.value = %d
	field.dispatchEvent(new Event('input', { bubbles: true }))
	const look = () => {
		if (circle().textContent == 'tree, 8: %d') seen.push(+circle().getAttribute('cy'))
		if (seen.length > 3 && seen.at(-1) == seen.at(-4)) done(seen); else requestAnimationFrame(look)
	}
	requestAnimationFrame(look)
})`

// A chart with new points moves to them: what it says is new at once. Where no motion is wanted, it is drawn there.
func TestChartMoves(t *testing.T) {
	const still = `window.matchMedia = (match => query => query.includes('reduced-motion') ? { matches: true, addEventListener() {} } : match.call(window, query))(window.matchMedia)`
	for name, scripts := range map[string][]string{"motion": nil, "still": {still}} {
		t.Run(name, func(t *testing.T) {
			scene(t, func(t *visit) {
				b := charts(t, scripts...)
				b.ready()
				b.idle()
				place := func() float64 {
					return eval[float64](b, `+[...document.querySelectorAll('#cell-lines [data-series=tree] circle')].at(-1).getAttribute('cy')`)
				}
				from := place()
				seen := eval[[]float64](b, fmt.Sprintf(frames, 7, 56))
				to := place()
				if to >= from || !slices.Contains(seen, to) {
					t.Fatalf("the point goes from %v to %v, by %v", from, to, seen)
				}
				moved := slices.ContainsFunc(seen, func(y float64) bool { return y > to })
				if moved != (scripts == nil) {
					t.Errorf("the point goes from %v to %v by %v, want a motion: %v", from, to, seen, scripts == nil)
				}
				if !slices.IsSortedFunc(seen, func(a, b float64) int { return int(100*b) - int(100*a) }) || seen[0] > from {
					t.Errorf("the point goes from %v to %v by %v, want straight", from, to, seen)
				}
				if got := eval[string](b, `document.querySelector('#cell-lines [data-series=tree] .series').getAttribute('d')`); !strings.HasPrefix(got, "M") || strings.Contains(got, "L") {
					t.Errorf("in the end the line is %s, want it as it was drawn", got)
				}
			})
		})
	}
}

// Headers sort the rows of a table: numbers as numbers, then words, then nothing; it is copied as it is sorted.
func TestTableSorts(t *testing.T) {
	scene(t, func(t *visit) {
		b := charts(t)
		const table = `document.querySelector('#cell-numbers table')`
		height := eval[float64](b, table+`.offsetHeight`)
		b.js(`point(` + table + `, 'pointerover')`)
		names := func() string {
			return eval[string](b, `[...`+table+`.tBodies[0].rows].map(row => row.cells[0].textContent).join()`)
		}
		press := func(header int, want, order string) {
			t.Helper()
			b.js(fmt.Sprintf(`%s.querySelector('th:nth-child(%d) .sort').focus()`, table, header))
			b.key(browser.Enter)
			got := eval[string](b, fmt.Sprintf(`[...%s.querySelectorAll('th')].map(th => th.getAttribute('aria-sort') ?? '')[%d]`, table, header-1))
			if names() != want || got != order {
				t.Errorf("header %d: the rows are %s, %q; want %s, %q", header, names(), got, want, order)
			}
		}
		press(2, "a,b 10,c,b 9", "ascending") // 3, 1000000, many, –
		press(2, "b 10,a,c,b 9", "descending")
		press(2, "b 10,b 9,a,c", "")
		press(1, "a,b 9,b 10,c", "ascending")
		press(3, "c,a,b 10,b 9", "ascending") // -4, 1.2e-7, 2/3, 25
		if got := eval[int](b, table+`.querySelectorAll('[aria-sort]').length`); got != 1 {
			t.Errorf("%d columns say that they are sorted", got)
		}
		if got := eval[string](b, table+`.rows[2].querySelector('mark')?.textContent ?? ''`); !strings.HasPrefix(got, "1.2") {
			t.Errorf("the mark has gone from its row: %q", got)
		}
		if got := eval[float64](b, table+`.offsetHeight`); got != height {
			t.Errorf("the table is %v pixels high, and was %v", got, height)
		}
		b.ready()
		b.slide("k", 4)
		b.idle()
		b.wait(contains("#cell-numbers table", "50"))
		if got, want := names(), "c,a,b 10,b 9"; got != want {
			t.Errorf("computed anew, the rows are %s, want %s", got, want)
		}
		b.js(handed)
		b.choose("numbers", "tab-separated")
		b.wait(contains("#status", "The table is in the clipboard."))
		if got := eval[string](b, `copied`); !strings.HasPrefix(got, "name\tcount\tshare\nc\tmany\t-4\na\t3\t") {
			t.Errorf("copied %q, want it as it is sorted", got)
		}
	})
}

// A row shows in the drawing what it names, and that shows its rows.
func TestRowsName(t *testing.T) {
	scene(t, func(t *visit) {
		b := charts(t)
		const cell = `document.querySelector('#cell-paths')`
		b.js(`point(` + cell + `.querySelector('table'), 'pointerover')`)
		named := func(attribute string) string {
			return eval[string](b, `[...`+cell+`.querySelectorAll('.named[data-`+attribute+`]')].map(el => el.dataset.`+attribute+`).sort().join(' ')`)
		}
		b.js(`point(` + cell + `.querySelector('tbody tr'), 'pointerover')`)
		for attribute, want := range map[string]string{"node": "0,0 0@1 1,1 1@0 1@1", "path": "1"} {
			if got := named(attribute); got != want {
				t.Errorf("the first row names %s %q, want %q", attribute, got, want)
			}
		}
		b.js(`point(` + cell + `.querySelectorAll('tbody tr')[2], 'pointerover')`)
		for attribute, want := range map[string]string{"node": "1@0 1@1", "link": "1@0 1@1", "path": ""} {
			if got := named(attribute); got != want {
				t.Errorf("the third row names %s %q, want %q", attribute, got, want)
			}
		}
		rows := func() string {
			return eval[string](b, `[...`+cell+`.querySelectorAll('tbody tr')].filter(row => row.matches('.named')).map(row => row.cells[0].textContent).join()`)
		}
		for at, want := range map[string]string{`[data-node="0,1"]`: "2", `[data-node="0@1"]`: "1,2", `[data-path="2"] path`: "2", `[data-link="1@0 1@1"]`: "1,3"} {
			b.js(`point(` + cell + `.querySelector('svg ` + at + `'), 'pointerover')`)
			if got := rows(); got != want {
				t.Errorf("a pointer on %s shows rows %q, want %q", at, got, want)
			}
		}
		b.js(`point(document.querySelector('h1'), 'pointerover'); ` + cell + `.querySelector('tr[tabindex="0"]').focus(); press('ArrowDown')`)
		if got := rows() + " " + named("path"); got != "2 2" {
			t.Errorf("by keys the rows and paths shown are %q, want 2 2", got)
		}
		if got := eval[string](b, `[...`+cell+`.querySelectorAll('tbody tr')].map(row => row.style.getPropertyValue('--path')).join()`); got != "var(--s0),var(--s1)," {
			t.Errorf("the rows have the colors %s", got)
		}
	})
}

// With all that a reader can set, the page is legible, can be used by everybody, and saves what was published.
func TestChartsAccessible(t *testing.T) {
	scene(t, func(t *visit) {
		b := charts(t)
		b.ready()
		b.js(`for (const svg of document.querySelectorAll('.output svg.chart')) {
				point(svg, 'pointermove')
				svg.closest('.chart:not(svg)').querySelector('.switches > button')?.click()
			}
			for (const table of document.querySelectorAll('.output table')) point(table, 'pointerover')
			for (const details of document.querySelectorAll('.output details')) details.open = true
			document.querySelector('#cell-numbers .sort').click()
			point(document.querySelector('#cell-paths tbody tr'), 'pointerover')
			document.querySelector('#cell-lines svg').focus()`)
		legible(b, 390)
		legible(b, 1280)
		b.js(handed)
		if name, got := b.saves("lines", "SVG"); strings.Contains(got, "without") || strings.Contains(got, "tabindex") || strings.Contains(got, "application") || strings.Contains(got, "aria-") || !strings.Contains(got, `role="img"`) {
			t.Errorf("%s has what the page put on the drawing: %.400s", name, got)
		}
		silent(b)
	}, "chromium")
}

// Small multiples stand side by side, and below each other on a phone; a series is switched off in all of them.
func TestPanels(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample-panels", chartScript))
		b.js(`point(document.querySelector('#cell-panels .panels svg'), 'pointerover')`)
		b.wait(`(point(document.querySelector('#cell-panels .panels svg'), 'pointermove'), says('panels'))`)
		for width, want := range map[int]int{1280: 3, 390: 1} {
			b.resize(width)
			if got := eval[int](b, `new Set([...document.querySelectorAll('.panels svg')].map(svg => Math.round(svg.getBoundingClientRect().left))).size`); got != want {
				t.Errorf("at %d pixels there are %d columns, want %d", width, got, want)
			}
		}
		b.js(`document.querySelector('#cell-panels .switches [aria-label=ring]').click()`)
		if got, want := eval[string](b, `[...document.querySelectorAll('#cell-panels g[data-series]')].filter(g => getComputedStyle(g).display == 'none').map(g => g.dataset.series).join()`), "ring,ring,ring,ring"; got != want {
			t.Errorf("there are no more %s, want %s", got, want)
		}
		b.js(`point(document.querySelector('#cell-front svg'), 'pointermove', .99, .99)`)
		if got, want := eval[string](b, `says('front')`), "1 tori cables 8"; got != want {
			t.Errorf("the nearest point is %q, want %q", got, want)
		}
		silent(b)
	}, "chromium")
}
