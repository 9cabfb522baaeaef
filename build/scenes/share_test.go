package scenes_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"topobook/build/browser"
	"topobook/notebooks/builtins"
	"topobook/notebooks/output"
)

// curve is a cell that takes about a second: several workers share its points, and the reader sees
// them come.
// The loads of the second sweep depend on what the first has found.
const curve = `sums = (lambda first: [first, [p["latency"] for p in sweep(ring(7), [0.1 + (x %% 50) / 500 for x in first], cycles=%[2]d)]])([p["packets"] for p in sweep(torus(8, 2), [x / 16 for x in range(1, 9)], routing="dor", seed=m, cycles=%[1]d)])
str(sums)`

func TestSweep(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.open(t.sample("sample"))
		b.slide("m", 4) // which the other workers must learn
		b.wait(contains("#cell-apart .output", "9"))
		b.idle()
		source := fmt.Sprintf(curve, 6000, 6000)
		b.edit("sum", source)
		b.js(`seen.length = 0`)
		started := time.Now()
		b.key(browser.Enter, browser.Control)
		b.wait(state("sum", "running"))
		b.wait(state("sum", "done"))
		b.idle()
		took := time.Since(started)
		// The curve of one worker, on another machine, is the same.
		natively := func(m string) string {
			native, err := builtins.Evaluate(fmt.Sprintf(`str(%s)`, strings.ReplaceAll(strings.TrimPrefix(strings.Split(source, "\n")[0], "sums = "), "=m", "="+m)), nil)
			if err != nil {
				t.Fatal(err)
			}
			var text string
			if err := json.Unmarshal(output.AppendJSON(nil, native), &text); err != nil {
				t.Fatal(err)
			}
			return text
		}
		want := natively("4")
		if got := b.text("#cell-sum .output"); strings.TrimSpace(got) != want {
			t.Errorf("the points of the curve in the browser are %s, natively %s", got, want)
		}
		previews := eval[[]string](b, `seen.filter(m => m.type == 'preview' && m.cell == 'sum').map(m => m.html)`)
		lent := eval[int](b, `Math.max(...seen.filter(m => m.type == 'idle').map(m => m.lent))`)
		processors := eval[int](b, `navigator.hardwareConcurrency`)
		t.Logf("16 points in %v on %d processors, %d of them by other workers, %d previews", took.Round(time.Millisecond), processors, lent, len(previews))
		if len(previews) == 0 {
			t.Error("no point of the curve was shown before all were there")
		}
		if processors > 1 && lent == 0 {
			t.Errorf("of %d processors one has done all", processors)
		}
		last := 0
		for _, html := range previews {
			points := strings.Count(html, ".")
			if points < last {
				t.Errorf("a preview shows fewer points than the one before it: %s", html)
			}
			last = points
		}

		// So it is for other values, when the workers have been called before.
		for _, m := range []int{5, 7, 4} {
			b.slide("m", m)
			b.wait(contains("#cell-sum .output", natively(fmt.Sprint(m))))
			b.idle()
		}

		// A cell that needs the points shows those that are there. Stop leaves them in place, and says so.
		b.edit("hops", `text("points:", len(sums[0]))`)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-hops .output", "points: 8"))
		b.idle()
		b.edit("sum", fmt.Sprintf(curve, 200000, 10))
		b.js(`seen.length = 0`)
		b.key(browser.Enter, browser.Control)
		b.wait(`seen.some(m => m.type == 'preview' && m.cell == 'hops')`)
		b.click("#stop")
		b.wait(state("sum", "stopped"))
		b.idle()
		if got := b.text("#cell-sum .error"); !strings.Contains(got, "had come") {
			t.Errorf("a curve that was stopped says %q, want that what had come is shown", got)
		}
		b.wait(`document.querySelector('#cell-hops[data-old] .offer')`)
		b.edit("sum", source)
		b.key(browser.Enter, browser.Control)
		b.wait(contains("#cell-sum .output", want[len(want)-20:]))
		b.wait(contains("#cell-hops .output", "points: 8"))
		b.wait(`!document.querySelector('#cell-hops[data-old]')`)
		b.goesOn()

		// The workers are the page's: in Firefox a worker that starts others may wait for ever. They end with their kernel.
		b.idle()
		if got := eval[int](b, `helpers.filter(h => !h.ended).length`); processors > 1 && got == 0 {
			t.Error("the page has started no other workers")
		}
		b.js(`kernel.postMessage = () => {}`)
		b.slide("m", 5)
		b.wait(`document.documentElement.hasAttribute('data-busy')`)
		b.click("#stop")
		b.wait(`spawned == 2 && helpers.every(h => h.ended)`)
	})
}
