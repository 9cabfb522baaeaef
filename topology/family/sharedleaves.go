package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// leafTrees is what the definitions of networks with [topology.SharedLeaves] have in common.
type leafTrees struct {
	fanout, trees, height int // m ≥ 2, r ≥ 1, n ≥ 0
	leaves, switches      int // mⁿ, and those of a tree
}

// makeLeafTrees returns the trees, or an error that begins with def if they are too large with more
// links than those of the trees, by the given number.
func makeLeafTrees(def fmt.Stringer, m, r, n, more int) (leafTrees, error) {
	leaves := power(m, n)
	t := leafTrees{m, r, n, leaves, (leaves - 1) / (m - 1)}
	links := product(r, leaves+t.switches-1) + more
	return t, checkSize(def, leaves+product(r, t.switches), links)
}

func (t leafTrees) Fanout() int { return t.fanout }
func (t leafTrees) Trees() int  { return t.trees }
func (t leafTrees) Height() int { return t.height }
func (t leafTrees) Order() int  { return t.leaves + t.trees*t.switches }

func (t leafTrees) Kind(u topology.Node) topology.Kind {
	if int(u) < t.leaves {
		return topology.Processor
	}
	return topology.Switch
}

// Level returns the number of links between u and a root of it.
func (t leafTrees) Level(u topology.Node) int {
	_, height, _ := t.Position(u)
	return t.height - height
}

func (t leafTrees) Position(u topology.Node) (tree, height, index int) {
	p := t.place(u)
	return p.tree, p.height, p.index
}

// A place is the position of a node, and how many nodes of its height a tree has.
type place struct{ tree, height, index, width int }

// place returns the place of u. It looks from the bottom up, where most nodes are.
func (t leafTrees) place(u topology.Node) place {
	if int(u) < t.leaves {
		return place{0, 0, int(u), t.leaves}
	}
	i := int(u) - t.leaves
	p := place{1 + i/t.switches, 1, i % t.switches, t.leaves / t.fanout}
	first := t.switches - p.width // of its height
	for p.index < first {
		p.height++
		p.width /= t.fanout
		first -= p.width
	}
	p.index -= first
	return p
}

// at returns the node with the given position; a leaf may be given with any tree.
func (t leafTrees) at(tree, height, index int) topology.Node {
	if height == 0 {
		return topology.Node(index)
	}
	above := (power(t.fanout, t.height-height) - 1) / (t.fanout - 1)
	return topology.Node(t.leaves + (tree-1)*t.switches + above + index)
}

func (t leafTrees) Address(u topology.Node) string {
	tree, height, index := t.Position(u)
	switch {
	case height == 0:
		return strconv.Itoa(index)
	case t.trees > 2:
		return formatDigits([]int{tree, height, index})
	case tree == 2:
		height = -height
	}
	return formatDigits([]int{height, index})
}

// nodeAt returns the node of def with the given address.
func (t leafTrees) nodeAt(def topology.Definition, address string) (topology.Node, error) {
	fields := strings.Split(text.Plain(address), ",")
	if len(fields) == 2 && t.trees <= 2 { // the short form
		tree := "1"
		if rest, below := strings.CutPrefix(fields[0], "-"); below {
			tree, fields[0] = "2", rest
		}
		fields = []string{tree, fields[0], fields[1]}
	}
	var x [3]int
	ok := len(fields) == 1 || len(fields) == 3
	for i := 0; ok && i < len(fields); i++ {
		var err error
		x[i], err = parseNumber(fields[i])
		ok = err == nil
	}
	switch {
	case !ok:
	case len(fields) == 1 && x[0] < t.leaves:
		return topology.Node(x[0]), nil
	case len(fields) == 3 && x[0] >= 1 && x[0] <= t.trees && x[1] >= 1 && x[1] <= t.height && x[2] < power(t.fanout, t.height-x[1]):
		return t.at(x[0], x[1], x[2]), nil
	}
	return 0, fmt.Errorf("%v: address %q: want that of a leaf, 0 to %d, or of a switch, such as %s for the last root",
		def, address, t.leaves-1, t.Address(t.at(t.trees, t.height, 0)))
}

func (t leafTrees) Size() int { return t.trees * (t.leaves + t.switches - 1) }

// Child and parent of a network whose trees are all alike.
func (t leafTrees) child(p place, c int) int { return t.fanout*p.index + c }
func (t leafTrees) parent(p place) int       { return p.index / t.fanout }

// appendAround appends the neighbors of u at place p: the children of a switch, then its parent; the parents of a
// leaf. In the trees of def, child returns the index of child c of the switch at a place, and parent that of the
// parent of the node at a place, where a leaf is in the tree in which its parent is.
func appendAround[D interface {
	child(p place, c int) int
	parent(p place) int
}](def D, t leafTrees, nodes []topology.Node, u topology.Node, p place) []topology.Node {
	if p.height == 0 {
		above := topology.Node(t.leaves + t.switches - p.width/t.fanout) // the switches of height 1
		for p.tree = 1; t.height > 0 && p.tree <= t.trees; p.tree++ {
			nodes = append(nodes, above+topology.Node(def.parent(p)))
			above += topology.Node(t.switches)
		}
		return nodes
	}
	first := u - topology.Node(p.index) // of the switches of this height
	below := first + topology.Node(p.width)
	if p.height == 1 {
		below = 0
	}
	for c := range t.fanout {
		nodes = append(nodes, below+topology.Node(def.child(p, c)))
	}
	if p.height < t.height {
		nodes = append(nodes, first-topology.Node(p.width/t.fanout)+topology.Node(def.parent(p)))
	}
	return nodes
}

// links yields the links of every tree, from its leaves up, where child returns the index of child c of
// the switch at a place.
func (t leafTrees) links(child func(p place, c int) int) iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) { t.eachLink(child, yield) }
}

// eachLink yields the same links, and returns false if yield did.
func (t leafTrees) eachLink(child func(p place, c int) int, yield func(topology.Link) bool) bool {
	for tree := 1; tree <= t.trees; tree++ {
		up := tree - 1 // port of a child that leads to its parent
		for height := 1; height <= t.height; height++ {
			upper, lower := t.at(tree, height, 0), t.at(tree, height-1, 0)
			p := place{tree, height, 0, power(t.fanout, t.height-height)}
			for ; p.index < p.width; p.index++ {
				for c := range t.fanout {
					link := topology.Link{
						A: upper + topology.Node(p.index), PortA: c, LabelA: c,
						B: lower + topology.Node(child(p, c)), PortB: up, LabelB: topology.NoLabel,
					}
					if !yield(link) {
						return false
					}
				}
			}
			up = t.fanout
		}
	}
	return true
}

// levelOrbit returns the orbit of u where the orbits are the leaves, and the switches of each level of
// all trees together.
func (t leafTrees) levelOrbit(u topology.Node) int {
	if int(u) < t.leaves {
		return 0
	}
	return 1 + t.height - t.place(u).height
}
