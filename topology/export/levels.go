package export

import "topobook/topology"

// setLevels gives each node the level that it has in a tree or fat tree from the top, 0, if there is one: where all links join a node with
// one that is one hop nearer to the processors.
func (r *reader) setLevels() {
	height := make([]int32, len(r.nodes)) // above the processors, from 1; 0 if not known yet
	around := make([][]topology.Node, len(r.nodes))
	for _, link := range r.links {
		around[link.A], around[link.B] = append(around[link.A], link.B), append(around[link.B], link.A)
	}
	var queue []topology.Node
	for u := range r.nodes {
		if r.nodes[u].kind == topology.Processor {
			height[u] = 1
			queue = append(queue, topology.Node(u))
		}
	}
	top := int32(0)
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		top = max(top, height[u])
		for _, v := range around[u] {
			if height[v] == 0 {
				height[v] = height[u] + 1
				queue = append(queue, v)
			} else if height[v]-height[u] != 1 && height[u]-height[v] != 1 {
				return
			}
		}
	}
	if len(queue) < len(r.nodes) || top < 2 {
		return
	}
	for u := range r.nodes {
		r.nodes[u].level = top - height[u]
	}
}
