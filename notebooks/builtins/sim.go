package builtins

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
	"topobook/topology/sim"
	"topobook/topology/sorting"
)

// simBuiltins returns the builtins that simulate networks.
func simBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "simulate", Fn: builtinSimulate},
		{Name: "sweep", Fn: builtinSweep},
	}
}

// A simulation is what the arguments of simulate and sweep say.
type simulation struct {
	t         *network
	config    sim.Config                    // without a load
	algorithm func() (sim.Algorithm, error) // makes a new one for each run: it keeps what it has found
	seeds     int                           // runs, with seeds one after the other
	own       bool                          // the routing is a function of the cell, which runs on the thread of the cell only
}

// simArgs unpacks the arguments of a simulation: the second is given, and so is where a trace goes, or nil.
func simArgs(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, second string, value any, trace *starlark.Value) (*simulation, error) {
	var t *network
	config := sim.Reference(nil, sim.Algorithm{}, sim.Traffic{}, 0)
	injection, selection, self, seed := "bernoulli", "random", false, int64(1)
	var routing, pipeline starlark.Value = starlark.String("random"), starlark.MakeInt(1)
	traffic := starlark.Value(starlark.None) // uniform, but for a trace
	given := &simulation{seeds: 1}
	pairs := []any{"t", &t, second, value, "routing?", &routing, "traffic?", &traffic, "self_pairs?", &self, "injection?", &injection, "seed?", &seed, "seeds?", &given.seeds, "pipeline?", &pipeline}
	for _, p := range config.Params() {
		if p.Name == "drain" {
			break
		}
		pairs = append(pairs, p.Name+"?", p.Value)
	}
	if pairs = append(pairs, "selection?", &selection); trace != nil {
		pairs = append(pairs, "trace?", trace)
	}
	if err := c.Unpack(args, kwargs, pairs...); err != nil {
		return nil, err
	}
	if given.seeds < 1 || given.seeds > maxSeeds {
		return nil, c.BadArgf("seeds", "got %d, want 1 to %d", given.seeds, maxSeeds)
	}
	if err := stagesArg(&config, pipeline); err != nil {
		return nil, c.BadArg("pipeline", err)
	}
	config.Network, config.Seed, config.Drain = t.Network, uint64(seed), config.Cycles
	kinds := []string{"bernoulli", "periodic", "bursty"} // in the order of their numbers
	err := engine.OneOf(injection, kinds)
	if err != nil {
		return nil, c.BadArg("injection", err)
	}
	for kinds[config.Injection] != injection {
		config.Injection++
	}
	given.t = t
	if given.algorithm, given.own, err = algorithmArg(c, t, routing, selection, &config); err != nil {
		return nil, err
	}
	if config.Algorithm, err = given.algorithm(); err != nil { // for its cost
		return nil, c.Wrap(err)
	}
	config.Traffic = sim.Uniform(t.Network, self)
	switch traffic {
	case starlark.None, starlark.String("uniform"), starlark.String("all"):
	default:
		var demands []route.Demand
		if demands, err = demandsArg(c, "traffic", t, traffic); err != nil {
			return nil, err
		}
		if config.Traffic, err = sim.Weighted(t.Network, demands); err != nil {
			return nil, c.Wrap(err)
		}
	}
	if trace != nil && *trace != starlark.None {
		if traffic != starlark.None {
			return nil, c.BadArgf("traffic", "got %s and a trace, want one of them", dialect.ShortText(traffic))
		}
		err = traceArg(c, t, &config, *trace)
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
			return fmt.Errorf("got %s, want 0 to 1024", dialect.ShortText(v))
		}
		*stage = x
	}
	return nil
}

