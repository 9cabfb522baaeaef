package endpoints

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/route"
)

// A filled network has only some of the processors of a whole one.
type filled struct {
	*topology.Network // what is left of the whole
	call              string
	whole             *topology.Network
	nodes             []topology.Node // of the whole, by node
}

// NewFilled returns the definition of net with its first processors only, so many as are given. Where each of the others has one link, to
// a switch, routings by name lead between those that are left as they do in net. It returns an error unless there are 1 to all of them.
func NewFilled(net *topology.Network, processors int) (topology.Definition, error) {
	call := fmt.Sprintf("populate(%v, processors=%d)", net, processors)
	all := net.Processors()
	if processors < 1 || processors > len(all) {
		return nil, fmt.Errorf("%s: want 1 to %d processors", call, len(all))
	}
	left, err := topology.Without(net, all[processors:], nil)
	if err != nil {
		return nil, err
	}
	_, nodes, _ := topology.Whole(left)
	return &filled{left, call, net, nodes}, nil
}

func (f *filled) String() string { return f.call }

// Cable returns what the whole knows of a link.
func (f *filled) Cable(u topology.Node, port int) topology.Cable {
	return f.Network.Definition.(topology.Cabled).Cable(u, port)
}

// Routings returns those of the whole.
func (f *filled) Routings(net *topology.Network) []route.Routing {
	return route.Filled(net, f.whole, f.nodes)
}

// Layout draws what is left of the whole where it stands there.
func (f *filled) Layout() draw.LayoutFunc { return draw.Remains(f.whole, f.nodes) }
