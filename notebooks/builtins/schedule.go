package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/schedule"
)

// scheduleBuiltins returns the builtins about schedules: who sends what over which link in which unit of time.
func scheduleBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "schedule", Fn: builtinSchedule},
		{Name: "follow", Fn: builtinFollow},
		{Name: "pipeline", Fn: builtinPipeline},
		{Name: "doubly_parallel", Fn: builtinDoublyParallel},
		{Name: "merge", Fn: builtinMerge},
		{Name: "after", Fn: builtinAfter},
		{Name: "sends", Fn: builtinSends},
		{Name: "conflicts", Fn: builtinConflicts},
		{Name: "conflict_list", Fn: builtinConflictList},
		{Name: "timeline", Fn: builtinTimeline},
		{Name: "delays", Fn: builtinDelays},
		{Name: "packets", Fn: builtinPackets},
		{Name: "deliveries", Fn: builtinDeliveries},
		{Name: "delivery_matrix", Fn: builtinDeliveryMatrix},
		{Name: "run", Fn: builtinRun},
		{Name: "arrivals", Fn: builtinArrivals},
		{Name: "tree_links", Fn: builtinTreeLinks},
		{Name: "shared_links", Fn: builtinSharedLinks},
		{Name: "header_steps", Fn: builtinHeaderSteps},
		{Name: "vector_route", Fn: builtinVectorRoute},
	}
}

// sendArg returns the send of (time, from, to, packet), but for its packet.
func sendArg(t *network, v starlark.Value) (send schedule.Send, packet starlark.Value, err error) {
	fields := items(v)
	if fields == nil || fields.Len() != 4 {
		return send, nil, fmt.Errorf("got %s, want (time, from, to, packet)", dialect.ShortText(v))
	}
	if send.Time, err = starlark.AsInt32(fields.Index(0)); err != nil {
		return send, nil, fmt.Errorf("got the time %s, want int", dialect.ShortText(fields.Index(0)))
	}
	if send.From, err = t.node(fields.Index(1)); err != nil {
		return send, nil, err
	}
	packet, send.Channel = fields.Index(3), schedule.Stay
	switch to := fields.Index(2).(type) {
	case starlark.NoneType:
		return send, packet, nil
	case starlark.String:
		if _, _, err := schedule.Ports(t.Network); err == nil && len(to) > 0 && (to[0] == 'l' || to[0] == 'g') {
			program, err := schedule.ParseProgram(string(to))
			if err == nil && (len(program) > 1 || program[0].Port == schedule.All) {
				err = fmt.Errorf("got the hops %s, want one hop by one port, as a send takes one unit of time: follow takes programs", dialect.ShortText(to))
			}
			if err == nil {
				send.Channel, err = schedule.Channel(t.Network, send.From, program[0])
			}
			return send, packet, err
		}
	}
	to, err := t.node(fields.Index(2))
	if err == nil && to != send.From {
		var ok bool
		if send.Channel, ok = t.ChannelBetween(send.From, to); !ok {
			err = fmt.Errorf("%v: no link between %s and %s", t, t.Address(send.From), t.Address(to))
		}
	}
	return send, packet, err
}

func builtinSchedule(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Value
	t, err := oneNetwork(c, args, kwargs, "sends", &list)
	if err != nil {
		return nil, err
	}
	values, err := itemsOf(c, "sends", list)
	if err == nil {
		err = c.Reserve(96 * len(values))
	}
	if err != nil {
		return nil, err
	}
	sends := make([]schedule.Send, len(values))
	names := newNames(0)
	for i, v := range values {
		send, packet, err := sendArg(t, v)
		if err == nil {
			err = c.Tick(i, len(values))
		}
		if err != nil {
			return nil, c.BadArg("sends", err)
		}
		if send.Packet, err = names.add(packet); err != nil {
			return nil, c.BadArg("sends", err)
		}
		sends[i] = send
	}
	s, err := schedule.New(t.Network, len(names.list), sends)
	if err != nil {
		return nil, err // begins with the call
	}
	return &timetable{s, t, names}, nil
}

// programArg returns the program that a vector, a header or a text is.
func programArg(v starlark.Value) (schedule.Program, error) {
	if text, ok := v.(starlark.String); ok {
		return schedule.ParseProgram(string(text))
	}
	header, err := headerArg(v)
	if err != nil {
		return nil, err
	}
	if header.Counter < 0 {
		return schedule.Vector(header.Global, header.NextLocal, header.Local), nil
	}
	return header.Program(), nil
}

// maxCounter bounds the counter of a header.
const maxCounter = 64

// headerArg returns the header that a tuple of four is; a tuple of three has counter -1.
func headerArg(v starlark.Value) (h schedule.Header, err error) {
	fields := items(v)
	bad := fmt.Errorf(`got %s, want (γ, π, δ), (b, γ, π, δ) or a string such as "l2 g0 l*"`, dialect.ShortText(v))
	if fields == nil || fields.Len() < 3 || fields.Len() > 4 {
		return h, bad
	}
	ports := [4]int{-1}
	for i := range fields.Len() {
		x := fields.Index(i)
		at := i + 4 - fields.Len()
		if x == starlark.String("*") && at > 0 {
			ports[at] = schedule.All
			continue
		}
		if ports[at], err = starlark.AsInt32(x); err != nil || ports[at] < 0 || at == 0 && ports[at] > maxCounter {
			return h, bad
		}
	}
	return schedule.Header{Counter: ports[0], Global: ports[1], NextLocal: ports[2], Local: ports[3]}, nil
}

