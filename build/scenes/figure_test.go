package scenes_test

import (
	"fmt"
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
		b := t.newTab()
		b.open(newHost(t, whole(t)).page("incomplete-kary-ncube"))
		b.ready()
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

// Messages move when their reader plays, pauses and scrubs, and end where they should; those that share a channel are marked.
func TestMotion(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.open(newHost(t, whole(t)).page("kary-ntree"))
		b.ready()
		const motion = `document.querySelector('#cell-pattern .motion.moves')`
		b.wait(motion)
		scrub := func(time float64) []int {
			return eval[[]int](b, fmt.Sprintf(`(time => {
				const motion = `+motion+`, bar = motion.querySelector('.player-bar input')
				bar.value = time
				bar.dispatchEvent(new Event('input'))
				return [motion.querySelectorAll('.message').length, motion.querySelectorAll('.messages .clash').length]
			})(%v)`, time))
		}
		if got := scrub(0); got[0] != 8 || got[1] != 0 {
			t.Errorf("at first %d messages, %d of them in conflict, want 8 and 0", got[0], got[1])
		}
		if got := scrub(2.5); got[0] != 8 || got[1] != 8 { // straight sends the complement over half of the links
			t.Errorf("in the third unit %d messages, %d of them in conflict, want 8 and 8", got[0], got[1])
		}
		b.js(`const list = document.querySelector('[data-input=rule] select')
			list.value = 'src'
			list.dispatchEvent(new Event('input', { bubbles: true }))
			list.dispatchEvent(new Event('change', { bubbles: true }))`)
		b.idle()
		b.wait(motion)
		if got := scrub(2.5); got[0] != 8 || got[1] != 0 {
			t.Errorf("with src %d messages, %d of them in conflict, want 8 and 0", got[0], got[1])
		}
		scrub(0)
		b.js(motion + `.querySelector('[data-play]').click()`)
		b.wait(motion + `.querySelector('.player-bar input').value > 0.2`)
		b.js(motion + `.querySelector('[data-play]').click()`)
		if got := eval[string](b, motion+`.querySelector('[data-play]').getAttribute('aria-label')`); got != "Play" {
			t.Errorf("the button of what is paused says %q", got)
		}
	})
}
