package measure

import "topobook/topology"

// blocks searches from many sources at once. After d rounds, reached[v] is the set of the sources at
// d hops or less from v; a round joins to it the sets of v's neighbors, and the bits that are new
// are the pairs at distance d.
//
// A node with one link is a leaf. Its distances are those of the node that it is linked to, plus 1;
// so it need not take part in the search, if that node stands for it in the counts.
type blocks struct {
	start  []topology.Channel // the network that takes part, as from Adjacency
	heads  []topology.Node
	place  []topology.Node // by node of the whole network: what it is here, or ^ of what stands for it; nil if all are here
	self   []int32         // by node: 1 if it is a target
	leaves []int32         // by node: targets among the leaves that it stands for
	times  []int32         // by node: targets like it for which it is a source, itself included; without orbits, it is self

	cliques   []clique           // in increasing order, without common nodes
	joinStart []topology.Channel // as start and heads, with cliques in place of their nodes
	joinHeads []topology.Node
	all       []topology.Node // every node, nil without cliques

	// In a bipartite network a side is at even distances from a source, and the other at odd ones: so
	// sources of one side need half of the rounds at each node, and no second array.
	bipartite bool
	side      []byte // by node

	sources       [][]topology.Node // each block of nodes alike in times, leaves and side
	reached, next []row
	state         []byte             // by node: far, near or begun
	far           int                // nodes that are far
	active        [2][]topology.Node // the nodes whose sets are not full, in increasing order
	full          []topology.Node    // those whose sets are full since this round
	beyond        int32              // 1 if the sources have leaves that are targets
	last          []int32            // by node: the largest distance to a target that a source stands for
}

// The states of a node: its set and those of its neighbors have not grown yet; its set may grow; it has.
const (
	far = iota
	near
	begun
)

// newBlocks prepares to search from the first nodes of orbits, which together are the targets. It folds
// leaves if it may, if every orbit is one node, and if that does not make more blocks.
func newBlocks(net *topology.Network, targets []topology.Node, orbits []topology.Orbit, fold bool) *blocks {
	b := &blocks{self: make([]int32, net.Order()), leaves: make([]int32, net.Order())}
	b.start, b.heads = net.Adjacency()
	for _, u := range targets {
		b.self[u] = 1
	}
	b.times = b.self
	if len(orbits) < len(targets) {
		fold = false
		b.times = make([]int32, net.Order())
		for _, orbit := range orbits {
			b.times[orbit.First] = int32(orbit.Size)
		}
	}
	b.color()
	b.group(len(b.self))
	if fold {
		if core := b.fold(); len(core.start) < len(b.start) {
			core.color()
			if core.group(len(b.sources)) {
				b = core
			}
		}
	}
	b.findCliques()
	return b
}

// color gives nodes that are linked different sides, 0 or 1, if that is possible, and otherwise all side 0.
func (b *blocks) color() {
	const none = 2
	b.side, b.bipartite = make([]byte, len(b.self)), true
	for u := range b.side {
		b.side[u] = none
	}
	var queue []topology.Node
	for u := range b.side {
		if b.side[u] != none {
			continue
		}
		b.side[u] = 0
		queue = append(queue[:0], topology.Node(u))
		for i := 0; i < len(queue); i++ {
			v := queue[i]
			other := 1 - b.side[v]
			for _, w := range b.heads[b.start[v]:b.start[v+1]] {
				if b.side[w] == none {
					b.side[w] = other
					queue = append(queue, w)
				} else if b.side[w] != other {
					clear(b.side)
					b.bipartite = false
					return
				}
			}
		}
	}
}

// fold returns b without leaves.
func (b *blocks) fold() *blocks {
	n := 0
	place := make([]topology.Node, len(b.self))
	for u := range place {
		first := b.start[u]
		place[u] = topology.Node(n)
		if b.start[u+1]-first == 1 && b.degree(b.heads[first]) > 1 {
			place[u] = -1
		} else {
			n++
		}
	}
	core := &blocks{start: make([]topology.Channel, 1, n+1), self: make([]int32, n), leaves: make([]int32, n), place: place}
	core.times = core.self
	for u, v := range place {
		around := b.heads[b.start[u]:b.start[u+1]]
		if v < 0 {
			place[u] = ^place[around[0]]
			core.leaves[^place[u]] += b.self[u]
			continue
		}
		core.self[v] = b.self[u]
		for _, w := range around {
			if place[w] >= 0 {
				core.heads = append(core.heads, place[w])
			}
		}
		core.start = append(core.start, topology.Channel(len(core.heads)))
	}
	return core
}

func (b *blocks) degree(u topology.Node) int { return int(b.start[u+1] - b.start[u]) }

// group makes blocks of sources that stand for equally many targets, and reports whether that takes
// no more than most.
func (b *blocks) group(most int) bool {
	grouped := make([]bool, len(b.self))
	for i := range b.self {
		if grouped[i] || b.times[i]+b.leaves[i] == 0 {
			continue
		}
		var alike []topology.Node
		for j := i; j < len(b.self); j++ {
			if b.times[j] == b.times[i] && b.leaves[j] == b.leaves[i] && b.side[j] == b.side[i] {
				grouped[j] = true
				if len(alike)%blockSize == 0 {
					alike = nil
					b.sources = append(b.sources, nil)
				}
				alike = append(alike, topology.Node(j))
				b.sources[len(b.sources)-1] = alike
			}
		}
		if len(b.sources) > most {
			return false
		}
	}
	return true
}

