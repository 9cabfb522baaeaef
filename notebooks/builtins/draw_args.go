package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/draw"
)

// A viewArg takes the two angles from which a drawing is seen, or None.
type viewArg struct{ *draw.View }

// Unpack takes None or a pair of numbers.
func (a *viewArg) Unpack(v starlark.Value) error {
	if v == starlark.None {
		return nil
	}
	a.View = new(draw.View)
	pair := items(v)
	for i, angle := range []*float64{&a.Azimuth, &a.Elevation} {
		var x engine.NumberArg
		var err error
		if pair == nil || pair.Len() != 2 || x.Unpack(pair.Index(i)) != nil {
			err = fmt.Errorf("got %s, want None or (azimuth, elevation) in degrees", dialect.ShortText(v))
		} else {
			*angle, err = x.Float()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// options returns what to draw besides the network.
func (a *drawArgs) options(c *engine.Call) (draw.Options, error) {
	o := draw.Defaults()
	o.EdgeLabels, o.ColorByLabel = a.edgeLabels, a.colorByLabel
	o.HideLabels = a.labels == starlark.False
	if a.folded && a.view.View == nil {
		a.view.View = &draw.View{Azimuth: 30, Elevation: 20}
	}
	if o.View = a.view.View; o.View != nil {
		o.View.Folded = a.folded
	}
	if a.within != nil {
		o.Within = a.within.Network
	}
	if _, ok := a.labels.(starlark.Bool); !ok && a.labels != starlark.None {
		return o, c.BadArgf("labels", "got %s, want True, False or None", a.labels.Type())
	}
	var err error
	if o.Paths, err = a.net.pathsArg(c, "paths", a.paths); err != nil {
		return o, err
	}
	if o.Marked, err = nodesArg(c, "marks", a.net, a.marks); err != nil {
		return o, err
	}
	if o.Faults, o.FaultLinks, err = faultsArg(c, "faults", a.net, a.faults); err != nil {
		return o, err
	}
	if a.source != starlark.None {
		if o.Source, err = nodeArg(c, "source", a.net, a.source); err != nil {
			return o, err
		}
	}
	if a.dest != starlark.None {
		if o.Dest, err = nodeArg(c, "dest", a.net, a.dest); err != nil {
			return o, err
		}
	}
	if a.highlightLabel != starlark.None {
		label, err := starlark.AsInt32(a.highlightLabel)
		if err != nil {
			return o, c.BadArgf("highlight_label", "got %s, want int", dialect.ShortText(a.highlightLabel))
		}
		o.Highlights = []draw.Highlight{{Level: topology.NoLevel, Label: label}}
	}
	if o.Load, err = a.loadArg(c); err != nil {
		return o, err
	}
	if a.fullLoad != starlark.None {
		x, ok := starlark.AsFloat(a.fullLoad)
		if !ok || !(x >= 0) || x > maxLoad {
			return o, c.BadArgf("full_load", "got %s, want a number from 0 to %g", dialect.ShortText(a.fullLoad), maxLoad)
		}
		o.FullLoad = x
	}
	if a.widths != starlark.None {
		d, ok := a.widths.(*starlark.Dict)
		if !ok {
			return o, c.BadArgf("widths", "got %s, want a dict from channels to numbers", a.widths.Type())
		}
		if o.Widths, err = a.byChannel(c, "widths", d, maxWidth); err != nil {
			return o, err
		}
	}
	o.Names, err = a.namesArg(c)
	return o, err
}

// loadArg returns what each channel carries, or nil. A list of paths counts each of them once.
func (a *drawArgs) loadArg(c *engine.Call) ([]float64, error) {
	if a.load == starlark.None {
		return nil, nil
	}
	t, loads := a.net, make([]float64, 2*a.net.Size())
	switch v := a.load.(type) {
	case *load:
		if !v.net.Same(t) {
			return nil, c.BadArgf("loads", "got loads of %v, want those of %v", v.net, t)
		}
		for ch := range loads {
			loads[ch] = v.load.At(topology.Channel(ch))
		}
	case *starlark.Dict:
		return a.byChannel(c, "loads", v, maxLoad)
	default:
		if _, ok := v.(starlark.Iterable); !ok {
			return nil, c.BadArgf("loads", "got %s, want what link_load returns, a dict from channels to numbers, or a list of paths", v.Type())
		}
		paths, err := t.pathsArg(c, "loads", v)
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			for _, ch := range path {
				loads[ch]++
			}
		}
	}
	return loads, nil
}

// The bounds of what a drawing says of a channel.
const (
	maxLoad  = 1e15
	maxWidth = 30
)

// byChannel returns the numbers, 0 to most, that d has for channels.
func (a *drawArgs) byChannel(c *engine.Call, param string, d *starlark.Dict, most float64) ([]float64, error) {
	numbers := make([]float64, 2*a.net.Size())
	for key, value := range starlark.Entries(d) {
		ch, err := a.net.channelOf(key)
		if err != nil {
			return nil, c.BadArg(param, err)
		}
		x, ok := starlark.AsFloat(value)
		if !ok || !(x >= 0) || x > most {
			return nil, c.BadArgf(param, "for %s got %s, want a number from 0 to %g", dialect.ShortText(key), dialect.ShortText(value), most)
		}
		numbers[ch] = x
	}
	return numbers, nil
}

// namesArg returns the texts at the nodes, by node: of those that names has not, the address.
func (a *drawArgs) namesArg(c *engine.Call) ([]string, error) {
	if a.names == starlark.None {
		return nil, nil
	}
	d, ok := a.names.(*starlark.Dict)
	if !ok {
		return nil, c.BadArgf("names", "got %s, want a dict from nodes to texts", a.names.Type())
	}
	names := make([]string, a.net.Order())
	for u := range names {
		names[u] = a.net.Address(topology.Node(u))
	}
	for node, text := range starlark.Entries(d) {
		u, err := nodeArg(c, "names", a.net, node)
		if err != nil {
			return nil, err
		}
		names[u] = dialect.PlainTextWithin(text, dialect.MaxCell)
	}
	return names, nil
}
