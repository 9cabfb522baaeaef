package sim

import (
	"math"

	"topobook/topology"
	"topobook/topology/route"
)

// Stats is what a run found. Times are in cycles. Where Packets is 0 nothing was measured: latencies and ways are 0, and
// mean nothing. An interval is half the width of a confidence interval of 95 %, from the means of batches, or -1 if
// it is unknown, as it is for latency where the run is not steady.
type Stats struct {
	Cycles   int     // simulated
	Last     int     // the one in which the last tail arrived
	Packets  int     // measured: their latencies and ways are below
	Offered  float64 // flits per processor that sends and cycle, made while flits were counted
	Accepted float64 // and those that arrived in that time

	Latency float64 // mean time from when a packet is made until its tail is there
	Network float64 // of that, from when the head leaves the source
	Least   int     // the least and
	Most    int     // the most latency
	Routers float64 // mean number of routers on the way
	Hops    float64 // mean number of links

	LatencyInterval, AcceptedInterval float64

	LeastAccepted float64 // that of the source of which fewest flits per cycle arrived, in proportion to what it should send
	Fairness      float64 // (Σx)²/(nΣx²) for what the n sources had accepted, in that proportion: 1 if all had the same (Jain, 1984), -1 if nothing was

	Stable   bool               // all measured packets arrived, and no more were left in the end than chance explains
	Steady   bool               // and latency did not drift: its mean is that of a longer run too
	Judged   bool               // there were enough packets to tell whether it did
	Backlog  int                // packets that wait at their sources at the end
	Full     bool               // the run ended because there were too many
	Left     int                // measured packets that have not arrived
	Deadlock []topology.Channel // a cycle of channels, each of which waits for the next, or nil
}

// Stats returns what has been found so far.
func (s *Sim) Stats() Stats {
	after, window := s.after, float64(max(1, s.counted()))
	if s.counting == 1 {
		after = s.system()
	}
	st := Stats{Cycles: s.now, Last: s.last, Packets: s.packets, Least: s.least, Most: s.most, Left: s.outstanding, Full: s.full, Deadlock: s.deadlock}
	senders, mean, squares, weights := 0.0, 0.0, 0.0, 0.0
	for i, src := range s.source {
		st.Backlog += int(src.queued)
		weights += s.Traffic.weight(i)
		if s.Traffic.weight(i) > 0 {
			senders++
		}
	}
	st.LeastAccepted = math.Inf(1)
	for i, flits := range s.accepted {
		if w := s.Traffic.weight(i); w > 0 {
			x := float64(flits) / window * weights / w / senders
			mean += x / senders
			squares += float64(x*x) / senders
			st.LeastAccepted = min(st.LeastAccepted, x)
		}
	}
	st.Fairness = -1
	if squares > 0 {
		st.Fairness = mean * mean / squares
	}
	st.Offered = float64(s.madeCounted) / window / senders
	st.Accepted = float64(s.window) / window / senders
	if s.packets > 0 {
		n := float64(s.packets)
		st.Latency, st.Network = float64(s.latency)/n, float64(s.network)/n
		st.Routers, st.Hops = float64(s.routers)/n, float64(s.hop)/n
	} else {
		st.Least = 0
	}
	st.Stable = s.packets > 0 && s.deadlock == nil && !s.full && !s.grows(after) && (s.Deliver > 0 && s.lacking == 0 || s.Deliver == 0 && s.done && s.outstanding == 0)
	var means, rates []float64
	for _, b := range s.batch {
		if b.packets > 0 {
			means = append(means, float64(b.sum)/float64(b.packets))
		}
	}
	for i, last := 0, 0; i < len(s.samples); i++ {
		rates = append(rates, float64(s.samples[i].window-last)/float64(s.batchTime)/senders)
		last = s.samples[i].window
	}
	st.LatencyInterval, st.AcceptedInterval = interval(means), interval(rates)
	st.Judged = len(means) >= fewBatches
	st.Steady = st.Stable && st.LatencyInterval >= 0 && window >= relaxations*s.relaxation(&st)
	if !st.Steady {
		st.LatencyInterval = -1
	}
	return st
}

// counted returns the cycles for which flits have been counted.
func (s *Sim) counted() int {
	if s.counting == 1 {
		return s.now - s.Warmup
	}
	return s.ended - s.Warmup
}

// grain returns the flits that come at a time, on average: what a source makes in t cycles has a standard deviation of the square root of
// grain·t·load.
func (s *Sim) grain() float64 {
	grain := float64(s.Packet)
	if s.Injection == Bursty {
		grain += float64(2*float64(s.Burst)) * float64((1-s.Load)*(1-s.Load))
	}
	return grain
}

