package route_test

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// The searches must agree with plain recursion over all paths, also where a graph is in pieces.
func TestMinimalPaths(t *testing.T) {
	nets := []*topology.Network{
		tree(2, 0), tree(2, 2), tree(3, 2),
		must(topology.Build(family.NewRing(6))),
		must(topology.Build(family.NewComplete(5))),
		must(topology.Build(family.NewHypercube(3))),
	}
	for seed := range uint64(20) {
		nets = append(nets, randomGraph(t, 7, int(seed)%15, seed))
	}
	for _, net := range nets {
		random, _ := route.NamedRouting(net, "random")
		for a := range topology.Node(net.Order()) {
			from, err := route.CountMinimalPathsFrom(net, a, nil)
			if err != nil {
				t.Fatal(err)
			}
			for b := range topology.Node(net.Order()) {
				want := shortest(allPaths(net, a, b, func(topology.Channel) bool { return true }))
				got := route.MinimalPaths(net, a, b, 1000)
				if !samePaths(got, want) {
					t.Fatalf("%v: from %d to %d: paths %v, want %v", net, a, b, got, want)
				}
				if n := countPaths(t, net, a, b); n.Cmp(big.NewInt(int64(len(want)))) != 0 || n.Cmp(from[b]) != 0 {
					t.Errorf("%v: from %d to %d: counts %v and %v, want %d", net, a, b, n, from[b], len(want))
				}
				drawn, err := random.Route(a, b, 7)
				if (err == nil) != (len(want) > 0) || err == nil && !slices.ContainsFunc(want, func(p route.Path) bool { return samePaths([]route.Path{p}, []route.Path{drawn}) }) {
					t.Errorf("%v: from %d to %d: drew %v, %v", net, a, b, drawn, err)
				}
				if few := route.MinimalPaths(net, a, b, 2); !samePaths(few, want[:min(2, len(want))]) {
					t.Errorf("%v: from %d to %d: at most two are %v", net, a, b, few)
				}
			}
		}
	}
	if got := route.MinimalPaths(nets[1], 0, 1, 0); got != nil {
		t.Errorf("at most no path is %v", got)
	}
}

// Source: elementary. A hypercube has d! shortest paths between nodes at distance d, more than fit an int64
// for d = 21 and up; k-ary n-trees have kⁿ⁻¹⁻ʲ where the first j digits agree.
func TestCountMinimalPathsFormulas(t *testing.T) {
	cube := must(topology.Build(family.NewHypercube(10)))
	if got, want := countPaths(t, cube, 0, 1023), new(big.Int).MulRange(1, 10); got.Cmp(want) != 0 {
		t.Errorf("%v: %v shortest paths, want 10! = %v", cube, got, want)
	}
	for _, net := range append(trees(), tree(4, 4), tree(7, 3)) {
		def := net.Definition.(family.KaryNTree)
		for _, p := range net.Processors()[:min(3, len(net.Processors()))] {
			for _, q := range net.Processors() {
				got, j := countPaths(t, net, p, q), firstDifference(net, p, q)
				want := new(big.Int).Exp(big.NewInt(int64(def.Radix())), big.NewInt(int64(max(0, def.Dims()-1-j))), nil)
				if got.Cmp(want) != 0 {
					t.Errorf("%v: %v shortest paths from %d to %d, want %v", net, got, p, q, want)
				}
			}
		}
	}
}

// The number of paths may not fit any machine word: a ladder of 70 squares has 2⁷⁰.
func TestCountMinimalPathsLarge(t *testing.T) {
	const squares = 70
	var names []string
	var links [][2]string
	name := func(i, j int) string { return string([]rune{rune('A' + i/10), rune('0' + i%10), rune('a' + j)}) }
	for i := range squares {
		for j := range 3 {
			names = append(names, name(i, j))
		}
		links = append(links, [2]string{name(i, 0), name(i, 1)}, [2]string{name(i, 0), name(i, 2)},
			[2]string{name(i, 1), name(i+1, 0)}, [2]string{name(i, 2), name(i+1, 0)})
	}
	names = append(names, name(squares, 0))
	net := networktest.Build(t)(topology.NewGraph(names, links))
	got := countPaths(t, net, 0, topology.Node(len(names)-1))
	if want := new(big.Int).Lsh(big.NewInt(1), squares); got.Cmp(want) != 0 {
		t.Errorf("%v shortest paths, want 2^%d = %v", got, squares, want)
	}
	if got := route.MinimalPaths(net, 0, topology.Node(len(names)-1), 5); len(got) != 5 {
		t.Errorf("%d paths, want the first 5", len(got))
	}
}

func BenchmarkCountMinimalPaths(b *testing.B) {
	net := tree(4, 4)
	for b.Loop() {
		countPaths(b, net, 0, 255)
	}
}

// countPaths returns the number of shortest paths from a to b.
func countPaths(t testing.TB, net *topology.Network, a, b topology.Node) *big.Int {
	t.Helper()
	n, err := route.CountMinimalPaths(net, a, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestCountMinimalPathsStops checks that a count can be stopped.
func TestCountMinimalPathsStops(t *testing.T) {
	net := must(topology.Build(family.NewRing(10000)))
	stop := errors.New("stopped")
	asked := 0
	_, err := route.CountMinimalPaths(net, 0, 5000, func(done, total int) error {
		if asked++; asked == 3 {
			return stop
		}
		return nil
	})
	if err != stop || asked != 3 {
		t.Errorf("%v: error %v after %d reports, want it stopped at the third", net, err, asked)
	}
}
