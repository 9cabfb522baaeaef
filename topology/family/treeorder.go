package family

import (
	"fmt"

	"topobook/topology"
)

// TreeOrder returns the nodes at a height above the leaves in a tree of net, counted from 1, from left to
// right when that tree is drawn without crossings and child 0 of each switch is leftmost. At height 0 that
// is the labelling sequence of the tree. It returns an error unless net has [SharedLeaves], and the tree
// and the height.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), section 2.3 and Fig. 2-5.
func TreeOrder(net *topology.Network, tree, height int) ([]topology.Node, error) {
	def, ok := net.Definition.(SharedLeaves)
	if !ok {
		return nil, fmt.Errorf("%v: want trees on common leaves, as of kyklos", net)
	}
	if tree < 1 || tree > def.Trees() || height < 0 || height > def.Height() {
		return nil, fmt.Errorf("%v: got height %d in tree %d, want 0 to %d in tree 1 to %d", net, height, tree, def.Height(), def.Trees())
	}
	order := []topology.Node{0} // the root, if it is a leaf
	for u := range topology.Node(net.Order()) {
		if k, j, _ := def.Position(u); k == tree && j == def.Height() {
			order[0] = u
		}
	}
	for j := def.Height(); j > height; j-- {
		next := make([]topology.Node, 0, len(order)*def.Fanout())
		for _, u := range order {
			next = append(next, net.Neighbors(u)[:def.Fanout()]...)
		}
		order = next
	}
	return order, nil
}
