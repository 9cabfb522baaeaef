package draw

import "topobook/topology"

// A grid is a layout of a Cartesian product in the making.
type grid struct {
	*layout
	net, a, b *topology.Network
	pitch     point // from a column or row to the next
}

// copies returns the layout of a Cartesian product as a grid, a row for each node of the first network
// and a column for each of the second, or nil if f is not a product or a network has too many nodes.
func copies(f *figure) *layout {
	net, addresses := f.net, f.addresses
	def, ok := f.plain.Definition.(interface {
		Factors() (a, b *topology.Network)
	})
	if !ok {
		return nil
	}
	const most = 40
	g := &grid{net: net, layout: &layout{note: ", rows and columns are copies of two networks"}}
	g.a, g.b = def.Factors()
	if g.a.Order() > most || g.b.Order() > most {
		return nil
	}
	spans := point{longestSpan(g.b), longestSpan(g.a)} // across and down
	half := g.cells(addresses, spans.y > 1)
	g.pitch = point{pitch(half.x, spans.y), pitch(half.y, spans.x)}
	g.addNodes(net.Order(), half)
	for u := range g.at {
		g.at[u] = point{float64(float64(u%g.b.Order()) * g.pitch.x), float64(float64(u/g.b.Order()) * g.pitch.y)}
	}
	g.bend(half)
	g.shift(half, addresses && g.text == nil && g.pitch.y >= 10)
	g.centre(net)
	return g.layout
}

// longestSpan returns the largest difference between the numbers of two linked nodes.
func longestSpan(net *topology.Network) float64 {
	span := 0
	for c := range topology.Channel(2 * net.Size()) {
		span = max(span, int(net.Tail(c)-net.Head(c)))
	}
	return float64(span)
}

// rise returns how high a curve over the given number of nodes of the given half size must be to keep clear of them.
func rise(half, span float64) float64 {
	if span < 2 {
		return 0
	}
	return float64((half+4)*span*span) / (4*span - 4)
}

// pitch returns the distance between rows whose nodes have the given half size, with room for the
// curve of the longest span, unless that is very high.
func pitch(half, span float64) float64 {
	return max(2*half+max(7, float64(0.8*half)), min(half+6+rise(half, span), float64(4.2*half)))
}

// nodesOf returns all nodes of net.
func nodesOf(net *topology.Network) []topology.Node {
	nodes := make([]topology.Node, net.Order())
	for u := range nodes {
		nodes[u] = topology.Node(u)
	}
	return nodes
}

// cells returns half the size of the nodes: large enough for the addresses if the grid, which may have
// curves between its columns, does not grow too wide, and then prepares these.
func (g *grid) cells(addresses, curves bool) point {
	room := fullWidth / float64(g.b.Order()) // for a column
	units := 2.8
	if curves {
		units = 4.2
	}
	longest := longestAddress(g.net, nodesOf(g.net)) / 10
	for size := 10.0; size >= leastText && addresses && g.a.Order() <= 20; size -= 0.5 {
		half := max(float64(longest*size)/2+5, 11)
		if float64(units*half) > room {
			continue
		}
		g.writeInside(g.net, size)
		return point{half, 11}
	}
	r := min(7, room/(units+0.5), fullWidth/4.5/float64(g.a.Order()))
	return point{r, r}
}

// bend gives a line with nodes between its ends a curve above its row or to the right of its column,
// which ends before the next one.
func (g *grid) bend(half point) {
	g.arcs = make([]float64, 2*g.net.Size())
	n := topology.Node(g.b.Order())
	for c := range topology.Channel(2 * g.net.Size()) {
		u, v := g.net.Tail(c), g.net.Head(c)
		if u < v {
			u, v = v, u
		}
		if u/n == v/n {
			g.arcs[c] = 2 * min(rise(half.y, float64(u-v)), g.pitch.y-half.y-3)
		} else {
			g.arcs[c] = 2 * min(rise(half.x, float64((u-v)/n)), g.pitch.x-half.x-3)
		}
	}
}

// shift moves the grid, which begins at the origin, so that all curves lie in the drawing, and names
// the rows and columns if asked to.
func (g *grid) shift(half point, names bool) {
	low, high := point{-half.x, -half.y}, g.at[len(g.at)-1]
	high = point{high.x + half.x, high.y + half.y}
	for c := range topology.Channel(2 * g.net.Size()) {
		from, to := g.at[g.net.Tail(c)], g.at[g.net.Head(c)]
		top := between(between(from, to, 0.5), control(from, to, g.arcs[c]), 0.5)
		low = point{min(low.x, top.x), min(low.y, top.y)}
		high = point{max(high.x, top.x), max(high.y, top.y)}
	}
	left, above := 6.0, 6.0
	if names {
		left += longestAddress(g.a, nodesOf(g.a))
		if longestAddress(g.b, nodesOf(g.b))+3 <= g.pitch.x {
			above += 10
		}
	}
	move := point{left - low.x, above - low.y}
	for u := range g.at {
		g.at[u] = point{g.at[u].x + move.x, g.at[u].y + move.y}
	}
	g.size = point{high.x + move.x + 6, high.y + move.y + 6}
	if !names {
		return
	}
	for x, first := range nodesOf(g.a) {
		g.under.element("text", g.a.Address(first), "class", "row", "font-size", "10", "text-anchor", "end",
			"x", num(left-4), "y", num(g.at[x*g.b.Order()].y+3.5))
	}
	for y := range g.b.Order() {
		if above > 6 {
			g.under.element("text", g.b.Address(topology.Node(y)), "class", "row", "font-size", "10", "text-anchor", "middle",
				"x", num(g.at[y].x), "y", "9")
		}
	}
}
