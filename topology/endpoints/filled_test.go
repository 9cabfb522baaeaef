package endpoints_test

import (
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/endpoints"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// TestFilled checks that routings by name lead between the processors of a network that is partly filled as they do in the whole.
func TestFilled(t *testing.T) {
	ring := networktest.Member(t, "ring(n=7)")
	for _, whole := range []*topology.Network{
		networktest.Member(t, "kary_ntree(k=3, n=2)"), networktest.Member(t, "mikant(k=2, n=3)"), networktest.Member(t, "clos_ntree(k=2, n=3)"),
		networktest.Build(t)(endpoints.NewConcentrated(ring, []int{1, 3, 1, 2, 2, 2, 1})),
	} {
		net := networktest.Build(t)(endpoints.NewFilled(whole, len(whole.Processors())*2/3))
		networktest.Check(t, net, whole.Order()-len(whole.Processors())+len(whole.Processors())*2/3, whole.Size()-len(whole.Processors())+len(whole.Processors())*2/3)
		names := func(list []route.Routing) (names []string) {
			for _, r := range list {
				names = append(names, r.Name())
			}
			slices.Sort(names)
			return slices.Compact(names)
		}
		if got, want := names(route.Routings(net)), names(route.Routings(whole)); !slices.Equal(got, want) {
			t.Errorf("%v: routings %v, want %v", net, got, want)
		}
		for _, base := range route.Routings(whole) {
			r, err := route.NamedRouting(net, base.Name())
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range net.Processors() {
				for _, b := range net.Processors() {
					at := func(u topology.Node) topology.Node {
						v, err := whole.NodeAt(net.Address(u))
						if err != nil {
							t.Fatal(err)
						}
						return v
					}
					got, err := r.Route(a, b, 5)
					want, wrong := base.Route(at(a), at(b), 5)
					if err != nil || wrong != nil { // a paper's algorithm may go in circles
						if err == nil || wrong == nil {
							t.Errorf("%v: %s from %s to %s: %v, want %v", net, r.Name(), net.Address(a), net.Address(b), err, wrong)
						}
						continue
					}
					var nodes []topology.Node
					for _, u := range got.Nodes {
						nodes = append(nodes, at(u))
					}
					if _, draws := base.(*route.ShortestRouting); got.Check(net) != nil || !draws && !slices.Equal(nodes, want.Nodes) || draws && got.Hops() != want.Hops() {
						t.Errorf("%v: %s from %s to %s by %v, want %v", net, r.Name(), net.Address(a), net.Address(b), nodes, want.Nodes)
					}
				}
			}
			if (r.Escape() == nil) != (base.Escape() == nil) {
				t.Errorf("%v: %s has an escape there or in the whole, want in both or none", net, r.Name())
			}
		}
		for _, processors := range []int{0, len(whole.Processors()) + 1} {
			if _, err := endpoints.NewFilled(whole, processors); err == nil {
				t.Errorf("%v with %d processors: want an error", whole, processors)
			}
		}
	}
}
