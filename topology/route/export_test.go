package route

import "topobook/topology"

// ByPaths returns the routing without its rule for a hop, so that loads come from listed paths.
func (r Routing) ByPaths() Routing {
	r.next = nil
	return r
}

// HasPaths reports whether the routing can list its paths.
func (r Routing) HasPaths() bool { return r.path != nil }

// Digits returns how many values each digit of the number of a processor of net has.
func Digits(net *topology.Network) []int { return shapeOf(net).sides }
