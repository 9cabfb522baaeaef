package draw

import (
	"math"
	"slices"

	"topobook/topology"
)

// largestRadius bounds a circle of nodes.
const largestRadius = 330

// longestLine is the number of nodes of a path that is drawn as a line.
const longestLine = 60

// onCircle returns the layout on a circle of a network that is a ring or a long path, or in which at least three of four pairs of nodes are linked; nil for
// others.
func onCircle(f *figure) *layout {
	net := f.net
	n := net.Order()
	if f.groups != nil {
		return nil
	}
	if chain := chainOf(net); chain != nil && (net.Size() == n || n > longestLine) {
		return circle(f, chain)
	}
	if 8*net.Size() < 3*n*(n-1) || n > 2 && net.IsMulti() {
		return nil
	}
	return circle(f, nodesOf(net))
}

// chainOf returns the nodes of a ring in their order around it, from the first towards the lower of its neighbors, or those of a path from the lower of its
// ends, or nil if net is neither.
func chainOf(net *topology.Network) []topology.Node {
	n := topology.Node(net.Order())
	first := topology.Node(0)
	for u := n - 1; u >= 0; u-- {
		switch net.Degree(u) {
		case 1:
			first = u
		case 2:
		default:
			return nil
		}
	}
	chain := []topology.Node{first}
	for last, u := first, slices.Min(net.Neighbors(first)); u != first && len(chain) < int(n); {
		chain = append(chain, u)
		next := net.Neighbors(u)[0]
		if next == last {
			next = net.Neighbors(u)[net.Degree(u)-1]
		}
		last, u = u, next
	}
	if len(chain) < int(n) {
		return nil
	}
	return chain
}

// circle returns the layout of a network on a circle, clockwise from the top in the order of nodes, which are all.
func circle(f *figure, nodes []topology.Node) *layout {
	net, l := f.net, &layout{}
	if net.Order() > 1 {
		l.note = ", on a circle"
	}
	half := l.nodeSizes(net, f.addresses)
	n := float64(net.Order())
	gap := max(4, 12-n/16) // between two nodes on the circle
	inside := l.text != nil && l.text[0].inside
	if l.text != nil && !inside {
		gap = max(gap, 10-2*half.x) // room for texts of size 9 that point outwards
	}
	radius := n * (float64(2*half.x) + gap) / (2 * math.Pi)
	radius = min(max(radius, min(34*math.Sqrt(n), 130)), largestRadius)
	if net.Order() == 1 {
		radius = 0
	}
	if step := 2 * math.Pi * radius / n; step < 2*half.x+1 && net.Order() > 1 { // too many: shrink
		half = point{float64(0.38 * step), float64(0.38 * step)}
		inside = false
		if step < 7.5 {
			l.text = nil
		}
	}
	reach := half.x
	if l.text != nil && !inside {
		reach += 6
		for u := range l.text {
			reach = max(reach, half.x+6+textWidth(net.Address(topology.Node(u)), 9))
		}
	}
	middle := radius + reach + 6
	l.size = point{math.Ceil(float64(2 * middle)), math.Ceil(float64(2 * middle))}
	l.addNodes(net.Order(), half)
	for i, u := range nodes {
		turn := float64(i) / n
		sin, cos := math.Sincos(2 * math.Pi * turn)
		l.at[u] = point{middle + float64(radius*sin), middle - float64(radius*cos)}
		if net.Kind(u) == topology.Switch {
			l.half[u].y = min(half.y, 11)
		}
		if l.text != nil && !inside {
			l.text[u] = outward(net.Address(u), point{middle, middle}, radius+half.x+4, turn)
		}
	}
	l.centre(net)
	return l
}

// nodeSizes returns half the size of the nodes of net, and prepares their addresses: inside if the
// nodes are few and the addresses short.
func (l *layout) nodeSizes(net *topology.Network, addresses bool) point {
	if !addresses {
		return point{7, 7}
	}
	l.text = make([]label, net.Order())
	nodes := nodesOf(net)
	width := longestAddress(net, nodes)
	if len(nodes) > 64 || width > 60 || len(nodes) > 32 && width > 20 {
		return point{5, 5}
	}
	half := point{max(12, width/2+6), 12}
	if half.x < 13.5 {
		half = point{13, 13}
	}
	l.writeInside(net, 10)
	return half
}

// outward returns a text that points away from the middle of a circle, readable from the left or the
// right; turn is the fraction of a full turn from the top.
func outward(text string, middle point, radius, turn float64) label {
	l := label{text: text, size: 9}
	sin, cos := math.Sincos(2 * math.Pi * turn)
	const rise = 3 // of the base line below the middle of the letters
	if turn < 0.5 {
		l.turn = float64(360*turn) - 90
		l.at = point{middle.x + float64(radius*sin) + float64(rise*cos), middle.y - float64(radius*cos) + float64(rise*sin)}
		return l
	}
	l.turn = float64(360*turn) - 270
	l.anchor = "end"
	l.at = point{middle.x + float64(radius*sin) - float64(rise*cos), middle.y - float64(radius*cos) - float64(rise*sin)}
	return l
}
