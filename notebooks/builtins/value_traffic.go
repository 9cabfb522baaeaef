package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
)

// trafficArg returns the traffic that a name, a list, a matrix or a function says.
func trafficArg(c *engine.Call, t *network, pattern starlark.Value) (route.Traffic, error) {
	switch pattern {
	case starlark.String("uniform"):
		return route.Uniform(t.Network), nil
	case starlark.String("all"):
		return route.AllToAll(t.Network), nil
	}
	demands, err := demandsArg(c, "traffic", t, pattern)
	if err != nil {
		return route.Traffic{}, err
	}
	traffic, err := route.WeightedTraffic(t.Network, demands)
	if err != nil {
		return route.Traffic{}, c.Wrap(err)
	}
	return traffic, nil
}

// A demandList collects the messages of a traffic.
type demandList struct {
	c     *engine.Call
	param string // whose argument it is
	t     *network
	list  []route.Demand
	asked int // how often add was called
}

func demandsArg(c *engine.Call, param string, t *network, pattern starlark.Value) ([]route.Demand, error) {
	d := &demandList{c: c, param: param, t: t}
	var err error
	switch p := pattern.(type) {
	case starlark.String:
		err = d.named(p)
	case *starlark.Function:
		err = d.function(p)
	case starlark.Iterable:
		if rows := items(p); d.isMatrix(rows) {
			err = d.matrix(rows)
		} else {
			err = d.messages(p)
		}
	default:
		err = d.bad(fmt.Errorf("got %s, want a name, a list, a matrix or a function", pattern.Type()))
	}
	return d.list, err
}

func (d *demandList) bad(err error) error { return d.c.BadArg(d.param, err) }

// add adds a message unless it is never sent.
func (d *demandList) add(source, dest topology.Node, weight float64) error {
	if d.asked++; d.asked%1024 == 0 {
		if err := d.c.Progress(d.asked, 0); err != nil {
			return err
		}
	}
	if weight == 0 {
		return nil
	}
	if len(d.list)%1024 == 0 {
		if err := d.c.Reserve(1024 * 96); err != nil {
			return err
		}
	}
	d.list = append(d.list, route.Demand{Message: route.Message{Source: source, Dest: dest}, Weight: weight})
	return nil
}

// weigh adds a message with a weight that is a value.
func (d *demandList) weigh(source, dest topology.Node, v starlark.Value) error {
	var weight engine.NumberArg
	if err := weight.Unpack(v); err != nil {
		return d.bad(err)
	}
	x, err := weight.Float()
	if err != nil {
		return d.bad(err)
	}
	return d.add(source, dest, x)
}

// named adds the messages of a pattern.
func (d *demandList) named(name starlark.String) error {
	if name == "hot_spot" {
		for _, u := range d.t.Processors() {
			if err := d.add(u, d.t.Processors()[0], 1); err != nil {
				return err
			}
		}
		return nil
	}
	messages, err := messagesArg(d.c, d.param, d.t, name)
	for _, m := range messages {
		if err := d.add(m.Source, m.Dest, 1); err != nil {
			return err
		}
	}
	return err
}

// messages adds pairs, or triples with a weight.
func (d *demandList) messages(list starlark.Iterable) error {
	for item := range starlark.Elements(list) {
		message := items(item)
		if message == nil || message.Len() < 2 || message.Len() > 3 {
			return d.bad(fmt.Errorf("got %s, want (source, destination) or (source, destination, weight)", dialect.ShortText(item)))
		}
		var ends [2]topology.Node
		for i := range ends {
			var err error
			if ends[i], err = nodeArg(d.c, d.param, d.t, message.Index(i)); err != nil {
				return err
			}
		}
		var weight starlark.Value = starlark.MakeInt(1)
		if message.Len() == 3 {
			weight = message.Index(2)
		}
		if err := d.weigh(ends[0], ends[1], weight); err != nil {
			return err
		}
	}
	return nil
}

// isMatrix reports whether there is a list for each processor, the first of which has as many numbers.
func (d *demandList) isMatrix(rows starlark.Indexable) bool {
	processors := len(d.t.Processors())
	if rows == nil || rows.Len() != processors || processors == 0 {
		return false
	}
	row, ok := rows.Index(0).(*starlark.List)
	if !ok || row.Len() != processors {
		return false
	}
	_, number := starlark.AsFloat(row.Index(0))
	return number
}

func (d *demandList) matrix(rows starlark.Indexable) error {
	processors := d.t.Processors()
	for i, source := range processors {
		row := items(rows.Index(i))
		if row == nil || row.Len() != len(processors) {
			return d.bad(fmt.Errorf("got a matrix whose row %d is %s, want a list of %d numbers", i, dialect.ShortText(rows.Index(i)), len(processors)))
		}
		for j, dest := range processors {
			if err := d.weigh(source, dest, row.Index(j)); err != nil {
				return err
			}
		}
	}
	return nil
}

// function adds what a function of a source, or of a source and a destination, says.
func (d *demandList) function(f *starlark.Function) error {
	processors := d.t.Processors()
	if n := f.NumParams(); n != 1 && n != 2 {
		return d.bad(fmt.Errorf("got a function of %d parameters, want one of a source, or of a source and a destination", n))
	}
	for _, source := range processors {
		if f.NumParams() == 1 {
			v, err := starlark.Call(d.c.Thread, f, starlark.Tuple{d.t.address(source)}, nil)
			if err != nil {
				return err
			}
			if v == starlark.None {
				if err := d.add(source, source, 0); err != nil {
					return err
				}
				continue
			}
			dest, err := nodeArg(d.c, d.param, d.t, v)
			if err != nil {
				return err
			}
			if err := d.add(source, dest, 1); err != nil {
				return err
			}
			continue
		}
		for _, dest := range processors {
			v, err := starlark.Call(d.c.Thread, f, starlark.Tuple{d.t.address(source), d.t.address(dest)}, nil)
			if err != nil {
				return err
			}
			if err := d.weigh(source, dest, v); err != nil {
				return err
			}
		}
	}
	return nil
}
