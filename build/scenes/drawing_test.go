package scenes_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/build/browser"
)

// A link is cut and mended by a click beside it, and by keys, and the drawing says so before.
func TestCutLink(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("incomplete-kary-ncube-faults")
		const svg = `document.querySelector('#cell-break svg.net')`
		b.wait(svg + `.querySelector('[data-link][role=button]')`)
		b.js(svg + `.scrollIntoView({ block: 'center' })`)
		b.drawn(svg)
		// beside finds a link whose middle is away from all others, and a place nine pixels beside it.
		beside := eval[struct {
			Link string
			X, Y float64
		}](b, `(() => {
			const svg = `+svg+`, screen = svg.getScreenCTM(), on = (el, t) => el.getPointAtLength(t * el.getTotalLength()).matrixTransform(screen)
			const links = [...svg.querySelectorAll('[data-link]')], nodes = [...svg.querySelectorAll('.shape')].map(el => el.getBoundingClientRect())
			for (const el of links) {
				if (el.getAttribute('d').match(/m/gi).length > 1 || svg.querySelector('[data-hop="' + el.dataset.link + '"], [data-hop="' + el.dataset.link.split(' ').reverse().join(' ') + '"]')) continue
				const [a, m] = [on(el, 0), on(el, .5)], long = Math.hypot(m.x - a.x, m.y - a.y), x = m.x - 9 * (m.y - a.y) / long, y = m.y + 9 * (m.x - a.x) / long
				const far = other => Array.from({ length: 21 }, (_, i) => on(other, i / 20)).every(p => Math.hypot(p.x - x, p.y - y) > 14)
				if (links.every(other => other == el || far(other)) && nodes.every(box => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) > 26) && y > 170 && y < innerHeight - 10) return { Link: el.dataset.link, X: x, Y: y }
			}
			return { Link: '', X: 0, Y: 0 }
		})()`)
		if beside.Link == "" {
			t.Fatal("no link has room around it")
		}
		name := strings.Replace(beside.Link, " ", ">", 1)
		b.js(fmt.Sprintf(`document.elementFromPoint(%[1]v, %[2]v).dispatchEvent(new PointerEvent('pointermove', { clientX: %[1]v, clientY: %[2]v, bubbles: true }))`, beside.X, beside.Y))
		if got, want := b.text(".tip"), "link "+strings.Replace(beside.Link, " ", " – ", 1); !strings.HasPrefix(got, want) || !strings.Contains(got, "click: add to “broken (up to three)”") {
			t.Errorf("beside the link %s the drawing says %q", beside.Link, got)
		}
		click := func() {
			b.do("click", func(ctx context.Context) error { return b.page.ClickAt(ctx, beside.X, beside.Y) })
			b.idle()
		}
		state := func() string {
			return eval[string](b, `document.querySelector('[data-input=chosen] input').value.split(' ').includes('`+name+`') + ' ' + `+svg+`.querySelector('[data-link="`+beside.Link+`"]').classList.contains('dead')`)
		}
		if click(); state() != "true true" {
			t.Errorf("after a click the input has the link, and it is drawn as cut: %s", state())
		}
		if click(); state() != "false false" {
			t.Errorf("after two clicks the input has the link, and it is drawn as cut: %s", state())
		}
		// By keys: around a node from link to link, back by Escape.
		node, _, _ := strings.Cut(beside.Link, " ")
		b.js(svg + `.querySelector('[data-node="` + node + `"]').focus()`)
		const focus = `(document.activeElement.dataset.link ?? document.activeElement.dataset.node)`
		var seen []string
		for range 4 {
			b.key("l")
			seen = append(seen, eval[string](b, focus))
		}
		slices.Sort(seen)
		if seen = slices.Compact(seen); len(seen) != 4 || !slices.Contains(seen, beside.Link) {
			t.Errorf("the key L leads from node %s to %q, want its four links", node, seen)
		}
		for eval[string](b, focus) != beside.Link {
			b.key("l")
		}
		b.key(browser.Enter)
		b.idle()
		if state() != "true true" || eval[string](b, focus) != beside.Link {
			t.Errorf("after Enter the input has the link, and it is drawn as cut: %s; the focus is on %s", state(), eval[string](b, focus))
		}
		if b.key(browser.Escape); eval[string](b, focus) != node {
			t.Errorf("Escape leads from a link to %s, want %s", eval[string](b, focus), node)
		}
	})
}

