package route

import (
	"fmt"
	"iter"
	"math"
	"sort"

	"topobook/topology"
)

// A Load is the expected number of messages that each channel of a network carries per unit time.
// It is computed in whole numbers over a common denominator as long as that stays below 2³⁰ and the sums
// below 2⁵³, so that a load of 1 is 1; beyond, it is rounded as float64 is.
type Load struct {
	net   *topology.Network
	count []float64 // by channel: messages in each unit
	unit  float64   // units of time
}

// A LevelLoad sums up the loads of the channels of one direction between one level and the next.
type LevelLoad struct {
	Level     int   // of the end that is nearer to the roots, or topology.NoLevel
	Direction Phase // of the channels
	Terminal  bool  // whether they join processors to switches
	Channels  int   // how many there are
	Max, Mean float64
}

// PathLoad returns the load of net when every path carries its weight in messages per unit time.
func PathLoad(net *topology.Network, paths iter.Seq2[Path, float64]) Load {
	load := newLoad(net, 1)
	for p, weight := range paths {
		load.add(p, weight)
	}
	return load
}

func newLoad(net *topology.Network, unit float64) Load {
	return Load{net, make([]float64, 2*net.Size()), unit}
}

func (l Load) add(p Path, weight float64) {
	for _, c := range p.Channels {
		l.count[c] += weight
	}
}

// At returns the messages per unit time on channel c.
func (l Load) At(c topology.Channel) float64 { return l.count[c] / l.unit }

// Max returns the largest load of a channel between switches; in a network without switches, of any
// channel. It is 0 where there is no such channel.
func (l Load) Max() float64 {
	return l.max(func(c topology.Channel) bool { return !l.terminal(c) })
}

// MaxPhase returns the largest load of a channel of the given phase between switches: ascending
// channels for [Up], descending for [Down].
func (l Load) MaxPhase(p Phase) float64 {
	return l.max(func(c topology.Channel) bool { return !l.terminal(c) && phase(l.net, c) == p })
}

// Mean returns the mean load of the channels between switches; in a network without switches, of all
// channels. It is 0 where there is no such channel.
func (l Load) Mean() float64 {
	sum, channels := 0.0, 0
	for c := range topology.Channel(len(l.count)) {
		if !l.terminal(c) {
			sum += l.count[c]
			channels++
		}
	}
	return sum / l.unit / float64(max(1, channels))
}

// Throughput returns the bound that the load puts on throughput: the fraction of the traffic, at most
// 1, at which the busiest of all channels carries one message per unit time.
func (l Load) Throughput() float64 {
	busiest := l.max(func(topology.Channel) bool { return true })
	return min(1, 1/busiest)
}

// ByLevel returns the loads level by level from the roots: for each, the channels up and the channels
// down, then those that join switches to processors.
func (l Load) ByLevel() []LevelLoad {
	type class struct {
		level     int
		direction Phase
		terminal  bool
	}
	rows := make(map[class]*LevelLoad)
	for c := range topology.Channel(len(l.count)) {
		key := class{l.level(c), phase(l.net, c), l.terminal(c)}
		row := rows[key]
		if row == nil {
			row = &LevelLoad{Level: key.level, Direction: key.direction, Terminal: key.terminal}
			rows[key] = row
		}
		row.Channels++
		row.Max = max(row.Max, l.count[c]/l.unit)
		row.Mean += l.count[c] // the sum, so far
	}
	sorted := make([]LevelLoad, 0, len(rows))
	for _, row := range rows {
		row.Mean = row.Mean / l.unit / float64(row.Channels)
		sorted = append(sorted, *row)
	}
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		if a.Terminal != b.Terminal {
			return b.Terminal
		}
		return a.Level < b.Level || a.Level == b.Level && a.Direction < b.Direction
	})
	return sorted
}

// terminal reports whether c joins a processor and a switch.
func (l Load) terminal(c topology.Channel) bool {
	return l.net.Kind(l.net.Tail(c)) != l.net.Kind(l.net.Head(c))
}

// level returns the level of the upper end of c.
func (l Load) level(c topology.Channel) int {
	if level := min(depth(l.net, l.net.Tail(c)), depth(l.net, l.net.Head(c))); level != math.MaxInt {
		return level
	}
	return topology.NoLevel
}

