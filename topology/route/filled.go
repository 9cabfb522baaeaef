package route

import "topobook/topology"

// A filledRouting is a routing of the whole network in one where some of its processors are missing, as they are while a machine is not full: what
// is left of the whole when nothing but processors with one link is taken away.
type filledRouting struct {
	hopRouting
	base    Routing
	nodes   []topology.Node    // those of the whole
	channel []topology.Channel // by channel of the whole
}

// Filled returns the routings by name of the whole in net, the part of it that has the given nodes, if processors with one link are all that is
// missing; those that draw shortest paths net has itself.
func Filled(net, whole *topology.Network, nodes []topology.Node) []Routing {
	there := make([]bool, whole.Order())
	for _, u := range nodes {
		there[u] = true
	}
	for u, is := range there {
		if u := topology.Node(u); !is && (whole.Kind(u) != topology.Processor || whole.Degree(u) != 1 || whole.Kind(whole.Neighbors(u)[0]) != topology.Switch) {
			return nil
		}
	}
	var channel []topology.Channel
	var list []Routing
	for _, base := range Routings(whole) {
		if _, shortest := base.(*ShortestRouting); shortest {
			continue
		}
		if channel == nil {
			channel = channelsLeft(net, whole, nodes)
		}
		list = append(list, newFilledRouting(net, base, nodes, channel))
	}
	return list
}

// channelsLeft returns by channel of the whole which of net it is; any for those that net does not have.
func channelsLeft(net, whole *topology.Network, nodes []topology.Node) []topology.Channel {
	channel := make([]topology.Channel, 2*whole.Size())
	for u, v := range nodes {
		c, _ := whole.Channels(v)
		first, end := net.Channels(topology.Node(u))
		for d := first; d < end; d++ {
			for whole.Port(c) != net.Port(d) {
				c++
			}
			channel[c] = d
		}
	}
	return channel
}

func newFilledRouting(net *topology.Network, base Routing, nodes []topology.Node, channel []topology.Channel) Routing {
	paths := pathRouting{routing{net, base.Name()}, func(a, b topology.Node, seed uint64) (Path, error) {
		between, err := base.Route(nodes[a], nodes[b], seed)
		if err != nil {
			return Path{}, err
		}
		channels := make([]topology.Channel, len(between.Channels))
		for i, c := range between.Channels {
			channels[i] = channel[c]
		}
		return NewPath(net, a, channels), nil
	}}
	hop := base.Next()
	if hop == nil {
		return &paths
	}
	r := &filledRouting{hopRouting{pathRouting: paths}, base, nodes, channel}
	r.path = r.follow
	r.hop = func(u, dest topology.Node) topology.Channel { return channel[hop(nodes[u], nodes[dest])] }
	return r
}

// Escape returns that of the whole: fewer dependencies have no more cycles.
func (r *filledRouting) Escape() *Escape {
	escape := r.base.Escape()
	if escape == nil {
		return nil
	}
	return &Escape{escape.VCs, func(u, dest topology.Node) Way {
		way := escape.Way(r.nodes[u], r.nodes[dest])
		way.Channel = r.channel[way.Channel]
		return way
	}}
}
