package measure

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"topobook/topology"
	"topobook/topology/sorting"
)

// A network is a Cayley graph if and only if some of its automorphisms make a regular group: one that
// has exactly one element that maps each node to any given one (Sabidussi, On a class of fixed-point-free
// graphs, Proceedings of the AMS 1958).

// MaxCayley is the largest vertex-transitive network of which [RegularSubgroup] searches the automorphisms.
const MaxCayley = 256

const (
	maxCayleySteps = 5e8 // each a look at the image of a node
	randomTries    = 200
	maxStabilizer  = 28 // bits of the number of automorphisms that keep a node, to try all in turn
)

// IsRegular reports whether the given maps, each the images of all nodes by node, are automorphisms of net that
// generate a regular group; they may be all its elements, or only some. It takes O(L + N log N) time for each map,
// and reports progress by map.
func IsRegular(net *topology.Network, maps [][]topology.Node, progress topology.Progress) (bool, error) {
	n := net.Order()
	reached := newSets(n)
	var generators [][]topology.Node // maps that reach more nodes than those before
	for i, images := range maps {
		if err := progress.Report(i, 2*len(maps)); err != nil || !isAutomorphism(net, images) {
			return false, err
		}
		if reached.add(images) {
			generators = append(generators, images)
		}
	}
	if !reached.isOne() || len(generators) > bits.Len(uint(n)) { // in a regular group, each doubles it
		return false, nil
	}
	tree, from, by := []topology.Node{0}, make([]topology.Node, n), make([]int, n)
	seen := make([]bool, n)
	seen[0] = true
	for i := 0; i < len(tree); i++ {
		for j, images := range generators {
			if v := images[tree[i]]; !seen[v] {
				seen[v], from[v], by[v] = true, tree[i], j
				tree = append(tree, v)
			}
		}
	}
	// Let K be the elements that keep node 0, and c a map that commutes with all generators and maps node 0
	// to its image under the generator s. Then K keeps that image too, so that K is its own conjugate by s.
	// If that is so for each s, K keeps every node: it is the identity, and the group is regular. All that
	// commutes with these c is in the group then.
	commuting := make([][]topology.Node, len(generators))
	for j, images := range generators {
		c := make([]topology.Node, n)
		c[0] = images[0]
		for _, v := range tree[1:] {
			c[v] = generators[by[v]][c[from[v]]]
		}
		commuting[j] = c
	}
	for i, images := range maps {
		if err := progress.Report(len(maps)+i, 2*len(maps)); err != nil {
			return false, err
		}
		for _, c := range commuting {
			for v, image := range images {
				if c[image] != images[c[v]] {
					return false, nil
				}
			}
		}
	}
	return true, nil
}

// add unites each number with its image, and reports whether that made any two sets one.
func (s sets) add(images []topology.Node) (grew bool) {
	for u, v := range images {
		if s.find(int32(u)) != s.find(int32(v)) {
			s.unite(int32(u), int32(v))
			grew = true
		}
	}
	return grew
}

// isAutomorphism reports whether images, by node, are those of a one-to-one map that keeps links and how many are parallel.
func isAutomorphism(net *topology.Network, images []topology.Node) bool {
	sorted := slices.Clone(images)
	sorting.Sort(sorted)
	for u, v := range sorted {
		if int(v) != u {
			return false
		}
	}
	s := matching{left: &coloring{net: net, meter: &meter{}}, right: &coloring{net: net}, seen: make([]int32, len(images))}
	for u, v := range images {
		s.image, s.moved = append(s.image, int32(v)), append(s.moved, int32(u))
	}
	return len(images) == net.Order() && s.preserves()
}

// RegularSubgroup returns automorphisms of net, each as the images of all nodes, that generate a
// regular group, and whether there is such a group: whether net is a Cayley graph.
//
// It chooses an automorphism that maps the first node to another one, makes the group that those chosen
// generate, and goes on as long as that keeps no node; first at random, and then all in turn. It
// returns an error if net is vertex-transitive and has more than [MaxCayley] nodes, or if that is not
// decided within some seconds. It reports no total progress.
func RegularSubgroup(net *topology.Network, progress topology.Progress) (maps [][]topology.Node, ok bool, err error) {
	if orbits, declared := net.Orbits(); !declared || len(orbits) > 1 || net.Order() <= MaxCayley {
		g, err := Automorphisms(net, nil, progress)
		if err != nil || !g.IsVertexTransitive() || net.Order() == 1 {
			return nil, err == nil && g.IsVertexTransitive(), err
		}
		if net.Order() <= MaxCayley {
			return g.regularSubgroup(progress)
		}
	}
	return nil, false, fmt.Errorf("regular subgroup of %v: has %d nodes, want at most %d", net, net.Order(), MaxCayley)
}

// A regularSearch looks for a regular subgroup of a group.
type regularSearch struct {
	meter
	base    []topology.Node
	orbits  [][]topology.Node   // by index in base: the orbit of the node, under what keeps those before
	maps    [][][]topology.Node // by that, and by node of the orbit: an element that maps to it, and keeps those before
	seed    uint64
	random  bool // take one of the elements, not all in turn
	perhaps bool // whether some are left, when the search stops for its cost
}

// A subgroup is one without an element but the identity that keeps a node.
type subgroup struct {
	generators [][]topology.Node
	elements   [][]topology.Node // by the node to which they map the first of the base; nil if none does
	order      int
	orbits     sets
}

