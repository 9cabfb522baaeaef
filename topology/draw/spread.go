package draw

import (
	"math"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/sorting"
)

// The largest drawing of a network that no other layout suits, without its margins, and the length of a link where there is room for it.
const (
	spreadWidth  = 630
	spreadHeight = 450
	spreadLink   = 64
)

// spread returns a layout for any network: far nodes are far apart and the lines of links about as long as each other, as [stress] says. Parts that are not
// connected lie side by side, each turned so that its box is smallest, and lies.
func spread(f *figure) *layout {
	net, l := f.net, &layout{note: ", as far apart as they are hops apart"}
	at, index := make([]point, net.Order()), make([]int32, net.Order())
	var boxes []point // by part: its size
	parts := measure.Components(net)
	if f.groups != nil { // which may have nodes of several
		parts = [][]topology.Node{nodesOf(net)}
	}
	for _, nodes := range parts {
		places := placeByStress(net, f.groups, nodes, index)
		size := lay(places)
		for i, u := range nodes {
			at[u] = places[i]
		}
		boxes = append(boxes, size)
	}
	for i, corner := range pack(boxes, 1) {
		for _, u := range parts[i] {
			at[u] = point{at[u].x + corner.x, at[u].y + corner.y}
		}
	}
	l.spreadOut(f, at)
	return l
}

// lay turns points so that the box around them is as small as can be and wider than high, mirrors them so that the first is above and to the
// left of the middle, and moves the box to the origin. It returns the size of the box. One side of the smallest box lies along a side of the hull.
func lay(at []point) (size point) {
	hull := hullOf(at)
	best, area := point{1, 0}, math.Inf(1)
	for i, p := range hull {
		q := hull[(i+1)%len(hull)]
		length := distance(p, q)
		if length < 1e-9 {
			continue
		}
		along := point{(q.x - p.x) / length, (q.y - p.y) / length}
		least, most := bounds(turned(hull, along))
		wide, high := most.x-least.x, most.y-least.y
		if a := float64(wide * high); a < area-1e-6 {
			area, best = a, along
			if high > wide {
				best = point{-along.y, along.x}
			}
		}
	}
	copy(at, turned(at, best))
	least, most := bounds(at)
	size = point{most.x - least.x, most.y - least.y}
	first := point{at[0].x - least.x, at[0].y - least.y}
	for i, p := range at {
		p = point{p.x - least.x, p.y - least.y}
		if first.x > size.x/2 {
			p.x = size.x - p.x
		}
		if first.y > size.y/2 {
			p.y = size.y - p.y
		}
		at[i] = p
	}
	return size
}

// turned returns points turned so that a direction, of length 1, is to the right.
func turned(at []point, along point) []point {
	to := make([]point, len(at))
	for i, p := range at {
		to[i] = point{float64(p.x*along.x) + float64(p.y*along.y), float64(p.y*along.x) - float64(p.x*along.y)}
	}
	return to
}

// hullOf returns the corners of the smallest convex polygon around points, in their order around it: Jarvis's march.
func hullOf(at []point) []point {
	first := 0
	for i, p := range at {
		if q := at[first]; p.x < q.x || p.x == q.x && p.y < q.y {
			first = i
		}
	}
	hull := []point{at[first]}
	for len(hull) <= len(at) {
		from, next := hull[len(hull)-1], -1
		for i, p := range at {
			if p == from {
				continue
			}
			if next < 0 {
				next = i
				continue
			}
			q := at[next]
			left := float64((q.x-from.x)*(p.y-from.y)) - float64((q.y-from.y)*(p.x-from.x))
			if left < 0 || left == 0 && distance(from, p) > distance(from, q) {
				next = i
			}
		}
		if next < 0 || at[next] == hull[0] {
			break
		}
		hull = append(hull, at[next])
	}
	return hull
}

// pack returns where the upper left corners of boxes go: in rows, the high ones first, with a gap between any two, so that all fill a box of the shape of a
// drawing.
func pack(boxes []point, gap float64) []point {
	area, widest := 0.0, 0.0
	high := make([]float64, len(boxes))
	for i, size := range boxes {
		area += float64((size.x + gap) * (size.y + gap))
		widest = max(widest, size.x)
		high[i] = -size.y
	}
	width := max(widest, math.Sqrt(area*spreadWidth/spreadHeight))
	corners := make([]point, len(boxes))
	x, y, row := 0.0, 0.0, 0.0
	for _, i := range inOrder(high) {
		size := boxes[i]
		if x > 0 && x+size.x > width+1e-6 {
			x, y, row = 0, y+row+gap, 0
		}
		corners[i] = point{x, y}
		x += size.x + gap
		row = max(row, size.y)
	}
	return corners
}

