package draw

import (
	"math"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/family"
)

// largestRing bounds the circle of groups.
const largestRing = 290

// A ring is a layout of groups of routers on a circle in the making.
type ring struct {
	*layout
	net      *topology.Network
	plain    *topology.Network // without names
	width    int               // routers of a group
	count    int               // groups
	cabinets int               // sectors that the groups are in, or 0
	node     point             // half the size of a node
	arc      float64           // radius of the half circle on which the routers of a group are
	places   float64           // groups, and the gaps between cabinets in units of a group
	radius   float64           // of the circle of groups
	middle   float64           // of the drawing, across and down
}

// dragonfly returns the layout of a Dragonfly, or nil if f is not one: its groups on a circle,
// clockwise from the top. The routers of a group are on a half circle that faces inwards, so that the
// links of the group stay behind them; the links between groups bend to the middle. Cabinets are
// sectors of the circle. Where an address has no room, a router shows its last digit, and its group
// the others.
func dragonfly(f *figure) *layout {
	net := f.net
	r := &ring{layout: &layout{note: ", groups on a circle"}, net: net, plain: f.plain}
	switch def := f.plain.Definition.(type) {
	case family.MaximalDragonfly:
		r.width = def.Width()
	case interface{ Cabinets() int }:
		r.cabinets = def.Cabinets()
		r.note = ", drawers on a circle by cabinet"
	default:
		return nil
	}
	r.count = net.Level(topology.Node(net.Order()-1)) + 1
	r.width = net.Order() / r.count
	if r.count == 1 {
		return nil
	}
	r.places = float64(r.count)
	if r.cabinets > 1 && r.cabinets < r.count {
		r.places += float64(0.5 * float64(r.cabinets))
	}
	r.shrink(f.addresses)
	r.middle = r.radius + r.frame() + 6
	if r.cabinets > 1 {
		r.middle += 18 // for their names
	}
	r.size = point{math.Ceil(2 * r.middle), math.Ceil(2 * r.middle)}
	r.place()
	r.centre(net)
	r.bendInwards()
	return r.layout
}

// shrink finds the largest nodes with which the circle is not too large: with addresses, with their
// last digits, or without.
func (r *ring) shrink(addresses bool) {
	r.node = r.nodeSizes(r.net, addresses)
	if r.text != nil && r.text[0].inside && r.fits() {
		return
	}
	r.text = nil
	if r.node = (point{8, 8}); addresses && r.width <= 10 && r.fits() {
		r.text = make([]label, r.net.Order())
		for u := range r.text {
			r.text[u] = insideText(strconv.Itoa(u%r.width), 9)
		}
		return
	}
	for r.node = (point{6, 6}); r.node.x > 1.2 && !r.fits(); {
		r.node.x *= 0.95
		r.node.y = r.node.x
	}
}

// fits computes how large the circle is, and reports whether that is not too large.
func (r *ring) fits() bool {
	apart := float64(2.6 * r.node.x)
	if r.node.x != r.node.y { // two stadiums are clear of each other in any direction
		apart = 2*distance(point{}, r.node) + 4
	}
	r.arc = 0
	if r.width > 1 {
		sin, _ := math.Sincos(math.Pi / 2 / float64(r.width-1))
		r.arc = apart / float64(2*sin)
	}
	r.radius = float64(r.places*r.step()) / (2 * math.Pi)
	fits := r.radius <= largestRing
	r.radius = max(r.radius, r.arc+min(34*math.Sqrt(float64(r.net.Order())), 130))
	return fits
}

// frame returns the radius of the circle around a group.
func (r *ring) frame() float64 { return r.arc + float64(1.3*r.node.x) }

// step returns the distance from a group to the next on the circle.
func (r *ring) step() float64 { return 2*r.frame() + float64(0.8*r.node.y) }

// turn returns where group g is on the circle, as a fraction of a full turn from the top.
func (r *ring) turn(g int) float64 {
	place := float64(g)
	if r.places > float64(r.count) {
		place += float64(0.5 * float64(g/(r.count/r.cabinets)))
	}
	return place / r.places
}

