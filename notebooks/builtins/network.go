package builtins

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/family"
)

// networkBuiltins returns the builtins that make networks: one for each family, and the general ones.
func networkBuiltins(families family.Catalogue) []engine.Builtin {
	builtins := []engine.Builtin{
		{Name: "graph", Fn: builtinGraph},
		{Name: "induced", Fn: builtinInduced},
	}
	for _, f := range families {
		builtins = append(builtins, engine.Builtin{Name: f.Name, Fn: familyBuiltin(f)})
	}
	return builtins
}

// familyBuiltin returns the function of the builtin that makes the networks of a family.
func familyBuiltin(f family.Family) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		params := make([]paramArg, len(f.Params))
		var pairs []any
		for i, p := range f.Params {
			params[i] = paramArg{p, p.Default}
			name := p.Name
			if p.Optional {
				name += "?"
			}
			pairs = append(pairs, name, &params[i])
		}
		if err := c.Unpack(args, kwargs, pairs...); err != nil {
			return nil, err
		}
		ints := make([]int, len(params))
		for i, p := range params {
			ints[i] = p.arg
		}
		def, err := f.New(ints)
		return buildNetwork(c, def, err)
	}
}

// A paramArg takes an argument of a parameter of a family.
type paramArg struct {
	family.Param
	arg int
}

// Unpack takes an int or, if the parameter has choices, one of these.
func (p *paramArg) Unpack(v starlark.Value) error {
	text := dialect.PlainText(v)
	if _, ok := v.(starlark.String); ok {
		text = strconv.Quote(text)
	}
	if _, ok := v.(starlark.Int); !ok && p.Choices == nil && !(v == starlark.None && p.Default == family.None) {
		return fmt.Errorf("got %s, want int", v.Type())
	}
	arg, ok := p.Parse(text)
	if !ok && p.Choices != nil {
		choices := make([]string, len(p.Choices))
		for i := range choices {
			choices[i] = p.Format(i)
		}
		return fmt.Errorf("got %s, want %s", dialect.ShortText(v), strings.Join(choices, " or "))
	}
	if !ok {
		return fmt.Errorf("got %s, want an int of at most %d", dialect.ShortText(v), math.MaxInt)
	}
	p.arg = arg
	return nil
}

// smallNetwork is an order up to which building a network is not worth charging for.
const smallNetwork = 1 << 10

// buildNetwork makes the network of a definition that has been made without an error, after it has
// charged for its memory.
func buildNetwork(c *engine.Call, def topology.Definition, err error) (starlark.Value, error) {
	if err != nil {
		return nil, err // begins with the call
	}
	net, err := topology.NewWithin(def, func(links int, all bool) error {
		switch {
		case all && def.Order() > smallNetwork:
			return c.ReserveFor(def.String(), 8*def.Order()+32*links)
		case !all && links > 0:
			return c.Progress(links, 0)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &network{Network: net}, nil
}

func builtinGraph(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var nodes, links starlark.Iterable
	if err := c.Unpack(args, kwargs, "nodes", &nodes, "links", &links); err != nil {
		return nil, err
	}
	total := max(0, starlark.Len(nodes)) + max(0, starlark.Len(links))
	if err := c.Reserve(total * 128); err != nil {
		return nil, err
	}
	var names []string
	for item := range starlark.Elements(nodes) {
		if err := c.Tick(len(names), 2*total); err != nil {
			return nil, err
		}
		name, err := engine.AddressOf(item)
		if err != nil {
			return nil, c.BadArg("nodes", err)
		}
		names = append(names, name)
	}
	var pairs [][2]string
	for item := range starlark.Elements(links) {
		if err := c.Tick(len(names)+len(pairs), 2*total); err != nil {
			return nil, err
		}
		pair := items(item)
		if pair == nil || pair.Len() != 2 {
			return nil, c.BadArgf("links", "got %s, want pairs of nodes", dialect.ShortText(item))
		}
		var ends [2]string
		for i := range ends {
			name, err := engine.AddressOf(pair.Index(i))
			if err != nil {
				return nil, c.BadArg("links", err)
			}
			ends[i] = name
		}
		pairs = append(pairs, ends)
	}
	def, err := topology.NewGraphWithin(names, pairs, func(done, n int) error { return c.Progress(n+done, 2*n) })
	return buildNetwork(c, def, err)
}

func builtinInduced(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var t *network
	var list starlark.Value
	if err := c.Unpack(args, kwargs, "t", &t, "nodes", &list); err != nil {
		return nil, err
	}
	keep, err := nodesArg(c, "nodes", t, list)
	if err != nil {
		return nil, err
	}
	def, err := topology.NewInduced(t.Network, keep)
	return buildNetwork(c, def, err)
}
