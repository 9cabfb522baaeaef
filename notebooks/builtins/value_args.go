package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
)

// nodeArg returns the node of t that the argument of the parameter names.
func nodeArg(c *engine.Call, param string, t *network, v starlark.Value) (topology.Node, error) {
	u, err := t.node(v)
	if err != nil {
		return 0, c.BadArg(param, err)
	}
	return u, nil
}

// twoNodes unpacks a network and two of its nodes, and then the further parameters.
func twoNodes(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (t *network, a, b topology.Node, err error) {
	var av, bv starlark.Value
	pairs := append([]any{"t", &t, "a", &av, "b", &bv}, more...)
	if err = c.Unpack(args, kwargs, pairs...); err != nil {
		return nil, 0, 0, err
	}
	if a, err = nodeArg(c, "a", t, av); err != nil {
		return nil, 0, 0, err
	}
	b, err = nodeArg(c, "b", t, bv)
	return t, a, b, err
}

// nodesArg returns the nodes that the argument of the parameter lists.
func nodesArg(c *engine.Call, param string, t *network, v starlark.Value) ([]topology.Node, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, c.BadArgf(param, "got %s, want a list of nodes", v.Type())
	}
	var nodes []topology.Node
	for item := range starlark.Elements(list) {
		if err := c.Tick(len(nodes), starlark.Len(list)); err != nil {
			return nil, err
		}
		u, err := t.node(item)
		if err != nil {
			return nil, c.BadArg(param, err)
		}
		nodes = append(nodes, u)
	}
	return nodes, nil
}

// An amongArg takes which nodes a measure is about.
type amongArg struct{ measure.Among }

// Unpack takes "all", "processors" or "switches".
func (a *amongArg) Unpack(v starlark.Value) error {
	switch v {
	case starlark.String("all"):
		a.Among = measure.All
	case starlark.String("processors"):
		a.Among = measure.Processors
	case starlark.String("switches"):
		a.Among = measure.Switches
	default:
		return fmt.Errorf(`got %s, want "all", "processors" or "switches"`, dialect.ShortText(v))
	}
	return nil
}

// addressList returns the addresses of nodes as a list.
func addressList(c *engine.Call, t *network, nodes []topology.Node) (starlark.Value, error) {
	return c.List(len(nodes), 48, func(i int) (starlark.Value, error) { return t.address(nodes[i]), nil })
}

// nodeLists returns lists of nodes as lists of their addresses.
func nodeLists(c *engine.Call, t *network, lists [][]topology.Node) (starlark.Value, error) {
	return c.List(len(lists), 64, func(i int) (starlark.Value, error) { return addressList(c, t, lists[i]) })
}

// portedLinks is linkPairs, but parallel links are triples, with the port at the first node, as without takes them.
func portedLinks(c *engine.Call, t *network, links []topology.Channel) (starlark.Value, error) {
	multi := t.IsMulti()
	return c.List(len(links), 144, func(i int) (starlark.Value, error) {
		pair := starlark.Tuple{t.address(t.Tail(links[i])), t.address(t.Head(links[i]))}
		if multi && t.IsParallel(links[i]) {
			return append(pair, starlark.MakeInt(t.Port(links[i]))), nil
		}
		return pair, nil
	})
}

// linkPairs returns links as a list of pairs of addresses.
func linkPairs(c *engine.Call, t *network, links []topology.Channel) (starlark.Value, error) {
	return c.List(len(links), 144, func(i int) (starlark.Value, error) {
		return starlark.Tuple{t.address(t.Tail(links[i])), t.address(t.Head(links[i]))}, nil
	})
}
