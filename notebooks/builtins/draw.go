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
	headline, key, caption := "", "", ""
	if d.headline != "" {
		headline = `<p class="headline">` + output.Escape(d.headline) + "</p>"
	}
	if len(d.key) > 0 {
		for _, sign := range d.key {
			key += "<span>" + sign.Sample + output.Escape(sign.Text) + "</span> "
		}
		key = `<p class="key net">` + strings.TrimSuffix(key, " ") + "</p>"
	}
	if d.caption != "" {
		caption = `<p class="caption">` + output.Escape(d.caption) + "</p>"
	}
	if headline+caption == "" {
		return d.svg + key
	}
	return `<div class="drawing">` + headline + d.svg + key + caption + "</div>"
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

// drawNetwork draws a network. If more has nothing, another program has the drawings that need it.
func (more drawMore) drawNetwork(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	if draw.Fits(t.Network) { // else draw.Network says so
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
