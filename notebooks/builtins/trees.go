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

// treesWords returns the words about trees on common leaves, and what their faults do.
func treesWords() []engine.Builtin {
	const source = " Source: Menezes, The KYKLOS Multicomputer Network (1988), "
	const trees = "t, trees on common leaves such as kyklos"
	const failing = ` kind is "switch" or "processor", what alone fails, or None; among is "all" nodes or "processors" only.`
	return []engine.Builtin{
		{
			Name: "tree_order", Group: "Networks", Signature: "tree_order(t, tree, height=0)",
			Doc: "Returns the addresses of the nodes at a height above the leaves in a tree (an int from 1) of " + trees +
				", from left to right when that tree is drawn without crossings, child 0 leftmost; at height 0 that is its labelling sequence." + source + "section 2.3.",
			Example: `tree_order(kyklos(2, 2, 2, 3), 2)`, Fn: wordTreeOrder,
		},
		{
			Name: "labelling_classes", Group: "Networks", Signature: "labelling_classes(m, n)",
			Doc: "Returns the class leaders of all labelling sequences of an m-ary tree of height n, as lists of ints: one of each class of equivalent ones." +
				fmt.Sprintf(" Error: more than %d classes, as for all but (2, 1) to (2, 3), (3, 2) and (m, 1).", family.MaxLabellingClasses) + source + "appendix A.2.",
			Example: `len(labelling_classes(2, 3))`, Fn: wordLabellingClasses,
		},
		{
			Name: "m_sense_conflict", Group: "Measures", Signature: "m_sense_conflict(t)",
			Doc: "Returns the first two processors of " + trees + " of height n, as a tuple of addresses, that are near in two of the trees: distances that add up to 2n or less. " +
				"It is None if t is m-sense optimal. By trying all pairs." + source + "Definition 2.2.",
			Example: `m_sense_conflict(kyklos(1, 2, 2, 3))`, Fn: wordMSenseConflict,
		},
		{
			Name: "improve_labelling", Group: "Networks", Signature: `improve_labelling(t, tries=1000, seed=1, objective="average", among="processors", father=False)`,
			Doc: "Looks for a better labelling sequence of the last tree of " + trees + `, by exchanging two labels at random, so many tries in all. objective is "average" distance, ` +
				`or "diameter" and then the fewest pairs that far apart; among is "all" nodes or "processors" only; father adds a node linked to all roots. Returns a dict of "sequence", the best found, ` +
				`its "diameter", "total" (the sum of distances over ordered pairs) and "far" (the pairs at the diameter), and "tried", when it was found.`,
			Example: `improve_labelling(kyklos(1, 2, 2, 3), tries=100)["total"]`, Fn: wordImproveLabelling,
		},
		{
			Name: "disconnecting_sets", Group: "Measures", Signature: `disconnecting_sets(t, f=2, kind=None, among="all", limit=1000)`,
			Doc: `Returns a dict of "count", the number of sets of f nodes whose loss parts two nodes that are left, and "sets", the first of them as tuples of addresses, at most limit.` + failing +
				" By depth-first searches for articulation points (Hopcroft and Tarjan, 1973).",
			Example: `disconnecting_sets(kyklos(2, 2, 2, 3), kind="switch", among="processors")["count"]`, Fn: wordDisconnectingSets,
		},
		{
			Name: "single_faults", Group: "Measures", Signature: `single_faults(t, kind=None, among="all")`,
			Doc: "Returns what distances are left after the loss of each one node, as a list of dicts: " + `"node", the address; "alike", how many nodes do the same by symmetry, itself included, which are not listed; ` +
				`"total", the sum of the distances over ordered pairs; "pairs", their number without self pairs and those without a path; "unreachable", the latter; and "diameter".` + failing,
			Example: `single_faults(kyklos(2, 2, 2, 3), kind="switch", among="processors")`, Fn: wordSingleFaults,
		},
		{
			Name: "minimal_path_counts", Group: "Routing", Signature: "minimal_path_counts(t, a)",
			Doc:     "Returns the number of shortest paths from the node a to each node of t, in the order of nodes(t), as exact ints: 1 for a itself, 0 where there is no path.",
			Example: `minimal_path_counts(hypercube(3), "0,0,0")`, Fn: wordMinimalPathCounts,
		},
	}
}

func wordTreeOrder(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var tree, height int
	t, err := oneNetwork(c, args, kwargs, "tree", &tree, "height?", &height)
	if err == nil {
		err = chargeNodes(c, t, 16)
	}
	if err != nil {
		return nil, err
	}
	order, err := family.TreeOrder(t.Network, tree, height)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return addressList(c, t, order)
}

func wordLabellingClasses(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordMSenseConflict(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordImproveLabelling(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordDisconnectingSets(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordSingleFaults(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		total, pairs := f.Average(false)
		return dictOf([]string{"node", "alike", "total", "pairs", "unreachable", "diameter"}, t.address(f.Node), starlark.MakeInt(f.Alike),
			starlark.MakeInt64(total), starlark.MakeInt64(pairs), starlark.MakeInt64(f.Unreachable), starlark.MakeInt(f.Diameter()))
	})
}

func wordMinimalPathCounts(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
