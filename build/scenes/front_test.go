package scenes_test

import (
	"strings"
	"testing"
)

// frontSite is the site of a book that has a front page of its own, and a page that wants the full engine.
var frontSite = built("front", "testdata/front/*")

// TestFrontPage checks that a front page of one's own lives as any other page does.
func TestFrontPage(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.newTab()
		b.resize(390)
		b.open(newHost(t, frontSite(t)).page("index"))
		fits(b, "as published")
		b.ready()
		reproduces(b)
		b.slide("n", 8)
		b.idle()
		for selector, want := range map[string]string{"[data-cell=v1]": "8", "[data-cell=v2]": "4"} {
			if got := b.text(selector); got != want {
				t.Errorf("%s: got %q, want %q", selector, got, want)
			}
		}
		b.resize(1280)
		if t.kind == "chromium" { // axe reads the document, which is the same everywhere
			accessible(b)
		}
	})
}

// TestFullFromStart checks that a page that needs the full engine fetches no other.
func TestFullFromStart(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(newHost(t, frontSite(t)).page("full"))
		b.ready()
		b.slide("n", 9)
		b.idle()
		b.wait(contains("#cell-radius .output", "4"))
		fetched := eval[[]string](b, `performance.getEntriesByType('resource').map(e => e.name).filter(name => name.endsWith('.wasm'))`)
		if len(fetched) != 1 || !strings.Contains(fetched[0], "/full.") {
			t.Errorf("the page fetched %v, want the full engine alone", fetched)
		}
	})
}
