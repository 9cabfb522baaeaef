package sim

import (
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/endpoints"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// cyclic reports whether a graph has a cycle.
func cyclic[K comparable](graph map[K]map[K]bool) bool {
	mark := make(map[K]int)
	var visit func(x K) bool
	visit = func(x K) bool {
		if mark[x] > 0 {
			return mark[x] == 1
		}
		mark[x] = 1
		for y := range graph[x] {
			if visit(y) {
				return true
			}
		}
		mark[x] = 2
		return false
	}
	for x := range graph {
		if visit(x) {
			return true
		}
	}
	return false
}

// TestEscape checks that the escapes of all packets, from wherever adaptive hops may have brought them, lead home
// and make no cycle of virtual channels, and that on rings they would if VCs were not told apart.
func TestEscape(t *testing.T) {
	for _, tt := range []struct {
		call string
		ring bool
	}{
		{"torus(k=5, n=2)", true}, {"torus(k=4, n=2)", true}, {"torus(k=3, n=2)", false}, {"torus(k=2, n=3)", false}, {"ring(n=7)", true},
		{"mesh(k=4, n=2)", false}, {"hypercube(n=4)", false},
		{"mikant(k=2, n=2)", false}, {"mikant(k=2, n=3)", false}, {"mikant(k=3, n=3)", false}, {"mikant(k=2, n=4)", false},
		{"clos_ntree(k=2, n=3)", false}, {"kary_ntree(k=3, n=3)", false},
	} {
		net := networktest.Member(t, tt.call)
		escape := escapeOf(net)
		type vc struct {
			c topology.Channel
			v uint32
		}
		graph, plain := make(map[vc]map[vc]bool), make(map[topology.Channel]map[topology.Channel]bool)
		for _, dest := range net.Processors() {
			dist := measure.Distances(net, dest)
			for u := range topology.Node(net.Order()) {
				if u == dest || !onTheWay(net, u, dist) {
					continue
				}
				var last route.Way
				for hops := 0; u != dest; hops++ {
					w := escape.Way(u, dest)
					if net.Tail(w.Channel) != u || hops > net.Order() || w.VCs == 0 || w.VCs>>escape.VCs != 0 {
						t.Fatalf("%s: escape %v at %d to %d", tt.call, w, u, dest)
					}
					if hops > 0 {
						if graph[vc{last.Channel, last.VCs}] == nil {
							graph[vc{last.Channel, last.VCs}] = make(map[vc]bool)
						}
						if plain[last.Channel] == nil {
							plain[last.Channel] = make(map[topology.Channel]bool)
						}
						graph[vc{last.Channel, last.VCs}][vc{w.Channel, w.VCs}], plain[last.Channel][w.Channel] = true, true
					}
					u, last = net.Head(w.Channel), w
				}
			}
		}
		if cyclic(graph) {
			t.Errorf("%s: the escapes have a cycle", tt.call)
		}
		if cyclic(plain) != tt.ring {
			t.Errorf("%s: the channels of escapes have a cycle: %v, want %v", tt.call, !tt.ring, tt.ring)
		}
	}
}

// onTheWay reports whether a shortest path from a processor leads through u.
func onTheWay(net *topology.Network, u topology.Node, dist []int32) bool {
	for i, d := range measure.Distances(net, u) {
		if net.Kind(topology.Node(i)) == topology.Processor && d+dist[u] == dist[i] {
			return true
		}
	}
	return false
}

// messages returns the traffic of what each processor sends to one other.
func messages(t *testing.T, net *topology.Network, dest func(i int) int) Traffic {
	t.Helper()
	var demands []route.Demand
	for i, u := range net.Processors() {
		demands = append(demands, route.Demand{Message: route.Message{Source: u, Dest: net.Processors()[dest(i)]}, Weight: 1})
	}
	tr, err := Weighted(net, demands)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestDuato checks that where adaptive routing deadlocks at full load, that with an escape does not, and
// that a packet that has escaped stays on the VCs set aside.
func TestDuato(t *testing.T) {
	ring := networktest.Member(t, "ring(n=9)")
	for _, tt := range []struct {
		net  *topology.Network
		vcs  int
		dest func(i int) int
		want float64 // that is accepted
	}{
		{ring, 3, func(i int) int { return (i + 4) % 9 }, 0.09},
		{networktest.Build(t)(endpoints.NewConcentrated(ring, []int{2, 2, 2, 2, 2, 2, 2, 2, 2})), 3, func(i int) int { return (i + 8) % 18 }, 0.03},
		{networktest.Member(t, "mikant(k=2, n=3)"), 2, func(i int) int { return i ^ 7 }, 0.09}, // the complement of all digits but the group
	} {
		own := 1
		if tt.vcs == 3 {
			own = 2
		}
		for _, name := range []string{"adaptive", "duato"} {
			algorithm, err := Named(tt.net, name, tt.vcs)
			if err != nil {
				t.Fatal(err)
			}
			config := Reference(tt.net, algorithm, messages(t, tt.net, tt.dest), 1)
			config.VCs, config.Packet, config.Cycles, config.Drain = tt.vcs, 16, 12000, 0
			s, err := New(config)
			if err != nil {
				t.Fatal(err)
			}
			for !s.Done() {
				if err := s.Step(); err != nil {
					t.Fatal(err)
				}
				for i := 0; s.now%16 == 0 && i < len(s.vcs); i++ {
					vc := &s.vcs[i]
					if name == "duato" && vc.phase == active && i%s.VCs < own && s.inputs[i/s.VCs].from < int32(s.ports) &&
						s.output[vc.out].to >= 0 && int(vc.outVC)%s.VCs >= own {
						t.Fatalf("%v: in cycle %d a packet goes back from VC %d to %d", tt.net, s.now, i%s.VCs, int(vc.outVC)%s.VCs)
					}
				}
			}
			st := s.Stats()
			if (st.Deadlock != nil) != (name == "adaptive") || name == "duato" && st.Accepted < tt.want {
				t.Errorf("%v %s: deadlock %v, accepts %v", tt.net, name, st.Deadlock, st.Accepted)
			}
		}
	}
	for _, tt := range []struct {
		call string
		vcs  int
		want string
	}{
		{"torus(k=3, n=2)", 2, "torus(k=3, n=2): routing duato: got 2 virtual channels, want 3 or more: it sets 2 aside"},
		{"mesh(k=3, n=2)", 1, "got 1 virtual channels, want 2 or more"}, {"complete(n=4)", 4, "want a torus, ring, mesh"},
	} {
		if _, err := Named(networktest.Member(t, tt.call), "duato", tt.vcs); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.call, err, tt.want)
		}
	}
}

