package draw

import (
	"fmt"
	"math"
	"strconv"

	"topobook/topology"
)

// Bounds of a drawing of cabinets, and the room between two and above each.
const (
	boardWidth  = 690
	boardHeight = 720
	boardGap    = 14
	boardHead   = 24
	boardLeft   = 14 // for the names of drawers
	boardCell   = 64 // the largest place of a router
)

// Routers are the names (c,d,p) of a network of cabinets.
type routers interface {
	Cabinets() int
	Width() int
	Coordinates(u topology.Node) (cabinet, drawer, position int)
}

// A board is a drawing of cabinets side by side, each a grid: a row for a drawer, a column for a position.
type board struct {
	drawing
	routers
	values []float64 // by node; nil for none
	across int       // cabinets in a row
	cell   float64   // width and height of the place of a router
}

// newBoard returns the board of net, or nil if its routers are not in cabinets.
func newBoard(net *topology.Network, o Options, values []float64) *board {
	def, ok := net.Definition.(routers)
	if !ok {
		return nil
	}
	b := &board{drawing: drawing{net: net, inner: net, o: o}, routers: def, values: values}
	b.arrange()
	b.layout = &layout{note: ", a grid for each cabinet, with drawers as rows"}
	b.place()
	b.classify()
	return b
}

// cells reports whether routers are cells: if there are values, or they are too many for nodes.
func (b *board) cells() bool { return b.values != nil || b.net.Order() > MaxNodes }

// arrange finds how many cabinets stand in a row: all, if their routers are not too small, otherwise the number
// that makes them as large as possible.
func (b *board) arrange() {
	best := 0.0
	for n := b.Cabinets(); n >= 1; n-- {
		rows := (b.Cabinets() + n - 1) / n
		side := min(boardCell, (boardWidth-boardLeft-float64(boardGap*float64(n-1)))/float64(n*b.Width()),
			(boardHeight-float64((boardGap+boardHead)*float64(rows)))/float64(rows*b.Width()))
		score := min(side, 26)
		if b.Cabinets()%n != 0 {
			score *= 0.7
		}
		if score > best {
			best, b.across, b.cell = score, n, max(side, 1)
		}
	}
}

// corner returns the upper left corner of cabinet c.
func (b *board) corner(c int) point {
	step := float64(b.cell*float64(b.Width())) + boardGap
	return point{boardLeft + float64(step*float64(c%b.across)), boardHead + float64((step+boardHead)*float64(c/b.across))}
}

// place gives routers and links their places.
func (b *board) place() {
	l := b.layout
	half := point{float64(0.36 * b.cell), float64(0.36 * b.cell)}
	inside := false
	if !b.o.HideLabels && !b.cells() {
		net := rename(b.net, b.o.Names)
		longest := longestAddress(net, nodesOf(net)) / 10
		for size := 11.0; size >= 9 && !inside; size-- {
			if float64(size*longest)+5 <= 0.88*b.cell {
				inside, half.x = true, float64(0.44*b.cell)
				half.y = min(half.y, size+1)
				l.writeInside(net, size)
			}
		}
	}
	l.addNodes(b.net.Order(), half)
	for u := range l.at {
		c, d, p := b.Coordinates(topology.Node(u))
		at := b.corner(c)
		l.at[u] = point{at.x + float64(b.cell*(float64(p)+0.5)), at.y + float64(b.cell*(float64(d)+0.5))}
	}
	last := b.corner(b.Cabinets() - 1)
	right := b.corner(b.across - 1).x
	side := float64(b.cell * float64(b.Width()))
	l.size = point{math.Ceil(right + side + 6), math.Ceil(last.y + side + 6)}
	for u := range l.text {
		l.text[u].centre(l.at[u])
	}
	for c := range b.Cabinets() {
		b.frame(c, !inside || b.o.Names != nil)
	}
}

// lead gives the link of c its line: an arc above the routers of a drawer, one below those of a row in
// several cabinets, else a flat curve.
func (b *board) lead(c topology.Channel) {
	l, half := b.layout, b.layout.half[0]
	if l.anchor == nil {
		l.anchor, l.arcs = make([]point, 2*b.net.Size()), make([]float64, 2*b.net.Size())
	}
	for _, c := range []topology.Channel{c, b.net.Twin(c)} {
		from, to := l.at[b.net.Tail(c)], l.at[b.net.Head(c)]
		long := distance(from, to)
		side := 0.0 // above or below
		switch {
		case b.net.Level(b.net.Tail(c)) == b.net.Level(b.net.Head(c)):
			side, l.arcs[c] = -1, min(b.cell, float64(0.3*b.cell)+float64(0.28*(long-b.cell)))
		case from.y == to.y:
			side, l.arcs[c] = 1, -min(b.cell, float64(0.35*b.cell)+float64(0.04*long))
		default:
			l.arcs[c] = float64(0.12 * long)
		}
		switch {
		case b.cells():
			l.anchor[c] = from
		case side != 0:
			l.anchor[c] = point{from.x, from.y + float64(side*half.y)}
		default: // towards the other end
			l.anchor[c] = between(from, to, 1/max(math.Abs(to.x-from.x)/half.x, math.Abs(to.y-from.y)/half.y))
		}
	}
}

