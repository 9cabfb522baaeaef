package draw

import (
	"math"

	"topobook/topology"
)

// cycleAxes holds, for each number of dimensions, which of cubeAxes belongs to each digit: found by
// trying all orders for the one that keeps links farthest from nodes.
var cycleAxes = [...][]int{3: {2, 1, 0}, 4: {3, 1, 2, 0}, 5: {4, 2, 3, 0, 1}}

// cycles returns the layout of cube-connected cycles: a projected hypercube with a cycle at each
// corner, turned so that its nodes face the corners to which they lead as far as the order allows.
func cycles(net *topology.Network, dims int, addresses bool) *layout {
	l := &layout{note: ", as cycles at the corners of a projected cube"}
	scale := [...]float64{3: 300, 4: 240, 5: 175}[dims]
	half, radius := point{6, 6}, 22.0
	wide := longestAddress(net, nodesOf(net))/2 + 6
	switch {
	case dims == 5:
		half, radius = point{4.5, 4.5}, 15
	case dims == 3 && addresses && wide < 34: // otherwise shapes would touch
		half, radius = point{wide, 12}, 42
		l.writeInside(net, 10)
	}
	l.addNodes(net.Order(), half)
	for w := range net.Order() / dims {
		corner := point{}
		ways := make([]point, dims) // by position: the direction of its link to another corner
		for p := range ways {
			axis := cubeAxes[dims][cycleAxes[dims][p]]
			length := distance(axis, point{})
			ways[p] = point{axis.x / length, axis.y / length}
			if w>>(dims-1-p)&1 == 1 {
				corner = plus(corner, point{float64(scale * axis.x), float64(scale * axis.y)})
				ways[p] = point{-ways[p].x, -ways[p].y}
			}
		}
		for p, place := range facing(ways) {
			u := w*dims + p
			l.at[u] = point{corner.x + float64(radius*place.x), corner.y + float64(radius*place.y)}
		}
	}
	l.fit()
	l.centre(net)
	return l
}

// facing returns points at equal distances around a circle of radius 1, in order, clockwise or not. They
// are turned so that a line from each in its direction keeps clear of the others, and then so that each
// lies as far in its direction as possible, over all.
func facing(ways []point) []point {
	n := len(ways)
	var best []point
	most := math.MinInt
	for turn := range 8 * n { // steps of a quarter of the distance between two, both ways round
		places := make([]point, n)
		sum, clear := 0.0, 0.45 // that is far enough
		for p := range places {
			angle := float64(p) / float64(n)
			if turn%2 == 1 {
				angle = -angle
			}
			sin, cos := math.Sincos(2 * math.Pi * (angle + float64(turn/2)/float64(4*n)))
			places[p] = point{cos, sin}
			sum += float64(cos*ways[p].x) + float64(sin*ways[p].y)
		}
		for p, from := range places {
			for _, to := range places {
				d := point{to.x - from.x, to.y - from.y}
				if ahead := float64(d.x*ways[p].x) + float64(d.y*ways[p].y); ahead > 0.01 {
					clear = min(clear, math.Abs(float64(d.x*ways[p].y)-float64(d.y*ways[p].x)))
				}
			}
		}
		score := 10000*int(float64(1000*clear)) + int(float64(1000*sum)) // rounded, so that ties are ties everywhere
		if score > most {
			best, most = places, score
		}
	}
	return best
}
