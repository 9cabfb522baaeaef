package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A MiKANT is a mirrored k-ary n-tree: two k-ary n-trees without their roots, groups 0 and 1, whose
// topmost switches are linked with each other. Each group has kⁿ processors ⟨G,C_{n-1},…,C_0⟩ and n-1 levels of
// kⁿ⁻¹ equal switches ⟨G,L,D_{n-2},…,D_0⟩; level 0 is next to the processors.
// It is an immutable, comparable value; make one with [NewMiKANT].
//
// The address of a processor is 0,2,0,0,0, that of a switch is G@L,D: 0@1,0,0,2. The source writes
// both without the @, so that one cannot tell them apart. As in the source, the commas may be left
// out between three symbols or more: 02000 and 0@1002. The source gives processors no level. Nodes
// are numbered by address, first the processors, then the switches.
//
// Port x of a switch, x < k, is the source's x⁻, which leads towards the processors, to digit x;
// port k+x is x⁺, which leads away from them, to digit x. Its label is its number. A processor has
// the one port 0, which has no label.
//
// Source: Li and Chu, MiKANT: A Mirrored K-Ary N-Tree for Reducing Hardware Cost and Packet Latency
// of Fat-Tree and Clos Networks, 2018, as restated by slides of its authors.
type MiKANT struct{ twoTrees }

// NewMiKANT returns MiKANT(k,n), or an error unless k ≥ 2, n ≥ 2, its 2kⁿ + (2n-2)kⁿ⁻¹ nodes are at
// most [topology.MaxNodes] and its (2n-1)kⁿ links at most [topology.MaxLinks].
func NewMiKANT(k, n int) (MiKANT, error) {
	t, err := newTwoTrees("mikant", k, n, false)
	return MiKANT{t}, err
}

// twoTrees are two k-ary n-trees back to back, with common roots or with none.
type twoTrees struct {
	name        string // of the family
	radix, dims int    // k ≥ 2, n ≥ 1
	width       int    // switches of a level: kⁿ⁻¹
	rooted      bool   // the trees share the roots, which are level n-1
}

func newTwoTrees(name string, k, n int, rooted bool) (twoTrees, error) {
	t := twoTrees{name: name, radix: k, dims: n, rooted: rooted}
	least := 2 // levels
	if rooted {
		least = 1
	}
	if k < 2 || n < least {
		return twoTrees{}, fmt.Errorf("%v: want k ≥ 2 and n ≥ %d", t, least)
	}
	width, processors := power(k, n-1), power(k, n) // of one tree
	nodes, links := 2*(processors+product(n-1, width)), 2*product(n-1, processors)+processors
	if rooted {
		nodes += width
		links += processors
	}
	if err := checkSize(t, nodes, links); err != nil {
		return twoTrees{}, err
	}
	t.width = width
	return t, nil
}

func (t twoTrees) String() string { return fmt.Sprintf("%s(k=%d, n=%d)", t.name, t.radix, t.dims) }

// Radix returns k, half the number of ports of a switch.
func (t twoTrees) Radix() int { return t.radix }

// Dims returns n, the number of digits of a processor.
func (t twoTrees) Dims() int { return t.dims }

func (t twoTrees) Order() int {
	rows := 2 * (t.radix + t.dims - 1)
	if t.rooted {
		rows++
	}
	return rows * t.width
}

func (t twoTrees) Kind(u topology.Node) topology.Kind {
	if int(u) < 2*t.radix*t.width {
		return topology.Processor
	}
	return topology.Switch
}

// position returns the group of u, 2 for a root, and its level, NoLevel for a processor.
func (t twoTrees) position(u topology.Node) (group, level int) {
	row := int(u) / t.width
	if row < 2*t.radix {
		return row / t.radix, topology.NoLevel
	}
	row -= 2 * t.radix
	if row == 2*(t.dims-1) {
		return 2, t.dims - 1
	}
	return row / (t.dims - 1), row % (t.dims - 1)
}

