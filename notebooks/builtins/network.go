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
		{Name: "graph", Fn: graphBuiltin(nil)},
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

// cables are what graphs with cables need.
type cables struct {
	read func(v starlark.Value) (cable topology.Cable, trunk int, err error)
	with func([]topology.Cable) topology.GraphOption
}

// graphBuiltin returns the builtin that makes graphs; if known is nil, another program has those whose cables something is known of.
func graphBuiltin(known *cables) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return newGraph(c, known, args, kwargs)
	}
}

func newGraph(c *engine.Call, known *cables, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var nodes, links starlark.Iterable
	var switches starlark.Iterable = starlark.Tuple{}
	var parallel bool
	if err := c.Unpack(args, kwargs, "nodes", &nodes, "links", &links, "switches??", &switches, "parallel?", &parallel); err != nil {
		return nil, err
	}
	total := max(0, starlark.Len(nodes)) + max(0, starlark.Len(links)) + max(0, starlark.Len(switches))
	if err := c.Reserve(total * 128); err != nil {
		return nil, err
	}
	names, err := namesArg(c, "nodes", nodes)
	if err != nil {
		return nil, err
	}
	routers, err := namesArg(c, "switches", switches)
	if err != nil {
		return nil, err
	}
	list := linkList{known: known}
	for item := range starlark.Elements(links) {
		if err := c.Tick(len(names)+len(list.ends), 2*total); err != nil {
			return nil, err
		}
		if err := list.add(c, item); err != nil {
			return nil, err
		}
	}
	options := []topology.GraphOption{
		topology.WithProgress(func(done, n int) error { return c.Progress(n+done, 2*n) }), topology.WithSwitches(routers...),
	}
	if list.cables != nil {
		options = append(options, known.with(list.cables))
	}
	if parallel || list.trunks {
		options = append(options, topology.WithParallelLinks())
	}
	def, err := topology.NewGraph(names, list.ends, options...)
	return buildNetwork(c, def, err)
}

// namesArg returns the names of nodes that are not there yet.
func namesArg(c *engine.Call, param string, list starlark.Iterable) ([]string, error) {
	var names []string
	for item := range starlark.Elements(list) {
		if err := c.Tick(len(names), starlark.Len(list)); err != nil {
			return nil, err
		}
		name, err := engine.AddressOf(item)
		if err != nil {
			return nil, c.BadArg(param, err)
		}
		names = append(names, name)
	}
	return names, nil
}

// A linkList has the links of a graph as a cell lists them.
type linkList struct {
	known  *cables
	ends   [][2]string
	cables []topology.Cable // nil if nothing is said of any
	trunks bool             // of more than one link
}

// add adds a link: a pair of nodes, or both and a dict of what is known of it.
func (l *linkList) add(c *engine.Call, item starlark.Value) error {
	link := items(item)
	if link == nil || link.Len() != 2 && link.Len() != 3 {
		return c.BadArgf("links", "got %s, want pairs of nodes", dialect.ShortText(item))
	}
	var ends [2]string
	for i := range ends {
		name, err := engine.AddressOf(link.Index(i))
		if err != nil {
			return c.BadArg("links", err)
		}
		ends[i] = name
	}
	cable, trunk := topology.Cable{}, 1
	if link.Len() == 3 {
		if l.known == nil {
			return c.Wrap(engine.ErrAbsent)
		}
		var err error
		if cable, trunk, err = l.known.read(link.Index(2)); err != nil {
			return c.BadArgf("links", "link %q–%q: %v", ends[0], ends[1], err)
		}
		if l.cables == nil {
			l.cables = make([]topology.Cable, len(l.ends))
		}
		l.trunks = l.trunks || trunk > 1
	}
	if err := c.Reserve(128 * (trunk - 1)); err != nil {
		return err
	}
	for range trunk {
		l.ends = append(l.ends, ends)
		if l.cables != nil {
			l.cables = append(l.cables, cable)
		}
	}
	return nil
}

// cableOf reads what a dict says of a link, and how many parallel ones it is.
func cableOf(v starlark.Value) (cable topology.Cable, trunk int, err error) {
	trunk = 1
	d, ok := v.(*starlark.Dict)
	if !ok {
		return cable, 0, fmt.Errorf("got %s, want a dict", v.Type())
	}
	for _, entry := range d.Items() {
		key, _ := starlark.AsString(entry[0])
		number, isNumber := starlark.AsFloat(entry[1])
		whole, wholeErr := starlark.AsInt32(entry[1])
		switch wrong := func(want string) error {
			return fmt.Errorf("got %s for %s, want %s", dialect.ShortText(entry[1]), key, want)
		}; key {
		case "kind":
			if cable.Kind, ok = starlark.AsString(entry[1]); !ok {
				return cable, 0, wrong("a string")
			}
		case "length":
			if cable.Length = number; !isNumber {
				return cable, 0, wrong("a number of meters")
			}
		case "capacity":
			if cable.Capacity = number; !isNumber {
				return cable, 0, wrong("a number")
			}
		case "latency":
			if cable.Latency = whole; wholeErr != nil {
				return cable, 0, wrong("a number of cycles")
			}
		case "trunk":
			if trunk = whole; wholeErr != nil || whole < 1 || whole > topology.MaxLinks {
				return cable, 0, wrong(fmt.Sprintf("a number of parallel links from 1 to %d", topology.MaxLinks))
			}
		default:
			return cable, 0, fmt.Errorf("got %s, want kind, length, latency, capacity or trunk", dialect.ShortText(entry[0]))
		}
	}
	return cable, trunk, nil
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
