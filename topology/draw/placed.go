package draw

import (
	"math"

	"topobook/topology"
)

// The largest drawing of a network whose nodes have places, without its margins, and the most nodes that have their addresses beside them.
const (
	placedWidth  = 620
	placedHeight = 440
	placedNames  = 200
)

// Places returns the layout of a network that knows where its nodes are, as on a map, or nil if f is none. A node without a place is
// amid its neighbors that have one. An address stands beside its node where it covers nothing.
func Places(f *figure) *layout {
	def, ok := f.plain.Definition.(topology.Placed)
	if !ok {
		return nil
	}
	return PlacesAt(def.Place)(f)
}

// PlacesAt returns the layout of networks whose nodes are where a function says, x to the right and y down.
func PlacesAt(place func(u topology.Node) (x, y float64, ok bool)) LayoutFunc {
	return func(f *figure) *layout { return placesAt(f, place) }
}

func placesAt(f *figure, place func(u topology.Node) (x, y float64, ok bool)) *layout {
	net, at := f.net, make([]point, f.net.Order())
	known := make([]bool, len(at))
	any := false
	for u := range at {
		at[u].x, at[u].y, known[u] = place(topology.Node(u))
		any = any || known[u]
	}
	if !any {
		return nil
	}
	amidNeighbors(net, at, known)
	l := &layout{note: ", where they are"}
	half := point{5, 5}
	if net.Order() > 40 { // more nodes, smaller ones
		half = point{3.5, 3.5}
	}
	l.addNodes(net.Order(), half)
	least, most := bounds(at)
	scale := min(placedWidth/max(most.x-least.x, 1e-9), placedHeight/max(most.y-least.y, 1e-9))
	if most == least {
		scale = 0
	}
	const margin = 16
	for u := range at {
		l.at[u] = point{margin + float64(scale*(at[u].x-least.x)), margin + float64(scale*(at[u].y-least.y))}
	}
	apart(l.at, float64(2*half.x)+2)
	if f.addresses && net.Order() <= placedNames {
		l.nameBeside(net)
	}
	l.surround(margin)
	l.centre(net)
	return l
}

// amidNeighbors puts each node whose place is not known in the middle of its neighbors that have one, round by round, and the others in the
// middle of all.
func amidNeighbors(net *topology.Network, at []point, known []bool) {
	all, count := point{}, 0.0
	for u := range at {
		if known[u] {
			all, count = point{all.x + at[u].x, all.y + at[u].y}, count+1
		}
	}
	for more := true; more; {
		more = false
		var found []int
		for u := range at {
			if known[u] {
				continue
			}
			sum, around := point{}, 0.0
			for _, v := range net.Neighbors(topology.Node(u)) {
				if known[v] {
					sum, around = point{sum.x + at[v].x, sum.y + at[v].y}, around+1
				}
			}
			if around > 0 {
				at[u] = point{sum.x / around, sum.y / around}
				found = append(found, u)
			}
		}
		for _, u := range found {
			known[u], more = true, true
		}
	}
	for u := range at {
		if !known[u] {
			at[u] = point{all.x / count, all.y / count}
		}
	}
}

// bounds returns the corners of the box around points.
func bounds(at []point) (least, most point) {
	least, most = at[0], at[0]
	for _, p := range at {
		least = point{min(least.x, p.x), min(least.y, p.y)}
		most = point{max(most.x, p.x), max(most.y, p.y)}
	}
	return least, most
}

// apart moves points that lie closer together than a distance: the later one goes around on a spiral until it is free. A lattice of
// cells as large as the distance tells which are near.
func apart(at []point, distance float64) {
	cell := func(p point) [2]int { return [2]int{int(math.Floor(p.x / distance)), int(math.Floor(p.y / distance))} }
	taken := map[[2]int][]point{}
	free := func(p point) bool {
		c := cell(p)
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				for _, q := range taken[[2]int{c[0] + dx, c[1] + dy}] {
					if max(math.Abs(p.x-q.x), math.Abs(p.y-q.y)) < distance { // shapes may be boxes
						return false
					}
				}
			}
		}
		return true
	}
	for u := range at {
		p := at[u]
		for step := 1; !free(p) && step < 400; step++ {
			sin, cos := math.Sincos(float64(step) * 2.4) // the golden angle
			reach := float64(distance*math.Sqrt(float64(step))) * 0.6
			p = point{at[u].x + float64(reach*cos), at[u].y + float64(reach*sin)}
		}
		at[u] = p
		taken[cell(p)] = append(taken[cell(p)], p)
	}
}

