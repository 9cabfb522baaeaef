package route_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// On any graph, the load of minimal is an equal part of each shortest path, in exact fractions.
func TestMinimalLoadOnGraphs(t *testing.T) {
	for seed := range uint64(30) {
		net := randomGraph(t, 9, 16, seed)
		connected := true
		want := make([]*big.Rat, 2*net.Size())
		for c := range want {
			want[c] = new(big.Rat)
		}
		for a := range topology.Node(9) {
			for b := range topology.Node(9) {
				paths := shortest(allPaths(net, a, b, func(topology.Channel) bool { return true }))
				connected = connected && len(paths) > 0
				for _, p := range paths {
					for _, c := range p.Channels {
						want[c].Add(want[c], big.NewRat(1, 8*int64(len(paths))))
					}
				}
			}
		}
		minimal, _ := route.NamedRouting(net, "minimal")
		load, err := minimal.Load(route.Uniform(net), nil)
		checkExact(t, net, load, err, want, connected)
	}
}

// Each message loads as many channels as it has hops: whatever the routing splits, the loads of all
// channels add up to the distances of all messages, times their weights.
func TestLoadTotal(t *testing.T) {
	nets := []*topology.Network{
		tree(3, 2), tree(2, 4), must(topology.Build(family.NewKaryNTreeLiteral(3, 3))), must(topology.Build(family.NewTorusSides([]int{5, 2, 3}))), must(topology.Build(family.NewMeshSides([]int{4, 3}))),
		must(topology.Build(family.NewHypercube(4))), must(topology.Build(family.NewRing(7))), randomGraph(t, 12, 30, 3),
	}
	for _, net := range nets {
		var demands []route.Demand
		want := 0.0
		for i, p := range net.Processors() {
			distances := measure.Distances(net, p)
			for j, q := range net.Processors() {
				weight := float64((3*i+5*j)%7) / 8
				demands = append(demands, route.Demand{Message: route.Message{Source: p, Dest: q}, Weight: weight})
				want += weight * float64(distances[q])
			}
		}
		traffic, err := route.WeightedTraffic(net, demands)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range route.Routings(net) {
			load, err := r.Load(traffic, nil)
			if err != nil || math.Abs(load.Total()-want) > 1e-9*want {
				t.Errorf("%v: %s: loads add up to %v, %v, want %v", net, r.Name(), load.Total(), err, want)
			}
			if paths, ok := route.ByPaths(r); ok {
				listed, err := paths.Load(traffic, nil)
				if err != nil {
					t.Fatal(err)
				}
				for c := range topology.Channel(2 * net.Size()) {
					if load.At(c) != listed.At(c) {
						t.Errorf("%v: %s: load of channel %d is %v, by paths %v", net, r.Name(), c, load.At(c), listed.At(c))
					}
				}
			}
			for what, groups := range map[string][]route.GroupLoad{"port": load.ByPort(), "label": load.ByLabel()} {
				sum, channels, most := 0.0, 0, 0.0
				for i, g := range groups {
					sum += g.Mean * float64(g.Channels)
					channels += g.Channels
					most = max(most, g.Max)
					if i > 0 && groups[i-1].Key >= g.Key {
						t.Errorf("%v: groups by %s out of order: %v", net, what, groups)
					}
				}
				busiest, ok := load.Busiest()
				if math.Abs(sum-want) > 1e-9*want || channels != 2*net.Size() || !ok || most != load.At(busiest) || load.IdealThroughput() != 1/most {
					t.Errorf("%v: %s: by %s: %d channels with %v in all and at most %v, want %d, %v, %v",
						net, r.Name(), what, channels, sum, most, 2*net.Size(), want, load.At(busiest))
				}
			}
		}
	}
}

