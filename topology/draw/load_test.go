package draw_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// TestLoads checks that wider and darker lines carry more, and that the busiest channel is marked.
func TestLoads(t *testing.T) {
	net := must(family.NewKaryNTree(3, 2))
	load := make([]float64, 2*net.Size())
	var inner []topology.Channel // between switches
	for c := range load {
		if u, v := net.Tail(topology.Channel(c)), net.Head(topology.Channel(c)); net.Kind(u) == net.Kind(v) {
			inner = append(inner, topology.Channel(c))
		} else {
			load[c] = 100 // of processors, which are not compared
		}
	}
	for i, c := range inner {
		load[c] = float64(i)
	}
	most, busiest := draw.Busiest(net, load)
	if want := inner[len(inner)-1]; most != float64(len(inner)-1) || !slices.Equal(busiest, []topology.Channel{want}) {
		t.Errorf("busiest is %v with %v, want %v", busiest, most, want)
	}
	o := draw.Defaults()
	o.Load = load
	svg, err := draw.Network(net, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(svg, `class="busiest"`); got != 1 {
		t.Errorf("%d channels are marked, want 1", got)
	}
	widths := map[string]float64{}
	for line := range strings.SplitSeq(svg, "<path ") {
		var shade int
		var width float64
		if _, err := fmt.Sscanf(line, `class="load q%d" stroke-width="%g"`, &shade, &width); err != nil {
			continue
		}
		if _, title, ok := strings.Cut(line, "<title>"); ok {
			title, _, _ = strings.Cut(title, "<")
			widths[title] = width
		}
	}
	if got, want := len(widths), len(inner)-1+2*len(net.Processors()); got != want { // one has nothing to carry
		t.Errorf("%d channels are drawn, want %d", got, want)
	}
	name := func(c topology.Channel) string {
		return net.Address(net.Tail(c)) + " to " + net.Address(net.Head(c)) + ": " + draw.FormatNumber(load[c])
	}
	for i := 2; i < len(inner); i++ {
		if a, b := widths[name(inner[i-1])], widths[name(inner[i])]; a >= b {
			t.Errorf("a load of %d is %v wide, one of %d %v", i-1, a, i, b)
		}
	}
	if !strings.Contains(svg, "Loads of links up to 17") {
		t.Errorf("the description does not name the largest load: %.600s", svg)
	}
}

// Channels that differ by rounding are equally busy; where only links of processors carry anything, these count.
func TestBusiest(t *testing.T) {
	net := must(family.NewRing(5))
	sum := 0.1 + 0.2
	if most, busiest := draw.Busiest(net, []float64{sum, 0.3, 0, 0, 0, 0, 0, 0, 0, 0}); most != sum || len(busiest) != 2 {
		t.Errorf("busiest are %v with %v, want two", busiest, most)
	}
	if most, busiest := draw.Busiest(net, make([]float64, 10)); most != 0 || busiest != nil {
		t.Errorf("without any load busiest are %v with %v", busiest, most)
	}
	star := must(family.NewKaryNTree(2, 1))
	load := make([]float64, 2*star.Size())
	load[1] = 3
	if most, busiest := draw.Busiest(star, load); most != 3 || len(busiest) != 1 {
		t.Errorf("busiest are %v with %v, want one", busiest, most)
	}
}

// TestFullLoad checks that with a full load of twice the largest the busiest channel is as wide as one with half of that is without it, and
// that a smaller full load changes nothing.
func TestFullLoad(t *testing.T) {
	net := must(family.NewMesh(3, 1))
	width := func(full float64, loads ...float64) (widest float64) { // of the link from 0 to 1, if that carries the first and the next one the second
		o := draw.Defaults()
		o.Load, o.FullLoad = make([]float64, 2*net.Size()), full
		for u, x := range loads {
			c, _ := net.ChannelBetween(topology.Node(u), topology.Node(u+1))
			o.Load[c] = x
		}
		svg, err := draw.Network(net, o)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(svg, `<path class="load `) {
			var shade int
			if strings.Contains(line, "<title>0 to 1: ") {
				if _, err := fmt.Sscanf(line, `q%d" stroke-width="%g"`, &shade, &widest); err != nil {
					t.Fatal(err)
				}
			}
		}
		return widest
	}
	halved, alone, small := width(12, 6), width(0, 6, 12), width(3, 6, 12)
	if halved == 0 || halved != alone || small != alone {
		t.Errorf("a load of 6 is %v wide of a full load of 12, %v beside one of 12, and %v with a full load of 3", halved, alone, small)
	}
}

// TestWidths checks that a link is as wide as either of its channels is said to be, also within a larger network, and others as usual.
func TestWidths(t *testing.T) {
	net, outer := must(family.NewMesh(3, 2)), must(family.NewTorus(3, 2))
	o := draw.Defaults()
	o.Widths, o.Within = make([]float64, 2*net.Size()), outer
	c, ok := net.ChannelBetween(4, 1)
	if !ok {
		t.Fatal("no link between nodes 4 and 1")
	}
	o.Widths[c] = 7.5
	svg, err := draw.Network(net, o)
	if err != nil {
		t.Fatal(err)
	}
	want := `<g stroke-width="7.5"><path class="link sized" data-link="` + net.Address(1) + " " + net.Address(4) + `"`
	if strings.Count(svg, want) != 1 || strings.Count(svg, "sized") != 1 {
		t.Errorf("want once %s, and nothing else of a width of its own, got %s", want, svg)
	}
}