// Level returns L for a switch: its distance from the nearest switches that have processors.
func (t twoTrees) Level(u topology.Node) int {
	_, level := t.position(u)
	return level
}

// Depth returns the distance of u from the roots or, where there are none, from the switches of the
// highest level, which link the two trees.
func (t twoTrees) Depth(u topology.Node) int {
	_, level := t.position(u)
	return t.levels() - 1 - level // NoLevel is -1
}

// Group returns which of the two trees u is in: 0 or 1, or 2 for a root, which is in both.
func (t twoTrees) Group(u topology.Node) int {
	group, _ := t.position(u)
	return group
}

// Digits returns C_{n-1},…,C_0 for a processor, and D_{n-2},…,D_0 for a switch.
func (t twoTrees) Digits(u topology.Node) []int {
	if t.Kind(u) == topology.Processor {
		return digitsOf(int(u)%(t.radix*t.width), t.dims, t.radix)
	}
	return digitsOf(int(u)%t.width, t.dims-1, t.radix)
}

// Processor returns the processor of a group with the digits c.
// It panics unless the group is 0 or 1, and c has n digits from 0 to k-1.
func (t twoTrees) Processor(group int, c []int) topology.Node {
	t.check("group", group, 2)
	return topology.Node(group*t.radix*t.width + numberOf(c, t.dims, t.radix))
}

// Switch returns the switch of a group and level with the digits d; the group of a root does not matter.
// It panics if there is none.
func (t twoTrees) Switch(group, level int, d []int) topology.Node {
	t.check("group", group, 3)
	t.check("level", level, t.levels())
	return t.at(group, level, numberOf(d, t.dims-1, t.radix))
}

// levels returns the number of levels of switches.
func (t twoTrees) levels() int {
	if t.rooted {
		return t.dims
	}
	return t.dims - 1
}

func (t twoTrees) check(what string, x, limit int) {
	if x < 0 || x >= limit {
		panic(fmt.Sprintf("topology: %v: %s %d: want 0 to %d", t, what, x, limit-1))
	}
}

// at returns the switch of a group and level whose digits are the number d.
func (t twoTrees) at(group, level, d int) topology.Node {
	row := 2*t.radix + group*(t.dims-1) + level
	if level == t.dims-1 {
		row = 2 * (t.radix + t.dims - 1)
	}
	return topology.Node(row*t.width + d)
}

func (t twoTrees) Address(u topology.Node) string {
	digits := append([]int{0}, t.Digits(u)...)
	group, level := t.position(u)
	if level == topology.NoLevel {
		digits[0] = group
		return formatDigits(digits)
	}
	digits[0] = level
	if group == 2 {
		return "@" + formatDigits(digits)
	}
	return strconv.Itoa(group) + "@" + formatDigits(digits)
}

func (t twoTrees) NodeAt(address string) (topology.Node, error) {
	group, rest, isSwitch := strings.Cut(text.Plain(address), "@")
	if !isSwitch {
		rest = group
	}
	if len(rest) > 2 && !strings.Contains(rest, ",") {
		rest = strings.Join(strings.Split(rest, ""), ",") // 02000
	}
	first, rest, _ := strings.Cut(rest, ",")
	n, level := t.dims, 0
	if isSwitch {
		var err error
		if level, err = parseNumber(first); err != nil || level >= t.levels() {
			return 0, outOfRange(t, address, "level", first, 0, t.levels()-1)
		}
		n--
	} else {
		group = first
	}
	g, err := parseNumber(group)
	if root := isSwitch && level == t.dims-1; root && group != "" {
		return 0, badAddress(t, address, "group", strconv.Quote(group), "none, as in "+t.Address(topology.Node(t.Order()-1)))
	} else if !root && (err != nil || g > 1) {
		return 0, badAddress(t, address, "group", strconv.Quote(group), "0 or 1")
	}
	digits, err := parseDigits(t, rest, n, t.radix)
	if err != nil {
		return 0, err
	}
	if !isSwitch {
		return t.Processor(g, digits), nil
	}
	return t.Switch(g, level, digits), nil
}

