package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A Banyan is an SW-banyan or an SK-banyan of l+1 levels of nodes: fˡ processors at the base, which is
// level 0 of the source, and switches at the levels 1 to l, the apex. A node has s links up, a switch f
// links down; there is one way up from each processor to each switch of the apex.
//
// Node (w,v) of level i, w of l-i digits of radix f, v of i digits of radix s, is linked for each u < s
// to node (w',vu) one level up, where w' is w without its first digit d. That is the SW-banyan. In the
// SK-banyan, where s = 2, the first digit e of w' becomes e-d mod f for u = 0 and e+d mod f for u = 1.
//
// The address of a processor is its number, that of switch (w,v) is level,w·sⁱ+v: 1,4. Levels are
// turned over: the apex has level 0, the processors l. Nodes are numbered from the processors on, then
// from the apex down. Port d of a switch leads down to digit d and is labeled d, port f+u up with choice
// u and is labeled u; port u of a processor leads up.
// It is an immutable, comparable value; make one with [NewSWBanyan] or [NewSKBanyan].
//
// Source: Goke and Lipovski, Banyan Networks for Partitioning Multiprocessor Systems, ISCA 1973, for the
// SW-banyan; Menezes, The KYKLOS Multicomputer Network (1988), section 6.4, shows both for s = 2, f = 3,
// l = 2 without a definition. The links between base and level 1 are made so that the distances that it
// states hold; between the last two levels, one way up to each switch of the apex leaves no choice.
type Banyan struct {
	spread, fanout, levels int // s ≥ 1, f ≥ 2, l ≥ 1
	base, nodes            int // nodes of level 0, fˡ, and of all
	skewed                 bool
}

// NewSWBanyan returns the SW-banyan with s links up from a node, f down and l+1 levels, or an error
// unless s ≥ 1, f ≥ 2 and l ≥ 1 and it is within [topology.MaxNodes] and [topology.MaxLinks].
func NewSWBanyan(s, f, l int) (Banyan, error) {
	t := Banyan{spread: s, fanout: f, levels: l}
	if s < 1 || f < 2 || l < 1 {
		return Banyan{}, fmt.Errorf("%v: want s ≥ 1, f ≥ 2 and l ≥ 1", t)
	}
	return t.checked()
}

// NewSKBanyan returns the SK-banyan with 2 links up from a node, f down and l+1 levels, or an error
// unless f is odd and at least 3, so that two processors have at most one switch of level 1 in common,
// and l ≥ 2 and it is within [topology.MaxNodes] and [topology.MaxLinks].
func NewSKBanyan(f, l int) (Banyan, error) {
	t := Banyan{spread: 2, fanout: f, levels: l, skewed: true}
	if f < 3 || f%2 == 0 || l < 2 {
		return Banyan{}, fmt.Errorf("%v: want f ≥ 3, odd, and l ≥ 2", t)
	}
	return t.checked()
}

// checked returns t unless it is too large.
func (t Banyan) checked() (Banyan, error) {
	nodes, links := 0, 0
	for i := 0; i <= t.levels && nodes <= topology.MaxNodes; i++ {
		if i > 0 {
			links += product(t.width(i), t.fanout)
		}
		nodes += t.width(i)
	}
	if err := checkSize(t, nodes, links); err != nil {
		return Banyan{}, err
	}
	t.base, t.nodes = t.width(0), nodes
	return t, nil
}

// width returns the number of nodes of level i of the source.
func (t Banyan) width(i int) int { return product(power(t.fanout, t.levels-i), power(t.spread, i)) }

func (t Banyan) String() string {
	if t.skewed {
		return fmt.Sprintf("sk_banyan(f=%d, l=%d)", t.fanout, t.levels)
	}
	return fmt.Sprintf("sw_banyan(s=%d, f=%d, l=%d)", t.spread, t.fanout, t.levels)
}

func (t Banyan) Order() int { return t.nodes }

func (t Banyan) Kind(u topology.Node) topology.Kind {
	if int(u) < t.base {
		return topology.Processor
	}
	return topology.Switch
}

// Level returns the number of links from u up to the apex.
func (t Banyan) Level(u topology.Node) int {
	i, _ := t.position(u)
	return t.levels - i
}

// position returns the level of u in the source, and its index there.
func (t Banyan) position(u topology.Node) (i, index int) {
	i, index, _, _ = t.place(u)
	return i, index
}

// place returns these and how many values w and v have there, as numbers.
func (t Banyan) place(u topology.Node) (i, index, rests, choices int) {
	rests, choices = t.base, 1
	if int(u) < t.base {
		return 0, int(u), rests, choices
	}
	for first := t.nodes; int(u) < first; i++ {
		rests /= t.fanout
		choices *= t.spread
		first -= rests * choices
		index = int(u) - first
	}
	return i, index, rests, choices
}

