package route

import "topobook/topology"

// A ShortestRouting draws one of the shortest paths, hop by hop, as its split says.
type ShortestRouting struct {
	routing
	Split Split
}

// shortestRoutings returns the routings that every network has.
func shortestRoutings(net *topology.Network) []Routing {
	return []Routing{
		&ShortestRouting{routing{net, "random"}, EvenHops},
		&ShortestRouting{routing{net, "minimal"}, EvenPaths},
		&ShortestRouting{routing{net, "first"}, LowestPort},
	}
}

func (r *ShortestRouting) Route(a, b topology.Node, seed uint64) (Path, error) {
	if p, ok := splitPath(r.net, a, b, r.Split, Random(seed)); ok {
		return p, nil
	}
	return Path{}, unreachable(r.net, a, b)
}

func (r *ShortestRouting) Options(a, b topology.Node, limit int) ([]Option, error) {
	if r.Split == LowestPort {
		return onePath(r.Route(a, b, 0))
	}
	s := breadthFirst(r.net, b, a)
	s.split = r.Split
	s.countPaths(r.net)
	var list []Option
	for _, p := range MinimalPaths(r.net, a, b, limit) {
		probability := 1.0
		for _, c := range p.Channels {
			shares, total := s.shares(r.net, r.net.Tail(c), nil)
			for _, hop := range shares {
				if hop.channel == c {
					probability *= hop.weight / total
				}
			}
		}
		list = append(list, Option{p, probability})
	}
	if list == nil {
		return nil, unreachable(r.net, a, b)
	}
	return list, nil
}

func (r *ShortestRouting) Distances(from, to []topology.Node, progress topology.Progress) ([][]int32, error) {
	return r.distances(from, to, progress, nil)
}

func (r *ShortestRouting) Load(traffic Traffic, progress topology.Progress) (Load, error) {
	if err := r.affordsLoad(r.steps(traffic)); err != nil {
		return Load{}, err
	}
	s := &spread{net: r.net, flow: make([]float64, r.net.Order())}
	s.split, s.dist = r.Split, make([]int32, r.net.Order())
	return passLoad(newLoad(r.net, traffic.unit), s, traffic, progress)
}

// steps estimates what a search from each destination takes.
func (r *ShortestRouting) steps(traffic Traffic) float64 {
	return float64(len(traffic.dests())) * (8*float64(r.net.Order()) + 12*float64(r.net.Size()))
}

// DependencyCycle looks at what is left of the network, if there are faults.
func (r *ShortestRouting) DependencyCycle(faults Faults, progress topology.Progress) ([]topology.Channel, error) {
	if faults.none() {
		return r.cycle(faults, r.steps(AllToAll(r.net)), func(deps *dependencies) error { return deps.addSplit(r.Split, progress) })
	}
	left, err := topology.Without(r.net, faults.Nodes, faults.Links)
	if err != nil {
		return nil, nil // no node, no message
	}
	cycle, err := (&ShortestRouting{routing{left, r.name}, r.Split}).DependencyCycle(Faults{}, progress)
	if cycle == nil {
		return nil, err
	}
	_, nodes, _ := topology.Whole(left)
	return wholeChannels(r.net, left, nodes, cycle), nil
}

// Attempt routes in what is left of the network, if there are faults.
func (r *ShortestRouting) Attempt(a, b topology.Node, faults Faults, seed uint64) (Attempt, error) {
	if faults.none() {
		p, err := r.Route(a, b, seed)
		return r.untilBroken(faults, p, err)
	}
	none := Attempt{Failed, NewPath(r.net, a, nil), -1}
	left, err := topology.Without(r.net, faults.Nodes, faults.Links)
	if err != nil { // nothing is left
		return none, nil
	}
	_, nodes, _ := topology.Whole(left)
	from, to := -1, -1
	for u, v := range nodes {
		if v == a {
			from = u
		}
		if v == b {
			to = u
		}
	}
	if from < 0 || to < 0 {
		return none, nil
	}
	p, ok := splitPath(left, topology.Node(from), topology.Node(to), r.Split, Random(seed))
	if !ok {
		return none, nil
	}
	return Attempt{Delivered, NewPath(r.net, a, wholeChannels(r.net, left, nodes, p.Channels)), -1}, nil
}

// wholeChannels returns which channels of net those of left are, which has the given nodes of net.
func wholeChannels(net, left *topology.Network, nodes []topology.Node, channels []topology.Channel) []topology.Channel {
	list := make([]topology.Channel, len(channels))
	for i, c := range channels {
		of, _ := net.Channels(nodes[left.Tail(c)])
		for net.Port(of) != left.Port(c) {
			of++
		}
		list[i] = of
	}
	return list
}
