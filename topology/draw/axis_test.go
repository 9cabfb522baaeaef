package draw_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"topobook/topology/draw"
)

// yTexts returns the texts of the y axis of a chart, from its lowest to its highest.
func yTexts(t *testing.T, c draw.Chart) []string {
	t.Helper()
	svg, err := c.SVG()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(svg, `text-anchor="end">`)
	rest, _, _ = strings.Cut(rest, "</g>")
	var texts []string
	for _, m := range regexp.MustCompile(`>([^<]+)</text>`).FindAllStringSubmatch(rest, -1) {
		texts = append(texts, m[1])
	}
	return texts
}

func TestAxes(t *testing.T) {
	for _, tt := range []struct {
		c    draw.Chart
		want string
	}{
		{draw.Chart{Series: []draw.Series{series("", 49, 100)}}, "0 20 40 60 80 100"}, // below half of the largest
		{draw.Chart{Series: []draw.Series{series("", 51, 100)}}, "50 60 70 80 90 100"},
		{draw.Chart{Series: []draw.Series{series("", -51, -100)}}, "−100 −90 −80 −70 −60 −50"},
		{draw.Chart{Zero: draw.ZeroAlways, Series: []draw.Series{series("", 90, 100)}}, "0 20 40 60 80 100"},
		{draw.Chart{Zero: draw.ZeroAlways, Series: []draw.Series{series("", -90, -100)}}, "−100 −80 −60 −40 −20 0"},
		{draw.Chart{Zero: draw.ZeroAsIs, Series: []draw.Series{series("", 40, 100)}}, "40 50 60 70 80 90 100"},
		{draw.Chart{Zero: draw.ZeroAsIs, Kind: draw.Bars, Series: []draw.Series{series("", 90, 100)}}, "0 20 40 60 80 100"},
		{draw.Chart{YLog: true, Series: []draw.Series{series("", 2, 90)}}, "2 5 10 20 50 100"}, // below two decades
		{draw.Chart{YLog: true, Series: []draw.Series{series("", 2, 300)}}, "10 100"},
		{draw.Chart{YLog: true, Series: []draw.Series{series("", 1, 1e7)}}, "1 10 10² 10³ 10⁴ 10⁵ 10⁶ 10⁷"},
	} {
		if got := strings.Join(yTexts(t, tt.c), " "); got != tt.want {
			t.Errorf("%v: the y axis says %s, want %s", tt.c.Series[0].Y, got, tt.want)
		}
	}
	svg, err := draw.Chart{YLog: true, Series: []draw.Series{series("", 1, 1000)}}.SVG()
	if err != nil {
		t.Fatal(err)
	}
	_, minor, _ := strings.Cut(svg, `class="grid minor" d="`)
	minor, _, _ = strings.Cut(minor, `"`)
	if got := strings.Count(minor, "M"); got != 3*8 {
		t.Errorf("three decades have %d faint lines, want 8 in each: at 2 to 9", got)
	}
}

// Names at the ends of series keep so far apart that a finger finds each, in the order of the ends.
func TestSeriesNames(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	named := regexp.MustCompile(`class="name f(\d)" x="([\d.]+)" y="([\d.]+)"`)
	direct := 0
	for range 300 {
		c := draw.Chart{}
		for i := range 2 + random.IntN(7) {
			c.Series = append(c.Series, series(fmt.Sprint("series ", i), float64(random.IntN(100)), float64(random.IntN(100))))
		}
		svg, err := c.SVG()
		if err != nil {
			t.Fatal(err)
		}
		names := named.FindAllStringSubmatch(svg, -1)
		if names == nil {
			continue
		}
		direct++
		for i, a := range names {
			for j, b := range names[:i] {
				y, errY := strconv.ParseFloat(a[3], 64)
				z, errZ := strconv.ParseFloat(b[3], 64)
				if errY != nil || errZ != nil || math.Abs(y-z) < 29.98 {
					t.Fatalf("names of series %d and %d at %v and %v, want 30 apart: %v", i, j, y, z, c.Series)
				}
				if one, other := c.Series[i].Y[1], c.Series[j].Y[1]; one != other && one > other != (y < z) {
					t.Fatalf("names of series %d and %d at %v and %v, want the order of their ends %v, %v", i, j, y, z, one, other)
				}
			}
		}
	}
	if direct < 50 {
		t.Errorf("%d of 300 charts have names at the ends, want more", direct)
	}
}
