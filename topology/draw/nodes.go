package draw

import (
	"math"
	"slices"
	"strconv"

	"topobook/topology"
)

// nodes draws the nodes above the links.
func (d *drawing) nodes() {
	d.open("g", "class", "nodes")
	if d.layout.depth == nil {
		for u := range topology.Node(d.net.Order()) {
			d.node(u)
		}
	}
	for _, u := range byDepth(d.layout.depth) {
		d.node(topology.Node(u))
	}
	d.close("g")
}

func (d *drawing) node(u topology.Node) {
	d.open("g", "class", "node "+d.net.Kind(u).String()+d.class[u], "data-node", d.net.Address(u), "role", "img")
	d.element("title", d.nodeTitle(u))
	at, half := d.layout.at[u], d.layout.half[u]
	d.outline("shape", u, 0)
	if u == d.o.Dest {
		d.outline("ring", u, 3)
	}
	if d.fault[u] {
		r := min(half.x, half.y) + 2
		if d.layout.text != nil && d.layout.text[u].inside { // beside the address
			r, at = 4, point{at.x + half.x, at.y - half.y}
		}
		var s shape
		s.moveTo(point{at.x - r, at.y - r})
		s.lineTo(point{at.x + r, at.y + r})
		s.moveTo(point{at.x - r, at.y + r})
		s.lineTo(point{at.x + r, at.y - r})
		d.empty("path", "class", "cross", "d", string(s))
	}
	if d.layout.text != nil {
		d.label(d.layout.text[u])
	}
	if u == d.o.Source || u == d.o.Dest {
		d.label(d.beside(u))
	}
	d.close("g")
}

// beside returns the address of u, the source or the destination, above its shape, or below the highest ones: in a drawing that has
// no room for the address of each node. If it would lie upon that of the source, it is empty.
func (d *drawing) beside(u topology.Node) label {
	if d.o.HideLabels || d.o.EdgeLabels || d.layout.text != nil && d.layout.text[u].text != "" || d.layout.under.b != nil {
		return label{}
	}
	at, size := d.layout.at[u], d.layout.size
	l := label{text: d.net.Address(u), size: 10, anchor: "middle", at: point{at.x, at.y - d.layout.half[u].y - 6}}
	if at.y < 24 {
		l.at.y = at.y + d.layout.half[u].y + 13
	}
	switch half := textWidth(l.text, l.size) / 2; {
	case at.x < half:
		l.anchor, l.at.x = "", 0
	case at.x > size.x-half:
		l.anchor, l.at.x = "end", size.x
	}
	if v := d.o.Source; v != NoNode && v != u {
		if wide := textWidth(l.text+d.net.Address(v), l.size); max(at.x-d.layout.at[v].x, d.layout.at[v].x-at.x) < wide && max(at.y-d.layout.at[v].y, d.layout.at[v].y-at.y) < 40 {
			return label{}
		}
	}
	return l
}

// outline draws the shape of u, grown on all sides. A processor is a circle, or a stadium if it is wide.
func (d *drawing) outline(class string, u topology.Node, grow float64) {
	at, half := d.layout.at[u], d.layout.half[u]
	half.x += grow
	half.y += grow
	round := d.net.Kind(u) == topology.Processor
	pale := ""
	if d.layout.depth != nil {
		pale = num(opacity(d.layout.depth[u]))
	}
	if round && half.x == half.y {
		d.empty("circle", "class", class, "cx", num(at.x), "cy", num(at.y), "r", num(half.x), "stroke-opacity", pale)
		return
	}
	radius := min(half.x, half.y)
	if !round {
		radius = min(4, 0.45*radius)
	}
	d.empty("rect", "class", class, "x", num(at.x-half.x), "y", num(at.y-half.y),
		"width", num(2*half.x), "height", num(2*half.y), "rx", num(radius))
}

func (d *drawing) label(l label) {
	if l.text == "" {
		return
	}
	class := ""
	if l.inside {
		class = "in"
	}
	if l.turn == 0 {
		d.element("text", l.text, "class", class, "x", num(l.at.x), "y", num(l.at.y),
			"font-size", num(l.size), "text-anchor", l.anchor)
		return
	}
	d.element("text", l.text, "class", class, "font-size", num(l.size), "text-anchor", l.anchor,
		"transform", "translate("+num(l.at.x)+" "+num(l.at.y)+")rotate("+num(l.turn)+")")
}

// levelName returns the level of u as its row is named, or "" if it is on none: in trees on shared leaves it counts from these, and has a
// minus in tree 2 of two.
func (d *drawing) levelName(u topology.Node) string {
	whole, nodes, ok := topology.Whole(d.inner)
	v := u
	if ok {
		v = nodes[u]
	} else {
		whole = d.inner
	}
	if def, ok := whole.Definition.(topology.SharedLeaves); ok {
		tree, height, _ := def.Position(v)
		switch level := strconv.Itoa(height); {
		case height > 0 && def.Trees() > 2:
			return "tree " + strconv.Itoa(tree) + " level " + level
		case height > 0 && tree == 2:
			return "level -" + level
		default:
			return "level " + level
		}
	}
	if level := d.inner.Level(u); level != topology.NoLevel {
		return "level " + strconv.Itoa(level)
	}
	return ""
}

// nodeTitle returns what the title of u says: switch 0,3@1, level 1, degree 8, source.
func (d *drawing) nodeTitle(u topology.Node) string {
	s := d.net.Kind(u).String() + " " + d.net.Address(u)
	if d.o.Names != nil && d.o.Names[u] != d.net.Address(u) && d.o.Names[u] != "" {
		s += ": " + d.o.Names[u]
	}
	if level := d.levelName(u); level != "" {
		s += ", " + level
	}
	s += ", degree " + strconv.Itoa(d.inner.Degree(u))
	if d.o.Groups != nil && d.o.Groups[u] >= 0 {
		s += ", group " + d.o.GroupNames[d.o.Groups[u]]
	}
	if d.o.Values != nil && !math.IsNaN(d.o.Values[u]) {
		s += ", " + FormatNumber(d.o.Values[u])
	}
	if u == d.o.Source {
		s += ", source"
	}
	if u == d.o.Dest {
		s += ", destination"
	}
	if slices.Contains(d.o.Marked, u) {
		s += ", marked"
	}
	if d.fault[u] {
		s += ", faulty"
	}
	return s
}
