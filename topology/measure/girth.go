package measure

import (
	"topobook/topology"
	"topobook/topology/limit"
)

// Girth returns the number of links of a shortest cycle, and one: its nodes in order, the first not repeated. Two parallel links are a
// cycle of two. It returns 0 and nil for a forest.
//
// A breadth-first search from a node of a shortest cycle meets that again where two of its branches do, so one from each node, or from one of
// each orbit that the network declares, finds it: O(K(N+L)) time for K of these, and less, as no search goes farther than half the
// best cycle known. It returns an error if that would take too many steps, and reports progress by search.
func Girth(net *topology.Network, progress topology.Progress) (length int, cycle []topology.Node, err error) {
	sources := planOrbits(net, All.nodes(net)).orbits
	g := &girth{net: net, dist: make([]int32, net.Order()), by: make([]topology.Channel, net.Order())}
	for u := range g.dist {
		g.dist[u] = -1
	}
	budget := newBudget(progress, "girth", net)
	budget.limit, budget.total = limit.MaxSteps, len(sources)
	for i, source := range sources {
		budget.done = i
		if err := budget.spend(g.search(source.First)); err != nil {
			return 0, nil, err
		}
		if g.length == 2 { // nothing is shorter
			break
		}
	}
	return g.length, g.cycle, nil
}

// A girth looks for short cycles.
type girth struct {
	net    *topology.Network
	length int // of the shortest cycle known, 0 for none
	cycle  []topology.Node

	dist  []int32            // by node: hops from the source, -1 where it was not reached
	by    []topology.Channel // by node reached: the channel by which
	queue []topology.Node
}

// search looks for a cycle that is shorter than the best known, by a search from a node, and returns what that took.
func (g *girth) search(source topology.Node) (steps int) {
	for _, u := range g.queue {
		g.dist[u] = -1
	}
	g.queue = append(g.queue[:0], source)
	g.dist[source], g.by[source] = 0, -1
	for i := 0; i < len(g.queue); i++ {
		u := g.queue[i]
		if g.length > 0 && 2*int(g.dist[u])+1 >= g.length { // what is found from here on is no shorter
			break
		}
		first, end := g.net.Channels(u)
		steps += int(end-first) + 1
		for c := first; c < end; c++ {
			v := g.net.Head(c)
			if g.dist[v] < 0 {
				g.dist[v], g.by[v] = g.dist[u]+1, c
				g.queue = append(g.queue, v)
				continue
			}
			if g.by[u] >= 0 && g.net.Twin(g.by[u]) == c {
				continue // the link by which u was reached
			}
			if length := int(g.dist[u] + g.dist[v] + 1); g.length == 0 || length < g.length {
				g.length, g.cycle = length, g.around(u, v)
			}
		}
	}
	return steps
}

// around returns the nodes on the ways from the source to u and to v, which have a link in common with no others: if it is a shortest
// closed walk of all, the ways part at the source.
func (g *girth) around(u, v topology.Node) []topology.Node {
	var nodes, back []topology.Node
	for ; g.by[u] >= 0; u = g.net.Tail(g.by[u]) {
		nodes = append(nodes, u)
	}
	for ; g.by[v] >= 0; v = g.net.Tail(g.by[v]) {
		back = append(back, v)
	}
	nodes = append(nodes, u)
	for i := len(back) - 1; i >= 0; i-- {
		nodes = append(nodes, back[i])
	}
	return nodes
}
