package measure

import "topobook/topology"

// sets partitions the numbers from 0 on: it holds, by number, minus the size of the set for which the
// number stands, or 1 + another number of the same set.
type sets []int32

// newSets returns n sets of one number each.
func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = -1
	}
	return s
}

// find returns the number that stands for the set of i.
func (s sets) find(i int32) int32 {
	for s[i] >= 0 {
		if next := s[i] - 1; s[next] >= 0 {
			s[i] = s[next] // halve the way
		}
		i = s[i] - 1
	}
	return i
}

// size returns the size of the set of i.
func (s sets) size(i int32) int { return int(-s[s.find(i)]) }

// unite makes the sets of i and j one.
func (s sets) unite(i, j int32) {
	i, j = s.find(i), s.find(j)
	if i == j {
		return
	}
	if s[i] > s[j] {
		i, j = j, i
	}
	s[i] += s[j]
	s[j] = i + 1
}

// isOne reports whether there is at most one set.
func (s sets) isOne() bool { return len(s) == 0 || s.size(0) == len(s) }

// list returns the sets, each in increasing order, in the order of their first numbers. Numbers for
// which leave returns true are left out; it may be nil.
func list[X ~int32](s sets, leave func(X) bool) [][]X {
	var all [][]X
	number := make([]int32, len(s)) // by number that stands for a set: 1 + where the set is in all
	for i := range int32(len(s)) {
		if leave != nil && leave(X(i)) {
			continue
		}
		root := s.find(i)
		if number[root] == 0 {
			all = append(all, make([]X, 0, 1))
			number[root] = int32(len(all))
		}
		all[number[root]-1] = append(all[number[root]-1], X(i))
	}
	return all
}

// Orbits returns the orbits of nodes: the sets of those that automorphisms map to each other. Each is
// in increasing order, and they come in the order of their first nodes.
func (g *Group) Orbits() [][]topology.Node { return list[topology.Node](g.nodes, nil) }

// LinkOrbits returns the orbits of links: the sets of those that automorphisms map to each other, in
// either direction; parallel links are in one. Each link is the lower one of its two channels.
// It takes O(Ld) time for each generator that moves all nodes, of degree d.
func (g *Group) LinkOrbits(progress topology.Progress) ([][]topology.Channel, error) {
	s, err := g.channels(true, progress)
	return list(s, func(c topology.Channel) bool { return c > g.net.Twin(c) }), err
}

// IsVertexTransitive reports whether automorphisms map each node to every other.
func (g *Group) IsVertexTransitive() bool { return g.nodes.isOne() }

// IsEdgeTransitive reports whether automorphisms map each link to every other, in some direction.
// It takes as long as [Group.LinkOrbits].
func (g *Group) IsEdgeTransitive(progress topology.Progress) (bool, error) {
	s, err := g.channels(true, progress)
	return s.isOne(), err
}

// IsArcTransitive reports whether automorphisms map each channel to every other. A network without
// isolated nodes that is arc-transitive, or symmetric, is vertex-transitive and edge-transitive.
// It takes as long as [Group.LinkOrbits].
func (g *Group) IsArcTransitive(progress topology.Progress) (bool, error) {
	s, err := g.channels(false, progress)
	return s.isOne(), err
}

// channels returns the orbits of channels; with links set, both directions of a link count as one. Parallel channels
// change places in an automorphism that moves no node.
func (g *Group) channels(links bool, progress topology.Progress) (sets, error) {
	s := newSets(2 * g.net.Size())
	image := Permutation{}.Images(g.net.Order())
	to := make([]topology.Channel, len(image)) // by node: the channel to it from the image of the current node
	for u := range topology.Node(g.net.Order()) {
		first, end := g.net.Channels(u)
		for c := first; c < end; c++ {
			v := g.net.Head(c)
			if before := to[v]; first <= before && before < c && g.net.Head(before) == v {
				s.unite(int32(c), int32(before))
			}
			if to[v] = c; links {
				s.unite(int32(c), int32(g.net.Twin(c)))
			}
		}
	}
	steps := 0 // since the last report
	for done, p := range g.Generators {
		for i, u := range p.From {
			image[u] = p.To[i]
		}
		for i, u := range p.From {
			if steps += 2 + g.net.Degree(u); steps > 1<<16 {
				if err := progress.Report(done, len(g.Generators)); err != nil {
					return nil, err
				}
				steps = 0
			}
			first, end := g.net.Channels(p.To[i])
			for c := first; c < end; c++ {
				to[g.net.Head(c)] = c
			}
			first, end = g.net.Channels(u)
			for c := first; c < end; c++ {
				d := to[image[g.net.Head(c)]]
				s.unite(int32(c), int32(d))
				s.unite(int32(g.net.Twin(c)), int32(g.net.Twin(d)))
			}
		}
		for _, u := range p.From {
			image[u] = u
		}
	}
	return s, nil
}