// at returns the node of a level of the source with the given index; it is the inverse of position.
func (t Banyan) at(i, index int) topology.Node {
	if i > 0 {
		index += t.width(0)
		for j := t.levels; j > i; j-- {
			index += t.width(j)
		}
	}
	return topology.Node(index)
}

func (t Banyan) Address(u topology.Node) string {
	i, index := t.position(u)
	if i == 0 {
		return strconv.Itoa(index)
	}
	return formatDigits([]int{i, index})
}

func (t Banyan) NodeAt(address string) (topology.Node, error) {
	level, number, isSwitch := strings.Cut(text.Plain(address), ",")
	if !isSwitch {
		level, number = "0", level
	}
	i, err := parseNumber(level)
	index, err2 := parseNumber(number)
	if err != nil || err2 != nil || i > t.levels || isSwitch && i == 0 || index >= t.width(i) {
		return 0, fmt.Errorf("%v: address %q: want that of a processor, 0 to %d, or of a switch: its level, 1 to %d, and its number there",
			t, address, t.width(0)-1, t.levels)
	}
	return t.at(i, index), nil
}

func (t Banyan) Size() int {
	links := 0
	for i := 1; i <= t.levels; i++ {
		links += t.width(i) * t.fanout
	}
	return links
}

// AppendNeighbors appends the nodes one level down that u is linked to, then those one level up.
func (t Banyan) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	s, f := t.spread, t.fanout
	i, x, rests, choices := t.place(u)
	w, v := x/choices, x%choices
	first, width := u-topology.Node(x), topology.Node(rests*choices) // nodes of the level
	if i > 0 {
		lower := first + width
		if i == 1 {
			lower = 0
		}
		below := choices / s
		for d := 0; t.skewed && d < f; d++ {
			nodes = append(nodes, lower+topology.Node((d*rests+t.skew(w, rests, d, 1-v%s))*below+v/s))
		}
		if !t.skewed {
			nodes = appendSteps(nodes, lower+topology.Node(w*below+v/s), topology.Node(rests*below), f)
		}
	}
	if i < t.levels {
		rests /= f
		upper := first - topology.Node(rests*choices*s)
		if i == 0 {
			upper = topology.Node(t.nodes - rests*s)
		}
		for u := 0; t.skewed && u < s; u++ {
			nodes = append(nodes, upper+topology.Node((t.skew(w%rests, rests, w/rests, u)*choices+v)*s+u))
		}
		if !t.skewed {
			nodes = appendSteps(nodes, upper+topology.Node((w%rests*choices+v)*s), 1, s)
		}
	}
	return nodes
}

// skew returns the digits w' of a node of the SK-banyan one level up by choice u, as a number: d is the first digit
// below, rest the others, one of rests numbers. The other choice undoes it: of w', it makes rest.
func (t Banyan) skew(rest, rests, d, u int) int {
	if rests == 1 {
		return rest
	}
	place := rests / t.fanout // what the first digit is worth
	e := rest / place
	return rest + ((e+(2*u-1)*d+t.fanout)%t.fanout-e)*place
}

// Links yields every link once, from the base up.
func (t Banyan) Links() iter.Seq[topology.Link] { return t.each }

func (t Banyan) each(yield func(topology.Link) bool) {
	s, f := t.spread, t.fanout
	for i := range t.levels {
		choices := power(s, i)          // values of v
		rests := power(f, t.levels-i-1) // values of w'
		for x := range t.width(i) {
			w, v := x/choices, x%choices
			d, rest := w/rests, w%rests
			for u := range s {
				upper := rest
				if t.skewed {
					upper = t.skew(rest, rests, d, u)
				}
				link := topology.Link{
					A: t.at(i, x), PortA: f + u, LabelA: u,
					B: t.at(i+1, (upper*choices+v)*s+u), PortB: d, LabelB: d,
				}
				if i == 0 {
					link.PortA = u
				}
				if !yield(link) {
					return
				}
			}
		}
	}
}

// Orbit returns the orbit of u: the orbits are the levels. Adding constants to the digits of w in the
// base is an automorphism, which adds constants to the digits of w above, in the SK-banyan depending
// on v. Permuting the values of a digit of v is one of the SW-banyan; in the SK-banyan a digit of v
// but the last is exchanged by the change of sign of all digits of w up to the one dropped there.
func (t Banyan) Orbit(u topology.Node) int { return (t.Level(u) + 1) % (t.levels + 1) }
