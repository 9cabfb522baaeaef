package measure

import (
	"slices"

	"topobook/topology"
)

// Isomorphism returns a one-to-one map iso of the nodes of a to those of b under which two nodes of
// a are linked if and only if their images are: iso[u] is the image of u. It returns nil if there is
// none. Only links count: kinds, levels, addresses, ports and labels do not.
//
// It refines a coloring of both networks at once until nodes of one color have equally many
// neighbors of every color; then it gives a node of a, and in turn each candidate in b, a color of
// their own, and goes on. That takes about O(N(N+L)) time for the networks of this package; some
// graphs, made for the purpose, take exponential time. It reports as progress the number of colors.
//
// Source: McKay and Piperno, Practical graph isomorphism II, Journal of Symbolic Computation 2014.
func Isomorphism(a, b *topology.Network, progress Progress) (iso []topology.Node, err error) {
	if a.Order() != b.Order() || a.Size() != b.Size() {
		return nil, nil
	}
	inA, inB := Components(a), Components(b)
	if len(inA) != len(inB) {
		return nil, nil
	}
	if len(inA) == 1 {
		return connectedIsomorphism(a, b, progress)
	}
	iso = make([]topology.Node, a.Order())
	rest, err := subnetworks(b, inB) // components of b that are nobody's image yet
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
			of, err := connectedIsomorphism(part, image.Network, progress)
			if err != nil {
				return nil, err
			}
			if of == nil {
				continue
			}
			for u, v := range of {
				iso[nodes[u]] = image.nodes[v]
			}
			rest = slices.Delete(rest, i, i+1)
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

// connectedIsomorphism is Isomorphism for networks of equal order, of one component each.
func connectedIsomorphism(a, b *topology.Network, progress Progress) ([]topology.Node, error) {
	m := matching{coloring: newColoring(a, b), progress: progress}
	if !m.refine() {
		return nil, nil
	}
	found, err := m.search()
	if err != nil || !found {
		return nil, err
	}
	return m.iso, nil
}

// A matching is a search for an isomorphism.
type matching struct {
	*coloring
	progress Progress
	iso      []topology.Node
}

// search reports whether some isomorphism keeps the colors; it leaves it in m.iso.
func (m *matching) search() (found bool, err error) {
	if err := m.progress.report(1+len(m.splits), m.a.Order()); err != nil {
		return false, err
	}
	cell, ok := m.undecided()
	if !ok {
		m.iso = m.pairing()
		return m.preservesLinks(m.iso), nil
	}
	members := slices.Clone(m.members(cell))
	slices.Sort(members) // those of a before those of b
	u, candidates := members[0], members[len(members)/2:]
	for _, v := range candidates {
		mark := len(m.splits)
		m.individualize(u, v)
		if m.refine() {
			if found, err = m.search(); found || err != nil {
				return found, err
			}
		}
		m.undo(mark)
	}
	return false, nil
}

// undecided returns the smallest color of several nodes of a network that is joined to some color
// neither by all possible links nor by none, and whether there is one. If there is none, nodes of a
// color can be paired in any way.
func (m *matching) undecided() (cell int32, ok bool) {
	joined := make(map[int32]int32) // links from a node to each color
	size := int32(len(m.cell) + 1)
	for start := int32(0); start < int32(len(m.elems)); start += m.size[start] {
		if m.size[start] <= 2 || m.size[start] >= size {
			continue
		}
		u := m.elems[start]
		for _, v := range m.neighbors(u) {
			joined[m.cell[m.shifted(v, u)]]++
		}
		for other, links := range joined {
			most := m.size[other] / 2 // nodes of that color in u's network
			if other == start {
				most-- // u is not linked to itself
			}
			if links != most {
				cell, ok, size = start, true, m.size[start]
			}
		}
		clear(joined)
	}
	return cell, ok
}

// pairing maps the i-th node of each color in a to the i-th node of that color in b.
func (m *matching) pairing() []topology.Node {
	order := int32(m.a.Order())
	iso := make([]topology.Node, order)
	for start := int32(0); start < int32(len(m.elems)); start += m.size[start] {
		members := slices.Clone(m.members(start))
		slices.Sort(members)
		half := len(members) / 2
		for i, u := range members[:half] {
			iso[u] = topology.Node(members[half+i] - order)
		}
	}
	return iso
}

// preservesLinks reports whether the one-to-one map iso takes every link of a to one of b.
// As both have equally many links, it is then an isomorphism.
func (m *matching) preservesLinks(iso []topology.Node) bool {
	linkedTo := make([]int32, len(iso)) // by node v of b: 1 + the last u whose image is linked to v
	for u := range topology.Node(m.a.Order()) {
		for _, v := range m.b.Neighbors(iso[u]) {
			linkedTo[v] = int32(u) + 1
		}
		for _, v := range m.a.Neighbors(u) {
			if linkedTo[iso[v]] != int32(u)+1 {
				return false
			}
		}
	}
	return true
}
