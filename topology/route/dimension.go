package route

import (
	"topobook/topology"
	"topobook/topology/family"
)

// dimensionRoutings returns dimension-order routing where addresses are coordinates: on tori, meshes,
// hypercubes and rings. A message corrects digit 0 of its address, the first, then digit 1, and so on;
// in a torus or a ring the shorter way round, and by +1 where both are as long.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 8; on the
// hypercube it is the e-cube routing of Sullivan and Bashkow, 1977.
func dimensionRoutings(net *topology.Network) []Routing {
	sides, wrap := coordinates(net)
	if sides == nil {
		return nil
	}
	_, cube := net.Definition.(family.Hypercube)
	next := func(net *topology.Network, u, dest topology.Node) topology.Channel {
		stride := topology.Node(net.Order())
		for i, side := range sides {
			stride /= topology.Node(side)
			a, b := int(u/stride)%side, int(dest/stride)%side
			if a == b {
				continue
			}
			port := 2 * i
			if cube {
				port = i
			} else if wrap && 2*((b-a+side)%side) > side || !wrap && b < a {
				port++
			}
			c, _ := net.Channels(u)
			for net.Port(c) != port {
				c++
			}
			return c
		}
		panic("route: no hop from a node to itself")
	}
	return []Routing{{Name: "dor", Doc: "the digits of the address one after another, from digit 0 on, the shorter way round, by +1 in case of a tie", next: next}}
}

// coordinates returns the sides of the lattice whose coordinates are the addresses of net, and whether
// they wrap around; nil if there is none. Node numbers are addresses read as numbers.
func coordinates(net *topology.Network) (sides []int, wrap bool) {
	switch def := net.Definition.(type) {
	case family.Torus:
		return def.Sides(), true
	case family.Mesh:
		return def.Sides(), false
	case family.Ring:
		return []int{net.Order()}, true
	case family.Hypercube:
		for order := net.Order(); order > 1; order /= 2 {
			sides = append(sides, 2)
		}
	}
	return sides, false
}
