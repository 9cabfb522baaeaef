package draw

import (
	"math"

	"topobook/topology"
	"topobook/topology/family"
)

// cubic returns the layout of a torus, a mesh or what is made from them, or nil if f is not one or
// looks better otherwise.
func cubic(f *figure) *layout {
	net, addresses := f.net, f.addresses
	switch def := f.plain.Definition.(type) {
	case family.CCC:
		if dims := def.Dims(); dims < len(cubeAxes) {
			return cycles(net, dims, addresses)
		}
		return spread(f)
	case family.IncompleteTorus:
		if l := lattice(net, def, addresses); l != nil {
			return l
		}
		return spread(f) // in rows, links would run through nodes
	case family.Torus:
		return lattice(net, def, addresses)
	case family.Mesh:
		return lattice(net, def, addresses)
	}
	return nil
}

// Bounds of the drawing of a lattice.
const (
	latticeWidth  = 690
	latticeHeight = 1200
	latticeLabels = 200 // nodes with addresses
)

// lattice returns the layout of a lattice of up to 4 dimensions: a row or a grid; a stack of planes,
// seen from aside; or a grid of grids, turned so that links between them run clear of nodes. It
// returns nil if there are more dimensions, or nodes would be too small.
func lattice(net *topology.Network, def topology.Lattice, addresses bool) *layout {
	sides := def.Sides()
	wraps := false
	for c := range topology.Channel(2 * net.Size()) {
		wraps = wraps || wrapping(net, def, c)
	}
	if dims, ok := cubeDims(net); ok && dims > 2 || len(sides) > 4 || len(sides) == 1 && wraps {
		return nil
	}
	l := &layout{note: [...]string{", in a row", ", on a grid", ", seen as a stack of planes", ", on a grid of grids"}[len(sides)-1]}
	if wraps && len(sides) > 2 {
		l.note += ", with links around it cut in two"
	}
	half, gap := l.latticeNodes(net, addresses, sides)
	if half.x < 1.6 {
		return nil
	}
	axes := latticeAxes(sides, half, gap)
	l.addNodes(net.Order(), half)
	for u := range l.at {
		for i, digit := range def.Digits(topology.Node(u)) {
			l.at[u].x += float64(float64(digit) * axes[i].x)
			l.at[u].y += float64(float64(digit) * axes[i].y)
		}
	}
	if wraps {
		l.wrap(net, def, axes, gap)
	}
	l.fit()
	l.centre(net)
	return l
}

// wrapping reports whether c leads from one end of a row to the other, past others.
func wrapping(net *topology.Network, def topology.Lattice, c topology.Channel) bool {
	i := net.Label(c)
	step := def.Digits(net.Tail(c))[i] - def.Digits(net.Head(c))[i]
	return step*step > 1
}

// latticeNodes returns half the size of a node and the gap between two, and prepares addresses inside
// if there is room.
func (l *layout) latticeNodes(net *topology.Network, addresses bool, sides []int) (half point, gap float64) {
	if addresses && net.Order() <= latticeLabels {
		half = point{max(13, longestAddress(net, nodesOf(net))/2+6), 12}
		if half.x == 13 {
			half.y = 13
		}
		for _, gap := range []float64{32, 20} {
			if shrink(sides, half, gap) == 1 {
				l.writeInside(net, 10)
				return half, gap
			}
		}
	}
	half, gap = point{7, 7}, 32
	if shrink(sides, half, gap) < 1 {
		gap = 20
	}
	scale := shrink(sides, half, gap)
	return point{float64(half.x * scale), float64(half.y * scale)}, float64(gap * scale)
}

// shrink returns the factor, at most 1, by which a lattice drawn at full size fits.
func shrink(sides []int, half point, gap float64) float64 {
	width, height := 0.0, 0.0
	for i, axis := range latticeAxes(sides, half, gap) {
		steps := float64(sides[i] - 1)
		width += math.Abs(float64(steps * axis.x))
		height += math.Abs(float64(steps * axis.y))
	}
	return min(1, latticeWidth/max(width, 1), latticeHeight/max(height, 1))
}

