package measure

import "topobook/topology"

// groups counts the nodes within one hop and within two in a network of groups. What is marked is marked with
// 1 + a number: of a node or of a group.
type groups struct {
	def      topology.Grouped
	size     topology.Node   // nodes of a group
	near     []topology.Node // by group: marked with each node that is linked to it
	found    []topology.Node // by node: marked with the last node two hops away that has found it
	border   []topology.Node // by node: marked with the last current group that is linked to it
	entrance []int32         // by group: nodes of it that the current group is linked to
	linked   int             // all of these nodes
	out, far []topology.Node
}

// groupPairs returns the pairs of a network of groups: the number of nodes at two hops from each orbit's first
// node is that of the groups to which it is linked, of the nodes to which its own group is linked, and of the nodes
// outside that its neighbors outside are linked to; and what is left is at three hops.
// It takes O(K²) time for each orbit, and O(KM) for a group of M nodes that have K links to other groups.
func groupPairs(net *topology.Network, def topology.Grouped, progress topology.Progress) (pairs Pairs, err error) {
	order, p := net.Order(), planOrbits(net, net.Processors())
	s := &groups{def: def, size: topology.Node(def.GroupSize()), found: make([]topology.Node, order), border: make([]topology.Node, order)}
	s.near, s.entrance = make([]topology.Node, order/int(s.size)), make([]int32, order/int(s.size))
	pairs.Histogram, pairs.Eccentricities = make([]int64, 4), make([]int32, order)
	group := topology.Node(-1)
	for i, orbit := range p.orbits {
		if g := orbit.First / s.size; g != group {
			group = g
			s.enter(g)
		}
		one, two := s.within(orbit.First)
		for d, count := range [...]int{1, one - 1, two - one, order - two} {
			pairs.Histogram[d] += int64(orbit.Size) * int64(count)
			if count > 0 {
				pairs.Eccentricities[orbit.First] = int32(d)
			}
		}
		if err := progress.Report(i+1, len(p.orbits)); err != nil {
			return Pairs{}, err
		}
	}
	pairs.trim()
	p.spread(pairs.Eccentricities)
	return pairs, nil
}

// enter sets what is known of the nodes to which group g is linked.
func (s *groups) enter(g topology.Node) {
	clear(s.entrance)
	s.linked = 0
	for u := g * s.size; u < (g+1)*s.size; u++ {
		s.out = s.def.AppendOutside(s.out[:0], u)
		for _, v := range s.out {
			if s.border[v] != g+1 {
				s.border[v] = g + 1
				s.entrance[v/s.size]++
				s.linked++
			}
		}
	}
}

// within returns the number of nodes that are at most one hop from u, and at most two, u itself included.
func (s *groups) within(u topology.Node) (one, two int) {
	mark, group := u+1, u/s.size
	s.out = s.def.AppendOutside(s.out[:0], u)
	two = int(s.size) + s.linked
	s.near[group] = mark
	for _, v := range s.out {
		if g := v / s.size; s.near[g] != mark {
			s.near[g] = mark
			two += int(s.size) - int(s.entrance[g])
		}
	}
	for _, v := range s.out {
		if two == len(s.found) {
			break // they are all there are
		}
		s.far = s.def.AppendOutside(s.far[:0], v)
		for _, w := range s.far {
			if s.found[w] != mark && s.border[w] != group+1 && s.near[w/s.size] != mark {
				s.found[w] = mark
				two++
			}
		}
	}
	return int(s.size) + len(s.out), two
}
