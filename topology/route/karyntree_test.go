package route_test

import (
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// Every choice leads up and down by a shortest path; together the routes are all shortest paths.
func TestTreeRoute(t *testing.T) {
	for _, net := range trees() {
		def := net.Definition.(family.KaryNTree)
		for _, p := range net.Processors() {
			for _, q := range net.Processors() {
				minimal := route.MinimalPaths(net, p, q, 1000)
				seq, err := route.EachTreeRoute(net, p, q)
				if err != nil {
					t.Fatal(err)
				}
				if got := slices.Collect(seq); !samePaths(got, minimal) {
					t.Fatalf("%v: from %d to %d: routes %v, want all shortest paths %v", net, p, q, got, minimal)
				}
				for _, c := range route.Choices {
					path, err := route.TreeRoute(net, p, q, c.New(def.Radix(), 5))
					if err == nil {
						err = path.Check(net)
					}
					if err != nil || path.Hops() != minimal[0].Hops() || path.Nodes[0] != p || path.Nodes[path.Hops()] != q {
						t.Fatalf("%v: from %d to %d by %s: %v, %v", net, p, q, c.Name, path, err)
					}
				}
			}
		}
	}
}

// The digits that the named choices write can be read off the switches of the route.
func TestChoices(t *testing.T) {
	net := tree(5, 4)
	def := net.Definition.(family.KaryNTree)
	p, q := def.Processor([]int{0, 1, 2, 3}), def.Processor([]int{4, 3, 1, 0})
	want := map[string][]int{ // w_0, w_1, w_2 at the root
		"dst": {3, 1, 0}, "src": {1, 2, 3}, "straight": {0, 1, 2}, "dst-straight": {4, 3, 1},
	}
	for _, c := range route.Choices {
		path, err := route.TreeRoute(net, p, q, c.New(5, 1))
		if err != nil {
			t.Fatal(err)
		}
		if w := want[c.Name]; w != nil && !slices.Equal(def.Digits(path.Nodes[4]), w) {
			t.Errorf("%s: root %s, want digits %v", c.Name, net.Address(path.Nodes[4]), w)
		}
		delete(want, c.Name)
	}
	if len(want) > 0 {
		t.Errorf("no choices for %v", want)
	}
}

func TestTreeRouteErrors(t *testing.T) {
	net, ring := tree(2, 2), must(topology.Build(family.NewRing(4)))
	digit := func(d int) route.Choice { return func(p, q []int, level int) int { return d } }
	for _, tt := range []struct {
		net    *topology.Network
		p, q   topology.Node
		choice route.Choice
		want   string
	}{
		{ring, 0, 1, digit(0), "ring(n=4): want a whole k-ary n-tree"},
		{net, 0, 4, digit(0), "kary_ntree(k=2, n=2): node 0@0 is a switch, want a processor"},
		{net, 0, 99, digit(0), "kary_ntree(k=2, n=2): node 99: want 0 to 7"},
		{net, -1, 0, digit(0), "kary_ntree(k=2, n=2): node -1: want 0 to 7"},
		{net, 0, 3, digit(2), "kary_ntree(k=2, n=2): choice of digit 2 at level 0: want 0 to 1"},
		{net, 0, 3, digit(-1), "choice of digit -1"},
	} {
		if _, err := route.TreeRoute(tt.net, tt.p, tt.q, tt.choice); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want %q", err, tt.want)
		}
	}
	if _, err := route.EachTreeRoute(ring, 0, 1); err == nil {
		t.Error("EachTreeRoute takes a ring")
	}
	if _, err := route.EachTreeRoute(net, 0, 5); err == nil {
		t.Error("EachTreeRoute takes a switch")
	}
}

// A random route is the same, draw for draw, whether digits or hops are drawn.
func FuzzRandomRoute(f *testing.F) {
	f.Add(3, 3, 0, 26, uint64(1))
	f.Add(2, 6, 5, 60, uint64(9))
	f.Fuzz(func(t *testing.T, k, n, p, q int, seed uint64) {
		if k < 2 || k > 6 || n < 0 || n > 6 {
			t.Skip()
		}
		net := tree(k, n)
		if p < 0 || q < 0 || p >= len(net.Processors()) || q >= len(net.Processors()) {
			t.Skip()
		}
		a, b := topology.Node(p), topology.Node(q)
		digits, err := route.TreeRoute(net, a, b, route.RandomChoice(k, seed))
		if err != nil {
			t.Fatal(err)
		}
		random, _ := route.NamedRouting(net, "random")
		hops, err := random.Route(a, b, seed)
		if err != nil || !samePaths([]route.Path{digits}, []route.Path{hops}) {
			t.Errorf("%v: from %d to %d, seed %d: %v by digits, %v by hops", net, p, q, seed, digits, hops)
		}
	})
}
