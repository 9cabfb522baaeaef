package sim_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
	"topobook/topology/sim"
)

// TestReference compares with what the program whose router this is was measured to do: latencies below
// saturation within 3 %, accepted throughput at load 1 within 5 %.
func TestReference(t *testing.T) {
	tree, cube := networktest.Member(t, "kary_ntree(k=4, n=3)"), networktest.Member(t, "torus(k=8, n=2)")
	for _, tt := range []struct {
		net               *topology.Network
		routing, traffic  string
		load              float64
		latency, accepted float64 // one of them
	}{
		{tree, "random", "uniform", 0.01, 32.3, 0},
		{tree, "random", "uniform", 0.3, 44.67, 0},
		{tree, "random", "complement", 0.4, 57.6, 0},
		{tree, "random", "uniform", 1, 0, 0.531},
		{tree, "random", "complement", 1, 0, 0.527},
		{cube, "dor", "uniform", 0.1, 37.53, 0},
		{cube, "dor", "uniform", 0.3, 48.07, 0},
		{cube, "dor", "bit_transpose", 0.1, 37.9, 0},
		{cube, "dor", "uniform", 1, 0, 0.456},
		{cube, "dor", "bit_transpose", 1, 0, 0.332},
	} {
		config := sim.Reference(tt.net, algorithm(t, tt.net, tt.routing, 4), traffic(t, tt.net, tt.traffic), tt.load)
		config.Drain = 1000
		_, st := run(t, config)
		if tt.accepted > 0 {
			if math.Abs(st.Accepted/tt.accepted-1) > 0.05 || st.Stable {
				t.Errorf("%v %s at 1: accepts %.3f (stable %v), want %.3f and unstable", tt.net, tt.traffic, st.Accepted, st.Stable, tt.accepted)
			}
			continue
		}
		if math.Abs(st.Latency/tt.latency-1) > 0.03 || !st.Stable || math.Abs(st.Accepted-tt.load) > 0.05*tt.load+0.002 {
			t.Errorf("%v %s at %v: latency %.1f, accepts %.3f (stable %v), want %.1f", tt.net, tt.traffic, tt.load, st.Latency, st.Accepted, st.Stable, tt.latency)
		}
	}
}

// TestRouters compares routers and links on the way of lone packets with distances, for all pairs, and their
// mean under uniform traffic with the exact one.
func TestRouters(t *testing.T) {
	for _, tt := range []struct{ call, routing string }{
		{"kary_ntree(k=2, n=2)", "dst"}, {"mikant(k=2, n=2)", "minimal"}, {"torus(k=3, n=2)", "dor"}, {"kyklos(version=2, m=2, r=2, n=3)", "p"},
	} {
		net := networktest.Member(t, tt.call)
		for _, a := range net.Processors() {
			dist := measure.Distances(net, a)
			for _, b := range net.Processors() {
				config := oneCycle(net, algorithm(t, net, tt.routing, 1), one(t, net, a, b), 0.05)
				config.Injection, config.Deliver = sim.Periodic, 2
				_, st := run(t, config)
				hops := int(dist[b])
				if a == b && net.Degree(a) == 1 {
					hops = 2 // to the switch and back
				}
				routers := hops + 1
				if net.Degree(a) == 1 {
					routers -= 2
				}
				if st.Hops != float64(hops) || st.Routers != float64(routers) || st.Packets != 2 {
					t.Errorf("%v from %d to %d: %v hops by %v routers, want %d by %d", net, a, b, st.Hops, st.Routers, hops, routers)
				}
				// The law of the one-cycle router, H+M-1, with the links of processors that are routers too.
				if want := routers + 1 + config.Packet - 1; st.Least != want || st.Most != want {
					t.Errorf("%v from %d to %d: latency %d to %d, want %d", net, a, b, st.Least, st.Most, want)
				}
			}
		}
	}
	for call, want := range map[string]float64{"kary_ntree(k=4, n=3)": 4.375, "torus(k=8, n=2)": 5} {
		net := networktest.Member(t, call)
		sum, pairs := 0, 0
		for _, a := range net.Processors() {
			dist := measure.Distances(net, a)
			for _, b := range net.Processors() {
				routers := int(dist[b]) + 1
				if net.Kind(net.Neighbors(a)[0]) == topology.Switch {
					routers = max(1, int(dist[b])-1)
				}
				sum += routers
				pairs++
			}
		}
		if exact := float64(sum) / float64(pairs); exact != want {
			t.Errorf("%v: %v routers by enumeration, want %v", net, exact, want)
		}
		_, st := run(t, sim.Reference(net, algorithm(t, net, "random", 4), traffic(t, net, "uniform"), 0.2))
		if math.Abs(st.Routers/want-1) > 0.01 {
			t.Errorf("%v: %v routers, want %v", net, st.Routers, want)
		}
	}
}

