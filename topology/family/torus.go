package family

import (
	"iter"

	"topobook/topology"
)

// A Torus is a k-ary n-cube: kⁿ processors, one for each address a_0,…,a_{n-1} of n digits of radix k,
// and a link wherever two addresses differ by ±1 (mod k) in one digit. Its sides, the radices of the
// digits, may also differ. For a side of 2, +1 and -1 are the same, and there is one link.
// It is an immutable, comparable value; make one with [NewTorus] or [NewTorusSides].
//
// The address of a processor is 0,3,1. Port 2i of a processor leads to digit a_i+1, port 2i+1 to
// a_i-1; a side of 2 has the port 2i only. The label of a link is its dimension i, at both ends.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 5; we
// number the digits from the left, as Parhami and Kwai do, where the book does from the right.
type Torus struct{ lattice }

// NewTorus returns the k-ary n-cube, or an error unless k ≥ 2, n ≥ 1, its kⁿ nodes are at most
// [topology.MaxNodes] and its links, nkⁿ if k > 2 and half as many if k = 2, at most [topology.MaxLinks].
func NewTorus(k, n int) (Torus, error) {
	s, err := newCube(cubeCall{"torus", k, n}, true)
	return Torus{s}, err
}

// NewTorusSides returns the torus with the given sides, that of dimension 0 first, or an error unless
// there is at least one, each is at least 2, and the nodes and links are at most [topology.MaxNodes] and [topology.MaxLinks].
// With n equal sides k it is NewTorus(k, n).
func NewTorusSides(sides []int) (Torus, error) {
	s, err := newLattice(sidesCall{"torus_sides", sides}, sides, true)
	return Torus{s}, err
}

func (t Torus) String() string                               { return t.call("torus") }
func (t Torus) NodeAt(address string) (topology.Node, error) { return t.parse(t, address) }

// Orbit returns 0: adding an address, digit by digit, to all maps links to links, and some such
// translation takes any node to any other.
func (t Torus) Orbit(topology.Node) int { return 0 }

// Dimensions returns the ring of each dimension: a step changes one digit, by ±1.
func (t Torus) Dimensions() []*topology.Network {
	return t.dimensions(func(row lattice) topology.Definition { return Torus{row} })
}

// Links yields every link once: from each processor, in each dimension, to the digit one more.
func (t Torus) Links() iter.Seq[topology.Link] { return t.each(true, nil) }

// AppendNeighbors appends the processors at digit a_i+1 and a_i-1, for every i.
func (t Torus) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	return t.appendNeighbors(nodes, u, 0, true)
}