// frame draws what lies under the routers of cabinet c: its name, the line of each drawer, whose routers are
// all linked, and the diagonal, where drawer and position are equal. It numbers drawers and positions.
func (b *board) frame(c int, numbers bool) {
	under := &b.layout.under
	at, m := b.corner(c), b.Width()
	side := float64(b.cell * float64(m))
	under.element("text", "cabinet "+strconv.Itoa(c), "class", "row", "x", num(at.x), "y", num(at.y-9))
	if m == 1 {
		return
	}
	var s shape
	s.moveTo(at)
	s.lineTo(point{at.x + side, at.y + side})
	for d := range m {
		y := at.y + float64(b.cell*(float64(d)+0.5))
		if !b.cells() {
			s.moveTo(point{at.x + b.cell/2, y})
			s.lineTo(point{at.x + side - b.cell/2, y})
		}
		if numbers && b.cell >= 8 && c%b.across == 0 {
			under.element("text", strconv.Itoa(d), "class", "row", "x", num(at.x-5), "y", num(y+3), "font-size", num(leastText), "text-anchor", "end")
		}
	}
	under.empty("path", "class", "grid", "d", string(s))
}

// Cabinets returns a drawing of a network of cabinets, such as a Swapped Dragonfly: a grid for each,
// whose rows are the drawers and whose columns the positions. Links are not drawn: the routers of a drawer are
// all linked, and (c,d,p) is linked with (c',p,d). Paths are. If values are given, by node, each router is
// a cell of one of nine shades, with its number where there is room, and a legend; cells stand for routers
// too where there are more than [MaxNodes]. It returns an error if net has no cabinets or more than 65536 routers.
func Cabinets(net *topology.Network, o Options, values []float64) (string, error) {
	b, err := checkedBoard(net, o, values)
	if err != nil {
		return "", err
	}
	if values != nil {
		b.layout.size.y += 46 // the legend
		b.layout.size.x = max(b.layout.size.x, 250)
	}
	b.drawing.head()
	for _, path := range o.Paths {
		for _, c := range path {
			b.lead(c)
		}
	}
	if !b.cells() { // paths lie below routers, which have texts
		b.b = append(b.b, b.layout.under.b...)
		b.paths()
		b.nodes()
		b.close("svg")
		return b.String(), nil
	}
	b.drawRouters()
	for _, path := range o.Paths {
		for _, c := range path {
			b.empty("path", "class", "halo", "d", string(b.line(c, 0)))
		}
	}
	b.paths()
	b.close("svg")
	return b.String(), nil
}

// maxBoard bounds the routers of a drawing of cabinets.
const maxBoard = 1 << 16

// checkedBoard returns the board of net, or the error that says why there is none.
func checkedBoard(net *topology.Network, o Options, values []float64) (*board, error) {
	if net.Order() > maxBoard {
		return nil, fmt.Errorf("%v: has %d nodes, want at most %d to draw its cabinets", net, net.Order(), maxBoard)
	}
	b := newBoard(net, o, values)
	if b == nil {
		return nil, fmt.Errorf("got %v, want a network of cabinets, drawers and positions, such as swapped_dragonfly", net)
	}
	return b, nil
}

// drawRouters draws the routers as cells: there are values, or they are many.
func (b *board) drawRouters() {
	h := &heat{writer: b.writer, left: boardLeft}
	if b.values != nil {
		h.Values = [][]float64{b.values}
		h.shade()
	}
	b.drawCells(h)
	h.b = append(h.b, b.layout.under.b...)
	b.writer = h.writer
	if b.values != nil {
		b.numbers(h)
	}
	b.ends()
}

// drawCells draws a path for each shade: a thick dashed line for each run of routers of a drawer with one shade.
func (b *board) drawCells(h *heat) {
	shades := make([]shape, 9)
	shade := func(u int) int {
		if b.values == nil {
			return 0
		}
		return h.class(b.values[u])
	}
	m := b.Width()
	for u := 0; u < b.net.Order(); {
		class, end := shade(u), u+1
		for end%m != 0 && shade(end) == class {
			end++
		}
		at := b.layout.at[u]
		shades[class].moveTo(point{at.x - b.cell/2, at.y})
		shades[class] = appendNum(append(shades[class], 'h'), float64(b.cell*float64(end-u)))
		u = end
	}
	const gap = 0.8
	h.open("g", "class", "cell", "stroke-width", num(b.cell-gap), "stroke-dasharray", num(b.cell-gap)+" "+num(gap))
	for class, s := range shades {
		if len(s) > 0 {
			h.empty("path", "class", "q"+strconv.Itoa(class), "d", string(s))
		}
	}
	h.close("g")
}

// numbers writes each value into its cell if all fit, and the legend.
func (b *board) numbers(h *heat) {
	longest := 0.0
	for _, v := range b.values {
		longest = max(longest, textWidth(FormatNumber(v), 1))
	}
	size := min(11, (b.cell-4)/longest, 0.6*b.cell)
	b.open("g", "font-size", num(size), "text-anchor", "middle")
	for u, v := range b.values {
		if size < leastText || b.net.Order() > MaxNodes {
			break
		}
		class := "value"
		if h.class(v) >= 5 {
			class = "value deep"
		}
		at := b.layout.at[u]
		b.element("text", FormatNumber(v), "class", class, "x", num(at.x), "y", num(at.y+float64(0.35*size)))
	}
	b.close("g")
	h.top, h.writer = b.layout.size.y-46, b.writer
	h.key()
	b.writer = h.writer
}

// ends outlines the cells of source, destination and marked routers.
func (b *board) ends() {
	outline := func(class string, u topology.Node) {
		var s shape
		at := b.layout.at[u]
		r := max(b.cell/2, 2.5)
		s.box(point{at.x - r, at.y - r}, point{at.x + r, at.y + r})
		b.open("path", "class", class, "d", string(s))
		b.element("title", b.nodeTitle(u))
		b.close("path")
	}
	for _, u := range b.o.Marked {
		outline("cross", u)
	}
	for _, u := range []topology.Node{b.o.Source, b.o.Dest} {
		if u != NoNode {
			outline("ring", u)
		}
	}
}