// algorithmArg returns what makes the algorithm of a routing, and whether that is a function of the cell.
func algorithmArg(c *engine.Call, t *network, routing starlark.Value, selection string, config *sim.Config) (algorithm func() (sim.Algorithm, error), own bool, err error) {
	if err := engine.OneOf(selection, []string{"random", "room"}); err != nil {
		return nil, false, c.BadArg("selection", err)
	}
	vcs := config.VCs
	if name, ok := routing.(starlark.String); ok {
		if selection != "random" {
			return nil, false, c.BadArgf("selection", "got %q with routing %s, want a function as routing: %s chooses by itself", selection, string(name), string(name))
		}
		return func() (sim.Algorithm, error) { return sim.Named(t.Network, string(name), vcs) }, false, nil
	}
	r, err := routingOf(c, t, routing, nil)
	rule, _ := r.(*route.RuleRouting) // as routing is a function
	return func() (sim.Algorithm, error) { return sim.ByRule(t.Network, rule, selection == "room"), nil }, true, err
}

// traceArg takes a trace.
func traceArg(c *engine.Call, t *network, config *sim.Config, v starlark.Value) error {
	list, err := itemsOf(c, "trace", v)
	var packets []sim.Sending
	for i := 0; i < len(list) && err == nil; i++ {
		if i%1024 == 0 {
			if err = c.Reserve(1024 * 160); err != nil {
				return err
			}
		}
		if err = c.Tick(i, len(list)); err != nil {
			return err
		}
		packet := items(list[i])
		sending := sim.Sending{Flits: config.Packet}
		var ends [2]topology.Node
		if packet == nil || packet.Len() < 3 || packet.Len() > 4 {
			err = fmt.Errorf("got %s, want (cycle, source, destination) or (cycle, source, destination, flits)", dialect.ShortText(list[i]))
		} else if sending.Cycle, err = starlark.AsInt32(packet.Index(0)); err == nil && packet.Len() == 4 {
			sending.Flits, err = starlark.AsInt32(packet.Index(3))
		}
		if err != nil && packet != nil && packet.Len() > 2 {
			err = fmt.Errorf("got %s, want ints as cycle and flits", dialect.ShortText(list[i]))
		}
		for j := 0; j < 2 && err == nil; j++ {
			ends[j], err = t.node(packet.Index(1 + j))
		}
		if err != nil {
			return c.BadArg("trace", err)
		}
		sending.Message = route.Message{Source: ends[0], Dest: ends[1]}
		packets = append(packets, sending)
	}
	if err == nil {
		if config.Trace, err = sim.NewTrace(t.Network, packets); err != nil {
			return c.BadArg("trace", err)
		}
		config.Traffic, config.Warmup, config.Deliver, config.Drain = config.Trace.Traffic, 0, 0, 0
		config.Cycles += config.Trace.Last() + 1
	}
	return err
}

func builtinSimulate(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var offered engine.NumberArg
	var trace starlark.Value = starlark.None
	given, err := simArgs(c, args, kwargs, "load??", &offered, &trace)
	if err != nil {
		return nil, err
	}
	x := -1.0 // none, for a trace
	switch {
	case given.config.Trace == nil && offered.Value == nil:
		err = c.BadArgf("load", "got None, want a number, or a trace")
	case offered.Value == nil:
	case given.config.Trace != nil:
		err = c.BadArgf("load", "got %s and a trace, want one of them", dialect.ShortText(offered.Value))
	default:
		x, err = offered.Float()
	}
	if err == nil {
		err = c.Reserve(16*given.t.Size() + 1<<16)
	}
	if err != nil {
		return nil, err
	}
	if err = given.check(c, []float64{x}); err != nil {
		return nil, err
	}
	do := func(i int, progress func(done, total int) error) ([]float64, error) {
		s, err := given.run(x, i, progress)
		if err != nil {
			return nil, err
		}
		return append(measured(x, s), detail(s)...), nil
	}
	var runs [][]float64
	if given.seeds == 1 {
		var run []float64
		run, err = do(0, c.Progress)
		runs = [][]float64{run}
	} else if runs, err = c.Share(&engine.Work{Parts: given.seeds, Steps: given.cost([]float64{x}).Steps, Alone: given.own, Do: do}); err == nil {
		if runs = known(runs); len(runs) == 0 { // in a preview
			err = fmt.Errorf("no run is known yet")
		}
	}
	if err != nil {
		return nil, c.Wrap(err)
	}
	d := given.t.simPoint(meanOf(runs))
	channels, histogram := detailOf(given.t, runs)
	err = d.SetKey(starlark.String("channels"), channels)
	if err == nil {
		err = d.SetKey(starlark.String("histogram"), listOf(histogram, func(bar [2]int) starlark.Tuple {
			return starlark.Tuple{starlark.MakeInt(bar[0]), starlark.MakeInt(bar[1])}
		}))
	}
	return d, err
}

