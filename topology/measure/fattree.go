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
	s := newSearch(net)
	color := make([]int8, net.Order()) // 0: none yet
	paint := func(src topology.Node, first int8) {
		s.run(src)
		for _, u := range s.queue {
			color[u] = 1 + (first+int8(s.dist[u]%2))%2
		}
	}
	for _, root := range roots {
		if color[root] == 0 {
			paint(root, 0)
		}
		if color[root] != 1 {
			return false, fmt.Sprintf("root %s is at an odd distance from another root", net.Address(root))
		}
	}
	for u := range topology.Node(net.Order()) {
		if color[u] == 0 {
			paint(u, 0)
		}
	}
	for u := range topology.Node(net.Order()) {
		for _, v := range net.Neighbors(u) {
			if color[u] == color[v] {
				return false, fmt.Sprintf("nodes %s and %s are on a cycle of odd length", net.Address(u), net.Address(v))
			}
		}
	}
	return true, ""
}

// FatTree returns how many steps of the definition build net with the given roots if every step
// takes all roots off and leaves the fat-trees that it was made from: 0 for a single node that is
// its own root. It returns an error that says why if that does not end with single nodes: if two
// roots of a part are linked, or a part is linked to none of the roots taken off.
//
// It takes O(D(N+L)) time for a result of D. It panics if a root is not a node of net.
//
// Source: Petrini and Vanneschi, k-ary n-trees, IPPS 1997, Definition 2.1, read literally: the
// subtrees of a step are the components that remain without its roots.
func FatTree(net *topology.Network, roots []topology.Node) (depth int, err error) {
	if len(roots) == 0 {
		return 0, fmt.Errorf("%v: has no roots, want at least one", net)
	}
	p := peeling{net: net, step: make([]int32, net.Order()), seen: make([]int32, net.Order())}
	part := All.nodes(net)
	return p.peel([]peel{{part, roots}})
}

// A peel is a connected part of a network, or at first all of it, with its roots.
type peel struct{ part, roots []topology.Node }

// A peeling takes roots off a network step by step.
type peeling struct {
	net  *topology.Network
	step []int32 // by node: the step that took it off, or 0
	seen []int32 // by node: the last step that put it into a part
}

// peel takes the roots off each of the parts, then goes on with what remains, until nothing does.
func (p *peeling) peel(parts []peel) (depth int, err error) {
	for step := int32(1); ; step++ {
		var rest []peel
		for _, part := range parts {
			if len(part.part) == 1 {
				p.step[part.part[0]] = step // a single node that is its own root
				continue
			}
			more, err := p.takeRoots(part, step)
			if err != nil {
				return 0, err
			}
			rest = append(rest, more...)
			depth = int(step)
		}
		if len(rest) == 0 {
			return depth, nil
		}
		parts = rest
	}
}

// takeRoots takes the roots off a part and returns the components that remain, with their roots.
func (p *peeling) takeRoots(part peel, step int32) ([]peel, error) {
	for _, root := range part.roots {
		p.step[root] = step
	}
	for _, root := range part.roots {
		for _, v := range p.net.Neighbors(root) {
			if p.step[v] == step {
				return nil, fmt.Errorf("%v: roots %s and %s of step %d are linked, want roots linked to subtrees only",
					p.net, p.net.Address(root), p.net.Address(v), step)
			}
		}
	}
	var rest []peel
	for _, src := range part.part {
		if p.step[src] != 0 || p.seen[src] == step {
			continue
		}
		next := p.component(src, step)
		if len(next.roots) == 0 {
			return nil, fmt.Errorf("%v: the part of node %s is linked to no root of step %d, want every part linked to a root",
				p.net, p.net.Address(src), step)
		}
		rest = append(rest, next)
	}
	return rest, nil
}

// component returns the part of src without the nodes that are taken off. Its roots are the nodes
// that were linked to those of this step.
func (p *peeling) component(src topology.Node, step int32) peel {
	p.seen[src] = step
	c := peel{part: []topology.Node{src}}
	for i := 0; i < len(c.part); i++ {
		u := c.part[i]
		isRoot := false
		for _, v := range p.net.Neighbors(u) {
			switch {
			case p.step[v] == step:
				isRoot = true
			case p.step[v] == 0 && p.seen[v] != step:
				p.seen[v] = step
				c.part = append(c.part, v)
			}
		}
		if isRoot {
			c.roots = append(c.roots, u)
		}
	}
	return c
}
