package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/schedule"
)

// scheduleWords returns the words about schedules: who sends what over which link in which unit of time.
func scheduleWords() []engine.Builtin {
	const group = "Schedules"
	const fly = "swapped_dragonfly(K=2, M=2)"
	const hops = `A program is the hops of a packet, one in each unit of time: a vector (γ, π, δ), which is local port δ, global port γ, local port π; ` +
		`a synchronizing header (b, γ, π, δ), as header_steps takes it; or a string of hops such as "l2 g0 l*". "*" is all ports, the packet itself staying too: it is duplicated. ` +
		`A port that leads nowhere, such as local port 0, is a null hop: it takes its unit of time and loads no link.`
	const source = " Source: Draper, Four Algorithms on the Swapped Dragonfly, arXiv:2209.03203 (2022), "
	return []engine.Builtin{
		{
			Name: "schedule", Group: group, Signature: "schedule(t, sends)",
			Doc: "Returns a timetable on the network t: sends is a list of (time, from, to, packet): in this unit of time, from 0, the node from sends the packet over its link to the node to, or keeps it if to is None. " +
				`On a Dragonfly to may be one port too: "l2" is local port 2, "g0" global port 0; follow takes programs of several. A packet is any value; it leaves the node that sends it, unless that keeps it too in the same unit. ` +
				"s.makespan, s.packets, s.hops, s.starts and s.network tell its length in units of time, how many packets and hops (without null hops) it has, when its rounds start, and t. Error: no link between the nodes.",
			Example: `schedule(ring(4), [(0, "0", "1", "x"), (1, "1", "2", "x")])`, Fn: wordSchedule,
		},
		{
			Name: "follow", Group: group, Signature: `follow(t, programs, sources="all")`,
			Doc: "Returns the schedule in which every source (\"all\" nodes, or a list of nodes) sends a packet of its own for each program of a list, all from time 0. " + hops +
				" Packets are numbered from 0, program by program in the order of the sources. t is a swapped or maximal Dragonfly or a swapped hypercube. Error: no such port.",
			Example: `follow(` + fly + `, [(1, 0, 1)])`, Fn: wordFollow,
		},
		{
			Name: "pipeline", Group: group, Signature: `pipeline(t, rounds, cost=1, delays=True, starts=None, sources="all")`,
			Doc: "Returns the schedule of a list of rounds, each a list of programs as follow takes them. A round starts so many units (cost) after the one before; cost=2 is the pattern 0, 1, 4, 5, 8, 9 of rounds in pairs. " +
				"With delays=True a round that would have a conflict with those before it waits, a unit at a time, and those after it with it. starts, a list of times, overrides both." + source + "Section 3.4.",
			Example: `pipeline(` + fly + `, doubly_parallel(` + fly + `, 2))`, Fn: wordPipeline,
		},
		{
			Name: "doubly_parallel", Group: group, Signature: "doubly_parallel(t, s)",
			Doc: "Returns the rounds of the doubly-parallel all-to-all on a Dragonfly t whose K and M the int s divides, in the order of the source: lists of s vectors (γ, π, δ), one from each column of a disagreeable array; " +
				"first all rounds of the array with the shifts (0, 0), in which the place a of π varies fastest, then b of δ, then c of γ; then those with (1, 0), and so on." + source + "Section 3.3.",
			Example: `doubly_parallel(` + fly + `, 2)`, Fn: wordDoublyParallel,
		},
		{
			Name: "merge", Group: group, Signature: "merge(schedules, starts=None)",
			Doc: "Returns a schedule in which all of a list of schedules on one network run at a time, each from its time in the list starts on (0 for all if None). Packet x of schedule i is packet (i, x). " +
				"Rounds stay rounds.",
			Example: `merge([follow(` + fly + `, "l1 g1"), follow(` + fly + `, "g1")], starts=[0, 1])`, Fn: wordMerge,
		},
		{
			Name: "after", Group: group, Signature: "after(first, second)",
			Doc:     "Returns the schedule in which second begins when first has ended. Packets of one name are the same packets, which go on from where they are.",
			Example: `after(follow(` + fly + `, "l1"), follow(` + fly + `, "g1"))`, Fn: wordAfter,
		},
		{
			Name: "sends", Group: group, Signature: "sends(s, time=None)",
			Doc: "Returns the sends of a schedule, in one unit of time or in all, as a list of (time, from, to, packet), where to is None for a null hop: what schedule takes.", Example: `sends(follow(` + fly + `, "l1"), time=0)`, Fn: wordSends,
		},
		{
			Name: "conflicts", Group: group, Signature: "conflicts(s)",
			Doc:     "Returns the number of conflicts of a schedule: the sum, over units of time and directed links, of the packets beyond the first.",
			Example: `conflicts(follow(` + fly + `, [(1, 0, 1), (1, 1, 0)]))`, Fn: wordConflicts,
		},
		{
			Name: "conflict_list", Group: group, Signature: "conflict_list(s, limit=20)",
			Doc:     `Returns the first conflicts of a schedule, at most limit, as a list of dicts of "time", "link" (the pair of nodes, from and to), "packets" and their "rounds" (from 0).`,
			Example: `conflict_list(follow(` + fly + `, [(1, 0, 1), (1, 1, 0)]), limit=1)`, Fn: wordConflictList,
		},
		{
			Name: "timeline", Group: group, Signature: "timeline(s)",
			Doc:     `Returns what happens in each unit of time of a schedule, as a list of dicts of "time", "sends" (null hops included), "hops" (without them), "links" (directed links in use), "max_load" (the most packets on one) and "conflicts".`,
			Example: `timeline(follow(` + fly + `, [(1, 0, 1)]))`, Fn: wordTimeline,
		},
		{
			Name: "delays", Group: group, Signature: "delays(s)",
			Doc:     "Returns which rounds of a schedule had to wait, as a list of (round, units of time), rounds from 0.",
			Example: `delays(pipeline(` + fly + `, doubly_parallel(` + fly + `, 2)))`, Fn: wordDelays,
		},
		{
			Name: "packets", Group: group, Signature: "packets(s)",
			Doc:     `Returns a dict for each packet of a schedule: "packet", "source" (where it is sent first), "ends" (the nodes where it is in the end), "hops" (null hops not counted), "start" (the time of its first send) and "end" (when the last has arrived).`,
			Example: `packets(follow(` + fly + `, [(1, 0, 1)], sources=["0,0,1"]))`, Fn: wordPackets,
		},
		{
			Name: "deliveries", Group: group, Signature: "deliveries(s)",
			Doc: `Executes a schedule and returns a dict of "packets", "pairs" (ordered pairs of nodes, a node with itself included, of which the first has reached the second), "missing" (those of which it has not), "repeated" (arrivals beyond the first of a pair), ` +
				`and the first pair of either sort, "first_missing" and "first_repeated", or None. Error: a node sends what it does not hold.`,
			Example: `deliveries(pipeline(` + fly + `, doubly_parallel(` + fly + `, 2)))["missing"]`, Fn: wordDeliveries,
		},
		{
			Name: "delivery_matrix", Group: group, Signature: "delivery_matrix(s)",
			Doc:     "Executes a schedule and returns a list of rows: how many packets that began at node i are at node j in the end, in the order of nodes(t).",
			Example: `delivery_matrix(follow(` + fly + `, [(1, 0, 1)]))`, Fn: wordDeliveryMatrix,
		},
		{
			Name: "run", Group: group, Signature: "run(s, data, combine=None)",
			Doc: "Moves values through a schedule and returns where they are in the end. data is a dict from (node, packet) to any value, and so is the result; or a dict from nodes: then every packet starts with the value of its node, and the result is a dict from nodes too. " +
				`Values that meet as one packet at one node are combined: combine is "sum", "product", "min", "max" or a function of two values. Error: a node sends what it does not hold, as of its time; two values meet and combine is None.`,
			Example: `run(follow(` + fly + `, [(1, 0, 1)]), {a: i for i, a in enumerate(nodes(` + fly + `))})`, Fn: wordRun,
		},
		{
			Name: "arrivals", Group: group, Signature: "arrivals(s, packet)",
			Doc:     "Returns a dict from each node that a packet of a schedule visits to the unit of time after which it is first there, 0 for where it begins.",
			Example: `arrivals(follow(` + fly + `, "l* g* l*", sources=["0,0,1"]), 0)`, Fn: wordArrivals,
		},
		{
			Name: "tree_links", Group: group, Signature: "tree_links(s, packet)",
			Doc:     "Returns the tree of the links by which a packet first comes to each node that it visits, as a list of pairs of nodes, from and to.",
			Example: `tree_links(follow(` + fly + `, "l* g* l*", sources=["0,0,1"]), 0)`, Fn: wordTreeLinks,
		},
		{
			Name: "shared_links", Group: group, Signature: `shared_links(s, sense="directed", tree=False)`,
			Doc: `Returns the links that different packets of a schedule share, as a list of dicts of "link", "packets" and the "time" of the first use. sense is "undirected", "directed" (the same direction) or "timed" (and the same unit of time); ` +
				"with tree=True a packet is only taken to use the links by which it first comes to a node.",
			Example: `shared_links(follow(` + fly + `, "l* g* l*", sources=["0,0,0", "0,0,1"]), tree=True)`, Fn: wordSharedLinks,
		},
		{
			Name: "header_steps", Group: group, Signature: "header_steps(t, a, header)",
			Doc: "Steps a packet with the synchronizing header (b, γ, π, δ) from the router a of a Dragonfly t: while b is odd, it takes local port δ, and b decreases, δ becomes π and π becomes 0; while b is even, it takes global port γ, and b decreases and γ becomes 0. " +
				`A "*" is all ports. Returns a list of (header, routers) from the start until b is 0.` + source + "Section 5.2.",
			Example: `header_steps(` + fly + `, "0,0,1", (4, 1, 0, 1))`, Fn: wordHeaderSteps,
		},
		{
			Name: "vector_route", Group: group, Signature: "vector_route(t, a, program)",
			Doc:     "Returns the path of a packet from the router a of a Dragonfly t. " + hops + " Here no port is \"*\", and null hops are left out.",
			Example: `vector_route(` + fly + `, "0,0,1", (1, 0, 1))`, Fn: wordVectorRoute,
		},
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

func wordSchedule(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Value
	t, err := oneNetwork(c, args, kwargs, "sends", &list)
	if err != nil {
		return nil, err
	}
	values, err := itemsOf(c, "sends", list)
	if err == nil {
		err = c.Pay(96 * len(values))
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
		return nil, err // begins with the word
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
		if err := c.Pay(48 * steps); err != nil {
			return nil, err
		}
	}
	s, err := schedule.Pipeline(t.Network, rounds, from, plan, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return &timetable{Schedule: s, net: t}, nil
}

func wordFollow(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordPipeline(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	plan := schedule.Plan{Cost: 1, Delay: true}
	var list, starts, sources starlark.Value = nil, starlark.None, starlark.String("all")
	t, err := oneNetwork(c, args, kwargs, "rounds", &list, "cost?", &plan.Cost, "delays?", &plan.Delay, "starts?", &starts, "sources?", &sources)
	if err != nil {
		return nil, err
	}
	if plan.Cost < 1 || plan.Cost > maxCases {
		return nil, c.BadArg("cost", fmt.Errorf("got %d, want 1 to %d", plan.Cost, maxCases))
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
		err = c.BadArg("starts", fmt.Errorf("got %d times, want %d", len(starts), n))
	}
	for _, start := range starts {
		if err == nil && (start < 0 || start >= schedule.MaxTime) {
			err = c.BadArg("starts", fmt.Errorf("got %d, want 0 to %d", start, schedule.MaxTime-1))
		}
	}
	return starts, err
}

func wordDoublyParallel(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var s int
	t, err := oneNetwork(c, args, kwargs, "s", &s)
	if err != nil {
		return nil, err
	}
	global, local, err := schedule.Ports(t.Network)
	if err == nil {
		err = c.Pay(256 * global * local * local)
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
