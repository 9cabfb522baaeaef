package measure

import (
	"topobook/topology"
	"topobook/topology/sorting"
)

// Components returns the connected components of net: each is its nodes in increasing order, and
// they come in the order of their first nodes. It takes O(N log N + L) time.
func Components(net *topology.Network) [][]topology.Node {
	var components [][]topology.Node
	seen := make([]bool, net.Order())
	for src := range topology.Node(net.Order()) {
		if seen[src] {
			continue
		}
		seen[src] = true
		component := []topology.Node{src}
		for i := 0; i < len(component); i++ {
			for _, v := range net.Neighbors(component[i]) {
				if !seen[v] {
					seen[v] = true
					component = append(component, v)
				}
			}
		}
		sorting.Sort(component)
		components = append(components, component)
	}
	return components
}