// A matrix that says the same as uniform traffic gives the same loads.
func TestMatrixOfUniform(t *testing.T) {
	net := must(topology.Build(family.NewMeshSides([]int{3, 4})))
	var demands []route.Demand
	for _, p := range net.Processors() {
		for _, q := range net.Processors() {
			demands = append(demands, route.Demand{Message: route.Message{Source: p, Dest: q}, Weight: 1.0 / 11})
		}
	}
	traffic, err := route.WeightedTraffic(net, demands)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range route.Routings(net) {
		a, err := r.Load(traffic, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := r.Load(route.Uniform(net), nil)
		if err != nil {
			t.Fatal(err)
		}
		for c := range topology.Channel(2 * net.Size()) {
			if math.Abs(a.At(c)-b.At(c)) > 1e-12 {
				t.Errorf("%s: load of channel %d is %v by the matrix, %v by the name", r.Name(), c, a.At(c), b.At(c))
			}
		}
	}
}

// So many shortest paths that no float64 holds their number: along a chain of 1200 squares, one of which
// has a third way, each way of a square takes its part.
func TestMinimalLoadOfManyPaths(t *testing.T) {
	names, links := []string{"s0"}, [][2]string(nil)
	for i := range 1200 {
		for w := range 2 + i/600*(1-(i-1)/600) {
			way := fmt.Sprintf("w%d,%d", i, w)
			names = append(names, way)
			links = append(links, [2]string{fmt.Sprint("s", i), way}, [2]string{way, fmt.Sprint("s", i+1)})
		}
		names = append(names, fmt.Sprint("s", i+1))
	}
	net := must(topology.Build(topology.NewGraph(names, links)))
	first, last := topology.Node(0), topology.Node(net.Order()-1)
	traffic, err := route.MessageTraffic(net, []route.Message{{Source: first, Dest: last}})
	if err != nil {
		t.Fatal(err)
	}
	minimal, _ := route.NamedRouting(net, "minimal")
	load, err := minimal.Load(traffic, nil)
	if err != nil {
		t.Fatal(err)
	}
	for u := range topology.Node(net.Order()) {
		onward := 0.0
		c, end := net.Channels(u)
		for ; c < end; c++ {
			onward += load.At(c)
		}
		want := 1.0
		if address := net.Address(u); u == last {
			want = 0
		} else if strings.HasPrefix(address, "w600,") {
			want = 1.0 / 3
		} else if address[0] == 'w' {
			want = 0.5
		}
		if math.Abs(onward-want) > 1e-9 {
			t.Fatalf("node %s sends on %v, want %v", net.Address(u), onward, want)
		}
	}
	path, err := minimal.Route(first, last, 5)
	if err != nil || path.Check(net) != nil || path.Hops() != 2400 {
		t.Errorf("route of %d hops, %v", path.Hops(), err)
	}
}

// A drawn path of minimal is any shortest path with the same chance.
func TestMinimalDraws(t *testing.T) {
	net := randomGraph(t, 9, 16, 6)
	minimal, _ := route.NamedRouting(net, "minimal")
	for a := range topology.Node(9) {
		paths := route.MinimalPaths(net, a, 8, 100)
		if len(paths) < 3 {
			continue
		}
		const draws = 6000
		count := make([]int, len(paths))
		for seed := range uint64(draws) {
			p, err := minimal.Route(a, 8, seed)
			if err != nil {
				t.Fatal(err)
			}
			count[slices.IndexFunc(paths, func(q route.Path) bool { return slices.Equal(p.Channels, q.Channels) })]++
		}
		for i, n := range count {
			if want := draws / len(paths); n < want*9/10 || n > want*11/10 {
				t.Errorf("%v: from %d: path %d of %d drawn %d times, want about %d", net, a, i, len(paths), n, want)
			}
		}
	}
}

// Source: Dally and Towles, 2004, ch. 3 and sec. 5.2: uniform traffic that includes a processor itself
// loads a channel of an even k-ary n-cube k/8 in the mean; where it may go either way round at distance
// k/2, all alike, and with dor the channels of +1 with (k+2)/8, those of -1 with (k-2)/8.
func TestTorusLoad(t *testing.T) {
	for _, tt := range []struct{ k, n int }{{4, 1}, {4, 2}, {6, 2}, {8, 1}, {4, 3}} {
		net := must(topology.Build(family.NewTorus(tt.k, tt.n)))
		scale := float64(net.Order()) // of the load of AllToAll, which has N times as many messages
		for _, r := range route.Routings(net) {
			load, err := r.Load(route.AllToAll(net), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := load.Mean()/scale, float64(tt.k)/8; got != want {
				t.Errorf("%v: %s: mean load %v, want k/8 = %v", net, r.Name(), got, want)
			}
			plus, minus := float64(tt.k)/8, float64(tt.k)/8
			if r.Name() == "dor" || r.Name() == "first" && tt.n == 1 {
				plus, minus = float64(tt.k+2)/8, float64(tt.k-2)/8
			} else if r.Name() == "first" {
				continue
			}
			for c := range topology.Channel(2 * net.Size()) {
				want := plus
				if net.Port(c)%2 == 1 {
					want = minus
				}
				if got := load.At(c) / scale; got != want {
					t.Errorf("%v: %s: load %v on port %d, want %v", net, r.Name(), got, net.Port(c), want)
				}
			}
			if want := 1 / (max(plus, minus) * scale); load.IdealThroughput() != want {
				t.Errorf("%v: %s: ideal throughput %v, want %v", net, r.Name(), load.IdealThroughput(), want)
			}
		}
	}
}

// Source: Dally and Towles, 2004, ch. 3: under tornado, every message goes ⌈k/2⌉-1 hops in each dimension
// the same way, and the channels the other way are idle.
func TestTornado(t *testing.T) {
	for _, k := range []int{3, 5, 8} {
		for _, net := range []*topology.Network{must(topology.Build(family.NewRing(k))), must(topology.Build(family.NewTorus(k, 2)))} {
			messages, err := route.NamedPermutation(net, "tornado")
			if err != nil {
				t.Fatal(err)
			}
			load := namedLoad(t, net, "dor", messages)
			for c := range topology.Channel(2 * net.Size()) {
				want := float64((k+1)/2 - 1)
				if net.Port(c)%2 == 1 {
					want = 0
				}
				if load.At(c) != want {
					t.Errorf("%v: load %v on port %d, want %v", net, load.At(c), net.Port(c), want)
				}
			}
		}
	}
}

// In dimension order: the dimensions of a path never decrease, and paths are shortest. Without ways
// round, no dependencies form a cycle; with rings of four or more, they do.
func TestDimensionOrder(t *testing.T) {
	for _, tt := range []struct {
		net   *topology.Network
		cycle bool
	}{
		{must(topology.Build(family.NewTorusSides([]int{3, 2, 3}))), false},
		{must(topology.Build(family.NewTorusSides([]int{2, 5}))), true},
		{must(topology.Build(family.NewTorus(4, 2))), true},
		{must(topology.Build(family.NewMeshSides([]int{2, 5, 3}))), false},
		{must(topology.Build(family.NewHypercube(5))), false},
		{must(topology.Build(family.NewRing(6))), true},
		{must(topology.Build(family.NewRing(2))), false},
	} {
		dor, err := route.NamedRouting(tt.net, "dor")
		if err != nil {
			t.Fatal(err)
		}
		for a := range topology.Node(tt.net.Order()) {
			distances := measure.Distances(tt.net, a)
			for b := range topology.Node(tt.net.Order()) {
				p, err := dor.Route(a, b, 0)
				if err != nil || p.Check(tt.net) != nil || p.Hops() != int(distances[b]) || !slices.IsSorted(p.Labels(tt.net)) {
					t.Fatalf("%v: from %d to %d: %v of dimensions %v, %v", tt.net, a, b, p, p.Labels(tt.net), err)
				}
			}
		}
		cycle, err := dor.DependencyCycle(route.Faults{}, nil)
		if err != nil || (cycle != nil) != tt.cycle {
			t.Errorf("%v: cycle %v, %v, want one: %v", tt.net, cycle, err, tt.cycle)
		}
	}
	part, err := topology.Induced(must(topology.Build(family.NewRing(6))), []topology.Node{0, 1, 2})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := route.NamedRouting(part, "dor"); err == nil {
		t.Errorf("%v: dor works on a part of a ring", part)
	}
}

// Work that would take for ever is refused before it begins.
func TestLoadCost(t *testing.T) {
	net := must(topology.Build(family.NewRing(topology.MaxNodes)))
	random, _ := route.NamedRouting(net, "random")
	calls := 0
	_, err := random.Load(route.Uniform(net), func(int, int) error { calls++; return nil })
	if err == nil || !strings.Contains(err.Error(), "ring(n=1048576): loads of routing random: takes about 2e13 steps, want at most 1e11") || calls > 0 {
		t.Errorf("error %v after %d reports", err, calls)
	}
}

func BenchmarkLoad(b *testing.B) {
	for _, bench := range []struct {
		net      *topology.Network
		routings []string
	}{
		{must(topology.Build(family.NewHypercube(10))), []string{"random", "minimal", "first", "dor"}},
		{must(topology.Build(family.NewTorus(32, 2))), []string{"random", "minimal", "dor"}},
		{tree(4, 5), []string{"random", "dst"}},
	} {
		for _, name := range bench.routings {
			r, err := route.NamedRouting(bench.net, name)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(bench.net.String()+" "+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := r.Load(route.Uniform(bench.net), nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
