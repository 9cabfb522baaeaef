package sim_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/networktest"
	"topobook/topology/sim"
)

// A place is a buffer, or the channel before it: what a processor that is a router injects has a place of its own.
type place struct {
	from, to topology.Node
	inject   bool
	vc       int
}

// replay follows the packets of a record, and fails where they do what no router can do. It returns by packet when its last
// flit arrived, or -1, and how many flits had arrived before each cycle.
func replay(t *testing.T, net *topology.Network, r *sim.Record, c sim.Config) (arrived []int, before func(cycle int) int) {
	t.Helper()
	hops := make([][]sim.Hop, len(r.Packets))
	for _, hop := range r.Hops {
		hops[hop.Packet] = append(hops[hop.Packet], hop)
	}
	sent := map[string]bool{}
	held := map[place][][2]int{} // by buffer: when a flit takes a place in it, and gives it back
	var ends []int
	for p, list := range hops {
		arrived = append(arrived, -1)
		packet := r.Packets[p]
		at := packet.Source
		for i, hop := range list {
			if hop.From != at || hop.From != hop.To && !slices.Contains(net.Neighbors(hop.From), hop.To) {
				t.Fatalf("%v: packet %d goes from %d to %d, and was at %d", net, p, hop.From, hop.To, at)
			}
			at = hop.To
			last := i == len(list)-1
			done := last && i > 0 && (hop.From == hop.To || net.Kind(hop.To) == topology.Processor && hop.To == packet.Dest && net.Degree(hop.To) == 1)
			if done != hop.Eject {
				t.Fatalf("%v: hop %d of packet %d ejects: %v, want %v", net, i, p, hop.Eject, done)
			}
			for f, leave := range hop.Leave {
				on := fmt.Sprint(hop.From, hop.To, i == 0, leave)
				if sent[on] {
					t.Fatalf("%v: two flits leave %d for %d in cycle %d", net, hop.From, hop.To, leave)
				}
				sent[on] = true
				if f > 0 && leave <= hop.Leave[f-1] || i == 0 && int(leave) < packet.Born || i > 0 && leave < list[i-1].Leave[f]+int32(list[i-1].Delay) {
					t.Fatalf("%v: flit %d of packet %d leaves %d in cycle %d, before it can", net, f, p, hop.From, leave)
				}
				gone := math.MaxInt
				if !last && f < len(list[i+1].Leave) {
					gone = int(list[i+1].Leave[f])
				}
				if !done {
					key := place{hop.From, hop.To, i == 0, hop.VC}
					held[key] = append(held[key], [2]int{int(leave), gone})
				} else {
					ends = append(ends, int(leave)+hop.Delay)
				}
				if done && f == c.Packet-1 {
					arrived[p] = ends[len(ends)-1]
				}
			}
		}
		if got := r.Arrivals()[p]; got != arrived[p] && arrived[p] <= r.Cycles {
			t.Fatalf("%v: packet %d arrives in cycle %d, want %d", net, p, got, arrived[p])
		}
		if arrived[p] >= 0 && at != packet.Dest {
			t.Fatalf("%v: packet %d for %d arrives at %d", net, p, packet.Dest, at)
		}
	}
	for key, spans := range held {
		slices.SortFunc(spans, func(a, b [2]int) int { return a[0] - b[0] })
		for i, span := range spans {
			inside := 1
			for _, earlier := range spans[:i] {
				if earlier[1] > span[0] {
					inside++
				}
				if earlier[1] > span[1] {
					t.Fatalf("%v: a flit overtakes another in buffer %v", net, key)
				}
			}
			if inside > c.Buffer {
				t.Fatalf("%v: buffer %v holds %d flits in cycle %d, and has room for %d", net, key, inside, span[0], c.Buffer)
			}
		}
	}
	slices.Sort(ends)
	return arrived, func(cycle int) int {
		i, _ := slices.BinarySearch(ends, cycle)
		return i
	}
}

