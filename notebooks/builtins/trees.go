package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// treesBuiltins returns the builtins about trees on common leaves, and what their faults do.
func treesBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "tree_order", Fn: builtinTreeOrder},
		{Name: "labelling_classes", Fn: builtinLabellingClasses},
		{Name: "m_sense_conflict", Fn: builtinMSenseConflict},
		{Name: "improve_labelling", Fn: builtinImproveLabelling},
		{Name: "disconnecting_sets", Fn: builtinDisconnectingSets},
		{Name: "single_faults", Fn: builtinSingleFaults},
		{Name: "minimal_path_counts", Fn: builtinMinimalPathCounts},
	}
}

func builtinTreeOrder(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var tree, height int
	t, err := oneNetwork(c, args, kwargs, "tree", &tree, "height?", &height)
	if err == nil {
		err = chargeNodes(c, t, 16)
	}
	if err != nil {
		return nil, err
	}
	order, err := topology.TreeOrder(t.Network, tree, height)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return addressList(c, t, order)
}

func builtinLabellingClasses(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var m, n int
	if err := c.Unpack(args, kwargs, "m", &m, "n", &n); err != nil {
		return nil, err
	}
	classes, err := family.LabellingClasses(m, n)
	if err != nil {
		return nil, err // begins with the call
	}
	return c.List(len(classes), 64+40*len(classes[0]), func(i int) (starlark.Value, error) { return intList(classes[i]), nil })
}

func builtinMSenseConflict(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err == nil {
		err = chargeNodes(c, t, 32)
	}
	if err != nil {
		return nil, err
	}
	a, b, ok, err := measure.MSenseConflict(t.Network, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	if !ok {
		return starlark.None, nil
	}
	return starlark.Tuple{t.address(a), t.address(b)}, nil
}

func builtinImproveLabelling(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	search := measure.LabellingSearch{Tries: 1000}
	seed, objective, among := int64(1), "average", amongArg{measure.Processors}
	t, err := oneNetwork(c, args, kwargs, "tries?", &search.Tries, "seed?", &seed, "objective?", &objective, "among?", &among, "father?", &search.Father)
	if err == nil {
		err = engine.OneOf(objective, []string{"average", "diameter"})
		if err == nil && search.Tries < 1 {
			err = fmt.Errorf("got %d tries, want at least 1", search.Tries)
		}
		if err != nil {
			err = c.Wrap(err)
		}
	}
	if err == nil {
		err = chargeNodes(c, t, 64+t.Order()/4)
	}
	if err != nil {
		return nil, err
	}
	search.Seed, search.Among, search.ByAverage = uint64(seed), among.Among, objective == "average"
	found, err := measure.ImproveLabelling(t.Network, search, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return dictOf([]string{"sequence", "diameter", "total", "far", "tried"}, intList(found.Sequence),
		starlark.MakeInt(found.Diameter), starlark.MakeInt64(found.Total), starlark.MakeInt64(found.Far), starlark.MakeInt(found.Tried))
}

// failing unpacks a network, which nodes fail, and among which nodes this matters; then further
// parameters. It charges for a search.
func failing(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (t *network, nodes []topology.Node, among measure.Among, err error) {
	var kind string
	var arg amongArg
	if t, err = oneNetwork(c, args, kwargs, append(more, "kind??", &kind, "among?", &arg)...); err != nil {
		return nil, nil, 0, err
	}
	if kind != "" {
		if err = engine.OneOf(kind, []string{"processor", "switch"}); err != nil {
			return nil, nil, 0, c.BadArg("kind", err)
		}
	}
	for u := range topology.Node(t.Order()) {
		if kind == "" || t.Kind(u).String() == kind {
			nodes = append(nodes, u)
		}
	}
	return t, nodes, arg.Among, chargeNodes(c, t, 192)
}

func builtinDisconnectingSets(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	f, limit := 2, 1000
	t, nodes, among, err := failing(c, args, kwargs, "f?", &f, "limit?", &limit)
	if err != nil {
		return nil, err
	}
	count, sets, err := measure.DisconnectingSets(t.Network, nodes, f, among, limit, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	list, err := c.List(len(sets), 64+32*f, func(i int) (starlark.Value, error) {
		set := make(starlark.Tuple, f)
		for j, u := range sets[i] {
			set[j] = t.address(u)
		}
		return set, nil
	})
	if err != nil {
		return nil, err
	}
	return dictOf([]string{"count", "sets"}, starlark.MakeInt64(count), list)
}

func builtinSingleFaults(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, nodes, among, err := failing(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	faults, err := measure.SingleFaults(t.Network, nodes, among, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return c.List(len(faults), 512, func(i int) (starlark.Value, error) {
		f := faults[i]
		total, pairs := f.Total(false)
		return dictOf([]string{"node", "alike", "total", "pairs", "unreachable", "diameter"}, t.address(f.Node), starlark.MakeInt(f.Alike),
			starlark.MakeInt64(total), starlark.MakeInt64(pairs), starlark.MakeInt64(f.Unreachable), starlark.MakeInt(f.Diameter()))
	})
}

func builtinMinimalPathCounts(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, err := oneNode(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 96); err != nil {
		return nil, err
	}
	counts, err := route.CountMinimalPathsFrom(t.Network, a, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return c.List(len(counts), 32, func(i int) (starlark.Value, error) { return starlark.MakeBigInt(counts[i]), nil })
}
