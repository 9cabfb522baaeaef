package scenes_test

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"topobook/build/browser"
	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
)

// Every slider of the published pages may go to both its ends: every light cell has an output there. What
// is evaluated here is what a browser evaluates, as TestSlowWasm shows.
func TestSliderEnds(t *testing.T) {
	for _, book := range papers(t) {
		t.Run(book.Slug, func(t *testing.T) {
			k := engine.New(&book.Document, builtins.All())
			run := func() []engine.Result {
				if err := k.Run(engine.RunOptions{}); err != nil {
					t.Fatal(err)
				}
				return k.Outputs()
			}
			published := run()
			before := failing(published)
			for i, result := range published {
				for j, in := range result.Inputs {
					if in.Kind != engine.SliderInput {
						continue
					}
					for range 2 {
						now := k.Outputs()[i].Inputs[j] // its ends may depend on other sliders
						end := now.Max
						if now.Value == end {
							end = now.Min
						}
						if err := k.Set(in.Name, end); err != nil {
							t.Fatal(err)
						}
						if after := failing(run()); !slices.Equal(after, before) {
							t.Errorf("with %s=%s the cells %v have no output", in.Name, end, after)
						}
					}
				}
			}
		})
	}
}

// failing returns the cells that should have an output and have none.
func failing(results []engine.Result) []string {
	var cells []string
	for _, r := range results {
		if r.State == engine.Failed || r.State == engine.Blocked || r.State == engine.Stopped {
			cells = append(cells, r.Cell)
		}
	}
	return cells
}

// A script that measures what it has just changed, and so on for each label of a drawing, makes the browser lay out the page each time.
func TestLayoutsOfStep(t *testing.T) {
	scene(t, func(t *visit) {
		b := t.openPage("mikant")
		b.ready()
		chromium := b.page.(*browser.ChromiumPage)
		layouts := func() (n int) {
			b.do("layouts", func(ctx context.Context) (err error) {
				n, err = chromium.Layouts(ctx)
				return err
			})
			return n
		}
		for _, n := range []int{4, 3, 4} {
			before, told := layouts(), eval[int](b, `seen.length`)
			b.slide("n", n)
			b.wait(`seen.slice(` + strconv.Itoa(told) + `).some(m => m.type == 'idle')`)
			b.idle()
			results := eval[int](b, `seen.slice(`+strconv.Itoa(told)+`).filter(m => m.html).length`)
			if got := layouts() - before; got > 3*results || results < 10 {
				t.Errorf("n = %d: the page was laid out %d times for %d outputs, want at least 10 of these, and at most 3 times for each", n, got, results)
			}
		}
	}, "chromium")
}
