package route_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

// traffics returns the kinds of traffic of a tree with what they send, by source and destination.
func traffics(t *testing.T, net *topology.Network) map[string]func() (route.Traffic, []route.Demand) {
	t.Helper()
	all := func(weight float64) []route.Demand {
		var demands []route.Demand
		for _, p := range net.Processors() {
			for _, q := range net.Processors() {
				if p != q {
					demands = append(demands, route.Demand{Message: route.Message{Source: p, Dest: q}, Weight: weight})
				}
			}
		}
		return demands
	}
	list := map[string]func() (route.Traffic, []route.Demand){
		"uniform": func() (route.Traffic, []route.Demand) {
			return route.Uniform(net), all(1 / float64(len(net.Processors())-1))
		},
		"all to all": func() (route.Traffic, []route.Demand) { return route.AllToAll(net), all(1) },
		"weighted": func() (route.Traffic, []route.Demand) {
			demands := all(0)
			for i := range demands {
				demands[i].Weight = float64(i%5) / 4
			}
			traffic, err := route.WeightedTraffic(net, demands)
			if err != nil {
				t.Fatal(err)
			}
			return traffic, demands
		},
	}
	for _, perm := range route.Permutations {
		messages, err := route.NamedPermutation(net, perm.Name)
		if err != nil {
			continue
		}
		list[perm.Name] = func() (route.Traffic, []route.Demand) {
			traffic, err := route.MessageTraffic(net, messages)
			if err != nil {
				t.Fatal(err)
			}
			var demands []route.Demand
			for _, m := range messages {
				demands = append(demands, route.Demand{Message: m, Weight: 1})
			}
			return traffic, demands
		}
	}
	return list
}

// Loads must be those of the listed paths: of the one route where the routing is deterministic, of all
// shortest paths in equal parts where it is random.
func TestLoad(t *testing.T) {
	for _, net := range trees() {
		for name, make := range traffics(t, net) {
			traffic, demands := make()
			for _, routing := range route.Routings(net) {
				load, err := routing.Load(traffic, nil)
				if err != nil {
					t.Fatal(err)
				}
				want := route.PathLoad(net, listed(t, net, routing, demands))
				for c := range topology.Channel(2 * net.Size()) {
					if got, want := load.At(c), want.At(c); math.Abs(got-want) > 1e-9 {
						t.Fatalf("%v: %s, %s: load of channel %d is %v, want %v", net, name, routing.Name(), c, got, want)
					}
				}
			}
		}
	}
}

func listed(t *testing.T, net *topology.Network, routing route.Routing, demands []route.Demand) iter.Seq2[route.Path, float64] {
	return func(yield func(route.Path, float64) bool) {
		for _, d := range demands {
			var paths []route.Path
			if routing.Name() == "random" || routing.Name() == "minimal" {
				paths = route.MinimalPaths(net, d.Source, d.Dest, 1000)
			} else {
				p, err := routing.Route(d.Source, d.Dest, 1)
				if err != nil {
					t.Fatal(err)
				}
				paths = []route.Path{p}
			}
			for _, p := range paths {
				if !yield(p, d.Weight/float64(len(paths))) {
					return
				}
			}
		}
	}
}

// Source: elementary. Of the messages from processors whose digits 0..l agree that turn at level l or
// above, each of the kⁿ⁻¹⁻ˡ channels that ascend from their switches of level l+1 carries an equal part.
func TestRandomLoadFormula(t *testing.T) {
	for _, net := range []*topology.Network{tree(2, 4), tree(3, 3), tree(4, 3)} {
		def := net.Definition.(family.KaryNTree)
		k, n := def.Radix(), def.Dims()
		for _, perm := range route.Permutations {
			messages, err := route.NamedPermutation(net, perm.Name)
			if err != nil {
				continue
			}
			load := namedLoad(t, net, "random", messages)
			for c := range topology.Channel(2 * net.Size()) {
				upper, lower := net.Head(c), net.Tail(c)
				if net.Kind(upper) != topology.Switch || net.Kind(lower) != topology.Switch || net.Level(upper) > net.Level(lower) {
					continue
				}
				l, turning := net.Level(upper), 0
				for _, m := range messages {
					if slices.Equal(def.Digits(m.Source)[:l+1], def.Digits(lower)[:l+1]) && firstDifference(net, m.Source, m.Dest) <= l {
						turning++
					}
				}
				want := float64(turning) / math.Pow(float64(k), float64(n-1-l))
				if got := load.At(c); got != want {
					t.Errorf("%v: %s: load of channel %d is %v, want exactly %v", net, perm.Name, c, got, want)
				}
			}
		}
	}
}

