package measure_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/endpoints"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// concentrated returns net with so many processors at each node, which are switches then.
func concentrated(t testing.TB, net *topology.Network, processors int) *topology.Network {
	t.Helper()
	return networktest.Build(t)(endpoints.NewConcentrated(net, slices.Repeat([]int{processors}, net.Order())))
}

// TestMultilevel takes networks of known bisection.
func TestMultilevel(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		want int
	}{
		{networktest.Member(t, "torus(k=20, n=2)"), 40}, // 2kⁿ⁻¹ for even k
		{networktest.Member(t, "torus(k=8, n=3)"), 128},
		{networktest.Member(t, "torus(k=17, n=2)"), 36}, // 2(kⁿ-1)/(k-1) for odd k
		{networktest.Member(t, "hypercube(n=9)"), 256},
		{networktest.Member(t, "kary_ntree(k=4, n=4)"), 128}, // ⌊kⁿ/2⌋
		{networktest.Member(t, "kary_ntree(k=7, n=3)"), 171},
		{networktest.Member(t, "complete(n=301)"), 150 * 151},
		{networktest.Member(t, "ring(n=1001)"), 2},
		{concentrated(t, networktest.Member(t, "torus(k=8, n=2)"), 5), 16},
		{concentrated(t, networktest.Member(t, "hypercube(n=6)"), 8), 32},
	} {
		cut := measure.MultilevelBisection(t, tt.net)
		checkCut(t, tt.net, cut)
		if cut.Links != tt.want {
			t.Errorf("%v: cut of %d links, want %d", tt.net, cut.Links, tt.want)
		}
	}
}

// TestMultilevelUgly takes networks of several components, with switches and parallel links.
func TestMultilevelUgly(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for range 12 {
		var nodes, switches []string
		var links [][2]string
		part := 1 + rnd.IntN(300) // nodes up to here have no link to the others, and half of those have none at all
		for u := range 301 + rnd.IntN(200) {
			name := fmt.Sprint(u)
			nodes = append(nodes, name)
			if u > 0 && rnd.IntN(3) == 0 {
				switches = append(switches, name)
			}
			for range rnd.IntN(6) {
				if v := rnd.IntN(u + 1); v != u && v%2 == 1 && (u < part) == (v < part) {
					links = append(links, [2]string{name, fmt.Sprint(v)})
				}
			}
		}
		links = append(links, links[:len(links)/2]...)
		net := networktest.Build(t)(topology.NewGraph(nodes, links, topology.WithSwitches(switches...), topology.WithParallelLinks()))
		checkCut(t, net, measure.MultilevelBisection(t, net))
	}
}

// Cuts are the same each time, on every machine.
func TestMultilevelSame(t *testing.T) {
	net := networktest.Member(t, "random_regular(n=500, d=8, seed=1)")
	cut := measure.MultilevelBisection(t, net)
	sum := 0
	for _, u := range cut.Half {
		sum += int(u)
	}
	if cut.Links != 488 || sum != 61582 {
		t.Errorf("%v: cut of %d links, sum of the half's nodes %d, want 488 and 61582", net, cut.Links, sum)
	}
}

// A cut of 74 links is the best without coarser networks here.
func TestMultilevelBetter(t *testing.T) {
	net := networktest.Member(t, "modified_kyklos(n=8)")
	cut, by := measure.HalveBisection(t, net)
	checkCut(t, net, cut)
	if cut.Links != 52 || by != measure.ByMultilevel {
		t.Errorf("%v: cut of %d links by %s, want 52 by %s", net, cut.Links, by, measure.ByMultilevel)
	}
}

// BenchmarkMultilevel reports the links of the cut too.
func BenchmarkMultilevel(b *testing.B) {
	for _, call := range []string{"random_regular(n=5000, d=16, seed=1)", "torus(k=64, n=2)"} {
		net := networktest.Member(b, call)
		b.Run(call, func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(float64(measure.MultilevelBisection(b, net).Links), "links")
			}
		})
	}
}