// A large drawing is zoomed at the pointer, dragged, and shown whole again; the page's own scrolling is left alone.
func TestZoom(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.resize(1280)
		b.openPage("kary-ntree")
		b.slide("k", 4)
		b.idle()
		b.slide("n", 4)
		b.idle()
		const svg = `document.querySelector('#cell-broken svg.net')`
		b.wait(svg + `.querySelectorAll('[data-node]').length == 512`)
		b.js(svg + `.scrollIntoView({ block: 'center' })
			` + svg + `.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))`)
		b.wait(`document.querySelector('#cell-broken .zoom:not([hidden])')`)
		if small := eval[[]float64](b, `[...document.querySelectorAll('.zoom button')].flatMap(el => [el.offsetWidth, el.offsetHeight])`); len(small) != 6 || slices.Min(small) < 24 {
			t.Errorf("the buttons have the sizes %v, want at least 24", small)
		}
		const node = svg + `.querySelector('[data-node="2,1,0@2"] .shape')`
		b.js(`const box = ` + node + `.getBoundingClientRect(), clientX = Math.round(box.x), clientY = Math.round(box.y)
			window.at = () => { const p = new DOMPoint(clientX, clientY).matrixTransform(` + svg + `.getScreenCTM().inverse()); return [p.x, p.y] }
			window.wheel = ctrlKey => { const e = new WheelEvent('wheel', { ctrlKey, deltaY: -100, clientX, clientY, bubbles: true, cancelable: true }); ` + node + `.dispatchEvent(e); return e.defaultPrevented }
			window.drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`)
		view := func() []float64 {
			return eval[[]float64](b, `drawn().then(() => { const v = `+svg+`.viewBox.baseVal; return [v.x, v.y, v.width, v.height] })`)
		}
		whole := view()
		if eval[bool](b, `wheel(false)`) || !slices.Equal(view(), whole) {
			t.Error("the wheel alone zooms, want the page to scroll")
		}
		before := eval[[]float64](b, `at()`)
		for range 5 {
			if !eval[bool](b, `wheel(true)`) {
				t.Error("with Ctrl the wheel zooms the page too")
			}
			view()
		}
		near, after := view(), eval[[]float64](b, `at()`)
		if near[2] > whole[2]/8 || max(abs(after[0]-before[0]), abs(after[1]-before[1])) > .1 {
			t.Errorf("zoomed from %v to %v, the place under the pointer went from %v to %v", whole, near, before, after)
		}
		b.wait(svg + `.querySelector('text.added:not(.off)')`) // addresses come where there is room
		if got := eval[[]string](b, `(() => {
			const svg = `+svg+`, box = svg.getBoundingClientRect()
			return [...svg.querySelectorAll('text.added:not(.off)')].filter(text => {
				const { x, right, y, bottom } = text.getBoundingClientRect(), size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a
				return size < 10.9 || x < box.x - 1 || right > box.right + 1 || y < box.y - 1 || bottom > box.bottom + 1
			}).map(text => text.textContent)
		})()`); len(got) > 0 {
			t.Errorf("the addresses %q are small or cut", got)
		}
		b.js(`const el = ` + svg + `, box = el.getBoundingClientRect(), to = (type, x) => el.dispatchEvent(new PointerEvent(type, { clientX: box.x + x, clientY: box.y + 40, isPrimary: true, button: 0, pointerId: 1, bubbles: true }))
			el.setPointerCapture = () => {} // there is no real pointer
			to('pointerdown', 50)
			to('pointermove', 60)
			to('pointermove', 90)
			to('pointerup', 90)`)
		if got := view(); got[0] >= near[0] || got[2] != near[2] {
			t.Errorf("dragged to the right, the drawing shows %v, before %v", got, near)
		}
		near = view()
		b.js(node + `.dispatchEvent(new MouseEvent('click', { bubbles: true }))`) // which breaks the switch
		b.wait(svg + `.querySelector('[data-node="2,1,0@2"].fault')`)
		b.idle()
		if got := view(); !slices.Equal(got, near) {
			t.Errorf("drawn anew, the drawing shows %v, want %v", got, near)
		}
		b.js(svg + `.querySelector('[data-node="2,1,0@2"]').focus()`)
		if b.key("0"); !slices.Equal(view(), whole) {
			t.Errorf("after 0 the drawing shows %v, want %v", view(), whole)
		}
		if b.key("+"); view()[2] >= whole[2] {
			t.Errorf("after + the drawing shows %v", view())
		}
	})
}