// spreadOut places the nodes of f at points, given in hops, as large as the column allows: no shape of a node is upon another. Addresses stand inside the shapes of
// few nodes, beside those of more, and there is none where it would be upon a node or another address.
func (l *layout) spreadOut(f *figure, at []point) {
	net := f.net
	least, most := bounds(at)
	half := l.nodeSizes(net, f.addresses)
	inside := l.text != nil && l.text[0].inside
	scale := min(spreadWidth/max(most.x-least.x, 1e-9), spreadHeight/max(most.y-least.y, 1e-9), max(spreadLink, float64(4*half.x)/closest(at)))
	if net.Order() == 1 {
		scale = 0
	}
	for u, p := range at {
		at[u] = point{float64(scale * (p.x - least.x)), float64(scale * (p.y - least.y))}
	}
	gap := 6.0
	if !inside {
		gap = 2
		l.text = nil
		room := math.Sqrt(spreadWidth * spreadHeight / float64(net.Order()))
		r := min(half.x, max(min(0.3*nearby(net, at), 0.2*room), 1.6)) // of a short link
		half = point{r, r}
	}
	l.addNodes(net.Order(), half)
	copy(l.at, at)
	for u := range l.half {
		if net.Kind(topology.Node(u)) == topology.Switch {
			l.half[u].y = min(half.y, 11)
		}
	}
	for range 20 {
		if l.keepApart(gap); !inside || !l.clearLines(net) {
			break
		}
	}
	if !l.keepApart(gap) {
		apart(l.at, float64(2*half.x)+gap)
	}
	if f.addresses && !inside && net.Order() <= placedNames {
		l.nameBeside(net)
	}
	margin := 14.0
	if f.groups != nil { // for a name on top
		margin = 30
	}
	l.surround(margin)
	l.centre(net)
}

// closest returns the least distance of two of at most 64 points, which shapes with addresses inside need; 1 for more, or for one.
func closest(at []point) float64 {
	least := 1.0
	if len(at) > 64 {
		return least
	}
	for i, p := range at {
		for _, q := range at[:i] {
			least = min(least, max(distance(p, q), 0.1))
		}
	}
	return least
}

// nearby returns a length than which nine of ten links are longer.
func nearby(net *topology.Network, at []point) float64 {
	var lengths []float64
	for c := range topology.Channel(2 * net.Size()) {
		if u, v := net.Tail(c), net.Head(c); u < v {
			lengths = append(lengths, distance(at[u], at[v]))
		}
	}
	if len(lengths) == 0 {
		return math.Inf(1)
	}
	sorting.Sort(lengths)
	return lengths[len(lengths)/10]
}

// keepApart moves nodes whose shapes overlap, or have less than a gap between them, each pair aside along the axis where that takes the least, and reports whether
// after many rounds none do.
func (l *layout) keepApart(gap float64) bool {
	rounds := max(30, min(40_000/len(l.at), 300))
	order, across := make([]int, len(l.at)), 0.0
	for u := range order {
		order[u] = u
		across = max(across, float64(2*l.half[u].x)+gap)
	}
	for range rounds {
		moved := false
		for i := 1; i < len(order); i++ { // hardly out of order but for the first time
			for j := i; j > 0 && l.at[order[j]].x < l.at[order[j-1]].x; j-- {
				order[j], order[j-1] = order[j-1], order[j]
			}
		}
		for i, u := range order {
			for _, v := range order[i+1:] {
				if l.at[v].x-l.at[u].x >= across {
					break
				}
				moved = l.part(u, v, gap) || moved
			}
		}
		if !moved {
			return true
		}
	}
	return false
}

// clearLines moves nodes off the lines of links that are not theirs, and reports whether there were such.
func (l *layout) clearLines(net *topology.Network) bool {
	const gap = 3
	moved := false
	for c := range topology.Channel(2 * net.Size()) {
		tail, head := net.Tail(c), net.Head(c)
		from, to := l.at[tail], l.at[head]
		long := distance(from, to)
		if tail > head || long == 0 {
			continue
		}
		along := point{(to.x - from.x) / long, (to.y - from.y) / long}
		for u, p := range l.at {
			p = point{p.x - from.x, p.y - from.y}
			ahead, aside := float64(p.x*along.x)+float64(p.y*along.y), float64(p.y*along.x)-float64(p.x*along.y)
			reach := math.Abs(float64(l.half[u].x*along.y)) + math.Abs(float64(l.half[u].y*along.x)) + gap // of its box
			if topology.Node(u) == tail || topology.Node(u) == head || ahead < 0 || ahead > long || math.Abs(aside) >= reach-1e-6 {
				continue
			}
			move := math.Copysign(reach, aside) - aside
			l.at[u] = point{l.at[u].x - float64(move*along.y), l.at[u].y + float64(move*along.x)}
			moved = true
		}
	}
	return moved
}

// part moves two nodes apart that are closer than a gap, and reports whether they were.
func (l *layout) part(u, v int, gap float64) bool {
	p, q := &l.at[u], &l.at[v]
	x, y := q.x-p.x, q.y-p.y
	overX, overY := l.half[u].x+l.half[v].x+gap-math.Abs(x), l.half[u].y+l.half[v].y+gap-math.Abs(y)
	switch {
	case overX <= 1e-6 || overY <= 1e-6:
		return false
	case overX < overY || overX == overY && u < v:
		move := math.Copysign(overX/2+1e-3, x)
		p.x, q.x = p.x-move, q.x+move
	default:
		move := math.Copysign(overY/2+1e-3, y)
		p.y, q.y = p.y-move, q.y+move
	}
	return true
}

// arcParallel bends the lines of parallel links, so that each is seen, if no line of the layout is bent.
func (l *layout) arcParallel(net *topology.Network) {
	const rise = 12 // of a curve, twice, over the next
	if l.arcs != nil || l.out != nil || !net.IsMulti() {
		return
	}
	l.arcs = make([]float64, 2*net.Size())
	for u := range topology.Node(net.Order()) {
		links := map[topology.Node][]topology.Channel{} // by the other end
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			if v := net.Head(c); u < v {
				links[v] = append(links[v], c)
			}
		}
		for _, parallel := range links {
			for i, c := range parallel {
				bend := float64(rise * (float64(i) - float64(len(parallel)-1)/2))
				l.arcs[c], l.arcs[net.Twin(c)] = bend, bend
			}
		}
	}
}
