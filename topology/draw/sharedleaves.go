package draw

import (
	"strconv"

	"topobook/topology"
)

// sharedLeaves returns the layout of complete trees on the same leaves, or nil if f has none: the
// leaves in a row, the odd trees above it, the even ones upside down below, each beyond those before;
// a node above all roots on top.
func sharedLeaves(f *figure) *layout {
	net, addresses := f.net, f.addresses
	def, ok := f.plain.Definition.(topology.SharedLeaves)
	if !ok || net.Order() == 1 {
		return nil
	}
	l := &layering{layout: &layout{}, net: net, x: make([]float64, net.Order())}
	if def.Trees() == 1 {
		l.makeRows()
		l.nameHeights(f.plain, def)
		l.place()
		l.finish(addresses)
		l.liftArcs()
		return l.layout
	}
	middle := l.plant(def)
	l.finish(addresses)
	l.fadeOut(def)
	if addresses {
		l.writeLeaves(l.levels[middle])
	}
	return l.layout
}

// nameHeights names the rows of a single tree as the addresses have them, from the leaves, and puts the
// leaves in its own order.
func (l *layering) nameHeights(net *topology.Network, def topology.SharedLeaves) {
	for r := range l.rows {
		_, height, _ := def.Position(l.levels[r][0])
		l.rows[r].name = "level " + strconv.Itoa(height)
	}
	last := len(l.rows) - 1
	l.rows[last].name = "leaves"
	if order, err := topology.TreeOrder(net, 1, 0); err == nil {
		l.levels[last] = order
	}
}

// plant gives the nodes of several trees their rows and x, and returns the row of the leaves.
func (l *layering) plant(def topology.SharedLeaves) (middle int) {
	n, r := def.Height(), def.Trees()
	middle = (r + 1) / 2 * n
	if _, height, _ := def.Position(topology.Node(l.net.Order() - 1)); height > n {
		middle++
	}
	last := middle + r/2*n
	l.row = make([]int, l.net.Order())
	l.levels, l.rows = make([][]topology.Node, last+1), make([]row, last+1)
	for u := range topology.Node(l.net.Order()) {
		tree, height, _ := def.Position(u)
		beyond := (tree-1)/2*n + height
		at, name := middle-beyond, "level "+strconv.Itoa(height) // as the addresses have it: from the leaves
		switch {
		case r > 2:
			name = "tree " + strconv.Itoa(tree) + " " + name
		case tree == 2:
			name = "level -" + strconv.Itoa(height)
		}
		switch {
		case height == 0:
			at, name = middle, "leaves"
		case height > n:
			at, name = 0, "father"
		case tree%2 == 0:
			at = middle + beyond
		}
		l.row[u] = at
		l.levels[at] = append(l.levels[at], u)
		l.rows[at] = row{name: name, first: l.levels[at][0], count: len(l.levels[at])}
	}
	leaves, m := len(l.levels[middle]), def.Fanout()
	gap := 0.5 // between those of a switch and the next
	if leaves > 20 {
		gap = 0.15
	}
	units := float64(leaves) + float64(gap*float64(leaves/m))
	spacing := max(l.spacing(middle, units), min(28, fullWidth/units))
	for r, nodes := range l.levels { // of the switches next to the leaves
		if r == middle-1 || r == middle+1 {
			spacing = max(spacing, min((longestAddress(l.net, nodes)+10)/float64(m), fullWidth/units))
		}
	}
	place := func(x int) float64 { return spacing * (float64(x) + float64(gap*float64(x/m))) }
	for u := range l.x {
		_, height, i := def.Position(topology.Node(u))
		width := 1 // leaves below u
		for range min(height, n) {
			width *= m
		}
		l.x[u] = (place(i*width) + place(i*width+width-1)) / 2
	}
	return middle
}

// fadeOut makes the links of all trees but the first two lighter, and lets those from a node above all
// roots go round the trees that are in the way.
func (l *layering) fadeOut(def topology.SharedLeaves) {
	if def.Trees() < 3 {
		return
	}
	l.fade = make([]float64, len(l.anchor))
	for c := range l.fade {
		tail, _, _ := def.Position(l.net.Tail(topology.Channel(c)))
		head, _, _ := def.Position(l.net.Head(topology.Channel(c)))
		l.fade[c] = 1
		if max(tail, head) > 2 {
			l.fade[c] = 0.5
		}
	}
	top := topology.Node(l.net.Order() - 1)
	if l.row[top] > 0 {
		return
	}
	l.out, l.aside = make([]point, len(l.anchor)), make([]point, len(l.anchor))
	first, end := l.net.Channels(top)
	for c := first; c < end; c++ {
		root, twin := l.net.Head(c), l.net.Twin(c)
		l.anchor[c], l.anchor[twin] = l.at[top], l.at[root]
		if l.row[root] > 1 { // to the right, down and back, with sharp corners
			l.out[c], l.out[twin] = point{y: 0.001}, point{y: 0.001}
			l.aside[c] = point{x: l.size.x + 4 - l.at[top].x}
			l.aside[twin] = l.aside[c]
			l.size.x += 10
		}
	}
}

// writeLeaves writes the addresses of leaves inside their shapes: upright, or turned in high ones.
func (l *layering) writeLeaves(leaves []topology.Node) {
	half := l.half[leaves[0]]
	if half.x > half.y {
		return // they are there
	}
	text, fit := insideLabel(l.longest(leaves), point{}, half.x+1)
	half.y = half.x
	if !fit {
		near := l.nearest(l.row[leaves[0]])
		if near <= leastText {
			return // too narrow
		}
		half = point{float64(0.42 * near), textWidth(l.longest(leaves), leastText)/2 + 4}
		text = label{at: point{x: 0.35 * leastText}, size: leastText, anchor: "middle", turn: -90, inside: true}
	}
	for _, u := range leaves {
		l.half[u] = half
		l.text[u] = text
		l.text[u].text = l.net.Address(u)
		l.text[u].at = point{l.at[u].x + text.at.x, l.at[u].y + text.at.y}
	}
}

// liftArcs lets the curves of links between nodes of a row begin on top of these.
func (l *layering) liftArcs() {
	for c, bend := range l.arcs {
		if bend != 0 {
			l.anchor[c].y -= l.half[l.net.Tail(topology.Channel(c))].y
		}
	}
}
