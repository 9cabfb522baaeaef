package draw

import "topobook/topology"

// A figure is a network to be laid out.
type figure struct {
	net       *topology.Network // with the names as addresses
	plain     *topology.Network // with its own
	names     []string          // by node; nil for none
	addresses bool              // whether to write them where there is room
	groups    []int             // by node, see Options; nil for none
}

// newFigure returns the figure of net with the names, by node, as its addresses; nil leaves these as they are.
func newFigure(net *topology.Network, names []string, addresses bool) *figure {
	return &figure{net: rename(net, names), plain: net, names: names, addresses: addresses}
}

// layouts holds functions that return the layout of a figure, or nil if they have none for it; the first that has
// one decides. To draw a family in its own way, write a file and add a line.
var layouts = []func(f *figure) *layout{
	twoSided,
	sharedLeaves,
	dragonfly,
	cubic,
	inLevels,
	hypercube,
	dottedCube,
	copies,
	onCircle,
	spread,
}

// A LayoutFunc returns the layout of a figure, or nil if it has none for it.
type LayoutFunc func(f *figure) *layout

// A Drawn definition says how its network is laid out; packages that few programs need have such.
type Drawn interface {
	topology.Definition
	// Layout returns one of the functions of this package.
	Layout() LayoutFunc
}

// layout returns the layout in the plane that suits f.
func (f *figure) layout() *layout {
	l := damaged(f)
	if def, ok := f.plain.Definition.(Drawn); l == nil && ok {
		l = def.Layout()(f)
	}
	for i := 0; l == nil; i++ {
		l = layouts[i](f)
	}
	return l
}

// A renamed network shows other texts at its nodes than their addresses, in a layout only.
type renamed struct {
	*topology.Network
	names []string // by node
}

func (r renamed) Address(u topology.Node) string { return r.names[u] }

// rename returns net with the names, by node, as its addresses; nil leaves it as it is.
func rename(net *topology.Network, names []string) *topology.Network {
	if names == nil {
		return net
	}
	other := *net
	other.Definition = renamed{net, names}
	return &other
}
