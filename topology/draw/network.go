package draw

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/topology"
)

// MaxNodes and MaxLinks bound what [Network] draws: beyond them lines are thinner than a screen
// shows and the drawing is longer than the page around it.
const (
	MaxNodes = 1300
	MaxLinks = 2400
)

// NoNode stands for no node in [Options].
const NoNode topology.Node = -1

// manyLinks is the number of links above which links have no titles of their own. Lines are thin from half as
// many links, and thinner from three times as many.
const manyLinks = 300

// A Highlight names links to draw bold: those that lead down from a level and have a label there.
type Highlight struct {
	Level int // of the upper end, or topology.NoLevel for any
	Label int // at the upper end
}

// Options says what [Network] shows besides the network. Start from [Defaults].
type Options struct {
	Title        string               // name of the drawing; the network's own if empty
	Source, Dest topology.Node        // filled, and with a ring; NoNode for none
	Paths        [][]topology.Channel // each from node to node, in their order
	Marked       []topology.Node      // tinted
	Faults       []topology.Node      // crossed out, their links dashed
	FaultLinks   []topology.Channel   // either direction; dashed
	Highlights   []Highlight          // bold links
	HideLabels   bool                 // no addresses, even where there is room
	Names        []string             // by node: the text at it in place of its address; nil for addresses
	EdgeLabels   bool                 // write the label of a link at its upper end where there is room
	ColorByLabel bool                 // colour links by the label at the upper end, modulo 8
	View         *View                // from where it is seen in space; nil for a drawing in the plane
	Layout       LayoutFunc           // in place of the one that suits the network; nil for that
	Groups       []int                // by node: its group, an index of GroupNames, or -1; nil for none: see SetGroups
	GroupNames   []string
	Values       []float64         // by node: a shade shows it; not a number where none is known; nil for none: see SetValues
	ValueWords   string            // what the values are, in words
	Load         []float64         // by channel: what it carries, at least 0; nil for a drawing without loads
	Widths       []float64         // by channel, either direction: how wide its link is; 0 for the usual width; nil for none
	FullLoad     float64           // what the widest and darkest line stands for, if more than the largest Load
	Within       *topology.Network // a network of the same nodes whose other links are drawn faint; nil for none

	layers []layer // what is drawn besides, by functions that a program without them does not need
}

// A layer is drawn in up to three steps: first and under may be nil.
type layer struct{ first, under, over func(d *drawing) }

// Defaults returns the options that show the network alone, with addresses where there is room.
func Defaults() Options { return Options{Source: NoNode, Dest: NoNode} }

// Network returns a drawing of net: an svg element for a page.
//
// A network with levels is drawn in rows, level 0 on top, each node centred above those that are linked
// up to it alone, and the links of a switch side by side in the order of their far ends. A hypercube of up to
// 5 dimensions is drawn as a projection, a ring or a network with nearly all links on a circle, any other so that the distances of its
// nodes are about as they are in hops. A MiKANT, a Clos
// k-ary n-tree and a k-ary n-fly have a row of processors at either end; families with a figure of their
// own have their own files. Links around a torus of 3 or 4 dimensions are cut in two. What is left of a
// damaged network stands where it stood. Switches are rounded rectangles, processors circles, or stadiums
// if their address stands inside. With a View, tori, meshes and pruned tori of up to 4 dimensions and
// CCC(3) are seen in space: what is near is larger, darker and on top. Links that only a larger network
// has, given as Within, are dotted and have no data-link.
// With a Load, each channel is as wide and dark as what it carries, with a legend at the foot, and the busiest (see [Busiest]) are marked.
// Texts never overlap: they shrink, turn or go, and each node's title still tells its address.
//
// A node is a g element of class node and switch or processor, with its address in data-node; a link
// is a path of class link with both addresses in data-link, the upper one first. Source and
// destination have the classes src and dst, others marked and fault, nodes of a path on and path0 to
// path5; hops of a path are paths of class path, up or down. [Key] is the legend. A link has a title only in drawings of
// at most 300 links. With more than 150 links the svg element has the class dense, with more than 900 crowded.
//
// It takes O(N + L log d) time, and O(E²) more for E ≤ 300 link labels. It returns an error if net has more
// than [MaxNodes] nodes or [MaxLinks] links. Network panics if a node or channel is not one of net.
func Network(net *topology.Network, o Options) (string, error) {
	if !Fits(net) {
		return "", &TooLarge{net}
	}
	d := &drawing{net: net, inner: net, o: o}
	if err := d.surround(); err != nil {
		return "", err
	}
	f := newFigure(d.net, o.Names, !o.HideLabels)
	f.groups = o.Groups
	switch {
	case o.Layout != nil:
		d.layout = o.Layout(f)
	case o.View == nil:
		d.layout = f.layout()
	default:
		var err error
		if d.layout, err = spatial(f, *o.View); err != nil {
			return "", err
		}
	}
	d.layout.arcParallel(d.net)
	if o.Load != nil {
		d.layout.size = point{max(d.layout.size.x, 250), d.layout.size.y + loadKeyHeight}
	}
	d.classify()
	for _, layer := range o.layers {
		if layer.first != nil {
			layer.first(d)
		}
	}
	d.head()
	d.rowNames()
	d.b = append(d.b, d.layout.under.b...)
	for _, layer := range o.layers {
		if layer.under != nil {
			layer.under(d)
		}
	}
	d.links()
	d.loads()
	d.paths()
	d.nodes()
	if o.EdgeLabels && net.Size() <= manyLinks {
		d.edgeLabels()
	}
	for _, layer := range o.layers {
		layer.over(d)
	}
	d.writer.close("svg")
	return d.writer.String(), nil
}

