package notebooks

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/topology"
	"topobook/topology/sim"
)

// maxLoads bounds the points of a sweep.
const maxLoads = 200

// run runs the simulation at some loads.
func (given *simulation) run(word string, c *Call, loads []float64, use func(load float64, s *sim.Sim) error) (err error) {
	config := given.config
	cost := topology.Cost{}
	for _, config.Load = range loads {
		point := config.Cost()
		cost.Steps += point.Steps
		cost.Bytes = max(cost.Bytes, point.Bytes)
	}
	if err := cost.Check(fmt.Sprintf("%s: %v", word, config.Network), "fewer cycles or loads, or a smaller network"); err != nil {
		return err
	}
	if err := c.Progress(0, 0); err != nil {
		return err
	}
	for i, load := range loads {
		config.Load = load
		var s *sim.Sim
		if config.Algorithm, err = given.algorithm(); err == nil {
			s, err = sim.New(config)
		}
		if err == nil {
			err = s.Run(func(done, total int) error { return c.Progress(i*total+done, len(loads)*total) })
		}
		if err == nil {
			err = use(load, s)
		}
		if err != nil {
			return inWord(word, err)
		}
	}
	return nil
}

func wordSweep(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	const word = "sweep"
	var list starlark.Value
	given, err := simArgs(word, c, args, kwargs, "loads", &list)
	if err != nil {
		return nil, err
	}
	items, err := itemsOf(word, "loads", c, list)
	if err == nil && len(items) > maxLoads {
		err = badArg(word, "loads", fmt.Errorf("got %d, want at most %d", len(items), maxLoads))
	}
	if err != nil {
		return nil, err
	}
	loads := make([]float64, len(items))
	for i, item := range items {
		var load numberArg
		if err = load.Unpack(item); err == nil {
			loads[i], err = load.float()
		}
		if err != nil {
			return nil, badArg(word, "loads", err)
		}
	}
	if err := c.pay(word, 4096*len(loads)); err != nil {
		return nil, err
	}
	var points []starlark.Value
	err = given.run(word, c, loads, func(load float64, s *sim.Sim) error {
		d, err := given.t.simStats(load, s)
		points = append(points, d)
		return err
	})
	return starlark.NewList(points), err
}
