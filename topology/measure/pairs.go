package measure

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/limit"
)

// Pairs counts ordered pairs of nodes of a network by the hops between them.
type Pairs struct {
	// Histogram counts the pairs at each distance, from 0 to the largest. The pairs at
	// distance 0 are those of a node with itself.
	Histogram   []int64
	Unreachable int64 // pairs without a path
	// Eccentricities are by node the largest distance of a pair, -1 for nodes that are in none; nil if these
	// are not all pairs of a network.
	Eccentricities []int32
}

// Diameter returns the largest distance of a pair, 0 if there is none. Pairs without a path do not
// count: see Unreachable.
func (p Pairs) Diameter() int { return max(0, len(p.Histogram)-1) }

// Average returns the average distance in hops, NaN if there are no pairs. Pairs of a node with itself are counted if selfPairs is true;
// pairs without a path are not.
func (p Pairs) Average(selfPairs bool) float64 {
	numerator, denominator := p.Fraction(selfPairs)
	return float64(numerator) / float64(denominator)
}

// Total returns the sum of the distances, in hops, and the number of ordered pairs, which may be 0. Pairs of a node with itself are counted if
// selfPairs is true; pairs without a path are not.
func (p Pairs) Total(selfPairs bool) (sum, pairs int64) {
	for d, count := range p.Histogram {
		if d > 0 || selfPairs {
			sum += int64(d) * count
			pairs += count
		}
	}
	return sum, pairs
}

// Fraction returns the average distance as a fraction in lowest terms, 0/0 if there are no pairs.
func (p Pairs) Fraction(selfPairs bool) (numerator, denominator int64) {
	sum, pairs := p.Total(selfPairs)
	a, b := sum, pairs
	for b != 0 {
		a, b = b, a%b
	}
	if a == 0 {
		return 0, 0
	}
	return sum / a, pairs / a
}

// grow makes room for a distance.
func (p *Pairs) grow(distance int) {
	if short := distance + 1 - len(p.Histogram); short > 0 {
		p.Histogram = append(p.Histogram, make([]int64, short)...)
	}
}

// trim takes off distances beyond the largest.
func (p *Pairs) trim() {
	n := len(p.Histogram)
	for n > 0 && p.Histogram[n-1] == 0 {
		n--
	}
	p.Histogram = p.Histogram[:n]
}

// From counts the pairs of src and each node that among names, by distance.
// It runs one breadth-first search: O(N+L) time for N nodes and L links.
// It panics if src is not a node of net.
func From(net *topology.Network, src topology.Node, among Among) Pairs {
	s := newSearch(net)
	s.run(src)
	return s.pairs(among.nodes(net))
}

// AllPairs counts the ordered pairs of nodes by distance, and reports progress by source.
//
// A Cartesian product that declares its dimensions takes as long as these; for networks of groups see groupPairs.
// Otherwise, for N nodes and L links, it takes O(K(N+L)) time for K sources: one for each orbit that the network
// declares, or else all nodes; but unless the network is long and thin, it searches from all by bit
// sets, 512 at once, which is some twenty times as fast.
// It returns an error if the cheapest way takes more than [limit.MaxSteps].
func AllPairs(net *topology.Network, among Among, progress topology.Progress) (pairs Pairs, err error) {
	if dims := dimensions(net); dims != nil && among != Switches {
		return productPairs(dims, among, progress)
	}
	if def, ok := net.Definition.(topology.Grouped); ok && among != Switches {
		return groupPairs(net, def, progress)
	}
	targets := among.nodes(net)
	pairs = newPairs(net, targets)
	if len(targets) == 0 {
		return pairs, nil
	}
	p := planOrbits(net, targets)
	if len(p.orbits) > maxSearches && len(targets) == net.Order() {
		if pathPairs(net, &pairs) {
			return pairs, nil
		}
	}
	if err := p.choose(net, among, targets); err != nil {
		return Pairs{}, err
	}
	if p.blocks != nil {
		err = p.blocks.tally(&pairs, progress)
	} else {
		err = p.tally(net, &pairs, targets, progress)
	}
	if err != nil {
		return Pairs{}, err
	}
	pairs.Unreachable = int64(len(targets)) * int64(len(targets))
	for _, count := range pairs.Histogram {
		pairs.Unreachable -= count
	}
	pairs.trim()
	p.spread(pairs.Eccentricities)
	return pairs, nil
}

// newPairs returns no pairs, and eccentricities of 0 for the targets.
func newPairs(net *topology.Network, targets []topology.Node) (pairs Pairs) {
	pairs.Eccentricities = make([]int32, net.Order())
	for u := range pairs.Eccentricities {
		pairs.Eccentricities[u] = -1
	}
	for _, u := range targets {
		pairs.Eccentricities[u] = 0
	}
	return pairs
}

// dimensions returns the networks whose Cartesian product net declares to be, nil if it does not.
func dimensions(net *topology.Network) []*topology.Network {
	if def, ok := net.Definition.(topology.Composite); ok {
		return def.Dimensions()
	}
	return nil
}

// productPairs returns the pairs of a Cartesian product: there are a·b at distance i+j for each a at i in
// one network and b at j in another; and eccentricities are the sums of those of the digits of a node.
func productPairs(dimensions []*topology.Network, among Among, progress topology.Progress) (product Pairs, err error) {
	product.Histogram, product.Eccentricities = []int64{1}, []int32{0}
	reached, all := int64(1), int64(1) // pairs
	var pairs Pairs
	for i, net := range dimensions {
		if i == 0 || net != dimensions[i-1] {
			if pairs, err = AllPairs(net, among, progress); err != nil {
				return Pairs{}, err
			}
		}
		_, count := pairs.Total(true)
		reached *= count
		all *= count + pairs.Unreachable
		histogram := make([]int64, len(product.Histogram)+pairs.Diameter())
		for i, a := range product.Histogram {
			for j, b := range pairs.Histogram {
				histogram[i+j] += a * b
			}
		}
		sums := make([]int32, 0, len(product.Eccentricities)*len(pairs.Eccentricities))
		for _, a := range product.Eccentricities {
			for _, b := range pairs.Eccentricities {
				if a < 0 || b < 0 {
					sums = append(sums, -1)
				} else {
					sums = append(sums, a+b)
				}
			}
		}
		product.Histogram, product.Eccentricities = histogram, sums
	}
	product.Unreachable = all - reached
	product.trim()
	return product, nil
}

