package sim

import (
	"fmt"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

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
		net := networktest.Member(t, tt.call)
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
	tree := networktest.Member(t, "kary_ntree(k=4, n=2)")
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
	ring, mikant := networktest.Member(t, "ring(n=6)"), networktest.Member(t, "mikant(k=2, n=3)")
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
	net := networktest.Member(t, "ring(n=5)")
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
