package draw

import "topobook/topology"

// damaged returns the layout of what is left of a network: everything stands where it stood, so that
// gaps show what is broken. It returns nil if f is not damaged, or the whole is too large to draw.
func damaged(f *figure) *layout {
	whole, nodes, ok := topology.Whole(f.plain)
	if !ok {
		return nil
	}
	return remains(f, whole, nodes)
}

// Remains returns the layout of the part of a network that has the given nodes.
func Remains(whole *topology.Network, nodes []topology.Node) LayoutFunc {
	return func(f *figure) *layout { return remains(f, whole, nodes) }
}

func remains(f *figure, whole *topology.Network, nodes []topology.Node) *layout {
	names := f.names
	if !Fits(whole) {
		return nil
	}
	if names != nil {
		all := make([]string, whole.Order())
		for u, v := range nodes {
			all[v] = names[u]
		}
		names = all
	}
	l := newFigure(whole, names, f.addresses).layout()
	l.at, l.half = pick(l.at, nodes), pick(l.half, nodes)
	l.text, l.row = pick(l.text, nodes), pick(l.row, nodes)
	var channels []topology.Channel // of the whole, by channel
	for u, v := range nodes {
		c, _ := whole.Channels(v)
		first, end := f.net.Channels(topology.Node(u))
		for d := first; d < end; d++ {
			for whole.Port(c) != f.net.Port(d) {
				c++
			}
			channels = append(channels, c)
		}
	}
	l.anchor, l.arcs = pick(l.anchor, channels), pick(l.arcs, channels)
	l.out, l.aside = pick(l.out, channels), pick(l.aside, channels)
	l.fade = pick(l.fade, channels)
	l.dropRows()
	return l
}

// dropRows drops the rows that have no node left.
func (l *layout) dropRows() {
	rows := l.rows
	l.rows = nil
	left := make([]int, len(rows)) // by row: 1 + its new index
	for u, r := range l.row {
		if left[r] == 0 {
			left[r] = 1
			rows[r].first, rows[r].count = topology.Node(u), 0
		}
		rows[r].count++
	}
	for r, row := range rows {
		if left[r] > 0 {
			l.rows = append(l.rows, row)
			left[r] = len(l.rows)
		}
	}
	for u, r := range l.row {
		l.row[u] = left[r] - 1
	}
}

// pick returns the items of list at the given indices, or nil if there is no list.
func pick[T any, I ~int32](list []T, at []I) []T {
	if list == nil {
		return nil
	}
	items := make([]T, len(at))
	for i, x := range at {
		items[i] = list[x]
	}
	return items
}
