package draw

import (
	"math/bits"

	"topobook/topology"
)

// cubeAxes holds, for each number of dimensions, where the line of each goes: found by a random
// search for the projection that keeps nodes farthest from each other and from other nodes' links.
var cubeAxes = [...][]point{
	1: {{1, 0}},
	2: {{1, 0}, {0, -1}},
	3: {{1, 0}, {0, -1}, {0.46, -0.34}},
	4: {{1, 0}, {0, -1}, {0.24, -0.44}, {1.51, 0.37}},
	5: {{1, 0}, {0, -1}, {0.35, 0.57}, {2.1, 0.51}, {0.45, -1.87}},
}

// cubeDims returns the dimensions of net if it is a hypercube whose links join the nodes whose
// indices differ in one bit.
func cubeDims(net *topology.Network) (int, bool) {
	order := net.Order()
	dims := bits.Len(uint(order)) - 1
	if dims < 1 || order != 1<<dims || net.Size() != dims<<(dims-1) {
		return 0, false
	}
	for u := range topology.Node(order) {
		seen := topology.Node(0)
		for _, v := range net.Neighbors(u) {
			if bits.OnesCount32(uint32(u^v)) != 1 {
				return 0, false
			}
			seen |= u ^ v
		}
		if int(seen) != order-1 {
			return 0, false
		}
	}
	return dims, true
}

// hypercube returns the layout of a hypercube of a few dimensions, or nil if f is not one.
func hypercube(f *figure) *layout {
	if dims, ok := cubeDims(f.net); ok && dims < len(cubeAxes) {
		return projection(f.net, dims, f.addresses)
	}
	return nil
}

// projection returns the layout of a hypercube as it is seen from aside.
func projection(net *topology.Network, dims int, addresses bool) *layout {
	l := &layout{note: ", seen as a projected cube"}
	half := l.nodeSizes(net, addresses)
	if dims >= 5 {
		half = point{min(half.x, 8), min(half.x, 8)}
		l.text = nil
	}
	l.addNodes(net.Order(), half)
	for u := range l.at {
		l.at[u] = corner(dims, u)
	}
	l.fit()
	l.centre(net)
	return l
}

// corner returns where a node of a hypercube is seen.
func corner(dims, u int) point {
	scale := [...]float64{1: 110, 2: 110, 3: 130, 4: 130, 5: 120}[dims]
	var at point
	for i, axis := range cubeAxes[dims] {
		if u>>i&1 == 1 {
			at = plus(at, point{float64(scale * axis.x), float64(scale * axis.y)})
		}
	}
	return at
}

// dottedCube returns the layout of a hypercube of processors with a switch on each of its links, or nil if f is not one.
func dottedCube(f *figure) *layout {
	net, corners := f.net, f.net.Processors()
	dims := bits.Len(uint(len(corners))) - 1
	if dims < 2 || dims >= len(cubeAxes) || len(corners) != 1<<dims || net.Order()-len(corners) != dims<<(dims-1) || net.Size() != dims<<dims {
		return nil
	}
	l := &layout{note: ", seen as a projected cube with a switch on each link"}
	l.addNodes(net.Order(), point{5, 5})
	seen := make([]int, net.Order()) // by node: the processors' number, then the dimensions of their links
	for i, u := range corners {
		l.at[u], l.half[u], seen[u] = corner(dims, i), point{13, 13}, i
	}
	for u := range topology.Node(net.Order()) {
		if net.Kind(u) == topology.Processor {
			continue
		}
		ends := net.Neighbors(u)
		if len(ends) != 2 || net.Kind(ends[0]) != topology.Processor || net.Kind(ends[1]) != topology.Processor {
			return nil
		}
		bit := (seen[ends[0]] ^ seen[ends[1]]) & (1<<dims - 1)
		if bits.OnesCount(uint(bit)) != 1 || (seen[ends[0]]|seen[ends[1]])&(bit<<dims) != 0 {
			return nil
		}
		seen[ends[0]] |= bit << dims
		seen[ends[1]] |= bit << dims
		l.at[u] = between(l.at[ends[0]], l.at[ends[1]], 0.5)
	}
	if f.addresses && longestAddress(net, corners) <= 20 && dims < 5 {
		l.writeInside(net, 10)
		for u := range l.text {
			if net.Kind(topology.Node(u)) == topology.Switch {
				l.text[u] = label{}
			}
		}
	}
	l.fit()
	l.centre(net)
	return l
}
