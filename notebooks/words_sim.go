package notebooks

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/topology"
	"topobook/topology/route"
	"topobook/topology/sim"
)

// simParams are the parameters that simulate and sweep have in common, with their defaults.
const simParams = `routing="random", traffic="uniform", self_pairs=False, injection="bernoulli", seed=1, pipeline=1, ` +
	`vcs=4, buffer=4, packet=8, link=1, credit=1, burst=100, warmup=2500, cycles=10000, deliver=0, selection="random"`

// simWords returns the words that simulate networks.
func simWords() []Word {
	return []Word{
		{
			Name: "simulate", Group: "Simulation", Signature: "simulate(t, load=None, " + simParams + ", trace=None)",
			Doc: "Simulates wormhole routers with virtual channels, flit by flit and cycle by cycle, and returns a dict of what it measured; see sweep for many loads. " +
				"load is what a processor offers, in flits per cycle, above 0 and at most 1; the mean of those that send. " +
				"routing is one of routings(t); or adaptive: of the channels that lead closer that with the most room behind it; or, on tori, rings, meshes, hypercubes, k-ary n-trees, clos_ntree and mikant, duato: the same, but free of deadlock, " +
				"as where no virtual channel is free the lowest one (on tori and rings the lowest two) goes by dor, dst or alg1, and a packet that took it keeps to these (Duato, 1993). " +
				"On tori and rings dor draws the way where both are as long, and gives half of the virtual channels to packets that go round the end of a ring, so that no ring of channels fills up. " +
				ruleDoc + `One of a list is drawn, or with selection="room" a packet asks each cycle for that with the most room behind it, until it has a virtual channel. ` +
				`traffic is "uniform", to which self_pairs adds the source itself, or as in link_load; how often sources send is in proportion to their weights. ` +
				"trace, in place of load, traffic and injection, is a list of (cycle, source, destination) or (cycle, source, destination, flits): packets, all of which are measured, without warmup; the run ends when the last is there, or when so many cycles have passed after the last was made. " +
				"vcs virtual channels (at most 32) of buffer flits each lie at the end of each channel; packet is the length of a packet in flits. " +
				"A router is input-queued: a head flit is routed, given a virtual channel, given the crossbar, and crosses it, the others do the last two; " +
				"allocators are separable, input first, with round-robin arbiters. pipeline is the cycles of these four stages, one number for all or four: [0, 1, 1, 1] looks ahead where the packet will go, with [1, 0, 1, 1] a virtual channel costs no time; with 0 a head takes a cycle for each link and no more. " +
				"link and credit are the cycles of a channel and of the way back of a credit. Processors that hang on a switch by one link have no router, others have. " +
				`injection is "bernoulli", "periodic" or "bursty" (on for burst cycles in the mean, at a flit a cycle, then off). ` +
				"Packets made in so many cycles after warmup are measured, and as many cycles again waited for; or, with deliver, all packets until so many of each source have arrived. " +
				"The keys: load (None with a trace); offered and accepted (flits per processor and cycle); stable; filled (None, or what filled up); latency (mean cycles from when a packet is made until its tail has arrived), " +
				"interval (plus or minus, 95 %), network (the part after the head has left the source), least, median, p95, p99 and most; routers and hops (means of a way); packets and cycles; makespan (with a trace, the cycle in which the last tail arrives; else None); " +
				"least_accepted (of the worst source) and fairness (Jain's index: 1 if all sources get the same); backlog (packets at sources at the end); deadlock (None, or a list of channels that wait for each other); " +
				"busiest (a channel) and utilization (its flits per cycle); channels (as link_load returns, in flits per cycle) and histogram (a list of (latency, packets)). " +
				"The same call gives the same result everywhere. Source: Dally and Towles, 2004, ch. 16 to 25; figures agree with BookSim 2 (Jiang and others, ISPASS 2013).",
			Example: `simulate(torus(4, 2), 0.2, routing="dor", cycles=1000)["latency"]`, Fn: wordSimulate,
		},
		{
			Name: "sweep", Group: "Simulation", Signature: "sweep(t, loads, " + simParams + ")",
			Doc: "Returns what simulate returns for each of the loads, without channels and histogram, as a list of dicts: the points of a curve of latency, or of accepted load, by load. " +
				"Each point is a run of its own with the same seed, whatever the other loads are. As many workers as there are processors share them, and a page shows the points as they come. Arguments and keys are those of simulate, but for a trace. " +
				fmt.Sprintf("Error: more than %d loads.", maxLoads),
			Example: `plot({"accepted": [(p["load"], p["accepted"]) for p in sweep(kary_ntree(2, 3), [0.2, 0.5, 0.8], cycles=500)]})`, Fn: wordSweep,
		},
	}
}