// A box is a rectangle of a drawing.
type box struct{ least, most point }

func (b box) meets(c box) bool {
	return b.least.x < c.most.x && c.least.x < b.most.x && b.least.y < c.most.y && c.least.y < b.most.y
}

func (b box) meetsAny(others []box) bool {
	for _, other := range others {
		if b.meets(other) {
			return true
		}
	}
	return false
}

// crosses reports whether the line from p to q goes through b.
func (b box) crosses(p, q point) bool {
	from, to := 0.0, 1.0 // what of the line may lie in b
	for _, side := range [2][4]float64{{p.x, q.x, b.least.x, b.most.x}, {p.y, q.y, b.least.y, b.most.y}} {
		start, way := side[0], side[1]-side[0]
		if way == 0 {
			if start < side[2] || start > side[3] {
				return false
			}
			continue
		}
		in, out := (side[2]-start)/way, (side[3]-start)/way
		from, to = max(from, min(in, out)), min(to, max(in, out))
	}
	return from < to
}

// textsBeside returns the boxes around the level texts that do not stand within their nodes.
func (l *layout) textsBeside() []box {
	var boxes []box
	for _, t := range l.text {
		if t.text != "" && !t.inside && t.turn == 0 {
			boxes = append(boxes, t.box())
		}
	}
	return boxes
}

// box returns the box around a level text.
func (l label) box() box {
	left, width := l.at.x, textWidth(l.text, l.size)
	switch l.anchor {
	case "end":
		left -= width
	case "middle":
		left -= width / 2
	}
	return box{point{left, l.at.y - l.size + 1}, point{left + width, l.at.y + 2}}
}

// nameBeside writes addresses to the right of nodes, to the left, below or above, where they cover no node and no other address, and the
// fewest lines.
func (l *layout) nameBeside(net *topology.Network) {
	const size = 9
	var taken []box
	for u, p := range l.at {
		taken = append(taken, box{point{p.x - l.half[u].x, p.y - l.half[u].y}, point{p.x + l.half[u].x, p.y + l.half[u].y}})
	}
	l.text = make([]label, net.Order())
	for u, p := range l.at {
		name := net.Address(topology.Node(u))
		gap := l.half[u].x + 3
		fewest, best := net.Size()+1, box{}
		for _, try := range [4]label{
			{text: name, size: size, at: point{p.x + gap, p.y + 3}},
			{text: name, size: size, at: point{p.x - gap, p.y + 3}, anchor: "end"},
			{text: name, size: size, at: point{p.x, p.y + gap + 7}, anchor: "middle"},
			{text: name, size: size, at: point{p.x, p.y - gap}, anchor: "middle"},
		} {
			b, lines := try.box(), 0
			if b.meetsAny(taken) {
				continue
			}
			for c := topology.Channel(0); lines < fewest && int(c) < 2*net.Size(); c++ {
				if tail, head := net.Tail(c), net.Head(c); tail < head && b.crosses(l.at[tail], l.at[head]) {
					lines++
				}
			}
			if lines < fewest {
				fewest, best, l.text[u] = lines, b, try
			}
		}
		if fewest <= net.Size() {
			taken = append(taken, best)
		}
	}
}

// surround moves all so that the drawing has a margin around nodes and texts, and sets its size.
func (l *layout) surround(margin float64) {
	least, most := bounds(l.at)
	for u, p := range l.at {
		least = point{min(least.x, p.x-l.half[u].x), min(least.y, p.y-l.half[u].y)}
		most = point{max(most.x, p.x+l.half[u].x), max(most.y, p.y+l.half[u].y)}
		if l.text == nil || l.text[u].text == "" {
			continue
		}
		b := l.text[u].box()
		least = point{min(least.x, b.least.x), min(least.y, b.least.y)}
		most = point{max(most.x, b.most.x), max(most.y, b.most.y+1)}
	}
	for u := range l.at {
		l.at[u] = point{l.at[u].x - least.x + margin, l.at[u].y - least.y + margin}
		if l.text != nil {
			l.text[u].at = point{l.text[u].at.x - least.x + margin, l.text[u].at.y - least.y + margin}
		}
	}
	l.size = point{math.Ceil(most.x - least.x + float64(2*margin)), math.Ceil(most.y - least.y + float64(2*margin))}
}
