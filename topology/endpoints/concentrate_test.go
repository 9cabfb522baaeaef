package endpoints_test

import (
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/endpoints"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// TestConcentrate checks concentrated networks of several bases, with as many processors at each switch and with others, against what the
// bases say.
func TestConcentrate(t *testing.T) {
	for _, call := range []string{"torus(k=4, n=2)", "ring(n=5)", "hypercube(n=3)", "kary_ntree(k=2, n=2)", "mesh(k=3, n=2)", "ccc(n=3)", "mikant(k=2, n=2)", "complete(n=1)"} {
		base := networktest.Member(t, call)
		for _, p := range []func(u int) int{
			func(int) int { return 1 }, func(int) int { return 3 }, func(u int) int { return u % 3 }, func(u int) int { return max(0, 2-u) },
		} {
			per, total := make([]int, base.Order()), 0
			for u := range per {
				per[u] = p(u)
				total += per[u]
			}
			if total == 0 {
				continue
			}
			net := networktest.Build(t)(endpoints.NewConcentrated(base, per))
			networktest.Check(t, net, base.Order()+total, base.Size()+total)
			def := net.Definition.(topology.Concentrated)
			v := topology.Node(base.Order())
			for u := range topology.Node(base.Order()) {
				first, end := def.ProcessorsOf(u)
				if first != v || int(end-first) != per[u] || net.Kind(u) != topology.Switch || net.Address(u) != base.Address(u) || net.Degree(u) != base.Degree(u)+per[u] {
					t.Errorf("%v: switch %s of degree %d has processors %d to %d, want %d from %d", net, net.Address(u), net.Degree(u), first, end, per[u], v)
				}
				for i := range end - first {
					if got := net.Neighbors(v); net.Kind(v) != topology.Processor || def.SwitchOf(v) != u || !slices.Equal(got, []topology.Node{u}) || !strings.HasPrefix(net.Address(v), net.Address(u)+":") {
						t.Errorf("%v: processor %d of switch %s is %s with the neighbors %v", net, i, net.Address(u), net.Address(v), got)
					}
					v++
				}
			}
			whole, err := measure.AllPairs(base, measure.All, nil)
			if err != nil {
				t.Fatal(err)
			}
			switches, err := measure.AllPairs(net, measure.Switches, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(switches.Histogram, whole.Histogram) {
				t.Errorf("%v: distances between switches %v, want those of the base %v", net, switches.Histogram, whole.Histogram)
			}
		}
	}
}

// TestConcentratedRouting checks that a routing of the base, by hops or by whole paths, goes between processors as it does there, and that
// the cycles of dependencies of rings are there.
func TestConcentratedRouting(t *testing.T) {
	for _, tt := range []struct {
		call, routing string
		cyclic        bool
	}{
		{"torus(k=4, n=2)", "dor", true}, {"mesh(k=3, n=3)", "dor", false}, {"hypercube(n=4)", "dor", false}, {"ring(n=6)", "dor", true},
		{`incomplete_torus(k=4, n=3, l=4, degree=4, by="sum")`, "levels", true},
	} {
		base := networktest.Member(t, tt.call)
		per := make([]int, base.Order())
		for u := range per {
			per[u] = 2
		}
		net := networktest.Build(t)(endpoints.NewConcentrated(base, per))
		def := net.Definition.(topology.Concentrated)
		routing, err := route.NamedRouting(net, tt.routing)
		if err != nil {
			t.Fatal(err)
		}
		below, err := route.NamedRouting(base, tt.routing)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range net.Processors() {
			for _, b := range net.Processors() {
				got, err := routing.Route(a, b, 1)
				if err != nil {
					t.Fatal(err)
				}
				want, err := below.Route(def.SwitchOf(a), def.SwitchOf(b), 1)
				if err != nil {
					t.Fatal(err)
				}
				nodes := got.Nodes
				if a != b {
					nodes = nodes[1 : len(nodes)-1]
				} else {
					want.Nodes = []topology.Node{a}
				}
				if !slices.Equal(nodes, want.Nodes) {
					t.Errorf("%v: from %s to %s by %v, want %v between", net, net.Address(a), net.Address(b), got.Nodes, want.Nodes)
				}
			}
		}
		cycle, err := routing.DependencyCycle(route.Faults{}, nil)
		if err != nil || (cycle != nil) != tt.cyclic {
			t.Errorf("%v: cycle of dependencies %v, %v, want one: %t", net, cycle, err, tt.cyclic)
		}
		if (routing.Escape() == nil) != (below.Escape() == nil) {
			t.Errorf("%v: %s has an escape there or in %v, want in both or none", net, tt.routing, base)
		}
	}
}

func TestConcentrateErrors(t *testing.T) {
	ring := networktest.Member(t, "ring(n=3)")
	odd := networktest.Build(t)(topology.NewGraph([]string{"a:1", "b"}, [][2]string{{"a:1", "b"}}))
	for _, tt := range []struct {
		net  *topology.Network
		per  []int
		want string
	}{
		{ring, []int{0, 0, 0}, "concentrate(ring(n=3), p=0): want at least one processor"},
		{ring, []int{1, -1, 0}, "concentrate(ring(n=3), p=[1, -1, 0]): got -1 processors at node 1, want 0 to 1048576"},
		{ring, []int{1 << 19, 1 << 19, 1}, "concentrate(ring(n=3), p=[524288, 524288, 1]): want at most 1048576 nodes"},
		{odd, []int{1, 1}, `concentrate(graph(nodes=["a:1", "b"], links=[("a:1", "b")]), p=1): node a:1 has a colon in its address, want none, as processors have one in theirs`},
	} {
		if _, err := endpoints.NewConcentrated(tt.net, tt.per); err == nil || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
	net := networktest.Build(t)(endpoints.NewConcentrated(ring, []int{2, 0, 1}))
	for _, address := range []string{"0:2", "1:0", "0:-1", "0:01", "0:", "3:0", ":0"} {
		if u, err := net.NodeAt(address); err == nil {
			t.Errorf("%s is node %d, want an error", address, u)
		}
	}
}
