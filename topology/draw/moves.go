package draw

import (
	"math"
	"strconv"

	"topobook/topology"
	"topobook/topology/schedule"
)

// maxArrows bounds the arrows of a drawing: beyond, only conflicts are drawn.
const maxArrows = 4000

// Moves returns a drawing of one unit of time of a schedule: an arrow for each channel in use, in the colour of the
// round of its packet; channels with a conflict red, with the number of packets; a box at each node where a packet
// stays. Routers in cabinets are drawn as [Cabinets] does, other networks as [Network] does.
// A line below says how many packets move, stay and conflict, and which rounds they are of.
// It returns an error if the network is too large. A unit in which nothing happens shows the network alone.
func Moves(s *schedule.Schedule, time int, o Options) (string, error) {
	b := newBoard(s.Net, o, nil)
	switch {
	case b != nil:
		if s.Net.Order() > maxBoard {
			return "", &TooLarge{s.Net}
		}
	case !Fits(s.Net):
		return "", &TooLarge{s.Net}
	default:
		b = &board{drawing: drawing{net: s.Net, inner: s.Net, o: o, layout: newFigure(s.Net, o.Names, !o.HideLabels).layout()}}
		b.classify()
	}
	m := &moves{drawing: &b.drawing, s: s, time: time}
	m.collect()
	for _, c := range m.used {
		if b.routers != nil {
			b.lead(c)
		}
	}
	foot := b.layout.size.y + 12
	b.layout.size = point{max(b.layout.size.x, 430), b.layout.size.y + 22}
	b.drawing.head()
	if b.routers != nil && b.cells() { // routers are small, and without a text
		b.drawRouters()
		m.lines()
	} else {
		b.rowNames()
		b.b = append(b.b, b.layout.under.b...)
		if b.routers == nil {
			b.links()
		}
		m.lines()
		b.nodes()
	}
	m.heads()
	m.legend(foot)
	b.close("svg")
	return b.String(), nil
}

// moves is what happens in one unit of time.
type moves struct {
	*drawing
	s    *schedule.Schedule
	time int

	load  []int32            // by channel: packets
	round []int32            // by channel: the round of the first
	used  []topology.Channel // in the order of their use
	stay  [6]shape           // by colour
	stays int
	hops  int
	seen  []int // rounds, in the order of their appearance
}

// collect counts the packets on each channel.
func (m *moves) collect() {
	m.load, m.round = make([]int32, 2*m.net.Size()), make([]int32, 2*m.net.Size())
	first, end := m.s.At(m.time)
	for i := first; i < end; i++ {
		send := m.s.Send(i)
		r := m.s.RoundOf(send.Packet)
		if n := len(m.seen); n == 0 || m.seen[n-1] != r {
			known := false
			for _, x := range m.seen {
				known = known || x == r
			}
			if !known {
				m.seen = append(m.seen, r)
			}
		}
		c := send.Channel
		if c == schedule.Stay {
			m.stays++
			at, half := m.layout.at[send.From], m.layout.half[send.From]
			if m.stays <= maxArrows {
				at = point{at.x + float64(0.9*half.x), at.y - float64(0.9*half.y)}
				r := min(3.5, half.x)
				m.stay[m.s.RoundOf(send.Packet)%6].box(point{at.x - r, at.y - r}, point{at.x + r, at.y + r})
			}
			continue
		}
		m.hops++
		if m.load[c] == 0 {
			m.used = append(m.used, c)
			m.round[c] = int32(r)
		}
		m.load[c]++
	}
}

// shift returns how far to the side the line of c runs, clear of the other direction.
func (m *moves) shift(c topology.Channel) float64 {
	switch {
	case m.load[m.net.Twin(c)] == 0:
		return 0
	case m.downward(c):
		return laneWidth / 2
	}
	return -laneWidth / 2
}

// busy is the number of channels in use from which lines are thin.
const busy = 60

// lines draws the lines of the arrows, below the nodes: a path for each colour, and one for each conflict.
func (m *moves) lines() {
	var lines [6]shape
	m.open("g", "class", "moves")
	for _, c := range m.used {
		if m.load[c] == 1 && len(m.used) <= maxArrows {
			colour := m.round[c] % 6
			lines[colour] = append(lines[colour], m.line(c, m.shift(c))...)
		}
	}
	class := "link hop s"
	if len(m.used) > busy {
		class = "link hop thin s"
	}
	for i, s := range lines {
		if len(s) > 0 {
			m.empty("path", "class", class+strconv.Itoa(i), "d", string(s))
		}
	}
	m.close("g")
	for _, c := range m.clashes() {
		m.clash(c)
	}
}

