package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
	"topobook/topology/sim"
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
		pairs = append(pairs, "trace?", trace, "record?", &config.Record)
	}
	if err := c.Unpack(args, kwargs, pairs...); err != nil {
		return nil, err
	}
	if config.Record < 0 || config.Record > 0 && given.seeds > 1 {
		return nil, c.BadArgf("record", "got %d with %d seeds, want 0 or a number of cycles, and one seed", config.Record, given.seeds)
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
	var record *sim.Record
	do := func(i int, progress func(done, total int) error) ([]float64, error) {
		s, err := given.run(x, i, progress)
		if err != nil {
			return nil, err
		}
		record = s.Recorded()
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
	if err == nil {
		err = d.SetKey(starlark.String("record"), recordValue(given, record))
	}
	return d, err
}
