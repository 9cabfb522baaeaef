package route

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"

	"topobook/topology"
)

// A Demand is a message with a weight: how often it is sent.
type Demand struct {
	Message
	Weight float64 // in units of the traffic that it belongs to
}

// A Traffic says how often which processor sends to which.
// Make one with [Uniform], [AllToAll] or [WeightedTraffic].
type Traffic struct {
	unit    float64         // weight that is one message per unit time
	all     []topology.Node // each of these sends to each other with weight 1; nil if demands say who sends
	demands []Demand        // by destination, then source
}

// Uniform returns the traffic where every processor sends one message per unit time, to every other
// processor with equal chances. The channel loads of this traffic are fractions of N-1, for N processors.
func Uniform(net *topology.Network) Traffic {
	return Traffic{unit: float64(max(1, len(net.Processors())-1)), all: net.Processors()}
}

// AllToAll returns the traffic where every processor sends one message to every other per unit time.
// Its loads are N-1 times those of [Uniform], for N processors: whole numbers under a deterministic routing.
func AllToAll(net *topology.Network) Traffic {
	return Traffic{unit: 1, all: net.Processors()}
}

// WeightedTraffic returns the traffic where each message is sent as many times per unit time as its
// weight says. It returns an error if an end of one is not a processor of net, or a weight is negative or
// not finite.
func WeightedTraffic(net *topology.Network, demands []Demand) (Traffic, error) {
	for _, d := range demands {
		if err := checkProcessors(net, d.Source, d.Dest); err != nil {
			return Traffic{}, err
		}
		if !(d.Weight >= 0 && d.Weight-d.Weight == 0) {
			return Traffic{}, fmt.Errorf("%v: weight %v of the message from %s to %s: want a finite number, at least 0",
				net, d.Weight, net.Address(d.Source), net.Address(d.Dest))
		}
	}
	unit, sorted := 1.0, slices.Clone(demands)
	for i := 0; i < len(sorted); i++ { // a unit that makes all weights whole, if a power of two will do
		for w := sorted[i].Weight * unit; w != math.Trunc(w) && unit < 1<<20; w *= 2 {
			unit *= 2
		}
	}
	for i := range sorted {
		sorted[i].Weight *= unit
	}
	return sortedTraffic(unit, sorted), nil
}

// sortedTraffic returns the traffic of the demands, which it sorts.
func sortedTraffic(unit float64, demands []Demand) Traffic {
	sort.SliceStable(demands, func(i, j int) bool {
		a, b := demands[i], demands[j]
		return a.Dest < b.Dest || a.Dest == b.Dest && a.Source < b.Source
	})
	return Traffic{unit: unit, demands: demands}
}

// reversed returns the traffic with source and destination of every message exchanged.
func (t Traffic) reversed() Traffic {
	if t.all != nil {
		return t
	}
	demands := slices.Clone(t.demands)
	for i, d := range demands {
		demands[i].Message = Message{d.Dest, d.Source}
	}
	return sortedTraffic(t.unit, demands)
}

// dests returns the processors that some message goes to, in increasing order.
func (t Traffic) dests() []topology.Node {
	if t.all != nil {
		return t.all
	}
	var dests []topology.Node
	for _, d := range t.demands {
		if len(dests) == 0 || dests[len(dests)-1] != d.Dest {
			dests = append(dests, d.Dest)
		}
	}
	return dests
}

// messages returns how many messages it has, by their ends.
func (t Traffic) messages() float64 {
	return float64(len(t.all))*float64(len(t.all)) + float64(len(t.demands))
}

// to yields the messages to dest. A message from a processor to itself uses no channel and is left out.
func (t Traffic) to(dest topology.Node) iter.Seq[Demand] {
	return func(yield func(Demand) bool) {
		for _, source := range t.all {
			if source != dest && !yield(Demand{Message{source, dest}, 1}) {
				return
			}
		}
		first, _ := slices.BinarySearchFunc(t.demands, dest, func(d Demand, dest topology.Node) int {
			return cmp.Compare(d.Dest, dest)
		})
		for _, d := range t.demands[first:] {
			if d.Dest != dest {
				return
			}
			if d.Source != dest && !yield(d) {
				return
			}
		}
	}
}
