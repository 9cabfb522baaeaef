package topology_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// TestWithout breaks random nodes and links, and compares what is left with the definition: a node is
// there if it is not broken, and a link if neither it nor an end is.
func TestWithout(t *testing.T) {
	tree, err := family.NewKaryNTree(3, 2)
	graph, graphErr := topology.NewGraph([]string{"a", "b", "c", "d"}, [][2]string{{"c", "a"}, {"d", "b"}, {"d", "c"}})
	for _, whole := range []*topology.Network{networktest.Build(t)(tree, err), networktest.Build(t)(graph, graphErr)} {
		for seed := range uint64(40) {
			random := rand.New(rand.NewPCG(seed, 0))
			brokenNode, brokenLink := make(map[string]bool), make(map[[2]string]bool)
			var nodes []topology.Node
			for range random.IntN(whole.Order()) {
				nodes = append(nodes, topology.Node(random.IntN(whole.Order())))
				brokenNode[whole.Address(nodes[len(nodes)-1])] = true
			}
			var links []topology.Channel
			for range random.IntN(whole.Size() + 1) {
				c := topology.Channel(random.IntN(2 * whole.Size()))
				links = append(links, c)
				a, b := whole.Address(whole.Tail(c)), whole.Address(whole.Head(c))
				brokenLink[[2]string{a, b}], brokenLink[[2]string{b, a}] = true, true
			}
			net, err := topology.Without(whole, nodes, links)
			if err != nil {
				t.Fatal(err)
			}
			size := 0
			for u := range topology.Node(whole.Order()) {
				for _, v := range whole.Neighbors(u) {
					a, b := whole.Address(u), whole.Address(v)
					if u < v && !brokenNode[a] && !brokenNode[b] && !brokenLink[[2]string{a, b}] {
						size++
						checkSameLink(t, net, whole, a, b)
					}
				}
			}
			networktest.Check(t, net, whole.Order()-len(brokenNode), size)
			checkWhole(t, net, whole)
		}
	}
}

// checkSameLink fails unless the link of the given nodes has the ports and labels in net that it has in whole.
func checkSameLink(t *testing.T, net, whole *topology.Network, a, b string) {
	t.Helper()
	c, ok := between(t, net, a, b)
	d, _ := between(t, whole, a, b)
	for range 2 {
		if !ok || net.Port(c) != whole.Port(d) || net.Label(c) != whole.Label(d) {
			t.Fatalf("%v: want the link %s–%s of %v, with its ports and labels", net, a, b, whole)
		}
		c, d = net.Twin(c), whole.Twin(d)
	}
}

func between(t *testing.T, net *topology.Network, a, b string) (topology.Channel, bool) {
	t.Helper()
	u, err := net.NodeAt(a)
	if err != nil {
		t.Fatal(err)
	}
	v, err := net.NodeAt(b)
	if err != nil {
		t.Fatal(err)
	}
	return net.ChannelBetween(u, v)
}

// checkWhole fails unless Whole leads back from net to whole, node by node.
func checkWhole(t *testing.T, net, whole *topology.Network) {
	t.Helper()
	back, nodes, ok := topology.Whole(net)
	if _, symmetric := net.Orbits(); symmetric || !ok || back != whole || len(nodes) != net.Order() {
		t.Fatalf("%v: declares orbits: %v; is what is left of %v: %v", net, symmetric, back, ok)
	}
	for u, v := range nodes {
		u := topology.Node(u)
		if net.Address(u) != whole.Address(v) || net.Kind(u) != whole.Kind(v) || net.Level(u) != whole.Level(v) {
			t.Errorf("%v: node %d is %s, a %v at level %d; want it as node %d of %v", net, u, net.Address(u), net.Kind(u), net.Level(u), v, whole)
		}
	}
}

func ExampleWithout() {
	ring, _ := topology.Build(family.NewRing(5))
	path, _ := topology.Without(ring, nil, []topology.Channel{0, 0, ring.Twin(0)})
	fmt.Println(path, path.Size())
	pair, _ := topology.Without(path, []topology.Node{4, 1, 2, 4}, nil)
	fmt.Println(pair, pair.Order(), pair.Size())
	_, err := pair.NodeAt("2")
	fmt.Println(err)
	_, err = topology.Without(ring, []topology.Node{0, 1, 2, 3, 4}, nil)
	fmt.Println(err)
	_, _, ok := topology.Whole(ring)
	fmt.Println(ok)
	// Output:
	// without(ring(n=5), nodes=[], links=[("0", "1")]) 4
	// without(without(ring(n=5), nodes=[], links=[("0", "1")]), nodes=["1", "2", "4"], links=[]) 2 0
	// without(without(ring(n=5), nodes=[], links=[("0", "1")]), nodes=["1", "2", "4"], links=[]): node 2 is broken
	// without(ring(n=5), nodes=["0", "1", "2", "3", "4"], links=[]): want at least one node left
	// false
}

// TestWithoutPanics checks that nodes and channels of another network are a mistake of the caller.
func TestWithoutPanics(t *testing.T) {
	ring, err := family.NewRing(4)
	net := networktest.Build(t)(ring, err)
	for _, tt := range []struct {
		nodes []topology.Node
		links []topology.Channel
	}{
		{nodes: []topology.Node{4}}, {nodes: []topology.Node{-1}}, {links: []topology.Channel{8}}, {links: []topology.Channel{-1}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Without(%v, %v, %v) does not panic", net, tt.nodes, tt.links)
				}
			}()
			_, _ = topology.Without(net, tt.nodes, tt.links)
		}()
	}
}
