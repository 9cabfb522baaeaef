package measure

import (
	"math/bits"

	"topobook/topology"
)

// blockSize is how many sources are searched from at once: one bit each, a cache line in all.
const blockSize = 512

// A row is a set of the sources of a block.
type row [blockSize / 64]uint64

// join sets a set to an old one and those of some nodes, and returns how many sources are in it but not in
// old, which may be the same. It is most of the work: a function of its own with a name for each word, and little
// else, so that they stay in registers; two nodes at a time, as jumps are slow in WebAssembly.
//
//go:noinline
func (to *row) join(old *row, rows []row, nodes []topology.Node) (grown int) {
	w0, w1, w2, w3, w4, w5, w6, w7 := old[0], old[1], old[2], old[3], old[4], old[5], old[6], old[7]
	if len(nodes)&1 != 0 {
		r := &rows[nodes[0]]
		nodes = nodes[1:]
		w0 |= r[0]
		w1 |= r[1]
		w2 |= r[2]
		w3 |= r[3]
		w4 |= r[4]
		w5 |= r[5]
		w6 |= r[6]
		w7 |= r[7]
	}
	for ; len(nodes) >= 2; nodes = nodes[2:] {
		r := &rows[nodes[0]]
		w0 |= r[0]
		w1 |= r[1]
		w2 |= r[2]
		w3 |= r[3]
		w4 |= r[4]
		w5 |= r[5]
		w6 |= r[6]
		w7 |= r[7]
		r = &rows[nodes[1]]
		w0 |= r[0]
		w1 |= r[1]
		w2 |= r[2]
		w3 |= r[3]
		w4 |= r[4]
		w5 |= r[5]
		w6 |= r[6]
		w7 |= r[7]
	}
	x0 := w0 ^ old[0]
	to[0] = w0
	x1 := w1 ^ old[1]
	to[1] = w1
	x2 := w2 ^ old[2]
	to[2] = w2
	x3 := w3 ^ old[3]
	to[3] = w3
	x4 := w4 ^ old[4]
	to[4] = w4
	x5 := w5 ^ old[5]
	to[5] = w5
	x6 := w6 ^ old[6]
	to[6] = w6
	x7 := w7 ^ old[7]
	to[7] = w7
	if x0|x1|x2|x3|x4|x5|x6|x7 != 0 {
		grown = bits.OnesCount64(x0) + bits.OnesCount64(x1) + bits.OnesCount64(x2) + bits.OnesCount64(x3) +
			bits.OnesCount64(x4) + bits.OnesCount64(x5) + bits.OnesCount64(x6) + bits.OnesCount64(x7)
	}
	return grown
}

// isFull reports whether all sources are in the set.
func (r *row) isFull() bool { return r[0]&r[1]&r[2]&r[3]&r[4]&r[5]&r[6]&r[7] == ^uint64(0) }