// TestRecord replays records, and compares what the packets in them do with what the simulation measured, which is the same
// without a record.
func TestRecord(t *testing.T) {
	for i, tt := range []struct {
		call, routing       string
		load                float64
		vcs, buffer, packet int
	}{
		{"torus(k=5, n=2)", "dor", 0.3, 3, 2, 5}, {"kary_ntree(k=3, n=2)", "adaptive", 0.9, 2, 3, 4}, {"mesh(k=3, n=2)", "dor", 0.2, 1, 1, 1},
		{"kyklos(version=2, m=2, r=2, n=4)", "m", 0.5, 4, 4, 8}, {"torus(k=4, n=2)", "duato", 0.8, 3, 4, 3}, {"mikant(k=2, n=3)", "minimal", 0.4, 2, 5, 7},
	} {
		net := networktest.Member(t, tt.call)
		config := sim.Reference(net, algorithm(t, net, tt.routing, tt.vcs), sim.Uniform(net, i%2 == 0), tt.load)
		config.VCs, config.Buffer, config.Packet, config.Seed = tt.vcs, tt.buffer, tt.packet, uint64(i)
		config.Warmup, config.Cycles, config.Drain, config.Link, config.SwitchAlloc = 0, 400, 4000, 1+i%3, i%2
		_, plain := run(t, config)
		config.Algorithm, config.Record = algorithm(t, net, tt.routing, tt.vcs), 4400
		s, st := run(t, config)
		if fmt.Sprint(st) != fmt.Sprint(plain) {
			t.Errorf("%v: recorded %v, want %v as without a record", net, st, plain)
		}
		r := s.Recorded()
		arrived, before := replay(t, net, r, config)
		packets, latency := 0, 0
		for p, at := range arrived {
			if born := r.Packets[p].Born; at >= 0 && born < config.Cycles {
				packets++
				latency += at - born
			}
		}
		if packets != st.Packets || float64(latency)/float64(packets) != st.Latency {
			t.Errorf("%v: %d packets of the record take %d cycles, want %d with a mean of %v", net, packets, latency, st.Packets, st.Latency)
		}
		accepted := float64(before(config.Cycles)) / float64(config.Cycles*len(net.Processors()))
		if math.Abs(accepted-st.Accepted) > 1e-12 || r.Cycles != s.Now() {
			t.Errorf("%v: %d cycles with %v flits a cycle and processor, want %d with %v", net, r.Cycles, accepted, s.Now(), st.Accepted)
		}
	}
}

// TestRecordDeadlock records a ring without a dateline: in the end nothing moves, and each buffer of the cycle waits for the next.
func TestRecordDeadlock(t *testing.T) {
	ring := networktest.Member(t, "ring(n=6)")
	clockwise := sim.ByNext(func(u, _ topology.Node) topology.Channel {
		c, _ := ring.ChannelBetween(u, (u+1)%6)
		return c
	})
	config := sim.Reference(ring, clockwise, sim.Uniform(ring, false), 1)
	config.VCs, config.Buffer, config.Cycles, config.Record = 1, 2, 50000, 700
	s, _ := run(t, config)
	r := s.Recorded()
	if len(r.Deadlock) != 6 || r.Cycles >= 700 {
		t.Fatalf("in %d cycles the channels %v wait for each other, want all six clockwise", r.Cycles, r.Deadlock)
	}
	replay(t, ring, r, config)
	for _, hop := range r.Hops {
		if last := int(hop.Leave[len(hop.Leave)-1]) + hop.Delay; last > r.Cycles-10 {
			t.Errorf("a flit moves in cycle %d of %d", last, r.Cycles)
		}
	}
}

// TestRecordBound checks that a record of too much ends early, and the run does not.
func TestRecordBound(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while as WebAssembly")
	}
	net := networktest.Member(t, "torus(k=8, n=2)")
	config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), 0.4)
	config.Warmup, config.Cycles, config.Record = 0, 10_000, 10_000
	s, st := run(t, config)
	r := s.Recorded()
	flits := 0
	for _, hop := range r.Hops {
		flits += len(hop.Leave)
	}
	if flits < 300_000 || flits > 400_000 || r.Cycles < 1000 || r.Cycles >= 10_000 || st.Cycles < 10_000 {
		t.Errorf("%d flits in %d cycles of a run of %d", flits, r.Cycles, st.Cycles)
	}
	replay(t, net, r, config)
}
