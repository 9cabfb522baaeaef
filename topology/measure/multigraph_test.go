package measure_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// parallel returns how many links join u and v.
func parallel(net *topology.Network, u, v topology.Node) (links int) {
	for _, w := range net.Neighbors(u) {
		if w == v {
			links++
		}
	}
	return links
}

// multigraphs returns networks of at most so many nodes and links, with parallel links, switches and several components.
func multigraphs(t testing.TB, nodes, links int) (nets []*topology.Network) {
	t.Helper()
	add := func(n int, switches []string, ends ...[2]int) {
		var names []string
		for u := range n {
			names = append(names, fmt.Sprint(u))
		}
		var list [][2]string
		for _, end := range ends {
			list = append(list, [2]string{names[end[0]], names[end[1]]})
		}
		nets = append(nets, networktest.Build(t)(topology.NewGraph(names, list, topology.WithSwitches(switches...), topology.WithParallelLinks())))
	}
	two, path := [2]int{0, 1}, [2]int{2, 1}
	add(2, nil, two, two, two, two, two)                // more links than nodes
	add(3, nil, two, two, path, path)                   // as many links as if all were linked with each other
	add(4, []string{"1"}, two, two, path, path, path)   // and a node without links
	add(3, []string{"0"}, two, two, path, [2]int{2, 0}) // complete
	for seed := range uint64(60) {
		rnd := rand.New(rand.NewPCG(seed, 17))
		n := 3 + rnd.IntN(nodes-2)
		var switches []string
		for u := 2; u < n; u++ {
			if seed%3 > 0 && rnd.IntN(3) == 0 {
				switches = append(switches, fmt.Sprint(u))
			}
		}
		var ends [][2]int
		for u := 1; u < n; u++ {
			if rnd.IntN(6) > 0 {
				ends = append(ends, [2]int{u, rnd.IntN(u)})
			}
		}
		for range rnd.IntN(links + 1 - len(ends)) {
			end := [2]int{rnd.IntN(n), rnd.IntN(n)}
			if rnd.IntN(2) == 0 && len(ends) > 0 {
				end = ends[rnd.IntN(len(ends))]
			}
			if end[0] != end[1] {
				ends = append(ends, end)
			}
		}
		add(n, switches, ends...)
	}
	return nets
}

// TestMultigraphParts takes one of the links away, and looks at what is induced by all nodes, and at products: each has the links that it should.
func TestMultigraphParts(t *testing.T) {
	ring := networktest.Build(t)(family.NewRing(3))
	for _, net := range multigraphs(t, 8, 14) {
		var nodes []topology.Node
		for u := range topology.Node(net.Order()) {
			nodes = append(nodes, u)
		}
		all, err := topology.Induced(net, nodes)
		if err != nil {
			t.Fatal(err)
		}
		product := networktest.Build(t)(topology.NewProduct(net, ring))
		double := networktest.Build(t)(topology.NewProduct(net, net))
		for u := range topology.Node(net.Order()) {
			for v := range topology.Node(net.Order()) {
				want := parallel(net, u, v)
				order := topology.Node(net.Order())
				if got := []int{parallel(all, u, v), parallel(product, 3*u+1, 3*v+1), parallel(double, u*order, v*order), parallel(double, u, v)}; got[0] != want || got[1] != want || got[2] != want || got[3] != want {
					t.Errorf("%v: %d links of %d and %d; induced, and in products, %v", net, want, u, v, got)
				}
			}
		}
		calls := map[string]bool{}
		for c := range topology.Channel(2 * net.Size()) {
			left, err := topology.Without(net, nil, []topology.Channel{c})
			if err != nil {
				t.Fatal(err)
			}
			u, v := net.Tail(c), net.Head(c)
			first, end := left.Channels(u)
			for d := first; d < end; d++ {
				if left.Port(d) == net.Port(c) {
					t.Errorf("%v: the link at port %d of %d is still there", left, net.Port(c), u)
				}
			}
			if left.Size() != net.Size()-1 || parallel(left, u, v) != parallel(net, u, v)-1 || net.IsParallel(c) != (parallel(net, u, v) > 1) {
				t.Errorf("%v: %d links of %d and %d, before %d", left, parallel(left, u, v), u, v, parallel(net, u, v))
			}
			calls[left.String()] = true
		}
		if len(calls) != net.Size() {
			t.Errorf("%v: %d calls for what is left without each of %d links", net, len(calls), net.Size())
		}
	}
}

