package family

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// A Hypertree is Hypertree I: a complete binary tree of height n with a link between every two nodes of
// the same depth l whose numbers differ by 2 to the power of l-f(l), where f(l) = (o+1)/2 for the largest odd
// divisor o of l. What [topology.SharedLeaves] says of nodes and ports holds; the links within a depth have the
// port after those of the tree.
// It is an immutable, comparable value; make one with [NewHypertree].
//
// Source: Goodman and Séquin, Hypertree: A Multiprocessor Interconnection Topology, IEEE Transactions on
// Computers 1981, as Menezes, The KYKLOS Multicomputer Network (1988), ch. 7, compares it: processors are
// the leaves.
type Hypertree struct{ leafTrees }

// NewHypertree returns the hypertree of height n, or an error unless n ≥ 0 and its 2ⁿ⁺¹-1 nodes are at
// most [topology.MaxNodes].
func NewHypertree(n int) (Hypertree, error) {
	t := Hypertree{leafTrees{height: n}}
	if n < 0 {
		return Hypertree{}, fmt.Errorf("%v: want n ≥ 0", t)
	}
	var err error
	if t.leafTrees, err = makeLeafTrees(t, 2, 1, n, power(2, n)-1); err != nil {
		return Hypertree{}, err
	}
	return t, nil
}

func (t Hypertree) String() string { return fmt.Sprintf("hypertree(n=%d)", t.height) }

func (t Hypertree) NodeAt(address string) (topology.Node, error) { return t.nodeAt(t, address) }

// Links yields every link once: those of the tree from the leaves up, and then the others likewise.
func (t Hypertree) Links() iter.Seq[topology.Link] {
	next := func(depth, i int) int { return max(i, i^flip(depth)) }
	return func(yield func(topology.Link) bool) { t.withLevels(next, false, yield) }
}

// flip returns the bit in which linked nodes of a depth differ, 0 at the root.
func flip(depth int) int {
	if depth == 0 {
		return 0
	}
	odd := depth
	for odd%2 == 0 {
		odd /= 2
	}
	return 1 << (depth - (odd+1)/2)
}

func (t Hypertree) Size() int { return t.leafTrees.Size() + t.leaves - 1 }

// AppendNeighbors appends the children of u, its parent, and the other node of its depth that it is linked to.
func (t Hypertree) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	p := t.place(u)
	nodes = appendAround(t.leafTrees, t.leafTrees, nodes, u, p)
	if p.height < t.height {
		nodes = append(nodes, u+topology.Node(p.index^flip(t.height-p.height)-p.index))
	}
	return nodes
}

// Orbit returns the orbit of u: the orbits are the n+1 levels. Flipping the first bits of the number of
// each node as some leaf's are flipped maps parents to parents, and nodes that differ in one bit to such.
func (t Hypertree) Orbit(u topology.Node) int { return t.levelOrbit(u) }