// A plan is how to search from every target: from one node of each orbit, or else from blocks of
// nodes at once.
type plan struct {
	orbits []topology.Orbit
	of     []int32 // by node: its orbit among all that are declared, nil if none are
	blocks *blocks // nil if orbits are cheaper
}

// A round of a block takes about as long as roundSearches searches, and a block about roundsByDepth
// rounds for each hop from the first node, and one more.
const (
	roundSearches = 2
	roundsByDepth = 1.5
)

// maxSearches is a number of searches that is cheap whatever the alternative.
const maxSearches = 64

// choose makes p the cheapest plan, or returns an error if even that costs too much.
func (p *plan) choose(net *topology.Network, among Among, targets []topology.Node) error {
	if p.of != nil && among != All {
		n := 0
		for _, orbit := range p.orbits {
			if among.has(net.Kind(orbit.First)) {
				p.orbits[n] = orbit
				n++
			}
		}
		p.orbits = p.orbits[:n]
	}
	order := float64(net.Order())
	step := searchSteps(net)
	cost := limit.Cost{Steps: float64(len(p.orbits)) * step, Bytes: 8 * order}
	if len(p.orbits) > max(maxSearches, len(targets)/blockSize) { // else blocks are not better
		depth, reached := survey(net, p.orbits)
		cost.Steps = step * reached / order
		b := newBlocks(net, targets, p.orbits, true)
		part := float64(len(b.joinStart)+len(b.joinHeads)) / (order + float64(2*net.Size()))
		steps := roundSearches * step * part * float64(len(b.sources)) * (1 + roundsByDepth*float64(depth))
		if b.bipartite {
			steps /= 2
		}
		if steps < cost.Steps {
			p.blocks = b
			cost = limit.Cost{Steps: steps, Bytes: float64(len(b.start)) * (2*blockSize/8 + 8)}
		}
	}
	what := fmt.Sprintf("distances between all %s of %v", among.plural(), net)
	return cost.Check(what, "fewer nodes, nodes in few declared orbits, or the distances from one node would do")
}

// planOrbits returns a plan to search from one node of each orbit that net declares, or else from all targets.
func planOrbits(net *topology.Network, targets []topology.Node) (p plan) {
	if p.orbits, p.of = net.OrbitsOf(); p.of == nil {
		for _, u := range targets {
			p.orbits = append(p.orbits, topology.Orbit{First: u, Size: 1})
		}
	}
	return p
}

// pathPairs sets pairs to those of a network that is a path, and reports whether it is: in one of N nodes, N-d are
// d hops before another.
func pathPairs(net *topology.Network, pairs *Pairs) bool {
	order := net.Order()
	if net.Size() != order-1 {
		return false
	}
	s := newLazySearch(net)
	s.run(0)
	s.run(s.queue[len(s.queue)-1]) // an end of it
	if s.eccentricity() != order-1 {
		return false
	}
	pairs.grow(order - 1)
	for d := range pairs.Histogram {
		pairs.Histogram[d] = 2 * int64(order-d)
	}
	pairs.Histogram[0] = int64(order)
	for u, d := range s.dist {
		pairs.Eccentricities[u] = max(d, int32(order)-1-d)
	}
	return true
}

// survey returns the largest distance from the first of the sources in each component, and how many
// nodes are reached from all sources together.
func survey(net *topology.Network, sources []topology.Orbit) (depth int, reached float64) {
	s := newSearch(net)
	size := make([]int32, net.Order()) // by node: of its component, 0 if not known yet
	for _, src := range sources {
		if size[src.First] == 0 {
			s.run(src.First)
			for _, u := range s.queue {
				size[u] = int32(len(s.queue))
			}
			depth = max(depth, s.eccentricity())
		}
		reached += float64(size[src.First])
	}
	return depth, reached
}

// tally searches from the first node of each orbit and counts what it finds for each node of it.
func (p plan) tally(net *topology.Network, pairs *Pairs, targets []topology.Node, progress topology.Progress) error {
	if len(p.orbits) > 2 {
		net.Adjacency() // nearly all links are looked at anyway, and again
	}
	s := newLazySearch(net)
	for i, orbit := range p.orbits {
		s.run(orbit.First)
		pairs.Eccentricities[orbit.First] = s.tally(pairs, targets, int64(orbit.Size))
		if err := progress.Report(i+1, len(p.orbits)); err != nil {
			return err
		}
	}
	return nil
}

// spread gives all nodes of an orbit the largest of their eccentricities as they are known so far, as
// it is known for one.
func (p plan) spread(eccentricities []int32) {
	if p.of == nil {
		return
	}
	ofOrbit := make([]int32, 0, len(p.orbits)) // orbits are numbered by their first nodes
	for u, orbit := range p.of {
		if int(orbit) == len(ofOrbit) {
			ofOrbit = append(ofOrbit, -1)
		}
		ofOrbit[orbit] = max(ofOrbit[orbit], eccentricities[u])
	}
	for u, orbit := range p.of {
		eccentricities[u] = ofOrbit[orbit]
	}
}
