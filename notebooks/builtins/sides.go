package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/family"
)

// sidesWords returns the words that make tori and meshes of unequal sides.
func sidesWords() []engine.Builtin {
	const sides = "The address of a processor has a digit below each of the sides, a list of ints from 2 on, that of dimension 0 first. " +
		"Error: no side, or one below 2, or too many nodes or links. Source: Dally and Towles, Principles and Practices of Interconnection Networks, 2004, ch. 5."
	return []engine.Builtin{
		{
			Name: "torus_sides", Group: "Networks", Signature: "torus_sides(sides)",
			Doc:     "Returns the torus with the given sides: processors are linked where their addresses differ by 1, modulo the side, in one digit. " + sides,
			Example: `torus_sides([4, 3, 2])`,
			Fn:      sidesFn(func(sides []int) (topology.Definition, error) { return family.NewTorusSides(sides) }),
		},
		{
			Name: "mesh_sides", Group: "Networks", Signature: "mesh_sides(sides)",
			Doc:     "Returns the mesh with the given sides: processors are linked where their addresses differ by 1 in one digit. " + sides,
			Example: `mesh_sides([4, 3, 2])`,
			Fn:      sidesFn(func(sides []int) (topology.Definition, error) { return family.NewMeshSides(sides) }),
		},
	}
}

// sidesFn returns the function of a word that makes a network of a list of sides.
func sidesFn(build func([]int) (topology.Definition, error)) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var list starlark.Iterable
		if err := c.Unpack(args, kwargs, "sides", &list); err != nil {
			return nil, err
		}
		var sides []int
		for item := range starlark.Elements(list) {
			side, err := starlark.AsInt32(item)
			if err != nil {
				return nil, c.BadArg("sides", fmt.Errorf("got %s, want ints from 2 to %d", dialect.ShortText(item), topology.MaxNodes))
			}
			if sides = append(sides, side); len(sides) > 64 {
				break // too many in any case
			}
		}
		def, err := build(sides)
		return buildNetwork(c, def, err)
	}
}
