package sim

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/limit"
	"topobook/topology/measure"
)

// An Injection says when sources make packets.
type Injection uint8

const (
	Bernoulli Injection = iota // each cycle with the same probability
	Periodic                   // at equal intervals, from a random phase on
	Bursty                     // while on, one flit a cycle in the mean; on and off last random times
)

// Bounds of a configuration.
const (
	maxVCs    = 32
	maxBuffer = 1024
	maxPacket = 1 << 16
	maxDelay  = 1024
	maxCycles = 1 << 28
)

// A Config says what to simulate. Times are in cycles.
type Config struct {
	Network   *topology.Network
	Algorithm Algorithm
	Traffic   Traffic
	Load      float64 // flits per cycle that a processor offers, the mean of those that send

	// Trace is nil, or says what is sent in place of Traffic, Load, Packet and Injection. All packets are
	// measured, there is no warm-up, and the run ends when the last has arrived; it takes at most Cycles.
	Trace *Trace

	VCs    int // virtual channels of each channel
	Buffer int // flits that fit into the buffer of each
	Packet int // flits of a packet

	Route, VCAlloc, SwitchAlloc, Traverse int // the stages RC, VA, SA and ST of a router
	Link                                  int // from a router to the next, where the latency of the cable is not known; at least 1
	Credit                                int // the way back of a credit on such a link, on others that latency; at least 1

	Injection Injection
	Burst     int // the mean time that a bursty source is on, at least 1
	Seed      uint64

	Warmup int // before anything is measured
	Cycles int // during which the packets made are measured
	Drain  int // at most, to wait for them to arrive

	// Deliver is 0, or the run ends when that many packets of each source that sends have arrived, and the
	// packets that have arrived by then are measured; it takes at most Cycles.
	Deliver int

	// Record is 0, or how many cycles from the first on are recorded.
	Record int
}

// Reference returns the configuration of a common router: four stages of one cycle, as many for a link
// and for a credit, 4 VCs of 4 flits, packets of 8 flits, made at random.
func Reference(net *topology.Network, algorithm Algorithm, traffic Traffic, load float64) Config {
	return Config{Network: net, Algorithm: algorithm, Traffic: traffic, Load: load,
		VCs: 4, Buffer: 4, Packet: 8, Route: 1, VCAlloc: 1, SwitchAlloc: 1, Traverse: 1, Link: 1, Credit: 1,
		Burst: 100, Seed: 1, Warmup: 2500, Cycles: 10000, Drain: 20000}
}

// A Param is a number of a configuration, and what it may be.
type Param struct {
	Name        string
	Value       *int
	least, most int
}

// Params returns the numbers of c but for the load and the seed: first those that belong to every simulation,
// then from drain on those of its finer points.
func (c *Config) Params() []Param {
	return []Param{
		{"vcs", &c.VCs, 1, maxVCs}, {"buffer", &c.Buffer, 1, maxBuffer}, {"packet", &c.Packet, 1, maxPacket},
		{"link", &c.Link, 1, maxDelay}, {"credit", &c.Credit, 1, maxDelay}, {"burst", &c.Burst, 1, maxCycles},
		{"warmup", &c.Warmup, 0, maxCycles}, {"cycles", &c.Cycles, 1, maxCycles}, {"deliver", &c.Deliver, 0, maxCycles},
		{"drain", &c.Drain, 0, maxCycles},
		{"route", &c.Route, 0, maxDelay}, {"vc_alloc", &c.VCAlloc, 0, maxDelay}, {"switch_alloc", &c.SwitchAlloc, 0, maxDelay}, {"traverse", &c.Traverse, 0, maxDelay},
	}
}

// check returns an error unless the configuration can be simulated.
func (c *Config) check() error {
	for _, p := range c.Params() {
		if got := *p.Value; got < p.least || got > p.most {
			return fmt.Errorf("%s %d: want %d to %d", p.Name, got, p.least, p.most)
		}
	}
	if c.Trace == nil && !(c.Load > 0 && c.Load <= 1) {
		return fmt.Errorf("load %v: want more than 0, and at most 1 flit per processor and cycle", c.Load)
	}
	return nil
}

// Cost estimates what [New] and [Sim.Run] take: a step is about a nanosecond, or three in a browser.
func (c *Config) Cost() limit.Cost {
	net := c.Network
	channels, processors := float64(2*net.Size()), float64(len(net.Processors()))
	vcs := (channels + 2*processors) * float64(c.VCs)
	flits := min(1, c.Load) * processors // a cycle
	hops := min(channels, flits*meanHops(net)) + flits
	cycles := float64(c.Warmup + c.Cycles)
	if c.Deliver > 0 { // a saturated source takes four times as long as it should, say
		cycles = min(cycles, 4*float64(c.Deliver*c.Packet)/c.Load)
	}
	dests := float64(len(c.Traffic.dest)) // and pairs of processors that send
	pairs := dests
	if c.Traffic.start == nil {
		dests, pairs = processors, processors*processors
	}
	dests, made := min(dests, processors), cycles*flits/float64(c.Packet) // packets
	if c.Trace != nil {
		hops, made = c.Trace.flits()*meanHops(net)/cycles, float64(len(c.Trace.list))
	}
	return limit.Cost{
		Steps: (cycles+float64(c.Drain)/4)*(60*hops+(channels+processors)/16) + 20*vcs + dests*channels,
		Bytes: vcs*float64(36+4*c.Buffer) + 48*(channels+2*processors) + 24*float64(net.Order()) +
			min(maxBlocks*blockTimes, made)*5 + min(vcs, made)*32 + dests*c.Algorithm.PerDest + min(pairs, made)*c.Algorithm.PerPair,
	}
}

// meanHops returns the mean distance from the first processor to all nodes, plus 1.
func meanHops(net *topology.Network) float64 {
	if len(net.Processors()) == 0 {
		return 1
	}
	sum := 0
	for _, d := range measure.Distances(net, net.Processors()[0]) {
		sum += int(d)
	}
	return float64(sum)/float64(net.Order()) + 1
}
