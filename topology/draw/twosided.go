package draw

import (
	"strconv"

	"topobook/topology"
	"topobook/topology/family"
)

// twoSided returns the layout of a network between two rows of processors, or nil if f is not one: a
// MiKANT or Clos k-ary n-tree, group 0 upside down above group 1, or a k-ary n-fly from sources to
// destinations.
func twoSided(f *figure) *layout {
	net := f.net
	var place func(u topology.Node) (row int, name string)
	rows, both := 0, false
	mirror := func(t interface{ Group(topology.Node) int }, half int) {
		rows, both = 2+2*half, true
		place = func(u topology.Node) (int, string) {
			level := net.Level(u)
			name := "level " + strconv.Itoa(level)
			switch group := t.Group(u); {
			case level == topology.NoLevel:
				return group * (rows - 1), "group " + strconv.Itoa(group)
			case group == 1:
				return rows - 2 - level, name
			}
			return 1 + level, name
		}
	}
	switch t := f.plain.Definition.(type) {
	case family.MiKANT:
		mirror(t, t.Dims()-1)
	case family.ClosNTree:
		mirror(t, t.Dims()-1)
		rows++
	case family.KaryNFly:
		rows = 1 + net.Level(topology.Node(net.Order()-1))
		place = func(u topology.Node) (int, string) {
			switch level := net.Level(u); level {
			case 0:
				return 0, "sources"
			case rows - 1:
				return level, "destinations"
			default:
				return level, "stage " + strconv.Itoa(level)
			}
		}
	default:
		return nil
	}
	l := &layering{layout: &layout{both: both}, net: net, above: true}
	l.levels, l.rows = make([][]topology.Node, rows), make([]row, rows)
	l.row = make([]int, net.Order())
	for u := range topology.Node(net.Order()) {
		r, name := place(u)
		l.row[u] = r
		l.levels[r] = append(l.levels[r], u)
		l.rows[r].name = name
	}
	l.placeBetween()
	l.finish(f.addresses)
	l.writeAbove()
	return l.layout
}

// placeBetween gives every node its x: switches stand in columns, processors beyond their switch in
// the order of its ports.
func (l *layering) placeBetween() {
	l.x = make([]float64, l.net.Order())
	last := len(l.levels) - 1
	for _, outer := range []int{0, last} {
		inner := l.levels[min(max(outer, 1), last-1)]
		var nodes []topology.Node
		for _, u := range inner {
			for _, v := range l.net.Neighbors(u) {
				if l.row[v] == outer {
					nodes = append(nodes, v)
				}
			}
		}
		l.levels[outer] = nodes
	}
	each := len(l.levels[0]) / len(l.levels[1]) // processors of a switch
	spacing := l.spacing(last, float64(each+1)*float64(len(l.levels[1])))
	for r, nodes := range l.levels {
		for i, u := range nodes {
			column, beside := i, float64(each-1)/2
			if r == 0 || r == last {
				column, beside = i/each, float64(i%each)
			}
			l.x[u] = spacing * (float64(float64(column)*(float64(each)+0.5)) + beside)
		}
		l.rows[r].first, l.rows[r].count = nodes[0], len(nodes)
	}
}

// writeAbove makes the first row, which are processors, look like the last, and writes its addresses
// above it.
func (l *layering) writeAbove() {
	if l.text == nil {
		return
	}
	top := l.levels[0]
	height := l.writeBelow(top, l.longest(top), 0) // as if they hung from the upper edge
	down := max(height-4, 0)
	for _, u := range top {
		if l.text[u].turn != 0 {
			l.text[u].anchor = ""
			l.text[u].at.y = height - 1
		}
	}
	for u := range l.at {
		l.at[u].y += down
		if l.row[u] != 0 {
			l.text[u].at.y += down
		}
	}
	for c := range l.anchor {
		l.anchor[c].y += down
	}
	for r := range l.rows {
		l.rows[r].y += down
	}
	l.size.y += down
}
