package measure_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// partsTargets reports whether two targets that are left cannot reach each other without the lost nodes.
func partsTargets(net *topology.Network, lost []topology.Node, among measure.Among) bool {
	seen := make([]bool, net.Order())
	for _, u := range lost {
		seen[u] = true
	}
	components := 0
	for u := range topology.Node(net.Order()) {
		if seen[u] {
			continue
		}
		seen[u] = true
		targets := 0
		for queue := []topology.Node{u}; len(queue) > 0; queue = queue[1:] {
			if among == measure.All || net.Kind(queue[0]) == topology.Processor {
				targets = 1
			}
			for _, v := range net.Neighbors(queue[0]) {
				if !seen[v] {
					seen[v] = true
					queue = append(queue, v)
				}
			}
		}
		components += targets
	}
	return components > 1
}

// subsets yields all subsets of f of the nodes, in lexicographic order.
func subsets(nodes []topology.Node, f int, chosen []topology.Node, use func([]topology.Node)) {
	if f == 0 {
		use(slices.Clone(chosen))
		return
	}
	for i := range nodes {
		subsets(nodes[i+1:], f-1, append(chosen, nodes[i]), use)
	}
}

func faultSamples(t *testing.T) []*topology.Network {
	random := rand.New(rand.NewPCG(7, 0))
	var nets []*topology.Network
	for _, k := range [][4]int{{1, 2, 2, 2}, {1, 2, 2, 3}, {2, 2, 2, 3}, {3, 2, 2, 3}, {2, 3, 2, 2}, {1, 3, 3, 1}, {1, 2, 3, 2}} {
		nets = append(nets, networktest.Build(t)(family.NewKyklos(k[0], k[1], k[2], k[3])))
	}
	nets = append(nets, networktest.Build(t)(family.NewKyklosLS(3, [][]int{random.Perm(9), random.Perm(9)})))
	whole := nets[2]
	for range 4 {
		nets = append(nets, randomPart(t, random, whole, 16), randomGraph(t, random, 11, 25), randomGraph(t, random, 9, 15))
	}
	return append(nets, multigraphs(t, 9, 16)[:16]...)
}

// TestDisconnectingSets compares with trying all sets.
func TestDisconnectingSets(t *testing.T) {
	for _, net := range faultSamples(t) {
		for f := 1; f <= 3; f++ {
			if f == 3 && net.Order() > 24 {
				continue
			}
			for i := range 4 {
				among := measure.Among(i % 2)
				var nodes []topology.Node
				for u := range topology.Node(net.Order()) {
					if i < 2 || net.Kind(u) == topology.Switch {
						nodes = append(nodes, u)
					}
				}
				var want [][]topology.Node
				subsets(nodes, f, nil, func(set []topology.Node) {
					if partsTargets(net, set, among) {
						want = append(want, set)
					}
				})
				count, sets, err := measure.DisconnectingSets(net, nodes, f, among, 40, nil)
				if err != nil || int(count) != len(want) || fmt.Sprint(sets) != fmt.Sprint(want[:min(40, len(want))]) {
					t.Errorf("%v: %d of %d nodes, among %v: got %d, %v, want %d, %v", net, f, len(nodes), among, count, err, len(want), want)
				}
			}
		}
	}
	net := faultSamples(t)[0]
	if _, _, err := measure.DisconnectingSets(net, nil, 0, measure.All, 1, nil); err == nil {
		t.Error("f = 0: no error")
	}
	if count, _, err := measure.DisconnectingSets(net, []topology.Node{4}, 2, measure.All, 1, nil); count != 0 || err != nil {
		t.Errorf("2 of one node: got %d, %v, want 0", count, err)
	}
}

// TestSingleFaults compares with the distances without each node.
func TestSingleFaults(t *testing.T) {
	for _, net := range faultSamples(t) {
		for _, among := range []measure.Among{measure.All, measure.Processors} {
			var nodes []topology.Node
			for u := range topology.Node(net.Order()) {
				nodes = append(nodes, u)
			}
			faults, err := measure.SingleFaults(net, nodes, among, nil)
			if err != nil {
				t.Fatal(err)
			}
			text := func(p measure.Pairs) string { return fmt.Sprint(p.Histogram, p.Unreachable) }
			got, want := map[string]int{}, map[string]int{}
			for _, f := range faults {
				got[text(f.Pairs)] += f.Alike
			}
			for _, u := range nodes {
				left, err := topology.Without(net, []topology.Node{u}, nil)
				if err != nil {
					t.Fatal(err)
				}
				pairs, err := measure.PairsByQueue(left, among, nil)
				if err != nil {
					t.Fatal(err)
				}
				want[text(pairs)]++
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%v among %v: got %v, want %v", net, among, got, want)
			}
		}
	}
}
