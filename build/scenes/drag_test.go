package scenes_test

import (
	"fmt"
	"testing"

	"topobook/build/browser"
)

// A node that is picked is dragged to another, step by step; the click at the end picks nothing.
func TestDragsNode(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.open(newHost(t, whole(t)).page("kary-ntree"))
		b.ready()
		b.js(`document.querySelector('#cell-journey').scrollIntoView()`)
		b.wait(`document.querySelector('#cell-journey .grab')`)
		// The pointer goes from the destination over two processors; elements are looked for anew, as the drawing is.
		visit := func(kind, address string) {
			b.js(fmt.Sprintf(`(() => {
				const at = document.querySelector('#cell-journey [data-node=%q] .shape').getBoundingClientRect(), point = { clientX: at.x + at.width / 2, clientY: at.y + at.height / 2, isPrimary: true, button: 0, pointerId: 1, bubbles: true }
				const on = document.elementFromPoint(point.clientX, point.clientY), kind = %q
				on.dispatchEvent(new PointerEvent(kind, point))
				if (kind == 'pointerup') on.dispatchEvent(new MouseEvent('click', point)) // in the same task, as browsers do
			})()`, address, kind))
		}
		field := func(name string) string {
			return eval[string](b, `document.querySelector('[data-input=`+name+`] input').value`)
		}
		source := field("a")
		visit("pointerdown", field("b"))
		for _, address := range []string{"1,1,0", "0,1,1"} {
			visit("pointermove", address)
			b.idle()
			if got := field("b"); got != address {
				t.Errorf("dragged to %s, the destination is %s", address, got)
			}
		}
		visit("pointerup", "0,1,1")
		b.idle()
		if a, d := field("a"), field("b"); a != source || d != "0,1,1" {
			t.Errorf("after the drag the message goes from %s to %s, want %s to 0,1,1", a, d, source)
		}
		b.js(`document.querySelector('#cell-journey [data-node="0,1,1"]').focus()`)
		visit("pointerdown", "1,1,1") // is no end of the path
		visit("pointermove", "0,0,1")
		b.idle()
		if a, d := field("a"), field("b"); a != source || d != "0,1,1" {
			t.Errorf("after a drag from another node the message goes from %s to %s, want %s to 0,1,1", a, d, source)
		}
	})
}

// Tiles are dragged, and moved by keys, and the drawing follows.
func TestTiles(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.open(newHost(t, whole(t)).page("kyklos-labels"))
		b.ready()
		b.wait(`document.querySelector('#cell-yours .tiles')`)
		state := func(want string) {
			t.Helper()
			b.idle()
			got := eval[[]string](b, `[document.querySelector('[data-input=order_text] input').value, [...document.querySelectorAll('#cell-yours .tiles button')].map(tile => tile.textContent).join(' ')]`)
			if got[0] != want || got[1] != want {
				t.Errorf("the field says %s and the tiles %s, want %s", got[0], got[1], want)
			}
		}
		state("0 4 1 5 2 6 3 7")
		before := eval[string](b, `document.querySelector('#cell-yours .output').textContent`)
		b.js(`(() => {
			document.querySelector('#cell-yours .tiles').scrollIntoView({ block: 'center' })
			const tile = i => document.querySelectorAll('#cell-yours .tiles button')[i], at = el => { const r = el.getBoundingClientRect(); return { clientX: r.x + r.width / 2, clientY: r.y + r.height / 2, button: 0, isPrimary: true, bubbles: true } }
			const first = tile(1), third = tile(3)
			first.dispatchEvent(new PointerEvent('pointerdown', at(first)))
			third.dispatchEvent(new PointerEvent('pointermove', at(third)))
			third.dispatchEvent(new PointerEvent('pointerup', at(third)))
		})()`)
		state("0 1 5 4 2 6 3 7")
		if after := eval[string](b, `document.querySelector('#cell-yours .output').textContent`); after == before {
			t.Errorf("the output is as before: %.200s", after)
		}
		if got := eval[string](b, `document.activeElement.textContent`); got != "4" {
			t.Errorf("the focus is on %q, want the tile that was moved", got)
		}
		b.key(browser.ArrowRight, browser.Shift)
		state("0 1 5 2 4 6 3 7")
		b.key(browser.ArrowLeft)
		b.key(browser.ArrowLeft, browser.Shift)
		state("0 1 2 5 4 6 3 7")
	})
}
