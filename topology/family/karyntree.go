package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A KaryNTree is a k-ary n-tree: a fat-tree of kⁿ processors (p_0,…,p_{n-1}) and n levels of
// kⁿ⁻¹ equal switches ⟨w,l⟩, w = (w_0,…,w_{n-2}), each with k ports down and k ports up.
// Level 0 holds the roots, whose ports up are unused; level n-1 is next to the processors.
// It is an immutable, comparable value; make one with [NewKaryNTree] or [NewKaryNTreeLiteral].
//
// The address of a processor is 0,3,1 (that of the only one for n = 0 is "()"), the address of a
// switch is w@l: 0,3@1. The paper gives processors no level; we say that they are at level n.
// Nodes are numbered by address: first the processors, then the switches level by level from the
// roots. Port x of a switch, x < k, is the link down that leads to digit x, port k+y the link up
// that leads to digit y. A processor has the one port 0, which has no label.
//
// Source: Petrini and Vanneschi, k-ary n-trees: High Performance Networks for Massively Parallel
// Architectures, IPPS 1997, Definition 2.2, as restated by the README of a k-ary n-tree visualizer.
type KaryNTree struct {
	radix, dims int  // k ≥ 2, n ≥ 0
	processors  int  // kⁿ
	width       int  // switches of a level: kⁿ⁻¹, or 0 if n = 0
	literal     bool // downward links bear the label that the source prints
}

// NewKaryNTree returns the k-ary n-tree, or an error unless k ≥ 2, n ≥ 0 and its kⁿ + nkⁿ⁻¹ nodes
// are at most [topology.MaxNodes].
func NewKaryNTree(k, n int) (KaryNTree, error) { return newKaryNTree(k, n, false) }

// NewKaryNTreeLiteral returns the k-ary n-tree whose links down between switches are labeled
// exactly as the source prints: w'_0 at the upper switch, for every level, where [NewKaryNTree]
// has w'_l. The graph and the ports are the same; the two agree for n ≤ 2.
func NewKaryNTreeLiteral(k, n int) (KaryNTree, error) { return newKaryNTree(k, n, true) }

func newKaryNTree(k, n int, literal bool) (KaryNTree, error) {
	t := KaryNTree{radix: k, dims: n, literal: literal}
	if k < 2 || n < 0 {
		return KaryNTree{}, fmt.Errorf("%v: want k ≥ 2 and n ≥ 0", t)
	}
	t.processors = power(k, n)
	if n > 0 {
		t.width = power(k, n-1)
	}
	if err := checkSize(t, t.processors+product(n, t.width), product(n, t.processors)); err != nil {
		return KaryNTree{}, err
	}
	return t, nil
}

func (t KaryNTree) String() string {
	name := "kary_ntree"
	if t.literal {
		name = "kary_ntree_literal"
	}
	return fmt.Sprintf("%s(k=%d, n=%d)", name, t.radix, t.dims)
}

// InWords returns the name of the tree: 4-ary 2-tree.
func (t KaryNTree) InWords() string { return fmt.Sprintf("%d-ary %d-tree", t.radix, t.dims) }

// Radix returns k, the number of links down from every switch.
func (t KaryNTree) Radix() int { return t.radix }

// Dims returns n, the number of levels of switches.
func (t KaryNTree) Dims() int { return t.dims }

func (t KaryNTree) Order() int { return t.processors + t.dims*t.width }

func (t KaryNTree) Kind(u topology.Node) topology.Kind {
	if int(u) < t.processors {
		return topology.Processor
	}
	return topology.Switch
}

// Level returns l for the switch ⟨w,l⟩, and n for a processor.
func (t KaryNTree) Level(u topology.Node) int {
	if t.Kind(u) == topology.Processor {
		return t.dims
	}
	return (int(u) - t.processors) / t.width
}

// Orbit numbers the processors 0 and the switches by level from 1.
//
// Proof. Adding a constant to digit i of every processor and switch, modulo k, keeps all links, as
// they ask for equal digits or leave a digit free; such maps take each switch to any other of its level.
func (t KaryNTree) Orbit(u topology.Node) int {
	if int(u) < t.processors {
		return 0
	}
	return 1 + (int(u)-t.processors)/t.width
}

// Digits returns p for the processor p, and w for the switch ⟨w,l⟩.
func (t KaryNTree) Digits(u topology.Node) []int {
	if t.Kind(u) == topology.Processor {
		return digitsOf(int(u), t.dims, t.radix)
	}
	return digitsOf((int(u)-t.processors)%t.width, t.dims-1, t.radix)
}

