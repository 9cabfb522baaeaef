package family_test

import (
	"fmt"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
)

// TestTreeDistances compares the average distance of leaves, times the ports of a node, with Table 7-1.
func TestTreeDistances(t *testing.T) {
	for _, tt := range []struct {
		family string
		args   []int
		ports  int
		want   []string // from n = 2 on
	}{
		// The print has 6.38 for n = 2, but from leaf 0 the others are 2, 3 and 1 away.
		{"x_tree", []int{0}, 4, []string{"6.00", "10.50", "16.56", "23.59", "31.11", "38.87", "46.75"}},
		{"x_tree", []int{1}, 5, []string{"5.00", "10.00", "17.50", "26.25", "35.62", "45.31", "55.16"}},
		{"hypertree", nil, 4, []string{"6.00", "10.00", "15.00", "19.50", "24.75", "29.38", "34.69"}},
	} {
		for i, want := range tt.want {
			net := member(t, tt.family, append([]int{i + 2}, tt.args...)...)
			sum, size := 0, len(net.Processors())
			for u := range topology.Node(size) {
				for _, d := range measure.Distances(net, u)[:size] {
					sum += int(d) * tt.ports
				}
			}
			if got := fmt.Sprintf("%.2f", float64(sum)/float64(size*size)); got != want {
				t.Errorf("%v: distance times ports is %s, want %s", net, got, want)
			}
		}
	}
}

// TestXTreeLinks compares the links within a depth with their definition.
func TestXTreeLinks(t *testing.T) {
	for ring := range 2 {
		net := member(t, "x_tree", 5, ring)
		def := net.Definition.(topology.SharedLeaves)
		for u := range topology.Node(net.Order()) {
			for v := range topology.Node(net.Order()) {
				_, height, i := def.Position(u)
				_, height2, k := def.Position(v)
				size := 1 << (5 - height)
				next := func(i, k int) bool { return (i+1)%size == k && (ring == 1 || i%2 == 1) }
				want := height == height2 && (next(i, k) || next(k, i)) && i != k
				if _, ok := net.ChannelBetween(u, v); height == height2 && ok != want {
					t.Errorf("%v: link %s–%s: got %t, want %t", net, net.Address(u), net.Address(v), ok, want)
				}
			}
		}
	}
}

// TestHypertreeLinks compares the links within a depth with the printed exponents.
func TestHypertreeLinks(t *testing.T) {
	f := []int{0, 1, 1, 2, 1, 3, 2, 4, 1, 5}
	net := member(t, "hypertree", 9)
	for u := range topology.Node(net.Order()) {
		depth := net.Level(u)
		found := 0
		for _, v := range net.Neighbors(u) {
			if net.Level(v) != depth {
				continue
			}
			found++
			_, _, i := net.Definition.(topology.SharedLeaves).Position(u)
			_, _, k := net.Definition.(topology.SharedLeaves).Position(v)
			if i^k != 1<<(depth-f[depth]) {
				t.Errorf("%v: link %s–%s, want one that differs by 2 to the power of %d", net, net.Address(u), net.Address(v), depth-f[depth])
			}
		}
		if found != min(depth, 1) {
			t.Errorf("%v: node %s has %d links within its depth", net, net.Address(u), found)
		}
	}
}
