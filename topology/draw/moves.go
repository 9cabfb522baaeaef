package draw

import (
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
// The error tells that the network is too large. A unit in which nothing happens shows the network alone.
func Moves(s *schedule.Schedule, time int, o Options) (string, error) {
	b := newBoard(s.Net, o, nil)
	switch {
	case b != nil:
		if s.Net.Order() > maxBoard {
			return "", tooLarge(s.Net)
		}
	case !fits(s.Net):
		return "", tooLarge(s.Net)
	default:
		b = &board{drawing: drawing{net: s.Net, inner: s.Net, o: o, layout: layoutOf(rename(s.Net, o.Names), !o.HideLabels)}}
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
	if b.routers != nil {
		b.drawRouters()
	} else {
		b.rowNames()
		b.b = append(b.b, b.layout.under.b...)
		b.links()
		b.nodes()
	}
	m.draw()
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
	seen  []int // rounds, in the order of their coming
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
				at = point{at.x + float64(0.8*half.x), at.y - float64(0.8*half.y)}
				r := min(3, half.x)
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

// draw draws the arrows above the nodes: a path for each colour, and one for each conflict.
func (m *moves) draw() {
	var lines, arrows [6]shape
	var clashes []topology.Channel
	for _, c := range m.used {
		switch colour := m.round[c] % 6; {
		case m.load[c] > 1:
			clashes = append(clashes, c)
		case len(m.used) <= maxArrows:
			lines[colour] = append(lines[colour], m.line(c, m.shift(c))...)
			m.arrow(&arrows[colour], c, m.shift(c))
		}
	}
	width := "1.8"
	if len(m.used) > 60 {
		width = "1"
	}
	m.open("g", "class", "moves")
	for i := range lines {
		if len(lines[i]) > 0 {
			m.empty("path", "class", "link s"+strconv.Itoa(i), "style", "stroke-opacity:.8;stroke-width:"+width, "d", string(lines[i]))
			m.empty("path", "class", "arrow f"+strconv.Itoa(i), "d", string(arrows[i]))
		}
		if len(m.stay[i]) > 0 {
			m.empty("path", "class", "link s"+strconv.Itoa(i), "style", "stroke-opacity:1", "d", string(m.stay[i]))
		}
	}
	m.close("g")
	for i, c := range clashes {
		if i < maxArrows/4 {
			m.clash(c, len(clashes))
		}
	}
}

// clash draws a channel with a conflict, one of so many in all, and, if these are few, the number of packets on it.
func (m *moves) clash(c topology.Channel, all int) {
	text := strconv.Itoa(int(m.load[c]))
	m.open("g", "class", "clash", "data-link", m.net.Address(m.net.Tail(c))+" "+m.net.Address(m.net.Head(c)))
	m.element("title", text+" packets from "+m.net.Address(m.net.Tail(c))+" to "+m.net.Address(m.net.Head(c)))
	width := "3"
	if all > 20 {
		width = "1.8"
	}
	m.empty("path", "stroke-width", width, "d", string(m.line(c, m.shift(c))))
	var arrow shape
	m.arrow(&arrow, c, m.shift(c))
	m.empty("path", "class", "head", "d", string(arrow))
	if all <= 40 {
		at, _ := m.middle(c, m.shift(c), 0.3)
		m.element("text", text, "class", "label", "x", num(at.x), "y", num(at.y-3), "font-size", "11", "text-anchor", "middle")
	}
	m.close("g")
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
	for i, r := range m.seen {
		if len(m.s.Rounds) < 2 || i == 6 || x > m.layout.size.x-60 {
			break
		}
		var s shape
		s.moveTo(point{x, y})
		s.lineTo(point{x + 12, y})
		m.empty("path", "class", "series s"+strconv.Itoa(r%6), "d", string(s))
		x += 16
		write("round "+strconv.Itoa(r), "row")
	}
}
