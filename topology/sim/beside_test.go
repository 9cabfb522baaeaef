package sim

import (
	"fmt"
	"math"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// withLatencies returns a graph of the nodes and links of net, whose cables have latencies.
func withLatencies(t *testing.T, net *topology.Network, latency func(link int) int) *topology.Network {
	var names, switches []string
	var links [][2]string
	var cables []topology.Cable
	for u := range topology.Node(net.Order()) {
		names = append(names, net.Address(u))
		if net.Kind(u) == topology.Switch {
			switches = append(switches, net.Address(u))
		}
	}
	for link := range net.Links() {
		cables = append(cables, topology.Cable{Latency: latency(len(links))})
		links = append(links, [2]string{net.Address(link.A), net.Address(link.B)})
	}
	return networktest.Build(t)(topology.NewGraph(names, links, topology.WithSwitches(switches...), topology.WithCables(cables)))
}

// TestNaive runs a simulation beside the naive one: after each cycle all buffers hold as many flits, and
// as many packets of each source have arrived with the same latencies in all.
func TestNaive(t *testing.T) {
	type delays struct{ vcs, buffer, packet, route, vc, sa, st, link, credit int }
	for i, tt := range []struct {
		call, routing string
		load          float64
		delays
		latencies func(link int) int // of cables; nil for none
	}{
		{"torus(k=3, n=2)", "dor", 0.9, delays{4, 4, 8, 1, 1, 1, 1, 1, 1}, nil},
		{"torus(k=5, n=1)", "dor", 0.5, delays{2, 1, 3, 1, 1, 1, 1, 1, 1}, nil},
		{"mesh(k=3, n=2)", "dor", 0.8, delays{3, 2, 5, 0, 0, 0, 0, 1, 1}, nil},
		{"kary_ntree(k=2, n=3)", "dst", 0.9, delays{1, 4, 16, 0, 0, 0, 0, 1, 1}, nil},
		{"kary_ntree(k=3, n=2)", "first", 0.6, delays{4, 3, 1, 1, 1, 1, 1, 1, 1}, nil},
		{"mikant(k=2, n=3)", "first", 0.7, delays{2, 5, 4, 2, 1, 0, 3, 2, 4}, nil},
		{"kary_ntree(k=2, n=3)", "src", 0.3, delays{5, 7, 6, 0, 3, 2, 0, 5, 1}, nil},
		{"kyklos(version=2, m=2, r=2, n=3)", "first", 0.9, delays{3, 4, 5, 1, 0, 1, 1, 1, 2}, nil},
		{"hypercube(n=3)", "dor", 1, delays{4, 4, 2, 1, 1, 1, 1, 3, 3}, nil},
		{"kary_ntree(k=2, n=3)", "first", 0.6, delays{2, 4, 3, 1, 1, 1, 1, 1, 1}, func(link int) int { return link * 3 % 5 }},
		{"kary_ntree(k=3, n=2)", "first", 0.9, delays{3, 2, 5, 0, 0, 0, 0, 2, 3}, func(link int) int { return 17 - link%9*2 }},
		{"complete(n=4)", "first", 0.9, delays{2, 3, 4, 1, 1, 1, 1, 1, 1}, func(link int) int { return 1 + link*link%7 }},
	} {
		d := tt.delays
		net := networktest.Member(t, tt.call)
		if tt.latencies != nil {
			net = withLatencies(t, net, tt.latencies)
		}
		config := Config{Network: net, Traffic: Uniform(net, true), Load: tt.load, VCs: d.vcs, Buffer: d.buffer, Packet: d.packet,
			Route: d.route, VCAlloc: d.vc, SwitchAlloc: d.sa, Traverse: d.st, Link: d.link, Credit: d.credit, Burst: 1, Seed: uint64(i), Cycles: 3000}
		config.Algorithm = deterministic(t, net, tt.routing, d.vcs)
		s, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		config.Algorithm = deterministic(t, net, tt.routing, d.vcs) // which has a memory of its own
		n := newNaive(config)
		queued := make([]int32, len(s.source))
		for range 600 {
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
			started := make(map[topology.Node]*naivePacket)
			for _, p := range s.packet {
				if int(p.sent) == s.now-1 {
					started[p.Source] = &naivePacket{Packet{Source: p.Source, Dest: p.Dest, born: p.born, flits: p.flits}}
				}
			}
			made := make(map[topology.Node]int)
			for i, u := range net.Processors() {
				made[u] = int(s.source[i].queued - queued[i])
				if started[u] != nil {
					made[u]++
				}
				queued[i] = s.source[i].queued
			}
			if err := n.step(made, started); err != nil {
				t.Errorf("%s %s %v: in cycle %d: %v", tt.call, tt.routing, d, s.now-1, err)
				break
			}
			if err := compare(s, n); err != nil {
				t.Errorf("%s %s %v: after cycle %d: %v", tt.call, tt.routing, d, s.now-1, err)
				break
			}
		}
		if s.retired < 300 || s.deadlock != nil {
			t.Errorf("%s: only %d flits arrived, want many (deadlock %v)", tt.call, s.retired, s.deadlock)
		}
	}
}

// TestNaiveTrace runs a trace beside the naive simulator, which is told nothing but the trace.
func TestNaiveTrace(t *testing.T) {
	for i, tt := range []struct {
		call, routing             string
		vcs, buffer, packets, gap int
	}{
		{"torus(k=3, n=2)", "dor", 4, 4, 300, 400}, {"mikant(k=2, n=3)", "first", 2, 3, 200, 100}, {"kary_ntree(k=3, n=2)", "dst", 1, 2, 100, 1}, {"mesh(k=2, n=1)", "dor", 3, 1, 7, 5000},
	} {
		net := networktest.Member(t, tt.call)
		random, processors := route.Random(uint64(i)), net.Processors()
		sendings, flits := make([]Sending, tt.packets), 0
		for j := range sendings {
			sendings[j] = Sending{random.IntN(tt.gap), route.Message{Source: processors[random.IntN(len(processors))], Dest: processors[random.IntN(len(processors))]}, 1 + random.IntN(9)}
			flits += sendings[j].Flits
		}
		config := Reference(net, deterministic(t, net, tt.routing, tt.vcs), Traffic{}, 0)
		config.VCs, config.Buffer, config.Cycles = tt.vcs, tt.buffer, 20000
		trace, err := NewTrace(net, sendings)
		if err != nil {
			t.Fatal(err)
		}
		config.Trace = trace
		s, err := New(config)
		if err != nil {
			t.Fatal(err)
		}
		config.Algorithm = deterministic(t, net, tt.routing, tt.vcs)
		n := newNaive(config)
		for !s.Done() {
			made := make(map[topology.Node]int)
			for _, p := range sendings {
				if p.Cycle == s.now {
					made[p.Source]++
					node := n.node[p.Source]
					node.traced = append(node.traced, &naivePacket{Packet{Source: p.Source, Dest: p.Dest, born: int32(p.Cycle), flits: int32(p.Flits)}})
				}
			}
			if err := s.Step(); err != nil {
				t.Fatal(err)
			}
			if err := n.step(made, nil); err != nil {
				t.Fatal(err)
			}
			if err := compare(s, n); err != nil {
				t.Fatalf("%s: after cycle %d: %v", tt.call, s.now-1, err)
			}
		}
		st := s.Stats()
		if st.Packets != tt.packets || st.Last != n.last || s.retired != flits || !st.Stable || st.Cycles != n.last+1 {
			t.Errorf("%s: %+v with %d flits, want %d packets, the last in cycle %d, and %d flits", tt.call, st, s.retired, tt.packets, n.last, flits)
		}
		carried := s.Utilization().Total() * float64(st.Cycles)
		want := 0.0
		for _, p := range sendings {
			hops := int(measure.Distances(net, p.Source)[p.Dest])
			if hops == 0 && endpoint(net, p.Source) {
				hops = 2
			}
			want += float64(hops * p.Flits)
		}
		if math.Abs(carried-want) > 1e-6 {
			t.Errorf("%s: channels carry %v flits, want %v", tt.call, carried, want)
		}
	}
}

// deterministic returns an algorithm that draws nothing.
func deterministic(t *testing.T, net *topology.Network, name string, vcs int) Algorithm {
	if name == "first" {
		rows := make(map[topology.Node][]int32)
		return ByNext(func(u, dest topology.Node) topology.Channel {
			if rows[dest] == nil {
				rows[dest] = measure.Distances(net, dest)
			}
			c, _ := net.Channels(u)
			for rows[dest][net.Head(c)] >= rows[dest][u] {
				c++
			}
			return c
		})
	}
	a, err := Named(net, name, vcs)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func compare(s *Sim, n *naive) error {
	port := 0
	for _, node := range n.node {
		if !node.router {
			continue
		}
		for p, in := range node.in {
			for v, vc := range in {
				if got, want := int(s.vcs[port*s.VCs+v].count), len(vc.flits); got != want {
					return fmt.Errorf("port %d of node %d has %d flits in VC %d, want %d", p, node.u, got, v, want)
				}
			}
			port++
		}
	}
	for i, u := range s.net.Processors() {
		if int(s.all[i]) != n.arrived[u] {
			return fmt.Errorf("%d packets of processor %d have arrived, want %d", s.all[i], u, n.arrived[u])
		}
	}
	if s.latency != n.latency {
		return fmt.Errorf("latencies sum to %d, want %d", s.latency, n.latency)
	}
	return nil
}
