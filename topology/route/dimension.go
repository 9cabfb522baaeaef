package route

import (
	"topobook/topology"
	"topobook/topology/family"
)

// A DimensionRouting is dimension-order routing where addresses are coordinates: on tori, meshes,
// hypercubes and rings. A message corrects digit 0 of its address, the first, then digit 1, and so on;
// in a torus or a ring the shorter way round, and by +1 where both are as long.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), ch. 8; on the
// hypercube it is the e-cube routing of Sullivan and Bashkow, 1977.
type DimensionRouting struct {
	hopRouting
	Sides []int // of the dimensions
	Wraps bool  // whether these are rings
}

func dimensionRoutings(net *topology.Network) []Routing {
	sides, wrap := coordinates(net)
	if sides == nil {
		return nil
	}
	_, cube := net.Definition.(family.Hypercube)
	hop := func(u, dest topology.Node) topology.Channel {
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
	r := &DimensionRouting{hopRouting{pathRouting: pathRouting{routing: routing{net, "dor"}}, hop: hop}, sides, wrap}
	r.path = r.follow
	return []Routing{r}
}

// Escape sets one VC aside, or in rings of more than two nodes two: VC 1 for packets that have yet to cross the
// link between the last and the first digit.
func (r *DimensionRouting) Escape() *Escape {
	vcs := 1
	for _, side := range r.Sides {
		if r.Wraps && side > 2 {
			vcs = 2
		}
	}
	return &Escape{vcs, func(u, dest topology.Node) Way {
		c := r.hop(u, dest)
		return Way{c, 1 << r.crosses(c, dest)}
	}}
}

// crosses returns 1 if a packet that takes channel c of a torus has yet to cross the link between the last and the
// first digit of that dimension, or crosses it by c; else 0.
func (r *DimensionRouting) crosses(c topology.Channel, dest topology.Node) int {
	if !r.Wraps {
		return 0
	}
	stride := topology.Node(r.net.Order())
	for i, side := range r.Sides {
		stride /= topology.Node(side)
		if port := r.net.Port(c); port/2 == i && side > 2 {
			a, b := int(r.net.Tail(c)/stride)%side, int(dest/stride)%side
			if port%2 == 0 && a > b || port%2 == 1 && a < b {
				return 1
			}
		}
	}
	return 0
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
