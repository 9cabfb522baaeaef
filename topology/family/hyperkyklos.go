package family

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// A HyperKyklos is HyperKYKLOS-I: n complete binary trees of height n over the same 2ⁿ leaves; what
// [topology.SharedLeaves] says of nodes and ports holds. From left to right, the leaves of tree k are 0, 1, 2, …
// with their n bits rotated left by k-1 places, so that each tree joins at height 1 the leaves that differ
// in another bit: leaves and switches of height 1 are a hypercube with a switch on every link.
// It is an immutable, comparable value; make one with [NewHyperKyklos].
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), section 6.3, where the trees have numbers from 0.
type HyperKyklos struct{ leafTrees }

// NewHyperKyklos returns the HyperKYKLOS of 2ⁿ leaves, or an error unless n ≥ 1 and its 2ⁿ + n(2ⁿ-1)
// nodes are at most [topology.MaxNodes].
func NewHyperKyklos(n int) (HyperKyklos, error) {
	t := HyperKyklos{leafTrees{height: n}}
	if n < 1 {
		return HyperKyklos{}, fmt.Errorf("%v: want n ≥ 1", t)
	}
	var err error
	if t.leafTrees, err = makeLeafTrees(t, 2, n, n, 0); err != nil {
		return HyperKyklos{}, err
	}
	return t, nil
}

func (t HyperKyklos) String() string { return fmt.Sprintf("hyperkyklos(n=%d)", t.height) }

func (t HyperKyklos) NodeAt(address string) (topology.Node, error) { return t.nodeAt(t, address) }

// Links yields every link once, tree by tree from the leaves up.
func (t HyperKyklos) Links() iter.Seq[topology.Link] { return t.links(t.child) }

func (t HyperKyklos) child(p place, c int) int {
	i := 2*p.index + c
	if p.height == 1 {
		return (i<<(p.tree-1) | i>>(t.height-p.tree+1)) & (t.leaves - 1)
	}
	return i
}

// parent is the inverse of child.
func (t HyperKyklos) parent(p place) int {
	i := p.index
	if p.height == 0 {
		i = (i>>(p.tree-1) | i<<(t.height-p.tree+1)) & (t.leaves - 1)
	}
	return i / 2
}

// AppendNeighbors appends the children of a switch, then its parent; the parents of a leaf.
func (t HyperKyklos) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	return appendAround(t, t.leafTrees, nodes, u, t.place(u))
}

// Orbit returns the orbit of u: the orbits are the n+1 levels of all trees together. Flipping some bits
// of every leaf flips bits of the indices in each tree; rotating all leaves by one place maps each tree
// to the next, and the last to the first.
func (t HyperKyklos) Orbit(u topology.Node) int { return t.levelOrbit(u) }
