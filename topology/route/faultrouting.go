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

func (f Faults) none() bool { return len(f.Nodes) == 0 && len(f.Links) == 0 }

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
	name       string
	free, last int // ports that it tries at a free hop and at a crossing, in turn from the minimal one on; 0: all
	walk       func(w *walker) Outcome
	traits     traits
}

// traits are what sets a rule apart.
type traits uint8

const (
	ordinary traits = 1 << iota // it is a routing without faults too
	literal                     // it compares digits as Algorithm 1 is printed: digits are not alike, and it may not arrive
	knowing                     // every switch knows all faults
	ideal                       // hops back and forth do not count
)

func (rule *faultRule) has(t traits) bool { return rule.traits&t != 0 }

// faultRules lists them; the last two are bounds, not algorithms for switches.
//
// Source: Li and Chu's slides for alg1 and one_port; the others are reconstructions: of the go-back
// algorithm, of which the name and part of a figure survive, and of a third one, which is lost.
var faultRules = []faultRule{
	// up by the digit of the destination at the level, then down; fails at the first broken switch
	{"alg1", 1, 1, (*walker).alongDigits, ordinary},
	// alg1 as it is printed: all digits compared, and down by the digit of the level above
	{"alg1_literal", 1, 1, (*walker).alongDigits, ordinary | literal},
	// alg1, but the next port where the one up or across is broken
	{"one_port", 2, 2, (*walker).alongDigits, 0},
	// one_port without the next port where only one port leads on
	{"one_port_strict", 2, 1, (*walker).alongDigits, 0},
	// alg1, but all ports up in turn (a guess at a lost algorithm)
	{"all_port", 0, 1, (*walker).alongDigits, 0},
	// all_port, but back to where another port up avoids the broken switch (a reconstruction)
	{"go_back", 0, 1, (*walker).goBack, 0},
	// all_port, but one hop back from every dead end (a reconstruction)
	{"go_back_dfs", 0, 1, (*walker).backtrack, 0},
	// a path as short as without faults, if any is left (a bound)
	{"minimal_path", 0, 1, (*walker).backtrack, ideal},
	// a shortest path of those left, if any is (a bound)
	{"connected", 0, 1, (*walker).search, knowing},
}

// A FaultRouting is a routing by digits with a rule for broken switches. Its loads and its paths without faults are
// those of a routing that knows of none.
type FaultRouting struct {
	hopRouting // without a hop if the rule is literal
	digits     *digitRule
	rule       *faultRule
}

// FaultRoutings returns the routings that a MiKANT, a Clos k-ary n-tree or a k-ary n-tree has for
// [Routing.Attempt] with faults, from alg1, which knows of none, to the bounds for all of them, minimal_path and
// connected; none for another network.
func FaultRoutings(net *topology.Network) (list []*FaultRouting) {
	digits := newDigitRule(net, 0)
	for i := range faultRules {
		if rule := &faultRules[i]; digits != nil && (digits.Mirrored || !rule.has(literal)) {
			list = append(list, newFaultRouting(net, digits, rule))
		}
	}
	return list
}

// digitRoutings returns Algorithm 1 of the MiKANT, as it is read and as it is printed.
func digitRoutings(net *topology.Network) (list []Routing) {
	for _, r := range FaultRoutings(net) {
		if r.rule.has(ordinary) && r.digits.Groups > 1 { // else it is dst-straight
			list = append(list, r)
		}
	}
	return list
}

func newFaultRouting(net *topology.Network, digits *digitRule, rule *faultRule) *FaultRouting {
	r := &FaultRouting{hopRouting{pathRouting: pathRouting{routing: routing{net, rule.name}}}, digits, rule}
	r.path = func(a, b topology.Node, seed uint64) (Path, error) {
		found, err := r.Attempt(a, b, Faults{}, seed)
		return r.delivered(a, b, found, err)
	}
	if !rule.has(literal) {
		r.hop, r.acyclic = digits.hop(net), true
	}
	return r
}

// NamedFaultRouting is [NamedRouting], but it returns an error if that has no rule for faults.
func NamedFaultRouting(net *topology.Network, name string) (*FaultRouting, error) {
	r, err := NamedRouting(net, name)
	if err != nil {
		return nil, err
	}
	if r, ok := r.(*FaultRouting); ok {
		return r, nil
	}
	return nil, fmt.Errorf("%v: want a routing with a rule for faults, such as one_port on a mikant, clos_ntree or kary_ntree", net)
}

func (r *FaultRouting) Attempt(a, b topology.Node, faults Faults, _ uint64) (Attempt, error) {
	if err := checkProcessors(r.net, a, b); err != nil {
		return Attempt{}, err
	}
	broken := faults.Channels(r.net)
	w := newWalker(r, func(c topology.Channel) bool { return broken[c] })
	outcome := w.send(a, b)
	return Attempt{outcome, NewPath(r.net, a, w.channels), w.blocked}, nil
}

func (r *FaultRouting) Load(traffic Traffic, progress topology.Progress) (Load, error) {
	if r.rule.has(literal) {
		return r.pathRouting.Load(traffic, progress)
	}
	return r.hopRouting.Load(traffic, progress)
}

func (r *FaultRouting) DependencyCycle(faults Faults, progress topology.Progress) ([]topology.Channel, error) {
	if faults.none() && !r.rule.has(literal) {
		return r.hopRouting.DependencyCycle(faults, progress)
	}
	f, err := newFaultDependencies(r, faults)
	if err != nil {
		return nil, err
	}
	return f.cycle(progress)
}
