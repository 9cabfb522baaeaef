package draw_test

import (
	"math"
	"strings"
	"testing"

	"topobook/topology/draw"
)

func series(name string, ys ...float64) draw.Series {
	s := draw.Series{Name: name, Y: ys}
	for i := range ys {
		s.X = append(s.X, float64(i+1))
	}
	return s
}

func TestChartGolden(t *testing.T) {
	for name, c := range map[string]draw.Chart{
		"lines": {Title: "Accepted throughput", XLabel: "offered load", YLabel: "accepted (flits/node/cycle)",
			Series: []draw.Series{series("1 channel", 0.1, 0.2, 0.3, 0.37, 0.37), series("4 channels", 0.1, 0.2, 0.3, 0.4, 0.5)}},
		"log": {XLog: true, YLog: true, XLabel: "processors", YLabel: "minimal paths",
			Series: []draw.Series{{Name: "k = 2", X: []float64{2, 4, 8, 16, 1024}, Y: []float64{1, 4, 64, 1000, 1e6}}}},
		"bars": {Kind: draw.Bars, XLabel: "distance (hops)", YLabel: "ordered pairs",
			Series: []draw.Series{{X: []float64{0, 2, 4, 6}, Y: []float64{64, 192, 768, 3072}}}},
		"categories": {Kind: draw.Bars, YLabel: "largest load", Categories: []string{"identity", "complement", "bit reversal", "digit reversal", "bit transpose", "shuffle"},
			Series: []draw.Series{{Name: "dst", X: []float64{0, 1, 2, 3, 4, 5}, Y: []float64{0, 1, 4, 4, 4, 2}}, {Name: "src", X: []float64{0, 1, 2, 3, 4, 5}, Y: []float64{0, 1, 2, 4, 3, 2}}}},
		"errors": {XLabel: "offered load", YLabel: "latency (cycles)", YLog: true, OpenName: "not stable", Series: []draw.Series{
			{Name: "one", X: []float64{0.1, 0.2, 0.5}, Y: []float64{30, 45, 900}, Error: []float64{0.5, 4, 0}, Open: []bool{false, false, true}},
			{Name: "two", X: []float64{0.1, 0.2, 0.5}, Y: []float64{32, 40, 100}, Error: []float64{0, 10, 120}}}},
		"bands": {Bands: true, Zero: draw.ZeroAsIs, XLabel: "broken links", YLabel: "delivered", Series: []draw.Series{
			{Name: "tree", X: []float64{0, 1, 2, 3}, Y: []float64{100, 70, 60, 50}, Low: []float64{100, 60, 52, 45}, High: []float64{100, 81, 71, 62}},
			{Name: "MiKANT", X: []float64{0, 1, 2, 3}, Y: []float64{100, 95, 80, 51}, Error: []float64{0, 2, 3, 4}},
			{Name: "torus", X: []float64{0, 1, 2, 3}, Y: []float64{100, 96, 83, 52}}}},
		"steps": {Kind: draw.Steps, XLabel: "k", YLabel: "links", Series: []draw.Series{series("", 1000, 4096, 12000, 33000)}},
	} {
		svg, err := c.SVG()
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "chart-"+name, svg)
	}
}

func TestChartErrors(t *testing.T) {
	for _, tt := range []struct {
		c    draw.Chart
		want string
	}{
		{draw.Chart{}, "chart: has no point, want at least one"},
		{draw.Chart{Series: []draw.Series{{Name: "a"}}}, "chart: has no point, want at least one"},
		{draw.Chart{Series: []draw.Series{{Name: "a", X: []float64{1}}}}, `chart: series "a" has 1 x and 0 y, want as many of each`},
		{draw.Chart{Series: []draw.Series{series("a", 1, math.NaN())}}, `chart: series "a": point 2 is (2, NaN), want finite numbers up to 1e300`},
		{draw.Chart{YLog: true, Series: []draw.Series{series("", 0)}}, "chart: series 1: point 1 has y = 0, want more than 0 on a logarithmic axis"},
		{draw.Chart{Series: []draw.Series{{X: []float64{7}, Y: []float64{3}, Low: []float64{4}, High: []float64{5}}}},
			"chart: series 1: point 1 has y = 3 and a range from 4 to 5, want one around y"},
		{draw.Chart{Series: []draw.Series{{X: make([]float64, 20001), Y: make([]float64, 20001)}}}, "chart: has more than 20000 points"},
	} {
		if _, err := tt.c.SVG(); err == nil || err.Error() != tt.want {
			t.Errorf("got error %v\nwant %s", err, tt.want)
		}
	}
}

