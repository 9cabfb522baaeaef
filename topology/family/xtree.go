package family

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// An XTree is an X-tree: a complete binary tree of height n with links between nodes of the same depth,
// where node i of 2ˡ is followed by node i+1 mod 2ˡ. In the full ring every node is linked with the next
// one; in the half ring only the odd ones are, which are no siblings for l > 1. What [topology.SharedLeaves] says
// of nodes and ports holds. The links to the next and the one before have the ports after those of the
// tree, in this order if there are both.
// It is an immutable, comparable value; make one with [NewXTree].
//
// Source: Despain and Patterson, X-Tree: A Tree Structured Multi-processor Computer Architecture, ISCA
// 1978, as Menezes, The KYKLOS Multicomputer Network (1988), ch. 7, compares it: processors are the leaves.
type XTree struct {
	leafTrees
	full bool
}

// NewXTree returns the X-tree of height n, or an error unless n ≥ 0, the ring is 0 for half or 1 for full,
// and its 2ⁿ⁺¹-1 nodes are at most [topology.MaxNodes].
func NewXTree(n, ring int) (XTree, error) {
	t := XTree{leafTrees{height: n}, ring == 1}
	if n < 0 || ring>>1 != 0 {
		return XTree{}, fmt.Errorf("%v: want n ≥ 0 and ring \"half\" or \"full\"", t)
	}
	var err error
	if t.leafTrees, err = makeLeafTrees(t, 2, 1, n, t.inRings(power(2, n))); err != nil {
		return XTree{}, err
	}
	return t, nil
}

// inRings returns the number of links between nodes of the same depth, for a number of leaves.
func (t XTree) inRings(leaves int) int {
	if t.full && leaves > 1 {
		return 2*leaves - 3
	}
	return leaves - 1
}

// rings are the choices of the ring of an X-tree.
var rings = []string{"half", "full"}

func (t XTree) String() string {
	ring := 0
	if t.full {
		ring = 1
	}
	return fmt.Sprintf("x_tree(n=%d, ring=%q)", t.height, rings[ring])
}

func (t XTree) NodeAt(address string) (topology.Node, error) { return t.nodeAt(t, address) }

// Links yields every link once: those of the tree from the leaves up, and then the others likewise.
func (t XTree) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) { t.withLevels(t.next, t.full, yield) }
}

// next returns the node of a depth to which the link from node i to the next one leads; i if there is none.
func (t XTree) next(depth, i int) int {
	if i%2 == 0 && (!t.full || depth == 1) { // at depth 1, the next is the one before
		return i
	}
	return (i + 1) & (1<<depth - 1)
}

func (t XTree) Size() int { return t.leafTrees.Size() + t.inRings(t.leaves) }

// AppendNeighbors appends the children of u, its parent, the next node of its depth and the one before.
func (t XTree) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	p := t.place(u)
	nodes = appendAround(t.leafTrees, t.leafTrees, nodes, u, p)
	depth, i := t.height-p.height, p.index
	if next := t.next(depth, i); next != i {
		nodes = append(nodes, u+topology.Node(next-i))
	}
	if before := (i - 1) & (1<<depth - 1); before != i && t.next(depth, before) == i {
		nodes = append(nodes, u+topology.Node(before-i))
	}
	return nodes
}

// withLevels yields the links of a binary tree, and then the link from each node i of a depth to node
// next(depth, i) unless that is i. The ports of such a link follow those of the tree, at its far end
// after one that is left free if both is true.
func (t leafTrees) withLevels(next func(depth, i int) int, both bool, yield func(topology.Link) bool) {
	if !t.eachLink(t.child, yield) {
		return
	}
	port := 1
	for height := range t.height {
		for i := range power(2, t.height-height) {
			link := topology.Link{
				A: t.at(1, height, i), PortA: port, LabelA: topology.NoLabel,
				B: t.at(1, height, next(t.height-height, i)), PortB: port, LabelB: topology.NoLabel,
			}
			if both {
				link.PortB++
			}
			if link.A != link.B && !yield(link) {
				return
			}
		}
		port = 3
	}
}

// Orbit returns the orbit of u under two automorphisms of every depth l: to turn it about by half, which
// adds 2ˡ⁻¹ to i, mod 2ˡ, and to reflect it, which takes i to 2ˡ-1-i. Both map parents to parents and,
// as the link from an odd i leads to i+1, links between nodes of a depth to such.
func (t XTree) Orbit(u topology.Node) int {
	_, height, i := t.Position(u)
	depth := t.height - height
	half := 1 << max(depth-1, 0)
	i = min(i%half, half-1-i%half)
	switch {
	case height == 0:
		return i
	case depth < 2:
		return max(1, 1<<(t.height)/4) + depth
	}
	return 1<<t.height/4 + half/2 + 1 + i
}
