package family

import (
	"fmt"
	"iter"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// A Hypercube has 2ⁿ processors, one for each address of n binary digits, and a link wherever two
// addresses differ in one digit. The address of a processor is 0,1,1, that of the only one for
// n = 0 is "()". Port i of a processor and the label i at both ends of a link mean that digit i
// changes; digit 0 is the first and most significant.
// It is an immutable, comparable value; make one with [NewHypercube].
type Hypercube struct{ dims int } // n ≥ 0

// NewHypercube returns the hypercube of n dimensions, or an error unless n ≥ 0, its 2ⁿ nodes are at
// most [topology.MaxNodes] and its n2ⁿ⁻¹ links at most [topology.MaxLinks].
func NewHypercube(n int) (Hypercube, error) {
	h := Hypercube{n}
	if n < 0 {
		return Hypercube{}, fmt.Errorf("%v: want n ≥ 0", h)
	}
	nodes := power(2, n)
	if err := checkSize(h, nodes, product(n, nodes/2)); err != nil {
		return Hypercube{}, err
	}
	return h, nil
}

func (h Hypercube) String() string                   { return fmt.Sprintf("hypercube(n=%d)", h.dims) }
func (h Hypercube) Order() int                       { return 1 << h.dims }
func (h Hypercube) Kind(topology.Node) topology.Kind { return topology.Processor }
func (h Hypercube) Level(topology.Node) int          { return topology.NoLevel }

// Orbit returns 0. Proof. Inverting a digit of all addresses keeps in how many digits two differ;
// such maps take every address to every other.
func (h Hypercube) Orbit(topology.Node) int { return 0 }

// Dimensions returns the hypercube of one dimension n times: a step changes one digit.
func (h Hypercube) Dimensions() []*topology.Network {
	if h.dims < 2 {
		return nil
	}
	nets := make([]*topology.Network, h.dims)
	nets[0], _ = topology.New(Hypercube{1})
	for i := range nets {
		nets[i] = nets[0]
	}
	return nets
}

func (h Hypercube) Address(u topology.Node) string {
	if h.dims == 0 {
		return "()"
	}
	return formatDigits(digitsOf(int(u), h.dims, 2))
}

func (h Hypercube) NodeAt(address string) (topology.Node, error) {
	digits, err := parseDigits(h, text.Plain(address), h.dims, 2)
	if err != nil {
		return 0, err
	}
	return topology.Node(numberOf(digits, h.dims, 2)), nil
}

func (h Hypercube) Size() int { return h.dims << h.dims / 2 }

// AppendNeighbors appends the processors in whose addresses one digit is another than in u's.
func (h Hypercube) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	for bit := topology.Node(1) << h.dims >> 1; bit > 0; bit >>= 1 {
		nodes = append(nodes, u^bit)
	}
	return nodes
}

// Links yields every link once: from each processor to that with a 1 in place of a 0.
func (h Hypercube) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		order := topology.Node(h.Order())
		for u := range order {
			bit := order
			for i := range h.dims {
				bit >>= 1 // digit i
				if u&bit == 0 && !yield(topology.Link{A: u, PortA: i, LabelA: i, B: u | bit, PortB: i, LabelB: i}) {
					return
				}
			}
		}
	}
}
