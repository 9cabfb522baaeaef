package route

import (
	"fmt"
	"iter"

	"topobook/topology"
	"topobook/topology/sorting"
)

// EachDescendingPath yields the paths from a to b on which every hop descends: to a higher depth; none if
// b is not below a. They come in lexicographic order of their ports. It returns an error if net has no
// levels. After a search upwards from b it takes O(d) time a hop, for degree d.
func EachDescendingPath(net *topology.Network, a, b topology.Node) (iter.Seq[Path], error) {
	if err := checkLevels(net); err != nil {
		return nil, err
	}
	above := make(map[topology.Node]bool)
	for _, u := range ancestors(net, b) {
		above[u] = true
	}
	return walk(net, a, b, func(c topology.Channel) bool { return above[net.Head(c)] && phase(net, c) == Down }), nil
}

// NearestCommonAncestors returns the nodes from which one can descend both to a and to b (see
// [EachDescendingPath]) and that are farthest from the roots, in increasing order. A node is its own
// ancestor, so those of a and a are a alone. It returns an error if net has no levels.
// It searches upwards from a and from b: O(N+L) time.
func NearestCommonAncestors(net *topology.Network, a, b topology.Node) ([]topology.Node, error) {
	if err := checkLevels(net); err != nil {
		return nil, err
	}
	aboveA := make(map[topology.Node]bool)
	for _, u := range ancestors(net, a) {
		aboveA[u] = true
	}
	var nearest []topology.Node
	for _, u := range ancestors(net, b) {
		if !aboveA[u] {
			continue
		}
		if len(nearest) > 0 {
			switch compareDepth(net, u, nearest[0]) {
			case -1:
				continue
			case 1:
				nearest = nearest[:0]
			}
		}
		nearest = append(nearest, u)
	}
	sorting.Sort(nearest)
	return nearest, nil
}

// ancestors returns a and the nodes from which one can descend to it.
func ancestors(net *topology.Network, a topology.Node) []topology.Node {
	found := []topology.Node{a}
	seen := map[topology.Node]bool{a: true}
	for i := 0; i < len(found); i++ {
		first, end := net.Channels(found[i])
		for c := first; c < end; c++ {
			if v := net.Head(c); !seen[v] && phase(net, c) == Up {
				seen[v] = true
				found = append(found, v)
			}
		}
	}
	return found
}

// compareDepth returns -1, 0 or 1 as u is above v, at its level, or below it.
func compareDepth(net *topology.Network, u, v topology.Node) int {
	a, b := depth(net, u), depth(net, v)
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// checkLevels returns an error unless some node of net has a level, or there is only one node.
func checkLevels(net *topology.Network) error {
	for u := range topology.Node(net.Order()) {
		if net.Depth(u) != topology.NoLevel || net.Order() == 1 {
			return nil
		}
	}
	return fmt.Errorf("%v: has no levels, want a network whose nodes have levels, such as a tree", net)
}
