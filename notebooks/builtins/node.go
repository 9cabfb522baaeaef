package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
)

// nodeBuiltins returns the builtins about single nodes and links.
func nodeBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "nodes", Fn: builtinNodes},
		{Name: "links", Fn: builtinLinks},
		{Name: "neighbors", Fn: builtinNeighbors},
		{Name: "kind", Fn: builtinKind},
		{Name: "level", Fn: builtinLevel},
		{Name: "label", Fn: builtinLabel},
		{Name: "port", Fn: builtinPort},
	}
}

func builtinNodes(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t *network
	var kind string
	var level starlark.Value = starlark.None
	if err := c.Unpack(args, kwargs, "t", &t, "kind??", &kind, "level?", &level); err != nil {
		return nil, err
	}
	if kind != "" {
		if err := engine.OneOf(kind, []string{"processor", "switch"}); err != nil {
			return nil, c.BadArg("kind", err)
		}
	}
	wanted := 0
	if level != starlark.None {
		if err := starlark.AsInt(level, &wanted); err != nil {
			return nil, c.BadArgf("level", "got %s, want int", level.Type())
		}
	}
	var found []topology.Node
	for u := range topology.Node(t.Order()) {
		if kind != "" && t.Kind(u).String() != kind || level != starlark.None && t.Level(u) != wanted {
			continue
		}
		found = append(found, u)
	}
	return addressList(c, t, found)
}

func builtinLinks(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t *network
	if err := c.Unpack(args, kwargs, "t", &t); err != nil {
		return nil, err
	}
	if err := c.Reserve(4 * t.Size()); err != nil {
		return nil, err
	}
	found := make([]topology.Channel, 0, t.Size())
	for a := range topology.Channel(2 * t.Size()) {
		if a < t.Twin(a) {
			found = append(found, a)
		}
	}
	return linkPairs(c, t, found)
}

// oneNode unpacks a network and one of its nodes.
func oneNode(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (*network, topology.Node, error) {
	var t *network
	var v starlark.Value
	if err := c.Unpack(args, kwargs, "t", &t, "a", &v); err != nil {
		return nil, 0, err
	}
	a, err := nodeArg(c, "a", t, v)
	return t, a, err
}

func builtinNeighbors(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, err := oneNode(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.addresses(t.Neighbors(a)), nil
}

func builtinKind(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, err := oneNode(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.String(t.Kind(a).String()), nil
}

func builtinLevel(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, err := oneNode(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return intUnless(t.Level(a), topology.NoLevel), nil
}

// intUnless returns x as a value, or None if it is the number that stands for nothing.
func intUnless(x, none int) starlark.Value {
	if x == none {
		return starlark.None
	}
	return starlark.MakeInt(x)
}

// oneChannel unpacks a network and two of its nodes that are linked.
func oneChannel(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (*network, topology.Channel, error) {
	t, a, b, err := twoNodes(c, args, kwargs)
	if err != nil {
		return nil, 0, err
	}
	channel, ok := t.ChannelBetween(a, b)
	if !ok {
		return nil, 0, c.Errorf("%v: no link between %s and %s", t, t.Address(a), t.Address(b))
	}
	return t, channel, nil
}

func builtinLabel(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, channel, err := oneChannel(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return intUnless(t.Label(channel), topology.NoLabel), nil
}

func builtinPort(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, channel, err := oneChannel(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(t.Port(channel)), nil
}
