package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
)

// productWords returns the words that make a network of two.
func productWords() []engine.Builtin {
	return []engine.Builtin{
		{
			Name: "cartesian_product", Group: "Networks", Signature: "cartesian_product(a, b)",
			Doc: "Returns the Cartesian product of the networks a and b: a node for each pair of nodes x of a and y of b, linked " +
				"with the pairs of x's neighbors and y, and with those of x and y's neighbors. Its address is that of x, a semicolon " +
				"and that of y; its ports are those of x, then those of y; it is a processor if both are. " +
				fmt.Sprintf("Error: more than %d nodes or %d links. Source: Sabidussi, Graph Multiplication, 1960.", topology.MaxNodes, topology.MaxLinks),
			Example: `cartesian_product(ring(3), hypercube(1))`, Fn: wordCartesianProduct,
		},
	}
}

func wordCartesianProduct(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var a, b *network
	if err := c.Unpack(args, kwargs, "a", &a, "b", &b); err != nil {
		return nil, err
	}
	def, err := topology.NewProduct(a.Network, b.Network)
	return buildNetwork(c, def, err)
}
