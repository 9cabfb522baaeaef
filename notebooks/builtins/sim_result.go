package builtins

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/topology"
	"topobook/topology/sim"
	"topobook/topology/sorting"
)

// simKeys are the keys of what simulate returns, in their order.
var simKeys = []string{"stable", "steady", "filled", "deadlock", "busiest", "load", "offered", "accepted", "latency", "network", "median", "p95", "p99", "routers", "hops", "makespan", "least_accepted", "fairness", "backlog",
	"least", "most", "utilization", "packets", "cycles", "interval", "accepted_interval"}

// Where things are in what a run has measured: the numbers of simKeys from load on, and then what belongs to the others.
const (
	atAccepted         = 2
	atLatency          = 3
	atHops             = 9 // from latency to it: of packets
	atBacklog          = 13
	atLeast            = 14
	atMost             = 15
	atUtilization      = 16
	atPackets          = 17
	atCycles           = 18
	atInterval         = 19
	atAcceptedInterval = 20
	atLeft             = 21 // measured packets that have not arrived
	atStable           = 22 // 1, 0, or -1 if nothing was measured
	atSteady           = 23 // the same
	atBusiest          = 24 // a channel, or -1
	atDeadlock         = 25 // how many channels wait for each other, and then which
)

// measured returns what a simulation has found, as numbers, which another worker can send; -1 is None.
func measured(load float64, s *sim.Sim) []float64 {
	st := s.Stats()
	carried := s.Utilization()
	busiest, most := -1.0, 0.0
	if c, ok := carried.Busiest(); ok {
		busiest, most = float64(c), carried.At(c)
	}
	truth := func(is, known bool) float64 {
		switch {
		case !known:
			return -1
		case is:
			return 1
		}
		return 0
	}
	makespan := -1.0
	if s.Trace != nil && st.Left == 0 {
		makespan = float64(st.Last)
	}
	x := []float64{load, st.Offered, st.Accepted, st.Latency, st.Network, float64(s.Percentile(50)), float64(s.Percentile(95)), float64(s.Percentile(99)), st.Routers, st.Hops, makespan, st.LeastAccepted, st.Fairness, float64(st.Backlog),
		float64(st.Least), float64(st.Most), most, float64(st.Packets), float64(st.Cycles), st.LatencyInterval, st.AcceptedInterval,
		float64(st.Left), truth(st.Stable, st.Packets > 0 || st.Left > 0 || st.Deadlock != nil || st.Full), truth(st.Steady, st.Judged), busiest, float64(len(st.Deadlock))}
	if st.Packets == 0 {
		x[atLeast], x[atMost] = -1, -1
		for i := atLatency; i <= atHops; i++ {
			x[i] = -1
		}
	}
	for _, c := range st.Deadlock {
		x = append(x, float64(c))
	}
	return x
}

// detail returns what simulate tells besides, which stands after what was measured: the flits per cycle of each channel,
// and then the latencies, with the packets that had each.
func detail(s *sim.Sim) []float64 {
	var x []float64
	carried := s.Utilization()
	for c := range 2 * s.Network.Size() {
		x = append(x, carried.At(topology.Channel(c)))
	}
	for _, bar := range s.Histogram() {
		x = append(x, float64(bar[0]), float64(bar[1]))
	}
	return x
}

// detailOf returns the mean of what channels carried in some runs, and the packets of all by latency.
func detailOf(t *network, runs [][]float64) (*load, [][2]int) {
	carried, count := make([]float64, 2*t.Size()), map[int]int{}
	var latencies []int
	for _, x := range runs {
		x = x[atDeadlock+1+int(x[atDeadlock]):]
		for c := range carried {
			carried[c] += x[c] / float64(len(runs))
		}
		for x = x[len(carried):]; len(x) > 0; x = x[2:] {
			latency := int(x[0])
			if count[latency] == 0 {
				latencies = append(latencies, latency)
			}
			count[latency] += int(x[1])
		}
	}
	sorting.Sort(latencies)
	var histogram [][2]int
	for _, latency := range latencies {
		histogram = append(histogram, [2]int{latency, count[latency]})
	}
	return &load{net: t, load: sim.Carried(t.Network, carried)}, histogram
}

// meanOf returns the means of what several runs have measured, which are unknown where one did not measure it: with intervals
// from the spread of the runs, the least and the most of all, and all their packets and cycles. It is stable and steady if all are.
func meanOf(runs [][]float64) []float64 {
	if len(runs) == 1 {
		return runs[0]
	}
	mean := append([]float64(nil), runs[0]...)
	column := make([]float64, len(runs))
	for i := 1; i < atDeadlock; i++ {
		none, sum := false, 0.0
		for j, x := range runs {
			column[j] = x[i]
			none = none || x[i] < 0
			sum += x[i]
		}
		middle, interval := sim.Mean(column)
		switch {
		case i == atStable || i == atSteady:
			if mean[i] = slices.Min(column); none && slices.Contains(column, 0) {
				mean[i] = 0
			}
		case i == atInterval || i == atAcceptedInterval: // known
		case i == atBusiest:
			for _, x := range runs {
				if x[atUtilization] == mean[atUtilization] {
					mean[i] = x[i]
				}
			}
		case none:
			mean[i] = -1
		case i == atLeast:
			mean[i] = slices.Min(column)
		case i == atMost || i == atUtilization:
			mean[i] = slices.Max(column)
		case i == atPackets || i == atCycles || i == atLeft:
			mean[i] = sum
		default:
			mean[i] = middle
		}
		switch {
		case i == atLatency && none:
			mean[atInterval] = -1
		case i == atLatency:
			mean[atInterval] = interval
		case i == atAccepted:
			mean[atAcceptedInterval] = interval
		}
	}
	for _, x := range runs {
		if x[atDeadlock] > 0 {
			return append(mean[:atDeadlock], x[atDeadlock:]...)
		}
	}
	return mean
}

// truthValue returns True, False or None.
func truthValue(x float64) starlark.Value {
	if x < 0 {
		return starlark.None
	}
	return starlark.Bool(x == 1)
}

// simPoint returns the dict of what a simulation has measured.
func (t *network) simPoint(x []float64) *starlark.Dict {
	values := []starlark.Value{truthValue(x[atStable]), truthValue(x[atSteady]), starlark.None, starlark.None, starlark.None}
	if x[atBusiest] >= 0 {
		values[4] = t.channelName(topology.Channel(x[atBusiest]))
	}
	switch waiting := int(x[atDeadlock]); {
	case waiting > 0:
		values[2] = starlark.String(fmt.Sprintf("%d channels wait for each other", waiting))
		values[3] = listOf(x[atDeadlock+1:][:waiting], func(c float64) starlark.String { return t.channelName(topology.Channel(c)) })
	case x[atStable] < 0:
		values[2] = starlark.String("no packet was made in the cycles that are measured")
	case x[atStable] == 0:
		values[2] = starlark.String(fmt.Sprintf("%d packets wait at their sources, and %d that were measured have not arrived, whose latency does not count; the busiest channel carries %s flits a cycle",
			int(x[atBacklog]), int(x[atLeft]), dialect.FormatFloat(x[atUtilization])))
	}
	for _, number := range x[:atLeft] {
		if number < 0 {
			values = append(values, starlark.None)
		} else {
			values = append(values, dialect.Number(number))
		}
	}
	d, _ := dictOf(simKeys, values...) // fails for another number of values only
	return d.(*starlark.Dict)
}