// programsArg returns the programs of a list, or the one that v is.
func programsArg(v starlark.Value) ([]schedule.Program, error) {
	list, ok := v.(starlark.Iterable)
	if t, isTuple := v.(starlark.Tuple); !ok || isTuple && len(t) > 0 && starlark.Len(t[0]) < 2 {
		program, err := programArg(v)
		return []schedule.Program{program}, err
	}
	var programs []schedule.Program
	for item := range starlark.Elements(list) {
		program, err := programArg(item)
		if err != nil {
			return nil, err
		}
		programs = append(programs, program)
	}
	return programs, nil
}

// sourcesArg returns the nodes that send.
func sourcesArg(c *engine.Call, t *network, v starlark.Value) ([]topology.Node, error) {
	if v != starlark.String("all") {
		return nodesArg(c, "sources", t, v)
	}
	all := make([]topology.Node, t.Order())
	for u := range all {
		all[u] = topology.Node(u)
	}
	return all, nil
}

// pipelineOf makes the schedule of rounds.
func pipelineOf(c *engine.Call, t *network, rounds [][]schedule.Program, sources starlark.Value, plan schedule.Plan) (starlark.Value, error) {
	from, err := sourcesArg(c, t, sources)
	if err != nil {
		return nil, err
	}
	steps := 0
	for _, round := range rounds {
		for _, program := range round {
			steps += len(program) * len(from)
		}
	}
	if err := schedule.CheckSends(c.Name, steps); err != nil {
		return nil, err
	}
	if steps > smallNetwork {
		if err := c.Reserve(48 * steps); err != nil {
			return nil, err
		}
	}
	s, err := schedule.Pipeline(t.Network, rounds, from, plan, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return &timetable{Schedule: s, net: t}, nil
}

func builtinFollow(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list, sources starlark.Value = nil, starlark.String("all")
	t, err := oneNetwork(c, args, kwargs, "programs", &list, "sources?", &sources)
	if err != nil {
		return nil, err
	}
	programs, err := programsArg(list)
	if err != nil {
		return nil, c.BadArg("programs", err)
	}
	return pipelineOf(c, t, [][]schedule.Program{programs}, sources, schedule.Plan{})
}

func builtinPipeline(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	plan := schedule.Plan{Cost: 1, Delay: true}
	var list, starts, sources starlark.Value = nil, starlark.None, starlark.String("all")
	t, err := oneNetwork(c, args, kwargs, "rounds", &list, "cost?", &plan.Cost, "delays?", &plan.Delay, "starts?", &starts, "sources?", &sources)
	if err != nil {
		return nil, err
	}
	if plan.Cost < 1 || plan.Cost > maxCases {
		return nil, c.BadArgf("cost", "got %d, want 1 to %d", plan.Cost, maxCases)
	}
	values, err := itemsOf(c, "rounds", list)
	if err != nil {
		return nil, err
	}
	rounds := make([][]schedule.Program, len(values))
	for i, v := range values {
		if rounds[i], err = programsArg(v); err == nil {
			err = c.Tick(i, 0)
		}
		if err != nil {
			return nil, c.BadArg("rounds", err)
		}
	}
	if plan.Starts, err = startsArg(c, starts, len(rounds)); err != nil {
		return nil, err
	}
	return pipelineOf(c, t, rounds, sources, plan)
}

// startsArg returns n times, or nil for None.
func startsArg(c *engine.Call, v starlark.Value, n int) ([]int, error) {
	if v == starlark.None {
		return nil, nil
	}
	starts, err := ints(c, "starts", v)
	if err == nil && len(starts) != n {
		err = c.BadArgf("starts", "got %d times, want %d", len(starts), n)
	}
	for _, start := range starts {
		if err == nil && (start < 0 || start >= schedule.MaxTime) {
			err = c.BadArgf("starts", "got %d, want 0 to %d", start, schedule.MaxTime-1)
		}
	}
	return starts, err
}

func builtinDoublyParallel(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var s int
	t, err := oneNetwork(c, args, kwargs, "s", &s)
	if err != nil {
		return nil, err
	}
	global, local, err := schedule.Ports(t.Network)
	if err == nil {
		err = c.Reserve(256 * global * local * local)
	}
	if err != nil {
		return nil, c.Wrap(err)
	}
	rounds, err := schedule.DoublyParallel(t.Network, s)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return c.List(len(rounds), 64, func(i int) (starlark.Value, error) {
		return listOf(rounds[i], func(p schedule.Program) starlark.Tuple {
			return starlark.Tuple{starlark.MakeInt(p[1].Port), starlark.MakeInt(p[2].Port), starlark.MakeInt(p[0].Port)}
		}), nil
	})
}
