package route

import (
	"fmt"
	"math"
	"math/rand/v2"

	"topobook/topology"
)

// A Split says how messages at a node share the channels that lead one hop closer to their destination.
type Split uint8

const (
	EvenHops   Split = iota // each channel takes an equal part
	EvenPaths               // each shortest path does, so that a channel counts as many times as paths go on from it
	LowestPort              // the one with the lowest port takes all
)

// A share is what one channel takes.
type share struct {
	channel topology.Channel
	weight  float64 // in proportion to which it takes messages; a whole number
}

// shares appends the shares of the messages at u on their way to the root, by port, and returns the sum
// of the weights too.
func (s *search) shares(net *topology.Network, u topology.Node, to []share) (list []share, total float64) {
	first, _ := net.Channels(u)
	closer := s.dist[u] - 1
	for i, v := range net.Neighbors(u) {
		if closer < 0 || s.dist[v] != closer {
			continue
		}
		weight := 1.0
		if s.split == EvenPaths {
			weight = s.paths[v]
		}
		to = append(to, share{first + topology.Channel(i), weight})
		if total += weight; s.split == LowestPort {
			break
		}
	}
	return to, total
}

// countPaths finds the number of shortest paths from each node to the root if the shares depend on it.
// Beyond 2⁵³ it is rounded, and beyond 2⁵¹² scaled down for all nodes at one distance: only their
// proportions matter then.
func (s *search) countPaths(net *topology.Network) {
	if s.split != EvenPaths {
		return
	}
	if s.paths == nil {
		s.paths = make([]float64, net.Order())
	}
	s.paths[s.order[0]] = 1
	most := 0.0 // of the nodes at the current distance, which begin at order[first]
	first := 1
	for i := 1; i < len(s.order); i++ {
		u := s.order[i]
		closer, paths := s.dist[u]-1, 0.0
		for _, v := range net.Neighbors(u) {
			if s.dist[v] == closer {
				paths += s.paths[v]
			}
		}
		s.paths[u] = paths
		most = max(most, paths)
		if i+1 < len(s.order) && s.dist[s.order[i+1]] == s.dist[u] {
			continue
		}
		if most > 0x1p512 {
			for _, v := range s.order[first : i+1] {
				s.paths[v] = max(s.paths[v]/0x1p512, 0x1p-512)
			}
		}
		most, first = 0, i+1
	}
}

// splitPath returns a shortest path from a to b on which each hop is drawn from the shares of the split;
// false if b is out of reach. It draws only where there is a choice.
func splitPath(net *topology.Network, a, b topology.Node, rule Split, random *rand.Rand) (Path, bool) {
	s := breadthFirst(net, b, a)
	if s.dist[a] < 0 {
		return Path{}, false
	}
	s.split = rule
	s.countPaths(net)
	var channels []topology.Channel
	var shares []share
	for u := a; u != b; u = net.Head(channels[len(channels)-1]) {
		var total float64
		shares, total = s.shares(net, u, shares[:0])
		i := 0
		switch {
		case len(shares) == 1:
		case rule == EvenHops:
			i = random.IntN(len(shares))
		default:
			for x := float64(random.Float64() * total); i < len(shares)-1 && x >= shares[i].weight; i++ {
				x -= shares[i].weight
			}
		}
		channels = append(channels, shares[i].channel)
	}
	return NewPath(net, a, channels), true
}

// maxDenominator bounds the common denominator of exact loads, so that sums over all pairs of a few
// thousand processors stay below 2⁵³.
const maxDenominator = 1 << 30

// A flowGraph passes on the messages to one destination, node by node or channel by channel.
type flowGraph interface {
	start(dest topology.Node) error
	inject(traffic Traffic, scale float64) error // what sources send, times the scale
	passOn() (moved []share, whole bool)         // what each channel takes, and whether all parts are whole numbers
	denominator(traffic Traffic) float64         // by what to multiply whole demands so that they are
}