// While a slider is dragged, neither it nor the figure moves, and drawings that stand side by side stay so.
func TestHold(t *testing.T) {
	scene(t, func(t *visit) {
		for _, width := range []int{1280, 390} {
			b := t.newTab()
			b.resize(width)
			b.openPage("kary-ntree")
			b.js(`document.querySelector('[data-input=n]').scrollIntoView({ block: 'start' })`)
			b.js(`window.place = () => {
				const [one, two] = [...document.querySelectorAll('#cell-trees .columns > div')].map(el => el.getBoundingClientRect()), output = document.querySelector('#cell-trees .output')
				return { Slider: document.querySelector('[data-input=n] input').getBoundingClientRect().top, Top: output.getBoundingClientRect().top, Height: output.offsetHeight, Beside: two.left > one.right - 1 ? 1 : 0, Scroll: scrollY }
			}`)
			type places struct{ Slider, Top, Height, Beside, Scroll float64 }
			place := func() places { return eval[places](b, `place()`) }
			b.js(`document.querySelector('[data-input=n] input').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`)
			first := place()
			highest := first.Height
			for _, n := range []int{4, 5, 6, 5, 4, 3, 2, 1} {
				b.slide("n", n)
				b.idle()
				got := place()
				if abs(got.Slider-first.Slider) > 1 || abs(got.Top-first.Top) > 1 || got.Beside != first.Beside || got.Height < highest-1 {
					t.Errorf("at %d pixels, with n = %d: %+v, at first %+v, and as high as %v", width, n, got, first, highest)
				}
				highest = max(highest, got.Height)
			}
			if highest <= first.Height {
				t.Errorf("at %d pixels the figure is always as high as at first, %v: nothing was tried", width, highest)
			}
			held := place()
			b.js(`dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))`)
			b.wait(`document.querySelector('#cell-trees .output').style.minHeight == ''`)
			if got := place(); abs(got.Slider-held.Slider) > 1 || abs(got.Top-held.Top) > 1 || got.Height >= held.Height {
				t.Errorf("at %d pixels, let go: %+v, before %+v; want it lower, at the same place", width, got, held)
			}
		}
	})
}

func abs(x float64) float64 { return max(x, -x) }

// A drawing with several styles has a legend, which is in what is saved of it too.
func TestKey(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("incomplete-kary-ncube-faults")
		b.wait(`document.querySelector('#cell-break .save')`)
		want := []string{"path 1", "path 2", "path 3", "path 4", "broken", "source", "destination"}
		if got := eval[[]string](b, `[...document.querySelector('#cell-break .key').children].map(el => el.textContent)`); !slices.Equal(got, want) {
			t.Errorf("the legend has %q, want %q", got, want)
		}
		b.js(handed)
		_, text := b.saves("break", "SVG")
		for _, entry := range want {
			if !strings.Contains(text, ">"+entry+"</text>") {
				t.Errorf("the saved drawing's legend lacks %q", entry)
			}
		}
	})
}
