package scenes_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"testing"

	"topobook/build/browser"
)

// resize makes the page a screen of a width in CSS pixels, or as narrow as the browser can make it.
func (b *tab) resize(width int) {
	b.t.Helper()
	b.do("resize", func(ctx context.Context) error {
		if err := b.page.Resize(ctx, width, 800); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		return nil
	})
}

// What does not scroll has no shade at its edges, not by a hair either, on screens of any fineness.
func TestNoHairlines(t *testing.T) {
	scene(t, func(t *visit) {
		for _, scale := range []float64{1, 1.5, 2, 3} {
			b := t.newTab()
			chromium, ok := b.page.(*browser.ChromiumPage)
			if !ok && scale != 1 {
				continue // no other can be told
			}
			if ok {
				b.do("resize", func(ctx context.Context) error { return chromium.ResizeFine(ctx, 390, 800, scale) })
			} else {
				b.resize(390)
			}
			b.open(t.sample("sample"))
			// To the right of the table is a strip of its box with nothing in it.
			strip := eval[struct{ Left, Right, Top, Bottom float64 }](b, `(() => { const box = document.querySelector('#cell-sizes .output')
			box.scrollIntoView()
			const { right, top, bottom } = box.getBoundingClientRect()
			return { Left: box.querySelector('table').getBoundingClientRect().right + 1, Right: right + 2, Top: top - 2, Bottom: bottom + 2 } })()`)
			var shot []byte
			b.do("screenshot", func(ctx context.Context) (err error) {
				shot, err = b.page.Screenshot(ctx)
				return err
			})
			drawn, err := png.Decode(bytes.NewReader(shot))
			if err != nil {
				t.Fatal(err)
			}
			if strip.Right-strip.Left < 20 {
				t.Fatalf("the table leaves a strip of %v, want one for a shade", strip)
			}
			paper, _, _, _ := drawn.At(0, int(strip.Top*scale)).RGBA()
			stray := 0
			for y := int(strip.Top * scale); y < int(strip.Bottom*scale); y++ {
				for x := int(strip.Left * scale); x < int(strip.Right*scale); x++ {
					if red, _, _, _ := drawn.At(x, y).RGBA(); max(red, paper)-min(red, paper) > 0xffff/100 { // more than rounding does
						stray++
					}
				}
			}
			if stray > 0 {
				t.Errorf("%v pixels for one: %d pixels beside the table are not of the paper", scale, stray)
			}
		}
	})
}
