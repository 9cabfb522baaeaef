package measure

import (
	"math/bits"

	"topobook/topology"
)

// blockSize is how many sources are searched from at once: one bit each, a cache line in all.
const blockSize = 512

// A row is a set of the sources of a block.
type row [blockSize / 64]uint64

// blocks searches from many sources at once. After d rounds, reached[v] is the set of the sources at
// d hops or less from v; a round joins to it the sets of v's neighbors, and the bits that are new
// are the pairs at distance d.
//
// A node with one link is a leaf. Its distances are those of the node that it is linked to, plus 1;
// so it need not take part in the search, if that node stands for it in the counts.
type blocks struct {
	start  []topology.Channel // the network that takes part, as from Adjacency
	heads  []topology.Node
	self   []int32 // by node: 1 if it is a target
	leaves []int32 // by node: targets among the leaves that it stands for

	// In a bipartite network a side is at even distances from a source, and the other at odd ones: so
	// sources of one side need half of the rounds at each node, and no second array.
	bipartite bool
	side      []byte // by node

	sources       [][]topology.Node // each block of nodes alike in self, leaves and side
	reached, next []row
	state         []byte             // by node: far, near or begun
	far           int                // nodes that are far
	now           row                // the set of the last node
	active        [2][]topology.Node // the nodes whose sets are not full, in increasing order
	full          []topology.Node    // those whose sets are full since this round

	// last, if it is not nil, is set to the last round in which a node's set has grown.
	last []int32
}

// The states of a node: its set and those of its neighbors have not grown yet; its set may grow; it has.
const (
	far = iota
	near
	begun
)

// newBlocks prepares to search from all targets.
func newBlocks(net *topology.Network, targets []topology.Node, fold bool) *blocks {
	b := &blocks{self: make([]int32, net.Order()), leaves: make([]int32, net.Order())}
	b.start, b.heads = net.Adjacency()
	for _, u := range targets {
		b.self[u] = 1
	}
	b.color()
	b.group(len(b.self))
	if fold {
		if folded := b.fold(); len(folded.start) < len(b.start) {
			folded.color()
			if folded.group(len(b.sources)) {
				return folded
			}
		}
	}
	return b
}

// color gives nodes that are linked different sides, 0 or 1, if that can be done, and else all side 0.
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
	const folded = -1
	n := 0
	place := make([]topology.Node, len(b.self)) // by node: what it is in the result
	for u := range place {
		first := b.start[u]
		place[u] = topology.Node(n)
		if b.start[u+1]-first == 1 && b.degree(b.heads[first]) > 1 {
			place[u] = folded
		} else {
			n++
		}
	}
	core := &blocks{start: make([]topology.Channel, 1, n+1), self: make([]int32, n), leaves: make([]int32, n)}
	for u, v := range place {
		around := b.heads[b.start[u]:b.start[u+1]]
		if v == folded {
			core.leaves[place[around[0]]] += b.self[u]
			continue
		}
		core.self[v] = b.self[u]
		for _, w := range around {
			if place[w] != folded {
				core.heads = append(core.heads, place[w])
			}
		}
		core.start = append(core.start, topology.Channel(len(core.heads)))
	}
	return core
}

func (b *blocks) degree(u topology.Node) int { return int(b.start[u+1] - b.start[u]) }