// tally adds all pairs of targets that have a path to pairs, and sets the eccentricities of the targets,
// or of some of each orbit.
func (b *blocks) tally(pairs *Pairs, progress topology.Progress) error {
	n := len(b.self)
	b.reached, b.state, b.last = make([]row, n+len(b.cliques)), make([]byte, n), make([]int32, n)
	b.next = b.reached
	if !b.bipartite {
		b.next = make([]row, len(b.reached))
	}
	done, total := 0, 0
	for _, sources := range b.sources {
		total += len(sources)
	}
	for _, sources := range b.sources {
		b.begin(sources)
		self, leaves := int64(b.times[sources[0]]), int64(b.leaves[sources[0]])
		b.beyond = int32(min(leaves, 1))
		// At distance 0 are the sources alone, and two leaves of one source are 2 hops apart, but a
		// leaf is itself at 0.
		count := int64(len(sources))
		pairs.grow(2)
		pairs.Histogram[0] += count * (self + leaves)
		pairs.Histogram[1] += count * 2 * self * leaves
		pairs.Histogram[2] += count * leaves * (leaves - 1)
		for d, quiet := 1, 0; quiet < 2; d++ { // a side may be full before the other
			new, err := b.round(d, func() error { return progress.Report(done, total) })
			if err != nil {
				return err
			}
			if new.all == 0 {
				quiet++
				continue
			}
			quiet = 0
			pairs.grow(d + 2)
			pairs.Histogram[d] += self * new.self
			pairs.Histogram[d+1] += self*new.leaves + leaves*new.self
			pairs.Histogram[d+2] += leaves * new.leaves
		}
		done += len(sources)
		if err := progress.Report(done, total); err != nil {
			return err
		}
	}
	b.finish(pairs.Eccentricities)
	return nil
}

// finish sets the eccentricities of the targets: distances are the same both ways.
func (b *blocks) finish(hops []int32) {
	for u, known := range hops {
		v := topology.Node(u)
		if b.place != nil {
			v = b.place[u]
		}
		switch {
		case known < 0: // not a target
		case v >= 0:
			hops[u] = max(b.last[v], min(b.leaves[v], 1))
		case b.leaves[^v] == 1 && b.last[^v] == 0: // a leaf that reaches no other target, except for its neighbor
			hops[u] = b.self[^v]
		default:
			hops[u] = 1 + max(b.last[^v], 1)
		}
	}
}

// begin lets each source be reached by itself. Bits without a source are set everywhere, so that a
// set that cannot grow is one of ones only.
func (b *blocks) begin(sources []topology.Node) {
	var unused row
	for i := len(sources); i < blockSize; i++ {
		unused[i/64] |= 1 << (i % 64)
	}
	for v := range b.reached {
		b.reached[v] = unused
	}
	for i, src := range sources {
		b.reached[src][i/64] |= 1 << (i % 64)
	}
	copy(b.next, b.reached)
	clear(b.state)
	b.far = len(b.state)
	for _, src := range sources {
		b.wake(src)
	}
	b.active[0], b.active[1] = b.active[0][:0], b.active[1][:0]
	first := b.side[sources[0]]
	for v, side := range b.side {
		i := side ^ first // in round i, and each other round, its set may grow
		b.active[i] = append(b.active[i], topology.Node(v))
	}
}

// wake lets the neighbors of u take part.
func (b *blocks) wake(u topology.Node) {
	for _, v := range b.heads[b.start[u]:b.start[u+1]] {
		if b.state[v] == far {
			b.state[v] = near
			b.far--
		}
	}
}

// A growth counts the pairs that a round has found.
type growth struct{ all, self, leaves int64 } // of sources and nodes, targets, and leaves that are targets

// round sets next to the sets after round d, exchanges it with reached, and returns what is new. In a
// bipartite network both are one array: a side grows by the sets of the other, which do not grow then.
func (b *blocks) round(d int, report func() error) (new growth, err error) {
	const long = 1 << 19 // channels between two reports, on average: a few milliseconds
	part := 1 + long/(1+len(b.joinHeads)/len(b.self))
	i := 0
	if b.bipartite {
		i = d & 1
	}
	kept := 0
	b.full = b.full[:0]
	b.joinCliques()
	for from := 0; from < len(b.active[i]); from += part {
		kept = b.grow(b.active[i], from, min(from+part, len(b.active[i])), kept, int32(d), &new)
		if err := report(); err != nil {
			return new, err
		}
	}
	b.active[i] = b.active[i][:kept]
	if !b.bipartite {
		for _, v := range b.full {
			b.reached[v] = b.next[v] // not looked at again, whichever is which
		}
		b.reached, b.next = b.next, b.reached
	}
	return new, nil
}

// grow does a part of a round: nodes from to end-1 of those that are active. The ones that stay so are moved
// to the place kept and after it; it returns where they end.
func (b *blocks) grow(active []topology.Node, from, end, kept int, d int32, new *growth) int {
	start, heads, reached, next, state, self, leaves := b.joinStart, b.joinHeads, b.reached, b.next, b.state, b.self, b.leaves
	last := d + b.beyond
	for _, v := range active[from:end] {
		if state[v] == far {
			active[kept] = v
			kept++
			continue
		}
		grown := next[v].join(&reached[v], reached, heads[start[v]:start[v+1]])
		if grown > 0 {
			new.all += int64(grown)
			new.self += int64(grown) * int64(self[v])
			new.leaves += int64(grown) * int64(leaves[v])
			if b.last[v] < last {
				b.last[v] = last
			}
			if b.far > 0 && state[v] == near {
				state[v] = begun
				b.wake(v)
			}
		}
		if next[v].isFull() {
			b.full = append(b.full, v)
		} else {
			active[kept] = v
			kept++
		}
	}
	return kept
}
