package builtins

import (
	"slices"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/schedule"
)

// The limits of an animation.
const (
	maxMoves  = 20_000
	maxMoving = 4096 // messages
)

func builtinAnimate(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var what, messages starlark.Value = nil, starlark.None
	var starts, says starlark.Value = starlark.None, starlark.None
	color := "source"
	d := noDrawArgs()
	if err := c.Unpack(args, kwargs, "t", &what, "messages?", &messages, "starts?", &starts, "says?", &says, "color?", &color,
		"marks??", &d.marks, "faults??", &d.faults, "headline?", &d.headline, "caption?", &d.caption); err != nil {
		return nil, err
	}
	if color != "source" && color != "dest" && color != "message" {
		return nil, c.BadArgf("color", "got %q, want source, dest or message", color)
	}
	a := &animation{}
	var err error
	switch v := what.(type) {
	case *timetable:
		if messages != starlark.None || starts != starlark.None {
			return nil, c.BadArgf("messages", "a schedule has its own, want none")
		}
		d.net = v.net
		err = a.schedule(c, v, color)
	case *recording:
		if messages != starlark.None || starts != starlark.None {
			return nil, c.BadArgf("messages", "a record has its own, want none")
		}
		d.net = v.net
		if a.record(v, color); d.headline == starlark.None {
			d.headline = starlark.String(v.Text() + ".")
		}
	case *network:
		d.net = v
		err = a.paths(c, v, messages, starts, color)
	default:
		err = c.BadArgf("t", "got %s, want a network, a schedule or the record of a simulation", what.Type())
	}
	if err != nil {
		return nil, err
	}
	if a.says, err = saysArg(c, says, a.end); err != nil {
		return nil, err
	}
	return a, a.draw(c, &d)
}

// draw draws the network in which things move.
func (a *animation) draw(c *engine.Call, d *drawArgs) error {
	a.net = d.net
	if err := c.Reserve(512*(d.net.Order()+d.net.Size()) + 24*len(a.moves)); err != nil {
		return err
	}
	o, err := d.options(c)
	if err != nil {
		return err
	}
	svg, err := draw.Cabinets(d.net.Network, o, nil)
	if err != nil {
		svg, err = draw.Network(d.net.Network, o)
	}
	if err != nil {
		return c.Wrap(err)
	}
	a.drawing = &drawing{svg: svg, text: d.describe(o), headline: d.headlineText(o), caption: string(d.caption)}
	return nil
}

// saysArg returns what is said at each time: at most as many texts as there are times.
func saysArg(c *engine.Call, v starlark.Value, end int) ([]string, error) {
	if v == starlark.None {
		return nil, nil
	}
	list := items(v)
	if list == nil || list.Len() > end+1 {
		return nil, c.BadArgf("says", "got %s, want a list of at most %d texts: one for each time from 0 to %d", dialect.ShortText(v), end+1, end)
	}
	says := make([]string, list.Len())
	for i := range says {
		says[i] = dialect.PlainTextWithin(list.Index(i), dialect.MaxCell)
	}
	return says, nil
}

// schedule takes the moves of the packets of s.
func (a *animation) schedule(c *engine.Call, s *timetable, color string) error {
	if s.Len() > maxMoves || s.Packets > maxMoving {
		return c.BadArgf("t", "got a schedule of %d packets and %d sends, want at most %d and %d", s.Packets, s.Len(), maxMoving, maxMoves)
	}
	a.end = s.Makespan()
	last := make([]topology.Node, s.Packets)
	origins := s.Origins()
	for τ := range a.end {
		first, end := s.At(τ)
		for i := first; i < end; i++ {
			send := s.Send(i)
			a.moves = append(a.moves, [4]int{τ, send.Packet, int(send.From), int(s.Head(i))})
			last[send.Packet] = s.Head(i)
			if origins[send.Packet] == schedule.Several && τ == s.Rounds[s.RoundOf(send.Packet)].Start {
				a.from = append(a.from, [2]int{send.Packet, int(send.From)})
			}
		}
	}
	for p, u := range origins {
		if u >= 0 {
			a.from = append(a.from, [2]int{p, int(u)})
		}
	}
	a.colorBy(color, s.Net.Order(), origins, last)
	return nil
}

// paths takes the moves of messages along paths, each of which starts at its time.
func (a *animation) paths(c *engine.Call, t *network, messages, starts starlark.Value, color string) error {
	if messages == starlark.None {
		return c.BadArgf("messages", "got None, want a list of paths")
	}
	paths, err := t.pathsArg(c, "messages", messages)
	if err != nil {
		return err
	}
	if len(paths) > maxMoving {
		return c.BadArgf("messages", "got %d, want at most %d", len(paths), maxMoving)
	}
	times, err := startsArg(c, starts, len(paths))
	if err != nil {
		return err
	}
	var first, last []topology.Node
	for i, path := range paths {
		start := 0
		if times != nil {
			start = times[i]
		}
		if len(path) == 0 {
			first, last = append(first, draw.NoNode), append(last, draw.NoNode)
			continue
		}
		if start > maxMoves || len(a.moves)+len(path) > maxMoves {
			return c.BadArgf("messages", "they take more than %d moves or units of time", maxMoves)
		}
		u := t.Tail(path[0])
		first, last = append(first, u), append(last, t.Head(path[len(path)-1]))
		a.from = append(a.from, [2]int{i, int(u)})
		for hop, ch := range path {
			a.moves = append(a.moves, [4]int{start + hop, i, int(t.Tail(ch)), int(t.Head(ch))})
		}
		a.end = max(a.end, start+len(path))
	}
	slices.SortStableFunc(a.moves, func(m, n [4]int) int { return m[0] - n[0] })
	a.colorBy(color, t.Order(), first, last)
	return nil
}

// colorBy gives messages from, or to, the same part of the network the same color: nodes next to each other in the order of addresses.
func (a *animation) colorBy(color string, order int, first, last []topology.Node) {
	const colors = 8
	a.colors = make([]int, len(first))
	for i := range a.colors {
		u := first[i]
		if color == "dest" {
			u = last[i]
		}
		switch {
		case color == "message" || u < 0:
			a.colors[i] = i % colors
		default:
			a.colors[i] = int(u) * colors / order
		}
	}
}
