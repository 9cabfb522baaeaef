package route

import (
	"math/bits"
	"math/rand/v2"

	"topobook/topology"
)

// A Way is a channel by which a message may go on, and the set of virtual channels (VCs) that it may take
// there, bit by bit; 0 is all.
type Way struct {
	Channel topology.Channel
	VCs     uint32
}

// A Rule is a routing as a switch sees it. It returns the ways by which a message at u, which came by the
// channel came, -1 if it is at its source, may go on to dest, another node; all are equally likely. They begin at
// u. Where there is none the message is lost. The same arguments always give the same ways.
type Rule func(u, dest topology.Node, came topology.Channel) ([]Way, error)

// A RuleRouting does what a rule says.
type RuleRouting struct {
	routing
	rule Rule
}

// ByRule returns the routing of net that does what a rule says; the name is for errors. The rule is not asked where
// there is nothing to choose: at a node with one link, and next to a destination with one link.
func ByRule(net *topology.Network, name string, rule Rule) *RuleRouting {
	return &RuleRouting{routing{net, name}, rule}
}

// Ways returns the ways by which a message at u that came by the channel came, or -1, goes on to dest.
func (r *RuleRouting) Ways(u, dest topology.Node, came topology.Channel) ([]Way, error) {
	first, end := r.net.Channels(u)
	if end-first == 1 {
		return []Way{{Channel: first}}, nil
	}
	if back, end := r.net.Channels(dest); end-back == 1 && r.net.Head(back) == u {
		return []Way{{Channel: r.net.Twin(back)}}, nil
	}
	return r.rule(u, dest, came)
}

func (r *RuleRouting) Route(a, b topology.Node, seed uint64) (Path, error) {
	found, err := r.send(a, b, nil, Random(seed))
	return r.delivered(a, b, found, err)
}

func (r *RuleRouting) Options(a, b topology.Node, limit int) ([]Option, error) {
	g := newRuleGraph(r)
	g.start(b)
	return g.options(a, limit)
}

func (r *RuleRouting) Distances(from, to []topology.Node, progress topology.Progress) ([][]int32, error) {
	g := newRuleGraph(r)
	return r.distances(from, to, progress, func(a, b topology.Node) (int32, error) {
		g.start(b)
		return g.hops(a)
	})
}

func (r *RuleRouting) Load(traffic Traffic, progress topology.Progress) (Load, error) {
	if err := r.affordsLoad(r.steps(traffic)); err != nil {
		return Load{}, err
	}
	return passLoad(newLoad(r.net, traffic.unit), newRuleGraph(r), traffic, progress)
}

func (r *RuleRouting) Attempt(a, b topology.Node, faults Faults, seed uint64) (Attempt, error) {
	return r.send(a, b, faults.Channels(r.net), Random(seed))
}

// steps estimates what it takes to ask the rule for the ways to all destinations.
func (r *RuleRouting) steps(traffic Traffic) float64 {
	return float64(len(traffic.dests())) * 200 * float64(r.net.Size())
}

// send sends a message from a to b by ways drawn at random, in a network where channels are broken; nil
// if none is. A message that has crossed as many channels as there are goes in circles, and one that has had no
// choice does so as soon as it crosses a channel again.
func (r *RuleRouting) send(a, b topology.Node, broken []bool, random *rand.Rand) (Attempt, error) {
	net := r.net
	var channels []topology.Channel
	seen, drawn := make([]bool, 2*net.Size()), false
	end := func(o Outcome, blocked topology.Channel) (Attempt, error) {
		return Attempt{o, NewPath(net, a, channels), blocked}, nil
	}
	for u, came := a, topology.Channel(-1); u != b; u = net.Head(came) {
		if came >= 0 {
			if seen[came] && !drawn || len(channels) > len(seen) {
				return end(Livelocked, -1)
			}
			seen[came] = true
		}
		ways, err := r.Ways(u, b, came)
		if err != nil {
			return Attempt{}, err
		}
		if len(ways) == 0 {
			return end(Failed, noWay)
		}
		i := 0
		if len(ways) > 1 {
			i, drawn = random.IntN(len(ways)), true
		}
		if came = ways[i].Channel; broken != nil && broken[came] {
			return end(Failed, came)
		}
		channels = append(channels, came)
	}
	return end(Delivered, -1)
}

// DependencyCycle finds a cycle of the dependencies between the virtual channels that messages between all processors
// may take under a rule: as many of each channel as the rule tells apart. It returns their channels.
func (r *RuleRouting) DependencyCycle(faults Faults, progress topology.Progress) ([]topology.Channel, error) {
	net := r.net
	if err := r.affords("dependencies", r.steps(AllToAll(net)), "a smaller network"); err != nil {
		return nil, err
	}
	g := newRuleGraph(r)
	g.circles = true // they are cycles too
	if !faults.none() {
		g.broken = faults.Channels(net)
	}
	dead := make([]bool, net.Order())
	for _, u := range faults.Nodes {
		dead[u] = true
	}
	for vcs := 1; ; {
		deps, err := newDependencies(net, vcs)
		if err != nil {
			return nil, err
		}
		more := vcs
		for i, dest := range net.Processors() {
			if err := progress.Report(i, len(net.Processors())); err != nil {
				return nil, err
			}
			g.start(dest)
			for _, u := range net.Processors() {
				if dead[u] || dead[dest] {
					continue
				}
				if err := g.visit(g.source(u)); err != nil {
					return nil, err
				}
			}
			for _, state := range g.order {
				for _, w := range g.ways[state] {
					more = max(more, bits.Len32(w.VCs))
				}
			}
			if more == vcs {
				g.depend(deps)
			}
		}
		if more == vcs {
			return deps.cycle(), nil
		}
		vcs = more
	}
}
