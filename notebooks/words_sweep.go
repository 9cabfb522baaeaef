package notebooks

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/topology"
	"topobook/topology/sim"
)

// maxLoads bounds the points of a sweep.
const maxLoads = 200

// check returns an error if simulations at these loads cost too much.
func (given *simulation) check(word string, loads []float64) error {
	return given.cost(loads).Check(fmt.Sprintf("%s: %v", word, given.t), "fewer cycles or loads, or a smaller network")
}

// cost estimates what simulations at some loads take.
func (given *simulation) cost(loads []float64) (cost topology.Cost) {
	config := given.config
	for _, config.Load = range loads {
		point := config.Cost()
		cost.Steps += point.Steps
		cost.Bytes = max(cost.Bytes, point.Bytes)
	}
	return cost
}

// run runs the simulation at a load.
func (given *simulation) run(load float64, progress sim.Progress) (*sim.Sim, error) {
	config := given.config
	config.Load = load
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
	if err := given.check(word, loads); err != nil {
		return nil, err
	}
	parts, err := c.share(&Work{Parts: len(loads), Steps: given.cost(loads).Steps, Alone: given.own, Do: func(i int, progress func(done, total int) error) ([]float64, error) {
		s, err := given.run(loads[i], progress)
		if err != nil {
			return nil, err
		}
		return measured(loads[i], s), nil
	}})
	if err != nil {
		return nil, inWord(word, err)
	}
	var points []starlark.Value
	for _, x := range parts {
		if x != nil { // else it is still to come
			points = append(points, given.t.simPoint(x))
		}
	}
	return starlark.NewList(points), nil
}
