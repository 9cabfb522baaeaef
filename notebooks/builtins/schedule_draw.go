package builtins

import (
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology/draw"
)

// scheduleDrawings returns the words that draw schedules and cabinets.
func scheduleDrawings() []engine.Builtin {
	const fly = "swapped_dragonfly(K=2, M=2)"
	return []engine.Builtin{
		{
			Name: "draw_cabinets", Group: "Outputs", Signature: `draw_cabinets(t, values=None, paths=[], marks=[], source=None, dest=None, caption="")`,
			Doc: "Returns a drawing of a network of cabinets, swapped_dragonfly or swapped_hypercube, of any size: a grid for each cabinet, whose rows are the drawers d and whose columns the positions p. " +
				"The routers of a drawer, all linked, are on a line; the diagonal is where d = p. Of other links only those of paths are drawn, a path or a list of them; marks, source and dest are nodes. " +
				"values is a dict from nodes to numbers, or a list in the order of nodes(t): cells are shaded by it. Error: another network.",
			Example: `draw_cabinets(` + fly + `, values=[distance(` + fly + `, "0,0,0", a) for a in nodes(` + fly + `)])`, Fn: wordDrawCabinets,
		},
		{
			Name: "draw_schedule", Group: "Outputs", Signature: `draw_schedule(s, time, names=None, caption="")`,
			Doc: "Returns a drawing of one unit of time of a schedule: an arrow for each directed link in use, colored by the round of its packet, red with the number of packets where there is a conflict, and a small box where a packet stays. " +
				"Routers of cabinets are drawn as draw_cabinets does. names is a dict from nodes to texts that stand there in place of the addresses. Of more than 4000 links in use only those with conflicts are drawn. Error: a network too large to draw.",
			Example: `draw_schedule(follow(` + fly + `, [(1, 0, 1)]), 1)`, Fn: wordDrawSchedule,
		},
		{
			Name: "gantt", Group: "Outputs", Signature: `gantt(s, first=0, rows=32, caption="")`,
			Doc: "Returns a chart of the rounds of a schedule from a round on: a row for each, a column for each unit of time. l is a local hop, within a group or drawer, g a global one, 0 global port 0 or a null hop; " +
				"red where a packet of the round is in a conflict, dashed where the round waits." + fmt.Sprintf(" Error: no such round, or more than %d rows.", draw.MaxGanttRows),
			Example: `gantt(pipeline(` + fly + `, doubly_parallel(` + fly + `, 2)))`, Fn: wordGantt,
		},
	}
}

// boardValues returns the numbers of routers, by node: of a dict or a list; nil for None.
func boardValues(c *engine.Call, t *network, v starlark.Value) ([]float64, error) {
	const param = "values"
	if v == starlark.None {
		return nil, nil
	}
	if err := c.Pay(8 * t.Order()); err != nil {
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
		return nil, c.BadArg(param, fmt.Errorf("got %s, want a dict from nodes to numbers, or a list of %d numbers", dialect.ShortText(v), t.Order()))
	}
	return values, nil
}

func wordDrawCabinets(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	none := starlark.Tuple{}
	a := drawArgs{paths: none, marks: none, faults: none,
		source: starlark.None, dest: starlark.None, labels: starlark.None, highlightLabel: starlark.None, names: starlark.None}
	var v starlark.Value = starlark.None
	if err := c.Unpack(args, kwargs, "t", &a.net, "values?", &v, "paths??", &a.paths, "marks??", &a.marks, "source?", &a.source, "dest?", &a.dest, "caption?", &a.caption); err != nil {
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
	if err := c.Pay(256*a.net.Order() + 32*a.net.Size()); err != nil {
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
	return &drawing{svg: svg, text: text, caption: string(a.caption)}, nil
}

func wordDrawSchedule(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var time int
	var caption engine.TextArg
	a := drawArgs{names: starlark.None}
	s, err := oneSchedule(c, args, kwargs, 0, "time", &time, "names?", &a.names, "caption?", &caption)
	if err != nil {
		return nil, err
	}
	o := draw.Defaults()
	a.net = s.net
	if o.Names, err = a.namesArg(c); err != nil {
		return nil, err
	}
	first, end := s.At(time)
	if err := c.Pay(256*s.Net.Order() + 64*s.Net.Size() + 512*(end-first)); err != nil {
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
	return &drawing{svg: svg, text: text, caption: string(caption)}, nil
}

func wordGantt(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	first, rows := 0, 32
	var caption engine.TextArg
	s, err := oneSchedule(c, args, kwargs, 0, "first?", &first, "rows?", &rows, "caption?", &caption)
	if err == nil && (first < 0 || first >= len(s.Rounds)) {
		err = c.BadArg("first", fmt.Errorf("got %d, want a round from 0 to %d", first, len(s.Rounds)-1))
	}
	if err == nil && (rows < 1 || rows > draw.MaxGanttRows) {
		err = c.BadArg("rows", fmt.Errorf("got %d, want 1 to %d", rows, draw.MaxGanttRows))
	}
	if err == nil {
		err = c.Pay(1<<16 + 8*s.Net.Size())
	}
	if err != nil {
		return nil, err
	}
	return &drawing{svg: draw.Gantt(s.Schedule, first, rows), text: s.Text(), caption: string(caption)}, nil
}
