package notebooks

import (
	"go.starlark.net/starlark"

	"topobook/topology"
)

// Evaluate returns the value of one expression, in which every word may stand. Pause, which may be
// nil, is called now and then; an error of its stops the evaluation.
func Evaluate(expression string, pause func(Progress) error) (starlark.Value, error) {
	const id = "expression"
	kernel := New(&Document{Meta: Meta{Slug: id}, Cells: []Cell{{ID: id, Source: expression, Inline: true}}}, Vocabulary())
	if err := kernel.Run(RunOptions{Pause: pause}); err != nil {
		return nil, err
	}
	result := kernel.Outputs()[0]
	if result.Err != nil {
		return nil, result.Err
	}
	return result.value, nil
}

// AsNetwork returns the network that v is, and whether it is one.
func AsNetwork(v starlark.Value) (*topology.Network, bool) {
	net, ok := v.(*network)
	if !ok {
		return nil, false
	}
	return net.Network, true
}
