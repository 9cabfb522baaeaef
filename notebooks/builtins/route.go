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

// maxPaths bounds the paths that a builtin lists.
const maxPaths = 10000

// routeBuiltins returns the builtins that find paths.
func routeBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "routings", Fn: builtinRoutings},
		{Name: "route", Fn: builtinRoute},
		{Name: "minimal_paths", Fn: builtinMinimalPaths},
		{Name: "count_minimal_paths", Fn: builtinCountMinimalPaths},
		{Name: "nearest_common_ancestors", Fn: builtinNearestCommonAncestors},
		{Name: "descending_paths", Fn: builtinDescendingPaths},
		{Name: "dependency_cycle", Fn: builtinDependencyCycle},
		{Name: "rearrange", Fn: builtinRearrange},
	}
}

func builtinRoutings(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func builtinRoute(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		return c.BadArgf("limit", "got %d, want 1 to %d", limit, maxPaths)
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
			err := c.Reserve(bytes)
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

func builtinMinimalPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func builtinCountMinimalPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func builtinNearestCommonAncestors(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func builtinDescendingPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func builtinDependencyCycle(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	return c.Reserve(bytes)
}

func builtinRearrange(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, messages, err := permutationArgs(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	paths, err := route.Rearrange(t.Network, messages, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return pathList(c, t, slices.Values(paths), len(paths))
}
