package route_test

import (
	"fmt"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// The walk on the levels must be a shortest path between any two nodes: as the nodes are alike, from the
// first to all others, and from an odd one too, as that they are alike is what this relies on.
func TestLevels(t *testing.T) {
	const sum, last = family.KeepBySum, family.KeepByLast
	for _, tt := range []struct{ k, n, l, degree, by int }{
		{2, 2, 2, 4, sum}, {3, 2, 5, 4, sum}, // a torus: nothing is pruned
		{2, 3, 2, 4, sum}, {4, 3, 4, 4, sum}, {3, 3, 2, 4, sum}, {5, 3, 4, 4, sum}, {3, 3, 10, 4, sum}, {6, 3, 6, 4, sum},
		{3, 4, 3, 4, sum}, {2, 4, 3, 4, sum}, {4, 4, 9, 4, sum}, {4, 5, 4, 4, sum}, {2, 6, 5, 4, sum}, {3, 6, 5, 4, sum}, {2, 6, 15, 4, sum},
		{2, 7, 6, 4, sum}, {2, 8, 7, 4, sum}, {2, 8, 14, 4, sum},
		{4, 4, 6, 6, sum}, {3, 5, 3, 6, sum}, {3, 5, 6, 6, sum}, {4, 6, 4, 6, sum}, {2, 4, 4, 6, sum}, {5, 3, 4, 6, sum},
		{3, 4, 2, 6, last}, {3, 5, 3, 6, last}, {2, 6, 4, 6, last}, {2, 6, 8, 6, last},
	} {
		net := must(topology.Build(family.NewIncompleteTorus(tt.k, tt.n, tt.l, tt.degree, tt.by)))
		r, err := route.NamedRouting(net, "levels")
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []topology.Node{0, topology.Node(net.Order()*2/3) | 1} {
			for b, d := range measure.Distances(net, a) {
				p, err := r.Route(a, topology.Node(b), 0)
				if err != nil || p.Check(net) != nil || p.Nodes[0] != a || p.Nodes[p.Hops()] != topology.Node(b) || p.Hops() != int(d) {
					t.Fatalf("%v: levels from %s to %s: %v, %v, %v; want %d hops", net, net.Address(a), net.Address(topology.Node(b)), p, err, p.Check(net), d)
				}
			}
		}
	}
}

// Where nothing is wrong but dimension 3, which the level below keeps, the walk goes down first and then
// up: to go up to the next such level and come back would take two hops more.
func ExampleNamedRouting_levels() {
	net, _ := topology.Build(family.NewIncompleteTorus(8, 5, 8, 4, family.KeepBySum))
	levels, _ := route.NamedRouting(net, "levels")
	b, _ := net.NodeAt("0,0,0,2,1")
	p, _ := levels.Route(0, b, 0)
	fmt.Println(p.Hops(), p.Levels(net), p.Labels(net))
	// Output: 5 [0 7 7 7 0 1] [4 3 3 4 4]
}
