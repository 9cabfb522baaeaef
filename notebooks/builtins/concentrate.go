package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/endpoints"
)

func builtinConcentrate(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t *network
	var p starlark.Value
	processors := starlark.Value(starlark.None)
	if err := c.Unpack(args, kwargs, "t", &t, "p", &p, "processors?", &processors); err != nil {
		return nil, err
	}
	if err := c.Reserve(16 * t.Order()); err != nil {
		return nil, err
	}
	per, err := perNode(c, t, p)
	if err != nil {
		return nil, err
	}
	if processors != starlark.None {
		if err := fill(c, per, processors); err != nil {
			return nil, err
		}
	}
	def, err := endpoints.NewConcentrated(t.Network, per)
	return buildNetwork(c, def, err)
}

// perNode returns how many processors each node of t gets: a number, or what a list, a dict or a function says of it.
func perNode(c *engine.Call, t *network, p starlark.Value) ([]int, error) {
	per := make([]int, t.Order())
	count := func(v starlark.Value) (int, error) {
		n, err := starlark.AsInt32(v)
		if err != nil || n < 0 || n > topology.MaxNodes {
			return 0, fmt.Errorf("got %s, want a number of processors from 0 to %d", dialect.ShortText(v), topology.MaxNodes)
		}
		return n, nil
	}
	switch p := p.(type) {
	case *starlark.Dict:
		for _, entry := range p.Items() {
			u, err := t.node(entry[0])
			if err == nil {
				per[u], err = count(entry[1])
			}
			if err != nil {
				return nil, c.BadArg("p", err)
			}
		}
	case *starlark.List:
		if p.Len() != len(per) {
			return nil, c.BadArgf("p", "got a list of length %d, want %d: a number for each node", p.Len(), len(per))
		}
		for u := range per {
			var err error
			if per[u], err = count(p.Index(u)); err != nil {
				return nil, c.BadArgf("p", "for node %s %v", t.Address(topology.Node(u)), err)
			}
		}
	case starlark.Callable:
		for u := range per {
			v, err := starlark.Call(c.Thread, p, starlark.Tuple{t.address(topology.Node(u))}, nil)
			if err != nil {
				return nil, err
			}
			if per[u], err = count(v); err != nil {
				return nil, c.BadArgf("p", "for node %s %v", t.Address(topology.Node(u)), err)
			}
		}
	default:
		n, err := count(p)
		if err != nil {
			return nil, c.BadArgf("p", "%v, or a list, a dict or a function of nodes", err)
		}
		for u := range per {
			per[u] = n
		}
	}
	return per, nil
}

// fill leaves so many processors at the first nodes that can have them.
func fill(c *engine.Call, per []int, v starlark.Value) error {
	total := 0
	for _, p := range per {
		total += p
	}
	left, err := starlark.AsInt32(v)
	if err != nil || left < 1 || left > total {
		return c.BadArgf("processors", "got %s, want 1 to %d", dialect.ShortText(v), total)
	}
	for u, p := range per {
		per[u] = min(p, left)
		left -= per[u]
	}
	return nil
}

func builtinPopulate(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var processors int
	t, err := oneNetwork(c, args, kwargs, "processors", &processors)
	if err != nil {
		return nil, err
	}
	def, err := endpoints.NewFilled(t.Network, processors)
	return buildNetwork(c, def, err)
}
