package scenes_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"topobook/build/browser"
)

// drag moves the pointer over a drawing as a finger or a mouse does.
const drag = `(svg => {
	svg.setPointerCapture = () => {} // there is no real pointer
	const box = svg.getBoundingClientRect(), at = (x, y) => ({ clientX: box.x + x, clientY: box.y + y, isPrimary: true, button: 0, pointerId: 1, bubbles: true })
	svg.dispatchEvent(new PointerEvent('pointerdown', at(50, 50)))
	for (let i = 1; i <= 20; i++) svg.dispatchEvent(new PointerEvent('pointermove', at(50 + 4.5 * i, 50 + 2 * i)))
	svg.dispatchEvent(new PointerEvent('pointerup', at(140, 90)))
})`

// A drawing in space turns under the pointer and by keys, as the engine would draw it from there, and stays so when another control
// draws it anew.
func TestTurn(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("incomplete-kary-ncube")
		b.wait(`document.querySelector('svg.turns')`)
		const first = `document.querySelector('svg.turns')`
		places := func() map[string]string {
			return eval[map[string]string](b, `(() => { // of nodes on the screen, and of the ends of links, in whole units of the drawing
				const svg = `+first+`, out = {}
				for (const node of svg.querySelectorAll('[data-node]')) {
					const box = node.querySelector('.shape').getBBox(), moved = node.transform.baseVal.consolidate()?.matrix ?? { e: 0, f: 0 }
					out[node.dataset.node] = [box.x + box.width / 2 + moved.e, box.y + box.height / 2 + moved.f].map(Math.round).join()
				}
				for (const link of svg.querySelectorAll('[data-link]')) out[link.dataset.link] = link.getAttribute('d').split(/[MQ ]/).filter(Boolean).map(Math.round).join()
				return out
			})()`)
		}
		before := places()
		b.js(drag + `(` + first + `)`)
		after := places()
		turn, tilt := eval[float64](b, first+`.space.azimuth`), eval[float64](b, first+`.space.elevation`)
		if turn != -15 || tilt != 40 {
			t.Errorf("the drawing is seen from %v, %v, want -15, 40", turn, tilt)
		}
		if len(before) < 64+128 || before["0,0,0"] == after["0,0,0"] {
			t.Errorf("of %d places that of node 0,0,0 is %s, and was %s", len(before), after["0,0,0"], before["0,0,0"])
		}
		b.slide("layers", 4)
		b.idle()
		if got := places(); got["0,0,0"] != after["0,0,0"] {
			t.Errorf("drawn anew, node 0,0,0 is at %s, want %s", got["0,0,0"], after["0,0,0"])
		}
		b.slide("layers", 2)
		b.idle()
		// What the page has turned is what the engine draws from there.
		b.slide("turn", 345)
		b.slide("tilt", 40)
		b.idle()
		wrong := 0
		for name, place := range places() {
			if !closeBy(place, after[name]) {
				if wrong++; wrong < 5 {
					t.Errorf("%s is at %s, the engine draws it at %s", name, after[name], place)
				}
			}
		}
		b.js(first + `.querySelector('[data-node][tabindex="0"]').focus()`)
		b.key(browser.ArrowLeft, browser.Shift)
		if got := eval[float64](b, first+`.space.azimuth`); got != -10 {
			t.Errorf("after a key the drawing is seen from %v, want -10", got)
		}
	})
}

// wayThere are points of all links, hops and nodes of a drawing, a few for each.
const wayThere = `(svg => [...svg.querySelectorAll('[data-link], [data-ghost], [data-hop]')].flatMap(el => {
	const long = el.getTotalLength()
	return [0, .3, .7, 1].map(t => el.getPointAtLength(t * long)).flatMap(p => [p.x, p.y])
}).concat([...svg.querySelectorAll('[data-node]')].sort((a, b) => a.dataset.node < b.dataset.node ? -1 : 1).flatMap(node => { const el = node.querySelector('.shape'), b = el.getBoundingClientRect(), s = svg.getBoundingClientRect(); return [b.x - s.x, b.y - s.y] })))`

// Folded drawings, those of four dimensions and those with loads turn too: by nothing at all they stay what the engine has drawn.
func TestTurnOthers(t *testing.T) {
	scene(t, func(t *visit) {
		for _, tt := range []struct{ page, cell, first string }{
			{"incomplete-kary-ncube-embedding", "folded", ""},
			{"incomplete-kary-ncube-embedding", "emulate-all", ""}, // loads
			{"incomplete-kary-ncube", "rule", `const list = document.querySelector('#cell-rule select')
				list.value = '3-ary 4-cube'
				list.dispatchEvent(new Event('input', { bubbles: true }))
				list.dispatchEvent(new Event('change', { bubbles: true }))`},
		} {
			b := t.openPage(tt.page)
			if tt.first != "" {
				b.js(tt.first)
				b.wait(`document.querySelector('#cell-` + tt.cell + ` svg.turns').dataset.network.includes('n=4')`)
			}
			svg := `document.querySelector('#cell-` + tt.cell + ` svg.turns')`
			b.wait(svg)
			turned := eval[struct{ Same, Other []float64 }](b, `(() => {
				const svg = `+svg+`, places = `+wayThere+`, key = key => svg.querySelector('[data-node]').dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true }))
				const before = places(svg), off = () => places(svg).map((x, i) => Math.abs(x - before[i]))
				key('ArrowLeft')
				const Other = off()
				key('ArrowRight')
				return { Same: off(), Other }
			})()`)
			if len(turned.Same) < 400 || slices.Max(turned.Same) > .7 {
				t.Errorf("%s: of %d places one is %v off, want where the engine draws it", tt.cell, len(turned.Same), slices.Max(turned.Same))
			}
			if slices.Max(turned.Other) < 3 {
				t.Errorf("%s: turned, nothing has moved by more than %v", tt.cell, slices.Max(turned.Other))
			}
		}
	})
}

// closeBy returns whether two lists of places, in whole units, are the same up to how they were rounded.
func closeBy(a, b string) bool {
	one, two := strings.Split(a, ","), strings.Split(b, ",")
	if len(one) != len(two) {
		return false
	}
	for i := range one {
		x, errX := strconv.Atoi(one[i])
		y, errY := strconv.Atoi(two[i])
		if errX != nil || errY != nil || x-y > 1 || y-x > 1 {
			return false
		}
	}
	return true
}
