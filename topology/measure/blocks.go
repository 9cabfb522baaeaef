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

	sources       [][]topology.Node // each block of nodes alike in self and leaves
	reached, next []row
	state         []byte          // by node: far, near or begun
	far           int             // nodes that are far
	active        []topology.Node // the nodes whose sets are not full, in increasing order
	full          []topology.Node // those whose sets are full since this round

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
	most := (len(targets) + blockSize - 1) / blockSize
	if fold {
		if folded := b.fold(); len(folded.start) < len(b.start) && folded.group(most) {
			return folded
		}
	}
	b.group(most)
	return b
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
			if b.self[j] == b.self[i] && b.leaves[j] == b.leaves[i] {
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
	b.reached, b.next, b.state = make([]row, n), make([]row, n), make([]byte, n)
	all := make([]topology.Node, n)
	done, total := 0, 0
	for _, sources := range b.sources {
		total += len(sources)
	}
	for _, sources := range b.sources {
		for u := range all {
			all[u] = topology.Node(u)
		}
		b.active = all
		b.begin(sources)
		self, leaves := int64(b.self[sources[0]]), int64(b.leaves[sources[0]])
		// At distance 0 are the sources alone, and two leaves of one source are 2 hops apart, but a
		// leaf is itself at 0.
		count := int64(len(sources))
		pairs.grow(2)
		pairs.Histogram[0] += count * (self + leaves)
		pairs.Histogram[1] += count * 2 * self * leaves
		pairs.Histogram[2] += count * leaves * (leaves - 1)
		for d := 1; len(b.active) > 0; d++ {
			new, err := b.round(d, func() error { return progress.report(done, total) })
			if err != nil {
				return err
			}
			if new.all == 0 {
				break
			}
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

// round sets next to the sets after round d, exchanges it with reached, and returns what is new.
func (b *blocks) round(d int, report func() error) (new growth, err error) {
	const few = 64       // nodes, so that their sets are still at hand when they are counted
	const long = 1 << 19 // channels between two reports: a few milliseconds
	kept, looked := 0, 0
	b.full = b.full[:0]
	for i := 0; i < len(b.active); i += few {
		nodes := b.active[i:min(i+few, len(b.active))]
		if looked += b.spread(nodes); looked > long {
			looked = 0
			if err := report(); err != nil {
				return new, err
			}
		}
		kept += b.count(nodes, b.active[kept:], int32(d), &new)
	}
	b.active = b.active[:kept]
	for _, v := range b.full {
		b.reached[v] = b.next[v] // not looked at again, whichever is which
	}
	b.reached, b.next = b.next, b.reached
	return new, report()
}

// spread sets next of the given nodes to reached and what reaches them in one hop more, and returns
// how many channels it has looked at.
func (b *blocks) spread(nodes []topology.Node) (looked int) {
	start, heads, reached, next, state := b.start, b.heads, b.reached, b.next, b.state
	for _, v := range nodes {
		if state[v] == far {
			continue
		}
		around := heads[start[v]:start[v+1]]
		looked += len(around)
		next[v].join(&reached[v], reached, around)
	}
	return looked
}

// join sets a set to an old one and those of some nodes. It is most of the work: a function of its own with a name for
// each word, so that they stay in registers.
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

// count adds to new what is new in next of the given nodes, and copies those whose sets may still grow
// to kept; it returns their number.
func (b *blocks) count(nodes, kept []topology.Node, round int32, new *growth) int {
	reached, next, self, leaves, state := b.reached, b.next, b.self, b.leaves, b.state
	var all, toSelf, toLeaves int64
	n := 0
	for _, v := range nodes {
		if state[v] == far {
			kept[n] = v
			n++
			continue
		}
		old, now := &reached[v], &next[v]
		grown := int64(bits.OnesCount64(now[0] ^ old[0]))
		grown += int64(bits.OnesCount64(now[1] ^ old[1]))
		grown += int64(bits.OnesCount64(now[2] ^ old[2]))
		grown += int64(bits.OnesCount64(now[3] ^ old[3]))
		grown += int64(bits.OnesCount64(now[4] ^ old[4]))
		grown += int64(bits.OnesCount64(now[5] ^ old[5]))
		grown += int64(bits.OnesCount64(now[6] ^ old[6]))
		grown += int64(bits.OnesCount64(now[7] ^ old[7]))
		all += grown
		toSelf += grown * int64(self[v])
		toLeaves += grown * int64(leaves[v])
		if grown > 0 && b.last != nil {
			b.last[v] = max(b.last[v], round)
		}
		if grown > 0 && b.far > 0 && state[v] == near {
			state[v] = begun
			b.wake(v)
		}
		if now[0]&now[1]&now[2]&now[3]&now[4]&now[5]&now[6]&now[7] == ^uint64(0) {
			b.full = append(b.full, v)
			continue
		}
		kept[n] = v
		n++
	}
	new.all += all
	new.self += toSelf
	new.leaves += toLeaves
	return n
}
