package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/family"
)

// sidesBuiltins returns the builtins that make tori and meshes of unequal sides.
func sidesBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "torus_sides", Fn: sidesFn(func(sides []int) (topology.Definition, error) { return family.NewTorusSides(sides) })},
		{Name: "mesh_sides", Fn: sidesFn(func(sides []int) (topology.Definition, error) { return family.NewMeshSides(sides) })},
	}
}

// sidesFn returns the function of a builtin that makes a network of a list of sides.
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
				return nil, c.BadArgf("sides", "got %s, want ints from 2 to %d", dialect.ShortText(item), topology.MaxNodes)
			}
			if sides = append(sides, side); len(sides) > 64 {
				break // too many in any case
			}
		}
		def, err := build(sides)
		return buildNetwork(c, def, err)
	}
}
