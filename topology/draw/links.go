package draw

import (
	"strconv"

	"topobook/topology"
)

// links draws every link once, bold ones last. They lie below paths and nodes.
func (d *drawing) links() {
	d.open("g", "class", "links")
	var bold []topology.Channel
	for _, c := range d.inOrder() {
		switch {
		case !d.downward(c):
		case d.highlighted(c):
			bold = append(bold, c)
		default:
			d.link(c, "link")
		}
	}
	for _, c := range bold {
		d.link(c, "link high")
	}
	d.close("g")
}

// inOrder returns the channels in the order in which they are drawn: those that are far before
// others.
func (d *drawing) inOrder() []topology.Channel {
	order := make([]topology.Channel, 2*d.net.Size())
	key := make([]float64, 0, len(order))
	for c := range order {
		order[c] = topology.Channel(c)
		u, v := d.net.Tail(topology.Channel(c)), d.net.Head(topology.Channel(c))
		if d.layout.depth != nil {
			key = append(key, (d.layout.depth[u]+d.layout.depth[v])/2)
		}
	}
	for i, c := range byDepth(key) {
		order[i] = topology.Channel(c)
	}
	return order
}

// downward reports whether c is the direction that stands for its link: from the upper row to the
// lower, or else from the node with the lower index.
func (d *drawing) downward(c topology.Channel) bool {
	tail, head := d.net.Tail(c), d.net.Head(c)
	if d.layout.row != nil && d.layout.row[tail] != d.layout.row[head] {
		return d.layout.row[tail] < d.layout.row[head]
	}
	return tail < head || tail == head && c < d.net.Twin(c)
}

func (d *drawing) highlighted(c topology.Channel) bool {
	level, label := d.net.Level(d.net.Tail(c)), d.net.Label(c)
	for _, h := range d.o.Highlights {
		if h.Label == label && (h.Level == topology.NoLevel || h.Level == level) {
			return true
		}
	}
	return false
}

func (d *drawing) link(c topology.Channel, class string) {
	tail, head := d.net.Tail(c), d.net.Head(c)
	label := d.net.Label(c)
	if label != topology.NoLabel && (d.o.ColorByLabel || class != "link" || d.layout.space != "" && len(d.o.Paths) == 0) {
		class += " s" + strconv.Itoa(label%8)
	}
	broken := d.dead[c] || d.fault[tail] || d.fault[head]
	if broken {
		class += " dead"
	}
	ends := d.net.Address(tail) + " " + d.net.Address(head)
	hidden := ""
	if d.layout.space != "" && d.layout.wraps[c] {
		class += " wrap"
	}
	if d.ghost != nil && d.ghost[c] {
		class = "link ghost"
		if d.layout.space != "" {
			hidden = ends
		}
		ends = ""
	}
	attrs := []string{"class", class, "data-link", ends, "data-ghost", hidden, "d", string(d.line(c, 0))}
	if d.layout.fade != nil && d.layout.fade[c] < 1 {
		attrs = append(attrs, "opacity", num(d.layout.fade[c]))
	}
	if d.o.Widths != nil {
		if width := max(d.o.Widths[c], d.o.Widths[d.net.Twin(c)]); width > 0 {
			attrs[1] += " sized" // the style sheet is stronger than an attribute
			d.open("g", "stroke-width", num(width))
			defer d.close("g")
		}
	}
	if d.net.Size() > manyLinks || ends == "" {
		d.empty("path", attrs...)
		return
	}
	title := "link " + d.net.Address(tail) + " – " + d.net.Address(head)
	if label != topology.NoLabel {
		title += ", label " + strconv.Itoa(label)
	}
	if broken {
		title += ", broken"
	}
	d.open("path", attrs...)
	d.element("title", title)
	d.close("path")
}

// line returns the path data of c from tail to head, shifted sideways by shift.
func (d *drawing) line(c topology.Channel, shift float64) shape {
	from, to := d.ends(c, shift)
	var s shape
	s.moveTo(from)
	if bend := d.layout.bend(c); bend != 0 {
		s.curveTo(control(from, to, bend), to)
	} else {
		d.layout.around(&s, c, d.net.Twin(c), from, to)
	}
	return s
}

// control returns the control point of a curve that rises by half of bend from the straight line,
// in the direction of [aside].
func control(from, to point, bend float64) point {
	middle, up := between(from, to, 0.5), aside(from, to)
	return point{middle.x + float64(bend*up.x), middle.y + float64(bend*up.y)}
}

