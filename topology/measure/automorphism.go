package measure

import (
	"math"
	"math/big"
	"slices"

	"topobook/topology"
	"topobook/topology/limit"
	"topobook/topology/sorting"
)

// A Group is a group of automorphisms of a network, kept as some that generate it.
type Group struct {
	// Generators are automorphisms of which all others are products.
	Generators []Permutation

	net    *topology.Network
	base   []topology.Node // the generators that keep the first i generate all automorphisms that do
	orbits []int           // by i: the nodes to which these map base[i]; after the last i, only the identity is left
	nodes  sets            // orbits of nodes
}

// A Permutation is a one-to-one map of the nodes of a network to themselves. It maps From[i] to
// To[i], which is another node; every other node is mapped to itself. From is in increasing order.
type Permutation struct{ From, To []topology.Node }

// Images returns the images of all nodes of a network of n nodes, by node.
func (p Permutation) Images(n int) []topology.Node {
	images := make([]topology.Node, n)
	for u := range images {
		images[u] = topology.Node(u)
	}
	for i, u := range p.From {
		images[u] = p.To[i]
	}
	return images
}

// Automorphisms returns the group of all automorphisms of net: the one-to-one maps of its nodes to
// themselves under which nodes are linked by as many links as their images. If color is not nil, nodes
// are only mapped to nodes of the same color: to keep kinds, color returns the kind. Ports, labels and
// addresses do not count.
//
// It refines colors of nodes until nodes of one color have equally many links to each color, gives
// a node a color of its own, and so on down to the identity; back on the way up, it looks for
// automorphisms that map that node to every other one of its color, unless known ones do. That takes
// about O(G(N+L)) time for G generators, fewer than N, and mostly much less, as many generators move
// few nodes; some graphs, made for the purpose, take exponential time. It returns an error if that
// takes more than [limit.MaxSteps]. It takes about 100 bytes for each node, and 8 for each
// node that a generator moves.
//
// Source: McKay and Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 2014;
// Darga, Sakallah and Markov, Faster symmetry discovery using sparsity of symmetries, DAC 2008.
func Automorphisms(net *topology.Network, color func(topology.Node) int, progress topology.Progress) (*Group, error) {
	what := "automorphisms of " + net.String()
	m := &meter{progress: progress, what: what, total: 1}
	cost := limit.Cost{Steps: float64(net.Order() + net.Size()), Bytes: 100 * float64(net.Order())}
	if err := cost.Check(what, fewer); err != nil {
		return nil, err
	}
	s := newMatching(net, net, color, m)
	s.descend()
	if m.flush(); m.err != nil {
		return nil, m.err
	}
	g := s.group()
	if m.flush(); m.err != nil {
		return nil, m.err
	}
	return g, nil
}

// group returns the automorphisms of the network of left and right, and writes into the levels how large
// orbits are, unless it must stop. left is at the end of its path before and at the start afterwards.
func (s *matching) group() *Group {
	n, m := s.left.net.Order(), s.left.meter
	g := &Group{net: s.left.net, nodes: newSets(n)}
	s.exchange(g)
	s.right.refine(nil, s.expected(-1))
	for i, at := range s.levels {
		if m.err != nil {
			return nil
		}
		s.follow(i, at.base)
	}
	tried := make([]int32, n) // by node that stands for an orbit: 1 + the level at which it was, in vain
	bytes := 0.0
	m.total = max(1, len(s.levels))
	for i := len(s.levels) - 1; i >= 0 && m.err == nil; i-- {
		at := &s.levels[i]
		s.right.undo(at.mark)
		s.from, s.fails = i, math.MaxInt
		members := slices.Clone(s.right.members(at.cell))
		sorting.Sort(members)
		for _, v := range members {
			root := g.nodes.find(v)
			if root == g.nodes.find(at.base) || tried[root] == int32(i)+1 || m.err != nil {
				continue
			}
			if s.follow(i, v) && s.search(i+1) {
				g.add(s.permutation())
				if bytes += 8 * float64(len(s.moved)); m.err == nil {
					m.err = limit.Cost{Bytes: bytes}.Check(m.what, fewer)
				}
			} else {
				tried[root] = int32(i) + 1
			}
			s.forget()
			s.right.undo(at.mark)
		}
		at.orbit = int32(g.nodes.size(at.base))
		s.left.undo(at.mark)
		m.done++
	}
	var base []topology.Node
	var orbits []int
	for _, at := range s.levels {
		base = append(base, topology.Node(at.base))
		orbits = append(orbits, int(at.orbit))
	}
	g.base, g.orbits = append(base, g.base...), append(orbits, g.orbits...)
	return g
}

// exchange adds to g, and to its base, what exchanges nodes of a color at the end of the path.
func (s *matching) exchange(g *Group) {
	for cell := int32(0); int(cell) < len(s.image); cell += s.left.size[cell] {
		members := slices.Clone(s.left.members(cell))
		sorting.Sort(members)
		for i := 1; i < len(members) && s.left.meter.err == nil; i++ {
			s.left.meter.add(1)
			u, v := topology.Node(members[i-1]), topology.Node(members[i])
			g.base = append(g.base, u)
			g.orbits = append(g.orbits, len(members)+1-i)
			g.add(Permutation{[]topology.Node{u, v}, []topology.Node{v, u}})
		}
	}
}

// permutation returns the automorphism that the search has found.
func (s *matching) permutation() Permutation {
	p := Permutation{make([]topology.Node, len(s.moved)), make([]topology.Node, len(s.moved))}
	for i, u := range s.moved {
		p.From[i], p.To[i] = topology.Node(u), topology.Node(s.image[u])
	}
	return p
}

// add makes p one of the generators.
func (g *Group) add(p Permutation) {
	g.Generators = append(g.Generators, p)
	for i, u := range p.From {
		g.nodes.unite(int32(u), int32(p.To[i]))
	}
}

// Order returns the number of automorphisms; that two parallel links change places is none.
func (g *Group) Order() *big.Int { return multiply(g.orbits) }

// Bits returns the number of binary digits of [Group.Order], give or take one.
func (g *Group) Bits() int {
	bits, part := 1, 1.0
	for _, size := range g.orbits {
		for part *= float64(size); part >= 2; part /= 2 {
			bits++
		}
	}
	return bits
}

// multiply returns the product of factors; it multiplies numbers of like length with each other.
func multiply(factors []int) *big.Int {
	switch n := len(factors); n {
	case 0:
		return big.NewInt(1)
	case 1:
		return big.NewInt(int64(factors[0]))
	default:
		x := multiply(factors[:n/2])
		return x.Mul(x, multiply(factors[n/2:]))
	}
}
