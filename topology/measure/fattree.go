package measure

import (
	"fmt"

	"topobook/topology"
)

// IsFatTree reports whether net, with the given roots, is a fat-tree by the definition as written:
// a single node is a fat-tree and its own root; and nodes v connected in any manner to the roots of
// disjoint fat-trees make a fat-tree whose roots are those v. If it is not, why says what is wrong.
//
// A graph satisfies this if and only if its nodes can be given two colors so that every link joins
// different colors and all roots have one color. (If: take the nodes of the roots' color as v, each
// other node as a fat-tree of its own. Only if: color by the parity of the nesting depth.)
//
// It takes O(N+L) time. It panics if a root is not a node of net.
//
// Source: Petrini and Vanneschi, k-ary n-trees, IPPS 1997, Definition 2.1.
func IsFatTree(net *topology.Network, roots []topology.Node) (ok bool, why string) {
	if len(roots) == 0 {
		return false, "it has no roots"
	}
	l := newLayers(net, roots)
	for u := range topology.Node(net.Order()) {
		if l.layer[u] == 0 {
			l.grow([]topology.Node{u})
		}
	}
	if u, v, clash := l.clash(); clash {
		return false, fmt.Sprintf("nodes %s and %s are on a cycle of odd length, or on a path between roots at an odd distance", net.Address(u), net.Address(v))
	}
	return true, ""
}

// FatTree returns how many steps of the definition build net with the given roots if every step
// takes all roots off and leaves the fat-trees that it was made from: 0 for a single node that is
// its own root. It returns an error that says why if that does not end with single nodes: if two
// roots of a part are linked, or a part is linked to none of the roots taken off.
//
// Step i takes off the nodes at distance i-1 from the roots, so that it takes O(N+L) time. It panics
// if a root is not a node of net.
//
// Source: Petrini and Vanneschi, k-ary n-trees, IPPS 1997, Definition 2.1, read literally: the
// subtrees of a step are the components that remain without its roots.
func FatTree(net *topology.Network, roots []topology.Node) (depth int, err error) {
	if len(roots) == 0 {
		return 0, fmt.Errorf("%v: has no roots, want at least one", net)
	}
	l := newLayers(net, roots)
	for u, layer := range l.layer {
		if layer == 0 {
			return 0, fmt.Errorf("%v: the part of node %s is linked to no root of step 1, want every part linked to a root",
				net, net.Address(topology.Node(u)))
		}
	}
	if u, v, clash := l.clash(); clash {
		return 0, fmt.Errorf("%v: roots %s and %s of step %d are linked, want roots linked to subtrees only",
			net, net.Address(u), net.Address(v), l.layer[u])
	}
	last := int(l.layer[l.queue[len(l.queue)-1]])
	return max(last-1, min(1, net.Order()-1)), nil
}

// layers are the nodes by their distance from the roots.
type layers struct {
	net   *topology.Network
	layer []int32         // by node: 1 + its distance, 0 where none is reached
	queue []topology.Node // the nodes reached, by layer
}

func newLayers(net *topology.Network, roots []topology.Node) *layers {
	l := &layers{net: net, layer: make([]int32, net.Order())}
	l.grow(roots)
	return l
}

// grow reaches what more roots are connected with.
func (l *layers) grow(roots []topology.Node) {
	i := len(l.queue)
	reach := func(nodes []topology.Node, layer int32) {
		for _, v := range nodes {
			if l.layer[v] == 0 {
				l.layer[v] = layer
				l.queue = append(l.queue, v)
			}
		}
	}
	for reach(roots, 1); i < len(l.queue); i++ {
		u := l.queue[i]
		reach(l.net.Neighbors(u), l.layer[u]+1)
	}
}

// clash returns two nodes of one layer that are linked, the first of those nearest to the roots, and
// whether there are any.
func (l *layers) clash() (u, v topology.Node, found bool) {
	for _, u := range l.queue {
		for _, v := range l.net.Neighbors(u) {
			if l.layer[u] == l.layer[v] {
				return u, v, true
			}
		}
	}
	return 0, 0, false
}
