package family

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// An IncompleteTorus is a pruned k-ary n-cube: of the torus with n-1 sides k and a last side l, node
// a = (a_0,…,a_{n-1}) keeps its links in the intact dimension n-1 and in one other, dimension
// a_{n-1} mod (n-1). Every node has degree 4, less where a side is 2, for which +1 and -1 are the same.
// With degree 6 the dimensions n-2 and n-1 are intact, and the one other that a keeps is
// (a_{n-2}+a_{n-1}) mod (n-2), or a_{n-1} mod (n-2).
// It is an immutable, comparable value; make one with [NewIncompleteTorus].
//
// The address of a node is 0,3,1, a_0 first, its level a_{n-1}. The label of a link is its dimension,
// at both ends. Ports are the generators of the Cayley graph: 0 and 1 lead to +1 and -1 in the
// dimension that the node keeps of those pruned, 2 and 3 to +1 and -1 in the first intact one, 4 and 5
// in the second; where both lead to the same node there is only the even one.
//
// Source: Parhami and Kwai, Incomplete k-ary n-cube and its derivatives, Journal of Parallel and
// Distributed Computing 64, 2004. The paper takes l > k, but its argument uses only that n-1 divides
// l; we take any such l. It has one sentence on degree 6 and does not say along which of the intact
// dimensions the other changes; we offer both readings.
type IncompleteTorus struct {
	lattice
	intact int  // dimensions: 1 or 2
	last   bool // the last digit alone tells the dimension kept
}

// Choices of what tells the dimension that a node keeps, where two are intact.
const (
	KeepBySum  = iota // the sum of the last two digits
	KeepByLast        // the last digit
)

var keepBy = []string{KeepBySum: "sum", KeepByLast: "last"}

// NewIncompleteTorus returns the pruned torus with n-1 sides k and a last side l, which is k if l is
// [None]. The degree is 4 or 6; with degree 4, by changes nothing.
//
// It returns an error unless k ≥ 2, l ≥ 2, there are m ≥ 1 pruned dimensions, n-1 with degree 4 and n-2
// with degree 6 (if m = 1, it is the torus itself), m divides l, and with degree 6 and [KeepBySum] also
// k: otherwise the pruned dimensions would not get equally many links. The nodes may be at most [topology.MaxNodes].
func NewIncompleteTorus(k, n, l, degree, by int) (IncompleteTorus, error) {
	wrong := func(want string, args ...any) (IncompleteTorus, error) {
		return IncompleteTorus{}, fmt.Errorf("incomplete_torus(k=%d, n=%d, l=%s, degree=%d, by=%s): want %s", k, n,
			Param{}.Format(l), degree, Param{Choices: keepBy}.Format(by), fmt.Sprintf(want, args...))
	}
	intact := degree/2 - 1
	m := n - intact // pruned dimensions
	side := l       // of the last dimension
	if l == None {
		side = k
	}
	switch {
	case degree != 4 && degree != 6:
		return wrong("degree 4 or 6")
	case by != KeepBySum && by != KeepByLast:
		return wrong(`by="sum" or by="last"`)
	case k < 2 || side < 2 || n <= intact:
		return wrong("k ≥ 2, l ≥ 2 and n ≥ %d", intact+1)
	case side%m != 0 && l == None:
		return wrong("k divisible by n-%d = %d, or an l that is", intact, m)
	case side%m != 0:
		return wrong("l divisible by n-%d = %d", intact, m)
	case intact == 2 && by == KeepBySum && k%m != 0:
		return wrong("k divisible by n-2 = %d", m)
	case side > topology.MaxNodes || n > maxDims || product(power(k, n-1), side) > topology.MaxNodes:
		return wrong("at most %d nodes", topology.MaxNodes)
	}
	sides := equalSides(k, n)
	sides[n-1] = side
	t := IncompleteTorus{intact: intact, last: intact == 2 && by == KeepByLast}
	for i, side := range sides {
		t.side[i] = int32(side)
	}
	t.dims, t.nodes = n, power(k, n-1)*side
	t.links = t.nodes * len(t.AppendNeighbors(nil, 0)) / 2 // at most 3 links a node: fewer than MaxLinks
	return t, nil
}

func (t IncompleteTorus) String() string {
	by := KeepBySum
	if t.last {
		by = KeepByLast
	}
	return fmt.Sprintf("incomplete_torus(k=%d, n=%d, l=%d, degree=%d, by=%q)",
		t.side[0], t.dims, t.side[t.dims-1], t.Degree(), keepBy[by])
}

func (t IncompleteTorus) NodeAt(address string) (topology.Node, error) { return t.parse(t, address) }

// Degree returns 4 or 6: twice the number of dimensions in which a node has links.
func (t IncompleteTorus) Degree() int { return 2 + 2*t.intact }

// Level returns the last digit of u.
func (t IncompleteTorus) Level(u topology.Node) int { return int(u) % int(t.side[t.dims-1]) }

// Depth returns NoLevel, as there are no roots.
func (t IncompleteTorus) Depth(topology.Node) int { return topology.NoLevel }

// Kept returns the one of the pruned dimensions in which u has links.
func (t IncompleteTorus) Kept(u topology.Node) int {
	sum := t.Level(u)
	if t.intact == 2 && !t.last {
		sum += int(u) / int(t.side[t.dims-1]) % int(t.side[t.dims-2])
	}
	return sum % (t.dims - t.intact)
}

// Orbit returns 0. Let Φ shift the m pruned digits by one place, so that Φᵐ = 1. For digits α of the
// pruned dimensions and β of the intact ones, let φ be what tells the dimension kept: it is additive
// mod m, as m divides the sides from which it is made. So (α,β)(α',β') = (α+Φ^φ(β) α', β+β') is a
// group, whose left translations take any node to any other; and they keep the links, which lead from x
// to xω for the generators ω = ±1 in digit 0 or in an intact digit. (Theorem 1, and alike for degree 6.)
func (t IncompleteTorus) Orbit(topology.Node) int { return 0 }

// AppendNeighbors appends the nodes at +1 and -1 in the dimension that u keeps of those pruned, then in the intact ones.
func (t IncompleteTorus) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	kept, pruned := t.Kept(u), t.dims-t.intact
	stride := topology.Node(1) // of a step in dimension kept
	for i := t.dims - 1; i > kept; i-- {
		stride *= topology.Node(t.side[i])
	}
	side := topology.Node(t.side[kept])
	nodes = appendAlong(nodes, u, u/stride%side, stride, side, true)
	return t.appendNeighbors(nodes, u, pruned, true)
}

// Links yields every link once: from each node, in each dimension that it keeps, to the digit one more.
func (t IncompleteTorus) Links() iter.Seq[topology.Link] {
	pruned := t.dims - t.intact
	return t.each(true, func(u topology.Node, i int) int {
		switch {
		case i >= pruned:
			return 1 + i - pruned
		case i == t.Kept(u):
			return 0
		}
		return -1
	})
}
