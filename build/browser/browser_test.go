package browser_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"topobook/build/browser"
)

const document = `<!DOCTYPE html><title>A page</title><meta name="viewport" content="width=device-width"><body style="margin:0">
<p style="height:3000px">Far down:</p><button onclick="this.textContent += '!'">Press</button>
<input onkeydown="this.dataset.keys = (this.dataset.keys || '') + (event.shiftKey ? '+' : '') + event.key + ' '">`

// TestBrowsers does with each browser what the interface promises.
func TestBrowsers(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(document)) // to a buffer of the server
	}))
	defer site.Close()
	for _, name := range browser.Names {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
			defer cancel()
			b, err := browser.Start(ctx, name, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = b.Close() }() // nothing is left to do about an error
			drive(ctx, t, b, site.URL)
		})
	}
	if _, err := browser.Start(t.Context(), "lynx", t.TempDir()); err == nil {
		t.Error("lynx: want an error")
	}
}

func drive(ctx context.Context, t *testing.T, b browser.Browser, url string) {
	page, err := b.NewPage(ctx)
	if err != nil {
		t.Fatal(err)
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(page.Open(ctx, url))
	check(browser.Click(ctx, page, "button"))
	check(browser.Click(ctx, page, "input"))
	check(page.Press(ctx, "A", browser.Shift))
	check(page.Press(ctx, browser.ArrowLeft))
	check(page.Press(ctx, browser.Enter))
	check(browser.Wait(ctx, page, "new Promise(done => setTimeout(done, 10, document.querySelector('button').textContent == 'Press!'))"))
	var got struct{ Keys, Value string }
	check(page.Evaluate(ctx, "Promise.resolve({ keys: document.querySelector('input').dataset.keys, value: document.querySelector('input').value })", &got))
	if want := "+Shift +A ArrowLeft Enter "; got.Keys != want && got.Keys != "+A ArrowLeft Enter " {
		t.Errorf("got the keys %q, want %q", got.Keys, want)
	}
	if got.Value != "A" {
		t.Errorf("got %+v, want the value A", got)
	}
	if err := page.Evaluate(ctx, "missing + 1", new(int)); err == nil {
		t.Error("want an error of an expression that throws")
	}
	check(page.Resize(ctx, 800, 700))
	check(browser.Wait(ctx, page, "innerWidth == 800"))
	if err := page.Resize(ctx, 390, 700); err != nil && !errors.Is(err, errors.ErrUnsupported) {
		t.Error(err)
	}
	shot, err := page.Screenshot(ctx)
	check(err)
	if picture, err := png.Decode(bytes.NewReader(shot)); err != nil || picture.Bounds().Dx() < 390 {
		t.Errorf("got a screenshot of %d bytes, %v", len(shot), err)
	}
	check(page.Close())
}
