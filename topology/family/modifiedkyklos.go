package family

import (
	"fmt"
	"iter"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// father is the address of the Father Root.
const father = "father"

// A ModifiedKyklos is the modified KYKLOS-II⟨2,3,n⟩ for the (d,k) problem: the two trees of KYKLOS-II, a
// third one on the same leaves, and a Father Root, linked to the three roots, so that no node has more
// than three links. What [topology.SharedLeaves] says of nodes and ports holds, but the Father Root, the last
// node, has the address "father" and level 0, and every other node a level one more; a root is linked
// to it by port 2, its own port k-1 leads to the root of tree k.
//
// With a = 0101… in n bits and 1… for all ones, the leaves 4q to 4q+3 from the left in tree 3 are q,
// q⊕1…, q⊕a and q⊕a⊕1…. That is what the generator of the source makes: a set {q, q⊕1…, q⊕a, q⊕a⊕1…} has
// just one member that begins with 00, its least one.
// It is an immutable, comparable value; make one with [NewModifiedKyklos].
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), section 6.2.
type ModifiedKyklos struct{ leafTrees }

// NewModifiedKyklos returns the modified KYKLOS-II of 2ⁿ leaves, or an error unless n ≥ 2 and its
// 4·2ⁿ-2 nodes are at most [topology.MaxNodes].
func NewModifiedKyklos(n int) (ModifiedKyklos, error) {
	t := ModifiedKyklos{leafTrees{height: n}}
	if n < 2 {
		return ModifiedKyklos{}, fmt.Errorf("%v: want n ≥ 2", t)
	}
	var err error
	if t.leafTrees, err = makeLeafTrees(t, 2, 3, n, 3); err != nil {
		return ModifiedKyklos{}, err
	}
	return t, nil
}

func (t ModifiedKyklos) String() string { return fmt.Sprintf("modified_kyklos(n=%d)", t.height) }
func (t ModifiedKyklos) Order() int     { return t.leafTrees.Order() + 1 }

func (t ModifiedKyklos) Level(u topology.Node) int {
	_, height, _ := t.Position(u)
	return t.height + 1 - height
}

// Position is that of a leaf or a switch; the Father Root has tree 0 and height n+1.
func (t ModifiedKyklos) Position(u topology.Node) (tree, height, index int) {
	if int(u) == t.leafTrees.Order() {
		return 0, t.height + 1, 0
	}
	return t.leafTrees.Position(u)
}

func (t ModifiedKyklos) Address(u topology.Node) string {
	if int(u) == t.leafTrees.Order() {
		return father
	}
	return t.leafTrees.Address(u)
}

func (t ModifiedKyklos) NodeAt(address string) (topology.Node, error) {
	if text.Plain(address) == father {
		return topology.Node(t.leafTrees.Order()), nil
	}
	return t.nodeAt(t, address)
}

// Links yields every link once: tree by tree from the leaves up, and then those of the Father Root.
func (t ModifiedKyklos) Links() iter.Seq[topology.Link] { return t.each }

func (t ModifiedKyklos) each(yield func(topology.Link) bool) {
	more := t.eachLink(t.child, yield)
	for k := 0; more && k < t.trees; k++ {
		root := t.at(k+1, t.height, 0)
		more = yield(topology.Link{A: topology.Node(t.leafTrees.Order()), PortA: k, LabelA: k, B: root, PortB: t.fanout, LabelB: topology.NoLabel})
	}
}

func (t ModifiedKyklos) child(p place, c int) int {
	switch i := 2*p.index + c; {
	case p.tree == 2:
		return p.index + c*p.width
	case p.tree == 3 && p.height == 1:
		return i/4 ^ t.flips()[i%4]
	default:
		return i
	}
}

// flips returns what is flipped in q to get the leaves 4q to 4q+3 from the left in tree 3.
func (t ModifiedKyklos) flips() [4]int {
	a := (t.leaves - 1) / 3 // 0101…
	return [...]int{0, t.leaves - 1, a, t.leaves - 1 - a}
}

// parent is the inverse of child.
func (t ModifiedKyklos) parent(p place) int {
	switch {
	case p.tree == 2:
		return p.index & (p.width/2 - 1)
	case p.tree == 3 && p.height == 0:
		for i, flip := range t.flips() {
			if q := p.index ^ flip; q < t.leaves/4 {
				return 2*q + i/2
			}
		}
	}
	return p.index / 2
}

func (t ModifiedKyklos) Size() int { return t.leafTrees.Size() + t.trees }

// AppendNeighbors appends the children of a switch, then its parent; the parents of a leaf.
func (t ModifiedKyklos) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	father := topology.Node(t.leafTrees.Order())
	if u == father {
		return appendSteps(nodes, t.at(1, t.height, 0), topology.Node(t.switches), t.trees)
	}
	p := t.place(u)
	nodes = appendAround(t, t.leafTrees, nodes, u, p)
	if p.height == t.height {
		nodes = append(nodes, father)
	}
	return nodes
}

// Orbit returns the orbit of u: the orbits are the leaves, every level of every tree by itself, and the
// Father Root. Flipping some bits of every leaf flips bits of the indices in trees 1 and 2; in tree 3 it
// flips bits of q, or exchanges its four leaves as q, q⊕1…, q⊕a, q⊕a⊕1… are by ⊕1… and ⊕a.
func (t ModifiedKyklos) Orbit(u topology.Node) int {
	tree, height, _ := t.Position(u)
	switch height {
	case 0:
		return 0
	case t.height + 1:
		return 3*t.height + 1
	}
	return tree*t.height - height + 1
}
