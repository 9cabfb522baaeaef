package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A SwappedDragonfly is D3(K,M): KM² routers (c,d,p), 0 ≤ c < K, 0 ≤ d,p < M, in K cabinets c of M
// drawers d with M positions p. The routers of a drawer, which is what others call the group of a
// Dragonfly, are all linked with each other; and (c,d,p) is linked with (c',p,d) for every c', its
// own cabinet too: note the swap. Local port δ leads to (c,d,p+δ mod M), global port γ to
// (c+γ mod K,p,d), or, if K and M are powers of 2 taken with bitwise exclusive or, to (c,d,p⊕δ) and
// (c⊕γ,p,d); the links are the same. A router with d = p would be linked with itself by γ = 0: it
// has no such link, as the source says of this link where it calls it Z.
// It is an immutable, comparable value; make one with [NewSwappedDragonfly].
//
// Every router is a processor too. Its address is c,d,p, its level the number cM+d of its drawer,
// so that a link is local where both ends have one level. The global link γ has port γ and label γ,
// the local link δ port K-1+δ and label δ.
//
// Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022), Section 1, with
// the swap in the first step of display (5.1), where (*,d,p) is printed for (*,p,d).
type SwappedDragonfly struct {
	drawers
	xor bool // ports are numbered with exclusive or
}

// NewSwappedDragonfly returns D3(K,M), whose ports are numbered with exclusive or in place of
// addition if xor. It returns an error unless K ≥ 1, M ≥ 1, both are powers of 2 if xor, and it has
// at most [topology.MaxNodes] nodes and [topology.MaxLinks] links.
func NewSwappedDragonfly(K, M int, xor bool) (SwappedDragonfly, error) {
	d := SwappedDragonfly{drawers{K, M}, xor}
	if K < 1 || M < 1 || xor && (K&(K-1) != 0 || M&(M-1) != 0) {
		want := "want K ≥ 1 and M ≥ 1"
		if xor {
			want += ", powers of 2 for xor=True"
		}
		return SwappedDragonfly{}, fmt.Errorf("%v: %s", d, want)
	}
	nodes := product(K, product(M, M))
	// K+M-1 ports a router, but one less at those with d = p.
	if err := checkSize(d, nodes, (nodes*(K+M-1)-K*M)/2); err != nil {
		return SwappedDragonfly{}, err
	}
	return d, nil
}

func (d SwappedDragonfly) String() string {
	return fmt.Sprintf("swapped_dragonfly(K=%d, M=%d, xor=%s)", d.cabinets, d.width, bools[bit(d.xor)])
}

func (d SwappedDragonfly) NodeAt(address string) (topology.Node, error) {
	return parseMixed(d, address, d.cabinets, d.width, d.width)
}

// Orbit returns 0 for the routers with d = p and 1 for the others. Permutations σ of 0…M-1 and τ of
// 0…K-1 make an automorphism (c,d,p) → (τc,σd,σp): it maps drawers, which are complete, to drawers,
// and the link from (c,d,p) to (c',p,d) to that from (τc,σd,σp) to (τc',σp,σd). They map every
// router with d = p to every other such, and every pair d ≠ p to every other. The numbers of the
// ports play no part, so this holds for xor too; for M = 1 there is orbit 0 alone.
func (d SwappedDragonfly) Orbit(u topology.Node) int {
	_, drawer, p := d.Coordinates(u)
	return bit(drawer != p)
}

// Size returns the number of links: K+M-1 at a router, but one less where d = p.
func (d SwappedDragonfly) Size() int {
	return (d.Order()*(d.cabinets+d.width-1) - d.cabinets*d.width) / 2
}

// AppendNeighbors appends the other ends of the global links of u, then those of the local ones.
func (d SwappedDragonfly) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	c, drawer, p := d.Coordinates(u)
	first, size := d.Router(0, p, drawer), topology.Node(d.width*d.width)
	for out := range d.cabinets {
		e := c + out
		if d.xor {
			e = c ^ out
		} else if e >= d.cabinets {
			e -= d.cabinets
		}
		if v := first + topology.Node(e)*size; v != u {
			nodes = append(nodes, v)
		}
	}
	first = u - topology.Node(p)
	for out := 1; out < d.width; out++ {
		q := p + out
		if d.xor {
			q = p ^ out
		} else if q >= d.width {
			q -= d.width
		}
		nodes = append(nodes, first+topology.Node(q))
	}
	return nodes
}

// Links yields every link once, from the lower of its two routers.
func (d SwappedDragonfly) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range topology.Node(d.Order()) {
			c, drawer, p := d.Coordinates(u)
			for q := p + 1; q < d.width; q++ { // local
				out, in := q-p, p-q+d.width
				if d.xor {
					out, in = p^q, p^q
				}
				link := topology.Link{
					A: u, PortA: d.cabinets - 1 + out, LabelA: out,
					B: u + topology.Node(q-p), PortB: d.cabinets - 1 + in, LabelB: in,
				}
				if !yield(link) {
					return
				}
			}
			e := c
			if drawer >= p {
				e++
			}
			v := d.Router(e, p, drawer)
			for ; e < d.cabinets; e++ { // global, e ≥ c
				out, in := e-c, c-e+d.cabinets
				if d.xor {
					out, in = c^e, c^e
				} else if e == c {
					in = 0
				}
				if !yield(topology.Link{A: u, PortA: out, LabelA: out, B: v, PortB: in, LabelB: in}) {
					return
				}
				v += topology.Node(d.width * d.width)
			}
		}
	}
}

// drawers gives KM² routers (c,d,p) their numbers, kinds, levels and addresses; a family embeds it.
type drawers struct{ cabinets, width int } // K, M

// Cabinets returns K, the number of cabinets.
func (d drawers) Cabinets() int { return d.cabinets }

// Width returns M, the number of drawers in a cabinet and of routers in a drawer.
func (d drawers) Width() int { return d.width }

func (d drawers) Order() int                       { return d.cabinets * d.width * d.width }
func (d drawers) Kind(topology.Node) topology.Kind { return topology.Processor }

// Level returns the number cM+d of the drawer of (c,d,p).
func (d drawers) Level(u topology.Node) int { return int(u) / d.width }

// Depth returns NoLevel, as drawers are not levels of a tree.
func (d drawers) Depth(topology.Node) int { return topology.NoLevel }

// Coordinates returns the c, d and p of u.
func (d drawers) Coordinates(u topology.Node) (cabinet, drawer, position int) {
	m := topology.Node(d.width)
	return int(u / m / m), int(u / m % m), int(u % m)
}

// Router returns the router (c,d,p), for numbers that are in range.
func (d drawers) Router(cabinet, drawer, position int) topology.Node {
	return topology.Node((cabinet*d.width+drawer)*d.width + position)
}

func (d drawers) Address(u topology.Node) string {
	c, drawer, p := d.Coordinates(u)
	return formatDigits([]int{c, drawer, p})
}

// parseMixed reads an address with a digit below each of the radices, the first the most significant.
func parseMixed(def topology.Definition, address string, radices ...int) (topology.Node, error) {
	address = text.Plain(address)
	fields := strings.Split(address, ",")
	if len(fields) != len(radices) {
		return 0, digitCount(def, address, len(fields), strconv.Itoa(len(radices)))
	}
	u := 0
	for i, field := range fields {
		digit, err := parseNumber(field)
		if err != nil || digit >= radices[i] {
			return 0, outOfRange(def, address, "digit", field, 0, radices[i]-1)
		}
		u = u*radices[i] + digit
	}
	return topology.Node(u), nil
}

// bit returns 1 for true and 0 for false.
func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
