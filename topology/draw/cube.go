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
	scale := [...]float64{1: 110, 2: 110, 3: 130, 4: 130, 5: 120}[dims]
	l.addNodes(net.Order(), half)
	for u := range l.at {
		for i, axis := range cubeAxes[dims] {
			if u>>i&1 == 1 {
				l.at[u] = plus(l.at[u], point{float64(scale * axis.x), float64(scale * axis.y)})
			}
		}
	}
	l.fit()
	l.centre(net)
	return l
}