// clashes returns the channels with a conflict that are drawn.
func (m *moves) clashes() (list []topology.Channel) {
	for _, c := range m.used {
		if m.load[c] > 1 && len(list) < maxArrows/4 {
			list = append(list, c)
		}
	}
	return list
}

// clash draws the line of a channel with a conflict.
func (m *moves) clash(c topology.Channel) {
	m.open("g", "class", "clash", "data-link", m.net.Address(m.net.Tail(c))+" "+m.net.Address(m.net.Head(c)))
	m.element("title", strconv.Itoa(int(m.load[c]))+" packets from "+m.net.Address(m.net.Tail(c))+" to "+m.net.Address(m.net.Head(c)))
	width := "3"
	if len(m.used) > busy {
		width = "1.8"
	}
	m.empty("path", "stroke-width", width, "d", string(m.line(c, m.shift(c))))
	m.close("g")
}

// heads draws the heads of the arrows and what stays, above the nodes: a path for each colour, then those of conflicts,
// and, if these are few, their numbers of packets.
func (m *moves) heads() {
	var arrows [6]shape
	m.open("g", "class", "moves")
	for _, c := range m.used {
		if m.load[c] == 1 && len(m.used) <= maxArrows {
			m.arrowAt(&arrows[m.round[c]%6], c, m.shift(c), m.clear(c))
		}
	}
	for i := range arrows {
		if len(arrows[i]) > 0 {
			m.empty("path", "class", "arrow f"+strconv.Itoa(i), "d", string(arrows[i]))
		}
		if len(m.stay[i]) > 0 {
			m.empty("path", "class", "link rest s"+strconv.Itoa(i), "d", string(m.stay[i]))
		}
	}
	m.close("g")
	m.open("g", "class", "clash")
	var arrow shape
	clashes := m.clashes()
	for _, c := range clashes {
		m.arrowAt(&arrow, c, m.shift(c), m.clear(c))
	}
	if len(arrow) > 0 {
		m.empty("path", "class", "head", "d", string(arrow))
	}
	for _, c := range clashes {
		if len(clashes) > 40 {
			break
		}
		at, way := m.middle(c, m.shift(c), m.clear(c))
		side := 9.0 // to the right, as the line itself if both directions are in use
		if m.load[m.net.Twin(c)] == 0 && way.x > 0 {
			side = -9
		}
		m.element("text", strconv.Itoa(int(m.load[c])), "class", "label", "x", num(at.x-float64(side*way.y)), "y", num(at.y+float64(side*way.x)+4), "font-size", "11", "text-anchor", "middle")
	}
	m.close("g")
}

// clear returns how far along the line of c a place is that no node covers, near the middle if possible; the middle if
// there is none.
func (m *moves) clear(c topology.Channel) float64 {
	const middle = 0.55
	if m.net.Order()*len(m.used) > 1<<17 {
		return middle
	}
	for _, t := range []float64{middle, 0.45, 0.65, 0.35, 0.75, 0.25} {
		at, _ := m.middle(c, m.shift(c), t)
		covered := false
		for u, place := range m.layout.at {
			half := m.layout.half[u]
			covered = covered || math.Abs(at.x-place.x) < half.x+4 && math.Abs(at.y-place.y) < half.y+4
		}
		if !covered {
			return t
		}
	}
	return middle
}

// legend writes what happens below the drawing.
func (m *moves) legend(y float64) {
	x := 0.0
	write := func(text, class string) {
		m.element("text", text, "class", class, "x", num(x), "y", num(y+4))
		x += textWidth(text, 9.5) + 10
	}
	conflicts := m.hops - len(m.used)
	text := "time " + strconv.Itoa(m.time) + ": " + count(m.hops, "packet") + " on " + count(len(m.used), "link")
	if m.stays > 0 {
		text += ", " + FormatNumber(float64(m.stays)) + " stay"
	}
	write(text, "row")
	if conflicts > 0 {
		write(count(conflicts, "conflict"), "row clash")
	}
	name := "round "
	for i, r := range m.seen {
		text := name + strconv.Itoa(r)
		if len(m.s.Rounds) < 2 || i == 6 || x+16+textWidth(text, 9.5) > m.layout.size.x {
			break
		}
		var s shape
		s.moveTo(point{x, y})
		s.lineTo(point{x + 12, y})
		m.empty("path", "class", "series s"+strconv.Itoa(r%6), "d", string(s))
		x += 16
		write(text, "row")
		name = ""
	}
}
