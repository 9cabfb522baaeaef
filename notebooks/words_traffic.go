package notebooks

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/topology"
	"topobook/topology/route"
)

// trafficWords returns the words about many messages at once.
func trafficWords() []Word {
	const pattern = " permutation is a list of pairs (source, destination), or the name of one."
	return []Word{
		{
			Name: "permutations", Group: "Traffic", Signature: "permutations(t)",
			Doc:     "Returns the names of the permutations that are defined for the k-ary n-tree t, for permutation(t, name).",
			Example: `permutations(kary_ntree(2, 3))`, Fn: wordPermutations,
		},
		{
			Name: "permutation", Group: "Traffic", Signature: "permutation(t, name)",
			Doc: "Returns a classical traffic pattern on the processors of the k-ary n-tree t, as a list of pairs (source, destination). " +
				"identity: p to p; complement: each digit x to k-1-x; bit_reversal and digit_reversal: in reverse order; bit_transpose and digit_transpose: halves exchanged; " +
				"shuffle: digits rotated by one; shift1: the address as a number, plus 1. " +
				"Error: bits where k is no power of two, or halves of an odd number. Source: Dally and Towles, 2004, ch. 3.",
			Example: `permutation(kary_ntree(2, 2), "complement")`, Fn: wordPermutation,
		},
		{
			Name: "is_congestion_free", Group: "Traffic", Signature: "is_congestion_free(t, permutation)",
			Doc: "Returns True if messages on the k-ary n-tree t that do not meet on the way up cannot meet on the way down: if at every level l, " +
				"of any two whose common ancestors are at level l or above and whose destinations agree in digits 0 to l, the sources agree there too." + pattern +
				" Our definition of a class that Petrini and Vanneschi (1997) name.",
			Example: `is_congestion_free(kary_ntree(2, 4), "complement")`, Fn: wordIsCongestionFree,
		},
		{
			Name: "is_rearrangeable", Group: "Traffic", Signature: "is_rearrangeable(t)",
			Doc: "Returns True if rearrange(t, permutation) gives every permutation of the processors of the k-ary n-tree t paths that share no channel. " +
				"It tries all permutations and looks at every channel. Error: more than 9 processors.",
			Example: `is_rearrangeable(kary_ntree(2, 2))`, Fn: wordIsRearrangeable,
		},
		{
			Name: "count_congestion_free", Group: "Traffic", Signature: "count_congestion_free(t)",
			Doc: "Returns how many permutations of the processors of the k-ary n-tree t are congestion-free, by trying all. " +
				"Error: more than 9 processors, which have 362880 permutations.",
			Example: `count_congestion_free(kary_ntree(2, 2))`, Fn: wordCountCongestionFree,
		},
		{
			Name: "link_load", Group: "Traffic", Signature: `link_load(t, routing="random", traffic="all")`,
			Doc: "Returns the expected number of messages on every channel of t. " +
				`traffic is "all" (every processor sends one message to every other), "uniform" (every processor sends one, to any other with equal chances), or a permutation: a list of pairs (source, destination), or the name of one. ` +
				"A routing that draws at random gives its exact expectation; random spreads messages evenly over the minimal paths. " +
				"The result has the attributes max, max_up, max_down and mean (channels between switches, or all where there are none), " +
				"by_level (a list of (level of the upper end, direction, max, mean)) and throughput (at most 1: the traffic that the busiest channel can carry, as a fraction), " +
				`and load[a, b] or load["a>b"] for the channel from node a to node b.`,
			Example: `link_load(kary_ntree(2, 3), routing="dst", traffic="bit_reversal").max`, Fn: wordLinkLoad,
		},
	}
}

func wordPermutations(_ *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("permutations", args, kwargs)
	if err != nil {
		return nil, err
	}
	return listOf(permutationNames(t), func(s string) starlark.String { return starlark.String(s) }), nil
}

// permutationNames returns the names of the permutations that are defined for t.
func permutationNames(t *network) []string {
	tree, ok := t.Definition.(topology.KaryNTree)
	if !ok {
		return nil
	}
	var names []string
	for _, p := range route.Permutations {
		if p.Defined(tree) {
			names = append(names, p.Name)
		}
	}
	return names
}

