package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/limit"
	"topobook/topology/sim"
)

// Bounds of a sweep: points, and runs of each.
const (
	maxLoads = 200
	maxSeeds = 100
)

// check returns an error if simulations at these loads cost too much.
func (given *simulation) check(c *engine.Call, loads []float64) error {
	return given.cost(loads).Check(fmt.Sprintf("%s: %v", c.Name, given.t), "fewer cycles or loads, or a smaller network")
}

// cost estimates what simulations at some loads take.
func (given *simulation) cost(loads []float64) (cost limit.Cost) {
	config := given.config
	for _, config.Load = range loads {
		point := config.Cost()
		cost.Steps += point.Steps * float64(given.seeds)
		cost.Bytes = max(cost.Bytes, point.Bytes)
	}
	return cost
}

// run runs the simulation at a load, the i-th time.
func (given *simulation) run(load float64, i int, progress topology.Progress) (*sim.Sim, error) {
	config := given.config
	config.Load = load
	config.Seed += uint64(i)
	var err error
	if config.Algorithm, err = given.algorithm(); err != nil {
		return nil, err
	}
	s, err := sim.New(config)
	if err == nil {
		err = s.Run(progress)
	}
	return s, err
}

func builtinSweep(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Value
	given, err := simArgs(c, args, kwargs, "loads", &list, nil)
	if err != nil {
		return nil, err
	}
	items, err := itemsOf(c, "loads", list)
	if err == nil && len(items) > maxLoads {
		err = c.BadArgf("loads", "got %d, want at most %d", len(items), maxLoads)
	}
	if err != nil {
		return nil, err
	}
	loads := make([]float64, len(items))
	for i, item := range items {
		var load engine.NumberArg
		if err = load.Unpack(item); err == nil {
			loads[i], err = load.Float()
		}
		if err != nil {
			return nil, c.BadArg("loads", err)
		}
	}
	if err := c.Reserve(4096 * len(loads) * given.seeds); err != nil {
		return nil, err
	}
	if err := given.check(c, loads); err != nil {
		return nil, err
	}
	seeds := given.seeds
	parts, err := c.Share(&engine.Work{Parts: len(loads) * seeds, Steps: given.cost(loads).Steps, Alone: given.own, Do: func(i int, progress func(done, total int) error) ([]float64, error) {
		s, err := given.run(loads[i/seeds], i%seeds, progress)
		if err != nil {
			return nil, err
		}
		return measured(loads[i/seeds], s), nil
	}})
	if err != nil {
		return nil, c.Wrap(err)
	}
	var points []starlark.Value
	for i := 0; i < len(parts); i += seeds {
		if runs := known(parts[i : i+seeds]); len(runs) > 0 {
			points = append(points, given.t.simPoint(meanOf(runs)))
		}
	}
	return starlark.NewList(points), nil
}

// known returns the parts that are not still to come.
func known(parts [][]float64) (list [][]float64) {
	for _, x := range parts {
		if x != nil {
			list = append(list, x)
		}
	}
	return list
}