// Processor returns the processor p. It panics unless p has n digits from 0 to k-1.
func (t KaryNTree) Processor(p []int) topology.Node {
	return topology.Node(numberOf(p, t.dims, t.radix))
}

// Switch returns the switch ⟨w,level⟩.
// It panics unless w has n-1 digits from 0 to k-1 and level is from 0 to n-1.
func (t KaryNTree) Switch(w []int, level int) topology.Node {
	if level < 0 || level >= t.dims {
		panic(fmt.Sprintf("topology: %v: level %d: want 0 to %d", t, level, t.dims-1))
	}
	return t.switchAt(numberOf(w, t.dims-1, t.radix), level)
}

// switchAt returns the switch ⟨w,level⟩ for w as a number.
func (t KaryNTree) switchAt(w, level int) topology.Node {
	return topology.Node(t.processors + level*t.width + w)
}

func (t KaryNTree) Address(u topology.Node) string {
	digits := formatDigits(t.Digits(u))
	if t.Kind(u) == topology.Switch {
		return digits + "@" + strconv.Itoa(t.Level(u))
	}
	if t.dims == 0 {
		return "()"
	}
	return digits
}

func (t KaryNTree) NodeAt(address string) (topology.Node, error) {
	address = text.Plain(address)
	before, after, isSwitch := strings.Cut(address, "@")
	if !isSwitch {
		p, err := parseDigits(t, address, t.dims, t.radix)
		if err != nil {
			return 0, err
		}
		return t.Processor(p), nil
	}
	level, err := parseNumber(after)
	if err != nil || level >= t.dims {
		if t.dims == 0 {
			return 0, fmt.Errorf("%v: address %q is that of a switch, want (), the only node", t, address)
		}
		return 0, outOfRange(t, address, "level", after, 0, t.dims-1)
	}
	w, err := parseDigits(t, before, t.dims-1, t.radix)
	if err != nil {
		return 0, err
	}
	return t.Switch(w, level), nil
}

func (t KaryNTree) Size() int { return t.dims * t.processors }

// AppendNeighbors appends the nodes one level down that u is linked to, then those one level up.
func (t KaryNTree) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	k, n := t.radix, t.dims
	if int(u) < t.processors {
		if n > 0 {
			nodes = append(nodes, t.switchAt(int(u)/k, n-1))
		}
		return nodes
	}
	i := int(u) - t.processors
	l, w := i/t.width, i%t.width
	if l == n-1 {
		nodes = appendDigits(nodes, 0, w*k, 1, k) // a processor has one digit more
	} else {
		nodes = appendDigits(nodes, t.switchAt(0, l+1), w, power(k, n-2-l), k)
	}
	if l > 0 {
		nodes = appendDigits(nodes, t.switchAt(0, l-1), w, power(k, n-1-l), k)
	}
	return nodes
}

// appendDigits appends the nodes first+w', where w' is w with each digit of radix k in place of the one
// that is worth stride.
func appendDigits(nodes []topology.Node, first topology.Node, w, stride, k int) []topology.Node {
	return appendSteps(nodes, first+topology.Node(w-w/stride%k*stride), topology.Node(stride), k)
}

// Links yields every link once, from the bottom up: between ⟨w,n-1⟩ and p where w_i = p_i for every
// i ≤ n-2, labeled p_{n-1} at the switch; and between ⟨w,l⟩ and ⟨w',l+1⟩ where w_i = w'_i for every
// i ≠ l, labeled w'_l at the upper switch and w_l at the lower one.
//
// The source prints w'_0 for the label at the upper switch. We read w'_l, the counterpart of w_l
// and the only digit in which the two may differ; [NewKaryNTreeLiteral] has w'_0.
func (t KaryNTree) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		k, n := t.radix, t.dims
		for p := range t.processors {
			if n == 0 {
				return // a lone processor
			}
			w, last := p/k, p%k // p_0…p_{n-2} and p_{n-1}
			if !yield(topology.Link{A: t.switchAt(w, n-1), B: topology.Node(p), PortA: last, LabelA: last, LabelB: topology.NoLabel}) {
				return
			}
		}
		for l := n - 2; l >= 0; l-- {
			stride := power(k, n-2-l) // what digit l of w is worth
			for w := range t.width {
				wl := w / stride % k
				upper, lower := t.switchAt(w, l), w-wl*stride
				for x := range k { // w' is w with x in place of w_l
					link := topology.Link{
						A: upper, PortA: x, LabelA: x,
						B: upper + topology.Node(t.width+(x-wl)*stride), PortB: k + wl, LabelB: wl,
					}
					if t.literal {
						link.LabelA = (lower + x*stride) / power(k, n-2) // w'_0
					}
					if !yield(link) {
						return
					}
				}
			}
		}
	}
}
