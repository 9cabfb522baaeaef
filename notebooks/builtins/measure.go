package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
)

// measureWords returns the words that measure networks.
func measureWords() []engine.Builtin {
	return []engine.Builtin{
		{
			Name: "order", Group: "Measures", Signature: "order(t)",
			Doc: "Returns the number of nodes of t.", Example: `order(kary_ntree(4, 2))`, Fn: intOf((*topology.Network).Order),
		},
		{
			Name: "size", Group: "Measures", Signature: "size(t)",
			Doc: "Returns the number of links of t; a link is two channels.", Example: `size(kary_ntree(4, 2))`, Fn: intOf((*topology.Network).Size),
		},
		{
			Name: "degree", Group: "Measures", Signature: "degree(t)",
			Doc: "Returns the degree of t: the most links at a node.", Example: `degree(kary_ntree(4, 2))`, Fn: intOf(measure.MaxDegree),
		},
		{
			Name: "degrees", Group: "Measures", Signature: "degrees(t, level=None)",
			Doc:     "Returns the degrees that occur in t, or at one level of it (an int), each once, in increasing order.",
			Example: `degrees(kary_ntree(4, 2), level=0)`, Fn: wordDegrees,
		},
		{
			Name: "is_isomorphic", Group: "Measures", Signature: "is_isomorphic(a, b)",
			Doc: "Returns True if the networks a and b are the same graph but for the names of nodes; kinds, ports and labels do not count. " +
				"By color refinement and search (McKay and Piperno, 2014).",
			Example: `is_isomorphic(hypercube(2), ring(4))`, Fn: wordIsIsomorphic,
		},
		{
			Name: "isomorphism", Group: "Measures", Signature: "isomorphism(a, b)",
			Doc: "Returns a dict from the addresses of the network a to those of b under which links go to links, or None if there is none. " +
				"Kinds, ports and labels do not count.",
			Example: `isomorphism(hypercube(2), ring(4))`, Fn: wordIsomorphism,
		},
		{
			Name: "is_fat_tree", Group: "Measures", Signature: "is_fat_tree(t, roots)",
			Doc: "Returns True if t with the given list of root nodes is a fat-tree by Definition 2.1 of Petrini and Vanneschi (1997), as it is written: " +
				"if its nodes can be given two colors such that links join different colors and all roots have one color.",
			Example: `is_fat_tree(ring(4), ["0", "2"])`, Fn: wordIsFatTree,
		},
		{
			Name: "fat_tree_depth", Group: "Measures", Signature: "fat_tree_depth(t, roots)",
			Doc: "Returns how many steps of the recursion of Definition 2.1 of Petrini and Vanneschi (1997) build t with the given list of root nodes, " +
				"if every step takes all roots off; or None if that does not end with single nodes.",
			Example: `fat_tree_depth(kary_ntree(2, 3), nodes(kary_ntree(2, 3), level=0))`, Fn: wordFatTreeDepth,
		},
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

func wordDegrees(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		return nil, c.BadArg("level", fmt.Errorf("got %s, want int", dialect.ShortText(level)))
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

func wordIsIsomorphic(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	_, _, iso, err := matchNetworks(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(iso != nil), nil
}

func wordIsomorphism(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordIsFatTree(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, roots, err := networkAndRoots(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	ok, _ := measure.IsFatTree(t.Network, roots)
	return starlark.Bool(ok), nil
}

func wordFatTreeDepth(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
