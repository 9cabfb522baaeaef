package family

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/internal/text"
)

// maxDims is the largest number of dimensions of a lattice: every side is at least 2.
const maxDims = 20

// A lattice is s_0×…×s_{n-1} processors, one for each address a_0,…,a_{n-1} with 0 ≤ a_i < s_i, the
// first digit being the most significant. It is what tori and meshes have in common, and comparable.
type lattice struct {
	dims  int            // n ≥ 1
	side  [maxDims]int32 // s_0 to s_{n-1}, each at least 2
	nodes int            // s_0…s_{n-1}
	links int
}

// newLattice returns the lattice with the given sides, or an error unless there is one, each is at
// least 2, and its nodes and links are not too many: as many as in a torus if wrap is true, else in a mesh.
func newLattice(def fmt.Stringer, sides []int, wrap bool) (lattice, error) {
	s := lattice{nodes: 1}
	for _, side := range sides {
		if side < 2 {
			return lattice{}, fmt.Errorf("%v: want one or more sides, each at least 2", def)
		}
		s.nodes = product(s.nodes, side)
	}
	if len(sides) == 0 {
		return lattice{}, fmt.Errorf("%v: want one or more sides, each at least 2", def)
	}
	for _, side := range sides {
		rings := s.nodes / side
		if wrap && side > 2 {
			s.links += rings * side
		} else {
			s.links += rings * (side - 1)
		}
	}
	if err := checkSize(def, s.nodes, s.links); err != nil {
		return lattice{}, err
	}
	for i, side := range sides {
		s.side[i] = int32(side)
	}
	s.dims = len(sides)
	return s, nil
}

// A sidesCall prints the call of a builtin that takes sides: torus_sides(sides=[4, 3]).
type sidesCall struct {
	word  string
	sides []int
}

func (c sidesCall) String() string {
	sides, more := c.sides, ""
	if len(sides) > maxDims { // too many for a network
		sides, more = sides[:maxDims], ", …"
	}
	return c.word + "(sides=[" + strings.ReplaceAll(formatDigits(sides), ",", ", ") + more + "])"
}

// A cubeCall prints the call of a family with the parameters k and n: torus(k=4, n=2).
type cubeCall struct {
	word string
	k, n int
}

func (c cubeCall) String() string { return fmt.Sprintf("%s(k=%d, n=%d)", c.word, c.k, c.n) }

// newCube returns the lattice of n sides of length k.
func newCube(call cubeCall, wrap bool) (lattice, error) {
	if call.k < 2 || call.n < 1 {
		return lattice{}, fmt.Errorf("%v: want k ≥ 2 and n ≥ 1", call)
	}
	return newLattice(call, equalSides(call.k, call.n), wrap)
}

// equalSides returns n sides of length k ≥ 2, or one that is too long for a network if these are too many.
func equalSides(k, n int) []int {
	if n > maxDims {
		return []int{topology.MaxNodes + 1}
	}
	sides := make([]int, n)
	for i := range sides {
		sides[i] = k
	}
	return sides
}

// call returns the call that makes s: name(k=4, n=2) if all sides are equal, else name_sides(sides=[4, 3]).
func (s lattice) call(word string) string {
	for _, side := range s.side[:s.dims] {
		if side != s.side[0] {
			return sidesCall{word + "_sides", s.Sides()}.String()
		}
	}
	return cubeCall{word, int(s.side[0]), s.dims}.String()
}

func (s lattice) Order() int                       { return s.nodes }
func (s lattice) Size() int                        { return s.links }
func (s lattice) Kind(topology.Node) topology.Kind { return topology.Processor }
func (s lattice) Level(topology.Node) int          { return topology.NoLevel }

// Sides returns the number of values of each digit.
func (s lattice) Sides() []int {
	sides := make([]int, s.dims)
	for i := range sides {
		sides[i] = int(s.side[i])
	}
	return sides
}

// Digits returns the address of u.
func (s lattice) Digits(u topology.Node) []int {
	digits := make([]int, s.dims)
	for i := s.dims - 1; i >= 0; i-- {
		digits[i] = int(u % topology.Node(s.side[i]))
		u /= topology.Node(s.side[i])
	}
	return digits
}

// Processor returns the processor with the given address: the inverse of Digits.
// It panics unless there is a digit for each side, and each is from 0 to one less than its side.
func (s lattice) Processor(digits []int) topology.Node {
	if len(digits) != s.dims {
		panic(fmt.Sprintf("topology: digits %v: want %d of them", digits, s.dims))
	}
	u := 0
	for i, digit := range digits {
		if digit < 0 || digit >= int(s.side[i]) {
			panic(fmt.Sprintf("topology: digits %v: want each within its side of %v", digits, s.Sides()))
		}
		u = u*int(s.side[i]) + digit
	}
	return topology.Node(u)
}

