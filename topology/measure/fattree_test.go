package measure_test

import (
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
)

// TestKaryNTreeIsFatTree takes level 0 as the roots.
func TestKaryNTreeIsFatTree(t *testing.T) {
	for _, kn := range [][2]int{{2, 0}, {3, 1}, {2, 2}, {3, 4}, {2, 6}, {7, 2}} {
		net := kary(t, kn[0], kn[1])
		var roots []topology.Node
		for u := range topology.Node(net.Order()) {
			if net.Level(u) == 0 {
				roots = append(roots, u)
			}
		}
		if ok, why := measure.IsFatTree(net, roots); !ok {
			t.Errorf("%v is no fat-tree: %s", net, why)
		}
		if depth, err := measure.FatTree(net, roots); depth != kn[1] || err != nil {
			t.Errorf("%v: depth %d, %v, want n", net, depth, err)
		}
		if net.Size() > 0 {
			roots = append(roots, 0)
			if ok, _ := measure.IsFatTree(net, roots); ok != (kn[1]%2 == 0) {
				t.Errorf("%v with a processor among the roots: fat-tree is %v", net, ok)
			}
		}
	}
}

func TestFatTree(t *testing.T) {
	triangle := [][2]int{{0, 1}, {1, 2}, {2, 0}}
	path := [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}}
	square := [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}
	for _, tt := range []struct {
		nodes int
		links [][2]int
		roots []topology.Node
		is    bool   // by the definition
		why   string // if not: part of the reason
		depth int    // by taking all roots off
		err   string // part of the error, if there is one
	}{
		{1, nil, []topology.Node{0}, true, "", 0, ""},
		{1, nil, nil, false, "no roots", 0, "no roots"},
		{5, path, []topology.Node{0}, true, "", 4, ""},
		{5, path, []topology.Node{2}, true, "", 2, ""},
		{5, path, []topology.Node{0, 4}, true, "", 2, ""},
		{5, path, []topology.Node{0, 1}, false, "odd distance", 0, "are linked"},
		{5, path, []topology.Node{0, 3}, false, "odd distance", 0, "roots 1 and 2 of step 2 are linked"},
		{3, triangle, []topology.Node{0}, false, "odd length", 0, "roots 1 and 2 of step 2 are linked"},
		{4, square, []topology.Node{0}, true, "", 2, ""},
		{4, square[:1], []topology.Node{0}, true, "", 0, "no root of step 1"}, // a step may leave roots without links
		{2, nil, []topology.Node{0, 1, 0}, true, "", 1, ""},
		{3, square[:1], []topology.Node{0, 2}, true, "", 1, ""},
	} {
		net := graph(t, tt.nodes, tt.links)
		if ok, why := measure.IsFatTree(net, tt.roots); ok != tt.is || !strings.Contains(why, tt.why) || ok != (why == "") {
			t.Errorf("%v with roots %v: fat-tree is %v (%s), want %v (%s)", net, tt.roots, ok, why, tt.is, tt.why)
		}
		depth, err := measure.FatTree(net, tt.roots)
		if tt.err == "" && err != nil || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) || depth != tt.depth {
			t.Errorf("%v with roots %v: depth %d, %v, want %d, %q", net, tt.roots, depth, err, tt.depth, tt.err)
		}
	}
}
