package draw

import (
	"fmt"

	"topobook/topology"
)

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
	d.net = outer
	return nil
}
