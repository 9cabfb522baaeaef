package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// routingWords returns the words about all that a routing may do.
func routingWords() []engine.Builtin {
	return []engine.Builtin{{
		Name: "routes", Group: "Routing", Signature: `routes(t, a, b, routing="minimal", limit=64)`,
		Doc: "Returns the paths that a routing may take from the node a to the node b, at most limit of them, as a list of (path, probability). " +
			"routing is one of routings(t), or a function as in route; a deterministic one takes one path. On trees on common leaves a path has the attributes passthroughs, " +
			"the processors between its ends, and excursions, a list of (tree, height) for what lies between each two processors. " +
			fmt.Sprintf("Error: no path; a switch where a routing works between processors only; a limit not from 1 to %d.", maxPaths),
		Example: `routes(kyklos(2, 2, 2, 5), 31, 13, routing="p")`, Fn: wordRoutes,
	}}
}

func wordRoutes(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	limit := 64
	var routing starlark.Value = starlark.String("minimal")
	t, a, b, err := twoNodes(c, args, kwargs, "routing?", &routing, "limit?", &limit)
	if err == nil {
		err = checkLimit(c, limit)
	}
	if err == nil {
		err = chargeNodes(c, t, 16)
	}
	if err != nil {
		return nil, err
	}
	r, err := routingOf(c, t, routing, nil)
	if err != nil {
		return nil, err
	}
	options, err := r.Options(a, b, limit)
	if err == nil && len(options) > 0 {
		err = c.Charge(int64(len(options)) * int64(192+8*options[0].Path.Hops()))
	}
	if err != nil {
		return nil, c.Wrap(err)
	}
	return listOf(options, func(o route.Option) starlark.Tuple {
		return starlark.Tuple{t.newPath(o.Path), dialect.Number(o.Probability)}
	}), nil
}

// A routingArg takes the name of a routing, or None for shortest paths.
type routingArg string

// Unpack takes a string or None.
func (a *routingArg) Unpack(v starlark.Value) error {
	name, ok := starlark.AsString(v)
	if !ok && v != starlark.None {
		return fmt.Errorf("got %s, want the name of a routing, or None", v.Type())
	}
	*a = routingArg(name)
	return nil
}

// distances returns the hops by the paths of the routing, a row for each of the nodes: those to the others.
func (a routingArg) distances(c *engine.Call, t *network, from, to []topology.Node) ([][]int32, error) {
	r, err := route.NamedRouting(t.Network, string(a))
	if err != nil {
		return nil, err
	}
	if err := c.Charge(int64(len(from)) * int64(len(to)) * 4); err != nil {
		return nil, err
	}
	return r.Distances(from, to, c.Progress)
}

// pairs counts the pairs of processors from the sources, or all for nil, by those hops.
func (a routingArg) pairs(c *engine.Call, t *network, sources []topology.Node) (pairs measure.Pairs, err error) {
	to, times := t.Processors(), int64(1)
	if sources == nil {
		sources = to
		if r, err := route.NamedRouting(t.Network, string(a)); err == nil && r.Alike() {
			sources, times = to[:1], int64(len(to))
		}
	}
	rows, err := a.distances(c, t, sources, to)
	for _, row := range rows {
		for _, d := range row {
			if d < 0 {
				pairs.Unreachable += times
				continue
			}
			for int(d) >= len(pairs.Histogram) {
				pairs.Histogram = append(pairs.Histogram, 0)
			}
			pairs.Histogram[d] += times
		}
	}
	return pairs, err
}
