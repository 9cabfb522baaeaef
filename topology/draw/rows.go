package draw

import (
	"topobook/topology"
)

// shapes gives the nodes of each row one size, as large as their distance and address ask for.
func (l *layering) shapes() {
	for r, nodes := range l.levels {
		near := l.nearest(r)
		ports := 0
		for _, u := range nodes {
			ports = max(ports, l.portsUp(u), l.net.Degree(u)-l.portsUp(u))
		}
		wide := longestAddress(l.net, nodes)/2 + 8
		half := point{x: min(max(wide, float64(4.5*float64(ports)), 12), float64(0.41*near))}
		_, fit := insideLabel(l.longest(nodes), point{}, half.x)
		last := r == len(l.levels)-1 || r == 0 && l.above
		if l.text == nil || !fit || l.net.Kind(nodes[0]) == topology.Processor && last {
			fit = false
		}
		switch {
		case l.net.Kind(nodes[0]) == topology.Switch || fit:
			half.y = 11
			if !fit {
				half.x = min(half.x, 22)
				half.y = max(min(float64(0.8*half.x), 8), 1)
			}
		default:
			half.x = max(min(7, float64(0.38*near)), 1)
			half.y = half.x
		}
		for _, u := range nodes {
			l.half[u] = half
		}
	}
}

// portsUp returns the number of u's links that lead up.
func (l *layering) portsUp(u topology.Node) int {
	up := 0
	for _, v := range l.net.Neighbors(u) {
		if l.row[v] < l.row[u] {
			up++
		}
	}
	return up
}

// longest returns the longest address of nodes.
func (l *layering) longest(nodes []topology.Node) string {
	longest := ""
	for _, u := range nodes {
		if a := l.net.Address(u); textWidth(a, 1) > textWidth(longest, 1) {
			longest = a
		}
	}
	return longest
}

// ports spreads the lines of each switch along its upper and lower side, in the order of their far
// ends; the lines of a processor leave from its middle. The y of an anchor is that of its node's row yet.
func (l *layering) ports() {
	l.anchor = make([]point, 2*l.net.Size())
	l.arcs = make([]float64, 2*l.net.Size())
	for u := range topology.Node(l.net.Order()) {
		var up, down, level []topology.Channel
		first, end := l.net.Channels(u)
		for c := first; c < end; c++ {
			switch v := l.net.Head(c); {
			case l.row[v] < l.row[u]:
				up = append(up, c)
			case l.row[v] > l.row[u]:
				down = append(down, c)
			default:
				level = append(level, c)
			}
		}
		half := l.half[u]
		if l.net.Kind(u) == topology.Processor {
			half = point{}
		}
		l.spread(u, up, half.x, -half.y)
		l.spread(u, down, half.x, half.y)
		for _, c := range level {
			l.anchor[c] = point{l.x[u], 0}
			if l.between(u, l.net.Head(c)) {
				l.arcs[c] = 2 * min(30, 12+float64(0.1*max(l.x[u]-l.x[l.net.Head(c)], l.x[l.net.Head(c)]-l.x[u])))
			}
		}
	}
}

// spread places the ends of channels side by side at u, within half of its middle.
func (l *layering) spread(u topology.Node, channels []topology.Channel, half, y float64) {
	ends := make([]float64, len(channels))
	for i, c := range channels {
		ends[i] = l.x[l.net.Head(c)]
	}
	last := float64(len(channels) - 1)
	step := 0.0
	if last > 0 {
		step = min(14, float64(1.6*half)/last)
	}
	for i, at := range inOrder(ends) {
		l.anchor[channels[at]] = point{l.x[u] + float64(step*(float64(i)-last/2)), y}
	}
}

// between reports whether there is a node between two of the same row.
func (l *layering) between(u, v topology.Node) bool {
	low, high := min(l.x[u], l.x[v]), max(l.x[u], l.x[v])
	for _, w := range l.levels[l.row[u]] {
		if low < l.x[w] && l.x[w] < high {
			return true
		}
	}
	return false
}

// stack gives the rows their y: the farther the links between two rows reach, the farther they are apart.
func (l *layering) stack() {
	reach := make([]float64, len(l.levels)) // by row: the farthest that a link down from it goes
	arc := make([]float64, len(l.levels))   // by row: the highest curve between its nodes
	for c := range topology.Channel(2 * l.net.Size()) {
		u, v := l.net.Tail(c), l.net.Head(c)
		if l.row[v] > l.row[u] {
			dx := l.x[u] - l.x[v]
			reach[l.row[u]] = max(reach[l.row[u]], dx, -dx)
		}
		arc[l.row[u]] = max(arc[l.row[u]], l.arcs[c]/2)
	}
	y := 8.0
	for r, nodes := range l.levels {
		half := l.half[nodes[0]].y
		y += half + arc[r]
		l.rows[r].y = y
		for _, u := range nodes {
			l.at[u] = point{l.x[u], y}
			first, end := l.net.Channels(u)
			for c := first; c < end; c++ {
				l.anchor[c].y += y
			}
		}
		y += half + min(30+float64(0.17*reach[r]), 118)
	}
	last := len(l.levels) - 1
	foot := l.rows[last].y + l.half[l.levels[last][0]].y + 4
	if l.text != nil {
		foot = l.write()
	}
	l.size.y = foot + 4
}

// write writes the addresses: inside the shapes of a row if all fit, below them in the last row. It
// returns where the last row with its texts ends.
func (l *layering) write() float64 {
	foot := 0.0
	for r, nodes := range l.levels {
		first := nodes[0]
		bottom := l.rows[r].y + l.half[first].y + 2
		widest := l.longest(nodes)
		inside, fit := insideLabel(widest, point{}, l.half[first].x)
		switch {
		case fit && l.half[first].x > l.half[first].y:
			for _, u := range nodes {
				l.text[u] = inside
				l.text[u].text = l.net.Address(u)
				l.text[u].at = point{l.at[u].x, l.at[u].y + inside.at.y}
			}
		case r == len(l.levels)-1 && l.net.Kind(first) == topology.Processor:
			bottom = l.writeBelow(nodes, widest, bottom)
		}
		foot = max(foot, bottom)
	}
	return foot
}

// writeBelow writes the addresses of the last row below it, upright or turned if there is only room
// for that, and returns where they end.
func (l *layering) writeBelow(nodes []topology.Node, widest string, y float64) float64 {
	near := l.nearest(len(l.levels) - 1)
	for size := 10.0; size >= leastText; size -= 0.5 {
		width := textWidth(widest, size)
		upright := width+4 <= near
		if !upright && size*1.08 > near {
			continue
		}
		if !upright && size > leastText && width+4 <= near*10/leastText {
			continue // a smaller size fits upright
		}
		for _, u := range nodes {
			at := point{l.at[u].x, y + size}
			if upright {
				l.text[u] = label{text: l.net.Address(u), at: at, size: size, anchor: "middle"}
				continue
			}
			at = point{l.at[u].x + float64(0.35*size), y + 3}
			l.text[u] = label{text: l.net.Address(u), at: at, size: size, anchor: "end", turn: -90}
		}
		if upright {
			return y + size + 3
		}
		return y + width + 5
	}
	return y
}