// TestDuatoSmall checks that duato and a rule with an escape do not deadlock, however few flits a buffer and a
// packet have, where both did as long as packets took adaptive VCs behind others.
func TestDuatoSmall(t *testing.T) {
	for _, tt := range []struct {
		call                string
		vcs, buffer, packet int
	}{
		{"mesh(k=4, n=2)", 4, 1, 1}, {"torus(k=4, n=2)", 4, 1, 1}, {"hypercube(n=4)", 4, 1, 1},
		{"mikant(k=2, n=3)", 4, 1, 1}, {"kary_ntree(k=2, n=3)", 4, 1, 1},
		{"mesh(k=8, n=2)", 3, 4, 4}, {"torus(k=8, n=2)", 3, 4, 4}, {"mikant(k=2, n=3)", 3, 4, 4},
		{"mesh(k=8, n=2)", 4, 4, 8},
	} {
		net := networktest.Member(t, tt.call)
		if testing.Short() && net.Order() > 32 {
			continue
		}
		duato, err := Duato(net, tt.vcs)
		if err != nil {
			t.Fatal(err)
		}
		escape := escapeOf(net)
		closer := closerRule(net)
		rule := route.ByRule(net, "own", func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) {
			ways, err := closer.Ways(u, dest, came)
			for i := range ways {
				ways[i].VCs = (uint32(1)<<tt.vcs - 1) >> escape.VCs << escape.VCs
			}
			return append(ways, escape.Way(u, dest)), err
		})
		for name, algorithm := range map[string]Algorithm{"duato": duato, "a rule": ByRule(net, rule, true)} {
			for seed := range uint64(2) {
				config := Reference(net, algorithm, Uniform(net, false), 1)
				config.VCs, config.Buffer, config.Packet, config.Seed = tt.vcs, tt.buffer, tt.packet, seed
				config.Warmup, config.Cycles, config.Drain = 0, 1500, 0
				s, err := New(config)
				if err == nil {
					err = s.Run(nil)
				}
				if err != nil {
					t.Fatal(err)
				}
				if st := s.Stats(); st.Deadlock != nil || st.Accepted < 0.1 {
					t.Errorf("%+v %s, seed %d: deadlock %v after %d cycles, accepts %v", tt, name, seed, st.Deadlock, st.Cycles, st.Accepted)
				}
			}
		}
	}
}
