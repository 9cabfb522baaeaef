package measure

import "topobook/topology"

// A clique is a set of nodes first to end-1 that are all linked with each other, as the routers of a
// group are in a dragonfly. A round joins their sets once for all of them: the result is a set in
// reached behind those of the nodes, as if it belonged to one more node.
type clique struct{ first, end topology.Node }

// minClique is how many nodes a clique should have to be worth a set of its own.
const minClique = 4

// findCliques sets cliques, and joinStart and joinHeads to what is joined to the set of each node in a round: the
// sets of its neighbors, but that of its clique in place of those in it. It takes O(N+L) time.
func (b *blocks) findCliques() {
	b.joinStart, b.joinHeads = b.start, b.heads
	n := topology.Node(len(b.self))
	if b.bipartite || len(b.heads) < minClique*len(b.self)/2 {
		return
	}
	counted := make([]topology.Node, n) // by node: the last one that has counted it, as links may be double
	first := topology.Node(0)
	for v := topology.Node(1); v <= n; v++ {
		linked := topology.Node(0) // how many from first to v-1 v is linked with
		if v < n {
			for _, w := range b.heads[b.start[v]:b.start[v+1]] {
				if w >= first && w < v && counted[w] != v {
					counted[w] = v
					linked++
				}
			}
		}
		if v == n || linked < v-first {
			if v-first >= minClique {
				b.cliques = append(b.cliques, clique{first, v})
			}
			first = v
		}
	}
	if len(b.cliques) == 0 {
		return
	}
	b.joinStart, b.joinHeads = make([]topology.Channel, 1, n+1), nil
	b.all = make([]topology.Node, n)
	k := 0
	for v := range n {
		b.all[v] = v
		if k < len(b.cliques) && v == b.cliques[k].end {
			k++
		}
		own := clique{n, n}
		if k < len(b.cliques) && v >= b.cliques[k].first {
			own = b.cliques[k]
			b.joinHeads = append(b.joinHeads, n+topology.Node(k))
		}
		for _, w := range b.heads[b.start[v]:b.start[v+1]] {
			if w < own.first || w >= own.end {
				b.joinHeads = append(b.joinHeads, w)
			}
		}
		b.joinStart = append(b.joinStart, topology.Channel(len(b.joinHeads)))
	}
}

// joinCliques sets the set of each clique to all of its nodes' together.
func (b *blocks) joinCliques() {
	for k, c := range b.cliques {
		b.reached[len(b.self)+k].join(&b.reached[c.first], b.reached, b.all[c.first:c.end])
	}
}