// aside returns the direction at right angles to the line between two points that leads upwards, or to
// the right if the line is vertical, as a vector of length 1.
func aside(from, to point) point {
	length := max(distance(from, to), 0.01)
	normal := point{(to.y - from.y) / length, (from.x - to.x) / length}
	if normal.y > 0 || normal.y == 0 && normal.x < 0 {
		return point{-normal.x, -normal.y}
	}
	return normal
}

// ends returns where the line of c begins and ends, shifted sideways by shift: to the same side for
// both directions of a link.
func (d *drawing) ends(c topology.Channel, shift float64) (from, to point) {
	from, to = d.layout.anchor[c], d.layout.anchor[d.net.Twin(c)]
	length := distance(from, to)
	if shift == 0 || length == 0 {
		return from, to
	}
	if !d.downward(c) {
		shift = -shift
	}
	dx, dy := float64(-(to.y-from.y)/length*shift), float64((to.x-from.x)/length*shift)
	return point{from.x + dx, from.y + dy}, point{to.x + dx, to.y + dy}
}

// middle returns the point of the line of c that is the fraction t of its way, and its direction
// there as a vector of length 1.
func (d *drawing) middle(c topology.Channel, shift, t float64) (at, direction point) {
	from, to := d.ends(c, shift)
	if bend := d.layout.bend(c); bend != 0 {
		control := control(from, to, bend)
		from, to = between(from, control, t), between(control, to, t)
	}
	from, to = d.layout.aroundMiddle(c, from, to)
	length := max(distance(from, to), 0.01)
	return between(from, to, t), point{(to.x - from.x) / length, (to.y - from.y) / length}
}

// edgeLabels writes the label of each link near its upper end, in some drawings near either end, or a little
// further down where another text is in the way, or not at all.
func (d *drawing) edgeLabels() {
	const size = 9.0
	var taken []point
	beside := d.layout.textsBeside()
	d.open("g", "class", "edge-labels", "font-size", num(size), "text-anchor", "middle")
	for c := range topology.Channel(2 * d.net.Size()) {
		label := d.net.Label(c)
		if label == topology.NoLabel || !d.downward(c) && !d.layout.both {
			continue
		}
		text := strconv.Itoa(label)
		half := point{textWidth(text, size)/2 + 0.7, size/2 - 0.5}
		at, ok := d.freePlace(c, taken, half)
		if ok = ok && !(box{point{at.x - half.x, at.y - half.y}, point{at.x + half.x, at.y + half.y}}).meetsAny(beside); ok {
			taken = append(taken, at)
			d.element("text", text, "class", "label f"+strconv.Itoa(label%8), "x", num(at.x), "y", num(at.y+3.2))
		}
	}
	d.close("g")
}

// freePlace returns a place on the line of c for a text that reaches half around it and keeps clear
// of those taken.
func (d *drawing) freePlace(c topology.Channel, taken []point, half point) (point, bool) {
	for _, step := range []float64{8, 15, 22} {
		at, ok := d.along(c, step)
		if !ok {
			break
		}
		if isFree(at, taken, half) {
			return at, true
		}
	}
	return point{}, false
}

func isFree(at point, taken []point, half point) bool {
	for _, p := range taken {
		if p.x-at.x < 2*half.x && at.x-p.x < 2*half.x && p.y-at.y < 2*half.y && at.y-p.y < 2*half.y {
			return false
		}
	}
	return true
}

// along returns the place of a text at the line of c, step away from where it leaves: in a layered
// drawing that far below or above it, and hardly to the side, so that texts keep the order of the lines.
func (d *drawing) along(c topology.Channel, step float64) (at point, ok bool) {
	from, to := d.ends(c, 0)
	if height := max(to.y-from.y, from.y-to.y); d.layout.row != nil && height > 0 {
		aside := float64((to.x-from.x)*step) / height
		if to.y < from.y {
			return point{from.x + max(min(aside, 4), -4), from.y - step}, step+8 < height
		}
		return point{from.x + max(min(aside, 4), -4), from.y + step}, from.y+step+8 < to.y
	}
	start := d.layout.half[d.net.Tail(c)].x // the line begins in the middle of the node
	length := distance(from, to)
	if start+step > 0.55*length {
		return point{}, false
	}
	at, _ = d.middle(c, 0, (start+step)/length)
	return at, true
}