func (g *Group) regularSubgroup(progress topology.Progress) (maps [][]topology.Node, ok bool, err error) {
	s := regularSearch{meter: meter{progress: progress}, base: g.base, seed: 1, random: true}
	for i := range g.base {
		s.transversal(g, i)
	}
	n := g.net.Order()
	trivial := subgroup{elements: make([][]topology.Node, n), order: 1, orbits: newSets(n)}
	trivial.elements[g.base[0]] = Permutation{}.Images(n)
	for range randomTries {
		if maps = s.extend(trivial); maps != nil || s.err != nil {
			return maps, maps != nil, s.err
		}
	}
	s.random = false
	stabilizer := new(big.Int).Div(g.Order(), big.NewInt(int64(n)))
	if s.perhaps = stabilizer.BitLen() > maxStabilizer; !s.perhaps {
		s.steps, s.since = 0, 0
		maps = s.extend(trivial)
	}
	if s.err == nil && maps == nil && s.perhaps {
		s.err = fmt.Errorf("regular subgroup of %v: not found, and too many automorphisms to try them all: want fewer nodes", g.net)
	}
	return maps, maps != nil, s.err
}

// transversal finds an element for each node of the orbit of base[i].
func (s *regularSearch) transversal(g *Group, i int) {
	n := g.net.Order()
	orbit, maps := []topology.Node{g.base[i]}, make([][]topology.Node, n)
	maps[g.base[i]] = Permutation{}.Images(n)
	var generators [][]topology.Node // that keep the nodes before
	for _, p := range g.Generators {
		if !slices.ContainsFunc(g.base[:i], func(u topology.Node) bool { return slices.Contains(p.From, u) }) {
			generators = append(generators, p.Images(n))
		}
	}
	for at := 0; at < len(orbit); at++ {
		for _, images := range generators {
			if v := images[orbit[at]]; maps[v] == nil {
				maps[v] = product(images, maps[orbit[at]])
				orbit = append(orbit, v)
			}
		}
	}
	s.orbits, s.maps = append(s.orbits, orbit), append(s.maps, maps)
}

// product returns the images under b and then a.
func product(a, b []topology.Node) []topology.Node {
	images := make([]topology.Node, len(b))
	for u, v := range b {
		images[u] = a[v]
	}
	return images
}

// extend returns generators of a regular group that h is part of, or nil.
func (s *regularSearch) extend(h subgroup) [][]topology.Node {
	if h.order == len(h.elements) {
		return h.generators
	}
	var outside []topology.Node
	for u := range topology.Node(len(h.elements)) {
		if h.elements[u] == nil {
			outside = append(outside, u)
		}
	}
	// A regular group has one element that maps the first of the base to any given node.
	return s.choose(h, 1, s.maps[0][outside[s.pick(len(outside))]])
}

// pick returns a number below n: 0, or at random one that only depends on the numbers before.
func (s *regularSearch) pick(n int) int {
	if !s.random {
		return 0
	}
	s.seed = s.seed*6364136223846793005 + 1442695040888963407
	return int(s.seed >> 33 % uint64(n))
}

// choose is extend with an element that maps the first i nodes of the base as images does.
// Apart from those of h, an element of a regular group maps every node out of its orbit under h: else, the element
// of h that maps it there as well would differ from it by one that keeps a node.
func (s *regularSearch) choose(h subgroup, i int, images []topology.Node) [][]topology.Node {
	s.add(len(images))
	if s.err == nil && s.steps > maxCayleySteps {
		s.perhaps = true
		return nil
	}
	leaves := func(u, v topology.Node) bool { return h.orbits.find(int32(u)) != h.orbits.find(int32(v)) }
	if i == len(s.base) {
		for u, v := range images {
			if !leaves(topology.Node(u), v) {
				return nil
			}
		}
		if larger, ok := s.join(h, images); ok {
			s.add(larger.order * len(images))
			return s.extend(larger)
		}
		return nil
	}
	if u := s.base[i-1]; i == 1 && !leaves(u, images[u]) {
		return nil
	}
	orbit := s.orbits[i]
	first := s.pick(len(orbit))
	for j := range orbit {
		v := orbit[(first+j)%len(orbit)]
		if !leaves(s.base[i], images[v]) {
			continue
		}
		if maps := s.choose(h, i+1, product(images, s.maps[i][v])); maps != nil || s.random || s.err != nil || s.perhaps {
			return maps
		}
	}
	return nil
}

// join returns the group that h and an element generate, and whether it has no element but the
// identity that keeps a node.
func (s *regularSearch) join(h subgroup, element []topology.Node) (larger subgroup, ok bool) {
	n := len(element)
	larger = subgroup{generators: append(slices.Clone(h.generators), element), elements: make([][]topology.Node, n), orbits: newSets(n)}
	first := s.base[0]
	larger.elements[first] = h.elements[first]
	nodes := []topology.Node{first}
	for i := 0; i < len(nodes); i++ {
		for _, images := range larger.generators {
			u, v := nodes[i], images[nodes[i]]
			next := product(images, larger.elements[u])
			if larger.elements[v] == nil {
				larger.elements[v] = next
				nodes = append(nodes, v)
			} else if !slices.Equal(larger.elements[v], next) {
				return larger, false // they differ by an element that keeps the first node
			}
		}
	}
	larger.order = len(nodes)
	for _, images := range larger.generators {
		larger.orbits.add(images)
	}
	for u := range int32(n) {
		if larger.orbits.size(u) != larger.order {
			return larger, false
		}
	}
	return larger, true
}
