package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology/route"
)

// trafficBuiltins returns the builtins about many messages at once.
func trafficBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "permutations", Fn: builtinPermutations},
		{Name: "permutation", Fn: builtinPermutation},
		{Name: "is_congestion_free", Fn: builtinIsCongestionFree},
		{Name: "is_rearrangeable", Fn: builtinIsRearrangeable},
		{Name: "count_congestion_free", Fn: builtinCountCongestionFree},
		{Name: "link_load", Fn: builtinLinkLoad},
	}
}

func builtinPermutations(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return listOf(permutationNames(t), func(s string) starlark.String { return starlark.String(s) }), nil
}

// permutationNames returns the names of the permutations that are defined for t.
func permutationNames(t *network) []string {
	var names []string
	for _, p := range route.Permutations {
		if p.Defined(t.Network) {
			names = append(names, p.Name)
		}
	}
	return names
}

func builtinPermutation(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	seed := int64(1)
	t, err := oneNetwork(c, args, kwargs, "name", &name, "seed?", &seed)
	if err != nil {
		return nil, err
	}
	var messages []route.Message
	if name == "random" {
		if err := chargeMessages(c, t); err != nil {
			return nil, err
		}
		messages = route.RandomPermutation(t.Network, route.Random(uint64(seed)))
	} else if messages, err = messagesArg(c, "name", t, starlark.String(name)); err != nil {
		return nil, err
	}
	return c.List(len(messages), 0, func(i int) (starlark.Value, error) { // charged before
		return starlark.Tuple{t.address(messages[i].Source), t.address(messages[i].Dest)}, nil
	})
}

// chargeMessages charges for one message of each processor.
func chargeMessages(c *engine.Call, t *network) error {
	return c.Reserve(len(t.Processors()) * 160)
}

// messagesArg returns the messages of a pattern: a list of pairs of nodes, or the name of a permutation.
func messagesArg(c *engine.Call, param string, t *network, pattern starlark.Value) ([]route.Message, error) {
	if err := chargeMessages(c, t); err != nil {
		return nil, err
	}
	if name, ok := pattern.(starlark.String); ok {
		messages, err := route.NamedPermutation(t.Network, string(name))
		if err != nil {
			return nil, c.Wrap(err)
		}
		return messages, nil
	}
	list, ok := pattern.(starlark.Iterable)
	if !ok {
		return nil, c.BadArgf(param, "got %s, want a list of pairs (source, destination), or a name", pattern.Type())
	}
	var messages []route.Message
	for item := range starlark.Elements(list) {
		if err := c.Tick(len(messages), starlark.Len(list)); err != nil {
			return nil, err
		}
		pair := items(item)
		if pair == nil || pair.Len() != 2 {
			return nil, c.BadArgf(param, "got %s, want pairs (source, destination)", dialect.ShortText(item))
		}
		source, err := nodeArg(c, param, t, pair.Index(0))
		if err != nil {
			return nil, err
		}
		dest, err := nodeArg(c, param, t, pair.Index(1))
		if err != nil {
			return nil, err
		}
		messages = append(messages, route.Message{Source: source, Dest: dest})
	}
	return messages, nil
}

// permutationArgs unpacks a network and the messages of a permutation.
func permutationArgs(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (*network, []route.Message, error) {
	var pattern starlark.Value
	t, err := oneNetwork(c, args, kwargs, "permutation", &pattern)
	if err != nil {
		return nil, nil, err
	}
	messages, err := messagesArg(c, "permutation", t, pattern)
	return t, messages, err
}

func builtinIsCongestionFree(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, messages, err := permutationArgs(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	conflict, err := route.CongestionFree(t.Network, messages)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return starlark.Bool(conflict == nil), nil
}

func builtinIsRearrangeable(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	blocked, err := route.FirstBlocked(t.Network, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return starlark.Bool(blocked == nil), nil
}

func builtinCountCongestionFree(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	free, _, err := route.CountCongestionFree(t.Network, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return starlark.MakeInt(free), nil
}

func builtinLinkLoad(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var routing, pattern starlark.Value = starlark.String("random"), starlark.String("all")
	t, err := oneNetwork(c, args, kwargs, "routing?", &routing, "traffic?", &pattern)
	if err != nil {
		return nil, err
	}
	if err := c.Reserve(t.Order()*48 + t.Size()*64); err != nil {
		return nil, err
	}
	r, err := routingOf(c, t, routing, nil)
	if err != nil {
		return nil, err
	}
	traffic, err := trafficArg(c, t, pattern)
	if err != nil {
		return nil, err
	}
	found, err := r.Load(traffic, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return &load{net: t, load: found}, nil
}
