package draw

import (
	"math"

	"topobook/topology"
)

// satellite is half the size of a processor beside its switch, whose address does not stand there.
const satellite = 4

// Satellites returns the layout of a concentrated network, or nil if f is none: that of its base, with more room, and the processors of each
// switch around it, from below on the right.
func Satellites(f *figure) *layout {
	def, ok := f.plain.Definition.(topology.Concentrated)
	if !ok {
		return nil
	}
	base, net := def.Base(), f.net
	names := f.names
	if names != nil {
		names = names[:base.Order()]
	}
	l := newFigure(base, names, f.addresses).layout()
	l.under = writer{} // the frames of the base are not as wide
	for u := range l.text {
		if !l.text[u].inside { // where processors are to stand
			l.text[u] = label{}
		}
	}
	most := 0
	for u := range topology.Node(base.Order()) {
		first, end := def.ProcessorsOf(u)
		most = max(most, int(end-first))
	}
	reach := 0.0 // from the middle of a switch to that of a processor
	for _, half := range l.half {
		reach = max(reach, math.Sqrt(float64(half.x*half.x)+float64(half.y*half.y))+satellite+3)
	}
	reach = max(reach, float64(most)*(2*satellite+3)/(2*math.Pi))
	l.stretch(max(1, (2*reach+2*satellite+6)/l.nearest()), reach+satellite)

	l.at = append(l.at, make([]point, net.Order()-base.Order())...)
	for u := base.Order(); u < net.Order(); u++ {
		l.half = append(l.half, point{satellite, satellite})
		if l.text != nil {
			l.text = append(l.text, label{})
		}
		if l.row != nil {
			l.row = append(l.row, l.row[def.SwitchOf(topology.Node(u))])
		}
	}
	for u := range topology.Node(base.Order()) {
		first, end := def.ProcessorsOf(u)
		step := min(2*math.Pi/float64(max(1, end-first)), (2*satellite+4)/reach)
		for v := first; v < end; v++ {
			turn := math.Pi/4 + float64(step*(float64(v-first)-float64(end-first-1)/2))
			sin, cos := math.Sincos(turn)
			l.at[v] = point{l.at[u].x + float64(reach*cos), l.at[u].y + float64(reach*sin)}
		}
	}
	l.extend(def, net)
	return l
}

// nearest returns the least distance of the middles of two nodes, and 1 if there is one node.
func (l *layout) nearest() float64 {
	least := math.Inf(1)
	for u := range l.at {
		for v := range u {
			least = min(least, distance(l.at[u], l.at[v]))
		}
	}
	if math.IsInf(least, 1) {
		return 1
	}
	return max(least, 1)
}

// stretch moves nodes apart by a factor, with a margin all round; nodes and texts keep their sizes.
func (l *layout) stretch(by, margin float64) {
	moved := func(p, of point) point { // what belongs to the node there goes with it
		return point{float64(by*of.x) + margin + p.x - of.x, float64(by*of.y) + margin + p.y - of.y}
	}
	for u, at := range l.at {
		l.at[u] = moved(at, at)
		if l.text != nil {
			l.text[u].at = moved(l.text[u].at, at)
		}
	}
	for i := range l.rows {
		l.rows[i].y = float64(by*l.rows[i].y) + margin
	}
	for c := range l.arcs {
		l.arcs[c] *= by
	}
	l.size = point{math.Ceil(float64(by*l.size.x) + 2*margin), math.Ceil(float64(by*l.size.y) + 2*margin)}
}

// extend gives the channels of a concentrated network what the layout has by channel of its base; all lines begin in the middle of their nodes.
func (l *layout) extend(def topology.Concentrated, net *topology.Network) {
	base, channels := def.Base(), 2*net.Size()
	arcs, out, aside, fade := make([]float64, channels), make([]point, channels), make([]point, channels), make([]float64, channels)
	for c := range fade {
		fade[c] = 1
	}
	for u := range topology.Node(base.Order()) {
		first, _ := net.Channels(u)
		start, end := base.Channels(u)
		for b := start; b < end; b++ {
			c := first + b - start
			arcs[c] = l.bend(b)
			if l.out != nil {
				out[c], aside[c] = l.out[b], l.aside[b]
			}
			if l.fade != nil {
				fade[c] = l.fade[b]
			}
		}
	}
	if l.arcs != nil {
		l.arcs = arcs
	}
	if l.out != nil {
		l.out, l.aside = out, aside
	}
	if l.fade != nil {
		l.fade = fade
	}
	l.anchor = make([]point, channels)
	for c := range l.anchor {
		l.anchor[c] = l.at[net.Tail(topology.Channel(c))]
	}
}
