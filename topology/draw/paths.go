package draw

import (
	"strconv"
	"strings"

	"topobook/topology"
)

// laneWidth is the distance between paths that share a link.
const laneWidth = 4

// paths draws the paths above the links: each hop with an arrow.
func (d *drawing) paths() {
	lanes := make(map[topology.Channel][]int) // by link: the paths along it
	for i, path := range d.o.Paths {
		for _, c := range path {
			link := min(c, d.net.Twin(c))
			if shared := lanes[link]; len(shared) == 0 || shared[len(shared)-1] != i {
				lanes[link] = append(shared, i)
			}
		}
	}
	for i, path := range d.o.Paths {
		d.open("g", "data-path", strconv.Itoa(i+1))
		d.element("title", d.pathTitle(i))
		series := strconv.Itoa(i % 6)
		shifts := make([]float64, len(path))
		for hop, c := range path {
			shared := lanes[min(c, d.net.Twin(c))]
			for lane, other := range shared {
				if other == i {
					shifts[hop] = float64(laneWidth * (float64(lane) - float64(len(shared)-1)/2))
				}
			}
			ends, aside := d.turning(c, shifts[hop])
			d.empty("path", "class", "path path"+series+d.direction(c), "data-hop", ends, "data-aside", aside, "d", string(d.line(c, shifts[hop])))
		}
		var arrows shape
		for hop, c := range path {
			d.arrow(&arrows, c, shifts[hop])
		}
		if len(arrows) > 0 {
			d.empty("path", "class", "arrow f"+series, "d", string(arrows))
		}
		d.close("g")
	}
}

// turning tells the page, of a line of c that is drawn in space, the ends and how far it is shifted, to the left as seen from the tail.
func (d *drawing) turning(c topology.Channel, shift float64) (ends, aside string) {
	if d.layout.space == "" {
		return "", ""
	}
	if d.downward(c) {
		shift = -shift
	}
	if shift != 0 {
		aside = num(shift)
	}
	return d.net.Address(d.net.Tail(c)) + " " + d.net.Address(d.net.Head(c)), aside
}

// direction returns " up" or " down" for a channel between rows.
func (d *drawing) direction(c topology.Channel) string {
	if d.layout.row == nil {
		return ""
	}
	switch from, to := d.layout.row[d.net.Tail(c)], d.layout.row[d.net.Head(c)]; {
	case to < from:
		return " up"
	case to > from:
		return " down"
	}
	return ""
}

// arrow appends the head of an arrow a little past the middle of c.
func (d *drawing) arrow(s *shape, c topology.Channel, shift float64) {
	d.arrowAt(s, c, shift, 0.55)
}

// arrowAt appends the head of an arrow that is the fraction t of the way along c.
func (d *drawing) arrowAt(s *shape, c topology.Channel, shift, t float64) {
	size := 5.0
	if d.net.Size() > manyLinks {
		size = 3.5
	}
	at, direction := d.middle(c, shift, t)
	ahead := point{float64(size * direction.x), float64(size * direction.y)}
	aside := point{float64(-0.8 * ahead.y), float64(0.8 * ahead.x)}
	s.moveTo(point{at.x + ahead.x, at.y + ahead.y})
	s.lineTo(point{at.x - ahead.x + aside.x, at.y - ahead.y + aside.y})
	s.lineTo(point{at.x - ahead.x - aside.x, at.y - ahead.y - aside.y})
	s.close()
}

// pathTitle returns the nodes of path i: path 1: 0,0 > 0@1 > 2@0 > 3@1 > 3,1.
func (d *drawing) pathTitle(i int) string {
	var b strings.Builder
	b.WriteString("path " + strconv.Itoa(i+1) + ": ")
	for hop, c := range d.o.Paths[i] {
		if hop == 0 {
			b.WriteString(d.net.Address(d.net.Tail(c)))
		}
		b.WriteString(" > " + d.net.Address(d.net.Head(c)))
	}
	if len(d.o.Paths[i]) == 0 {
		b.WriteString("no hop")
	}
	return b.String()
}