func (l Load) max(counts func(topology.Channel) bool) float64 {
	most := 0.0
	for c, count := range l.count {
		if count > most && counts(topology.Channel(c)) {
			most = count
		}
	}
	return most / l.unit
}

// maxDenominator bounds the common denominator of exact loads, so that sums over all pairs of a few
// thousand processors stay below 2⁵³.
const maxDenominator = 1 << 30

// hopLoad returns the load of the traffic when every message takes, at each node, one of the channels
// that rule keeps of those that lead closer to its destination, all with equal chances.
// It finds the expectation itself, by passing on the flow to each destination node by node:
// O(N+L) time for each destination, for N nodes and L links.
func hopLoad(net *topology.Network, traffic Traffic, rule hopRule, progress Progress) (Load, error) {
	load := newLoad(net, traffic.unit)
	flow := make([]float64, net.Order())
	denominator := 1.0 // load.unit is this many times traffic.unit
	dests := traffic.dests()
	for i, dest := range dests {
		if err := report(progress, i, len(dests)); err != nil {
			return Load{}, err
		}
		s := breadthFirst(net, dest, -1)
		for d := range traffic.to(dest) {
			if s.dist[d.Source] < 0 {
				return Load{}, unreachable(net, d.Source, dest)
			}
			flow[d.Source] += d.Weight
		}
		if wider := lcm(denominator, s.denominator(net, flow, rule)); wider <= maxDenominator {
			for c := range load.count {
				load.count[c] *= wider / denominator
			}
			load.unit *= wider / denominator
			denominator = wider
		}
		for _, source := range s.order {
			flow[source] *= denominator
		}
		s.passOn(net, flow, rule, load.count)
	}
	return load, report(progress, len(dests), len(dests))
}

// A hopRule keeps some of the channels that lead one hop closer to a destination, at least one.
type hopRule func(choices []topology.Channel) []topology.Channel

// anyHop keeps all channels.
func anyHop(choices []topology.Channel) []topology.Channel { return choices }

// firstHop keeps the channel with the lowest port.
func firstHop(choices []topology.Channel) []topology.Channel { return choices[:1] }

// passOn splits the flow of every node among the channels that lead closer to the root, adds it to
// count, and leaves no flow.
func (s search) passOn(net *topology.Network, flow []float64, rule hopRule, count []float64) {
	var choices []topology.Channel
	for i := len(s.order) - 1; i > 0; i-- {
		u := s.order[i]
		if flow[u] == 0 {
			continue
		}
		choices = s.choices(net, u, choices[:0])
		kept := rule(choices)
		share := flow[u] / float64(len(kept))
		for _, c := range kept {
			count[c] += share
			flow[net.Head(c)] += share
		}
		flow[u] = 0
	}
	flow[s.order[0]] = 0
}

// denominator returns the least number by which to multiply flow so that passOn divides whole numbers
// only, if they were whole before; or 2·maxDenominator if it is larger than maxDenominator.
func (s search) denominator(net *topology.Network, flow []float64, rule hopRule) float64 {
	least := make([]float64, len(s.dist)) // by node: its inflow is a multiple of one over this; 0: none
	var choices []topology.Channel
	for i := len(s.order) - 1; i > 0; i-- {
		u := s.order[i]
		if flow[u] != 0 {
			least[u] = max(least[u], 1)
		}
		if least[u] == 0 {
			continue
		}
		choices = s.choices(net, u, choices[:0])
		kept := rule(choices)
		for _, c := range kept {
			v := net.Head(c)
			if least[v] = lcm(max(1, least[v]), least[u]*float64(len(kept))); least[v] > maxDenominator {
				return 2 * maxDenominator
			}
		}
	}
	return max(1, least[s.order[0]])
}

// lcm returns the least common multiple of two whole numbers from 1 to 2⁶².
func lcm(a, b float64) float64 {
	x, y := int64(a), int64(b)
	for y != 0 {
		x, y = y, x%y
	}
	return a / float64(x) * b
}

// unreachable returns the error for a message that no path can take.
func unreachable(net *topology.Network, a, b topology.Node) error {
	return fmt.Errorf("%v: no path from %s to %s", net, net.Address(a), net.Address(b))
}