// Orbit numbers the processors 0 and the switches by level from 1.
//
// Proof. Adding a constant to digit i of every processor and switch, modulo k, keeps all links, as
// they ask for equal digits or leave a digit free; exchanging the groups keeps them as well. These
// maps take every processor to every other, and every switch to every other of its level.
func (t twoTrees) Orbit(u topology.Node) int { return 1 + t.Level(u) } // NoLevel is -1

func (t twoTrees) Size() int {
	links := (2*t.dims - 1) * t.radix * t.width
	if t.rooted {
		links += t.radix * t.width
	}
	return links
}

// AppendNeighbors appends the nodes that the ports down of u lead to, then those that its ports up lead to.
func (t twoTrees) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	k, n := t.radix, t.dims
	g, l := t.position(u)
	d := int(u) % t.width
	if l == topology.NoLevel {
		return append(nodes, t.at(g, 0, d))
	}
	stride := power(k, l) // what digit l is worth
	if g == 2 {
		nodes = t.appendBelow(nodes, 0, l, d, stride)
		return t.appendBelow(nodes, 1, l, d, stride)
	}
	nodes = t.appendBelow(nodes, g, l, d, stride)
	up := t.at(g, l+1, 0)
	if l == n-2 && !t.rooted {
		up = t.at(1-g, l, 0)
	}
	return appendDigits(nodes, up, d, stride, k)
}

// appendBelow appends the nodes of a group below a switch of level l whose digits are the number d.
func (t twoTrees) appendBelow(nodes []topology.Node, group, l, d, stride int) []topology.Node {
	if l > 0 {
		return appendDigits(nodes, t.at(group, l-1, 0), d, stride/t.radix, t.radix)
	}
	return appendSteps(nodes, topology.Node(group*t.radix*t.width+d), topology.Node(t.width), t.radix)
}

// Links yields every link once: between ⟨G,0,D⟩ and ⟨G,C⟩ where D_i = C_i for every i ≤ n-2; then,
// for each L, between ⟨G,L,D⟩ and ⟨G,L+1,D'⟩ where D_i = D'_i for every i ≠ L. Beyond level n-2 of a
// group there is level n-2 of the other group, or the roots.
//
// The source lacks the bar that makes G the other group; without it the groups would not be linked.
func (t twoTrees) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		k, n := t.radix, t.dims
		toProcessors := func(group, level int) int { // first port of those that lead into a group
			if level == n-1 {
				return group * k
			}
			return 0
		}
		for c := range 2 * k * t.width {
			g, x := c/t.width/k, c/t.width%k // G and C_{n-1}
			port := toProcessors(g, 0) + x
			if !yield(topology.Link{A: t.at(g, 0, c%t.width), B: topology.Node(c), PortA: port, LabelA: port, LabelB: topology.NoLabel}) {
				return
			}
		}
		stride := 1 // what digit l is worth
		for l := range n - 1 {
			for i := range 2 * k * t.width {
				g, x, d := i/t.width/k, i%k, i/k%t.width // d with x in place of digit l
				digit := d / stride % k
				next := d + (x-digit)*stride
				link := topology.Link{A: t.at(g, l, d), PortA: k + x, B: t.at(g, l+1, next), PortB: toProcessors(g, l+1) + digit}
				if l == n-2 && !t.rooted {
					if g == 1 {
						break // the links of group 0 are those of group 1
					}
					link.B, link.PortB = t.at(1, l, next), k+digit
				}
				link.LabelA, link.LabelB = link.PortA, link.PortB
				if !yield(link) {
					return
				}
			}
			stride *= k
		}
	}
}
