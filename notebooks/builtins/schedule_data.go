package builtins

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
	"topobook/topology/schedule"
)

// combineArg returns the function of two values that combine is, nil for None.
func combineArg(c *engine.Call, v starlark.Value) (func(a, b starlark.Value) (starlark.Value, error), error) {
	switch f := v.(type) {
	case starlark.NoneType:
		return nil, nil
	case starlark.Callable:
		return func(a, b starlark.Value) (starlark.Value, error) {
			return starlark.Call(c.Thread, f, starlark.Tuple{a, b}, nil)
		}, nil
	}
	name, _ := starlark.AsString(v)
	if err := engine.OneOf(name, []string{"sum", "product", "min", "max"}); err != nil {
		return nil, c.BadArgf("combine", "%w, None, or a function of two values", err)
	}
	return func(a, b starlark.Value) (starlark.Value, error) {
		op := syntax.PLUS
		switch name {
		case "product":
			op = syntax.STAR
			fallthrough
		case "sum":
			return c.Binary(op, a, b)
		}
		less, err := starlark.Compare(syntax.LT, a, b)
		if less == (name == "min") {
			return a, err
		}
		return b, err
	}, nil
}

// A dataRun is a run of a schedule with values.
type dataRun struct {
	s      *timetable
	values []starlark.Value
	held   []schedule.Held
	byNode bool // packets have the value of their node
}

// data takes the dict that says where which values are.
func (d *dataRun) data(c *engine.Call, data *starlark.Dict) error {
	t := d.s.net
	origin := []topology.Node(nil)
	value := make([]int, t.Order()) // by node: 1 + the place of its value
	for key, v := range starlark.Entries(data) {
		if err := c.Tick(len(d.values), data.Len()); err != nil {
			return err
		}
		d.values = append(d.values, v)
		pair, ok := key.(starlark.Tuple)
		ok = ok && len(pair) == 2 && starlark.Len(pair[0]) >= 0
		if len(d.values) > 1 && d.byNode == ok {
			return fmt.Errorf("got the key %s beside others, want only pairs (node, packet) or only nodes", dialect.ShortText(key))
		}
		d.byNode = !ok
		node := key
		if ok {
			node = pair[0]
		}
		u, err := t.node(node)
		if err != nil {
			return err
		}
		if d.byNode {
			value[u] = len(d.values)
			continue
		}
		packet, err := d.s.packet(pair[1])
		if err != nil {
			return err
		}
		d.held = append(d.held, schedule.Held{Packet: packet, Node: u, Value: int32(len(d.values) - 1)})
	}
	if d.byNode {
		origin = d.s.Origins()
	}
	for p, u := range origin {
		if u < 0 || value[u] == 0 {
			return fmt.Errorf("packet %s begins at no node of the dict, or at several: want it at one", dialect.ShortText(d.s.name(p)))
		}
		d.held = append(d.held, schedule.Held{Packet: p, Node: u, Value: int32(value[u] - 1)})
	}
	return nil
}

func builtinRun(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var data *starlark.Dict
	var rule starlark.Value = starlark.None
	s, err := oneSchedule(c, args, kwargs, 240, "data", &data, "combine?", &rule)
	if err != nil {
		return nil, err
	}
	combine, err := combineArg(c, rule)
	if err != nil {
		return nil, err
	}
	d := &dataRun{s: s}
	if err := d.data(c, data); err != nil {
		return nil, c.BadArg("data", err)
	}
	runner := s.runner(c)
	if combine != nil {
		runner.Combine = func(a, b int32) (int32, error) {
			v, err := combine(d.values[a], d.values[b])
			d.values = append(d.values, v)
			return int32(len(d.values) - 1), err
		}
	}
	held, err := s.Run(d.held, runner)
	if err != nil {
		return nil, c.Wrap(err)
	}
	result := starlark.NewDict(len(held))
	for i, h := range held {
		if err := c.Tick(i, len(held)); err != nil {
			return nil, err
		}
		key, v := s.net.address(h.Node), d.values[h.Value]
		if !d.byNode {
			key = starlark.Tuple{key, s.name(h.Packet)}
		} else if old, ok, _ := result.Get(key); ok {
			if combine == nil {
				return nil, c.Errorf("several packets end at node %s, want combine, or data by (node, packet)", dialect.PlainText(key))
			}
			if v, err = combine(old, v); err != nil {
				return nil, c.Wrap(err)
			}
		}
		if err := result.SetKey(key, v); err != nil {
			return nil, c.Wrap(err)
		}
	}
	return result, nil
}

