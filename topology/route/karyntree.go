package route

import (
	"fmt"
	"math/rand/v2"

	"topobook/topology"
	"topobook/topology/family"
)

// A Choice picks the digit w_level that a message from processor p to processor q of a k-ary n-tree
// writes when it ascends from level+1 to level, 0 ≤ level ≤ n-2. Any digit leads to q; choices differ in which messages meet.
type Choice func(p, q []int, level int) int

// A NamedChoice is a rule to pick digits, by name.
type NamedChoice struct {
	Name, Doc string
	New       func(k int, seed uint64) Choice // for radix k; only random uses them
	hop       *treeHop                        // nil if it is drawn
}

// A treeHop is what a switch does by which the choice is made: it ascends from level l+1 to level l by digit l+ahead of
// the destination or, if back is true, the way from the destination to the source does so.
type treeHop struct {
	ahead int
	back  bool
}

// Choices lists the named rules to ascend in a k-ary n-tree. dst and src are the usual
// destination-digit and source-digit rules.
var Choices = []NamedChoice{
	{"dst", "the next digit of the destination: w_l = q_{l+1}", digit(func(p, q []int, l int) int { return q[l+1] }), &treeHop{1, false}},
	{"src", "the next digit of the source: w_l = p_{l+1}", digit(func(p, q []int, l int) int { return p[l+1] }), &treeHop{1, true}},
	{"straight", "the digit of the source: w_l = p_l", digit(func(p, q []int, l int) int { return p[l] }), &treeHop{0, true}},
	{"dst-straight", "the digit of the destination: w_l = q_l", digit(func(p, q []int, l int) int { return q[l] }), &treeHop{0, false}},
	{"random", "every digit drawn uniformly and on its own", RandomChoice, nil},
}

// treeRoutings returns the algorithms that belong to k-ary n-trees. Those that ascend by the destination
// look at nothing else; those that ascend by the source take the same paths from the other end.
func treeRoutings(net *topology.Network) []Routing {
	t, err := treeOf(net)
	if err != nil {
		return nil
	}
	var list []Routing
	for _, c := range Choices {
		if c.hop == nil {
			continue // random is, on a tree, that on any network, draw for draw
		}
		path := func(a, b topology.Node, seed uint64) (Path, error) {
			return TreeRoute(net, a, b, c.New(t.Radix(), seed))
		}
		hop := newDigitRule(net, c.hop.ahead).hop(net)
		list = append(list, &hopRouting{pathRouting{routing{net, c.Name}, path}, hop, c.hop.back, true})
	}
	return list
}

// digit makes the New function of a rule that depends on nothing but p, q and the level.
func digit(c Choice) func(int, uint64) Choice {
	return func(int, uint64) Choice { return c }
}

// RandomChoice returns the rule that draws every digit uniformly from 0 to k-1, each time it is asked.
// The draws are those of [Random] for the seed.
func RandomChoice(k int, seed uint64) Choice {
	random := Random(seed)
	return func(p, q []int, level int) int { return random.IntN(k) }
}

// Random returns the generator of every random route of this package: PCG with the given seed.
func Random(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// TreeRoute returns the path from processor p to processor q of a k-ary n-tree: up to one of their
// nearest common ancestors, with the digits that choose picks, and down to q, which is forced.
// It returns an error if net is not a k-ary n-tree, p or q is not one of its processors, or choose picks something
// that is not a digit. It takes O(nk) time.
//
// Source: Petrini and Vanneschi, IPPS 1997, as restated by the README of a k-ary n-tree visualizer.
func TreeRoute(net *topology.Network, p, q topology.Node, choose Choice) (Path, error) {
	t, err := treeOf(net)
	if err != nil {
		return Path{}, err
	}
	if err := checkProcessors(net, p, q); err != nil {
		return Path{}, err
	}
	if p == q {
		return Path{Nodes: []topology.Node{p}}, nil
	}
	n, source, dest := t.Dims(), t.Digits(p), t.Digits(q)
	j := firstDifference(source, dest)
	path := Path{make([]topology.Node, 1, 2*(n-j)+1), make([]topology.Channel, 0, 2*(n-j))}
	path.Nodes[0] = p
	w := append([]int(nil), source[:n-1]...)
	path.extend(net, t.Switch(w, n-1))
	for l := n - 2; l >= j; l-- {
		w[l] = choose(source, dest, l)
		if w[l] < 0 || w[l] >= t.Radix() {
			return Path{}, fmt.Errorf("%v: choice of digit %d at level %d: want 0 to %d", net, w[l], l, t.Radix()-1)
		}
		path.extend(net, t.Switch(w, l))
	}
	for l := j; l < n-1; l++ {
		w[l] = dest[l]
		path.extend(net, t.Switch(w, l+1))
	}
	path.extend(net, q)
	return path, nil
}

// extend adds the hop to a neighbor of the last node of p.
func (p *Path) extend(net *topology.Network, v topology.Node) {
	u := p.Nodes[len(p.Nodes)-1]
	c, ok := net.ChannelBetween(u, v)
	if !ok {
		panic(fmt.Sprintf("route: %v: no link from %s to %s", net, net.Address(u), net.Address(v)))
	}
	p.Nodes = append(p.Nodes, v)
	p.Channels = append(p.Channels, c)
}

// firstDifference returns the first index at which p and q differ, len(p) if none does.
func firstDifference(p, q []int) int {
	for i := range p {
		if p[i] != q[i] {
			return i
		}
	}
	return len(p)
}

// treeOf returns the k-ary n-tree that net is, or an error if it is not one. A part of
// one does not count: it may lack the link that a digit asks for.
func treeOf(net *topology.Network) (family.KaryNTree, error) {
	t, ok := net.Definition.(family.KaryNTree)
	if !ok {
		return t, fmt.Errorf("%v: want a whole k-ary n-tree", net)
	}
	return t, nil
}

// checkProcessors returns an error unless all the given nodes are processors of net.
func checkProcessors(net *topology.Network, nodes ...topology.Node) error {
	for _, u := range nodes {
		if u < 0 || int(u) >= net.Order() {
			return fmt.Errorf("%v: node %d: want 0 to %d", net, u, net.Order()-1)
		}
		if net.Kind(u) != topology.Processor {
			return fmt.Errorf("%v: node %s is a switch, want a processor", net, net.Address(u))
		}
	}
	return nil
}