// simKeys are the keys of what simulate returns, in their order.
var simKeys = []string{"stable", "steady", "filled", "deadlock", "busiest", "load", "offered", "accepted", "latency", "network", "median", "p95", "p99", "routers", "hops", "makespan", "least_accepted", "fairness", "backlog",
	"least", "most", "utilization", "packets", "cycles", "interval", "accepted_interval"}

// Where things are in what a run has measured: the numbers of simKeys from load on, and then what belongs to the others.
const (
	atAccepted         = 2
	atLatency          = 3
	atHops             = 9 // from latency to it: of packets
	atBacklog          = 13
	atLeast            = 14
	atMost             = 15
	atUtilization      = 16
	atPackets          = 17
	atCycles           = 18
	atInterval         = 19
	atAcceptedInterval = 20
	atLeft             = 21 // measured packets that have not arrived
	atStable           = 22 // 1, 0, or -1 if nothing was measured
	atSteady           = 23 // the same
	atBusiest          = 24 // a channel, or -1
	atDeadlock         = 25 // how many channels wait for each other, and then which
)

// measured returns what a simulation has found, as numbers, which another worker can send; -1 is None.
func measured(load float64, s *sim.Sim) []float64 {
	st := s.Stats()
	carried := s.Utilization()
	busiest, most := -1.0, 0.0
	if c, ok := carried.Busiest(); ok {
		busiest, most = float64(c), carried.At(c)
	}
	truth := func(is, known bool) float64 {
		switch {
		case !known:
			return -1
		case is:
			return 1
		}
		return 0
	}
	makespan := -1.0
	if s.Trace != nil && st.Left == 0 {
		makespan = float64(st.Last)
	}
	x := []float64{load, st.Offered, st.Accepted, st.Latency, st.Network, float64(s.Percentile(50)), float64(s.Percentile(95)), float64(s.Percentile(99)), st.Routers, st.Hops, makespan, st.LeastAccepted, st.Fairness, float64(st.Backlog),
		float64(st.Least), float64(st.Most), most, float64(st.Packets), float64(st.Cycles), st.LatencyInterval, st.AcceptedInterval,
		float64(st.Left), truth(st.Stable, st.Packets > 0 || st.Left > 0 || st.Deadlock != nil || st.Full), truth(st.Steady, st.Judged), busiest, float64(len(st.Deadlock))}
	if st.Packets == 0 {
		x[atLeast], x[atMost] = -1, -1
		for i := atLatency; i <= atHops; i++ {
			x[i] = -1
		}
	}
	for _, c := range st.Deadlock {
		x = append(x, float64(c))
	}
	return x
}

// detail returns what simulate tells besides, which stands after what was measured: the flits per cycle of each channel,
// and then the latencies, with the packets that had each.
func detail(s *sim.Sim) []float64 {
	var x []float64
	carried := s.Utilization()
	for c := range 2 * s.Network.Size() {
		x = append(x, carried.At(topology.Channel(c)))
	}
	for _, bar := range s.Histogram() {
		x = append(x, float64(bar[0]), float64(bar[1]))
	}
	return x
}

