package scenes_test

import (
	"fmt"
	"testing"

	"topobook/build/browser"
)

// A node that is picked is dragged to another, step by step; the click at the end picks nothing.
func TestDragsNode(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("kary-ntree")
		b.js(`document.querySelector('#cell-journey').scrollIntoView()`)
		b.wait(`document.querySelector('#cell-journey .grab')`)
		// The pointer goes from the destination over two processors; elements are looked for anew, as the drawing is.
		visit := func(kind, address string) {
			t.Helper()
			b.pointer(kind, fmt.Sprintf(`document.querySelector('#cell-journey [data-node=%q] .shape')`, address))
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
		b := t.openPage("kyklos-labels")
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
		b.js(`document.querySelector('#cell-yours .tiles').scrollIntoView({ block: 'center' })`)
		tile := func(i int) string {
			return fmt.Sprintf(`document.querySelectorAll('#cell-yours .tiles button')[%d]`, i)
		}
		b.pointer("pointerdown", tile(1))
		b.pointer("pointermove", tile(3))
		b.pointer("pointerup", tile(3))
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
