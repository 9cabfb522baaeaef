package scenes_test

import (
	"slices"
	"testing"

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
