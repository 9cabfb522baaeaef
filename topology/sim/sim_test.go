package sim_test

import (
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
	"topobook/topology/sim"
)

// network returns the member of a family that the call names.
func network(t testing.TB, call string) *topology.Network {
	t.Helper()
	member, args, ok := family.All().Parse(call)
	if !ok {
		t.Fatalf("%s: want the call of a family", call)
	}
	def, err := member.New(args)
	if err != nil {
		t.Fatal(err)
	}
	net, err := topology.New(def)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// algorithm returns the algorithm of a name for 4 VCs.
func algorithm(t testing.TB, net *topology.Network, name string, vcs int) sim.Algorithm {
	t.Helper()
	a, err := sim.Named(net, name, vcs)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// traffic returns the traffic of a permutation, or uniform traffic, that of sources to themselves included.
func traffic(t testing.TB, net *topology.Network, name string) sim.Traffic {
	t.Helper()
	if name == "uniform" {
		return sim.Uniform(net, true)
	}
	messages, err := route.NamedPermutation(net, name)
	if err != nil {
		t.Fatal(err)
	}
	var demands []route.Demand
	for _, m := range messages {
		demands = append(demands, route.Demand{Message: m, Weight: 1})
	}
	tr, err := sim.Weighted(net, demands)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// one returns the traffic of one pair.
func one(t testing.TB, net *topology.Network, a, b topology.Node) sim.Traffic {
	t.Helper()
	tr, err := sim.Weighted(net, []route.Demand{{Message: route.Message{Source: a, Dest: b}, Weight: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// run runs a configuration.
func run(t testing.TB, config sim.Config) (*sim.Sim, sim.Stats) {
	t.Helper()
	s, err := sim.New(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(nil); err != nil {
		t.Fatal(err)
	}
	return s, s.Stats()
}

// TestZeroLoad checks the law of the latency of a lone packet of L flits over R routers with buffers of B:
// 5R + 2 + (L-1) + ⌊(L-1)/B⌋·max(0, 5-B).
func TestZeroLoad(t *testing.T) {
	for _, tt := range []struct {
		call, routing string
		a, b          topology.Node
		routers       int
	}{
		{"kary_ntree(k=4, n=3)", "random", 0, 1, 1},
		{"kary_ntree(k=4, n=3)", "dst", 0, 5, 3},
		{"kary_ntree(k=4, n=3)", "minimal", 0, 63, 5},
		{"torus(k=8, n=2)", "dor", 0, 0, 1},
		{"torus(k=8, n=2)", "dor", 0, 27, 7},
		{"torus(k=8, n=2)", "first", 9, 36, 7},
		{"mesh(k=3, n=2)", "dor", 0, 5, 4},
		{"ring(n=7)", "adaptive", 5, 1, 4},
		{"mikant(k=3, n=3)", "random", 0, 53, 4},
		{"kyklos(version=2, m=2, r=2, n=5)", "p", 31, 13, 7}, // six hops, one through a processor
	} {
		net := network(t, tt.call)
		for _, b := range []int{1, 2, 4, 5, 6, 8, 16} {
			for _, l := range []int{1, 2, 4, 8, 16} {
				config := sim.Reference(net, algorithm(t, net, tt.routing, 4), one(t, net, tt.a, tt.b), 0.01)
				config.Buffer, config.Packet, config.Injection = b, l, sim.Periodic
				config.Warmup, config.Cycles = 0, 250*l
				_, st := run(t, config)
				want := 5*tt.routers + 2 + l - 1 + (l-1)/b*max(0, 5-b)
				if st.Least != want || st.Most != want || st.Packets == 0 {
					t.Errorf("%s %s B=%d L=%d: latency %d to %d of %d packets, want %d", tt.call, tt.routing, b, l, st.Least, st.Most, st.Packets, want)
				}
				if st.Routers != float64(tt.routers) {
					t.Errorf("%s %s: %v routers, want %d", tt.call, tt.routing, st.Routers, tt.routers)
				}
			}
		}
	}
}
