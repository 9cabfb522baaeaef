package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A CCC is a network of cube-connected cycles: the hypercube of n dimensions with a cycle of n
// processors in place of each node w = w_0…w_{n-1}. Processor ⟨w,p⟩ is linked to the next and the one
// before on its cycle, ⟨w,p±1 (mod n)⟩, and to the ⟨w',p⟩ where w' differs from w in digit p.
// It is an immutable, comparable value; make one with [NewCCC].
//
// The address of ⟨w,p⟩ is w@p: 0,1,1@2; its level is p. Port 0 leads to p+1, port 1 to p-1, port 2 to
// the other cycle. The label of that link is p, at both ends; links of a cycle have none.
//
// Source: Preparata and Vuillemin, The cube-connected cycles, Communications of the ACM 24, 1981. The
// graph is incomplete_torus(k=2, n=n+1, l=n): its dimension n is the cycle, and a side of 2 has one link.
type CCC struct{ dims int } // n ≥ 3

// NewCCC returns the cube-connected cycles of n dimensions, or an error unless n ≥ 3, as there are no shorter
// cycles, and the n2ⁿ nodes are at most [topology.MaxNodes].
func NewCCC(n int) (CCC, error) {
	c := CCC{n}
	if n < 3 {
		return CCC{}, fmt.Errorf("%v: want n ≥ 3", c)
	}
	nodes := product(n, power(2, n))
	if err := checkSize(c, nodes, nodes/2*3); err != nil {
		return CCC{}, err
	}
	return c, nil
}

func (c CCC) String() string                   { return fmt.Sprintf("ccc(n=%d)", c.dims) }
func (c CCC) Order() int                       { return c.dims << c.dims }
func (c CCC) Kind(topology.Node) topology.Kind { return topology.Processor }
func (c CCC) Level(u topology.Node) int        { return int(u) % c.dims }

// Depth returns NoLevel, as a cycle has no root.
func (c CCC) Depth(topology.Node) int { return topology.NoLevel }

// Dims returns n.
func (c CCC) Dims() int { return c.dims }

func (c CCC) Address(u topology.Node) string {
	return formatDigits(digitsOf(int(u)/c.dims, c.dims, 2)) + "@" + strconv.Itoa(c.Level(u))
}

func (c CCC) NodeAt(address string) (topology.Node, error) {
	address = text.Plain(address)
	before, after, _ := strings.Cut(address, "@")
	p, err := parseNumber(after)
	if err != nil || p >= c.dims {
		return 0, outOfRange(c, address, "position", after, 0, c.dims-1)
	}
	w, err := parseDigits(c, before, c.dims, 2)
	if err != nil {
		return 0, err
	}
	return topology.Node(numberOf(w, c.dims, 2)*c.dims + p), nil
}

// Orbit returns 0: flipping digits of every w, the same everywhere, keeps links, and so does rotating
// all digits of w and p by one place. Together these map any node to any other.
func (c CCC) Orbit(topology.Node) int { return 0 }

func (c CCC) Size() int { return c.Order() / 2 * 3 }

// AppendNeighbors appends the next processor of u's cycle, the one before, and that of the other cycle.
func (c CCC) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	n := topology.Node(c.dims)
	p := u % n
	nodes = appendAlong(nodes, u, p, 1, n, true)
	bit := topology.Node(1) << (n - 1 - p) // what digit p of w is worth
	return append(nodes, (u/n^bit)*n+p)
}

// Links yields every link once: from ⟨w,p⟩ to ⟨w,p+1⟩, and to the other cycle if digit p is 0.
func (c CCC) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range c.Order() {
			p := u % c.dims
			next := topology.Link{A: topology.Node(u), B: topology.Node(u - p + (p+1)%c.dims), PortB: 1, LabelA: topology.NoLabel, LabelB: topology.NoLabel}
			if !yield(next) {
				return
			}
			flip := c.dims << (c.dims - 1 - p) // what digit p is worth
			if u/flip%2 == 1 {
				continue
			}
			if !yield(topology.Link{A: topology.Node(u), B: topology.Node(u + flip), PortA: 2, PortB: 2, LabelA: p, LabelB: p}) {
				return
			}
		}
	}
}
