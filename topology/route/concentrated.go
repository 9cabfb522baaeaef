package route

import "topobook/topology"

// A concentratedRouting goes from a processor to its switch, from switch to switch as a routing of the base does, and
// then to the processor.
type concentratedRouting struct {
	hopRouting
	def  topology.Concentrated
	base Routing
}

// Concentrated returns the routings of a concentrated network that its base has, as far as these lead between all nodes of
// that; those that draw shortest paths it has itself.
func Concentrated(net *topology.Network, def topology.Concentrated) []Routing {
	if len(def.Base().Processors()) < def.Base().Order() {
		return nil
	}
	var list []Routing
	for _, base := range Routings(def.Base()) {
		if _, shortest := base.(*ShortestRouting); shortest {
			continue
		}
		list = append(list, newConcentratedRouting(net, def, base))
	}
	return list
}

func newConcentratedRouting(net *topology.Network, def topology.Concentrated, base Routing) Routing {
	paths := pathRouting{routing: routing{net, base.Name()}}
	hop := base.Next()
	if hop == nil {
		paths.path = func(a, b topology.Node, seed uint64) (Path, error) {
			between, err := base.Route(def.SwitchOf(a), def.SwitchOf(b), seed)
			if err != nil {
				return Path{}, err
			}
			return throughBase(net, def, a, b, between), nil
		}
		return &paths
	}
	r := &concentratedRouting{hopRouting{pathRouting: paths}, def, base}
	r.path = r.follow
	r.hop = func(u, dest topology.Node) topology.Channel {
		if c, ok := terminal(net, def, u, dest); ok {
			return c
		}
		return ofBase(net, def, hop(u, def.SwitchOf(dest)))
	}
	return r
}

// Escape returns that of the base; on the links of processors, which no cycle has, any of its virtual channels.
func (r *concentratedRouting) Escape() *Escape {
	escape := r.base.Escape()
	if escape == nil {
		return nil
	}
	return &Escape{escape.VCs, func(u, dest topology.Node) Way {
		if c, ok := terminal(r.net, r.def, u, dest); ok {
			return Way{c, 1<<escape.VCs - 1}
		}
		way := escape.Way(u, r.def.SwitchOf(dest))
		way.Channel = ofBase(r.net, r.def, way.Channel)
		return way
	}}
}

// terminal returns the channel from a processor u to its switch, or from the switch u of dest to that, and whether u is either.
func terminal(net *topology.Network, def topology.Concentrated, u, dest topology.Node) (topology.Channel, bool) {
	first, _ := net.Channels(u)
	switch at := def.SwitchOf(dest); {
	case def.SwitchOf(u) != u:
		return first, true
	case at != u:
		return 0, false
	default:
		begin, _ := def.ProcessorsOf(u)
		return first + topology.Channel(def.Base().Degree(u)) + topology.Channel(dest-begin), true
	}
}

// ofBase returns the channel that a channel of the base is.
func ofBase(net *topology.Network, def topology.Concentrated, c topology.Channel) topology.Channel {
	u := def.Base().Tail(c)
	first, _ := net.Channels(u)
	start, _ := def.Base().Channels(u)
	return first + c - start
}

// throughBase returns the path from a to b whose switches are those of a path of the base.
func throughBase(net *topology.Network, def topology.Concentrated, a, b topology.Node, between Path) Path {
	if a == b {
		return NewPath(net, a, nil)
	}
	var channels []topology.Channel
	if def.SwitchOf(a) != a {
		c, _ := net.Channels(a)
		channels = append(channels, c)
	}
	for _, c := range between.Channels {
		channels = append(channels, ofBase(net, def, c))
	}
	if at := def.SwitchOf(b); at != b {
		c, _ := terminal(net, def, at, b)
		channels = append(channels, c)
	}
	return NewPath(net, a, channels)
}
