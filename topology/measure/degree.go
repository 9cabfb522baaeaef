package measure

import (
	"topobook/topology"
	"topobook/topology/sorting"
)

// MaxDegree returns the degree of net: the largest number of links at a node; parallel links count each, here and below.
func MaxDegree(net *topology.Network) int {
	degree := 0
	for u := range topology.Node(net.Order()) {
		degree = max(degree, net.Degree(u))
	}
	return degree
}

// Degrees returns the degrees that occur in net, each once, in increasing order.
func Degrees(net *topology.Network) []int {
	return degrees(net, func(topology.Node) bool { return true })
}

// DegreesAt returns the degrees that occur among the nodes of a level, each once, in increasing
// order. It returns none if net has no such level.
func DegreesAt(net *topology.Network, level int) []int {
	return degrees(net, func(u topology.Node) bool { return net.Level(u) == level })
}

func degrees(net *topology.Network, want func(topology.Node) bool) []int {
	occurs := make(map[int]bool)
	for u := range topology.Node(net.Order()) {
		if want(u) {
			occurs[net.Degree(u)] = true
		}
	}
	var found []int
	for degree := range occurs {
		found = append(found, degree)
	}
	sorting.Sort(found)
	return found
}
