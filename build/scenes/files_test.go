package scenes_test

import (
	"strings"
	"testing"

	"topobook/build/browser"
)

// A page carries the files that its cells load and read: a chart follows its slider, cells that are edited have them, too, and
// so has who opens a link.
func TestFiles(t *testing.T) {
	scene(t, func(t *visit) {
		page := t.sample("sample-files")
		b := t.open(page)
		curve := `#cell-curve .output`
		if got := b.text(curve); !strings.Contains(got, "60") { // 120 / 2, as published
			t.Errorf("the page shows %q, want the table of the chart", got)
		}
		b.slide("factor", 4)
		b.wait(contains(curve+" table", "30")) // 120 / 4
		b.wait(contains("#cell-most .output", "at most 30 of 5"))
		b.idle()
		b.edit("fabric", "load('sample-lib.star', all='measured')\nfabric = read('sample-fabric.dot')\ntext(diameter(fabric), all['note'][2], len(read('sample-lib.star', format='text')) > 200)")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-fabric .output", "3 half, about True"))
		link := b.share()
		b = t.open(link)
		b.wait(contains("#notice", "changed code"))
		b.click("#notice [data-do=run-theirs]")
		b.wait(contains("#notice", "Reproduced: all"))
		b.wait(contains("#cell-fabric .output", "3 half, about True"))
		b.wait(contains("#cell-most .output", "at most 30 of 5"))

		b = t.open(page)
		b.ready()
		for name, want := range map[string]string{"sample-lib.star": "def faster", "sample-latency.csv": "near saturation", "sample-fabric.dot": "spine1 -- node1"} {
			b.js(`document.getElementById('file-` + name + `').open = true`)
			if got := b.text(`[id="file-` + name + `"]`); !strings.Contains(got, want) || !strings.Contains(got, "bytes") {
				t.Errorf("%s: the page shows %q, want its size and %q", name, got, want)
			}
		}
		b.edit("most", "read('sample-latncy.csv')")
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-most .error", "sample-latncy.csv: the notebook has no such file (did you mean sample-latency.csv?)"))
	})
}
