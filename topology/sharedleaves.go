package topology

import "fmt"

// SharedLeaves is a network of r complete m-ary trees of height n that have their mⁿ leaves in common.
// The leaves are processors, the other nodes switches. Leaf x is node x; the switches follow tree by
// tree, and in a tree level by level from its root.
//
// The address of a leaf is its number. The source writes ⟨k,j,i⟩ for switch i, from left to right, at
// height j above the leaves in tree k, counted from 1: 2,1,3. In a network of one tree or two the
// address is the source's short form ⟨j,i⟩ in tree 1 and ⟨-j,i⟩ in tree 2: 1,3 and -1,3; the long form
// is read too. The level of a node is n-j, so that roots have level 0 and leaves level n, where the
// source says j or -j; the way up a tree leads to lower levels in each.
//
// Port c of a switch, c < m, leads to its child c and is labeled c; port m leads to its parent. Port
// k-1 of a leaf leads to its parent in tree k.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), ch. 2.
type SharedLeaves interface {
	Definition
	Fanout() int // m
	Trees() int  // r
	Height() int // n
	// Position returns the tree of a switch, from 1, its height above the leaves and its index
	// there. A leaf, which belongs to every tree, has tree 0 and height 0.
	Position(u Node) (tree, height, index int)
}

// TreeOrder returns the nodes at a height above the leaves in a tree of net, counted from 1, from left to
// right when that tree is drawn without crossings and child 0 of each switch is leftmost. At height 0 that
// is the labelling sequence of the tree. It returns an error unless net has [SharedLeaves] and the tree
// and the height exist.
//
// Source: as above, section 2.3 and Fig. 2-5.
func TreeOrder(net *Network, tree, height int) ([]Node, error) {
	def, ok := net.Definition.(SharedLeaves)
	if !ok {
		return nil, fmt.Errorf("%v: want trees on common leaves, as of kyklos", net)
	}
	if tree < 1 || tree > def.Trees() || height < 0 || height > def.Height() {
		return nil, fmt.Errorf("%v: got height %d in tree %d, want 0 to %d in tree 1 to %d", net, height, tree, def.Height(), def.Trees())
	}
	order := []Node{0} // the root, if it is a leaf
	for u := range Node(net.Order()) {
		if k, j, _ := def.Position(u); k == tree && j == def.Height() {
			order[0] = u
		}
	}
	for j := def.Height(); j > height; j-- {
		next := make([]Node, 0, len(order)*def.Fanout())
		for _, u := range order {
			next = append(next, net.Neighbors(u)[:def.Fanout()]...)
		}
		order = next
	}
	return order, nil
}
