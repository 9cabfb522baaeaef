package measure

import (
	"fmt"
	"math"
	"math/rand/v2"

	"topobook/topology"
	"topobook/topology/sorting"
)

// Connectivity returns the node or link connectivity of net: the least number of nodes, or of links,
// parallel ones each, whose loss separates two of the remaining nodes, or processors; and such a cut. Any nodes may be lost,
// processors and switches. If all n nodes, or processors, are linked with each other, no loss of nodes
// separates them: the connectivity is n-1 by definition, and the cut is empty. It is empty also for one
// node, and for a network that is not connected, where the connectivity is 0.
//
// It takes the nodes v₁, v₂, … in the order of their distance from the first, with the fewest neighbors, or links, of a node
// as the first bound k, and lowers k to each maximum flow that is smaller. Of links, from each vᵢ to all
// those before it together: a cut separates the first vᵢ that is not on the side of v₁ from all before
// it. Of nodes, from vᵢ to each one before it while i ≤ k, and then to all those before it, of which
// each takes one unit. That suffices: if a cut of fewer than k nodes separates vᵢ from one before it,
// and no two before vᵢ from each other, then either i ≤ k and that pair was looked at, or it separates
// vᵢ from all that are before it and not in the cut, and so no k units can reach them. And the cut of a
// smaller flow is a cut of the network, as it has fewer than k ≤ i-1 nodes and leaves one before vᵢ. It
// holds in any order; once k is 2, it is a random one. As most of these flows end near vᵢ, no orbits are
// needed: for degree d that often takes O(Nd³) time, at worst O(N(N+L)d). It reports progress by node,
// and returns an error if there are no nodes, or after [limit.MaxSteps].
//
// Source: Even, Graph Algorithms, 1979, section 6.2, but with the order and the bounds given here.
func Connectivity(net *topology.Network, of Parts, among Among, progress topology.Progress) (int, Loss, error) {
	nodes := among.nodes(net)
	if len(nodes) == 0 {
		return 0, Loss{}, fmt.Errorf("connectivity of %v: has no %s, want at least one", net, among.plural())
	}
	s := newSearch(net)
	s.run(nodes[0])
	isNode := make([]bool, net.Order())
	for _, u := range nodes {
		isNode[u] = true
		if s.dist[u] < 0 {
			return 0, Loss{}, nil
		}
	}
	k, cut := smallestDegree(net, of, nodes, isNode)
	if cut.Size() == 0 {
		return k, cut, nil
	}
	l := &leastCut{newUnitFlow(net, of, newBudget(progress, "connectivity", net)), k, cut}
	order := nodes[:0:0]
	for _, u := range s.queue {
		if isNode[u] {
			order = append(order, u)
		}
	}
	if err := l.search(order); err != nil {
		return 0, Loss{}, err
	}
	return l.k, l.cut, nil
}

// A leastCut is the least cut that is known while the flows of [Connectivity] are tried.
type leastCut struct {
	flow *unitFlow
	k    int
	cut  Loss
}