func wordPermutation(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	t, err := oneNetwork("permutation", args, kwargs, "name", &name)
	if err != nil {
		return nil, err
	}
	messages, err := messagesArg("permutation", "name", c, t, starlark.String(name))
	if err != nil {
		return nil, err
	}
	return listOf(messages, func(m route.Message) starlark.Tuple {
		return starlark.Tuple{t.address(m.Source), t.address(m.Dest)}
	}), nil
}

// messagesArg returns the messages of a pattern: a list of pairs of nodes, or the name of a permutation.
func messagesArg(word, param string, c *Call, t *network, pattern starlark.Value) ([]route.Message, error) {
	if err := c.Charge(int64(len(t.Processors())) * 160); err != nil {
		return nil, fmt.Errorf("%s: %w", word, err)
	}
	if name, ok := pattern.(starlark.String); ok {
		messages, err := route.NamedPermutation(t.Network, string(name))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", word, err)
		}
		return messages, nil
	}
	list, ok := pattern.(starlark.Iterable)
	if !ok {
		return nil, badArg(word, param, fmt.Errorf("got %s, want a list of pairs (source, destination), or a name", pattern.Type()))
	}
	var messages []route.Message
	for item := range starlark.Elements(list) {
		pair := items(item)
		if pair == nil || pair.Len() != 2 {
			return nil, badArg(word, param, fmt.Errorf("got %s, want pairs (source, destination)", shortText(item)))
		}
		source, err := nodeArg(word, param, t, pair.Index(0))
		if err != nil {
			return nil, err
		}
		dest, err := nodeArg(word, param, t, pair.Index(1))
		if err != nil {
			return nil, err
		}
		messages = append(messages, route.Message{Source: source, Dest: dest})
	}
	return messages, nil
}

func wordIsCongestionFree(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var pattern starlark.Value
	t, err := oneNetwork("is_congestion_free", args, kwargs, "permutation", &pattern)
	if err != nil {
		return nil, err
	}
	messages, err := messagesArg("is_congestion_free", "permutation", c, t, pattern)
	if err != nil {
		return nil, err
	}
	conflict, err := route.CongestionFree(t.Network, messages)
	if err != nil {
		return nil, fmt.Errorf("is_congestion_free: %w", err)
	}
	return starlark.Bool(conflict == nil), nil
}

func wordIsRearrangeable(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("is_rearrangeable", args, kwargs)
	if err != nil {
		return nil, err
	}
	blocked, err := route.FirstBlocked(t.Network, c.Progress)
	if err != nil {
		return nil, fmt.Errorf("is_rearrangeable: %w", err)
	}
	return starlark.Bool(blocked == nil), nil
}

func wordCountCongestionFree(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork("count_congestion_free", args, kwargs)
	if err != nil {
		return nil, err
	}
	free, _, err := route.CountCongestionFree(t.Network, c.Progress)
	if err != nil {
		return nil, fmt.Errorf("count_congestion_free: %w", err)
	}
	return starlark.MakeInt(free), nil
}

func wordLinkLoad(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	routing := "random"
	var pattern starlark.Value = starlark.String("all")
	t, err := oneNetwork("link_load", args, kwargs, "routing?", &routing, "traffic?", &pattern)
	if err != nil {
		return nil, err
	}
	if err := c.Charge(int64(t.Order())*24 + int64(t.Size())*32); err != nil {
		return nil, fmt.Errorf("link_load: %w", err)
	}
	r, err := route.NamedRouting(t.Network, routing)
	if err != nil {
		return nil, fmt.Errorf("link_load: %w", err)
	}
	traffic, err := trafficArg(c, t, pattern)
	if err != nil {
		return nil, err
	}
	found, err := r.Load(t.Network, traffic, c.Progress)
	if err != nil {
		return nil, fmt.Errorf("link_load: %w", err)
	}
	return &load{net: t, load: found}, nil
}

func trafficArg(c *Call, t *network, pattern starlark.Value) (route.Traffic, error) {
	switch pattern {
	case starlark.String("uniform"):
		return route.Uniform(t.Network), nil
	case starlark.String("all"):
		return route.AllToAll(t.Network), nil
	}
	messages, err := messagesArg("link_load", "traffic", c, t, pattern)
	if err != nil {
		return route.Traffic{}, err
	}
	traffic, err := route.MessageTraffic(t.Network, messages)
	if err != nil {
		return route.Traffic{}, fmt.Errorf("link_load: %w", err)
	}
	return traffic, nil
}
