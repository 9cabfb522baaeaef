package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A MaryTree is the complete m-ary tree of height n: a root with m children, and so on down to the
// mⁿ leaves. The leaves are processors, the other nodes switches.
// It is an immutable, comparable value; make one with [NewMaryTree].
//
// The address of a node says which child to take at each step down from the root: "()" is the root,
// 0,2 is child 2 of child 0. The root has level 0, the leaves have level n. Nodes are numbered by
// address: first the leaves, then the switches level by level from the root. Port c of a switch,
// c < m, leads to its child c and is labeled c; port m leads to its parent. Port 0 of a leaf leads
// to its parent.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), ch. 2, but there the leaves have level 0.
type MaryTree struct {
	fanout, height int // m ≥ 2, n ≥ 0
	leaves         int // mⁿ
}

// NewMaryTree returns the m-ary tree of height n, or an error unless m ≥ 2, n ≥ 0 and its
// (mⁿ⁺¹-1)/(m-1) nodes are at most [topology.MaxNodes].
func NewMaryTree(m, n int) (MaryTree, error) {
	t := MaryTree{fanout: m, height: n}
	if m < 2 || n < 0 {
		return MaryTree{}, fmt.Errorf("%v: want m ≥ 2 and n ≥ 0", t)
	}
	t.leaves = power(m, n)
	nodes := t.leaves + (t.leaves-1)/(m-1)
	if err := checkSize(t, nodes, nodes-1); err != nil {
		return MaryTree{}, err
	}
	return t, nil
}

func (t MaryTree) String() string { return fmt.Sprintf("mary_tree(m=%d, n=%d)", t.fanout, t.height) }
func (t MaryTree) Order() int     { return t.leaves + (t.leaves-1)/(t.fanout-1) }

func (t MaryTree) Kind(u topology.Node) topology.Kind {
	if int(u) < t.leaves {
		return topology.Processor
	}
	return topology.Switch
}

// Level returns the number of links between u and the root.
func (t MaryTree) Level(u topology.Node) int {
	level, _ := t.position(u)
	return level
}

// Orbit numbers the leaves 0 and the switches by level from 1.
//
// Proof. Adding a constant to digit i of every address that has one, modulo m, keeps all links, as
// a child's address begins with its parent's; such maps take each node to any other of its level.
func (t MaryTree) Orbit(u topology.Node) int {
	if t.Kind(u) == topology.Processor {
		return 0
	}
	level, _ := t.position(u)
	return 1 + level
}

// position returns u's level, and u's address as a number.
func (t MaryTree) position(u topology.Node) (level, i int) {
	level, i, _ = t.place(u)
	return level, i
}

// place returns these and the width of the level. It looks from the bottom up, where most nodes are.
func (t MaryTree) place(u topology.Node) (level, i, width int) {
	if int(u) < t.leaves {
		return t.height, int(u), t.leaves
	}
	width = t.leaves / t.fanout
	first := t.Order() - width // of its level
	for level = t.height - 1; int(u) < first; level-- {
		width /= t.fanout
		first -= width
	}
	return level, int(u) - first, width
}

// at returns the node of a level whose address is the number i; it is the inverse of position.
func (t MaryTree) at(level, i int) topology.Node {
	if level == t.height {
		return topology.Node(i)
	}
	above := (power(t.fanout, level) - 1) / (t.fanout - 1) // nodes above the level
	return topology.Node(t.leaves + above + i)
}

func (t MaryTree) Address(u topology.Node) string {
	level, i := t.position(u)
	if level == 0 {
		return "()"
	}
	return formatDigits(digitsOf(i, level, t.fanout))
}

func (t MaryTree) NodeAt(address string) (topology.Node, error) {
	address = text.Plain(address)
	level := 0
	if address != "" {
		level = 1 + strings.Count(address, ",")
	}
	if level > t.height {
		return 0, digitCount(t, address, level, "at most "+strconv.Itoa(t.height))
	}
	digits, err := parseDigits(t, address, level, t.fanout)
	if err != nil {
		return 0, err
	}
	return t.at(level, numberOf(digits, level, t.fanout)), nil
}

func (t MaryTree) Size() int { return t.Order() - 1 }

// AppendNeighbors appends the children of u, then its parent.
func (t MaryTree) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	level, i, width := t.place(u)
	first := u - topology.Node(i) // of the level
	if level < t.height-1 {
		nodes = appendSteps(nodes, first+topology.Node(width+i*t.fanout), 1, t.fanout)
	} else if level < t.height {
		nodes = appendSteps(nodes, topology.Node(i*t.fanout), 1, t.fanout)
	}
	if level == t.height && level > 0 {
		nodes = append(nodes, t.at(level-1, i/t.fanout))
	} else if level > 0 {
		nodes = append(nodes, first-topology.Node(width/t.fanout)+topology.Node(i/t.fanout))
	}
	return nodes
}

// Links yields every link once, from the bottom up: from each switch to its children 0 to m-1.
func (t MaryTree) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for level := t.height - 1; level >= 0; level-- {
			up := t.fanout // port of a child that leads to its parent
			if level+1 == t.height {
				up = 0
			}
			upper, child := t.at(level, 0), t.at(level+1, 0)
			for i := range topology.Node(power(t.fanout, level)) {
				for c := range t.fanout {
					link := topology.Link{A: upper + i, PortA: c, LabelA: c, B: child, PortB: up, LabelB: topology.NoLabel}
					child++
					if !yield(link) {
						return
					}
				}
			}
		}
	}
}