// detailOf returns the mean of what channels carried in some runs, and the packets of all by latency.
func detailOf(t *network, runs [][]float64) (*load, [][2]int) {
	carried, count := make([]float64, 2*t.Size()), map[int]int{}
	var latencies []int
	for _, x := range runs {
		x = x[atDeadlock+1+int(x[atDeadlock]):]
		for c := range carried {
			carried[c] += x[c] / float64(len(runs))
		}
		for x = x[len(carried):]; len(x) > 0; x = x[2:] {
			latency := int(x[0])
			if count[latency] == 0 {
				latencies = append(latencies, latency)
			}
			count[latency] += int(x[1])
		}
	}
	sorting.Sort(latencies)
	var histogram [][2]int
	for _, latency := range latencies {
		histogram = append(histogram, [2]int{latency, count[latency]})
	}
	return &load{net: t, load: sim.Carried(t.Network, carried)}, histogram
}

// meanOf returns the means of what several runs have measured, which are unknown where one did not measure it: with intervals
// from the spread of the runs, the least and the most of all, and all their packets and cycles. It is stable and steady if all are.
func meanOf(runs [][]float64) []float64 {
	if len(runs) == 1 {
		return runs[0]
	}
	mean := append([]float64(nil), runs[0]...)
	column := make([]float64, len(runs))
	for i := 1; i < atDeadlock; i++ {
		none, sum := false, 0.0
		for j, x := range runs {
			column[j] = x[i]
			none = none || x[i] < 0
			sum += x[i]
		}
		middle, interval := sim.Mean(column)
		switch {
		case i == atStable || i == atSteady:
			if mean[i] = slices.Min(column); none && slices.Contains(column, 0) {
				mean[i] = 0
			}
		case i == atInterval || i == atAcceptedInterval: // known
		case i == atBusiest:
			for _, x := range runs {
				if x[atUtilization] == mean[atUtilization] {
					mean[i] = x[i]
				}
			}
		case none:
			mean[i] = -1
		case i == atLeast:
			mean[i] = slices.Min(column)
		case i == atMost || i == atUtilization:
			mean[i] = slices.Max(column)
		case i == atPackets || i == atCycles || i == atLeft:
			mean[i] = sum
		default:
			mean[i] = middle
		}
		switch {
		case i == atLatency && none:
			mean[atInterval] = -1
		case i == atLatency:
			mean[atInterval] = interval
		case i == atAccepted:
			mean[atAcceptedInterval] = interval
		}
	}
	for _, x := range runs {
		if x[atDeadlock] > 0 {
			return append(mean[:atDeadlock], x[atDeadlock:]...)
		}
	}
	return mean
}

// truthValue returns True, False or None.
func truthValue(x float64) starlark.Value {
	if x < 0 {
		return starlark.None
	}
	return starlark.Bool(x == 1)
}

// simPoint returns the dict of what a simulation has measured.
func (t *network) simPoint(x []float64) *starlark.Dict {
	values := []starlark.Value{truthValue(x[atStable]), truthValue(x[atSteady]), starlark.None, starlark.None, starlark.None}
	if x[atBusiest] >= 0 {
		values[4] = t.channelName(topology.Channel(x[atBusiest]))
	}
	switch waiting := int(x[atDeadlock]); {
	case waiting > 0:
		values[2] = starlark.String(fmt.Sprintf("%d channels wait for each other", waiting))
		values[3] = listOf(x[atDeadlock+1:][:waiting], func(c float64) starlark.String { return t.channelName(topology.Channel(c)) })
	case x[atStable] < 0:
		values[2] = starlark.String("no packet was made in the cycles that are measured")
	case x[atStable] == 0:
		values[2] = starlark.String(fmt.Sprintf("%d packets wait at their sources, and %d that were measured have not arrived, whose latency does not count; the busiest channel carries %s flits a cycle",
			int(x[atBacklog]), int(x[atLeft]), dialect.FormatFloat(x[atUtilization])))
	}
	for _, number := range x[:atLeft] {
		if number < 0 {
			values = append(values, starlark.None)
		} else {
			values = append(values, dialect.Number(number))
		}
	}
	d, _ := dictOf(simKeys, values...) // fails for another number of values only
	return d.(*starlark.Dict)
}
