package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
)

// Evaluate returns the value of one expression, in which every builtin may stand. Pause, which may be
// nil, is called now and then; an error of its stops the evaluation.
func Evaluate(expression string, pause func(engine.Progress) error) (starlark.Value, error) {
	const id = "expression"
	kernel := engine.New(&engine.Document{Meta: engine.Meta{Slug: id}, Cells: []engine.Cell{{ID: id, Source: expression, Inline: true}}}, All())
	if err := kernel.Run(engine.RunOptions{Pause: pause}); err != nil {
		return nil, err
	}
	result := kernel.Outputs()[0]
	if result.Err != nil {
		return nil, result.Err
	}
	return result.Value, nil
}

// AsNetwork returns the network that v is, and whether it is one.
func AsNetwork(v starlark.Value) (*topology.Network, bool) {
	net, ok := v.(*network)
	if !ok {
		return nil, false
	}
	return net.Network, true
}