func TestChartSentence(t *testing.T) {
	svg, err := draw.Chart{XLabel: "k", YLabel: "links", YLog: true, Series: []draw.Series{series("a", 1, 12000), {Name: "later"}}}.SVG()
	if err != nil {
		t.Fatal(err)
	}
	want := "<title>links against k</title><desc>Line chart; x: k; y: links, logarithmic y axis. " +
		"a: 2 points from 1 at 1 to 12\u202f000 at 2, lowest 1, highest 12\u202f000. later: 0 points.</desc>"
	if !strings.Contains(svg, want) {
		t.Errorf("got %.300s\nwant %s", svg, want)
	}
}

func TestHeatmapGolden(t *testing.T) {
	few := draw.Heatmap{Title: "Distance", XLabel: "to", YLabel: "from", Rows: []string{"0,0", "0,1", "1,0"}, Cols: []string{"0,0", "0,1", "1,0"},
		Values: [][]float64{{0, 2, 4}, {2, 0, 4}, {4, 4, 0}}}
	many := draw.Heatmap{}
	for i := range 60 {
		row := make([]float64, 60)
		for j := range row {
			row[j] = float64(i*j%37) / 7
		}
		many.Values = append(many.Values, row)
	}
	for name, h := range map[string]draw.Heatmap{"few": few, "many": many} {
		svg, err := h.SVG()
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "heat-"+name, svg)
	}
}

func TestHeatmapErrors(t *testing.T) {
	for _, tt := range []struct {
		h    draw.Heatmap
		want string
	}{
		{draw.Heatmap{}, "heatmap: has no cells, want at least one"},
		{draw.Heatmap{Values: [][]float64{{1, 2}, {1}}}, "heatmap: row 1 has 1 cells, want 2 as row 0"},
		{draw.Heatmap{Values: [][]float64{{math.Inf(1)}}}, "heatmap: row 0, column 0 is +Inf, want a finite number up to 1e300"},
		{draw.Heatmap{Values: [][]float64{{1}}, Rows: []string{"a", "b"}}, "heatmap: has 2 names of rows, want 1"},
	} {
		if _, err := tt.h.SVG(); err == nil || err.Error() != tt.want {
			t.Errorf("got error %v\nwant %s", err, tt.want)
		}
	}
}

// Whatever the numbers, a chart is an error or well-formed.
func FuzzChart(f *testing.F) {
	f.Add(1.0, 2.0, 3.0, 4.0, uint8(0))
	f.Add(0.0, 0.0, 0.0, 0.0, uint8(1))
	f.Add(-1e300, 1e300, 5e-324, 1e-310, uint8(2))
	f.Add(1e-5, 1e300, 7e9, 7e9, uint8(12))
	f.Add(5e-324, 1e300, 5e-324, 1e-310, uint8(12))
	f.Add(123456.0, 123457.0, -0.001, 0.001, uint8(16))
	f.Fuzz(func(t *testing.T, x0, x1, y0, y1 float64, options uint8) {
		c := draw.Chart{Kind: draw.ChartKind(options % 3), XLog: options&4 != 0, YLog: options&8 != 0,
			Series: []draw.Series{{Name: "a", X: []float64{x0, x1}, Y: []float64{y0, y1}}}}
		if options&16 != 0 {
			c.Series = append(c.Series, draw.Series{Name: strings.Repeat("<long>", 8), X: []float64{x1}, Y: []float64{y0}})
		}
		svg, err := c.SVG()
		if err != nil {
			t.Skip()
		}
		if len(svg) > 1<<16 {
			t.Fatalf("%d bytes", len(svg))
		}
		wellFormed(t, svg)
	})
}