// A drawing is a network on its way to SVG.
type drawing struct {
	writer
	net        *topology.Network
	inner      *topology.Network // that is drawn within net; net itself if it is drawn alone
	ghost      []bool            // by channel: whether inner does not have it; nil if it has all
	o          Options
	layout     *layout
	class      []string // by node: what it is besides switch or processor
	fault      []bool   // by node
	dead       []bool   // by channel: a broken link
	groupNames []label
	shades     *heat // of values; nil for none
	onPath     []int // by node: 1 + the index of the first path through it
}

// classify finds what every node and link is besides itself.
func (d *drawing) classify() {
	order := d.net.Order()
	d.class = make([]string, order)
	d.fault = make([]bool, order)
	d.dead = make([]bool, 2*d.net.Size())
	d.onPath = make([]int, order)
	for i, path := range d.o.Paths {
		for _, c := range path {
			for _, u := range []topology.Node{d.net.Tail(c), d.net.Head(c)} {
				if d.onPath[u] == 0 {
					d.onPath[u] = 1 + i
				}
			}
		}
	}
	for u, i := range d.onPath {
		if i > 0 {
			d.class[u] = " on path" + strconv.Itoa((i-1)%6)
		}
	}
	for _, u := range d.o.Marked {
		if !strings.HasSuffix(d.class[u], " marked") { // a million times, perhaps
			d.class[u] += " marked"
		}
	}
	for _, u := range d.o.Faults {
		if !d.fault[u] {
			d.class[u] += " fault"
		}
		d.fault[u] = true
	}
	if d.o.Source != NoNode {
		d.class[d.o.Source] += " src"
	}
	if d.o.Dest != NoNode {
		d.class[d.o.Dest] += " dst"
	}
	for _, c := range d.o.FaultLinks {
		d.dead[c], d.dead[d.net.Twin(c)] = true, true
	}
}

// head opens the svg element and describes the drawing.
func (d *drawing) head() {
	class := "net"
	if d.net.Size() > manyLinks/2 {
		class += " dense"
	}
	if d.net.Size() > 3*manyLinks {
		class += " crowded"
	}
	if d.layout.depth != nil {
		class = "net space"
	}
	if len(d.o.Paths) > 0 || len(d.o.Highlights) > 0 || d.o.Load != nil {
		class += " quiet"
	}
	size := d.layout.size
	d.open("svg", "class", class, "data-network", d.inner.String(), "data-space", d.layout.space, "role", "group",
		"viewBox", "0 0 "+num(size.x)+" "+num(size.y),
		"width", shownWidth(size.x))
	title := d.o.Title
	if title == "" {
		title = d.inner.String()
	}
	d.element("title", short(title))
	d.element("desc", d.sentence())
}

// rowNames writes the names of the levels at the left margin.
func (d *drawing) rowNames() {
	for _, row := range d.layout.rows {
		d.element("text", row.name, "class", "row", "x", "0", "y", num(row.y+4))
	}
}

// surround makes d a drawing of the larger network within which it is to be drawn, if any.
func (d *drawing) surround() error {
	net, outer := d.net, d.o.Within
	if outer == nil {
		return nil
	}
	wrong := func(what, of string) error {
		return fmt.Errorf("%v: within %v, which has no %s %s: want a network with the same nodes, and more links", net, outer, what, of)
	}
	if net.Order() != outer.Order() {
		return fmt.Errorf("%v: has %d nodes, and %v has %d: want a network with the same nodes", net, net.Order(), outer, outer.Order())
	}
	if !Fits(outer) {
		return &TooLarge{outer}
	}
	channels := make([]topology.Channel, 2*net.Size()) // of the larger network
	d.ghost = make([]bool, 2*outer.Size())
	for c := range d.ghost {
		d.ghost[c] = true
	}
	for u := range topology.Node(net.Order()) {
		if net.Address(u) != outer.Address(u) {
			return wrong("node", net.Address(u))
		}
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			e, ok := outer.ChannelBetween(u, net.Head(c))
			if !ok {
				return wrong("link", net.Address(u)+" "+net.Address(net.Head(c)))
			}
			channels[c], d.ghost[e] = e, false
		}
	}
	paths := make([][]topology.Channel, len(d.o.Paths))
	for i, path := range d.o.Paths {
		paths[i] = pick(channels, path)
	}
	d.o.Paths, d.o.FaultLinks = paths, pick(channels, d.o.FaultLinks)
	for _, numbers := range []*[]float64{&d.o.Load, &d.o.Widths} {
		if *numbers != nil {
			moved := make([]float64, len(d.ghost))
			for c, x := range *numbers {
				moved[channels[c]] = x
			}
			*numbers = moved
		}
	}
	d.net = outer
	return nil
}

// Fits reports whether a network is within [MaxNodes] and [MaxLinks].
func Fits(net *topology.Network) bool { return net.Order() <= MaxNodes && net.Size() <= MaxLinks }

// A TooLarge is the error for a network beyond the limits of a drawing.
type TooLarge struct{ Net *topology.Network }

func (e *TooLarge) Error() string {
	return fmt.Sprintf("%v: has %d nodes and %d links, want at most %d and %d to draw it",
		e.Net, e.Net.Order(), e.Net.Size(), MaxNodes, MaxLinks)
}
