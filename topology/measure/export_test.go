package measure

import "topobook/topology"

// PairsByQueue is AllPairs with one search for each target.
func PairsByQueue(net *topology.Network, among Among, progress Progress) (Pairs, error) {
	var p plan
	targets := among.nodes(net)
	for _, u := range targets {
		p.orbits = append(p.orbits, topology.Orbit{First: u, Size: 1})
	}
	pairs := newPairs(net, targets)
	err := p.tally(net, &pairs, targets, progress)
	pairs.trim()
	return pairs, err
}

// PairsByBlocks is AllPairs with blocks of sources, with or without folding leaves.
func PairsByBlocks(net *topology.Network, among Among, fold bool) (Pairs, error) {
	targets := among.nodes(net)
	pairs := newPairs(net, targets)
	orbits := make([]topology.Orbit, len(targets))
	for i, u := range targets {
		orbits[i] = topology.Orbit{First: u, Size: 1}
	}
	err := newBlocks(net, targets, orbits, fold).tally(&pairs, nil)
	_, reached := pairs.Average(true)
	pairs.Unreachable = int64(len(targets))*int64(len(targets)) - reached
	pairs.trim()
	return pairs, err
}