func namedLoad(t *testing.T, net *topology.Network, routing string, messages []route.Message) route.Load {
	t.Helper()
	traffic, err := route.MessageTraffic(net, messages)
	if err != nil {
		t.Fatal(err)
	}
	r, err := route.NamedRouting(net, routing)
	if err != nil {
		t.Fatal(err)
	}
	load, err := r.Load(traffic, nil)
	if err != nil {
		t.Fatal(err)
	}
	return load
}

// On any graph, the random load is the sum of the chances of all paths, in exact fractions: each hop has
// one over the number of ways that lead closer.
func TestRandomLoadOnGraphs(t *testing.T) {
	for seed := range uint64(30) {
		net := randomGraph(t, 8, 14, seed)
		connected := true
		want := make([]*big.Rat, 2*net.Size())
		for c := range want {
			want[c] = new(big.Rat)
		}
		for a := range topology.Node(8) {
			for b := range topology.Node(8) {
				paths := route.MinimalPaths(net, a, b, 10000)
				connected = connected && len(paths) > 0
				for _, p := range paths {
					chance := big.NewRat(1, 7)
					for i, u := range p.Nodes[:p.Hops()] {
						ways := make(map[topology.Channel]bool)
						for _, other := range paths {
							if i < other.Hops() && other.Nodes[i] == u {
								ways[other.Channels[i]] = true
							}
						}
						chance.Mul(chance, big.NewRat(1, int64(len(ways))))
					}
					for _, c := range p.Channels {
						want[c].Add(want[c], chance)
					}
				}
			}
		}
		random, _ := route.NamedRouting(net, "random")
		load, err := random.Load(route.Uniform(net), nil)
		checkExact(t, net, load, err, want, connected)
	}
}

// Where no common denominator is small enough, loads are rounded but right: the flow from one end of
// a chain of stages with 7, 11, 13, … parallel ways splits into ever smaller parts and joins again.
func TestLoadWithoutDenominator(t *testing.T) {
	names, links := []string{"s0"}, [][2]string(nil)
	for i, ways := range []int{7, 11, 13, 17, 19, 23, 29, 31, 37, 41} {
		before, after := fmt.Sprintf("s%d", i), fmt.Sprintf("s%d", i+1)
		for j := range ways {
			way := fmt.Sprintf("w%dx%d", i, j)
			names, links = append(names, way), append(links, [2]string{before, way}, [2]string{way, after})
		}
		names = append(names, after)
	}
	net := must(topology.Build(topology.NewGraph(names, links)))
	load := namedLoad(t, net, "random", []route.Message{
		{Source: 0, Dest: topology.Node(net.Order() - 1)}, {Source: 1, Dest: topology.Node(net.Order() - 1)}})
	last := topology.Node(net.Order() - 1)
	for i := range topology.Node(41) {
		c, _ := net.ChannelBetween(last-1-i, last)
		if got := load.At(c); math.Abs(got-2.0/41) > 1e-12 {
			t.Errorf("load of channel %d is %v, want 2/41", c, got)
		}
	}
}

func ExampleLoad() {
	net, _ := topology.Build(family.NewKaryNTree(2, 4))
	traffic, _ := route.NamedPermutation(net, "bit_reversal")
	messages, _ := route.MessageTraffic(net, traffic)
	for _, name := range []string{"dst", "random"} {
		routing, _ := route.NamedRouting(net, name)
		load, _ := routing.Load(messages, nil)
		fmt.Println(name, load.Max(), load.MaxPhase(route.Up), load.MaxPhase(route.Down), load.Mean(), load.Throughput())
	}
	routing, _ := route.NamedRouting(net, "src")
	load, _ := routing.Load(messages, nil)
	for _, row := range load.ByLevel() {
		fmt.Println(row.Level, row.Direction, row.Terminal, row.Channels, row.Max, row.Mean)
	}
	// Output:
	// dst 3 3 1 0.6666666666666666 0.3333333333333333
	// random 1 1 1 0.6666666666666666 1
	// 0 up false 16 1 0.5
	// 0 down false 16 1 0.5
	// 1 up false 16 1 0.75
	// 1 down false 16 3 0.75
	// 2 up false 16 1 0.75
	// 2 down false 16 2 0.75
	// 3 up true 16 1 0.75
	// 3 down true 16 1 0.75
}

