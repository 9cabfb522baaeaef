package family_test

import (
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

func TestSwappedHypercube(t *testing.T) {
	for _, tt := range []struct{ k, m, nodes, links, degree, diameter int }{ // found: k+2m; the source says 2k+4m
		{1, 1, 8, 10, 3, 3},
		{2, 1, 16, 28, 4, 4},
		{1, 2, 32, 60, 4, 5},
		{2, 2, 64, 152, 5, 6},
		{3, 1, 32, 72, 5, 5},
		{2, 3, 256, 752, 6, 8},
	} {
		net := networktest.Build(t)(family.NewSwappedHypercube(tt.k, tt.m))
		networktest.Check(t, net, tt.nodes, tt.links)
		if got := measure.MaxDegree(net); got != tt.degree {
			t.Errorf("%v: degree %d, want %d", net, got, tt.degree)
		}
		checkInside(t, net, tt.k, tt.m)
		pairs, err := measure.AllPairs(net, measure.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := pairs.Diameter(); got != tt.diameter {
			t.Errorf("%v: diameter %d, want %d", net, got, tt.diameter)
		}
		sum, _ := pairs.Total(false)
		if got := sumByOrbit(t, net); got != sum {
			t.Errorf("%v: sum of distances by orbits %d, by all pairs %d", net, got, sum)
		}
		checkOrbitsOf(t, net, flips(tt.k, tt.m), tt.m+1)
		for u := range topology.Node(tt.nodes) { // it emulates the hypercube with dilation 3
			distances := measure.Distances(net, u)
			for bit := topology.Node(1); int(bit) < tt.nodes; bit *= 2 {
				if d := distances[u^bit]; d > 3 {
					t.Errorf("%v: %s and %s are at %d hops, want at most 3", net, net.Address(u), net.Address(u^bit), d)
				}
			}
		}
	}
}

// checkInside compares SBH(k,m) with D3(2ᵏ,2ᵐ): it has just the links whose port in D3, with exclusive
// or, has at most one bit.
func checkInside(t *testing.T, net *topology.Network, k, m int) {
	t.Helper()
	whole := networktest.Build(t)(family.NewSwappedDragonfly(1<<k, 1<<m, true))
	for c := range topology.Channel(2 * whole.Size()) {
		u, v, label := whole.Tail(c), whole.Head(c), whole.Label(c)
		local := whole.Level(u) == whole.Level(v)
		got, ok := net.ChannelBetween(u, v)
		if want := label&(label-1) == 0; ok != want {
			t.Errorf("%v: has the link %s–%s of D3: %t, want %t", net, net.Address(u), net.Address(v), ok, want)
		}
		if !ok {
			continue
		}
		want := map[bool]int{true: 0, false: m}[local] + slices.Index([]int{1, 2, 4, 8}, label) // π_i, γ_i
		if label == 0 {
			want = k + m // Z
		}
		if net.Port(got) != want || net.Label(got) != slices.Index([]int{1, 2, 4, 8}, label) {
			t.Errorf("%v: %s–%s has port %d and label %d, want port %d", net, net.Address(u), net.Address(v), net.Port(got), net.Label(got), want)
		}
	}
}

// flips returns generators of the automorphisms of SBH(k,m) that the proof names.
func flips(k, m int) (maps []mapping) {
	for i := range k {
		maps = append(maps, func(u topology.Node) topology.Node { return u ^ 1<<(2*m+i) })
	}
	for i := range m {
		maps = append(maps, func(u topology.Node) topology.Node { return u ^ 1<<i ^ 1<<(m+i) })
		if i == 0 {
			continue
		}
		exchange := func(u topology.Node, at int) topology.Node { // bits at-1 and at
			if u>>at&1 == u>>(at-1)&1 {
				return u
			}
			return u ^ 3<<(at-1)
		}
		maps = append(maps, func(u topology.Node) topology.Node { return exchange(exchange(u, i), m+i) })
	}
	return maps
}
