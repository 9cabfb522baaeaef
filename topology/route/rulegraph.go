package route

import (
	"fmt"

	"topobook/topology"
)

// A ruleGraph holds what messages to one destination may do under a rule: their states are the channels that
// they came by, and the sources that they have not left, 2L+u for node u.
type ruleGraph struct {
	net     *topology.Network
	routing *RuleRouting
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

func newRuleGraph(r *RuleRouting) *ruleGraph {
	net := r.net
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
				g.net, g.routing.name, g.net.Address(g.dest), g.net.Address(g.net.Tail(c)), g.net.Address(g.net.Head(c)))
		}
	}
	return err
}

// A visited is a state, and the next of its ways to look at.
type visited struct{ state, next int }

// enter puts a state on a stack.
func (g *ruleGraph) enter(stack []visited, state int) ([]visited, error) {
	u, came := g.at(state)
	ways, err := g.routing.Ways(u, g.dest, came)
	if err == nil && len(ways) == 0 && !g.circles {
		err = fmt.Errorf("%v: routing %s has no way on at %s to %s", g.net, g.routing.name, g.net.Address(u), g.net.Address(g.dest))
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
