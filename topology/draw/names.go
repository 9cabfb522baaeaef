package draw

import "topobook/topology"

// A renamed network shows other texts at its nodes than their addresses, in a layout only.
type renamed struct {
	*topology.Network
	names []string // by node
}

func (r renamed) Address(u topology.Node) string { return r.names[u] }

// rename returns net with the names, by node, as its addresses; nil leaves it as it is.
func rename(net *topology.Network, names []string) *topology.Network {
	if names == nil {
		return net
	}
	other := *net
	other.Definition = renamed{net, names}
	return &other
}

// original returns net before it was renamed, and the names, nil if it was not.
func original(net *topology.Network) (before *topology.Network, names []string) {
	if r, ok := net.Definition.(renamed); ok {
		return r.Network, r.names
	}
	return net, nil
}

// definition returns the definition of net, renamed or not.
func definition(net *topology.Network) topology.Definition {
	before, _ := original(net)
	return before.Definition
}
