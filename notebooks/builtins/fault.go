package builtins

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/sorting"
)

// faultBuiltins returns the builtins about broken nodes and links.
func faultBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "without", Fn: builtinWithout},
		{Name: "random_faults", Fn: builtinRandomFaults},
	}
}

func builtinWithout(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t *network
	none := starlark.Tuple{}
	var nodeList, linkList starlark.Value = none, none
	if err := c.Unpack(args, kwargs, "t", &t, "nodes??", &nodeList, "links??", &linkList); err != nil {
		return nil, err
	}
	nodes, err := nodesArg(c, "nodes", t, nodeList)
	if err != nil {
		return nil, err
	}
	links, err := linksArg(c, "links", t, linkList)
	if err != nil {
		return nil, err
	}
	def, err := topology.NewWithout(t.Network, nodes, links)
	return buildNetwork(c, def, err)
}

// linksArg returns a channel of each link that the argument of the parameter lists: each is a pair
// of nodes, or a string "a b" or "a>b".
func linksArg(c *engine.Call, param string, t *network, v starlark.Value) ([]topology.Channel, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, c.BadArgf(param, "got %s, want a list of links", v.Type())
	}
	var links []topology.Channel
	steps := 0 // since the last report
	for item := range starlark.Elements(list) {
		link, err := t.linkOf(item)
		if err != nil {
			return nil, c.BadArg(param, err)
		}
		links = append(links, link)
		if steps += 32 + t.Degree(t.Tail(link)); steps > 1<<16 {
			steps = 0
			if err := c.Progress(len(links), starlark.Len(list)); err != nil {
				return nil, err
			}
		}
	}
	return links, nil
}

// linkOf returns a channel of the link that a pair of nodes, or a string "a b" or "a>b", names: of parallel ones the first. A triple has the
// port of the link at the first node besides.
func (t *network) linkOf(v starlark.Value) (topology.Channel, error) {
	if text, ok := starlark.AsString(v); ok && !strings.Contains(text, ">") {
		if ends := strings.Fields(text); len(ends) == 2 {
			v = starlark.Tuple{starlark.String(ends[0]), starlark.String(ends[1])}
		}
	}
	pair := items(v)
	if pair != nil && pair.Len() >= 2 {
		v = starlark.Tuple{pair.Index(0), pair.Index(1)}
	}
	link, err := t.channelOf(v)
	if err != nil || pair == nil || pair.Len() != 3 {
		return link, err
	}
	port, err := starlark.AsInt32(pair.Index(2))
	first, end := t.Channels(t.Tail(link))
	for c := first; c < end && err == nil; c++ {
		if t.Port(c) == port && t.Head(c) == t.Head(link) {
			return c, nil
		}
	}
	return 0, fmt.Errorf("no link from %s to %s has the port %s", t.Address(t.Tail(link)), t.Address(t.Head(link)), dialect.ShortText(pair.Index(2)))
}

// faultsArg returns the broken nodes and links that the argument of the parameter says: a dict of
// "nodes" and "links", as random_faults returns it, or a list of either.
func faultsArg(c *engine.Call, param string, t *network, v starlark.Value) (nodes []topology.Node, links []topology.Channel, err error) {
	d, ok := v.(*starlark.Dict)
	if !ok {
		list, ok := v.(starlark.Iterable)
		if !ok {
			return nil, nil, c.BadArgf(param, "got %s, want a dict of nodes and links, or a list", v.Type())
		}
		for item := range starlark.Elements(list) {
			u, wrong := t.node(item)
			if wrong == nil {
				nodes = append(nodes, u)
			} else if link, err := t.linkOf(item); err == nil {
				links = append(links, link)
			} else {
				return nil, nil, c.BadArg(param, wrong)
			}
			if err := c.Tick(len(nodes)+len(links), starlark.Len(list)); err != nil {
				return nil, nil, err
			}
		}
		return nodes, links, nil
	}
	if list, found, _ := d.Get(starlark.String("nodes")); found {
		if nodes, err = nodesArg(c, param, t, list); err != nil {
			return nil, nil, err
		}
	}
	if list, found, _ := d.Get(starlark.String("links")); found {
		links, err = linksArg(c, param, t, list)
	}
	return nodes, links, err
}

func builtinRandomFaults(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t *network
	var nodes, links int
	var kind, cable string
	seed := int64(1)
	if err := c.Unpack(args, kwargs, "t", &t, "nodes?", &nodes, "links?", &links, "seed?", &seed, "kind??", &kind, "cable??", &cable); err != nil {
		return nil, err
	}
	if kind != "" {
		if err := engine.OneOf(kind, []string{"processor", "switch"}); err != nil {
			return nil, c.BadArg("kind", err)
		}
	}
	if err := c.Reserve(8 * (t.Order() + 2*t.Size())); err != nil {
		return nil, err
	}
	var breakable []topology.Node
	for u := range topology.Node(t.Order()) {
		if kind == "" || t.Kind(u).String() == kind {
			breakable = append(breakable, u)
		}
	}
	var all []topology.Channel
	for c := range topology.Channel(2 * t.Size()) {
		if c < t.Twin(c) && (cable == "" || t.isCable(c, cable)) {
			all = append(all, c)
		}
	}
	for _, drawn := range []struct {
		param     string
		got, most int
	}{{"nodes", nodes, len(breakable)}, {"links", links, len(all)}} {
		if drawn.got < 0 || drawn.got > drawn.most {
			return nil, c.BadArgf(drawn.param, "got %d, want 0 to %d", drawn.got, drawn.most)
		}
	}
	brokenNodes, err := addressList(c, t, sample(breakable, nodes, uint64(seed), 0))
	if err != nil {
		return nil, err
	}
	brokenLinks, err := portedLinks(c, t, sample(all, links, uint64(seed), 1))
	if err != nil {
		return nil, err
	}
	return dictOf([]string{"nodes", "links"}, brokenNodes, brokenLinks)
}

// isCable reports whether the link of c is what cable says: "switch" for one between switches, "processor" for one of a processor, else the kind
// of its cable.
func (t *network) isCable(c topology.Channel, cable string) bool {
	between := t.Kind(t.Tail(c)) == topology.Switch && t.Kind(t.Head(c)) == topology.Switch
	switch cable {
	case "switch":
		return between
	case "processor":
		return !between
	}
	return t.Cable(c).Kind == cable
}

// sample draws so many of the items, and returns them in their order. It shuffles items.
func sample[T ~int32](items []T, count int, seed, stream uint64) []T {
	random := rand.New(rand.NewPCG(seed, stream))
	for i := range count {
		j := i + random.IntN(len(items)-i)
		items[i], items[j] = items[j], items[i]
	}
	sorting.Sort(items[:count])
	return items[:count]
}
