package route

import (
	"fmt"

	"topobook/topology"
)

// Faults are what is broken of a network: nodes, and links, for which either channel stands.
type Faults struct {
	Nodes []topology.Node
	Links []topology.Channel
}

// Channels returns which channels are broken, or lead from or to a broken node.
func (f Faults) Channels(net *topology.Network) []bool {
	broken := make([]bool, 2*net.Size())
	put := func(c topology.Channel) { broken[c], broken[net.Twin(c)] = true, true }
	for _, u := range f.Nodes {
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			put(c)
		}
	}
	for _, c := range f.Links {
		put(c)
	}
	return broken
}

// An Outcome is what becomes of a message.
type Outcome uint8

const (
	Delivered  Outcome = iota
	Failed             // every channel that the routing would take is broken
	Livelocked         // it is at a switch for the second time, and will do as before
)

func (o Outcome) String() string { return [...]string{"delivered", "failed", "livelocked"}[o] }

// An Attempt is the way of a message in a network with faults.
type Attempt struct {
	Outcome
	Path    Path             // as far as it came; it may visit a node more than once
	Blocked topology.Channel // the last broken channel that it would have taken, or -1, or noWay
}

// noWay is what blocks a message whose rule knows no way on.
const noWay = -2

// Reason says what became of the message.
func (a Attempt) Reason(net *topology.Network) string {
	at := net.Address(a.Path.Nodes[a.Path.Hops()])
	switch {
	case a.Outcome == Delivered:
		return fmt.Sprintf("delivered after %d hops", a.Path.Hops())
	case a.Outcome == Livelocked:
		return fmt.Sprintf("after %d hops at %s for the second time: it would go in circles forever", a.Path.Hops(), at)
	case a.Blocked == noWay:
		return fmt.Sprintf("fails after %d hops at %s, where the rule has no way on", a.Path.Hops(), at)
	case a.Blocked < 0:
		return fmt.Sprintf("no path from %s is left", at)
	}
	return fmt.Sprintf("fails after %d hops at %s, as no way on is left that the routing takes: the last one that is broken leads to %s",
		a.Path.Hops(), at, net.Address(net.Head(a.Blocked)))
}

// A faultRule is a routing by digits in a network with faults. A switch knows which of its neighbors
// are broken, and nothing more.
type faultRule struct {
	name, doc  string
	free, last int // ports that it tries at a free hop and at a crossing, in turn from the minimal one on; 0: all
	walk       func(w *walker) Outcome
}

// faultRules lists them. The first two are those without faults; the last two are bounds, not algorithms for
// switches.
//
// Source: Li and Chu's slides for alg1 and one_port; the others are reconstructions: of the go-back
// algorithm, of which the name and part of a figure are left, and of a third one, which is lost.
var faultRules = []faultRule{
	{"alg1", "up by the digit of the destination at the level, then down; fails at the first broken switch", 1, 1, (*walker).alongDigits},
	{"alg1_literal", "alg1 as it is printed: all digits compared, and down by the digit of the level above", 1, 1, (*walker).alongDigits},
	{"one_port", "alg1, but the next port where the one up or across is broken", 2, 2, (*walker).alongDigits},
	{"one_port_strict", "one_port without the next port where only one port leads on", 2, 1, (*walker).alongDigits},
	{"all_port", "alg1, but all ports up in turn (a guess at a lost algorithm)", 0, 1, (*walker).alongDigits},
	{"go_back", "all_port, but back to where another port up avoids the broken switch (a reconstruction)", 0, 1, (*walker).goBack},
	{"go_back_dfs", "all_port, but one hop back from every dead end (a reconstruction)", 0, 1, (*walker).backtrack},
	{"minimal_path", "a path as short as without faults, if any is left (a bound)", 0, 1, (*walker).backtrack},
	{"connected", "a shortest path of those left, if any is (a bound)", 0, 1, (*walker).search},
}

// FaultRoutings returns the routings that a MiKANT, a Clos k-ary n-tree or a k-ary n-tree has for
// [Routing.Attempt] with faults, from alg1, which knows of none, to the bounds for all of them, minimal_path and
// connected; none for another network.
func FaultRoutings(net *topology.Network) []Routing {
	l := ladderOf(net)
	if l == nil {
		return nil
	}
	return faultRoutings(l)
}

// faultRoutings returns the routings by digits of a ladder.
func faultRoutings(l *ladder) []Routing {
	var list []Routing
	hop := l.nextHop() // without faults all but one take it
	for i := range faultRules {
		r := Routing{Name: faultRules[i].name, Doc: faultRules[i].doc, rule: &faultRules[i], next: hop}
		if r.rule.literal() {
			if !l.mirrored {
				continue
			}
			r.next = nil
		}
		r.path = func(net *topology.Network, a, b topology.Node, seed uint64) (Path, error) {
			found, err := r.Attempt(net, a, b, Faults{}, seed)
			if err == nil && found.Outcome != Delivered {
				err = fmt.Errorf("%v: routing %s from %s to %s: %s", net, r.Name, net.Address(a), net.Address(b), found.Reason(net))
			}
			return found.Path, err
		}
		list = append(list, r)
	}
	return list
}

func (rule *faultRule) literal() bool { return rule == &faultRules[1] }

// Attempt sends a message from a to b while there are faults. The routings of [FaultRoutings] do what their
// rules say, and so does one made by [ByRule], whose message fails at the first broken channel that it would take.
// random, minimal and first take a shortest path of what is left. Any other takes the path that it
// takes without faults, and fails at the first broken channel. Attempt returns the errors of [Routing.Route].
func (r Routing) Attempt(net *topology.Network, a, b topology.Node, faults Faults, seed uint64) (Attempt, error) {
	broken := faults.Channels(net)
	if r.rule != nil {
		if err := checkProcessors(net, a, b); err != nil {
			return Attempt{}, err
		}
		w := newWalker(net, r.rule, func(c topology.Channel) bool { return broken[c] })
		outcome := w.send(a, b)
		return Attempt{outcome, NewPath(net, a, w.channels), w.blocked}, nil
	}
	if r.ways != nil {
		return r.goByRule(net, a, b, broken, Random(seed))
	}
	if r.path == nil && r.next == nil && (len(faults.Nodes) > 0 || len(faults.Links) > 0) {
		return r.attemptLeft(net, a, b, faults, seed)
	}
	p, err := r.Route(net, a, b, seed)
	if err != nil {
		return Attempt{}, err
	}
	for i, c := range p.Channels {
		if broken[c] {
			return Attempt{Failed, NewPath(net, a, p.Channels[:i]), c}, nil
		}
	}
	return Attempt{Delivered, p, -1}, nil
}

// attemptLeft routes in what is left of net.
func (r Routing) attemptLeft(net *topology.Network, a, b topology.Node, faults Faults, seed uint64) (Attempt, error) {
	none := Attempt{Failed, NewPath(net, a, nil), -1}
	left, err := topology.Without(net, faults.Nodes, faults.Links)
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
	p, ok := splitPath(left, topology.Node(from), topology.Node(to), r.split, Random(seed))
	if !ok {
		return none, nil
	}
	return Attempt{Delivered, NewPath(net, a, wholeChannels(net, left, nodes, p.Channels)), -1}, nil
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
