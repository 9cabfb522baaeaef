package builtins

import (
	"fmt"
	"iter"
	"slices"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
)

// maxPaths bounds the paths that a word lists.
const maxPaths = 10000

// routeWords returns the words that find paths.
func routeWords() []engine.Builtin {
	const path = " A path has the attributes nodes, labels, ports, levels, phases, hops, passthroughs and excursions."
	return []engine.Builtin{
		{
			Name: "routings", Group: "Routing", Signature: "routings(t, faults=False)",
			Doc: "Returns the names of the routing algorithms that work on t. On every network: random draws each hop uniformly from those that lead closer, as ECMP does, " +
				"minimal draws a path uniformly from all shortest paths, and first takes the lowest port that leads closer. " +
				"dor (tori, meshes, hypercubes, rings) goes in dimension order, the shorter way round, by +1 in case of a tie. " +
				"levels (pruned tori) walks along the intact dimensions no farther than to nodes with links in each dimension to correct: a shortest path. " +
				"dst, src, straight and dst-straight (k-ary n-trees) ascend by the next digit of the destination or of the source, or by the digit itself of the source or of the destination. " +
				"Trees on common leaves: tree_1, tree_2 and so on stay in one tree, m in one where the path is shortest; p takes the shortest paths with the fewest " +
				"passthroughs (processors where a path changes trees), modified_p those whose highest switch is lowest; h goes half-way up each of two trees (a third of three), and slice_l up to " +
				"height l of the first and n-l of the second, in either order, where that reaches every processor; all paths of a pair are equally probable. " +
				"On KYKLOS-II they are M-II, P-II, modified P-II and H-II of Menezes (1988), ch. 3 and 4. " +
				"With faults=True, those that a mikant, clos_ntree or kary_ntree has where switches may be broken. alg1 (Li and Chu's Algorithm 1) ascends by the digit of the destination at the level of the switch, and descends; " +
				"alg1_literal is as printed: it compares all digits, and descends by the digit of the level above. one_port (their Algorithm 2) takes the next port, modulo k, where the one up or across is broken; " +
				"one_port_strict not where only one leads on. all_port tries all ports up in turn: our guess at a lost third algorithm. go_back returns from a dead end to where another port up avoids it, " +
				"go_back_dfs one hop: our reconstructions of an algorithm of which a title is left. minimal_path and connected are bounds that know all faults: a path as short as without them, and any path.",
			Example: `routings(kary_ntree(2, 3))`, Fn: wordRoutings,
		},
		{
			Name: "route", Group: "Routing", Signature: `route(t, a, b, routing="random", seed=1, faults=[])`,
			Doc: "Returns a path from the node a to the node b, a shortest one but for some routings in trees on common leaves, as the routing of that name finds it; routings(t) lists them. seed (an int) matters if it draws at random. " +
				"faults are broken nodes and links, a list or a dict as random_faults makes it; attempt(t, a, b, ...) tells what each routing does then, and what becomes of a message that is not delivered, which is an error here." +
				path + " " + ruleDoc + "rule(here, dest, came, broken) gets a list of the broken neighbors too. Error: no path; a switch where a routing works between processors only.",
			Example: `route(kary_ntree(4, 3), "0,3,1", (2, 0, 0), routing="dst")`, Fn: wordRoute,
		},
		{
			Name: "minimal_paths", Group: "Routing", Signature: "minimal_paths(t, a, b, limit=64)",
			Doc: "Returns the shortest paths from the node a to the node b, at most limit of them, in the order of their ports." +
				path + fmt.Sprintf(" Error: a limit not from 1 to %d.", maxPaths),
			Example: `minimal_paths(kary_ntree(2, 2), "0,0", "1,1")`, Fn: wordMinimalPaths,
		},
		{
			Name: "count_minimal_paths", Group: "Routing", Signature: "count_minimal_paths(t, a, b)",
			Doc:     "Returns the number of shortest paths from the node a to the node b, as an exact int; 0 if there is no path.",
			Example: `count_minimal_paths(hypercube(5), "0,0,0,0,0", "1,1,1,1,1")`, Fn: wordCountMinimalPaths,
		},
		{
			Name: "nearest_common_ancestors", Group: "Routing", Signature: "nearest_common_ancestors(t, a, b)",
			Doc: "Returns the addresses of the nodes, farthest from the roots, from which one can descend both to the node a and to the node b. " +
				"Error: a network without levels.",
			Example: `nearest_common_ancestors(kary_ntree(2, 3), "0,0,0", "0,1,1")`, Fn: wordNearestCommonAncestors,
		},
		{
			Name: "descending_paths", Group: "Routing", Signature: "descending_paths(t, a, b, limit=1024)",
			Doc: "Returns the paths from the node a to the node b on which every hop descends, away from the roots, at most limit of them, in the order of their ports." +
				path + fmt.Sprintf(" Error: a network without levels; a limit not from 1 to %d.", maxPaths),
			Example: `descending_paths(kary_ntree(2, 3), "0,0@0", "1,0,1")`, Fn: wordDescendingPaths,
		},
		{
			Name: "dependency_cycle", Group: "Routing", Signature: `dependency_cycle(t, routing="minimal", faults=[])`,
			Doc: "Returns a cycle of the channel dependency graph of all routes between processors, as a list of channels a>b, or an empty list if there is none: " +
				`then messages cannot block each other forever. routing is one of routings(t); minimal takes all shortest paths. ` + ruleDoc +
				"The graph then has a node for each virtual channel that the rule names, and a message waits for any that it may take: of an adaptive rule with an escape, look at the escape alone. rule(here, dest, came, broken) gets the broken neighbors too. " + `faults are broken nodes and links: routings of routings(t, faults=True) do what they do then, random, minimal and first take what is left. Source: Dally and Seitz, 1987.`,
			Example: `dependency_cycle(ring(5), routing="minimal")`, Fn: wordDependencyCycle,
		},
		{
			Name: "rearrange", Group: "Routing", Signature: "rearrange(t, permutation)",
			Doc: "Returns a path for each message of a permutation on a k-ary n-tree such that no two share a channel. permutation is a list of pairs (source, destination), " +
				"or the name of one; each processor may send and receive at most once. By edge coloring (König 1916, Beneš 1965)." + path,
			Example: `rearrange(kary_ntree(2, 2), "bit_reversal")`, Fn: wordRearrange,
		},
	}
}

