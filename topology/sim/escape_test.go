package sim

import (
	"fmt"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// member returns the member of a family that the call names.
func member(t *testing.T, call string) *topology.Network {
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
		net := member(t, tt.call)
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
	for _, tt := range []struct {
		call string
		vcs  int
		dest func(i int) int
	}{
		{"ring(n=9)", 3, func(i int) int { return (i + 4) % 9 }},
		{"mikant(k=2, n=3)", 2, func(i int) int { return i ^ 7 }}, // the complement of all digits but the group
	} {
		net := member(t, tt.call)
		own := 1
		if tt.vcs == 3 {
			own = 2
		}
		for _, name := range []string{"adaptive", "duato"} {
			algorithm, err := Named(net, name, tt.vcs)
			if err != nil {
				t.Fatal(err)
			}
			config := Reference(net, algorithm, messages(t, net, tt.dest), 1)
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
						t.Fatalf("%s: in cycle %d a packet goes back from VC %d to %d", tt.call, s.now, i%s.VCs, int(vc.outVC)%s.VCs)
					}
				}
			}
			st := s.Stats()
			if (st.Deadlock != nil) != (name == "adaptive") || name == "duato" && st.Accepted < 0.09 {
				t.Errorf("%s %s: deadlock %v, accepts %v", tt.call, name, st.Deadlock, st.Accepted)
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
		if _, err := Named(member(t, tt.call), "duato", tt.vcs); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.call, err, tt.want)
		}
	}
}

// closerRule is every hop that leads closer, as a rule.
func closerRule(net *topology.Network) *route.RuleRouting {
	known := make(map[topology.Node][]int32)
	return route.ByRule(net, "closer", func(u, dest topology.Node, _ topology.Channel) (ways []route.Way, err error) {
		dist := known[dest]
		if dist == nil {
			dist = measure.Distances(net, dest)
			known[dest] = dist
		}
		for c, end := net.Channels(u); c < end; c++ {
			if dist[net.Head(c)] < dist[u] {
				ways = append(ways, route.Way{Channel: c})
			}
		}
		return ways, nil
	})
}

