package route_test

import (
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// turning are the families in which some shortest paths between processors turn otherwise, and why.
var turning = map[string]string{
	"kary_nfly": "its processors are at either end: see TestPhasesOfFly",
	"x_tree":    "links across a depth may lead to the neighbor's tree before the way up ends",
}

// TestPhasesOfFamilies checks for each family that has roots that depths are hops from the nearest one,
// and that shortest paths between processors go up, then across, then down.
func TestPhasesOfFamilies(t *testing.T) {
	for _, f := range family.All() {
		net := networktest.Build(t)(f.New(f.Example))
		checkDepths(t, net)
		turns := 0
		for _, p := range net.Processors() {
			for _, q := range net.Processors() {
				for _, path := range route.MinimalPaths(net, p, q, 20) {
					if slices.ContainsFunc(path.Nodes[1:max(1, path.Hops())], func(u topology.Node) bool { return net.Kind(u) == topology.Processor }) {
						continue // it changes trees at a leaf
					}
					last := route.Up
					for _, phase := range path.Phases(net) {
						if last == route.Down && phase != route.Down || last == route.NoPhase && phase == route.Up {
							turns++
						}
						last = phase
					}
				}
			}
		}
		if net.Depth(0) == topology.NoLevel {
			turns = 0
		}
		if _, ok := turning[f.Name]; ok != (turns > 0) {
			t.Errorf("%v: %d shortest paths go otherwise than up, across and down; listed as such: %v", net, turns, ok)
		}
	}
}

func checkDepths(t *testing.T, net *topology.Network) {
	t.Helper()
	least := net.Depth(0)
	for u := range topology.Node(net.Order()) {
		least = min(least, net.Depth(u))
	}
	for u := range topology.Node(net.Order()) {
		depth, nearest := net.Depth(u), net.Depth(u)
		for _, v := range net.Neighbors(u) {
			nearest = min(nearest, net.Depth(v))
			if (depth == topology.NoLevel) != (net.Depth(v) == topology.NoLevel) {
				t.Errorf("%v: only one of nodes %s and %s has a depth", net, net.Address(u), net.Address(v))
			}
		}
		if depth > least && nearest != depth-1 {
			t.Errorf("%v: node %s has depth %d, and a neighbor of depth %d, want one less", net, net.Address(u), depth, nearest)
		}
	}
}

// TestPhasesOfFly checks that every hop from an input to an output leads down, as stages count.
func TestPhasesOfFly(t *testing.T) {
	net := must(topology.Build(family.NewKaryNFly(3, 2)))
	for _, p := range net.Processors()[:9] {
		for _, q := range net.Processors()[9:] {
			for _, path := range route.MinimalPaths(net, p, q, 20) {
				if slices.ContainsFunc(path.Phases(net), func(phase route.Phase) bool { return phase != route.Down }) || path.Hops() != 3 {
					t.Errorf("%v: %v has phases %v, want 3 times down", net, path, path.Phases(net))
				}
			}
		}
	}
}

// TestPhasesOfTwoTrees checks phases and ancestors where levels count from the processors, also of what
// is left of a network.
func TestPhasesOfTwoTrees(t *testing.T) {
	for _, tt := range []struct {
		def      topology.Definition
		a, b     string
		phases   []route.Phase
		ancestor string
	}{
		{sure(family.NewClosNTree(2, 2)), "0,0,0", "1,1,1", []route.Phase{route.Up, route.Up, route.Down, route.Down}, "@1,0 @1,1"},
		{sure(family.NewClosNTree(2, 2)), "0,0,0", "0,1,0", []route.Phase{route.Up, route.Down}, "0@0,0"},
		{sure(family.NewMiKANT(2, 2)), "0,0,0", "1,1,1", []route.Phase{route.Up, route.NoPhase, route.Down}, ""},
		{sure(family.NewMiKANT(2, 2)), "0,0,0", "0,0,1", []route.Phase{route.Up, route.NoPhase, route.NoPhase, route.Down}, ""},
	} {
		whole := sure(topology.New(tt.def))
		for _, net := range []*topology.Network{whole, sure(topology.Without(whole, []topology.Node{sure(whole.NodeAt("1,0,0"))}, nil))} {
			a, b := sure(net.NodeAt(tt.a)), sure(net.NodeAt(tt.b))
			path := route.MinimalPaths(net, a, b, 1)[0]
			if got := path.Phases(net); !slices.Equal(got, tt.phases) {
				t.Errorf("%v: path from %s to %s has phases %v, want %v", net, tt.a, tt.b, got, tt.phases)
			}
			var addresses []string
			for _, u := range sure(route.NearestCommonAncestors(net, a, b)) {
				addresses = append(addresses, net.Address(u))
			}
			if got := strings.Join(addresses, " "); got != tt.ancestor {
				t.Errorf("%v: nearest common ancestors of %s and %s: %s, want %s", net, tt.a, tt.b, got, tt.ancestor)
			}
		}
	}
}

// sure returns x, which can be made.
func sure[X any](x X, err error) X {
	if err != nil {
		panic(err)
	}
	return x
}
