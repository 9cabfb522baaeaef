package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
)

func builtinCartesianProduct(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var a, b *network
	if err := c.Unpack(args, kwargs, "a", &a, "b", &b); err != nil {
		return nil, err
	}
	def, err := topology.NewProduct(a.Network, b.Network)
	return buildNetwork(c, def, err)
}