// A simulation is what the arguments of simulate and sweep say.
type simulation struct {
	t         *network
	config    sim.Config                    // without a load
	algorithm func() (sim.Algorithm, error) // makes a new one for each run: it keeps what it has found
	own       bool                          // the routing is a function of the cell, which runs on the thread of the cell only
}

// simArgs unpacks the arguments of a simulation; the second is given.
func simArgs(word string, c *Call, args starlark.Tuple, kwargs []starlark.Tuple, second string, value any) (*simulation, error) {
	var t *network
	config := sim.Reference(nil, sim.Algorithm{}, sim.Traffic{}, 0)
	injection, selection, self, seed := "bernoulli", "random", false, int64(1)
	var routing, pipeline, trace starlark.Value = starlark.String("random"), starlark.MakeInt(1), starlark.None
	traffic := starlark.Value(starlark.None) // uniform, but for a trace
	pairs := []any{"t", &t, second, value, "routing?", &routing, "traffic?", &traffic, "self_pairs?", &self, "injection?", &injection, "seed?", &seed, "pipeline?", &pipeline}
	for _, p := range config.Params() {
		if p.Name == "drain" {
			break
		}
		pairs = append(pairs, p.Name+"?", p.Value)
	}
	if pairs = append(pairs, "selection?", &selection); word == "simulate" {
		pairs = append(pairs, "trace?", &trace)
	}
	if err := unpack(word, args, kwargs, pairs...); err != nil {
		return nil, err
	}
	if err := stagesArg(&config, pipeline); err != nil {
		return nil, badArg(word, "pipeline", err)
	}
	config.Network, config.Seed, config.Drain = t.Network, uint64(seed), config.Cycles
	kinds := []string{"bernoulli", "periodic", "bursty"} // in the order of their numbers
	err := oneOf(injection, kinds)
	if err != nil {
		return nil, badArg(word, "injection", err)
	}
	for kinds[config.Injection] != injection {
		config.Injection++
	}
	given := &simulation{t: t}
	if given.algorithm, given.own, err = c.algorithm(word, t, routing, selection, &config); err != nil {
		return nil, err
	}
	if config.Algorithm, err = given.algorithm(); err != nil { // for its cost
		return nil, inWord(word, err)
	}
	config.Traffic = sim.Uniform(t.Network, self)
	switch traffic {
	case starlark.None, starlark.String("uniform"), starlark.String("all"):
	default:
		var demands []route.Demand
		if demands, err = demandsArg(word, "traffic", c, t, traffic); err != nil {
			return nil, err
		}
		if config.Traffic, err = sim.Weighted(t.Network, demands); err != nil {
			return nil, inWord(word, err)
		}
	}
	if trace != starlark.None {
		if traffic != starlark.None {
			return nil, badArg(word, "traffic", fmt.Errorf("got %s and a trace, want one of them", shortText(traffic)))
		}
		err = c.traceArg(word, t, &config, trace)
	}
	given.config = config
	return given, err
}