// TestMultigraphLoad compares loads with the sums over all paths that a routing may take: parallel channels share alike.
func TestMultigraphLoad(t *testing.T) {
	for _, net := range multigraphs(t, 8, 14) {
		if pairs, err := measure.AllPairs(net, measure.All, nil); err != nil || pairs.Unreachable > 0 {
			continue
		}
		for _, name := range []string{"random", "minimal"} {
			routing, err := route.NamedRouting(net, name)
			if err != nil {
				t.Fatal(err)
			}
			load, err := routing.Load(route.AllToAll(net), nil)
			if err != nil {
				t.Fatal(err)
			}
			want := make([]float64, 2*net.Size())
			for _, a := range net.Processors() {
				for _, b := range net.Processors() {
					if a == b {
						continue
					}
					options, err := routing.Options(a, b, 1000)
					count, countErr := route.CountMinimalPaths(net, a, b, nil)
					if err != nil || countErr != nil || count.Int64() != int64(len(options)) {
						t.Fatalf("%v: %d paths, %v, want %v", net, len(options), err, count)
					}
					for _, option := range options {
						if name == "minimal" && !near(option.Probability*float64(len(options)), 1) {
							t.Errorf("%v: one of %d paths has the probability %v", net, len(options), option.Probability)
						}
						for _, c := range option.Path.Channels {
							want[c] += option.Probability
						}
					}
				}
			}
			for c := range want {
				if got := load.At(topology.Channel(c)); !near(got, want[c]) {
					t.Errorf("%v: %s: load %v of channel %d, want %v", net, name, got, c, want[c])
				}
			}
		}
	}
}

// TestMultigraphSymmetry takes networks whose nodes all have as many links to the others, but not to each of them, so that no refinement tells
// them apart; and maps that keep neighbors, but not how many links lead to them.
func TestMultigraphSymmetry(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for _, links := range [][][2]int{
		{{0, 1}, {0, 1}, {2, 3}, {2, 3}, {0, 2}, {1, 3}}, // a ring, two links of which are double
		{{0, 1}, {0, 1}, {0, 1}, {2, 3}, {2, 3}, {2, 3}},
		{{0, 3}, {0, 4}, {1, 3}, {1, 3}, {2, 4}, {2, 4}}, // node 0 has a link to each of 3 and 4, 1 and 2 two to one of them
		{{0, 1}, {0, 1}, {1, 2}, {1, 2}, {2, 0}, {2, 0}, {3, 4}, {3, 4}, {4, 5}, {4, 5}, {5, 3}, {5, 3}},
	} {
		n := 0
		for _, link := range links {
			n = max(n, 1+max(link[0], link[1]))
		}
		checkByForce(t, shuffled(t, graph(t, n, links), rnd), nil)
	}
	ring := graph(t, 4, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 1}, {2, 3}})
	for _, tt := range []struct {
		maps [][]topology.Node
		want bool
	}{
		{[][]topology.Node{{1, 2, 3, 0}}, false},
		{[][]topology.Node{{1, 0, 3, 2}, {3, 2, 1, 0}}, true},
	} {
		if got, err := measure.IsRegular(ring, tt.maps, nil); got != tt.want || err != nil {
			t.Errorf("%v: %v generate a regular group: %v, %v, want %v", ring, tt.maps, got, err, tt.want)
		}
	}
	a, b := graph(t, 3, [][2]int{{0, 1}, {0, 1}, {1, 2}}), graph(t, 3, [][2]int{{0, 1}, {1, 2}, {1, 2}})
	if iso, err := measure.Isomorphism(a, b, nil); !slices.Equal(iso, []topology.Node{2, 1, 0}) || err != nil {
		t.Errorf("%v and %v: isomorphism %v, %v", a, b, iso, err)
	}
}
