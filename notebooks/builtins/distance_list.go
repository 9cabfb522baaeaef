package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology/measure"
)

func builtinDistanceMatrix(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var among amongArg
	var routing routingArg
	t, err := oneNetwork(c, args, kwargs, "among?", &among, "routing?", &routing)
	if err != nil {
		return nil, err
	}
	rows := t.Order()
	if processors := len(t.Processors()); among.Among == measure.Processors || routing != "" {
		rows = processors
	} else if among.Among == measure.Switches {
		rows -= processors
	}
	if rows > maxMatrix {
		return nil, c.Errorf("%v: has %d rows, want at most %d", t, rows, maxMatrix)
	}
	if err := c.Reserve(rows * rows * 20); err != nil {
		return nil, err
	}
	var matrix [][]int32
	if routing == "" {
		matrix, err = measure.DistanceMatrix(t.Network, among.Among, c.Progress)
	} else {
		matrix, err = routing.distances(c, t, t.Processors(), t.Processors())
	}
	if err != nil {
		return nil, c.Wrap(err)
	}
	return listOf(matrix, func(row []int32) *starlark.List {
		return listOf(row, func(d int32) starlark.Value { return intUnless(int(d), -1) })
	}), nil
}

func builtinComponents(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 64); err != nil {
		return nil, err
	}
	return nodeLists(c, t, measure.Components(t.Network))
}
