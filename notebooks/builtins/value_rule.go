package builtins

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
)

// A rule is a function of a cell that says where a message goes on, as a switch sees it. It is called
// once for each of its arguments.
type rule struct {
	c        *engine.Call
	t        *network
	function *starlark.Function
	broken   []bool // by channel, or nil
	known    map[ruleCase][]route.Way
}

// A ruleCase is what a rule is asked. came is -1 for a function that does not want it, or none.
type ruleCase struct{ here, dest, came topology.Node }

// routingOf returns the routing that a name or a function says, for a network where channels are broken, or nil.
func routingOf(c *engine.Call, t *network, v starlark.Value, broken []bool) (route.Routing, error) {
	switch v := v.(type) {
	case starlark.String:
		r, err := route.NamedRouting(t.Network, string(v))
		if err != nil {
			err = c.Wrap(err)
		}
		return r, err
	case *starlark.Function:
		if n := v.NumParams(); n < 2 || n > 4 {
			return nil, c.BadArgf("routing", "got a function of %d parameters, want one of (here, dest), (here, dest, came) or (here, dest, came, broken)", n)
		}
		r := &rule{c, t, v, broken, make(map[ruleCase][]route.Way)}
		return route.ByRule(t.Network, v.Name(), r.ways), nil
	}
	return nil, c.BadArgf("routing", "got %s, want the name of a routing, or a function", v.Type())
}

// ways asks the function unless it knows what that says.
func (r *rule) ways(u, dest topology.Node, came topology.Channel) ([]route.Way, error) {
	what := ruleCase{u, dest, -1}
	if came >= 0 && r.function.NumParams() > 2 {
		what.came = r.t.Tail(came)
	}
	ways, ok := r.known[what]
	if ok {
		return ways, nil
	}
	err := r.c.ReserveFor("routing "+r.function.Name(), 128)
	if err == nil && len(r.known)%1024 == 1023 {
		err = r.c.Again()
	}
	if err != nil {
		return nil, err
	}
	args := starlark.Tuple{r.t.address(u), r.t.address(dest), starlark.None, r.brokenAt(u)}[:r.function.NumParams()]
	if what.came >= 0 {
		args[2] = r.t.address(what.came)
	}
	v, err := starlark.Call(r.c.Thread, r.function, args, nil)
	if err != nil {
		return nil, err
	}
	list, ok := v.(*starlark.List)
	if !ok && v != starlark.None {
		list = starlark.NewList([]starlark.Value{v})
	}
	for i := 0; list != nil && i < list.Len(); i++ {
		way, ok := r.way(u, list.Index(i))
		if !ok {
			var near []string
			for _, v := range r.t.Neighbors(u) {
				near = append(near, r.t.Address(v))
			}
			if len(near) > 8 {
				near = append(near[:8], "…")
			}
			return nil, fmt.Errorf("routing %s%s: got %s, want a neighbor of %s (%s), or a list of those, each alone or as (address, [virtual channels from 0 to 31])",
				r.function.Name(), dialect.PlainText(args), dialect.ShortText(v), r.t.Address(u), strings.Join(near, "; "))
		}
		ways = append(ways, way)
	}
	r.known[what] = ways
	return ways, nil
}

// brokenAt returns the neighbors of u that are broken, or to which each link is.
func (r *rule) brokenAt(u topology.Node) starlark.Value {
	var list []topology.Node
	first, end := r.t.Channels(u)
	for c := first; c < end && r.broken != nil; c++ {
		if way, _ := r.channelTo(u, r.t.Head(c)); r.broken[c] && way == c {
			list = append(list, r.t.Head(c))
		}
	}
	return r.t.addresses(list)
}

// channelTo returns the channel from u to v by which messages go, and whether there is one: the one with the lowest port of
// those that are not broken, or of all if each is.
func (r *rule) channelTo(u, v topology.Node) (topology.Channel, bool) {
	first, end := r.t.Channels(u)
	for c := first; c < end && r.broken != nil; c++ {
		if r.t.Head(c) == v && !r.broken[c] {
			return c, true
		}
	}
	return r.t.ChannelBetween(u, v)
}

// way returns the way from u that a value says: an address, or one and a list of virtual channels.
func (r *rule) way(u topology.Node, v starlark.Value) (way route.Way, ok bool) {
	if pair, isPair := v.(starlark.Tuple); isPair && len(pair) == 2 {
		if vcs, isList := pair[1].(*starlark.List); isList {
			for i := range vcs.Len() {
				x, err := starlark.AsInt32(vcs.Index(i))
				if err != nil || x < 0 || x > 31 {
					return way, false
				}
				way.VCs |= 1 << x
			}
			if v = pair[0]; way.VCs == 0 {
				return way, false
			}
		}
	}
	to, err := r.t.node(v)
	if err == nil {
		way.Channel, ok = r.channelTo(u, to)
	}
	return way, ok
}
