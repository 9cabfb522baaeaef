package draw

import (
	"math"

	"topobook/topology"
)

// groupReach is how far the area of a group goes beyond the shapes of its nodes.
const groupReach = 7

// SetGroups has a drawing show groups of nodes by name; groups has by node the index of a name, or -1.
func (o *Options) SetGroups(groups []int, names []string) {
	o.Groups, o.GroupNames = groups, names
	o.layers = append(o.layers, layer{under: (*drawing).groupAreas, over: (*drawing).nameGroups})
}

// groupAreas draws below the links what joins the nodes of each group: a broad line along their shortest tree. It finds places for the names of the groups: above
// the topmost node, if no node and no other name is there.
func (d *drawing) groupAreas() {
	members := make([][]topology.Node, len(d.o.GroupNames))
	for u, g := range d.o.Groups {
		if g >= 0 {
			members[g] = append(members[g], topology.Node(u))
		}
	}
	taken := d.layout.textsBeside()
	for u, p := range d.layout.at {
		half := d.layout.half[u]
		taken = append(taken, box{point{p.x - half.x, p.y - half.y}, point{p.x + half.x, p.y + half.y}})
	}
	d.open("g", "class", "groups")
	for g, nodes := range members {
		if len(nodes) == 0 {
			continue
		}
		widest, top := 0.0, nodes[0]
		for _, u := range nodes {
			widest = max(widest, d.layout.half[u].x, d.layout.half[u].y)
			if d.layout.at[u].y < d.layout.at[top].y {
				top = u
			}
		}
		d.open("path", "class", "group s"+string(rune('0'+g%8)), "stroke-width", num(2*widest+2*groupReach), "d", string(d.shortestTree(nodes)))
		d.element("title", "group "+d.o.GroupNames[g]+": "+count(len(nodes), "node"))
		d.close("path")
		at := d.layout.at[top]
		name := label{text: short(d.o.GroupNames[g]), size: 11, anchor: "middle", at: point{at.x, at.y - d.layout.half[top].y - groupReach - 2}}
		half := textWidth(name.text, name.size) / 2
		name.at.x = max(half, min(name.at.x, d.layout.size.x-half))
		if b := name.box(); !b.meetsAny(taken) && b.least.y > -8 {
			taken, d.groupNames = append(taken, b), append(d.groupNames, name)
		}
	}
	d.close("g")
}

// nameGroups writes the names of the groups above all else.
func (d *drawing) nameGroups() {
	for _, name := range d.groupNames {
		d.element("text", name.text, "class", "label", "x", num(name.at.x), "y", num(name.at.y), "font-size", num(name.size), "text-anchor", name.anchor)
	}
}

// shortestTree returns lines that join nodes and are as short as can be in all: Prim's method.
func (d *drawing) shortestTree(nodes []topology.Node) shape {
	at := d.layout.at
	near, from := make([]float64, len(nodes)), make([]topology.Node, len(nodes))
	for i := range near {
		near[i], from[i] = math.Inf(1), nodes[0]
	}
	var s shape
	for i := 0; ; {
		near[i] = -1 // it is in the tree
		s.moveTo(at[from[i]])
		s.lineTo(at[nodes[i]])
		next := -1
		for j := range nodes {
			if near[j] < 0 {
				continue
			}
			if far := distance(at[nodes[i]], at[nodes[j]]); far < near[j] {
				near[j], from[j] = far, nodes[i]
			}
			if next < 0 || near[j] < near[next] {
				next = j
			}
		}
		if next < 0 {
			return s
		}
		i = next
	}
}
