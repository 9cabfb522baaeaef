package measure

import "topobook/topology"

// IsomorphismByGroup is Isomorphism for networks of equal order and size, which are taken as a whole
// and whose automorphisms are computed after the first vain try.
func IsomorphismByGroup(a, b *topology.Network) ([]topology.Node, error) {
	return connectedIsomorphism(a, b, 0, nil)
}