// TestStats checks that the figures of a run agree with each other.
func TestStats(t *testing.T) {
	net := networktest.Member(t, "kary_ntree(k=2, n=4)")
	for _, deliver := range []int{0, 300} {
		config := sim.Reference(net, algorithm(t, net, "random", 4), traffic(t, net, "uniform"), 0.4)
		config.Deliver = deliver
		s, st := run(t, config)
		sum, packets, middle := 0, 0, 0
		for _, bar := range s.Histogram() {
			sum += bar[0] * bar[1]
			if packets += bar[1]; packets*2 < st.Packets {
				middle = bar[0]
			}
		}
		if mean := float64(sum) / float64(packets); packets != st.Packets || math.Abs(mean-st.Latency) > 1e-9 || st.Most >= 512 {
			t.Errorf("histogram has %d packets and mean %v, want %d and %v", packets, mean, st.Packets, st.Latency)
		}
		if p := s.Percentile(50); p <= middle || s.Percentile(100) != st.Most || s.Percentile(0) > st.Least {
			t.Errorf("median %d, percentiles %d to %d, want above %d, %d to %d", p, s.Percentile(0), s.Percentile(100), middle, st.Least, st.Most)
		}
		if st.LatencyInterval <= 0 || st.LatencyInterval > 4 || st.Network >= st.Latency || st.Network < 20 {
			t.Errorf("latency %v ± %v, in the network %v", st.Latency, st.LatencyInterval, st.Network)
		}
		if st.Fairness < 0.97 || st.Fairness > 1 || st.LeastAccepted < 0.3 || st.LeastAccepted > st.Accepted || !st.Stable {
			t.Errorf("fairness %v, least accepted %v of %v, stable %v", st.Fairness, st.LeastAccepted, st.Accepted, st.Stable)
		}
		// What all channels carry is what is accepted, times the links on the way.
		carried := s.Utilization().Total()
		if want := st.Accepted * float64(len(net.Processors())) * st.Hops; math.Abs(carried/want-1) > 0.02 {
			t.Errorf("channels carry %v flits a cycle, want %v", carried, want)
		}
	}
}

// TestStable checks that runs below saturation are stable, and those a little above it are not, however long they
// are: the growth of what waits is 2 to 4 percent of what is made.
func TestStable(t *testing.T) {
	for _, tt := range []struct {
		call, routing string
		load          float64
		cycles        int
		stable        bool
	}{
		{"torus(k=4, n=2)", "dor", 0.5, 2000, true}, {"torus(k=4, n=2)", "dor", 0.5, 10000, true},
		{"torus(k=4, n=2)", "dor", 0.65, 10000, false}, {"torus(k=4, n=2)", "dor", 0.64, 20000, false},
		{"kary_ntree(k=4, n=3)", "random", 0.48, 2000, true}, {"kary_ntree(k=4, n=3)", "random", 0.55, 5000, false},
		{"torus(k=8, n=2)", "dor", 0.42, 2000, true}, {"torus(k=8, n=2)", "dor", 0.475, 5000, false},
	} {
		net := networktest.Member(t, tt.call)
		for seed := range uint64(3) {
			config := sim.Reference(net, algorithm(t, net, tt.routing, 4), traffic(t, net, "uniform"), tt.load)
			config.Seed, config.Cycles, config.Drain = seed, tt.cycles, tt.cycles
			if _, st := run(t, config); st.Stable != tt.stable || st.Steady && !st.Stable {
				t.Errorf("%+v, seed %d: stable %v, steady %v, accepts %v", tt, seed, st.Stable, st.Steady, st.Accepted)
			}
		}
	}
}

