package family_test

import (
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

func TestBanyan(t *testing.T) {
	for _, tt := range []struct {
		family       string
		args         []int
		nodes, links int
	}{
		{"sw_banyan", []int{1, 2, 1}, 3, 2}, // a tree
		{"sw_banyan", []int{2, 2, 3}, 32, 48},
		{"sw_banyan", []int{3, 2, 2}, 19, 30},
		{"sw_banyan", []int{2, 3, 2}, 19, 30},
		{"sw_banyan", []int{5, 7, 1}, 12, 35},
		{"sk_banyan", []int{3, 2}, 19, 30},
		{"sk_banyan", []int{3, 3}, 65, 114},
		{"sk_banyan", []int{7, 2}, 67, 126},
	} {
		net := member(t, tt.family, tt.args...)
		networktest.Check(t, net, tt.nodes, tt.links)
		networktest.Connected(t, net)
		levels := net.Level(0)
		for _, u := range net.Processors() { // one way up to each switch of the apex
			ways := make([]int, net.Order())
			ways[u] = 1
			for level := levels; level > 0; level-- {
				for v := range topology.Node(net.Order()) {
					for _, w := range net.Neighbors(v) {
						if net.Level(v) == level && net.Level(w) == level-1 {
							ways[w] += ways[v]
						}
					}
				}
			}
			for v, n := range ways {
				if net.Level(topology.Node(v)) == 0 && n != 1 {
					t.Errorf("%v: %d ways from %d up to %s, want 1", net, n, u, net.Address(topology.Node(v)))
				}
			}
		}
	}
}

// TestBanyanNeighbors compares the processors at distance 2 from 0 with section 6.4, and checks that
// processors of a skewed banyan share at most one switch of level 1.
func TestBanyanNeighbors(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		want []int
	}{
		{member(t, "sw_banyan", 2, 3, 2), []int{3, 6}},
		{member(t, "sk_banyan", 3, 2), []int{4, 5, 7, 8}},
	} {
		var got []int
		for v, d := range measure.Distances(tt.net, 0)[:9] {
			if d == 2 {
				got = append(got, v)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: processors %v are at distance 2 from 0, want %v", tt.net, got, tt.want)
		}
	}
	for _, fl := range [][2]int{{3, 2}, {5, 2}, {9, 2}, {3, 3}} {
		net := member(t, "sk_banyan", fl[0], fl[1])
		for _, u := range net.Processors() {
			seen := make(map[topology.Node]bool)
			for _, above := range net.Neighbors(u) {
				for _, v := range net.Neighbors(above) {
					if net.Kind(v) == topology.Processor && v != u && seen[v] {
						t.Errorf("%v: processors %d and %d share two switches", net, u, v)
					}
					seen[v] = true
				}
			}
		}
	}
}
