package measure

import (
	"math"

	"topobook/topology"
)

// Isomorphism returns a one-to-one map iso of the nodes of a to those of b under which two nodes of
// a are linked by as many links as their images: iso[u] is the image of u. It returns nil if there is
// none. Only links count: kinds, levels, addresses, ports and labels do not.
//
// It refines colors of the nodes of both networks alike until nodes of one color have equally many
// links to every color; then it gives a node of a, and in turn each candidate in b, a color of
// their own, and goes on. After some failed tries it computes the automorphisms of a, which bound how
// many tries can fail. That takes about O(N(N+L)) time for the networks of this package; some
// graphs, made for the purpose, take exponential time. It returns an error if it takes more than
// [limit.MaxSteps].
//
// Source: McKay and Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 2014.
func Isomorphism(a, b *topology.Network, progress topology.Progress) (iso []topology.Node, err error) {
	if a.Order() != b.Order() || a.Size() != b.Size() {
		return nil, nil
	}
	inA, inB := Components(a), Components(b)
	if len(inA) != len(inB) {
		return nil, nil
	}
	if len(inA) == 1 {
		return connectedIsomorphism(a, b, vainTries, progress)
	}
	iso = make([]topology.Node, a.Order())
	rest, err := subnetworks(b, inB) // components of b that are not an image yet
	if err != nil {
		return nil, err
	}
	for _, nodes := range inA {
		part, err := topology.Induced(a, nodes)
		if err != nil {
			return nil, err
		}
		found := false
		for i, image := range rest {
			if image.Order() != part.Order() || image.Size() != part.Size() {
				continue
			}
			of, err := connectedIsomorphism(part, image.Network, vainTries, progress)
			if err != nil {
				return nil, err
			}
			if of == nil {
				continue
			}
			for u, v := range of {
				iso[nodes[u]] = image.nodes[v]
			}
			rest = append(rest[:i], rest[i+1:]...)
			found = true
			break
		}
		if !found {
			return nil, nil
		}
	}
	return iso, nil
}

// A component is a part of a network, and its nodes there.
type component struct {
	*topology.Network
	nodes []topology.Node
}

func subnetworks(net *topology.Network, parts [][]topology.Node) ([]component, error) {
	var components []component
	for _, nodes := range parts {
		part, err := topology.Induced(net, nodes)
		if err != nil {
			return nil, err
		}
		components = append(components, component{part, nodes})
	}
	return components, nil
}

// vainTries is after how many of them Isomorphism computes the automorphisms of a network.
const vainTries = 32

// connectedIsomorphism is Isomorphism for networks of equal order and size, preferably connected.
func connectedIsomorphism(a, b *topology.Network, vain int, progress topology.Progress) ([]topology.Node, error) {
	m := &meter{progress: progress, what: "isomorphism of " + a.String() + " and " + b.String(), total: 1}
	s := newMatching(a, b, nil, m)
	s.trace, _ = s.left.refine(nil, nil)
	if _, ok := s.right.refine(nil, s.trace); !ok {
		m.flush()
		return nil, m.err
	}
	s.descend()
	s.fails = vain
	found := m.err == nil && s.start()
	if s.fails < 0 && m.err == nil { // the automorphisms of a tell when to give up
		own := newMatching(a, a, nil, m)
		if own.descend(); m.err == nil {
			own.group()
		}
		s.levels, s.fails = own.levels, math.MaxInt
		found = m.err == nil && s.start()
	}
	if m.flush(); m.err != nil || !found {
		return nil, m.err
	}
	iso := make([]topology.Node, a.Order())
	for u, v := range s.image {
		iso[u] = topology.Node(v)
	}
	return iso, nil
}

// start is search from the start of the path on, for a right network other than the left one.
func (s *matching) start() (found bool) {
	s.from = -1
	if len(s.levels) > 0 {
		s.left.undo(s.levels[0].mark)
	}
	return s.search(0)
}
