package builtins

import (
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/measure"
)

// drawMore is what of draw no cell of the papers' pages needs.
type drawMore struct {
	layers  func(c *engine.Call, a *drawArgs, o *draw.Options) error // reads positions, groups and color
	density func(net *topology.Network, progress topology.Progress) (svg, words string, err error)
}

// density returns the picture of a network that is too large to draw node by node.
func (a *drawArgs) density(c *engine.Call, more drawMore, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := c.Reserve(16*a.net.Order() + 1<<20); err != nil {
		return nil, err
	}
	svg, words, err := more.density(a.net.Network, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	var hidden []string // arguments that it cannot show
	for _, kwarg := range kwargs {
		switch name, _ := starlark.AsString(kwarg[0]); name {
		case "t", "caption", "headline", "labels":
		default:
			hidden = append(hidden, name)
		}
	}
	if hidden != nil {
		words += " Not shown of so many nodes: " + strings.Join(hidden, ", ") + "."
	}
	d := &drawing{svg: svg, text: a.net.Summary(), headline: words, caption: string(a.caption)}
	if a.headline != starlark.None {
		d.headline, d.text = a.headlineText(draw.Defaults()), d.text+"\n  "+words
	}
	return d, nil
}

// layered tells whether any of these arguments is given.
func (a *drawArgs) layered() bool {
	return a.positions != starlark.None || a.groups != starlark.None || a.color != starlark.None
}

// readLayers sets what positions, groups and color say.
func readLayers(c *engine.Call, a *drawArgs, o *draw.Options) error {
	if err := a.readPositions(c, o); err != nil {
		return err
	}
	if err := a.readGroups(c, o); err != nil {
		return err
	}
	return a.readColor(c, o)
}

// eachNode calls use with each node for which an argument has a value that is not None: a dict from nodes, or a function of the address, or if inOrder, a list in
// the order of the nodes.
func (a *drawArgs) eachNode(c *engine.Call, param string, v starlark.Value, inOrder string, use func(u topology.Node, v starlark.Value) error) error {
	t := a.net
	one := func(u topology.Node, v starlark.Value) error {
		if v == starlark.None {
			return nil
		}
		if err := use(u, v); err != nil {
			return c.BadArgf(param, "for %s %v", t.Address(u), err)
		}
		return nil
	}
	if d, ok := v.(*starlark.Dict); ok {
		for key, value := range starlark.Entries(d) {
			u, err := nodeArg(c, param, t, key)
			if err != nil {
				return err
			}
			if err := one(u, value); err != nil {
				return err
			}
		}
		return nil
	}
	if list := items(v); list != nil && inOrder != "" {
		if list.Len() != t.Order() {
			return c.BadArgf(param, "got %d values, want one for each of %d nodes", list.Len(), t.Order())
		}
		for u := range t.Order() {
			if err := one(topology.Node(u), list.Index(u)); err != nil {
				return err
			}
		}
		return nil
	}
	f, ok := v.(starlark.Callable)
	if !ok {
		return c.BadArgf(param, "got %s, want a dict from nodes%s or a function of the address", v.Type(), inOrder)
	}
	for u := range topology.Node(t.Order()) {
		if err := c.Tick(int(u), t.Order()); err != nil {
			return err
		}
		value, err := starlark.Call(c.Thread, f, starlark.Tuple{t.address(u)}, nil)
		if err != nil {
			return err
		}
		if err := one(u, value); err != nil {
			return err
		}
	}
	return nil
}

// maxPlace bounds a coordinate.
const maxPlace = 1e12

func (a *drawArgs) readPositions(c *engine.Call, o *draw.Options) error {
	if a.positions == starlark.None {
		return nil
	}
	if a.view.View != nil {
		return c.BadArgf("positions", "got them together with view or folded, want one of these")
	}
	type place struct {
		x, y  float64
		known bool
	}
	places, any := make([]place, a.net.Order()), false
	err := a.eachNode(c, "positions", a.positions, "", func(u topology.Node, v starlark.Value) error {
		if pair := items(v); pair != nil && pair.Len() == 2 {
			x, errX := finiteFloat(pair.Index(0))
			y, errY := finiteFloat(pair.Index(1))
			if errX == nil && errY == nil && math.Abs(x) <= maxPlace && math.Abs(y) <= maxPlace {
				places[u], any = place{x, -y, true}, true // y is up, as in a chart
				return nil
			}
		}
		return fmt.Errorf("got %s, want (x, y), numbers of at most %g, or None", dialect.ShortText(v), maxPlace)
	})
	if err == nil && !any {
		return c.BadArgf("positions", "got none, want that of at least one node")
	}
	o.Layout = draw.PlacesAt(func(u topology.Node) (x, y float64, ok bool) { return places[u].x, places[u].y, places[u].known })
	return err
}

// maxGroups bounds the groups of a drawing.
const maxGroups = 64

func (a *drawArgs) readGroups(c *engine.Call, o *draw.Options) error {
	if a.groups == starlark.None {
		return nil
	}
	t := a.net
	groups, names := make([]int, t.Order()), []string(nil)
	for u := range groups {
		groups[u] = -1
	}
	defer func() { o.SetGroups(groups, names) }()
	index := map[string]int{}
	add := func(u topology.Node, name string) error {
		g, ok := index[name]
		if !ok {
			if g = len(names); g == maxGroups {
				return fmt.Errorf("got group %q, one more than %d, want fewer", name, maxGroups)
			}
			index[name] = g
			names = append(names, name)
		}
		groups[u] = g
		return nil
	}
	of, err := groupsBy(t.Network, a.groups)
	if err != nil {
		return c.BadArg("groups", err)
	}
	if of == nil {
		return a.eachNode(c, "groups", a.groups, "", func(u topology.Node, v starlark.Value) error {
			return add(u, dialect.PlainTextWithin(v, dialect.MaxCell))
		})
	}
	for u := range topology.Node(t.Order()) {
		if name := of(u); name != "" {
			if err := add(u, name); err != nil {
				return c.BadArg("groups", err)
			}
		}
	}
	return nil
}

// groupsBy returns the function of a property of nodes that a string names; nil if v is no string.
func groupsBy(net *topology.Network, v starlark.Value) (func(u topology.Node) string, error) {
	what, ok := starlark.AsString(v)
	if !ok {
		return nil, nil
	}
	switch what {
	case "kind":
		return func(u topology.Node) string { return net.Kind(u).String() }, nil
	case "degree":
		return func(u topology.Node) string { return fmt.Sprintf("degree %d", net.Degree(u)) }, nil
	case "level":
		return func(u topology.Node) string {
			if net.Level(u) == topology.NoLevel {
				return ""
			}
			return fmt.Sprintf("level %d", net.Level(u))
		}, nil
	case "component":
		part := make([]int, net.Order())
		for i, nodes := range measure.Components(net) {
			for _, u := range nodes {
				part[u] = i + 1
			}
		}
		return func(u topology.Node) string { return fmt.Sprintf("component %d", part[u]) }, nil
	}
	return nil, fmt.Errorf(`got %q, want "kind", "level", "degree", "component", a dict from nodes or a function of the address`, what)
}

func (a *drawArgs) readColor(c *engine.Call, o *draw.Options) error {
	if a.color == starlark.None {
		return nil
	}
	values := make([]float64, a.net.Order())
	for u := range values {
		values[u] = math.NaN()
	}
	defer func() { o.SetValues(a.net.Network, values) }()
	return a.eachNode(c, "color", a.color, ", a list in their order", func(u topology.Node, v starlark.Value) error {
		x, err := finiteFloat(v)
		if err != nil || math.Abs(x) > maxLoad {
			return fmt.Errorf("got %s, want a number from %g to %g, or None", dialect.ShortText(v), -maxLoad, maxLoad)
		}
		values[u] = x
		return nil
	})
}