// TestIntervals checks that nearly all intervals hold what a long run finds, and that none is given where a run is too
// short to say: at 96 percent of the saturation of this torus the mean of 2,000 cycles is a quarter below that.
func TestIntervals(t *testing.T) {
	if testing.Short() {
		t.Skip("244 runs")
	}
	net := networktest.Member(t, "torus(k=4, n=2)")
	at := func(load float64, cycles int, seed uint64) sim.Stats {
		config := sim.Reference(net, algorithm(t, net, "dor", 4), traffic(t, net, "uniform"), load)
		config.Seed, config.Cycles, config.Drain = seed, cycles, cycles
		_, st := run(t, config)
		return st
	}
	const seeds = 60
	for _, load := range []float64{0.05, 0.2, 0.4, 0.6} {
		truth := at(load, 100000, seeds)
		given, held, accepted := 0, 0, 0
		for seed := range uint64(seeds) {
			st := at(load, 2000, seed)
			if st.Steady != (st.LatencyInterval >= 0) || !st.Judged {
				t.Errorf("load %v, seed %d: steady %v, interval %v", load, seed, st.Steady, st.LatencyInterval)
			}
			if st.Steady {
				given++
				if math.Abs(st.Latency-truth.Latency) <= st.LatencyInterval {
					held++
				}
			}
			if math.Abs(st.Accepted-load) <= st.AcceptedInterval {
				accepted++
			}
		}
		if load < 0.5 && (given < seeds*9/10 || held < given*88/100 || accepted < seeds*88/100) || load > 0.5 && given > seeds/20 {
			t.Errorf("load %v: of %d runs %d are steady, the intervals of %d hold %v; those of %d hold the accepted load", load, seeds, given, held, truth.Latency, accepted)
		}
	}
}

// TestNothing checks that a run that measured nothing does not read as one without fault, and that it ends.
func TestNothing(t *testing.T) {
	net := networktest.Member(t, "torus(k=4, n=2)")
	for _, load := range []float64{1e-6, 1e-9, 1e-11, 1e-13, 1e-300} {
		for _, injection := range []sim.Injection{sim.Bernoulli, sim.Periodic, sim.Bursty} {
			config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), load)
			config.Injection, config.Cycles = injection, 500
			if _, st := run(t, config); st.Packets > 0 || st.Stable || st.Steady || st.LatencyInterval >= 0 || st.Left > 0 {
				t.Errorf("load %v, injection %d: %+v", load, injection, st)
			}
		}
	}
	config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), 1)
	config.Packet, config.Cycles, config.Drain = 1<<16, 500, 500
	if _, st := run(t, config); st.Packets > 0 || st.Stable {
		t.Errorf("packets that are longer than the run: %+v", st)
	}
}

// TestInjection checks that every process offers the load, and the more latency the less regular it is.
func TestInjection(t *testing.T) {
	net := networktest.Member(t, "torus(k=4, n=2)")
	last := 0.0
	for _, injection := range []sim.Injection{sim.Periodic, sim.Bernoulli, sim.Bursty} {
		config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), 0.35)
		config.Injection, config.Cycles = injection, 20000
		_, st := run(t, config)
		if math.Abs(st.Offered-0.35) > 0.02 || st.Latency < last*1.05 {
			t.Errorf("injection %d: offers %v at latency %v, want 0.35 and more than %v", injection, st.Offered, st.Latency, last)
		}
		last = st.Latency
	}
}

// TestWeighted checks that sources send in proportion to their weights, wherever these say.
func TestWeighted(t *testing.T) {
	net := networktest.Member(t, "kary_ntree(k=2, n=2)")
	demand := func(a, b topology.Node, w float64) route.Demand {
		return route.Demand{Message: route.Message{Source: a, Dest: b}, Weight: w}
	}
	for _, injection := range []sim.Injection{sim.Bernoulli, sim.Periodic, sim.Bursty} {
		tr, err := sim.Weighted(net, []route.Demand{demand(2, 0, 1), demand(0, 1, 3), demand(0, 3, 1), demand(2, 1, 1), demand(1, 2, 0), demand(0, 0, 2)})
		if err != nil {
			t.Fatal(err)
		}
		config := sim.Reference(net, algorithm(t, net, "random", 4), tr, 0.2)
		config.Injection, config.Cycles, config.Burst = injection, 40000, 5
		s, st := run(t, config)
		flits := s.Utilization()
		for _, want := range []struct {
			from, to topology.Node
			flits    float64
		}{
			{0, net.Neighbors(0)[0], 0.3}, {2, net.Neighbors(2)[0], 0.1}, {1, net.Neighbors(1)[0], 0}, {net.Neighbors(0)[0], 0, 0.15}, {net.Neighbors(0)[0], 1, 0.2}, {net.Neighbors(3)[0], 3, 0.05},
		} {
			c, _ := net.ChannelBetween(want.from, want.to)
			if got := flits.At(c); math.Abs(got-want.flits) > 0.015 {
				t.Errorf("injection %d: channel from %d to %d carries %v, want %v", injection, want.from, want.to, got, want.flits)
			}
		}
		if math.Abs(st.Offered-0.2) > 0.012 || st.Fairness < 0.99 {
			t.Errorf("injection %d: offers %v with fairness %v, want 0.2 and 1", injection, st.Offered, st.Fairness)
		}
	}
}

