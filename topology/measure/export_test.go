package measure

import "topobook/topology"

// PairsByQueue is AllPairs with one search for each target.
func PairsByQueue(net *topology.Network, among Among, progress topology.Progress) (Pairs, error) {
	targets := among.nodes(net)
	pairs := newPairs(net, targets)
	s := newSearch(net)
	for i, u := range targets {
		s.run(u)
		pairs.Eccentricities[u] = s.tally(&pairs, targets, 1)
		if err := progress.Report(i+1, len(targets)); err != nil {
			return Pairs{}, err
		}
	}
	pairs.trim()
	return pairs, nil
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
	_, reached := pairs.Total(true)
	pairs.Unreachable = int64(len(targets))*int64(len(targets)) - reached
	pairs.trim()
	return pairs, err
}

// ChannelOrbits returns the orbits of channels, that is of links with a direction.
func (g *Group) ChannelOrbits(progress topology.Progress) ([][]topology.Channel, error) {
	s, err := g.channels(false, progress)
	return list[topology.Channel](s, nil), err
}
