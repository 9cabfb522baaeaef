package draw

import (
	"math"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/sorting"
)

// Measures of a layered drawing.
const (
	fullWidth    = 660 // of the rows, unless they are narrower at full size
	leastSpacing = 2.6 // of the nodes of a row
	nameMargin   = 12  // between the names of levels and the rows
)

// A layering is a layered drawing in the making.
type layering struct {
	*layout
	net    *topology.Network
	levels [][]topology.Node // by row: its nodes from left to right
	x      []float64         // by node
	above  bool              // the first row are processors, with their addresses above
}

// inLevels returns the layout in rows of a network with levels, or nil if f has none.
func inLevels(f *figure) *layout {
	for u := range topology.Node(f.net.Order()) {
		if f.net.Order() > 1 && f.net.Level(u) != topology.NoLevel {
			return layered(f.net, f.addresses)
		}
	}
	return nil
}

// layered returns the layout in rows, one for each level and a last one for nodes without level.
func layered(net *topology.Network, addresses bool) *layout {
	l := &layering{layout: &layout{}, net: net, x: make([]float64, net.Order())}
	l.makeRows()
	l.place()
	l.finish(addresses)
	return l.layout
}

// finish lays out the nodes that have their rows and x.
func (l *layering) finish(addresses bool) {
	l.at = make([]point, l.net.Order())
	l.half = make([]point, l.net.Order())
	if addresses {
		l.text = make([]label, l.net.Order())
	}
	left := 0.0 // the room that the names of the rows need
	for _, row := range l.rows {
		left = max(left, textWidth(row.name, 10)+nameMargin)
	}
	l.shapes()
	l.shiftTo(left + 6)
	l.ports()
	l.stack()
}

// makeRows sorts the nodes into rows, in the order of their indices.
func (l *layering) makeRows() {
	byLevel := make(map[int][]topology.Node)
	for u := range topology.Node(l.net.Order()) {
		level := l.net.Level(u)
		if level == topology.NoLevel {
			level = math.MaxInt
		}
		byLevel[level] = append(byLevel[level], u)
	}
	var levels []int
	for level := range byLevel {
		levels = append(levels, level)
	}
	sorting.Sort(levels)
	l.row = make([]int, l.net.Order())
	for i, level := range levels {
		nodes := byLevel[level]
		name := "level " + strconv.Itoa(level)
		addressed, ok := l.levelInAddresses(nodes)
		switch {
		case l.net.Kind(nodes[0]) == topology.Processor && len(nodes) == len(l.net.Processors()):
			name = "processors"
		case ok:
			name = "level " + addressed
		case level == math.MaxInt:
			name = "nodes"
		}
		for _, u := range nodes {
			l.row[u] = i
		}
		l.levels = append(l.levels, nodes)
		l.rows = append(l.rows, row{name: name, first: nodes[0], count: len(nodes)})
	}
}

// levelInAddresses returns the number that stands before the last one in the addresses of all nodes, as
// 2 does in 2,0 and 2,1, the level as an address of trees on shared leaves has it; ok says whether there is one.
func (l *layering) levelInAddresses(nodes []topology.Node) (level string, ok bool) {
	for i, u := range nodes {
		parts := strings.Split(l.net.Address(u), ",")
		for _, part := range parts {
			if _, err := strconv.Atoi(part); err != nil {
				return "", false
			}
		}
		if len(parts) < 2 || i > 0 && parts[len(parts)-2] != level {
			return "", false
		}
		level = parts[len(parts)-2]
	}
	return level, true
}