// TestUnfair checks that a saturated run says who loses: on a mesh where all send to one corner.
func TestUnfair(t *testing.T) {
	net := networktest.Member(t, "mesh(k=4, n=2)")
	var demands []route.Demand
	for _, u := range net.Processors()[1:] {
		demands = append(demands, route.Demand{Message: route.Message{Source: u}, Weight: 1})
	}
	tr, err := sim.Weighted(net, demands)
	if err != nil {
		t.Fatal(err)
	}
	config := sim.Reference(net, algorithm(t, net, "dor", 4), tr, 0.5)
	config.Drain = 0
	s, st := run(t, config)
	if st.Stable || st.Backlog < 1000 || st.Fairness > 0.9 || st.LeastAccepted > st.Accepted/2 || math.Abs(st.Accepted*15-1) > 0.01 {
		t.Errorf("%+v, want it unstable, unfair, and a flit a cycle at the corner", st)
	}
	// The corner takes a flit a cycle, which comes by its two channels.
	sum := 0.0
	for _, v := range net.Neighbors(0) {
		c, _ := net.ChannelBetween(v, 0)
		sum += s.Utilization().At(c)
	}
	if math.Abs(sum-1) > 0.01 {
		t.Errorf("channels to the corner carry %v, want 1", sum)
	}
}

func TestErrors(t *testing.T) {
	net := networktest.Member(t, "ring(n=4)")
	split, err := topology.Without(net, []topology.Node{0}, []topology.Channel{2}) // cut at 0, and between 1 and another
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		change func(*sim.Config)
		want   string
	}{
		{func(c *sim.Config) { c.VCs = 33 }, "vcs 33: want 1 to 32"},
		{func(c *sim.Config) { c.Buffer = 0 }, "buffer 0: want 1 to 1024"},
		{func(c *sim.Config) { c.Link = 0 }, "link 0: want 1 to 1024"},
		{func(c *sim.Config) { c.Load = 0 }, "load 0: want more than 0, and at most 1 flit per processor and cycle"},
		{func(c *sim.Config) { c.Load = math.NaN() }, "load NaN: want more than 0"},
		{func(c *sim.Config) { c.Network = networktest.Member(t, "ring(n=4)") }, "traffic: is that of ring(n=4)"},
		{func(c *sim.Config) { c.Network, c.Traffic = split, sim.Uniform(split, false) }, "traffic: there is no path from"},
	} {
		config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), 0.1)
		tt.change(&config)
		if _, err := sim.New(config); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %q", err, tt.want)
		}
	}
	if _, err := sim.Named(net, "nonsense", 4); err == nil || !strings.Contains(err.Error(), "want one of random, minimal, first, dor, adaptive") {
		t.Errorf("Named: %v", err)
	}
	if _, err := sim.Weighted(net, nil); err == nil {
		t.Error("no demands: want an error")
	}
	config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), 0.9)
	s, err := sim.New(config)
	if err != nil {
		t.Fatal(err)
	}
	stop, calls := errors.New("stop"), 0
	if err := s.Run(func(done, total int) error { calls++; return stop }); err != stop || calls != 1 || s.Now() > 5000 {
		t.Errorf("stopped by %v after %d reports and %d cycles", err, calls, s.Now())
	}
}

// oneCycle returns the configuration of a router through which a head takes no cycle but that of the
// link: 1 VC of 4 flits, packets of 16 flits, from the start until 200 packets of each source have arrived.
// A packet over H links, those of the processors included, takes at least H+M-1 cycles for its M flits.
//
// Source: Li and Chu, the slides on MiKANT, as far as they say; the rest is ours.
func oneCycle(net *topology.Network, algorithm sim.Algorithm, traffic sim.Traffic, load float64) sim.Config {
	return sim.Config{Network: net, Algorithm: algorithm, Traffic: traffic, Load: load,
		VCs: 1, Buffer: 4, Packet: 16, Link: 1, Credit: 1, Burst: 100, Seed: 1, Cycles: 100000, Deliver: 200}
}
