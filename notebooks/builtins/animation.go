package builtins

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/notebooks/output"
	"topobook/topology"
	"topobook/topology/draw"
)

// An animation is a drawing of a network with the messages that move in it, unit of time by unit. site/motion.js plays it.
type animation struct {
	output.Base
	drawing *drawing
	net     *network
	end     int      // units of time
	from    [][2]int // messages and nodes where they are at first
	moves   [][4]int // by time: unit, message, from, to; the same node twice: a copy stays
	colors  []int    // by message, 0 to 7
	says    []string // by time: what happens then; may be shorter than the animation

	recording *recording // the packets of a simulation, in place of messages; or nil
	stepped   *stepped   // the lines of the function that sends the message; or nil
}

func (a *animation) Type() string          { return "animation" }
func (a *animation) String() string        { return a.Text() }
func (a *animation) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: animation") }

// speeds returns how many units of time pass in a second, as the reader may choose: the second is chosen at first.
func (a *animation) speeds() []string {
	if a.recording != nil {
		return []string{"2", "8", "20", "50", "200"}
	}
	return []string{"0.5", "1", "2", "4"}
}

// HTML returns the drawing, what moves in it, and the controls of the player.
func (a *animation) HTML() string {
	var b strings.Builder
	b.WriteString(`<div class="motion" data-motion='`)
	b.WriteString(output.Escape(a.data()))
	b.WriteString(`'>`)
	shown := *a.drawing
	if a.stepped == nil { // else the lines stand beside it
		shown.svg = draw.Larger(shown.svg, 1.4)
	}
	b.WriteString(shown.HTML())
	b.WriteString(`<div class="player-bar"><button type="button" data-play aria-label="Play">▶</button>` +
		`<button type="button" data-step="-1" aria-label="Step back">‹</button><button type="button" data-step="1" aria-label="Step">›</button>` +
		`<label>time <input type="range" min="0" max="` + strconv.Itoa(a.end) + `" step="any" value="0"></label><label>per second <select>`)
	for i, speed := range a.speeds() {
		b.WriteString("<option")
		if i == 1 {
			b.WriteString(" selected")
		}
		b.WriteString(">" + speed + "</option>")
	}
	b.WriteString(`</select></label><output>0 of ` + strconv.Itoa(a.end) + `</output></div><ol class="says">`)
	for _, text := range a.says {
		b.WriteString("<li>" + output.Escape(text) + "</li>")
	}
	b.WriteString("</ol>")
	if a.stepped != nil {
		b.WriteString(a.stepped.html())
	}
	b.WriteString("</div>")
	return b.String()
}

// data returns what moves, as JSON: lists of numbers, and the addresses of the nodes in the order of their numbers.
func (a *animation) data() string {
	b := append([]byte(`{"end":`), strconv.Itoa(a.end)...)
	b = appendInts(b, "colors", a.colors)
	b = append(b, `,"names":[`...)
	for u := range topology.Node(a.net.Order()) {
		if u > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendQuote(b, a.net.Address(u))
	}
	b = append(b, ']')
	if a.recording != nil {
		return string(append(a.recording.appendData(b), '}'))
	}
	var from, moves []int
	for _, m := range a.from {
		from = append(from, m[:]...)
	}
	for _, m := range a.moves {
		moves = append(moves, m[:]...)
	}
	b = appendInts(appendInts(b, "from", from), "moves", moves)
	if a.stepped != nil {
		b = appendInts(b, "lines", a.stepped.lines)
	}
	return string(append(b, '}'))
}

// appendInts appends a list to an object of JSON that has something in it.
func appendInts(b []byte, name string, list []int) []byte {
	b = append(append(append(b, `,"`...), name...), `":[`...)
	for i, x := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(x), 10)
	}
	return append(b, ']')
}

// Text returns what is drawn, and the moves of the first units of time.
func (a *animation) Text() string {
	switch {
	case a.recording != nil:
		return a.drawing.Text() + "\n  " + a.recording.Text()
	case a.stepped != nil:
		return a.drawing.Text() + "\n" + a.stepped.text()
	}
	const most = 12
	var b strings.Builder
	b.WriteString(a.drawing.Text())
	fmt.Fprintf(&b, "\n  %d messages in %d units of time", len(a.colors), a.end)
	for t := range min(a.end, most) {
		fmt.Fprintf(&b, "\n  time %d:", t)
		if t < len(a.says) {
			b.WriteString(" " + a.says[t])
		}
		shown := 0
		for _, m := range a.moves {
			if m[0] == t && m[2] != m[3] {
				if shown++; shown > most {
					b.WriteString(" …")
					break
				}
				fmt.Fprintf(&b, " %s>%s", a.net.Address(topology.Node(m[2])), a.net.Address(topology.Node(m[3])))
			}
		}
	}
	return b.String()
}
