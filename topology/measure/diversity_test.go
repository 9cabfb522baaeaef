package measure_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// diversityNets are networks whose paths are counted.
func diversityNets(t *testing.T) (nets []*topology.Network) {
	for _, call := range []string{"hypercube(n=3)", "torus(k=5, n=2)", "complete(n=5)", "ring(n=7)", "mikant(k=2, n=2)", "kary_ntree(k=2, n=3)", "ccc(n=3)"} {
		nets = append(nets, networktest.Member(t, call))
	}
	for seed := range uint64(4) {
		nets = append(nets, multigraph(t, 9+2*int(seed), 9, seed))
	}
	return append(nets, networktest.Build(t)(topology.NewGraph([]string{"a", "b", "c", "d"}, [][2]string{{"a", "b"}, {"c", "d"}})))
}

func asMap(d measure.Distribution) map[int]int64 {
	m := map[int]int64{}
	for i, value := range d.Values {
		m[value] = d.Counts[i]
	}
	return m
}

// TestPathMultiplicity compares numbers of shortest paths with those of paths that are listed one by one.
func TestPathMultiplicity(t *testing.T) {
	for _, net := range diversityNets(t) {
		for _, among := range []measure.Among{measure.All, measure.Processors, measure.Switches} {
			want := map[int]int64{}
			for a := range topology.Node(net.Order()) {
				for b := range topology.Node(net.Order()) {
					if kind := among == measure.Switches; a == b || among != measure.All && (kind != (net.Kind(a) == topology.Switch) || kind != (net.Kind(b) == topology.Switch)) {
						continue
					}
					paths := 0
					for range route.EachMinimalPath(net, a, b) {
						paths++
					}
					want[paths]++
				}
			}
			got, err := measure.PathMultiplicity(net, among, nil)
			if err != nil || !maps.Equal(asMap(got), want) || !slices.IsSorted(got.Values) {
				t.Errorf("%v, among %v: %v, %v, want %v", net, among, got, err, want)
			}
		}
	}
}

// mostDisjoint returns the most paths of at most so many hops from one of the sources to one of the sinks that share no link, by trying all.
func mostDisjoint(net *topology.Network, sources, sinks []topology.Node, hops int) int {
	used := make([]bool, 2*net.Size())
	var paths func(u topology.Node, left int, seen []topology.Node, then func() int) int
	paths = func(u topology.Node, left int, seen []topology.Node, then func() int) (most int) {
		if slices.Contains(sinks, u) {
			return then()
		}
		if left == 0 {
			return 0
		}
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			if v := net.Head(c); !used[c] && !slices.Contains(seen, v) {
				used[c], used[net.Twin(c)] = true, true
				most = max(most, paths(v, left-1, append(slices.Clone(seen), v), then))
				used[c], used[net.Twin(c)] = false, false
			}
		}
		return most
	}
	var more func() int
	more = func() (most int) {
		for _, u := range sources {
			most = max(most, paths(u, hops, []topology.Node{u}, func() int { return 1 + more() }))
		}
		return most
	}
	return more()
}

