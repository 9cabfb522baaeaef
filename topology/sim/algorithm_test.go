package sim_test

import (
	"math"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
	"topobook/topology/route"
	"topobook/topology/sim"
)

// TestDeadlock checks that a ring without a dateline deadlocks, that the cycle that is found is one, and
// that the dateline, and routings without cycles of channels, never do at full load.
func TestDeadlock(t *testing.T) {
	ring := networktest.Member(t, "ring(n=6)")
	clockwise := sim.ByNext(func(u, _ topology.Node) topology.Channel {
		c, _ := ring.ChannelBetween(u, (u+1)%6)
		return c
	})
	torus := networktest.Member(t, "torus(k=5, n=2)")
	for _, tt := range []struct {
		net       *topology.Network
		algorithm sim.Algorithm
		vcs       int
	}{
		{ring, clockwise, 1}, {ring, clockwise, 3}, {torus, algorithm(t, torus, "random", 1), 1}, {torus, algorithm(t, torus, "dor", 1), 1},
	} {
		config := sim.Reference(tt.net, tt.algorithm, sim.Uniform(tt.net, false), 1)
		config.VCs, config.Buffer, config.Cycles = tt.vcs, 2, 50000
		s, st := run(t, config)
		if st.Deadlock == nil || st.Stable || s.Now() >= 50000 {
			t.Errorf("%v with %d VCs: no deadlock in %d cycles", tt.net, tt.vcs, s.Now())
			continue
		}
		for i, c := range st.Deadlock {
			next := st.Deadlock[(i+1)%len(st.Deadlock)]
			if tt.net.Head(c) != tt.net.Tail(next) {
				t.Errorf("%v: channels %v of the deadlock do not follow each other", tt.net, st.Deadlock)
			}
		}
		moved := s.Moved()
		for range 100 {
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
		}
		if tt.net == ring && s.Moved() != moved {
			t.Errorf("%v: flits go on after the deadlock", tt.net)
		}
	}
	for _, tt := range []struct {
		call, routing string
		vcs           int
	}{
		{"torus(k=5, n=2)", "dor", 2}, {"torus(k=4, n=2)", "dor", 2}, {"ring(n=8)", "dor", 3}, {"mesh(k=4, n=2)", "dor", 1},
		{"hypercube(n=4)", "dor", 1}, {"kary_ntree(k=2, n=3)", "adaptive", 1}, {"kary_ntree(k=2, n=3)", "minimal", 1}, {"torus(k=2, n=3)", "dor", 1},
	} {
		net := networktest.Member(t, tt.call)
		config := sim.Reference(net, algorithm(t, net, tt.routing, tt.vcs), sim.Uniform(net, false), 1)
		config.VCs, config.Buffer, config.Cycles, config.Drain = tt.vcs, 1, 6000, 0
		if _, st := run(t, config); st.Deadlock != nil || st.Accepted < 0.05 {
			t.Errorf("%v %s with %d VCs: deadlock %v, accepts %v", net, tt.routing, tt.vcs, st.Deadlock, st.Accepted)
		}
	}
}

// TestShares compares what channels carry at a low load with the exact loads of the routing.
func TestShares(t *testing.T) {
	for _, tt := range []struct{ call, routing string }{
		{"torus_sides", "random"}, {"mesh(k=4, n=2)", "minimal"}, {"mesh(k=4, n=2)", "random"}, {"mikant(k=2, n=3)", "first"},
		{"kary_ntree(k=3, n=2)", "src"}, {"kyklos(version=2, m=2, r=2, n=4)", "p"}, {"kyklos(version=2, m=2, r=2, n=4)", "h"}, {"hypercube(n=3)", "dor"},
	} {
		var net *topology.Network
		if tt.call == "torus_sides" {
			def, err := family.NewTorusSides([]int{5, 2, 3})
			if err != nil {
				t.Fatal(err)
			}
			if net, err = topology.New(def); err != nil {
				t.Fatal(err)
			}
		} else {
			net = networktest.Member(t, tt.call)
		}
		r, err := route.NamedRouting(net, tt.routing)
		if err != nil {
			t.Fatal(err)
		}
		want, err := r.Load(route.Uniform(net), nil)
		if err != nil {
			t.Fatal(err)
		}
		config := sim.Reference(net, algorithm(t, net, tt.routing, 4), sim.Uniform(net, false), 0.1)
		config.Packet, config.Cycles = 1, 25000
		s, st := run(t, config)
		got := s.Utilization()
		for c := range topology.Channel(2 * net.Size()) {
			w := want.At(c) * st.Offered
			if x := got.At(c); math.Abs(x-w) > 0.007+0.04*w {
				t.Errorf("%v %s: channel %d carries %.4f, want %.4f", net, tt.routing, c, x, w)
			}
		}
	}
}

// TestAdaptive checks that the more a tree's routing may choose, and the more it knows, the sooner packets arrive.
func TestAdaptive(t *testing.T) {
	net := networktest.Member(t, "kary_ntree(k=4, n=2)")
	latency := func(routing string) float64 {
		config := sim.Reference(net, algorithm(t, net, routing, 4), traffic(t, net, "digit_reversal"), 0.6)
		config.Cycles, config.Drain = 5000, 0
		_, st := run(t, config)
		return st.Latency
	}
	if first, random, adaptive := latency("first"), latency("random"), latency("adaptive"); first < random*2 || adaptive > random*0.9 {
		t.Errorf("latency %v with first, %v with random, %v with adaptive routing", first, random, adaptive)
	}
}

// TestSame checks that equal configurations give equal results, here and in a browser, and others do not.
func TestSame(t *testing.T) {
	net := networktest.Member(t, "torus(k=4, n=2)")
	config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), 0.5)
	config.Cycles = 2000
	_, a := run(t, config)
	_, b := run(t, config)
	config.Seed = 2
	_, c := run(t, config)
	if a.Packets != b.Packets || a.Latency != b.Latency || a.Cycles != b.Cycles || a.Latency == c.Latency {
		t.Errorf("%+v, then %+v; another seed %+v", a, b, c)
	}
	if a.Packets != 1904 || a.Latency != 46.17121848739496 {
		t.Errorf("%d packets with mean latency %v, want what every machine finds", a.Packets, a.Latency)
	}
}

// TestNoGarbage checks that a cycle takes no memory once the calendars are as long as they get.
func TestNoGarbage(t *testing.T) {
	net := networktest.Member(t, "torus(k=8, n=2)")
	config := sim.Reference(net, algorithm(t, net, "dor", 4), sim.Uniform(net, false), 0.3)
	config.Cycles = 1 << 20
	s, err := sim.New(config)
	if err != nil {
		t.Fatal(err)
	}
	step := func() {
		for range 100 {
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range 100 {
		step()
	}
	if n := testing.AllocsPerRun(50, step); n > 1 {
		t.Errorf("100 cycles allocate %v times", n)
	}
}