// passLoad adds to load the expectation for the traffic when messages are split at every node. It finds
// it without paths, by passing on the flow to each destination: in O(N+L) time for N nodes and L links.
func passLoad(load Load, f flowGraph, traffic Traffic, progress topology.Progress) (Load, error) {
	denominator := 1.0 // load.unit is this many times traffic.unit
	exact := true      // whether it divides all flows so far
	err := eachDest(traffic.dests(), progress, func(dest topology.Node) error {
		err := f.start(dest)
		if err == nil {
			err = f.inject(traffic, denominator)
		}
		if err != nil {
			return err
		}
		moved, whole := f.passOn()
		if exact && !whole { // once more, with a denominator that will do
			wider := lcm(denominator, f.denominator(traffic))
			if exact = wider <= maxDenominator; exact {
				for c := range load.count {
					load.count[c] *= wider / denominator
				}
				load.unit *= wider / denominator
				denominator = wider
				_ = f.inject(traffic, denominator) // as before
				moved, _ = f.passOn()
			}
		}
		for _, moved := range moved {
			load.count[moved.channel] += moved.weight
		}
		return nil
	})
	return load, err
}

// A spread passes messages on to the root of a search.
type spread struct {
	search
	net   *topology.Network
	flow  []float64 // by node: messages that are there
	moved []share   // messages that took each channel; each channel occurs once
	list  []share   // scratch
}

func (f *spread) start(dest topology.Node) error {
	f.run(f.net, dest, -1)
	f.countPaths(f.net)
	return nil
}

func (f *spread) inject(traffic Traffic, scale float64) error {
	dest := f.order[0]
	for d := range traffic.to(dest) {
		if f.dist[d.Source] < 0 {
			return unreachable(f.net, d.Source, dest)
		}
		f.flow[d.Source] += d.Weight * scale
	}
	return nil
}

// passOn moves all flow to the root, where it vanishes, and reports whether it did so in whole numbers.
func (f *spread) passOn() (moved []share, whole bool) {
	f.moved = f.moved[:0]
	whole = true
	for i := len(f.order) - 1; i > 0; i-- {
		u := f.order[i]
		flow := f.flow[u]
		if flow == 0 {
			continue
		}
		f.flow[u] = 0
		var total float64
		f.list, total = f.shares(f.net, u, f.list[:0])
		for _, hop := range f.list {
			part := flow * hop.weight / total
			whole = whole && part == math.Trunc(part)
			f.moved = append(f.moved, share{hop.channel, part})
			f.flow[f.net.Head(hop.channel)] += part
		}
	}
	f.flow[f.order[0]] = 0
	return f.moved, whole
}

// denominator returns the least number by which to multiply whole demands so that passOn divides them
// into whole numbers, or more than maxDenominator if that is larger.
func (f *spread) denominator(traffic Traffic) float64 {
	least := make([]float64, len(f.dist)) // by node: its inflow is a multiple of one over this; 0: none
	for d := range traffic.to(f.order[0]) {
		if d.Weight != math.Trunc(d.Weight) {
			return 2 * maxDenominator
		}
		least[d.Source] = 1
	}
	for i := len(f.order) - 1; i > 0; i-- {
		u := f.order[i]
		if least[u] == 0 {
			continue
		}
		var total float64
		if f.list, total = f.shares(f.net, u, f.list[:0]); total >= 1<<53 {
			return 2 * maxDenominator
		}
		for _, hop := range f.list {
			v := f.net.Head(hop.channel)
			parts := total / gcd(total, hop.weight) // the denominator of weight/total
			if parts > maxDenominator {
				return 2 * maxDenominator
			}
			if least[v] = lcm(max(1, least[v]), least[u]*parts); least[v] > maxDenominator {
				return 2 * maxDenominator
			}
		}
	}
	return max(1, least[f.order[0]])
}

// lcm returns the least common multiple of two whole numbers from 1 to 2⁶².
func lcm(a, b float64) float64 { return a / gcd(a, b) * b }

// gcd returns the greatest common divisor of two whole numbers from 1 to 2⁶².
func gcd(a, b float64) float64 {
	x, y := int64(a), int64(b)
	for y != 0 {
		x, y = y, x%y
	}
	return float64(x)
}

// unreachable returns the error for a message that no path can take.
func unreachable(net *topology.Network, a, b topology.Node) error {
	return fmt.Errorf("%v: no path from %s to %s", net, net.Address(a), net.Address(b))
}
