package sim

import (
	"fmt"
	"math/rand/v2"
	"sort"

	"topobook/topology"
	"topobook/topology/route"
)

// A Traffic says how often which processor sends to which. Make one with [Uniform] or [Weighted].
type Traffic struct {
	net   *topology.Network
	self  bool      // whether uniform traffic goes to its own source too
	start []int32   // by source, in the order of the processors: its demands are start[i] to start[i+1]-1; nil if traffic is uniform
	dest  []int32   // by demand: the destination, in the order of the processors
	sum   []float64 // by demand: the weights of it and of those of its source before it
}

// Uniform returns the traffic where every processor sends to every other with equal chances, and to itself
// too if self is true.
func Uniform(net *topology.Network, self bool) Traffic { return Traffic{net: net, self: self} }

// Weighted returns the traffic where each processor sends as often as the sum of the weights of its
// demands says, in proportion to others, and to each destination as often as its weight says. A demand
// of a processor on itself is sent into the network and comes back. It returns an error if an end of one is
// no processor of net, a weight is negative or not finite, or none is positive.
func Weighted(net *topology.Network, demands []route.Demand) (Traffic, error) {
	if _, err := route.WeightedTraffic(net, demands); err != nil {
		return Traffic{}, err
	}
	index := processorIndex(net)
	sorted := append([]route.Demand(nil), demands...)
	sort.SliceStable(sorted, func(i, j int) bool {
		a, b := sorted[i], sorted[j]
		return a.Source < b.Source || a.Source == b.Source && a.Dest < b.Dest
	})
	t := Traffic{net: net, start: make([]int32, len(net.Processors())+1)}
	for i, sum := 0, 0.0; i < len(sorted); i++ {
		d := sorted[i]
		if i == 0 || sorted[i-1].Source != d.Source {
			sum = 0
		}
		if d.Weight == 0 {
			continue
		}
		sum += d.Weight
		t.dest = append(t.dest, index[d.Dest])
		t.sum = append(t.sum, sum)
		t.start[index[d.Source]+1] = int32(len(t.dest))
	}
	for i, last := range t.start[1:] {
		t.start[i+1] = max(last, t.start[i])
	}
	if len(t.dest) == 0 {
		return Traffic{}, fmt.Errorf("%v: traffic: want a message with a positive weight", net)
	}
	return t, nil
}

// processorIndex returns the place of each processor among them, -1 for switches.
func processorIndex(net *topology.Network) []int32 {
	index := make([]int32, net.Order())
	for u := range index {
		index[u] = -1
	}
	for i, u := range net.Processors() {
		index[u] = int32(i)
	}
	return index
}

// weight returns how often source i sends, in units of the traffic.
func (t *Traffic) weight(i int) float64 {
	if t.start == nil {
		if len(t.net.Processors()) == 1 && !t.self {
			return 0
		}
		return 1
	}
	if t.start[i] == t.start[i+1] {
		return 0
	}
	return t.sum[t.start[i+1]-1]
}

// draw returns the destination of a packet of source i.
func (t *Traffic) draw(i int32, random *rand.PCG) int32 {
	if t.start == nil {
		n := len(t.net.Processors())
		if t.self {
			return int32(below(random, n))
		}
		d := int32(below(random, n-1))
		if d >= i {
			d++
		}
		return d
	}
	first, end := t.start[i], t.start[i+1]
	if end-first == 1 {
		return t.dest[first]
	}
	x := float64(random.Uint64()>>11) * (1.0 / (1 << 53)) * t.sum[end-1]
	for end-first > 1 { // the first demand whose sum is above x
		middle := (first + end) / 2
		if t.sum[middle-1] <= x {
			first = middle
		} else {
			end = middle
		}
	}
	return t.dest[first]
}

// below draws a number from 0 to n-1, n < 2³¹.
func below(random *rand.PCG, n int) int { return int(random.Uint64() >> 32 * uint64(n) >> 32) }
