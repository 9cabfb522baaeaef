package measure

import "topobook/topology"

// PairsByQueue is AllPairs among all nodes without blocks of sources.
func PairsByQueue(net *topology.Network) (Pairs, error) {
	return pairsByQueue(net, All.nodes(net), nil)
}