func wordRoutings(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	faults := false
	t, err := oneNetwork(c, args, kwargs, "faults?", &faults)
	if err != nil {
		return nil, err
	}
	if faults {
		return listOf(route.FaultRoutings(t.Network), func(r *route.FaultRouting) starlark.String { return starlark.String(r.Name()) }), nil
	}
	return listOf(route.Routings(t.Network), func(r route.Routing) starlark.String { return starlark.String(r.Name()) }), nil
}

func wordRoute(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seed := int64(1)
	var routing, broken starlark.Value = starlark.String("random"), nil
	t, a, b, err := twoNodes(c, args, kwargs, "routing?", &routing, "seed?", &seed, "faults?", &broken)
	if err != nil {
		return nil, err
	}
	if broken != nil {
		found, err := attempt(c, t, a, b, routing, broken, seed)
		if err == nil && found.Outcome != route.Delivered {
			err = c.Errorf("%v: routing %s from %s to %s: %s", t, dialect.PlainText(routing), t.Address(a), t.Address(b), found.Reason(t.Network))
		}
		if err != nil {
			return nil, err
		}
		return t.newPath(found.Path), nil
	}
	if err := chargeNodes(c, t, 8); err != nil {
		return nil, err
	}
	r, err := routingOf(c, t, routing, nil)
	if err != nil {
		return nil, err
	}
	p, err := r.Route(a, b, uint64(seed))
	if err != nil {
		return nil, c.Wrap(err)
	}
	return t.newPath(p), nil
}