// stagesArg sets the cycles of the stages of a router: the same for all, or four.
func stagesArg(config *sim.Config, v starlark.Value) error {
	stages := []*int{&config.Route, &config.VCAlloc, &config.SwitchAlloc, &config.Traverse}
	list := items(v)
	if list != nil && list.Len() != len(stages) {
		return fmt.Errorf("got %d numbers, want one, or four: of routing, virtual-channel allocation, switch allocation and traversal", list.Len())
	}
	for i, stage := range stages {
		if list != nil {
			v = list.Index(i)
		}
		x, err := starlark.AsInt32(v)
		if _, isInt := v.(starlark.Int); !isInt {
			return fmt.Errorf("got %s, want an int, or four", v.Type())
		}
		if err != nil || x < 0 || x > 1024 {
			return fmt.Errorf("got %s, want 0 to 1024", shortText(v))
		}
		*stage = x
	}
	return nil
}

// algorithm returns what makes the algorithm of a routing, and whether that is a function of the cell.
func (c *Call) algorithm(word string, t *network, routing starlark.Value, selection string, config *sim.Config) (algorithm func() (sim.Algorithm, error), own bool, err error) {
	if err := oneOf(selection, []string{"random", "room"}); err != nil {
		return nil, false, badArg(word, "selection", err)
	}
	vcs := config.VCs
	if name, ok := routing.(starlark.String); ok {
		if selection != "random" {
			return nil, false, badArg(word, "selection", fmt.Errorf("got %q with routing %s, want a function as routing: %s chooses by itself", selection, string(name), string(name)))
		}
		return func() (sim.Algorithm, error) { return sim.Named(t.Network, string(name), vcs) }, false, nil
	}
	r, err := c.routing(word, t, routing, nil)
	return func() (sim.Algorithm, error) { return sim.ByRule(t.Network, r, selection == "room"), nil }, true, err
}

// traceArg takes a trace.
func (c *Call) traceArg(word string, t *network, config *sim.Config, v starlark.Value) error {
	list, err := itemsOf(word, "trace", c, v)
	var packets []sim.Sending
	for i := 0; i < len(list) && err == nil; i++ {
		if i%1024 == 0 {
			if err = c.pay(word, 1024*160); err != nil {
				return err
			}
		}
		if err = c.tick(i, len(list)); err != nil {
			return err
		}
		packet := items(list[i])
		sending := sim.Sending{Flits: config.Packet}
		var ends [2]topology.Node
		if packet == nil || packet.Len() < 3 || packet.Len() > 4 {
			err = fmt.Errorf("got %s, want (cycle, source, destination) or (cycle, source, destination, flits)", shortText(list[i]))
		} else if sending.Cycle, err = starlark.AsInt32(packet.Index(0)); err == nil && packet.Len() == 4 {
			sending.Flits, err = starlark.AsInt32(packet.Index(3))
		}
		if err != nil && packet != nil && packet.Len() > 2 {
			err = fmt.Errorf("got %s, want ints as cycle and flits", shortText(list[i]))
		}
		for j := 0; j < 2 && err == nil; j++ {
			ends[j], err = t.node(packet.Index(1 + j))
		}
		if err != nil {
			return badArg(word, "trace", err)
		}
		sending.Message = route.Message{Source: ends[0], Dest: ends[1]}
		packets = append(packets, sending)
	}
	if err == nil {
		if config.Trace, err = sim.NewTrace(t.Network, packets); err != nil {
			return badArg(word, "trace", err)
		}
		config.Traffic, config.Warmup, config.Deliver, config.Drain = config.Trace.Traffic, 0, 0, 0
		config.Cycles += config.Trace.Last() + 1
	}
	return err
}

