package route_test

import (
	"fmt"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// A routing must reach what can be reached by a shortest path, and the same one for the same seed.
func TestRoutings(t *testing.T) {
	nets := []*topology.Network{tree(2, 3), tree(3, 2), must(topology.Build(family.NewHypercube(3))), randomGraph(t, 9, 8, 4)}
	for _, net := range nets {
		for _, r := range route.Routings(net) {
			named, err := route.NamedRouting(net, r.Name())
			if err != nil || named.Name() != r.Name() {
				t.Errorf("%v: routing %s: found %v, %v", net, r.Name(), named, err)
			}
			for _, p := range net.Processors() {
				for _, q := range net.Processors() {
					minimal := route.MinimalPaths(net, p, q, 1)
					path, err := r.Route(p, q, 3)
					if (err != nil) != (len(minimal) == 0) {
						t.Fatalf("%v: %s from %d to %d: %v", net, r.Name(), p, q, err)
					}
					if err != nil {
						continue
					}
					again, _ := r.Route(p, q, 3)
					if path.Check(net) != nil || path.Hops() != minimal[0].Hops() || !samePaths([]route.Path{path}, []route.Path{again}) {
						t.Errorf("%v: %s from %d to %d: %v, then %v", net, r.Name(), p, q, path, again)
					}
				}
			}
		}
	}
}

func ExampleNamedRouting() {
	ring, _ := topology.Build(family.NewRing(5))
	_, err := route.NamedRouting(ring, "dst")
	fmt.Println(err)
	pieces, _ := topology.Build(topology.NewGraph([]string{"a", "b"}, nil))
	first, _ := route.NamedRouting(pieces, "first")
	_, err = first.Route(0, 1, 0)
	fmt.Println(err)
	// Output:
	// ring(n=5): routing "dst": want one of random, minimal, first, dor
	// graph(nodes=["a", "b"], links=[]): no path from a to b
}