// grows reports whether the flits in the system have grown by more than twice the standard deviation of the number that
// was made. Where there was no warm-up, the network fills in the first half, and what grows is seen in the second.
func (s *Sim) grows(after int) bool {
	before, made := s.before, float64(s.madeCounted)
	if half := len(s.samples) / 2; s.Warmup == 0 && half > 0 {
		before = s.samples[half-1].system
		made *= 1 - float64(half*s.batchTime)/float64(s.counted())
	}
	grown := float64(after - before)
	return grown > 0 && float64(grown*grown) > 4*float64(made*s.grain())
}

// relaxations is how many times the relaxation must pass until a mean is that of a longer run, as it did for tori and
// trees below saturation.
const relaxations = 50

// relaxation estimates the time after which a source has forgotten how long its queue was. A queue of q flits that is
// fed and emptied at about the same rate takes q²/variance cycles, the variance being that of what comes in a cycle;
// and q is rate times wait.
//
// Source: Whitt, Planning Queueing Simulations, Management Science 35(11), 1989, for single queues.
func (s *Sim) relaxation(st *Stats) float64 {
	wait := st.Latency - st.Network
	return float64(st.Accepted*wait) * wait / s.grain()
}

// fewBatches is the number of batches below which nothing is said about them.
const fewBatches = 8

// students are the quantiles 0.975 of Student's t distribution, by degrees of freedom from 1.
var students = [...]float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
	2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042, 2.040}

// interval returns half the width of the confidence interval of the mean of what successive batches gave, or -1 if there are
// too few. The more a batch resembles the one before, the fewer they count for: n batches with correlation r for
// n(1-r)/(1+r), which must be more than 3.
func interval(x []float64) float64 {
	n := float64(len(x))
	if len(x) < fewBatches {
		return -1
	}
	mean, squares, products := 0.0, 0.0, 0.0
	for _, y := range x {
		mean += y / n
	}
	for i, y := range x {
		squares += float64((y - mean) * (y - mean))
		if i > 0 {
			products += float64((y - mean) * (x[i-1] - mean))
		}
	}
	if squares == 0 {
		return 0
	}
	r := products / squares
	r = max(0, r+(1+float64(3*r))/n) // the estimate is too small by that
	count := n * (1 - r) / (1 + r)
	if count <= 3 {
		return -1
	}
	return students[min(int(count), len(students)+1)-2] * math.Sqrt(squares/(n-1)/count)
}

// Mean returns the mean of what independent runs gave, and half the width of its confidence interval of 95 %, or -1 if
// there are fewer than two.
func Mean(x []float64) (mean, interval float64) {
	n, squares := float64(len(x)), 0.0
	for _, y := range x {
		mean += y
	}
	mean /= n
	if len(x) < 2 {
		return mean, -1
	}
	for _, y := range x {
		squares += float64((y - mean) * (y - mean))
	}
	return mean, students[min(len(x), len(students)+1)-2] * math.Sqrt(squares/(n-1)/n)
}

// Percentile returns the least latency that the given percentage of the measured packets does not exceed, exact below
// 512 cycles, and low by at most a 256th beyond; 0 if there are none.
func (s *Sim) Percentile(percent int) int {
	want := (s.packets*percent + 99) / 100
	for at, count := range s.histogram {
		if want -= int(count); want <= 0 && s.packets > 0 {
			return bucketStart(at)
		}
	}
	return 0
}

// Histogram returns the latencies of the measured packets in increasing order, and how many packets each had.
// Beyond 512 cycles those of a 256th of a power of two are together.
func (s *Sim) Histogram() [][2]int {
	var list [][2]int
	for at, count := range s.histogram {
		if count > 0 {
			list = append(list, [2]int{bucketStart(at), int(count)})
		}
	}
	return list
}

// Utilization returns the flits per cycle that each channel carried while flits were counted.
func (s *Sim) Utilization() route.Load {
	window := s.counted()
	carried := make([]float64, len(s.channelPort))
	for c, p := range s.channelPort {
		carried[c] = float64(s.output[p].sent) / float64(max(1, window))
	}
	return Carried(s.net, carried)
}

// Carried returns what each channel carries, by channel, as a load.
func Carried(net *topology.Network, flits []float64) route.Load {
	return route.PathLoad(net, func(yield func(route.Path, float64) bool) {
		for c, x := range flits {
			if !yield(route.Path{Channels: []topology.Channel{topology.Channel(c)}}, x) {
				return
			}
		}
	})
}