// search tries the flows from each node to those before it.
func (l *leastCut) search(order []topology.Node) error {
	l.flow.budget.total = len(order)
	before, shuffled := 0, false // nodes that are sinks
	for i := 1; i < len(order) && l.k > 1; i++ {
		l.flow.budget.done = i
		if l.k == 2 && !shuffled { // or else it would go round a long ring from each node
			shuffled = true
			random := rand.New(rand.NewPCG(1, 1))
			random.Shuffle(len(order)-i, func(a, b int) { order[i+a], order[i+b] = order[i+b], order[i+a] })
		}
		var err error
		if l.flow.of == Nodes && i < l.k {
			err = l.tryEach(order[i], order[:i])
		} else {
			l.flow.once = true
			for ; before < i; before++ {
				l.flow.sink[order[before]] = true
			}
			err = l.try(order[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tryEach tries the flow from v to each of the nodes that are not linked with it.
func (l *leastCut) tryEach(v topology.Node, nodes []topology.Node) error {
	for _, u := range nodes {
		if _, linked := l.flow.net.ChannelBetween(u, v); linked {
			continue
		}
		l.flow.sink[u] = true
		if err := l.try(v); err != nil {
			return err
		}
		l.flow.sink[u] = false
	}
	return nil
}

// try tries the flow from v to the sinks.
func (l *leastCut) try(v topology.Node) error {
	units, err := l.flow.run(v, l.k)
	if err == nil && units < l.k {
		l.k, l.cut = units, l.flow.cut()
	}
	l.flow.reset(v)
	return err
}

// smallestDegree returns a first bound on the connectivity among the nodes: the loss of what
// surrounds one of them. If all are linked with each other, it is their number less one, and the cut is empty.
func smallestDegree(net *topology.Network, of Parts, nodes []topology.Node, isNode []bool) (k int, cut Loss) {
	k = -1
	for _, u := range nodes {
		loss, others := around(net, of, u), 0
		for _, v := range loss.Nodes {
			if isNode[v] {
				others++
			}
		}
		if others < len(nodes)-1 && (k < 0 || loss.Size() < k) {
			k, cut = loss.Size(), loss
		}
	}
	if k < 0 {
		return len(nodes) - 1, Loss{}
	}
	return k, cut
}

// around returns the neighbors of u, or its links.
func around(net *topology.Network, of Parts, u topology.Node) (loss Loss) {
	first, last := net.Channels(u)
	for c := first; c < last; c++ {
		if of == Links {
			loss.Links = append(loss.Links, c)
			continue
		}
		loss.Nodes = append(loss.Nodes, net.Head(c))
	}
	loss.Nodes = sorting.Distinct(loss.Nodes)
	return loss
}

// MinimumCut returns the fewest nodes, other than a and b, or the fewest links, parallel ones each, whose loss
// leaves no path from a to b; links lead away from a. It is a maximum flow: O((N+L)d) time for degree d.
// It returns an error if a is b, or if nodes are to separate neighbors.
func MinimumCut(net *topology.Network, a, b topology.Node, of Parts, progress topology.Progress) (Loss, error) {
	if a == b {
		return Loss{}, fmt.Errorf("minimum cut of %v: got node %s twice, want two distinct nodes", net, net.Address(a))
	}
	if _, linked := net.ChannelBetween(a, b); linked && of == Nodes {
		return Loss{}, fmt.Errorf("minimum cut of %v: %s and %s are linked, so that no loss of other nodes parts them", net, net.Address(a), net.Address(b))
	}
	f := newUnitFlow(net, of, newBudget(progress, "minimum cut", net))
	f.sink[b] = true
	_, err := f.run(a, math.MaxInt)
	return f.cut(), err
}

// DisjointPaths returns as many paths from a to b as there are without a common node other than a and
// b, or without a common link; and of all sets of that many, one of the least total length. Shorter
// paths come first. By the theorem of Menger (1927), there are as many as a minimum cut has nodes or
// links; each link from a to b is one path more. There are none if b cannot be reached.
//
// It adds a shortest path through what is left of the flow until there is none (Suurballe, 1974;
// Bhandari, 1999). Each of the at most d searches, for degree d, takes O(N+L) time as a rule, and
// O(N(N+L)) at worst. It returns an error if a is b.
func DisjointPaths(net *topology.Network, a, b topology.Node, of Parts, progress topology.Progress) ([][]topology.Channel, error) {
	if a == b {
		return nil, fmt.Errorf("disjoint paths of %v: got node %s twice, want two distinct nodes", net, net.Address(a))
	}
	f := newUnitFlow(net, of, newBudget(progress, "disjoint paths", net))
	f.short = true
	f.sink[b] = true
	units, err := f.run(a, math.MaxInt)
	if err != nil {
		return nil, err
	}
	paths := make([][]topology.Channel, 0, units)
	for range units {
		var path []topology.Channel
		for v := a; v != b; v = net.Head(path[len(path)-1]) {
			c, _ := net.Channels(v)
			for f.flow[c] != 1 {
				c++
			}
			f.flow[c] = 0
			path = append(path, c)
		}
		paths = append(paths, path)
		for i := len(paths) - 1; i > 0 && len(paths[i]) < len(paths[i-1]); i-- {
			paths[i], paths[i-1] = paths[i-1], paths[i]
		}
	}
	return paths, nil
}
