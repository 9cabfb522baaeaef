package route

import (
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
func (l Load) Throughput() float64 { return min(1, l.IdealThroughput()) }

// IdealThroughput returns how many times the traffic can be sent before one of the channels
// carries one message per unit time, or its capacity if its cable has one, +Inf if there is no load. For uniform traffic and permutations these
// are messages per processor and unit time; the throughput of a network that one can build is lower.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), sec. 3.3.
func (l Load) IdealThroughput() float64 {
	busiest, ok := l.Busiest()
	if !ok {
		return math.Inf(1)
	}
	return l.net.Capacity(busiest) / l.At(busiest)
}

// Busiest returns the first channel with the largest load for its capacity, and whether any channel has a load.
func (l Load) Busiest() (busiest topology.Channel, ok bool) {
	most := 0.0
	for c, count := range l.count {
		if used := count / l.net.Capacity(topology.Channel(c)); used > most {
			busiest, most = topology.Channel(c), used
		}
	}
	return busiest, most > 0
}

// Total returns the sum of the loads of all channels: the hops of all messages per unit time.
func (l Load) Total() float64 {
	sum := 0.0
	for _, count := range l.count {
		sum += count
	}
	return sum / l.unit
}

// A GroupLoad sums up the loads of the channels that have something in common.
type GroupLoad struct {
	Key       int // what they have in common: a port or a label
	Channels  int // how many there are
	Max, Mean float64
}

// ByPort returns the loads by the port at which channels leave, in increasing order.
func (l Load) ByPort() []GroupLoad { return l.by(l.net.Port) }

// ByLabel returns the loads by the label of channels where they leave, in increasing order, those without
// a label first: by dimension in tori, meshes and hypercubes.
func (l Load) ByLabel() []GroupLoad { return l.by(l.net.Label) }

func (l Load) by(key func(topology.Channel) int) []GroupLoad {
	place := make(map[int]int) // by key: the index of its group
	var groups []GroupLoad
	for c, count := range l.count {
		k := key(topology.Channel(c))
		i, ok := place[k]
		if !ok {
			i = len(groups)
			place[k] = i
			groups = append(groups, GroupLoad{Key: k})
		}
		g := &groups[i]
		g.Channels++
		g.Max = max(g.Max, count/l.unit)
		g.Mean += count // the sum, so far
	}
	for i := range groups {
		groups[i].Mean = groups[i].Mean / l.unit / float64(groups[i].Channels)
	}
	sort.SliceStable(groups, func(i, j int) bool { return groups[i].Key < groups[j].Key })
	return groups
}

// ByLevel returns the loads level by level from the roots: for each, the channels up and the channels
// down, then those that join switches to processors.
func (l Load) ByLevel() []LevelLoad {
	type class struct {
		depth     int // of the upper end
		direction Phase
		terminal  bool
	}
	rows := make(map[class]*LevelLoad)
	var classes []class
	for c := range topology.Channel(len(l.count)) {
		upper := l.net.Tail(c)
		key := class{depth(l.net, upper), phase(l.net, c), l.terminal(c)}
		if key.direction == Up {
			upper = l.net.Head(c)
			key.depth = depth(l.net, upper)
		}
		row := rows[key]
		if row == nil {
			row = &LevelLoad{Level: l.net.Level(upper), Direction: key.direction, Terminal: key.terminal}
			if key.depth == math.MaxInt {
				row.Level = topology.NoLevel
			}
			rows[key] = row
			classes = append(classes, key)
		}
		row.Channels++
		row.Max = max(row.Max, l.count[c]/l.unit)
		row.Mean += l.count[c] // the sum, so far
	}
	sort.SliceStable(classes, func(i, j int) bool {
		a, b := classes[i], classes[j]
		if a.terminal != b.terminal {
			return b.terminal
		}
		return a.depth < b.depth || a.depth == b.depth && a.direction < b.direction
	})
	sorted := make([]LevelLoad, len(classes))
	for i, key := range classes {
		sorted[i] = *rows[key]
		sorted[i].Mean = sorted[i].Mean / l.unit / float64(sorted[i].Channels)
	}
	return sorted
}

// terminal reports whether c joins a processor and a switch.
func (l Load) terminal(c topology.Channel) bool {
	return l.net.Kind(l.net.Tail(c)) != l.net.Kind(l.net.Head(c))
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
