package build_test

import (
	"bytes"
	"context"
	"image/png"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// resize makes the tab a screen of a width in CSS pixels, each of which is so many pixels wide.
func (b *tab) resize(width int64, scale float64) {
	b.t.Helper()
	b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
			Width: width, Height: 800, DeviceScaleFactor: scale,
		})
		return err
	}))
}

// On a phone no page scrolls sideways, with everything open and the engine at work too.
func TestBrowserPhone(t *testing.T) {
	s := builtSite(t)
	live := append(published(t), "sample", "sample-part")
	for i, slug := range append(live, "index", "ledger", "reference", "404") {
		b := newTab(t)
		b.resize(390, 1)
		b.do(chromedp.Navigate(s.page(slug)))
		fits := func(when string) {
			t.Helper()
			for _, width := range []int64{390, 320} {
				b.resize(width, 1)
				b.wait(`innerWidth == ` + strconv.FormatInt(width, 10))
				if got := eval[int](b, `document.scrollingElement.scrollWidth`); int64(got) > width {
					t.Errorf("%s %s: is %d pixels wide on a screen of %d", slug, when, got, width)
				}
			}
		}
		fits("as published")
		b.js(`document.querySelectorAll('details').forEach(d => d.open = true)`)
		fits("with all open")
		if i < len(live) {
			b.ready()
			b.wait(`document.querySelector('.code-input')`)
			fits("with the engine")
		}
	}
}

// A drawing that is too wide for a phone by a few pixels becomes smaller; only a wider one scrolls.
func TestBrowserPhoneDrawings(t *testing.T) {
	s := builtSite(t)
	b := newTab(t)
	b.resize(390, 1)
	for _, slug := range published(t) {
		b.do(chromedp.Navigate(s.page(slug)))
		if got := eval[[]string](b, `[...document.querySelectorAll('.output svg.net')].flatMap(svg => {
			const box = [svg.closest('.columns > div'), svg.closest('.output')].find(e => e && getComputedStyle(e).overflowX == 'auto')
			const over = box.scrollWidth - box.clientWidth
			return over > 0 && over <= .03 * box.clientWidth ? [svg.closest('.cell').id + ' by ' + over] : [] })`); len(got) > 0 {
			t.Errorf("%s: drawings are wider than their box by a little: %v", slug, got)
		}
	}
}

// What does not scroll has no shade at its edges, not by a hair either, on screens of any fineness.
func TestBrowserNoHairlines(t *testing.T) {
	for _, scale := range []float64{1, 1.5, 2, 3} {
		b := newTab(t)
		b.resize(390, scale)
		b.do(chromedp.Navigate(newBadHost(t).page()))
		// To the right of the table is a strip of its box with nothing in it.
		strip := eval[struct{ Left, Right, Top, Bottom float64 }](b, `(() => { const box = document.querySelector('#cell-sizes .output')
			box.scrollIntoView()
			const { right, top, bottom } = box.getBoundingClientRect()
			return { Left: box.querySelector('table').getBoundingClientRect().right + 1, Right: right + 2, Top: top - 2, Bottom: bottom + 2 } })()`)
		var shot []byte
		b.do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			got, err := cdp.Call(ctx, target, page.CaptureScreenshot, page.CaptureScreenshotParams{})
			if err == nil {
				shot = got.Data
			}
			return err
		}))
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
}
