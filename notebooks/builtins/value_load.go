package builtins

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology"
	"topobook/topology/route"
)

// A load is a [route.Load] as a value of a cell: a mapping from channels to their loads. It is immutable.
type load struct {
	output.Record
	net  *network
	load route.Load
}

var (
	_ output.Output      = (*load)(nil)
	_ starlark.HasAttrs  = (*load)(nil)
	_ starlark.Mapping   = (*load)(nil)
	_ starlark.Sequence  = (*load)(nil)
	_ starlark.Iterable  = (*load)(nil)
	_ starlark.HasBinary = (*load)(nil)
)

func (l *load) Type() string          { return "load" }
func (l *load) String() string        { return l.Text() }
func (l *load) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: load") }

// AttrNames returns the names of the attributes.
func (l *load) AttrNames() []string {
	return []string{"busiest", "by_label", "by_level", "by_port", "by_tree", "ideal_throughput", "items", "max", "max_down", "max_up", "mean", "throughput", "total"}
}

// Attr returns an attribute; loads are in messages per unit time.
func (l *load) Attr(name string) (starlark.Value, error) {
	switch name {
	case "max":
		return dialect.Number(l.load.Max()), nil
	case "max_up":
		return dialect.Number(l.load.MaxPhase(route.Up)), nil
	case "max_down":
		return dialect.Number(l.load.MaxPhase(route.Down)), nil
	case "mean":
		return starlark.Float(l.load.Mean()), nil
	case "throughput":
		return starlark.Float(l.load.Throughput()), nil
	case "ideal_throughput":
		if _, ok := l.load.Busiest(); !ok {
			return starlark.None, nil
		}
		return starlark.Float(l.load.IdealThroughput()), nil
	case "busiest":
		if c, ok := l.load.Busiest(); ok {
			return l.net.channelName(c), nil
		}
		return starlark.None, nil
	case "total":
		return dialect.Number(l.load.Total()), nil
	case "by_port":
		return listOf(l.load.ByPort(), groupRow), nil
	case "by_label":
		return listOf(l.load.ByLabel(), groupRow), nil
	case "by_level":
		return listOf(l.load.ByLevel(), levelRow), nil
	case "by_tree":
		return listOf(l.load.ByTree(), densityRow), nil
	case "items":
		return starlark.NewBuiltin("items", l.items), nil
	}
	return nil, nil
}

func levelRow(row route.LevelLoad) starlark.Tuple {
	return starlark.Tuple{intUnless(row.Level, topology.NoLevel), phaseValue(row.Direction), dialect.Number(row.Max), starlark.Float(row.Mean)}
}

func densityRow(d route.Density) starlark.Tuple {
	return starlark.Tuple{starlark.MakeInt(d.Tree), starlark.MakeInt(d.Height), starlark.MakeInt(d.Links), dialect.Number(d.Max), dialect.Number(d.Mean)}
}

func groupRow(row route.GroupLoad) starlark.Tuple {
	return starlark.Tuple{intUnless(row.Key, topology.NoLabel), starlark.MakeInt(row.Channels), dialect.Number(row.Max), starlark.Float(row.Mean)}
}

// items returns the channels and their loads as pairs.
func (l *load) items(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	c := &engine.Call{Name: b.Name()}
	if err := c.Unpack(args, kwargs); err != nil {
		return nil, err
	}
	list := make([]starlark.Value, l.Len())
	for i := range list {
		c := topology.Channel(i)
		list[i] = starlark.Tuple{l.net.channelName(c), dialect.Number(l.load.At(c))}
	}
	return starlark.NewList(list), nil
}

// Get returns the load of a channel: a pair of nodes, or a string a>b.
func (l *load) Get(key starlark.Value) (v starlark.Value, found bool, err error) {
	c, err := l.net.channelOf(key)
	if err != nil {
		return nil, false, err
	}
	return dialect.Number(l.load.At(c)), true, nil
}

// Binary reports for x in l whether x is a channel of the network.
func (l *load) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	if op != syntax.IN || side != starlark.Right {
		return nil, nil
	}
	_, err := l.net.channelOf(y)
	return starlark.Bool(err == nil), nil
}

// Len returns the number of channels.
func (l *load) Len() int { return 2 * l.net.Size() }

// Iterate yields the channels by name.
func (l *load) Iterate() starlark.Iterator { return &loadIterator{l: l} }

type loadIterator struct {
	l    *load
	next topology.Channel
}

func (it *loadIterator) Next(v *starlark.Value) bool {
	if int(it.next) >= it.l.Len() {
		return false
	}
	*v = it.l.net.channelName(it.next)
	it.next++
	return true
}

func (it *loadIterator) Done() {}

// table returns the loads level by level.
func (l *load) table() *output.Table {
	rows := listOf(l.load.ByLevel(), levelRow)
	t := output.NewTable(rows, []string{"level", "direction", "max", "mean"}, nil,
		fmt.Sprintf("Messages per channel: at most %s, bound on throughput %s", dialect.FormatFloat(l.load.Max()), dialect.FormatFloat(l.load.Throughput())))
	return t
}

// HTML returns the loads level by level.
func (l *load) HTML() string { return l.table().HTML() }

// Text returns the loads level by level.
func (l *load) Text() string { return l.table().Text() }

// Shown is the text with its numbers shortened.
func (l *load) Shown() string { return l.table().Shown() }
