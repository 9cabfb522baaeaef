package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
)

// measureBuiltins returns the builtins that measure networks.
func measureBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "order", Fn: intOf((*topology.Network).Order)},
		{Name: "size", Fn: intOf((*topology.Network).Size)},
		{Name: "degree", Fn: intOf(measure.MaxDegree)},
		{Name: "degrees", Fn: builtinDegrees},
		{Name: "is_isomorphic", Fn: builtinIsIsomorphic},
		{Name: "isomorphism", Fn: builtinIsomorphism},
		{Name: "is_fat_tree", Fn: builtinIsFatTree},
		{Name: "fat_tree_depth", Fn: builtinFatTreeDepth},
	}
}

// oneNetwork unpacks a network, and then the further parameters.
func oneNetwork(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (t *network, err error) {
	err = c.Unpack(args, kwargs, append([]any{"t", &t}, more...)...)
	return t, err
}

// intOf returns the function of a builtin that is an int of a network.
func intOf(measure func(*topology.Network) int) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		t, err := oneNetwork(c, args, kwargs)
		if err != nil {
			return nil, err
		}
		return starlark.MakeInt(measure(t.Network)), nil
	}
}

func builtinDegrees(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var level starlark.Value = starlark.None
	t, err := oneNetwork(c, args, kwargs, "level?", &level)
	if err != nil {
		return nil, err
	}
	if level == starlark.None {
		return listOf(measure.Degrees(t.Network), starlark.MakeInt), nil
	}
	wanted, err := starlark.AsInt32(level)
	if err != nil {
		return nil, c.BadArgf("level", "got %s, want int", dialect.ShortText(level))
	}
	return listOf(measure.DegreesAt(t.Network, wanted), starlark.MakeInt), nil
}

// listOf returns a list of values made from xs.
func listOf[X any, V starlark.Value](xs []X, value func(X) V) *starlark.List {
	list := make([]starlark.Value, len(xs))
	for i, x := range xs {
		list[i] = value(x)
	}
	return starlark.NewList(list)
}

// matchNetworks unpacks two networks and returns an isomorphism, nil if there is none.
func matchNetworks(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (a, b *network, iso []topology.Node, err error) {
	if err = c.Unpack(args, kwargs, "a", &a, "b", &b); err != nil {
		return nil, nil, nil, err
	}
	if err = chargeNodes(c, a, 256); err != nil {
		return nil, nil, nil, err
	}
	iso, err = measure.Isomorphism(a.Network, b.Network, c.Progress)
	return a, b, iso, err
}

func builtinIsIsomorphic(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	_, _, iso, err := matchNetworks(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(iso != nil), nil
}

func builtinIsomorphism(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	a, b, iso, err := matchNetworks(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if iso == nil {
		return starlark.None, nil
	}
	d := starlark.NewDict(len(iso))
	for u, v := range iso {
		if err := d.SetKey(a.address(topology.Node(u)), b.address(v)); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// networkAndRoots unpacks a network and a list of its nodes.
func networkAndRoots(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (*network, []topology.Node, error) {
	var list starlark.Value
	t, err := oneNetwork(c, args, kwargs, "roots", &list)
	if err != nil {
		return nil, nil, err
	}
	roots, err := nodesArg(c, "roots", t, list)
	return t, roots, err
}

func builtinIsFatTree(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, roots, err := networkAndRoots(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	ok, _ := measure.IsFatTree(t.Network, roots)
	return starlark.Bool(ok), nil
}

func builtinFatTreeDepth(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, roots, err := networkAndRoots(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	depth, err := measure.FatTree(t.Network, roots)
	if err != nil {
		return starlark.None, nil // the reason is for Go callers; a cell asks whether
	}
	return starlark.MakeInt(depth), nil
}