// onCircle returns the point of a circle around the middle that is the fraction turn of a full turn
// from the top.
func (r *ring) onCircle(radius, turn float64) point {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return point{r.middle + float64(radius*sin), r.middle - float64(radius*cos)}
}

// place places the nodes, and the names and frames of groups and cabinets.
func (r *ring) place() {
	r.addNodes(r.net.Order(), r.node)
	for u := range r.at {
		g, p := u/r.width, u%r.width
		centre := r.onCircle(r.radius, r.turn(g))
		quarter := 0.0 // of a turn, to either side of the way to the middle
		if r.width > 1 {
			quarter = float64(p)/float64(r.width-1)/2 - 0.25
		}
		sin, cos := math.Sincos(2 * math.Pi * (r.turn(g) + 0.5 - quarter))
		r.at[u] = point{centre.x + float64(r.arc*sin), centre.y - float64(r.arc*cos)}
		if p == 0 && r.frame() >= 18 && r.width > 1 {
			r.nameGroup(g, centre)
		}
	}
	for c := 0; c < r.cabinets && r.cabinets > 1 && r.step()*float64(r.count/r.cabinets) >= 60; c++ {
		r.nameCabinet(c)
	}
}

// nameGroup draws a circle around group g and writes its name into the outer half: the address without
// the last digit.
func (r *ring) nameGroup(g int, centre point) {
	address := r.plain.Address(topology.Node(g * r.width))
	at := r.onCircle(r.radius+float64(0.6*r.frame()), r.turn(g))
	r.under.empty("circle", "class", "grid", "cx", num(centre.x), "cy", num(centre.y), "r", num(r.frame()))
	r.under.element("text", address[:strings.LastIndexByte(address, ',')], "class", "row",
		"x", num(at.x), "y", num(at.y+3.5), "text-anchor", "middle")
}

// nameCabinet draws an arc outside of the drawers of cabinet c and writes its name along it.
func (r *ring) nameCabinet(c int) {
	drawers := r.count / r.cabinets
	first, last := r.turn(c*drawers)-0.3/r.places, r.turn(c*drawers+drawers-1)+0.3/r.places
	radius := r.middle - 18
	large := "0"
	if last-first > 0.5 {
		large = "1"
	}
	from, to := r.onCircle(radius, first), r.onCircle(radius, last)
	r.under.empty("path", "class", "axis", "d", "M"+num(from.x)+" "+num(from.y)+
		"A"+num(radius)+" "+num(radius)+" 0 "+large+" 1 "+num(to.x)+" "+num(to.y))
	turn := (first + last) / 2
	radius += 5
	degrees := float64(360 * turn)
	if turn > 0.25 && turn < 0.75 { // from below
		degrees -= 180
		radius += 8
	}
	at := r.onCircle(radius, turn)
	r.under.element("text", "cabinet "+strconv.Itoa(c), "class", "row", "text-anchor", "middle",
		"transform", "translate("+num(at.x)+" "+num(at.y)+")rotate("+num(degrees)+")")
}

// bendInwards bends the links between groups to the middle of the drawing.
func (r *ring) bendInwards() {
	r.arcs = make([]float64, 2*r.net.Size())
	for c := range r.arcs {
		u, v := r.net.Tail(topology.Channel(c)), r.net.Head(topology.Channel(c))
		if u > v {
			c = int(r.net.Twin(topology.Channel(c)))
			u, v = v, u
		}
		if int(u)/r.width == int(v)/r.width {
			continue
		}
		half := between(r.at[u], r.at[v], 0.5)
		normal := aside(r.at[u], r.at[v])
		r.arcs[c] = 0.5 * (float64(normal.x*(r.middle-half.x)) + float64(normal.y*(r.middle-half.y)))
		r.arcs[r.net.Twin(topology.Channel(c))] = r.arcs[c]
	}
}
