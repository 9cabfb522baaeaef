package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// TestDottedCube draws hypercubes with a switch on each link: each switch is in the middle between its processors. A network of
// as many nodes and links that is none is drawn in another way.
func TestDottedCube(t *testing.T) {
	for dims := 2; dims <= 5; dims++ {
		cube := must(family.NewHypercube(dims))
		names := make([]string, cube.Order())
		for u := range names {
			names[u] = fmt.Sprint(u)
		}
		var links [][2]string
		var dots []string
		for link := range cube.Links() {
			dot := fmt.Sprintf("s%d", len(dots))
			dots = append(dots, dot)
			links = append(links, [2]string{names[link.A], dot}, [2]string{dot, names[link.B]})
		}
		build := func() *topology.Network {
			return must(topology.NewGraph(append(names[:len(names):len(names)], dots...), links, topology.WithSwitches(dots...)))
		}
		svg, err := draw.Network(build(), draw.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(svg, "projected cube with a switch on each link") {
			t.Errorf("%d dimensions: not drawn as a cube", dims)
		}
		if dims == 2 {
			continue
		}
		last := len(links) - 1
		links[1][1], links[last][1] = links[last][1], links[1][1] // two links change their ends
		if svg, err = draw.Network(build(), draw.Defaults()); err != nil || strings.Contains(svg, "projected cube") {
			t.Errorf("%d dimensions, two links exchanged: drawn as a cube (%v)", dims, err)
		}
	}
}
