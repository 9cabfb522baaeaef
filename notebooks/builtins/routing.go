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

// routingBuiltins returns the builtins about all that a routing may do.
func routingBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "routes", Fn: builtinRoutes},
	}
}

func builtinRoutes(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