// latticeAxes returns the way from a node to the next in each dimension.
//
// With three dimensions, the nodes of a plane, and with four those of a grid within the grid, have
// all a different x, and with four a different y too: so a line of another dimension, which is upright
// or level, meets no node on its way.
func latticeAxes(sides []int, half point, gap float64) []point {
	near := point{half.x + gap/4, half.y + gap/4} // from the middle of a node to a line beside it
	apart := point{float64(2*half.x) + gap, float64(2*half.y) + gap}
	switch len(sides) {
	case 1, 2:
		return []point{{apart.x, 0}, {0, -apart.y}}[:len(sides)]
	case 3:
		deep := float64(sides[1])
		step := max(near.x, apart.x/deep)
		rise := float64(2*half.y) + gap/4
		return []point{{float64(deep * step), 0}, {step, -rise}, {0, -float64((deep-1)*rise) - apart.y}}
	}
	a, b := float64(sides[2]), float64(sides[3])
	step := point{max(near.x, apart.x/b), max(near.y, apart.y/a)}
	reach := float64(a*b) - 1 // steps from the first to the last node of a grid
	return []point{
		{float64(reach*step.x) + apart.x + gap, 0},
		{0, -float64(reach*step.y) - apart.y - gap},
		{float64(b * step.x), -step.y},
		{-step.x, -float64(a * step.y)},
	}
}

// wrap gives the links from one end of a row to the other their way: in a grid, out of it, round the
// corner and back beside the row; elsewhere both ends are cut off.
func (l *layout) wrap(net *topology.Network, def topology.Lattice, axes []point, gap float64) {
	l.out, l.aside = make([]point, 2*net.Size()), make([]point, 2*net.Size())
	for c := range l.out {
		c := topology.Channel(c)
		if !wrapping(net, def, c) {
			continue
		}
		i, half := net.Label(c), l.half[0]
		axis := axes[i]
		if def.Digits(net.Tail(c))[i] == 0 {
			axis = point{-axis.x, -axis.y}
		}
		length := distance(axis, point{})
		dx, dy := math.Abs(axis.x)/length, math.Abs(axis.y)/length
		reach := min(half.x/max(dx, 0.01), half.y/max(dy, 0.01)) + float64(0.7*gap)
		l.out[c] = point{float64(reach*axis.x) / length, float64(reach*axis.y) / length}
		switch {
		case len(axes) > 2:
		case i == 0:
			l.aside[c].y = -half.y - float64(0.35*gap)
		default:
			l.aside[c].x = half.x + float64(0.35*gap)
		}
	}
}

// fit moves the nodes so that all that is drawn of them and of their links' ends begins at the
// margin, and sets the size.
func (l *layout) fit() {
	low, high := l.at[0], l.at[0]
	grow := func(p point, by point) {
		low = point{min(low.x, p.x-by.x), min(low.y, p.y-by.y)}
		high = point{max(high.x, p.x+by.x), max(high.y, p.y+by.y)}
	}
	for u, p := range l.at {
		grow(p, l.half[u])
	}
	if l.out != nil { // any may be at any node: the margin is the same all round
		reach := point{}
		for c, out := range l.out {
			reach = point{max(reach.x, out.x, l.aside[c].x), max(reach.y, out.y, -l.aside[c].y)}
		}
		for _, p := range l.at {
			grow(p, reach)
		}
	}
	const margin = 6
	for u := range l.at {
		l.at[u] = point{l.at[u].x - low.x + margin, l.at[u].y - low.y + margin}
	}
	l.size = point{math.Ceil(high.x - low.x + 2*margin), math.Ceil(high.y - low.y + 2*margin)}
}

// around appends the way of a link that turns, from tail to head: out of the row, to the side, along
// the row, and back in. If it goes nowhere aside, only its ends are drawn.
func (l *layout) around(s *shape, c, twin topology.Channel, from, to point) {
	if !l.turns(c) {
		s.lineTo(to)
		return
	}
	out, back, aside := l.out[c], l.out[twin], l.aside[c]
	if aside == (point{}) {
		s.lineTo(plus(from, out))
		s.moveTo(plus(to, back))
		s.lineTo(to)
		return
	}
	half := point{aside.x / 2, aside.y / 2}
	s.curveTo(plus(from, out), plus(plus(from, out), half))
	s.curveTo(plus(plus(from, out), aside), plus(from, aside))
	s.command('L', plus(to, aside))
	s.curveTo(plus(plus(to, back), aside), plus(plus(to, back), half))
	s.curveTo(plus(to, back), to)
}

// turns reports whether the line of c is not straight but goes around.
func (l *layout) turns(c topology.Channel) bool { return l.out != nil && l.out[c] != point{} }

// aroundMiddle returns the line on which the middle of the link c lies.
func (l *layout) aroundMiddle(c topology.Channel, from, to point) (point, point) {
	switch {
	case !l.turns(c):
		return from, to
	case l.aside[c] == point{}:
		return between(from, plus(from, l.out[c]), 0.7), plus(from, l.out[c]) // clear of the node
	}
	return plus(from, l.aside[c]), plus(to, l.aside[c])
}

func plus(a, b point) point { return point{a.x + b.x, a.y + b.y} }
