package draw

import (
	"math"
	"strconv"

	"topobook/topology"
	"topobook/topology/schedule"
)

// MaxGanttRows bounds the rows of a Gantt chart.
const MaxGanttRows = 200

// What a round does in one unit of time: its cell in a Gantt chart.
const (
	ganttNull   = 1 << iota // null hops
	ganttLocal              // hops within a group
	ganttGlobal             // hops between groups
	ganttClash              // one of them is in a conflict
)

// Gantt returns a chart of rounds of a schedule from round first on, at most the given number of rows: a row for each, a column for
// each unit of time. A letter says which hops it makes: l within a group or drawer, g between them, 0 null hops
// or hops by global port 0 alone; red where a packet of it is in a conflict. Where a round had to wait there are
// dashed cells. It panics if there is no such round or rows are not 1 to [MaxGanttRows].
func Gantt(s *schedule.Schedule, first, rows int) string {
	g := &gantt{s: s, first: first, rounds: s.Rounds[first:]}
	if rows < 1 || rows > MaxGanttRows {
		panic("draw: bad number of rows")
	}
	g.rounds = g.rounds[:min(rows, len(g.rounds))]
	g.begin, g.end = math.MaxInt, 0
	for _, r := range g.rounds {
		g.begin, g.end = min(g.begin, r.Start-r.Delay), max(g.end, r.End)
	}
	g.end = max(g.end, g.begin+1)
	g.collect()
	g.draw()
	return g.String()
}

type gantt struct {
	writer
	s          *schedule.Schedule
	first      int // round
	rounds     []schedule.Round
	begin, end int     // units of time
	cells      []uint8 // by round and unit
	wide, high float64 // of a cell
	left, top  float64
}

// collect finds what each round does when.
func (g *gantt) collect() {
	width := g.end - g.begin
	g.cells = make([]uint8, len(g.rounds)*width)
	load := make([]int32, 2*g.s.Net.Size())
	for τ := g.begin; τ < g.end; τ++ {
		from, to := g.s.At(τ)
		for turn := range 3 { // count, look, forget
			for i := from; i < to; i++ {
				send := g.s.Send(i)
				c := send.Channel
				if turn != 1 {
					if c != schedule.Stay {
						load[c] = int32(1-turn/2) * (load[c] + 1)
					}
					continue
				}
				r := g.s.RoundOf(send.Packet) - g.first
				if r < 0 || r >= len(g.rounds) {
					continue
				}
				cell := &g.cells[r*width+τ-g.begin]
				*cell |= g.kind(c)
				if c != schedule.Stay && load[c] > 1 {
					*cell |= ganttClash
				}
			}
		}
	}
}

// kind returns what a hop is.
func (g *gantt) kind(c topology.Channel) uint8 {
	switch net := g.s.Net; {
	case c == schedule.Stay:
		return ganttNull
	case net.Level(net.Tail(c)) == net.Level(net.Head(c)):
		return ganttLocal
	case net.Label(c) == 0:
		return ganttNull
	}
	return ganttGlobal
}

// draw writes the chart.
func (g *gantt) draw() {
	width := g.end - g.begin
	g.left, g.top = 62, 20
	g.wide = min(26, max(3, (boardWidth-g.left)/float64(width)))
	g.high = min(20, max(7, 620/float64(len(g.rounds))))
	size := point{g.left + float64(g.wide*float64(width)) + 4, g.top + float64(g.high*float64(len(g.rounds))) + 4}
	size.x = max(size.x, 260)
	g.open("svg", "class", "chart gantt", "role", "img", "viewBox", "0 0 "+num(size.x)+" "+num(size.y),
		"width", shownWidth(size.x))
	g.element("title", "Rounds by time")
	last := g.first + len(g.rounds) - 1
	clashes := 0
	for _, cell := range g.cells {
		clashes += int(cell / ganttClash)
	}
	g.element("desc", "Rounds "+strconv.Itoa(g.first)+" to "+strconv.Itoa(last)+" of "+strconv.Itoa(len(g.s.Rounds))+
		" from time "+strconv.Itoa(g.begin)+" to "+strconv.Itoa(g.end)+"; "+count(clashes, "cell")+" with conflicts.")
	every := 1
	for _, n := range []int{2, 5, 10, 20, 50, 100, 200, 500} {
		if textWidth(strconv.Itoa(g.end), 9)+4 > g.wide*float64(every) {
			every = n
		}
	}
	for τ := g.begin; τ < g.end; τ++ {
		if τ%every == 0 {
			g.element("text", strconv.Itoa(τ), "class", "tick", "font-size", "9", "text-anchor", "middle", "x", num(g.x(τ)+g.wide/2), "y", "13")
		}
	}
	g.element("text", "time", "class", "tick", "font-size", "9", "x", "0", "y", "13")
	for r := range g.rounds {
		g.row(r)
	}
	g.close("svg")
}

func (g *gantt) x(τ int) float64 { return g.left + float64(g.wide*float64(τ-g.begin)) }

// row draws the cells of a round: local hops, global ones and null hops have a colour each.
func (g *gantt) row(r int) {
	y := g.top + float64(g.high*float64(r))
	round := g.rounds[r]
	middle := y + g.high/2 + 3.2
	if g.high >= 9 || r%5 == 0 {
		g.element("text", "round "+strconv.Itoa(g.first+r), "class", "tick", "font-size", num(max(leastText, min(10, g.high))), "x", "0", "y", num(middle))
	}
	gap := min(1, g.wide/8)
	box := func(τ int, class, title string) {
		var s shape
		s.box(point{g.x(τ) + gap, y + 1}, point{g.x(τ) + g.wide - gap, y + g.high - 1})
		g.open("path", "class", class, "d", string(s))
		g.element("title", title)
		g.close("path")
	}
	for τ := round.Start - round.Delay; τ < round.Start; τ++ {
		box(τ, "axis dash2", "round "+strconv.Itoa(g.first+r)+" waits")
	}
	for τ := round.Start; τ < round.End; τ++ {
		cell := g.cells[r*(g.end-g.begin)+τ-g.begin]
		class, letter := "", ""
		for _, kind := range []struct {
			bit           uint8
			class, letter string
		}{{ganttNull, "bar f2", "0"}, {ganttLocal, "bar f0", "l"}, {ganttGlobal, "bar f1", "g"}, {ganttClash, "bar bang", letter}} {
			if cell&kind.bit != 0 {
				class = kind.class
				if kind.letter != "" {
					letter = kind.letter
				}
			}
		}
		if class == "" {
			continue
		}
		title := "round " + strconv.Itoa(g.first+r) + ", time " + strconv.Itoa(τ) + ": " + letter
		if cell&ganttClash != 0 {
			title += ", in conflict"
		}
		box(τ, class, title)
		if g.wide >= 9 && g.high >= 10 {
			g.element("text", letter, "class", "value deep", "font-size", "10", "text-anchor", "middle", "x", num(g.x(τ)+g.wide/2), "y", num(middle))
		}
	}
}