// TestDiversity compares paths that share no link with the most that there are: never more, and as many where they are short or as long as
// they need be, for which the largest flow says how many.
func TestDiversity(t *testing.T) {
	for _, net := range diversityNets(t) {
		if net.Size() > 16 {
			continue
		}
		for hops := 1; hops <= 4; hops++ {
			d, err := measure.Diversity(net, measure.DiversityQuery{Hops: hops}, nil)
			if err != nil || !d.All || d.Pairs != net.Order()*(net.Order()-1) {
				t.Errorf("%v: %+v, %v, want all pairs", net, d, err)
			}
			got, want, pairs := int64(0), int64(0), int64(0)
			for i, value := range d.Disjoint.Values {
				got += int64(value) * d.Disjoint.Counts[i]
				pairs += d.Disjoint.Counts[i]
			}
			for a := range topology.Node(net.Order()) {
				for b := range topology.Node(net.Order()) {
					if a != b {
						want += int64(mostDisjoint(net, []topology.Node{a}, []topology.Node{b}, hops))
					}
				}
			}
			if pairs != int64(d.Pairs) || got > want || hops <= 2 && got < want || float64(got) < 0.8*float64(want) {
				t.Errorf("%v, at most %d hops: %d paths of %d pairs, want at most %d of %d", net, hops, got, pairs, want, d.Pairs)
			}
		}
	}
	// In a complete network all pairs, and all two pairs, are alike: the link and n-2 ways of two hops.
	for n, call := range map[int]string{4: "complete(n=4)", 5: "complete(n=5)", 7: "complete(n=7)"} {
		k := networktest.Member(t, call)
		query := measure.DiversityQuery{Hops: 2, Pairs: 11, Seed: 3}
		d, err := measure.Diversity(k, query, nil)
		if err != nil || d.All || d.Pairs != 11 || !maps.Equal(asMap(d.Disjoint), map[int]int64{n - 1: 11}) {
			t.Errorf("%v: %+v, %v, want %d paths for each of 11 pairs", k, d, err, n-1)
		}
		again, err := measure.Diversity(k, query, nil)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(d) {
			t.Errorf("%v: the same seed gives %+v and %+v", k, d, again)
		}
		want := 2 // 2(n-1) paths to one sink at a time, less 2n-4 to both at once
		if n <= 5 {
			sources := []topology.Node{0, 2}
			want = mostDisjoint(k, sources, []topology.Node{1}, 2) + mostDisjoint(k, sources, []topology.Node{3}, 2) - mostDisjoint(k, sources, []topology.Node{1, 3}, 2)
		}
		if !maps.Equal(asMap(d.Interference), map[int]int64{want: 11}) {
			t.Errorf("%v: interference %v, want %d for each of 11 two pairs", k, d.Interference, want)
		}
	}
}

// TestMooreBound checks the bound on networks that reach it, and that no network of the catalogue has more nodes or a smaller average distance.
func TestMooreBound(t *testing.T) {
	for _, tt := range []struct{ degree, diameter, want int }{{2, 3, 7}, {3, 2, 10}, {7, 2, 50}, {57, 2, 3250}, {1, 5, 2}, {0, 3, 1}, {5, 1, 6}, {4, 0, 1}} {
		if got := measure.MooreBound(tt.degree, tt.diameter); got.Int64() != int64(tt.want) {
			t.Errorf("degree %d, diameter %d: %v, want %d", tt.degree, tt.diameter, got, tt.want)
		}
	}
	for _, tt := range []struct {
		nodes, degree int
		want          float64
	}{{10, 3, 15.0 / 9}, {50, 7, 91.0 / 49}, {7, 2, 2}, {6, 2, 9.0 / 5}, {1, 4, 0}, {2, 1, 1}, {3, 1, math.Inf(1)}} {
		if got := measure.LeastAverageDistance(tt.nodes, tt.degree); math.Abs(got-tt.want) > 1e-12 && got != tt.want {
			t.Errorf("%d nodes of degree %d: %v, want %v", tt.nodes, tt.degree, got, tt.want)
		}
	}
	for _, call := range []string{"hypercube(n=4)", "torus(k=5, n=2)", "complete(n=5)", "ring(n=7)", "mikant(k=2, n=2)", "ccc(n=3)", "mesh(k=4, n=2)"} {
		net := networktest.Member(t, call)
		pairs, err := measure.AllPairs(net, measure.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		degree, diameter := measure.MaxDegree(net), len(pairs.Histogram)-1
		if bound := measure.MooreBound(degree, diameter); bound.Int64() < int64(net.Order()) {
			t.Errorf("%v: more than %v nodes of degree %d and diameter %d", net, bound, degree, diameter)
		}
		sum := 0.0
		for d, count := range pairs.Histogram {
			sum += float64(d) * float64(count)
		}
		if average, least := sum/float64(net.Order()*(net.Order()-1)), measure.LeastAverageDistance(net.Order(), degree); average < least-1e-12 {
			t.Errorf("%v: average distance %v below the bound %v", net, average, least)
		}
	}
}
