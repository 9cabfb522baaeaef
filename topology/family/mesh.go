package family

import (
	"iter"

	"topobook/topology"
)

// A Mesh is a k-ary n-mesh: kⁿ processors, one for each address a_0,…,a_{n-1} of n digits of radix k,
// and a link wherever two addresses differ by 1 in one digit. Its sides, the radices of the digits,
// may also differ.
// It is an immutable, comparable value; make one with [NewMesh] or [NewMeshSides].
//
// The address of a processor is 0,3,1. Port 2i of a processor leads to digit a_i+1, port 2i+1 to
// a_i-1. The label of a link is its dimension i, at both ends.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 5; we
// number the digits from the left, where the book does from the right.
type Mesh struct{ lattice }

// NewMesh returns the k-ary n-mesh, or an error unless k ≥ 2, n ≥ 1, its kⁿ nodes are at most
// [topology.MaxNodes] and its n(k-1)kⁿ⁻¹ links at most [topology.MaxLinks].
func NewMesh(k, n int) (Mesh, error) {
	s, err := newCube(cubeCall{"mesh", k, n}, false)
	return Mesh{s}, err
}

// NewMeshSides returns the mesh with the given sides, that of dimension 0 first, or an error unless
// there is at least one, each is at least 2, and the nodes and links are at most [topology.MaxNodes] and [topology.MaxLinks].
// With n equal sides k it is NewMesh(k, n).
func NewMeshSides(sides []int) (Mesh, error) {
	s, err := newLattice(sidesCall{"mesh_sides", sides}, sides, false)
	return Mesh{s}, err
}

func (m Mesh) String() string                               { return m.call("mesh") }
func (m Mesh) NodeAt(address string) (topology.Node, error) { return m.parse(m, address) }

// Dimensions returns the path of each dimension: a step changes one digit, by ±1.
func (m Mesh) Dimensions() []*topology.Network {
	return m.dimensions(func(row lattice) topology.Definition { return Mesh{row} })
}

// Links yields every link once: from each processor, in each dimension, to the digit one more.
func (m Mesh) Links() iter.Seq[topology.Link] { return m.each(false, nil) }

// AppendNeighbors appends the processors at digit a_i+1 and a_i-1, for every i.
func (m Mesh) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	return m.appendNeighbors(nodes, u, 0, false)
}

// Orbit returns the number of u's orbit under reflections, which put s-1-x for a digit x of side s, and
// permutations of the digits of equal sides: both map links to links. So what counts of a node is
// min(x, s-1-x) for each digit, sorted among digits of equal sides; its orbit's first node has just these
// digits. It takes O(n²) time.
func (m Mesh) Orbit(u topology.Node) int {
	if m.dims == 1 {
		return min(int(u), m.nodes-1-int(u))
	}
	var first [maxDims]int // digits of the orbit's first node
	for i := m.dims - 1; i >= 0; i-- {
		side := topology.Node(m.side[i])
		first[i] = int(min(u%side, side-1-u%side))
		u /= side
	}
	for i := range m.dims {
		for j := range i { // insert digit i among those before it
			if m.side[i] == m.side[j] && first[j] > first[i] {
				first[i], first[j] = first[j], first[i]
			}
		}
	}
	// Count the first nodes before this one: for each i, those that agree up to digit i-1, and have a
	// lesser digit i.
	before := 0
	var least [maxDims]int // by dimension: the last digit chosen among those of the same side
	for i := range m.dims {
		if x := first[i]; x > least[i] {
			ways := 1
			for j := i; j < m.dims; j++ {
				more := m.alike(j)
				if !m.opens(i, j) {
					continue // counted with an earlier digit of this side
				}
				if m.side[j] == m.side[i] {
					ways *= m.sorted(j, least[j], more) - m.sorted(j, x, more)
				} else {
					ways *= m.sorted(j, least[j], more)
				}
			}
			before += ways
		}
		for j := i; j < m.dims; j++ {
			if m.side[j] == m.side[i] {
				least[j] = first[i]
			}
		}
	}
	return before
}

// opens reports whether no dimension from i to j-1 has the side of j.
func (m Mesh) opens(i, j int) bool {
	for ; i < j; i++ {
		if m.side[i] == m.side[j] {
			return false
		}
	}
	return true
}

// alike returns how many dimensions from i on have the side of i.
func (m Mesh) alike(i int) int {
	count := 0
	for j := i; j < m.dims; j++ {
		if m.side[j] == m.side[i] {
			count++
		}
	}
	return count
}

// sorted returns how many sorted lists there are of count digits of dimension i, each at least least
// and in the lower half of its side: (v+count-1 over count) for v values.
func (m Mesh) sorted(i, least, count int) int {
	values := int(m.side[i]+1)/2 - least
	lists := 1
	for j := range count {
		lists = lists * (values + j) / (j + 1)
	}
	return lists
}
