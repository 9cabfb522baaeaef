package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/limit"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// walkBuiltins returns the builtins about paths that the reader makes, and about distances from one node.
func walkBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "distances", Fn: builtinDistances},
		{Name: "walk", Fn: builtinWalk},
		{Name: "are_disjoint", Fn: builtinAreDisjoint},
		{Name: "embedding", Fn: builtinEmbedding},
	}
}

func builtinDistances(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var from starlark.Value
	t, err := oneNetwork(c, args, kwargs, "a", &from)
	if err != nil {
		return nil, err
	}
	a, err := nodeArg(c, "a", t, from)
	if err != nil {
		return nil, err
	}
	if err := c.Reserve(160 * t.Order()); err != nil {
		return nil, err
	}
	hops := measure.Distances(t.Network, a)
	d := starlark.NewDict(len(hops))
	for u, h := range hops {
		err := c.Tick(u, len(hops))
		if err == nil {
			err = d.SetKey(t.address(topology.Node(u)), intUnless(int(h), -1))
		}
		if err != nil {
			return nil, err
		}
	}
	return d, nil
}

func builtinWalk(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var from, v starlark.Value
	t, err := oneNetwork(c, args, kwargs, "a", &from, "moves", &v)
	if err != nil {
		return nil, err
	}
	a, err := nodeArg(c, "a", t, from)
	if err != nil {
		return nil, err
	}
	moves, hops, err := movesArg(c, v)
	if err == nil && hops > topology.MaxNodes {
		err = fmt.Errorf("got more than %d hops, want fewer", topology.MaxNodes)
	}
	if err != nil {
		return nil, c.BadArg("moves", err)
	}
	if err := c.Reserve(16 * hops); err != nil {
		return nil, err
	}
	p, ok, err := route.Walk(t.Network, a, moves)
	switch {
	case err != nil:
		return nil, c.Wrap(err)
	case !ok:
		return starlark.None, nil
	}
	return t.newPath(p), nil
}

// movesArg returns the moves that a list of pairs says, and how many hops they are, if not too many.
func movesArg(c *engine.Call, v starlark.Value) (moves []route.Move, hops int, err error) {
	list := items(v)
	if list == nil {
		return nil, 0, fmt.Errorf("got %s, want a list of (dimension, hops)", v.Type())
	}
	for i := 0; i < list.Len() && hops <= topology.MaxNodes; i++ {
		var move route.Move
		pair := items(list.Index(i))
		if pair == nil || pair.Len() != 2 || starlark.AsInt(pair.Index(0), &move.Dim) != nil || starlark.AsInt(pair.Index(1), &move.Hops) != nil {
			return nil, 0, fmt.Errorf("got %s, want (dimension, hops)", dialect.ShortText(list.Index(i)))
		}
		const tooMany = topology.MaxNodes + 1
		n := min(tooMany, max(-tooMany, move.Hops)) // no overflow
		hops += max(n, -n)
		moves = append(moves, move)
		if err := c.Tick(i, list.Len()); err != nil {
			return nil, 0, err
		}
	}
	return moves, hops, nil
}

func builtinAreDisjoint(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var v starlark.Value
	if err := c.Unpack(args, kwargs, "paths", &v); err != nil {
		return nil, err
	}
	list := items(v)
	if list == nil {
		list = starlark.Tuple{v}
	}
	var first *path
	paths := make([]route.Path, list.Len())
	for i := range paths {
		p, ok := list.Index(i).(*path)
		if i == 0 {
			first = p
		}
		if !ok || !p.net.Same(first.net) {
			return nil, c.BadArgf("paths", "got %s, want paths of one network", dialect.ShortText(list.Index(i)))
		}
		paths[i] = p.Path
		err := c.Reserve(64 * p.Hops())
		if err == nil {
			err = c.Tick(i, len(paths))
		}
		if err != nil {
			return nil, err
		}
	}
	return starlark.Bool(route.Disjoint(paths)), nil
}

func builtinEmbedding(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var guest, host *network
	var routing, images starlark.Value = starlark.String("first"), starlark.None
	if err := c.Unpack(args, kwargs, "guest", &guest, "host", &host, "routing?", &routing, "images?", &images); err != nil {
		return nil, err
	}
	paths, err := pathsBy(c, host, routing)
	if err == nil {
		cost := limit.Cost{Steps: float64(2*guest.Size()) * float64(200+host.Order()/4)}
		err = cost.Check(fmt.Sprintf("%s of %v", c.Name, guest), "a smaller network")
	}
	if err == nil {
		err = c.Reserve(4*guest.Order() + 16*host.Size())
	}
	if err != nil {
		return nil, err
	}
	to, err := imagesArg(c, guest, host, images)
	if err != nil {
		return nil, err
	}
	e, err := route.Embed(guest.Network, host.Network, to, paths, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	loads := e.Loads()
	return dictOf([]string{"dilation", "congestion", "lengths", "loads", "longest", "load"},
		starlark.MakeInt(e.Longest.Hops()), starlark.MakeInt(max(0, len(loads)-1)),
		tally(e.Lengths), tally(loads), host.newPath(e.Longest), &load{net: host, load: e.Load})
}

// tally returns the counts that are not 0 as a dict from their indices.
func tally(counts []int) *starlark.Dict {
	d := new(starlark.Dict)
	for i, n := range counts {
		if n > 0 {
			d.SetKey(starlark.MakeInt(i), starlark.MakeInt(n)) // it is not frozen
		}
	}
	return d
}

// pathsBy returns the function that finds paths of t by the routing of a name, or by a function of the cell.
func pathsBy(c *engine.Call, t *network, routing starlark.Value) (func(a, b topology.Node) (route.Path, error), error) {
	switch f := routing.(type) {
	case starlark.String:
		r, err := route.NamedRouting(t.Network, string(f))
		if err != nil {
			return nil, c.Wrap(err)
		}
		return func(a, b topology.Node) (route.Path, error) { return r.Route(a, b, 1) }, nil
	case starlark.Callable:
		return func(a, b topology.Node) (route.Path, error) {
			v, err := starlark.Call(c.Thread, f, starlark.Tuple{t.address(a), t.address(b)}, nil)
			var channels []topology.Channel
			if err == nil {
				channels, err = t.pathChannels(v)
			}
			if err != nil || len(channels) == 0 {
				return route.Path{Nodes: []topology.Node{a}}, err
			}
			return route.NewPath(t.Network, t.Tail(channels[0]), channels), nil
		}, nil
	}
	return nil, c.BadArgf("routing", "got %s, want a name or a function", routing.Type())
}

// imagesArg returns the image in host of each node of guest: as a dict says, or of the same address.
func imagesArg(c *engine.Call, guest, host *network, v starlark.Value) ([]topology.Node, error) {
	images := make([]topology.Node, guest.Order())
	d, ok := v.(*starlark.Dict)
	if !ok && v != starlark.None {
		return nil, c.BadArgf("images", "got %s, want a dict from nodes to nodes", v.Type())
	}
	for u := range images {
		var to starlark.Value = guest.address(topology.Node(u))
		if ok {
			from := to
			if to, ok, _ = d.Get(from); !ok {
				return nil, c.BadArgf("images", "got no image of %s, want one of each node of %v", dialect.ShortText(from), guest)
			}
		}
		var err error
		if images[u], err = nodeArg(c, "images", host, to); err == nil {
			err = c.Tick(u, len(images))
		}
		if err != nil {
			return nil, err
		}
	}
	return images, nil
}
