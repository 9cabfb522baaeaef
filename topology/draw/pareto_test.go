package draw_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"topobook/topology/draw"
)

// The front is what comparing all pairs of points finds.
func TestPareto(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for round := range 400 {
		var all []draw.Series
		for range 1 + random.IntN(3) {
			s := draw.Series{}
			for range random.IntN(8) {
				s.X, s.Y = append(s.X, float64(random.IntN(6)-3)), append(s.Y, float64(random.IntN(6)-3))
				s.Open = append(s.Open, random.IntN(9) == 0)
			}
			all = append(all, s)
		}
		was := make([][]bool, len(all))
		for i, s := range all {
			was[i] = s.Open
		}
		maxX, maxY := round&1 != 0, round&2 != 0
		f := draw.Pareto(all, maxX, maxY)
		gain := func(a, b float64, largest bool) float64 {
			if largest {
				return a - b
			}
			return b - a
		}
		on, of := map[[2]float64]bool{}, 0
		for i, s := range all {
			of += len(s.X)
			for j := range s.X {
				dominated := was[i][j]
				for k, other := range all {
					for l := range other.X {
						dx, dy := gain(other.X[l], s.X[j], maxX), gain(other.Y[l], s.Y[j], maxY)
						dominated = dominated || !was[k][l] && dx >= 0 && dy >= 0 && dx+dy > 0
					}
				}
				if s.Open[j] != dominated {
					t.Fatalf("%v, %v: point (%v, %v) of %v is hollow: %v, want %v", maxX, maxY, s.X[j], s.Y[j], all, s.Open[j], dominated)
				}
				if !dominated {
					on[[2]float64{s.X[j], s.Y[j]}] = true
				}
			}
		}
		if len(f.X) != len(on) || f.Of != of {
			t.Fatalf("the front has %d places of %d points, want %d of %d", len(f.X), f.Of, len(on), of)
		}
		for i := range f.X {
			if !on[[2]float64{f.X[i], f.Y[i]}] || i > 0 && (gain(f.X[i], f.X[i-1], maxX) >= 0 || gain(f.Y[i], f.Y[i-1], maxY) <= 0) {
				t.Fatalf("the front is %v, %v, want it from the best x to the best y", f.X, f.Y)
			}
		}
	}
}

func TestParetoDrawn(t *testing.T) {
	all := []draw.Series{{Name: "a", X: []float64{1, 2, 3}, Y: []float64{5, 3, 4}}, {Name: "b", X: []float64{4}, Y: []float64{1}}}
	c := draw.Chart{Kind: draw.Points, OpenName: "not on the front", Series: all, Front: draw.Pareto(all, false, false)}
	svg, err := c.SVG()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "chart-pareto", svg)
	if want := "Pareto front for the smallest x and the smallest y, of 4 points: 5 at 1, 3 at 2, 1 at 4."; !strings.Contains(svg, want) {
		t.Errorf("the description lacks %q: %s", want, svg)
	}
}

// Small charts have the same axes, also where their series differ, and their series the colors of the legend.
func TestMultiples(t *testing.T) {
	legend, panels, err := draw.Multiples([]draw.Chart{
		{Title: "one", Series: []draw.Series{series("a", 1, 2)}},
		{Title: "two", Series: []draw.Series{series("b", 3, 80, 7), series("a", 5)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "chart-panel", panels[1])
	if !strings.Contains(legend, `<text class="legend key" x="27" y="17">a</text>`) {
		t.Errorf("the legend is %s", legend)
	}
	axes := func(svg string) string {
		_, axes, _ := strings.Cut(svg, `<path class="grid"`)
		axes, _, _ = strings.Cut(axes, "<g data-series")
		return axes
	}
	if axes(panels[0]) != axes(panels[1]) || !strings.Contains(axes(panels[0]), ">80<") {
		t.Errorf("the axes of two charts differ:\n%s\n%s", axes(panels[0]), axes(panels[1]))
	}
	if !strings.Contains(panels[0], "f0") || strings.Contains(panels[0], "f1") || !strings.Contains(panels[1], "f1") {
		t.Errorf("series a and b have other colors than 0 and 1: %s", panels)
	}
	if _, _, err := draw.Multiples([]draw.Chart{{Series: []draw.Series{series("", 1)}}, {}}); err == nil || err.Error() != `chart "": has no point, want at least one` {
		t.Errorf("got error %v", err)
	}
}
