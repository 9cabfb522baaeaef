package measure

import "topobook/topology"

// Center returns the radius, which is the least of the eccentricities in [Pairs], and the nodes that have it, in
// increasing order; no nodes if there are no eccentricities.
func Center(hops []int32) (radius int, center []topology.Node) {
	for u, h := range hops {
		if h < 0 || len(center) > 0 && int(h) > radius {
			continue
		}
		if int(h) < radius {
			center = center[:0]
		}
		radius = int(h)
		center = append(center, topology.Node(u))
	}
	return radius, center
}
