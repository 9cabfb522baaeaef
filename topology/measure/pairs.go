package measure

import (
	"math/bits"

	"topobook/topology"
)

// Pairs counts the ordered pairs of nodes of a network by the hops between them.
type Pairs struct {
	// Histogram counts the pairs at each distance, from 0 to the largest. The pairs at
	// distance 0 are those of a node with itself.
	Histogram   []int64
	Unreachable int64 // pairs without a path
}

// Diameter returns the largest distance of a pair, 0 if there is none. Pairs without a path do not
// count: see Unreachable.
func (p Pairs) Diameter() int { return max(0, len(p.Histogram)-1) }

// Average returns the average distance as an exact fraction: the sum of the distances, in hops,
// and the number of ordered pairs, which may be 0. Pairs of a node with itself are counted if
// selfPairs is true; pairs without a path are not.
func (p Pairs) Average(selfPairs bool) (sum, pairs int64) {
	for d, count := range p.Histogram {
		if d > 0 || selfPairs {
			sum += int64(d) * count
			pairs += count
		}
	}
	return sum, pairs
}

// add counts pairs at a distance.
func (p *Pairs) add(distance int, pairs int64) {
	for len(p.Histogram) <= distance {
		p.Histogram = append(p.Histogram, 0)
	}
	p.Histogram[distance] += pairs
}

// maxBlockDepth is the largest eccentricity of the first source at which searching from a block of
// sources at once is worth it: the work of a block grows with the distances, that of a queue does not.
const maxBlockDepth = 128

// AllPairs counts the ordered pairs of nodes by distance, and reports progress by source.
// For S sources, N nodes and L links it takes O(S(N+L)) time.
func AllPairs(net *topology.Network, among Among, progress Progress) (Pairs, error) {
	sources := among.nodes(net)
	if len(sources) == 0 {
		return Pairs{}, nil
	}
	s := newSearch(net)
	s.run(sources[0])
	if s.eccentricity() > maxBlockDepth {
		return pairsByQueue(net, sources, progress)
	}
	return pairsByBlock(net, sources, progress)
}

// pairsByQueue runs a search from each source.
func pairsByQueue(net *topology.Network, sources []topology.Node, progress Progress) (Pairs, error) {
	var pairs Pairs
	s := newSearch(net)
	for i, src := range sources {
		s.run(src)
		reached := 0
		for _, v := range sources {
			if d := s.dist[v]; d >= 0 {
				pairs.add(int(d), 1)
				reached++
			}
		}
		pairs.Unreachable += int64(len(sources) - reached)
		if err := progress.report(i+1, len(sources)); err != nil {
			return Pairs{}, err
		}
	}
	return pairs, nil
}

// A block is a set of up to 256 sources, one bit each.
type block [4]uint64

const blockSize = 256

// pairsByBlock searches from 256 sources at once. After d rounds, reached[v] is the set of the
// sources at d hops or less from v; a round joins to it the sets of v's neighbors, and the bits that
// are new are the pairs at distance d.
func pairsByBlock(net *topology.Network, sources []topology.Node, progress Progress) (Pairs, error) {
	var pairs Pairs
	isTarget := make([]bool, net.Order())
	for _, v := range sources {
		isTarget[v] = true
	}
	reached, next := make([]block, net.Order()), make([]block, net.Order())
	for first := 0; first < len(sources); first += blockSize {
		size := min(blockSize, len(sources)-first)
		clear(reached)
		for i, src := range sources[first : first+size] {
			reached[src][i/64] |= 1 << (i % 64)
		}
		missing := int64(size) * int64(len(sources))
		for d, count, grown := 0, int64(size), true; grown; d++ {
			if count > 0 {
				pairs.add(d, count)
				missing -= count
			}
			count, grown = expand(net, reached, next, isTarget)
			reached, next = next, reached
		}
		pairs.Unreachable += missing
		if err := progress.report(first+size, len(sources)); err != nil {
			return Pairs{}, err
		}
	}
	return pairs, nil
}

// expand sets next to reached and what reaches in one hop more. It returns the number of new
// pairs of a source and a target, and whether any set has grown.
func expand(net *topology.Network, reached, next []block, isTarget []bool) (count int64, grown bool) {
	for v := range reached {
		old := &reached[v]
		w0, w1, w2, w3 := old[0], old[1], old[2], old[3]
		if w0&w1&w2&w3 == ^uint64(0) {
			next[v] = *old
			continue
		}
		for _, u := range net.Neighbors(topology.Node(v)) {
			from := &reached[u]
			w0 |= from[0]
			w1 |= from[1]
			w2 |= from[2]
			w3 |= from[3]
		}
		next[v] = block{w0, w1, w2, w3}
		n := bits.OnesCount64(w0^old[0]) + bits.OnesCount64(w1^old[1]) +
			bits.OnesCount64(w2^old[2]) + bits.OnesCount64(w3^old[3])
		if n > 0 {
			grown = true
			if isTarget[v] {
				count += int64(n)
			}
		}
	}
	return count, grown
}
