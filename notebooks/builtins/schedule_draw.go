package builtins

import (
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// scheduleDrawings returns the builtins that draw schedules and cabinets.
func scheduleDrawings(families family.Catalogue) []engine.Builtin {
	return []engine.Builtin{
		{Name: "draw_cabinets", Fn: builtinDrawCabinets},
		{Name: "draw_schedule", Fn: drawsWithin(families, builtinDrawSchedule)},
		{Name: "gantt", Fn: builtinGantt},
	}
}

// boardValues returns the numbers of routers, by node: of a dict or a list; nil for None.
func boardValues(c *engine.Call, t *network, v starlark.Value) ([]float64, error) {
	const param = "values"
	if v == starlark.None {
		return nil, nil
	}
	if err := c.Reserve(8 * t.Order()); err != nil {
		return nil, err
	}
	values := make([]float64, t.Order())
	given := 0
	set := func(u int, x starlark.Value) error {
		f, err := finiteFloat(x)
		if err == nil && math.Abs(f) > 1e300 {
			err = fmt.Errorf("got %s, want a number up to 1e300", dialect.ShortText(x))
		}
		if err == nil {
			values[u] = f
			err = c.Tick(given, t.Order())
			given++
		}
		return err
	}
	if d, ok := v.(*starlark.Dict); ok {
		for key, x := range starlark.Entries(d) {
			u, err := t.node(key)
			if err == nil {
				err = set(int(u), x)
			}
			if err != nil {
				return nil, c.BadArg(param, err)
			}
		}
	} else if list := items(v); list != nil && list.Len() == t.Order() {
		for u := range values {
			if err := set(u, list.Index(u)); err != nil {
				return nil, c.BadArg(param, err)
			}
		}
	} else {
		return nil, c.BadArgf(param, "got %s, want a dict from nodes to numbers, or a list of %d numbers", dialect.ShortText(v), t.Order())
	}
	return values, nil
}

func builtinDrawCabinets(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	a := noDrawArgs()
	var v starlark.Value = starlark.None
	if err := c.Unpack(args, kwargs, "t", &a.net, "values?", &v, "paths??", &a.paths, "marks??", &a.marks, "source?", &a.source, "dest?", &a.dest, "caption?", &a.caption, "headline?", &a.headline); err != nil {
		return nil, err
	}
	values, err := boardValues(c, a.net, v)
	if err != nil {
		return nil, err
	}
	o, err := a.options(c)
	if err != nil {
		return nil, err
	}
	if err := c.Reserve(256*a.net.Order() + 32*a.net.Size()); err != nil {
		return nil, err
	}
	svg, err := draw.Cabinets(a.net.Network, o, values)
	if err != nil {
		return nil, c.Wrap(err)
	}
	text := a.describe(o)
	if values != nil {
		low, high := values[0], values[0]
		for _, x := range values {
			low, high = min(low, x), max(high, x)
		}
		text += "\n  values: " + draw.FormatNumber(low) + " to " + draw.FormatNumber(high)
	}
	return &drawing{svg: svg, text: text, headline: a.headlineText(o), caption: string(a.caption)}, nil
}

func builtinDrawSchedule(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var time int
	var caption engine.TextArg
	a := noDrawArgs()
	s, err := oneSchedule(c, args, kwargs, 0, "time", &time, "names?", &a.names, "caption?", &caption, "headline?", &a.headline)
	if err != nil {
		return nil, err
	}
	o := draw.Defaults()
	a.net = s.net
	if o.Names, err = a.namesArg(c); err != nil {
		return nil, err
	}
	first, end := s.At(time)
	if err := c.Reserve(256*s.Net.Order() + 64*s.Net.Size() + 512*(end-first)); err != nil {
		return nil, err
	}
	svg, err := draw.Moves(s.Schedule, time, o)
	if err != nil {
		return nil, c.Wrap(err)
	}
	text := s.Text()
	if first < end {
		u := s.Timeline()[time]
		text += fmt.Sprintf("\n  time %d: %d hops on %d links, %d conflicts", time, u.Hops, u.Channels, u.Conflicts)
	}
	return &drawing{svg: svg, text: text, headline: a.headlineText(o), caption: string(caption)}, nil
}

func builtinGantt(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	first, rows := 0, 32
	a := noDrawArgs()
	s, err := oneSchedule(c, args, kwargs, 0, "first?", &first, "rows?", &rows, "caption?", &a.caption, "headline?", &a.headline)
	if err == nil && (first < 0 || first >= len(s.Rounds)) {
		err = c.BadArgf("first", "got %d, want a round from 0 to %d", first, len(s.Rounds)-1)
	}
	if err == nil && (rows < 1 || rows > draw.MaxGanttRows) {
		err = c.BadArgf("rows", "got %d, want 1 to %d", rows, draw.MaxGanttRows)
	}
	if err == nil {
		err = c.Reserve(1<<16 + 8*s.Net.Size())
	}
	if err != nil {
		return nil, err
	}
	a.net = s.net
	return &drawing{svg: draw.Gantt(s.Schedule, first, rows), text: s.Text(), headline: a.headlineText(draw.Defaults()), caption: string(a.caption)}, nil
}
