package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
)

// symmetryBuiltins returns the builtins about automorphisms.
func symmetryBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "automorphism_count", Fn: symmetryBuiltin(automorphismCount)},
		{Name: "orbits", Fn: symmetryBuiltin(nodeOrbits)},
		{Name: "link_orbits", Fn: symmetryBuiltin(linkOrbits)},
		{Name: "is_vertex_transitive", Fn: builtinIsVertexTransitive},
		{Name: "is_edge_transitive", Fn: symmetryBuiltin(isEdgeTransitive)},
		{Name: "is_regular_group", Fn: builtinIsRegularGroup},
	}
}

// A symmetryFunc makes the value of a builtin of the automorphisms of t.
type symmetryFunc func(c *engine.Call, t *network, g *measure.Group) (starlark.Value, error)

// symmetryBuiltin makes a builtin of a network and kinds.
func symmetryBuiltin(value symmetryFunc) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var kinds bool
		t, err := oneNetwork(c, args, kwargs, "kinds?", &kinds)
		if err != nil {
			return nil, err
		}
		g, err := t.group(c, kinds)
		if err != nil {
			return nil, err
		}
		v, err := value(c, t, g)
		if err != nil {
			return nil, c.Wrap(err)
		}
		return v, nil
	}
}

// group returns the automorphisms of t, or only those that keep kinds.
func (t *network) group(c *engine.Call, kinds bool) (*measure.Group, error) {
	what := "automorphisms"
	var color func(topology.Node) int
	if kinds {
		what = "automorphisms that keep kinds"
		color = func(u topology.Node) int { return int(t.Kind(u)) }
	}
	known, err := t.memoize(c, what, 100*t.Order(), func() (any, error) {
		return measure.Automorphisms(t.Network, color, c.Progress)
	})
	if err != nil {
		return nil, err
	}
	return known.(*measure.Group), nil
}

func automorphismCount(_ *engine.Call, t *network, g *measure.Group) (starlark.Value, error) {
	if bits := g.Bits(); bits > dialect.BitsLimit {
		return nil, fmt.Errorf("%v: the number has about %d bits, want at most %d", t, bits, dialect.BitsLimit)
	}
	return starlark.MakeBigInt(g.Order()), nil
}

func automorphismGenerators(c *engine.Call, t *network, g *measure.Group) (starlark.Value, error) {
	return t.mapsOf(c, g.Generators)
}

// mapsOf returns permutations as a list of dicts.
func (t *network) mapsOf(c *engine.Call, maps []measure.Permutation) (starlark.Value, error) {
	var list []starlark.Value
	for done, p := range maps {
		if err := c.Reserve(200 + 150*len(p.From)); err != nil {
			return nil, err
		}
		if err := c.Tick(done, len(maps)); err != nil {
			return nil, err
		}
		d := starlark.NewDict(len(p.From))
		for i, u := range p.From {
			if err := c.Tick(i, len(p.From)); err != nil {
				return nil, err
			}
			if err := d.SetKey(t.address(u), t.address(p.To[i])); err != nil {
				return nil, err
			}
		}
		list = append(list, d)
	}
	return starlark.NewList(list), nil
}

func nodeOrbits(c *engine.Call, t *network, g *measure.Group) (starlark.Value, error) {
	return nodeLists(c, t, g.Orbits())
}

func linkOrbits(c *engine.Call, t *network, g *measure.Group) (starlark.Value, error) {
	orbits, err := g.LinkOrbits(c.Progress)
	if err != nil {
		return nil, err
	}
	return c.List(len(orbits), 64, func(i int) (starlark.Value, error) {
		return linkPairs(c, t, orbits[i])
	})
}

func isVertexTransitive(_ *engine.Call, _ *network, g *measure.Group) (starlark.Value, error) {
	return starlark.Bool(g.IsVertexTransitive()), nil
}

func isEdgeTransitive(c *engine.Call, _ *network, g *measure.Group) (starlark.Value, error) {
	is, err := g.IsEdgeTransitive(c.Progress)
	return starlark.Bool(is), err
}

func isArcTransitive(c *engine.Call, _ *network, g *measure.Group) (starlark.Value, error) {
	is, err := g.IsArcTransitive(c.Progress)
	return starlark.Bool(is), err
}

func builtinIsVertexTransitive(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var kinds bool
	t, err := oneNetwork(c, args, kwargs, "kinds?", &kinds)
	if err == nil {
		if orbits, ok := t.Orbits(); ok && len(orbits) == 1 {
			return starlark.True, nil // as its definition declares
		}
	}
	return symmetryBuiltin(isVertexTransitive)(c, args, kwargs)
}

// regularSubgroup unpacks a network, and looks for a regular group of its automorphisms.
func regularSubgroup(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (t *network, maps [][]topology.Node, ok bool, err error) {
	if t, err = oneNetwork(c, args, kwargs); err != nil {
		return nil, nil, false, err
	}
	if err = chargeNodes(c, t, 100); err != nil {
		return nil, nil, false, err
	}
	maps, ok, err = measure.RegularSubgroup(t.Network, c.Progress)
	return t, maps, ok, err
}

func builtinIsCayley(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	_, _, ok, err := regularSubgroup(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(ok), nil
}

func builtinRegularSubgroup(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, maps, ok, err := regularSubgroup(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if !ok {
		return starlark.None, nil
	}
	var moves []measure.Permutation
	for _, images := range maps { // without the identity, such an element keeps no node
		p := measure.Permutation{To: images}
		for u := range images {
			p.From = append(p.From, topology.Node(u))
		}
		moves = append(moves, p)
	}
	return t.mapsOf(c, moves)
}

func builtinIsRegularGroup(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Iterable
	t, err := oneNetwork(c, args, kwargs, "maps", &list)
	if err != nil {
		return nil, err
	}
	var maps [][]topology.Node
	for item := range starlark.Elements(list) {
		if err := c.Reserve(4 * t.Order()); err != nil {
			return nil, err
		}
		if err := c.Progress(len(maps), starlark.Len(list)); err != nil {
			return nil, err
		}
		images, err := t.images(c, item)
		if err != nil {
			return nil, c.BadArg("maps", err)
		}
		maps = append(maps, images)
	}
	ok, err := measure.IsRegular(t.Network, maps, c.Progress)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(ok), nil
}

// images returns the images of all nodes under the map that a dict of addresses is.
func (t *network) images(c *engine.Call, v starlark.Value) ([]topology.Node, error) {
	d, ok := v.(*starlark.Dict)
	if !ok {
		return nil, fmt.Errorf("got %s, want a dict from addresses to addresses", v.Type())
	}
	images := measure.Permutation{}.Images(t.Order())
	for i, item := range d.Items() {
		if err := c.Tick(i, d.Len()); err != nil {
			return nil, err
		}
		u, err := t.node(item[0])
		if err != nil {
			return nil, err
		}
		if images[u], err = t.node(item[1]); err != nil {
			return nil, err
		}
	}
	return images, nil
}
