package builtins

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
	"topobook/topology/route"
)

// A drawing is a picture of a network.
type drawing struct {
	output.Base
	svg, text, headline, caption string
	key                          []draw.Sign
}

func (d *drawing) Type() string          { return "drawing" }
func (d *drawing) String() string        { return d.Text() }
func (d *drawing) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: drawing") }

// HTML returns the svg element, with a headline above and a legend and a caption below if there are any.
func (d *drawing) HTML() string {
	html := d.svg
	if len(d.key) > 0 {
		html += `<p class="key net">`
		for _, sign := range d.key {
			html += "<span>" + sign.Sample + output.Escape(sign.Text) + "</span> "
		}
		html = strings.TrimSuffix(html, " ") + "</p>"
	}
	bare := html
	if d.headline != "" {
		html = `<p class="headline">` + output.Escape(d.headline) + "</p>" + html
	}
	if d.caption != "" {
		html += `<p class="caption">` + output.Escape(d.caption) + "</p>"
	}
	if html != bare {
		html = `<div class="drawing">` + html + "</div>"
	}
	return html
}

// Text returns what is drawn: the headline, the network in a line, the paths and marks, and the caption.
func (d *drawing) Text() string {
	var lines []string
	for _, line := range []string{d.headline, d.text, d.caption} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// drawsWithin returns a builtin that draws. In place of a network that is too large it shows a note, which names one of the families that
// fits: what else the cell shows, and the cells that depend on it, are none the worse for it.
func drawsWithin(families family.Catalogue, fn engine.Func) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		v, err := fn(c, args, kwargs)
		large := (*draw.TooLarge)(nil)
		if !errors.As(err, &large) {
			return v, err
		}
		note := "Not drawn: " + large.Error()
		if smaller := families.Largest(large.Net, draw.Fits); smaller != nil {
			note += fmt.Sprintf("; %v would fit", smaller)
		}
		return &drawing{svg: `<p class="text">` + output.Escape(note) + "</p>", text: note}, nil
	}
}

// drawArgs are the arguments of draw.
type drawArgs struct {
	net                                  *network
	paths, marks, faults                 starlark.Value
	source, dest, labels, highlightLabel starlark.Value
	names, load, widths, headline        starlark.Value
	positions, groups, color             starlark.Value
	edgeLabels, colorByLabel, folded     bool
	fullLoad                             starlark.Value
	view                                 viewArg
	within                               *network
	caption                              engine.TextArg
}

// noDrawArgs returns the arguments that none are given for.
func noDrawArgs() drawArgs {
	empty, none := starlark.Tuple{}, starlark.None
	return drawArgs{paths: empty, marks: empty, faults: empty, source: none, dest: none, labels: none, highlightLabel: none, names: none, load: none, fullLoad: none, widths: none, headline: none, positions: none, groups: none, color: none}
}

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

// drawBuiltin returns the builtin that draws networks; if more has nothing, another program has the drawings that need it.
func drawBuiltin(more drawMore) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return drawNetwork(c, more, args, kwargs)
	}
}

func drawNetwork(c *engine.Call, more drawMore, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	a := noDrawArgs()
	if err := c.Unpack(args, kwargs, "t", &a.net, "paths??", &a.paths, "marks??", &a.marks, "source?", &a.source, "dest?", &a.dest,
		"labels?", &a.labels, "edge_labels?", &a.edgeLabels, "highlight_label?", &a.highlightLabel, "caption?", &a.caption,
		"color_by_label?", &a.colorByLabel, "faults??", &a.faults, "names?", &a.names, "view?", &a.view, "within??", &a.within, "folded?", &a.folded,
		"loads?", &a.load, "headline?", &a.headline, "widths?", &a.widths, "full_load?", &a.fullLoad, "positions?", &a.positions, "groups?", &a.groups, "color?", &a.color); err != nil {
		return nil, err
	}
	t, o := a.net, draw.Defaults()
	if !draw.Fits(t.Network) && t.Order() <= draw.MaxDensityNodes {
		if more.density == nil {
			return nil, c.Wrap(engine.ErrAbsent)
		}
		return a.density(c, more, kwargs)
	}
	if t.Order() <= draw.MaxNodes && t.Size() <= draw.MaxLinks { // else draw.Network says so
		var err error
		if o, err = a.options(c); err != nil {
			return nil, err
		}
		if a.layered() {
			if more.layers == nil {
				return nil, c.Wrap(engine.ErrAbsent)
			}
			if err := more.layers(c, &a, &o); err != nil {
				return nil, err
			}
		}
		if err := c.Reserve(512 * (t.Order() + t.Size())); err != nil {
			return nil, err
		}
	}
	svg, err := draw.Network(t.Network, o)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return &drawing{svg: svg, text: a.describe(o), headline: a.headlineText(o), caption: string(a.caption), key: draw.Key(t.Network, o)}, nil
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

// headlineText returns what stands above the drawing: if nothing is given, which channel carries most.
func (a *drawArgs) headlineText(o draw.Options) string {
	if a.headline != starlark.None {
		return dialect.PlainTextWithin(a.headline, dialect.MaxCell)
	}
	most, busiest := draw.Busiest(a.net.Network, o.Load)
	switch len(busiest) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("The busiest channel carries %s: %s.", draw.FormatNumber(most), string(a.net.channelName(busiest[0])))
	}
	return fmt.Sprintf("The busiest %d channels carry %s each.", len(busiest), draw.FormatNumber(most))
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

// describe returns the drawing in words.
func (a *drawArgs) describe(o draw.Options) string {
	t := a.net
	lines := []string{t.Summary()}
	if a.within != nil {
		lines = append(lines, "within "+a.within.Summary())
	}
	addresses := func(nodes []topology.Node) string {
		texts := make([]string, len(nodes))
		for i, u := range nodes {
			texts[i] = t.Address(u)
		}
		return strings.Join(texts, " ")
	}
	if o.Source != draw.NoNode {
		lines = append(lines, "source: "+t.Address(o.Source))
	}
	if o.Dest != draw.NoNode {
		lines = append(lines, "destination: "+t.Address(o.Dest))
	}
	for i, channels := range o.Paths {
		if len(channels) > 0 {
			p := t.newPath(route.NewPath(t.Network, t.Tail(channels[0]), channels))
			lines = append(lines, fmt.Sprintf("path %d: %s", i+1, p.Text()))
		}
	}
	if len(o.Marked) > 0 {
		lines = append(lines, "marked: "+addresses(o.Marked))
	}
	if len(o.Faults) > 0 {
		lines = append(lines, "broken: "+addresses(o.Faults))
	}
	if len(o.FaultLinks) > 0 {
		text := "broken links:"
		for _, link := range o.FaultLinks {
			text += " " + string(t.channelName(link))
		}
		lines = append(lines, text)
	}
	if o.Names != nil {
		text := "texts:"
		for u, name := range o.Names {
			if address := t.Address(topology.Node(u)); name != address {
				text += " " + address + " " + strconv.Quote(name)
			}
		}
		lines = append(lines, text)
	}
	if o.GroupNames != nil {
		lines = append(lines, "groups: "+strings.Join(o.GroupNames, ", "))
	}
	if words := o.ValueWords; words != "" {
		lines = append(lines, "colors: "+words)
	}
	for _, h := range o.Highlights {
		lines = append(lines, fmt.Sprintf("highlighted: links with label %d at the upper end", h.Label))
	}
	return strings.Join(lines, "\n  ")
}