func (s lattice) Address(u topology.Node) string { return formatDigits(s.Digits(u)) }

// parse reads the address of a node of def.
func (s lattice) parse(def topology.Definition, address string) (topology.Node, error) {
	fields := strings.Split(text.Plain(address), ",")
	if len(fields) != s.dims {
		return 0, digitCount(def, address, len(fields), strconv.Itoa(s.dims))
	}
	u := 0
	for i, field := range fields {
		digit, err := parseNumber(field)
		if err != nil {
			field = strconv.Quote(field)
		}
		if side := int(s.side[i]); err != nil || digit >= side {
			return 0, badAddress(def, address, "digit", field, "0 to "+strconv.Itoa(side-1))
		}
		u = u*int(s.side[i]) + digit
	}
	return topology.Node(u), nil
}

// dimensions returns the network of a row of each dimension, nil if there is one dimension only.
func (s lattice) dimensions(def func(row lattice) topology.Definition) []*topology.Network {
	if s.dims == 1 {
		return nil
	}
	nets := make([]*topology.Network, s.dims)
	for i, side := range s.side[:s.dims] {
		if i > 0 && side == s.side[i-1] {
			nets[i] = nets[i-1]
			continue
		}
		row := lattice{dims: 1, nodes: int(side)}
		row.side[0] = side
		nets[i], _ = topology.New(def(row)) // it is smaller than s
	}
	return nets
}

// appendNeighbors appends the nodes whose digit i is one more than u's, then those whose it is one less, for
// every dimension i from the given one on.
func (s lattice) appendNeighbors(nodes []topology.Node, u topology.Node, from int, wrap bool) []topology.Node {
	stride, rest := topology.Node(s.nodes), u
	for i, side := range s.side[:s.dims] {
		stride /= topology.Node(side)
		digit := rest / stride
		rest -= digit * stride
		if i >= from {
			nodes = appendAlong(nodes, u, digit, stride, topology.Node(side), wrap)
		}
	}
	return nodes
}

// appendAlong appends the node after u and the one before in a row of side nodes, in which u has the number
// digit and a step is worth stride. If wrap is true, the row is a ring, where one of two has one link.
func appendAlong(nodes []topology.Node, u, digit, stride, side topology.Node, wrap bool) []topology.Node {
	last := stride * (side - 1)
	if digit < side-1 {
		nodes = append(nodes, u+stride)
	} else if wrap {
		nodes = append(nodes, u-last)
	}
	if wrap && side == 2 {
		return nodes
	}
	if digit > 0 {
		nodes = append(nodes, u-stride)
	} else if wrap {
		nodes = append(nodes, u+last)
	}
	return nodes
}

// each yields a link from each node u to the one whose digit i is one more, for every dimension i,
// and from the last to the first of a row if wrap is true and the row has more than two.
// The links of u in dimension i have the label i and, with slot x = slot(u, i), ports 2x up and 2x+1
// down; there are none if x < 0, and no slot is i. Slots are the same all along a row. In a torus the one link of a row
// of two leads both up and down, and has port 2x at both ends.
func (s lattice) each(wrap bool, slot func(u topology.Node, i int) int) iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		var digit, stride [maxDims]int32 // the address of u, and what its digits are worth
		worth := int32(s.nodes)
		for i, side := range s.side[:s.dims] {
			worth /= side
			stride[i] = worth
		}
		for u := range topology.Node(s.nodes) {
			for i, side := range s.side[:s.dims] {
				v, x := u+topology.Node(stride[i]), i
				if slot != nil {
					x = slot(u, i)
				}
				if x < 0 {
					continue
				}
				if digit[i] == side-1 {
					if !wrap || side == 2 {
						continue
					}
					v -= topology.Node(stride[i] * side)
				}
				link := topology.Link{A: u, PortA: 2 * x, LabelA: i, B: v, PortB: 2*x + 1, LabelB: i}
				if wrap && side == 2 {
					link.PortB = 2 * x
				}
				if !yield(link) {
					return
				}
			}
			for i := s.dims - 1; i >= 0; i-- { // the next address
				if digit[i]++; digit[i] < s.side[i] {
					break
				}
				digit[i] = 0
			}
		}
	}
}