// checkLimit returns an error unless the limit on the number of paths is in range.
func checkLimit(c *engine.Call, limit int) error {
	if limit < 1 || limit > maxPaths {
		return c.BadArg("limit", fmt.Errorf("got %d, want 1 to %d", limit, maxPaths))
	}
	return nil
}

// pathList returns the paths of a sequence as a list, the first limit of them.
func pathList(c *engine.Call, t *network, paths iter.Seq[route.Path], limit int) (starlark.Value, error) {
	var list []starlark.Value
	bytes := 0 // not yet charged
	for p := range paths {
		list = append(list, t.newPath(p))
		if bytes += 128 + 8*p.Hops(); bytes > 1<<16 || len(list) == limit {
			err := c.Pay(bytes)
			if err == nil {
				err = c.Progress(len(list), 0)
			}
			if err != nil {
				return nil, err
			}
			bytes = 0
		}
		if len(list) == limit {
			break
		}
	}
	return starlark.NewList(list), nil
}

func wordMinimalPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	limit := 64
	t, a, b, err := twoNodes(c, args, kwargs, "limit?", &limit)
	if err != nil {
		return nil, err
	}
	if err := checkLimit(c, limit); err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 8); err != nil {
		return nil, err
	}
	return pathList(c, t, route.EachMinimalPath(t.Network, a, b), limit)
}

func wordCountMinimalPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, b, err := twoNodes(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 64); err != nil {
		return nil, err
	}
	n, err := route.CountMinimalPaths(t.Network, a, b, c.Progress)
	if err == nil && n.BitLen() > dialect.BitsLimit {
		err = fmt.Errorf("%v: the number has %d bits, want at most %d", t, n.BitLen(), dialect.BitsLimit)
	}
	if err != nil {
		return nil, c.Wrap(err)
	}
	return starlark.MakeBigInt(n), nil
}

func wordNearestCommonAncestors(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, b, err := twoNodes(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 64); err != nil {
		return nil, err
	}
	nearest, err := route.NearestCommonAncestors(t.Network, a, b)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return addressList(c, t, nearest)
}

func wordDescendingPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	limit := 1024
	t, a, b, err := twoNodes(c, args, kwargs, "limit?", &limit)
	if err != nil {
		return nil, err
	}
	if err := checkLimit(c, limit); err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 32); err != nil {
		return nil, err
	}
	paths, err := route.EachDescendingPath(t.Network, a, b)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return pathList(c, t, paths, limit)
}

func wordDependencyCycle(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var routing, broken starlark.Value = starlark.String("minimal"), starlark.Tuple{}
	t, err := oneNetwork(c, args, kwargs, "routing?", &routing, "faults?", &broken)
	if err != nil {
		return nil, err
	}
	if err := chargeDependencies(c, t); err != nil {
		return nil, err
	}
	faults, err := faultSet(c, t, broken)
	if err != nil {
		return nil, err
	}
	r, err := routingOf(c, t, routing, faults.Channels(t.Network))
	if err != nil {
		return nil, err
	}
	cycle, err := r.DependencyCycle(faults, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return c.List(len(cycle), 96, func(i int) (starlark.Value, error) { return t.channelName(cycle[i]), nil })
}

// chargeDependencies charges for the channel dependency graph of t: a bit for each two channels of
// which one follows the other, and a few words for each channel.
func chargeDependencies(c *engine.Call, t *network) error {
	bytes := 0
	for u := range topology.Node(t.Order()) {
		d := t.Degree(u)
		bytes += d*d/8 + 32*d
	}
	return c.Pay(bytes)
}

func wordRearrange(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var pattern starlark.Value
	t, err := oneNetwork(c, args, kwargs, "permutation", &pattern)
	if err != nil {
		return nil, err
	}
	messages, err := messagesArg(c, "permutation", t, pattern)
	if err != nil {
		return nil, err
	}
	paths, err := route.Rearrange(t.Network, messages, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return pathList(c, t, slices.Values(paths), len(paths))
}