// A network without switches has no levels and counts all of its channels.
func TestLoadOfRing(t *testing.T) {
	net := must(topology.Build(family.NewRing(5)))
	r, _ := route.NamedRouting(net, "first")
	load, err := r.Load(route.AllToAll(net), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []route.LevelLoad{{Level: topology.NoLevel, Direction: route.NoPhase, Channels: 10, Max: 3, Mean: 3}}
	if got := load.ByLevel(); !slices.Equal(got, want) || load.Max() != 3 || load.Throughput() != 1/3.0 {
		t.Errorf("%v: %v, want %v", net, got, want)
	}
}

// The busiest channel may be the one to a processor, which bounds the throughput, too.
func TestHotSpot(t *testing.T) {
	net := tree(4, 1)
	load := namedLoad(t, net, "dst", []route.Message{{Source: 0, Dest: 3}, {Source: 1, Dest: 3}})
	if load.Max() != 0 || load.Mean() != 0 || load.Throughput() != 0.5 {
		t.Errorf("max %v, mean %v, throughput %v, want 0, 0, 0.5", load.Max(), load.Mean(), load.Throughput())
	}
	idle := namedLoad(t, net, "dst", nil)
	if idle.Throughput() != 1 {
		t.Errorf("throughput %v without traffic, want 1", idle.Throughput())
	}
}

func TestTrafficErrors(t *testing.T) {
	net := tree(2, 2)
	for _, tt := range []struct {
		demand route.Demand
		want   string
	}{
		{route.Demand{Message: route.Message{Source: 0, Dest: 5}, Weight: 1}, "node 1@0 is a switch, want a processor"},
		{route.Demand{Message: route.Message{Source: -3, Dest: 1}, Weight: 1}, "node -3: want 0 to 7"},
		{route.Demand{Message: route.Message{Source: 0, Dest: 1}, Weight: -1}, "weight -1 of the message from 0,0 to 0,1"},
		{route.Demand{Message: route.Message{Source: 0, Dest: 1}, Weight: math.NaN()}, "weight NaN"},
		{route.Demand{Message: route.Message{Source: 0, Dest: 1}, Weight: math.Inf(1)}, "weight +Inf"},
	} {
		if _, err := route.WeightedTraffic(net, []route.Demand{tt.demand}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("error %v, want one that says %q", err, tt.want)
		}
	}
}

// Every long work stops when its progress says so, and its last report says that all is done.
func TestProgress(t *testing.T) {
	net, stop := tree(2, 3), errors.New("stop")
	random, _ := route.NamedRouting(net, "random")
	dst, _ := route.NamedRouting(net, "dst")
	for name, work := range map[string]func(topology.Progress) error{
		"random load":         func(p topology.Progress) error { _, err := random.Load(route.Uniform(net), p); return err },
		"dst load":            func(p topology.Progress) error { _, err := dst.Load(route.Uniform(net), p); return err },
		"random cycle":        func(p topology.Progress) error { _, err := random.DependencyCycle(route.Faults{}, p); return err },
		"dst cycle":           func(p topology.Progress) error { _, err := dst.DependencyCycle(route.Faults{}, p); return err },
		"minimal cycle":       func(p topology.Progress) error { _, err := minimal(net).DependencyCycle(route.Faults{}, p); return err },
		"blocked":             func(p topology.Progress) error { _, err := route.FirstBlocked(tree(2, 2), p); return err },
		"congestion-free all": func(p topology.Progress) error { _, _, err := route.CountCongestionFree(tree(2, 2), p); return err },
	} {
		last := [2]int{-1, 0}
		err := work(func(done, total int) error {
			if done < last[0] || done > total {
				t.Errorf("%s: %d of %d done after %d", name, done, total, last[0])
			}
			last = [2]int{done, total}
			return nil
		})
		if err != nil || last[0] != last[1] {
			t.Errorf("%s: %v, %d of %d done at the end", name, err, last[0], last[1])
		}
		if err := work(func(done, total int) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("%s: error %v, want that of its progress", name, err)
		}
	}
}

// checkExact checks that there is a load exactly if net is connected, and then that it is the wanted one.
func checkExact(t *testing.T, net *topology.Network, load route.Load, err error, want []*big.Rat, connected bool) {
	t.Helper()
	if (err == nil) != connected {
		t.Fatalf("%v: error %v, want one unless it is connected", net, err)
	}
	for c := range want {
		if exact, _ := want[c].Float64(); connected && load.At(topology.Channel(c)) != exact {
			t.Errorf("%v: load of channel %d is %v, want exactly %v", net, c, load.At(topology.Channel(c)), exact)
		}
	}
}
