package route

import (
	"fmt"
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
// channel came, -1 if it is at its source, may go on to dest, another node; each is as likely. They begin at
// u. Where there is none the message is lost. The same arguments always give the same ways.
type Rule func(u, dest topology.Node, came topology.Channel) ([]Way, error)

// ByRule returns the routing that does what a rule says; the name is for errors. The rule is not asked where
// there is nothing to choose: at a node with one link, and next to a destination with one link.
func ByRule(name string, rule Rule) Routing { return Routing{Name: name, ways: rule} }

// Ways returns the ways by which a message at u that came by the channel came, or -1, goes on to dest, under
// a routing made by [ByRule].
func (r Routing) Ways(net *topology.Network, u, dest topology.Node, came topology.Channel) ([]Way, error) {
	first, end := net.Channels(u)
	if end-first == 1 {
		return []Way{{Channel: first}}, nil
	}
	if back, end := net.Channels(dest); end-back == 1 && net.Head(back) == u {
		return []Way{{Channel: net.Twin(back)}}, nil
	}
	return r.ways(u, dest, came)
}

// goByRule sends a message from a to b by ways drawn at random, in a network where channels are broken; nil
// if none is. A message that has crossed each channel goes in circles, and one that has had no choice does so
// as soon as it crosses a channel again.
func (r Routing) goByRule(net *topology.Network, a, b topology.Node, broken []bool, random *rand.Rand) (Attempt, error) {
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
		ways, err := r.Ways(net, u, b, came)
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

// A ruleGraph holds what messages to one destination may do under a rule: their states are the channels that
// they came by, and the sources that they have not left, 2L+u for node u.
type ruleGraph struct {
	net     *topology.Network
	routing Routing
	dest    topology.Node
	broken  []bool  // by channel, or nil
	circles bool    // whether messages may go in circles; else that is an error
	mark    []uint8 // by state: unseen, entered or left
	order   []int   // the states left, each after those that it leads to
	ways    [][]Way // by state that has been entered
	flow    []float64
	moved   []share
}

const (
	unseen uint8 = iota
	entered
	left
)

func newRuleGraph(net *topology.Network, r Routing) *ruleGraph {
	states := 2*net.Size() + net.Order()
	return &ruleGraph{net: net, routing: r, mark: make([]uint8, states), ways: make([][]Way, states)}
}

// start forgets everything, and takes another destination.
func (g *ruleGraph) start(dest topology.Node) error {
	g.dest, g.order = dest, g.order[:0]
	clear(g.mark)
	return nil
}

// source returns the state of a message at its source.
func (g *ruleGraph) source(u topology.Node) int { return 2*g.net.Size() + int(u) }

// at returns where messages in a state are, and by which channel they came.
func (g *ruleGraph) at(state int) (u topology.Node, came topology.Channel) {
	if u := state - 2*g.net.Size(); u >= 0 {
		return topology.Node(u), -1
	}
	return g.net.Head(topology.Channel(state)), topology.Channel(state)
}

// visit finds what messages in a state may do, and in those that they come to, depth first.
func (g *ruleGraph) visit(state int) error {
	if u, _ := g.at(state); u == g.dest || g.mark[state] == left {
		return nil
	}
	stack, err := g.enter(nil, state)
	for err == nil && len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(g.ways[top.state]) {
			g.mark[top.state] = left
			g.order = append(g.order, top.state)
			stack = stack[:len(stack)-1]
			continue
		}
		c := g.ways[top.state][top.next].Channel
		top.next++
		switch {
		case g.net.Head(c) == g.dest || g.broken != nil && g.broken[c] || g.mark[c] == left:
		case g.mark[c] == unseen:
			stack, err = g.enter(stack, int(c))
		case !g.circles:
			err = fmt.Errorf("%v: routing %s goes in circles on the way to %s: messages come from %s to %s again",
				g.net, g.routing.Name, g.net.Address(g.dest), g.net.Address(g.net.Tail(c)), g.net.Address(g.net.Head(c)))
		}
	}
	return err
}

// A visited is a state, and the next of its ways to look at.
type visited struct{ state, next int }

// enter puts a state on a stack.
func (g *ruleGraph) enter(stack []visited, state int) ([]visited, error) {
	u, came := g.at(state)
	ways, err := g.routing.Ways(g.net, u, g.dest, came)
	if err == nil && len(ways) == 0 && !g.circles {
		err = fmt.Errorf("%v: routing %s has no way on at %s to %s", g.net, g.routing.Name, g.net.Address(u), g.net.Address(g.dest))
	}
	g.mark[state], g.ways[state] = entered, ways
	return append(stack, visited{state, 0}), err
}

// inject lets the sources of the traffic send to the destination.
func (g *ruleGraph) inject(traffic Traffic, scale float64) error {
	if g.flow == nil {
		g.flow = make([]float64, len(g.mark))
	}
	for d := range traffic.to(g.dest) {
		if err := g.visit(g.source(d.Source)); err != nil {
			return err
		}
		g.flow[g.source(d.Source)] += d.Weight * scale
	}
	return nil
}

// passOn moves all flow to the destination, and reports whether it did so in whole numbers.
func (g *ruleGraph) passOn() (moved []share, whole bool) {
	g.moved, whole = g.moved[:0], true
	for i := len(g.order) - 1; i >= 0; i-- {
		state := g.order[i]
		ways := g.ways[state]
		part := g.flow[state] / float64(len(ways))
		g.flow[state] = 0
		whole = whole && part == float64(int64(part))
		for _, w := range ways {
			g.moved = append(g.moved, share{w.Channel, part})
			if g.net.Head(w.Channel) != g.dest {
				g.flow[w.Channel] += part
			}
		}
	}
	return g.moved, whole
}

// denominator returns the least number by which to multiply whole demands so that passOn divides them into
// whole numbers, or more than maxDenominator if that is larger.
func (g *ruleGraph) denominator(traffic Traffic) float64 {
	least := make([]float64, len(g.mark)) // by state: its flow is a multiple of one over this; 0: none
	for d := range traffic.to(g.dest) {
		if d.Weight != float64(int64(d.Weight)) {
			return 2 * maxDenominator
		}
		least[g.source(d.Source)] = 1
	}
	all := 1.0
	for i := len(g.order) - 1; i >= 0; i-- {
		state := g.order[i]
		if least[state] == 0 {
			continue
		}
		parts := least[state] * float64(len(g.ways[state]))
		if all = lcm(all, parts); all > maxDenominator {
			break
		}
		for _, w := range g.ways[state] {
			least[w.Channel] = lcm(max(1, least[w.Channel]), parts)
		}
	}
	return all
}

// hops returns the hops of the shortest path that the rule may take from a node to the destination.
func (g *ruleGraph) hops(from topology.Node) (int32, error) {
	if err := g.visit(g.source(from)); err != nil || from == g.dest {
		return 0, err
	}
	hops := make([]int32, len(g.mark))
	for _, state := range g.order {
		for i, w := range g.ways[state] {
			if more := hops[w.Channel] + 1; i == 0 || more < hops[state] {
				hops[state] = more
			}
		}
	}
	return hops[g.source(from)], nil
}

// options returns the paths that the rule may take to the destination, at most limit of them, in its order.
func (g *ruleGraph) options(from topology.Node, limit int) (list []Option, err error) {
	if err := g.visit(g.source(from)); err != nil || from == g.dest {
		return []Option{{NewPath(g.net, from, nil), 1}}[:min(limit, 1)], err
	}
	stack := []visited{{g.source(from), 0}}
	for len(stack) > 0 && len(list) < limit {
		top := &stack[len(stack)-1]
		ways := g.ways[top.state]
		if top.next == len(ways) {
			stack = stack[:len(stack)-1]
			continue
		}
		c := ways[top.next].Channel
		top.next++
		if g.net.Head(c) != g.dest {
			stack = append(stack, visited{int(c), 0})
			continue
		}
		o, channels := Option{Probability: 1}, make([]topology.Channel, len(stack))
		for i, hop := range stack {
			channels[i] = g.ways[hop.state][hop.next-1].Channel
			o.Probability /= float64(len(g.ways[hop.state]))
		}
		o.Path = NewPath(g.net, from, channels)
		list = append(list, o)
	}
	return list, nil
}

// ruleCycle finds a cycle of the dependencies between the virtual channels that messages between all processors
// may take under a rule: as many of each channel as the rule tells apart. It returns their channels.
func (r Routing) ruleCycle(net *topology.Network, faults Faults, progress Progress) ([]topology.Channel, error) {
	if err := r.dependencyCost(net); err != nil {
		return nil, err
	}
	g := newRuleGraph(net, r)
	g.circles = true // they are cycles too
	if len(faults.Nodes)+len(faults.Links) > 0 {
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
			if err := report(progress, i, len(net.Processors())); err != nil {
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

// depend adds the dependencies of messages to the destination.
func (g *ruleGraph) depend(deps *dependencies) {
	for _, state := range g.order {
		for _, w := range g.ways[state] {
			if g.mark[w.Channel] != left || g.broken != nil && g.broken[w.Channel] {
				continue // it arrives, or never does
			}
			for _, then := range g.ways[w.Channel] {
				if g.broken == nil || !g.broken[then.Channel] {
					deps.addVCs(w, then)
				}
			}
		}
	}
}