// place gives every node its x, from the bottom row up.
func (l *layering) place() {
	bottom := len(l.levels) - 1
	nodes := l.levels[bottom]
	group := func(u topology.Node) topology.Node { // the only node above u
		for _, v := range l.net.Neighbors(u) {
			if l.row[v] < l.row[u] && l.onlyParent(u) {
				return v
			}
		}
		return NoNode
	}
	gaps := 0.0
	for i := 1; i < len(nodes); i++ {
		if group(nodes[i]) != group(nodes[i-1]) {
			gaps += 0.5
		}
	}
	spacing := l.spacing(bottom, float64(len(nodes))+gaps)
	x := 0.0
	for i, u := range nodes {
		if i > 0 && group(u) != group(nodes[i-1]) {
			x += spacing / 2
		}
		l.x[u] = x
		x += spacing
	}
	for r := bottom - 1; r >= 0; r-- {
		l.placeAbove(r)
	}
}

// spacing returns the distance between the nodes of a row that is units of it wide: as much as the
// addresses need, if the drawing does not grow too wide.
func (l *layering) spacing(r int, units float64) float64 {
	ideal := longestAddress(l.net, l.levels[r]) + 10
	if l.net.Kind(l.levels[r][0]) == topology.Switch {
		ideal += 16
	}
	return max(min(max(ideal, 22), 110, fullWidth/units), leastSpacing)
}

// placeAbove places row r: each node in the middle of those below that have no other node above. If
// not all have such nodes, and the row below has as many nodes, each stands above one of those; if none
// has, they are spread evenly.
func (l *layering) placeAbove(r int) {
	nodes, below := l.levels[r], l.levels[r+1]
	spacing := l.spacing(r, float64(len(nodes)))
	centred := 0
	for i, u := range nodes {
		low, high := math.Inf(1), math.Inf(-1)
		for _, v := range l.net.Neighbors(u) {
			if l.row[v] > r && l.onlyParent(v) {
				low, high = min(low, l.x[v]), max(high, l.x[v])
			}
		}
		switch {
		case low <= high:
			l.x[u] = (low + high) / 2
			centred++
		case i > 0:
			l.x[u] = l.x[nodes[i-1]] + spacing
		}
	}
	if centred == 0 || centred < len(nodes) && len(nodes) == len(below) {
		left, right := l.x[below[0]], l.x[below[len(below)-1]]
		for i, u := range nodes {
			if len(nodes) == len(below) {
				l.x[u] = l.x[below[i]]
			} else {
				l.x[u] = left + float64((float64(i)+0.5)*(right-left))/float64(len(nodes))
			}
		}
	}
	least := float64(0.8 * spacing)
	moved := 0.0 // keep order and distance, then move the row back by what that cost on average
	for i := 1; i < len(nodes); i++ {
		if x := l.x[nodes[i-1]] + least; l.x[nodes[i]] < x {
			moved += x - l.x[nodes[i]]
			l.x[nodes[i]] = x
		}
	}
	for _, u := range nodes {
		l.x[u] -= moved / float64(len(nodes))
	}
}

// onlyParent reports whether v has exactly one neighbor above.
func (l *layering) onlyParent(v topology.Node) bool { return l.portsUp(v) == 1 }

// shiftTo moves the drawing so that its leftmost shape or text begins at left, and sets the width.
func (l *layering) shiftTo(left float64) {
	low, high := math.Inf(1), math.Inf(-1)
	for r, nodes := range l.levels {
		reach := l.half[nodes[0]].x
		if l.text != nil && r == len(l.levels)-1 {
			reach = max(reach, min(longestAddress(l.net, nodes), l.nearest(r))/2)
		}
		low = min(low, l.x[nodes[0]]-reach)
		high = max(high, l.x[nodes[len(nodes)-1]]+reach)
	}
	for u := range l.x {
		l.x[u] += left - low
	}
	l.size.x = math.Ceil(high - low + left + 4)
}

// nearest returns the least distance between two nodes of row r.
func (l *layering) nearest(r int) float64 {
	least := 110.0
	nodes := l.levels[r]
	for i := 1; i < len(nodes); i++ {
		least = min(least, l.x[nodes[i]]-l.x[nodes[i-1]])
	}
	return least
}