// group makes blocks of sources that stand for equally many targets, and reports whether that takes
// no more than so many.
func (b *blocks) group(most int) bool {
	grouped := make([]bool, len(b.self))
	for i := range b.self {
		if grouped[i] || b.self[i]+b.leaves[i] == 0 {
			continue
		}
		var alike []topology.Node
		for j := i; j < len(b.self); j++ {
			if b.self[j] == b.self[i] && b.leaves[j] == b.leaves[i] && b.side[j] == b.side[i] {
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

// tally adds all pairs of targets that have a path to pairs.
func (b *blocks) tally(pairs *Pairs, progress Progress) error {
	n := len(b.self)
	b.reached, b.state = make([]row, n), make([]byte, n)
	b.next = b.reached
	if !b.bipartite {
		b.next = make([]row, n)
	}
	done, total := 0, 0
	for _, sources := range b.sources {
		total += len(sources)
	}
	for _, sources := range b.sources {
		b.begin(sources)
		self, leaves := int64(b.self[sources[0]]), int64(b.leaves[sources[0]])
		// At distance 0 are the sources alone, and two leaves of one source are 2 hops apart, but a
		// leaf is itself at 0.
		count := int64(len(sources))
		pairs.grow(2)
		pairs.Histogram[0] += count * (self + leaves)
		pairs.Histogram[1] += count * 2 * self * leaves
		pairs.Histogram[2] += count * leaves * (leaves - 1)
		for d, quiet := 1, 0; quiet < 2; d++ { // a side may be full before the other
			new, err := b.round(d, func() error { return progress.report(done, total) })
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
		if err := progress.report(done, total); err != nil {
			return err
		}
	}
	return nil
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
	const long = 1 << 19 // channels between two reports: a few milliseconds
	i := 0
	if b.bipartite {
		i = d & 1
	}
	kept, looked := b.active[i][:0], 0
	b.full = b.full[:0]
	start, heads, reached, next, state, self, leaves := b.start, b.heads, b.reached, b.next, b.state, b.self, b.leaves
	for _, v := range b.active[i] {
		if state[v] == far {
			kept = append(kept, v)
			continue
		}
		around := heads[start[v]:start[v+1]]
		if looked += len(around); looked > long {
			looked = 0
			if err := report(); err != nil {
				return new, err
			}
		}
		old, now := &reached[v], &b.now
		now.join(old, reached, around)
		grown, full := now.less(old)
		next[v] = *now
		if grown > 0 {
			new.all += int64(grown)
			new.self += int64(grown) * int64(self[v])
			new.leaves += int64(grown) * int64(leaves[v])
			if b.last != nil {
				b.last[v] = max(b.last[v], int32(d))
			}
			if b.far > 0 && state[v] == near {
				state[v] = begun
				b.wake(v)
			}
		}
		if full {
			b.full = append(b.full, v)
		} else {
			kept = append(kept, v)
		}
	}
	b.active[i] = kept
	if !b.bipartite {
		for _, v := range b.full {
			b.reached[v] = b.next[v] // not looked at again, whichever is which
		}
		b.reached, b.next = b.next, b.reached
	}
	return new, report()
}

// join sets a set to an old one and those of some nodes. It is most of the work: a function of its own with
// a name for each word, and nothing else, so that they stay in registers.
//
//go:noinline
func (to *row) join(old *row, rows []row, nodes []topology.Node) {
	w0, w1, w2, w3, w4, w5, w6, w7 := old[0], old[1], old[2], old[3], old[4], old[5], old[6], old[7]
	for _, u := range nodes {
		r := &rows[u]
		w0 |= r[0]
		w1 |= r[1]
		w2 |= r[2]
		w3 |= r[3]
		w4 |= r[4]
		w5 |= r[5]
		w6 |= r[6]
		w7 |= r[7]
	}
	to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7] = w0, w1, w2, w3, w4, w5, w6, w7
}

// less returns how many sources are in the set but not in old, and whether all are in it.
func (r *row) less(old *row) (grown int, full bool) {
	x0, x1, x2, x3 := r[0]^old[0], r[1]^old[1], r[2]^old[2], r[3]^old[3]
	x4, x5, x6, x7 := r[4]^old[4], r[5]^old[5], r[6]^old[6], r[7]^old[7]
	if x0|x1|x2|x3|x4|x5|x6|x7 != 0 {
		grown = bits.OnesCount64(x0) + bits.OnesCount64(x1) + bits.OnesCount64(x2) + bits.OnesCount64(x3) +
			bits.OnesCount64(x4) + bits.OnesCount64(x5) + bits.OnesCount64(x6) + bits.OnesCount64(x7)
	}
	return grown, r[0]&r[1]&r[2]&r[3]&r[4]&r[5]&r[6]&r[7] == ^uint64(0)
}
