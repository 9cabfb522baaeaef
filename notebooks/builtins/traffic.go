package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology/route"
)

// trafficWords returns the words about many messages at once.
func trafficWords() []engine.Builtin {
	const pattern = " permutation is a list of pairs (source, destination), or the name of one."
	return []engine.Builtin{
		{
			Name: "permutations", Group: "Traffic", Signature: "permutations(t)",
			Doc:     "Returns the names of the permutations that are defined for the processors of t, for permutation(t, name).",
			Example: `permutations(kary_ntree(2, 3))`, Fn: wordPermutations,
		},
		{
			Name: "permutation", Group: "Traffic", Signature: "permutation(t, name, seed=1)",
			Doc: "Returns a classical traffic pattern on the processors of t, as a list of pairs (source, destination). " +
				"It acts on the digits of a processor's number: coordinates in tori, meshes, hypercubes and rings, n digits of radix k in a k-ary n-tree and its like, after the group in a mikant or clos_ntree, " +
				"elsewhere n digits of the least k such that k^n is the number of processors. " +
				"identity: p to p; complement: each digit x to k-1-x; bit_reversal and digit_reversal: in reverse order; bit_transpose and digit_transpose: halves exchanged; " +
				"shuffle and bit_shuffle: digits or bits rotated by one, the first to the end; shift1: the number plus 1; tornado and neighbor: each digit x to x+ceil(k/2)-1 and to x+1 modulo k. " +
				"BookSim's bitcomp, bitrev, transpose, shuffle, tornado and neighbor are complement, bit_reversal, bit_transpose, bit_shuffle, tornado and neighbor; " +
				"random: drawn uniformly from all, by the seed (an int), which matters here only. " +
				"Error: bits where the number of processors is no power of two, halves of an odd number. Source: Dally and Towles, 2004, ch. 3.",
			Example: `permutation(torus(4, 2), "tornado")`, Fn: wordPermutation,
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
				`traffic is "all" (every processor sends one message to every other), "uniform" (every processor sends one per unit time, to any other with equal chances), ` +
				`"hot_spot" (every processor sends one to the first), the name of a permutation, a list of (source, destination) or (source, destination, weight), ` +
				"a matrix (a list of as many numbers as there are processors for each of them: how often it sends to which, in the order of nodes), " +
				"or a function: of the address of a source, which returns that of its destination or None, or of two addresses, which returns a weight. " +
				ruleDoc + "A routing that draws at random gives its exact expectation: random splits messages evenly at every hop (ECMP), minimal evenly among all shortest paths. " +
				"The result has the attributes max, max_up, max_down and mean (channels between switches, or all where there are none), total (the hops of all messages), busiest (a channel), " +
				"by_level (a list of (level of the upper end, direction, max, mean)), by_port and by_label (lists of (port or label where a channel leaves, channels, max, mean); labels of tori are dimensions), " +
				"by_tree (on trees on common leaves a list of (tree, height, links, max, mean): the messages in both directions on the links of each tree from each height to the one below), " +
				"throughput (at most 1: the traffic that the busiest channel can carry, as a fraction) and ideal_throughput (1 over the largest load: " +
				"messages per processor and cycle, for uniform traffic, if a channel carries one a cycle), " +
				`and load[a, b] or load["a>b"] for the channel from node a to node b. Source: Dally and Towles, 2004, ch. 3.`,
			Example: `link_load(kary_ntree(2, 3), routing="dst", traffic="bit_reversal").max`, Fn: wordLinkLoad,
		},
	}
}

func wordPermutations(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordPermutation(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	return c.Pay(len(t.Processors()) * 160)
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
		return nil, c.BadArg(param, fmt.Errorf("got %s, want a list of pairs (source, destination), or a name", pattern.Type()))
	}
	var messages []route.Message
	for item := range starlark.Elements(list) {
		if err := c.Tick(len(messages), starlark.Len(list)); err != nil {
			return nil, err
		}
		pair := items(item)
		if pair == nil || pair.Len() != 2 {
			return nil, c.BadArg(param, fmt.Errorf("got %s, want pairs (source, destination)", dialect.ShortText(item)))
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

func wordIsCongestionFree(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var pattern starlark.Value
	t, err := oneNetwork(c, args, kwargs, "permutation", &pattern)
	if err != nil {
		return nil, err
	}
	messages, err := messagesArg(c, "permutation", t, pattern)
	if err != nil {
		return nil, err
	}
	conflict, err := route.CongestionFree(t.Network, messages)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return starlark.Bool(conflict == nil), nil
}

func wordIsRearrangeable(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordCountCongestionFree(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordLinkLoad(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var routing, pattern starlark.Value = starlark.String("random"), starlark.String("all")
	t, err := oneNetwork(c, args, kwargs, "routing?", &routing, "traffic?", &pattern)
	if err != nil {
		return nil, err
	}
	if err := c.Pay(t.Order()*48 + t.Size()*64); err != nil {
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