func wordSimulate(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	const word = "simulate"
	var offered numberArg
	given, err := simArgs(word, c, args, kwargs, "load??", &offered)
	if err != nil {
		return nil, err
	}
	x := -1.0 // none, for a trace
	switch {
	case given.config.Trace == nil && offered.Value == nil:
		err = badArg(word, "load", fmt.Errorf("got None, want a number, or a trace"))
	case offered.Value == nil:
	case given.config.Trace != nil:
		err = badArg(word, "load", fmt.Errorf("got %s and a trace, want one of them", shortText(offered.Value)))
	default:
		x, err = offered.float()
	}
	if err == nil {
		err = c.pay(word, 16*given.t.Size()+1<<16)
	}
	if err != nil {
		return nil, err
	}
	if err = given.check(word, []float64{x}); err != nil {
		return nil, err
	}
	s, err := given.run(x, c.Progress)
	if err != nil {
		return nil, inWord(word, err)
	}
	d := given.t.simPoint(measured(x, s))
	err = d.SetKey(starlark.String("channels"), &load{net: given.t, load: s.Utilization()})
	if err == nil {
		err = d.SetKey(starlark.String("histogram"), listOf(s.Histogram(), func(bar [2]int) starlark.Tuple {
			return starlark.Tuple{starlark.MakeInt(bar[0]), starlark.MakeInt(bar[1])}
		}))
	}
	return d, err
}

// simKeys are the keys of what simulate returns, in their order.
var simKeys = []string{"stable", "filled", "deadlock", "busiest", "load", "offered", "accepted", "latency", "interval", "network", "least", "median", "p95", "p99", "most",
	"routers", "hops", "packets", "cycles", "makespan", "least_accepted", "fairness", "backlog", "utilization"}

// measured returns what a simulation has found, as numbers, which another worker can send: those of simKeys
// from load on, -1 for None, the measured packets that are left, 1 if it was stable, the busiest channel or -1, and the
// channels of a deadlock.
func measured(load float64, s *sim.Sim) []float64 {
	st := s.Stats()
	carried := s.Utilization()
	busiest, most, stable := -1.0, 0.0, 0.0
	if c, ok := carried.Busiest(); ok {
		busiest, most = float64(c), carried.At(c)
	}
	if st.Stable {
		stable = 1
	}
	makespan := -1.0
	if s.Trace != nil && st.Left == 0 {
		makespan = float64(st.Last)
	}
	x := []float64{load, st.Offered, st.Accepted, st.Latency, st.Interval, st.Network, float64(st.Least), float64(s.Percentile(50)), float64(s.Percentile(95)), float64(s.Percentile(99)), float64(st.Most),
		st.Routers, st.Hops, float64(st.Packets), float64(st.Cycles), makespan, st.LeastAccepted, st.Fairness, float64(st.Backlog), most,
		float64(st.Left), stable, busiest}
	for _, c := range st.Deadlock {
		x = append(x, float64(c))
	}
	return x
}

// simPoint returns the dict of what a simulation has measured.
func (t *network) simPoint(x []float64) *starlark.Dict {
	named := len(simKeys) - 4 // from load on
	rest := x[named:]
	values := []starlark.Value{starlark.Bool(rest[1] == 1), starlark.None, starlark.None, starlark.None}
	if rest[2] >= 0 {
		values[3] = t.channelName(topology.Channel(rest[2]))
	}
	switch waiting := rest[3:]; {
	case len(waiting) > 0:
		values[1] = starlark.String(fmt.Sprintf("%d channels wait for each other", len(waiting)))
		values[2] = listOf(waiting, func(c float64) starlark.String { return t.channelName(topology.Channel(c)) })
	case rest[1] == 0:
		values[1] = starlark.String(fmt.Sprintf("%d packets wait at their sources, and %d that were measured have not arrived; the busiest channel carries %s flits a cycle",
			int(x[named-2]), int(rest[0]), formatFloat(x[named-1])))
	}
	for _, number := range x[:named] {
		if number < 0 {
			values = append(values, starlark.None)
		} else {
			values = append(values, loadValue(number))
		}
	}
	d, _ := dictOf(simKeys, values...) // fails for another number of values only
	return d.(*starlark.Dict)
}