// TestByRule checks that a rule that says what a routing of the project says gives the same run, draw for draw.
func TestByRule(t *testing.T) {
	for _, tt := range []struct{ call, name string }{{"kary_ntree(k=2, n=3)", "random"}, {"mesh(k=3, n=2)", "dor"}, {"mikant(k=2, n=2)", "alg1"}, {"torus(k=3, n=2)", "random"}} {
		net := member(t, tt.call)
		named, err := Named(net, tt.name, 4)
		if err != nil {
			t.Fatal(err)
		}
		rule := closerRule(net)
		if tt.name != "random" {
			r, err := route.NamedRouting(net, tt.name)
			if err != nil {
				t.Fatal(err)
			}
			next := r.Next()
			rule = route.ByRule(net, "own", func(u, dest topology.Node, _ topology.Channel) ([]route.Way, error) {
				return []route.Way{{Channel: next(u, dest)}}, nil
			})
		}
		var found []string
		for _, algorithm := range []Algorithm{named, ByRule(net, rule, false)} {
			config := Reference(net, algorithm, Uniform(net, true), 0.5)
			config.Cycles = 1000
			s, err := New(config)
			if err == nil {
				err = s.Run(nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, fmt.Sprintf("%+v", s.Stats()))
		}
		if found[0] != found[1] {
			t.Errorf("%s %s: %s by name, %s by a rule", tt.call, tt.name, found[0], found[1])
		}
	}
}

// TestByRuleRoom checks that a rule with the choice of room is at least as fast as drawing, that a deadlock of packets
// that may go several ways is one, and that VCs are obeyed.
func TestByRuleRoom(t *testing.T) {
	tree := member(t, "kary_ntree(k=4, n=2)")
	reversal, latency := messages(t, tree, func(i int) int { return i%4*4 + i/4 }), [2]float64{}
	for i, room := range []bool{false, true} {
		config := Reference(tree, ByRule(tree, closerRule(tree), room), reversal, 0.6)
		config.Cycles, config.Drain = 3000, 0
		s, err := New(config)
		if err == nil {
			err = s.Run(nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		latency[i] = s.Stats().Latency
	}
	if latency[1] > 0.9*latency[0] {
		t.Errorf("latency %v by room, %v by chance", latency[1], latency[0])
	}
	ring, mikant := member(t, "ring(n=6)"), member(t, "mikant(k=2, n=3)")
	clockwise := func(vcs func(u, dest topology.Node) uint32) *route.RuleRouting {
		return route.ByRule(ring, "clockwise", func(u, dest topology.Node, _ topology.Channel) ([]route.Way, error) {
			c, _ := ring.ChannelBetween(u, (u+1)%6)
			return []route.Way{{Channel: c, VCs: vcs(u, dest)}}, nil
		})
	}
	for _, tt := range []struct {
		name    string
		net     *topology.Network
		rule    *route.RuleRouting
		vcs     int
		traffic Traffic
		blocked bool
	}{
		{"clockwise", ring, clockwise(func(u, dest topology.Node) uint32 { return 0 }), 2, Uniform(ring, false), true},
		{"dateline", ring, clockwise(func(u, dest topology.Node) uint32 { return map[bool]uint32{true: 2, false: 1}[u > dest] }), 2, Uniform(ring, false), false},
		{"closer", mikant, closerRule(mikant), 1, messages(t, mikant, func(i int) int { return i ^ 7 }), true},
	} {
		for _, room := range []bool{false, true} {
			config := Reference(tt.net, ByRule(tt.net, tt.rule, room), tt.traffic, 1)
			config.VCs, config.Packet, config.Cycles, config.Drain = tt.vcs, 16, 10000, 0
			s, err := New(config)
			if err == nil {
				err = s.Run(nil)
			}
			if err != nil {
				t.Fatal(err)
			}
			st := s.Stats()
			if (st.Deadlock != nil) != tt.blocked {
				t.Errorf("%s, room %v: deadlock %v after %d cycles", tt.name, room, st.Deadlock, st.Cycles)
			}
			s.counting = 1
			for i := range s.output {
				s.output[i].sent = 0
			}
			for range 3000 {
				if err := s.Step(); err != nil {
					t.Fatal(err)
				}
				s.counting = 1
			}
			for _, c := range st.Deadlock {
				if sent := s.output[s.channelPort[c]].sent; sent > 0 {
					t.Errorf("%s, room %v: %d flits go on by channel %d of a deadlock", tt.name, room, sent, c)
				}
			}
		}
	}
}

// TestByRuleErrors checks that rules that lead nowhere end with a sentence.
func TestByRuleErrors(t *testing.T) {
	net := member(t, "ring(n=5)")
	to := func(list ...topology.Node) func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) {
		return func(u, _ topology.Node, _ topology.Channel) (ways []route.Way, err error) {
			for _, v := range list {
				c, _ := net.ChannelBetween(u, (u+v)%5)
				ways = append(ways, route.Way{Channel: c, VCs: uint32(v) & 4 << 3})
			}
			return ways, nil
		}
	}
	back := func(u, _ topology.Node, came topology.Channel) ([]route.Way, error) {
		if came < 0 {
			came = 0
			for net.Head(came) != u {
				came++
			}
		}
		return []route.Way{{Channel: net.Twin(came)}}, nil
	}
	for _, tt := range []struct {
		rule route.Rule
		want string
	}{
		{to(), "routing own has no way on at "}, {to(4), "beyond the last, want 0 to 3"}, {back, "routing own goes in circles at "},
		{func(u, dest topology.Node, came topology.Channel) ([]route.Way, error) {
			return nil, fmt.Errorf("no idea")
		}, "no idea"},
	} {
		for _, room := range []bool{false, true} {
			config := Reference(net, ByRule(net, route.ByRule(net, "own", tt.rule), room), Uniform(net, false), 0.2)
			s, err := New(config)
			if err == nil {
				err = s.Run(nil)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("room %v: got %v, want %q", room, err, tt.want)
			}
		}
	}
}

// TestTraceErrors checks what a trace may not be.
func TestTraceErrors(t *testing.T) {
	net := member(t, "kary_ntree(k=2, n=2)")
	message := route.Message{Source: 0, Dest: 3}
	for _, tt := range []struct {
		list []Sending
		want string
	}{
		{nil, "got no packets, want at least one"}, {[]Sending{{-1, message, 1}}, "cycle -1: want 0 to 268435456"}, {[]Sending{{0, message, 0}}, "packet of 0 flits: want 1 to 65536"},
		{[]Sending{{0, route.Message{Source: 0, Dest: 5}, 1}}, "is a switch, want a processor"},
	} {
		if _, err := NewTrace(net, tt.list); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: got %v, want %q", tt.list, err, tt.want)
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
		net := member(t, tt.call)
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