// arrivalsOf returns when and by which channels a packet comes to each node.
func arrivalsOf(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (s *timetable, time []int, by []topology.Channel, err error) {
	var name starlark.Value
	if s, err = oneSchedule(c, args, kwargs, 0, "packet", &name); err != nil {
		return nil, nil, nil, err
	}
	packet, err := s.packet(name)
	if err != nil {
		return nil, nil, nil, c.BadArg("packet", err)
	}
	if err := chargeNodes(c, s.net, 24); err != nil {
		return nil, nil, nil, err
	}
	time, by = s.Arrivals(packet)
	return s, time, by, nil
}

func builtinArrivals(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, time, _, err := arrivalsOf(c, args, kwargs)
	if err == nil {
		err = chargeNodes(c, s.net, 96)
	}
	if err != nil {
		return nil, err
	}
	d := starlark.NewDict(len(time))
	for u, τ := range time {
		if err := c.Tick(u, len(time)); err != nil {
			return nil, err
		}
		if τ < 0 {
			continue
		}
		if err := d.SetKey(s.net.address(topology.Node(u)), starlark.MakeInt(τ)); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func builtinTreeLinks(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	s, _, by, err := arrivalsOf(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	var links []topology.Channel
	for _, ch := range by {
		if ch != schedule.Stay {
			links = append(links, ch)
		}
	}
	return linkPairs(c, s.net, links)
}

func builtinSharedLinks(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	sense, tree := "directed", false
	s, err := oneSchedule(c, args, kwargs, 8, "sense?", &sense, "tree?", &tree)
	if err == nil {
		err = engine.OneOf(sense, schedule.Senses)
		if err != nil {
			err = c.BadArg("sense", err)
		}
	}
	if err != nil {
		return nil, err
	}
	which := schedule.Undirected
	for i, name := range schedule.Senses {
		if name == sense {
			which = schedule.Sense(i)
		}
	}
	list, err := s.Shared(which, tree)
	if err != nil {
		return nil, err // begins with the call
	}
	return c.List(len(list), 600, func(i int) (starlark.Value, error) { return s.linkDict(list[i], false) })
}

func builtinHeaderSteps(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var a, tuple starlark.Value
	t, err := oneNetwork(c, args, kwargs, "a", &a, "header", &tuple)
	if err != nil {
		return nil, err
	}
	u, err := nodeArg(c, "a", t, a)
	if err != nil {
		return nil, err
	}
	header, err := headerArg(tuple)
	if err == nil && header.Counter < 0 {
		err = fmt.Errorf("got %s, want (b, γ, π, δ)", dialect.ShortText(tuple))
	}
	if err != nil {
		return nil, c.BadArg("header", err)
	}
	at := []topology.Node{u}
	list := starlark.NewList(nil)
	for {
		if err := c.Progress(list.Len(), 0); err != nil {
			return nil, err
		}
		state := starlark.Tuple{starlark.MakeInt(header.Counter)}
		for _, port := range []int{header.Global, header.NextLocal, header.Local} {
			if port == schedule.All {
				state = append(state, starlark.String("*"))
			} else {
				state = append(state, starlark.MakeInt(port))
			}
		}
		routers, err := addressList(c, t, at)
		if err != nil {
			return nil, err
		}
		appendRow(list, starlark.Tuple{state, routers})
		hop, next, ok := header.Step()
		if !ok {
			return list, nil
		}
		if at, err = schedule.Step(t.Network, at, hop); err != nil {
			return nil, c.Wrap(err)
		}
		header = next
	}
}

func builtinVectorRoute(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var a, v starlark.Value
	t, err := oneNetwork(c, args, kwargs, "a", &a, "program", &v)
	if err != nil {
		return nil, err
	}
	from, err := nodeArg(c, "a", t, a)
	if err != nil {
		return nil, err
	}
	program, err := programArg(v)
	if err != nil {
		return nil, c.BadArg("program", err)
	}
	var channels []topology.Channel
	u := from
	for _, hop := range program {
		if hop.Port == schedule.All {
			return nil, c.BadArgf("program", "got the hop %v, want one port", hop)
		}
		ch, err := schedule.Channel(t.Network, u, hop)
		if err != nil {
			return nil, c.Wrap(err)
		}
		if ch != schedule.Stay {
			channels = append(channels, ch)
			u = t.Head(ch)
		}
	}
	return t.newPath(route.NewPath(t.Network, from, channels)), nil
}
