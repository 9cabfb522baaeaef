package builtins

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology"
	"topobook/topology/route"
)

// A path is a [route.Path] as a value of a cell. It is immutable.
type path struct {
	output.Record
	net *network
	route.Path
}

var (
	_ output.Output       = (*path)(nil)
	_ starlark.HasAttrs   = (*path)(nil)
	_ starlark.Comparable = (*path)(nil)
)

// newPath returns a path of t as a value.
func (t *network) newPath(p route.Path) *path { return &path{net: t, Path: p} }

func (p *path) Type() string   { return "path" }
func (p *path) String() string { return p.Text() }
func (p *path) Hash() (uint32, error) {
	return starlark.String(p.Text()).Hash()
}

// CompareSameType compares two paths for equality: the same nodes by the same channels.
func (p *path) CompareSameType(op syntax.Token, y starlark.Value, _ int) (bool, error) {
	q := y.(*path)
	same := p.Hops() == q.Hops() && p.Text() == q.Text()
	for i := 0; same && i < p.Hops(); i++ {
		same = p.net.Port(p.Channels[i]) == q.net.Port(q.Channels[i])
	}
	switch op {
	case syntax.EQL:
		return same, nil
	case syntax.NEQ:
		return !same, nil
	}
	return false, fmt.Errorf("path %s path: paths have no order", op)
}

// AttrNames returns the names of the attributes.
func (p *path) AttrNames() []string {
	return []string{"excursions", "hops", "labels", "levels", "nodes", "passthroughs", "phases", "ports"}
}

// Attr returns an attribute: the nodes and their levels, and by hop the label and the port at its
// tail and the phase; None stands where there is no label, level or phase. Excursions are those in trees on
// common leaves, passthroughs the processors between the ends.
func (p *path) Attr(name string) (starlark.Value, error) {
	switch name {
	case "excursions":
		return listOf(route.Excursions(p.net.Network, p.Path), func(e route.Excursion) starlark.Tuple {
			return starlark.Tuple{starlark.MakeInt(e.Tree), starlark.MakeInt(e.Height)}
		}), nil
	case "passthroughs":
		return p.net.addresses(route.Passthroughs(p.net.Network, p.Path)), nil
	case "hops":
		return starlark.MakeInt(p.Hops()), nil
	case "nodes":
		return p.net.addresses(p.Nodes), nil
	case "labels":
		return listOf(p.Labels(p.net.Network), func(x int) starlark.Value { return intUnless(x, topology.NoLabel) }), nil
	case "levels":
		return listOf(p.Levels(p.net.Network), func(x int) starlark.Value { return intUnless(x, topology.NoLevel) }), nil
	case "ports":
		return listOf(p.Ports(p.net.Network), starlark.MakeInt), nil
	case "phases":
		return listOf(p.Phases(p.net.Network), phaseValue), nil
	}
	return nil, nil
}

func phaseValue(phase route.Phase) starlark.Value {
	if phase == route.NoPhase {
		return starlark.None
	}
	return starlark.String(phase.String())
}

// Text returns the path on one line, with the labels that its hops have: 0,0 > 0@1 -1> 0,1.
func (p *path) Text() string {
	var b strings.Builder
	b.WriteString(p.net.Address(p.Nodes[0]))
	for i, c := range p.Channels {
		if label := p.net.Label(c); label != topology.NoLabel {
			fmt.Fprintf(&b, " -%d> ", label)
		} else {
			b.WriteString(" > ")
		}
		b.WriteString(p.net.Address(p.Nodes[i+1]))
	}
	return b.String()
}

// HTML returns span.route with a span for each node, and a sub for each label.
func (p *path) HTML() string {
	var b strings.Builder
	b.WriteString(`<span class="route">`)
	for i, u := range p.Nodes {
		if i > 0 {
			b.WriteString(` <span class="hop">→`)
			if label := p.net.Label(p.Channels[i-1]); label != topology.NoLabel {
				fmt.Fprintf(&b, "<sub>%d</sub>", label)
			}
			b.WriteString("</span> ")
		}
		b.WriteString(`<span class="at">` + output.Escape(p.net.Address(u)) + "</span>")
	}
	b.WriteString("</span>")
	return b.String()
}

// channelOf returns the channel that a pair of addresses, or a string a>b, names.
func (t *network) channelOf(v starlark.Value) (topology.Channel, error) {
	var ends [2]starlark.Value
	switch v := v.(type) {
	case starlark.String:
		from, to, ok := strings.Cut(string(v), ">")
		if !ok {
			return 0, fmt.Errorf("got %s, want a channel, as a pair of nodes or as a string a>b", dialect.ShortText(v))
		}
		ends = [2]starlark.Value{starlark.String(from), starlark.String(to)}
	case starlark.Tuple:
		if len(v) != 2 {
			return 0, fmt.Errorf("got %d nodes, want a channel as a pair of nodes", len(v))
		}
		ends = [2]starlark.Value{v[0], v[1]}
	default:
		return 0, fmt.Errorf("got %s, want a channel, as a pair of nodes or as a string a>b", v.Type())
	}
	a, err := t.node(ends[0])
	if err != nil {
		return 0, err
	}
	b, err := t.node(ends[1])
	if err != nil {
		return 0, err
	}
	c, ok := t.ChannelBetween(a, b)
	if !ok {
		return 0, fmt.Errorf("%v: no link between %s and %s", t, t.Address(a), t.Address(b))
	}
	return c, nil
}

// channelName writes a channel as a>b.
func (t *network) channelName(c topology.Channel) starlark.String {
	return starlark.String(t.Address(t.Tail(c)) + ">" + t.Address(t.Head(c)))
}

// pathsArg returns for a parameter the channels of one path or of a list of paths; a path may be a list of nodes.
func (t *network) pathsArg(c *engine.Call, param string, v starlark.Value) ([][]topology.Channel, error) {
	list, ok := v.(starlark.Iterable)
	if p, isPath := v.(*path); isPath {
		list, ok = starlark.Tuple{p}, true
	}
	if !ok {
		return nil, c.BadArgf(param, "got %s, want a list of paths", v.Type())
	}
	if n := starlark.Len(list); n > maxPaths {
		return nil, c.BadArgf(param, "got %d, want at most %d", n, maxPaths)
	}
	var paths [][]topology.Channel
	hops := 0
	for item := range starlark.Elements(list) {
		if err := c.Tick(len(paths), starlark.Len(list)); err != nil {
			return nil, err
		}
		channels, err := t.pathChannels(item)
		if err != nil {
			return nil, c.BadArg(param, err)
		}
		if hops += len(channels); hops > 10*maxPaths {
			return nil, c.BadArgf(param, "got more than %d hops, want fewer or shorter paths", 10*maxPaths)
		}
		paths = append(paths, channels)
	}
	return paths, nil
}

func (t *network) pathChannels(v starlark.Value) ([]topology.Channel, error) {
	if p, ok := v.(*path); ok && p.net.Same(t) {
		return p.Channels, nil
	} else if ok {
		return nil, fmt.Errorf("got a path of %v, want one of %v", p.net, t)
	}
	nodes := items(v)
	if nodes == nil {
		return nil, fmt.Errorf("got %s, want a path or a list of nodes", v.Type())
	}
	var channels []topology.Channel
	for i := 1; i < nodes.Len(); i++ {
		c, err := t.channelOf(starlark.Tuple{nodes.Index(i - 1), nodes.Index(i)})
		if err != nil {
			return nil, err
		}
		channels = append(channels, c)
	}
	return channels, nil
}
