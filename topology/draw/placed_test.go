package draw_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/export"
	"topobook/topology/networktest"
)

// onMap returns the nodes and links of net as a file that says where some of them are.
func onMap(t *testing.T, net *topology.Network, where func(u int) (x, y float64, ok bool)) *topology.Network {
	t.Helper()
	text, err := export.Write(net, "gml", nil)
	if err != nil {
		t.Fatal(err)
	}
	for u := range net.Order() {
		if x, y, ok := where(u); ok {
			id := fmt.Sprintf("    id %d\n", u)
			text = strings.Replace(text, id, fmt.Sprintf("%s    Longitude %v\n    Latitude %v\n", id, x, y), 1)
		}
	}
	text = strings.Replace(text, "  name ", "  was ", 1) // else it is a member of its family
	placed, err := export.Read("gml", text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := placed.Definition.(topology.Placed); !ok {
		t.Fatalf("%v: want a network that knows its places", placed)
	}
	return placed
}

// TestPlaces draws networks whose nodes have places: far apart, close together, all in one, and in part not known.
func TestPlaces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, where := range []func(u int) (x, y float64, ok bool){
		func(u int) (x, y float64, ok bool) { return random.Float64() * 100, random.Float64() * 60, true },
		func(u int) (x, y float64, ok bool) { return random.Float64() * 100, random.Float64() * 60, u%3 == 0 },
		func(u int) (x, y float64, ok bool) { return float64(u % 2), 1e-9 * random.Float64(), true },
		func(u int) (x, y float64, ok bool) { return 7, 50, true },
		func(u int) (x, y float64, ok bool) { return float64(u), 0, u < 2 },
	} {
		for _, call := range []string{"torus(k=4, n=2)", "kary_ntree(k=3, n=2)", "complete(n=1)", "ring(n=30)", "mikant(k=3, n=2)", "hypercube(n=7)"} {
			net := onMap(t, networktest.Member(t, call), where)
			checkDrawing(t, net)
			if net.Order() > 2 {
				left, err := topology.Without(net, []topology.Node{1}, nil)
				if err != nil {
					t.Fatal(err)
				}
				checkDrawing(t, left)
			}
		}
	}
	// North is up, east is on the right, and a name stands at its node.
	net := onMap(t, networktest.Member(t, "ring(n=3)"), func(u int) (x, y float64, ok bool) { return []float64{0, 10, 5}[u], []float64{40, 40, 50}[u], true })
	svg, err := draw.Network(net, draw.Defaults())
	if err != nil || !strings.Contains(svg, "where they are") || !strings.Contains(svg, ">0</text>") {
		t.Errorf("%v, %.300s", err, svg)
	}
	at := map[string]spot{}
	for _, n := range parseDrawing(t, svg).nodes {
		at[n.node] = n.corners[0]
	}
	if !(at["0"].x < at["2"].x && at["2"].x < at["1"].x && at["2"].y < at["0"].y) {
		t.Errorf("nodes at %v, want 0 in the west, 1 in the east and 2 in the north", at)
	}
}
