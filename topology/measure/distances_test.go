package measure_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/traverse"

	gonum "gonum.org/v1/gonum/graph"

	"topobook/topology"
	"topobook/topology/measure"
)

// build makes a network for a test.
func build[D topology.Definition](t testing.TB, def D, err error) *topology.Network {
	t.Helper()
	net, err := topology.Build(def, err)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func kary(t testing.TB, k, n int) *topology.Network {
	t.Helper()
	def, err := topology.NewKaryNTree(k, n)
	return build(t, def, err)
}

// samples returns a few networks that differ in every way, among them one that is not connected.
func samples(t testing.TB) []*topology.Network {
	t.Helper()
	nets := []*topology.Network{kary(t, 2, 0), kary(t, 3, 1), kary(t, 4, 2), kary(t, 3, 4), kary(t, 7, 2), kary(t, 2, 6)}
	for _, f := range topology.Families {
		def, err := f.New([]int{3, 3}[:len(f.Params)])
		nets = append(nets, build(t, def, err))
	}
	long, err := topology.NewRing(301) // too long to search from many sources at once
	nets = append(nets, build(t, long, err))
	two, err := topology.NewGraph([]string{"a", "b", "c", "d", "e", "f"}, [][2]string{{"a", "b"}, {"b", "c"}, {"d", "e"}})
	return append(nets, build(t, two, err))
}

// toGonum copies a network.
func toGonum(net *topology.Network) *simple.UndirectedGraph {
	g := simple.NewUndirectedGraph()
	for u := range net.Order() {
		g.AddNode(simple.Node(u))
	}
	for link := range net.Links() {
		g.SetEdge(simple.Edge{F: simple.Node(link.A), T: simple.Node(link.B)})
	}
	return g
}

// TestDistancesGonum compares every distance with Dijkstra's algorithm as gonum has it.
func TestDistancesGonum(t *testing.T) {
	for _, net := range samples(t) {
		all := path.DijkstraAllPaths(toGonum(net))
		for _, among := range []measure.Among{measure.All, measure.Processors} {
			nodes := net.Processors()
			if among == measure.All {
				nodes = nil
				for u := range topology.Node(net.Order()) {
					nodes = append(nodes, u)
				}
			}
			want := measure.Pairs{}
			matrix, err := measure.DistanceMatrix(net, among, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, u := range nodes {
				distances := measure.Distances(net, u)
				for j, v := range nodes {
					d := -1
					if w := all.Weight(int64(u), int64(v)); !math.IsInf(w, 1) {
						d = int(w)
						for len(want.Histogram) <= d {
							want.Histogram = append(want.Histogram, 0)
						}
						want.Histogram[d]++
					} else {
						want.Unreachable++
					}
					if int(distances[v]) != d || int(matrix[i][j]) != d {
						t.Errorf("%v: distance from %d to %d: Distances %d, DistanceMatrix %d, want %d", net, u, v, distances[v], matrix[i][j], d)
					}
				}
			}
			got, err := measure.AllPairs(net, among, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Histogram, want.Histogram) || got.Unreachable != want.Unreachable {
				t.Errorf("%v among %v: AllPairs = %v, want %v", net, among, got, want)
			}
		}
	}
}

// TestKaryNTreeDistances compares the search with the formulas for all k ≥ 2 and n ≥ 1 that are
// not too large, in whole numbers: with self pairs, the average distance of the N = kⁿ processors is
// 2n - 2/(k-1) + 2/((k-1)N), and kⁿ(k-1)kⁿ⁻¹⁻ʲ ordered pairs are 2(n-j) hops apart.
func TestKaryNTreeDistances(t *testing.T) {
	for k := 2; k <= 16; k++ {
		for n, N := 1, k; N <= 4096; n, N = n+1, N*k {
			net := kary(t, k, n)
			pairs, err := measure.AllPairs(net, measure.Processors, nil)
			if err != nil {
				t.Fatal(err)
			}
			if pairs.Diameter() != 2*n {
				t.Errorf("%v: diameter %d, want 2n = %d", net, pairs.Diameter(), 2*n)
			}
			sum, count := pairs.Average(true)
			if want := int64(N) * (2*int64(n)*int64(N) - 2*int64(N-1)/int64(k-1)); sum != want || count != int64(N)*int64(N) {
				t.Errorf("%v: distances of %d pairs add up to %d, want %d", net, count, sum, want)
			}
			if same, others := pairs.Average(false); same != sum || others != int64(N)*int64(N-1) {
				t.Errorf("%v: distances of %d distinct pairs add up to %d, want %d", net, others, same, sum)
			}
			for j, below := n-1, int64(1); j >= 0; j, below = j-1, below*int64(k) {
				if got, want := pairs.Histogram[2*(n-j)], int64(N)*int64(k-1)*below; got != want {
					t.Errorf("%v: %d pairs at %d hops, want %d", net, got, 2*(n-j), want)
				}
			}
		}
	}
}

// TestReference compares two large networks with figures on which networkx, igraph and gonum agree.
func TestReference(t *testing.T) {
	cube, err := topology.NewHypercube(14)
	for _, tt := range []struct {
		net         *topology.Network
		among       measure.Among
		links       int
		diameter    int
		average     string
		sum         int64
		orderedWith int
	}{
		{kary(t, 4, 6), measure.All, 24_576, 12, "8.2489696259", 864_882_688, 10_240},
		{kary(t, 4, 6), measure.Processors, 24_576, 12, "11.3362637363", 190_144_512, 4096},
		{build(t, cube, err), measure.All, 114_688, 14, "7.0004272722", 1_879_048_192, 16_384},
	} {
		pairs, err := measure.AllPairs(tt.net, tt.among, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum, count := pairs.Average(false)
		average := fmt.Sprintf("%.10f", float64(sum)/float64(count))
		nodes := int64(tt.orderedWith)
		if tt.net.Size() != tt.links || pairs.Diameter() != tt.diameter || average != tt.average || sum != tt.sum || count != nodes*(nodes-1) {
			t.Errorf("%v among %v: %d links, diameter %d, average %s = %d/%d, want %v", tt.net, tt.among, tt.net.Size(), pairs.Diameter(), average, sum, count, tt)
		}
	}
}

func TestAllPairsStops(t *testing.T) {
	stop := errors.New("stop")
	ring, err := topology.NewRing(1000)
	for _, net := range []*topology.Network{kary(t, 2, 6), build(t, ring, err)} {
		calls := 0
		_, err := measure.AllPairs(net, measure.All, func(done, total int) error {
			if calls++; done < 1 || done > total || total != net.Order() {
				t.Errorf("%v: progress %d of %d", net, done, total)
			}
			return stop
		})
		if err != stop || calls != 1 {
			t.Errorf("%v: error %v after %d calls, want %v after 1", net, err, calls, stop)
		}
		if _, err := measure.DistanceMatrix(net, measure.All, func(int, int) error { return stop }); err != stop {
			t.Errorf("%v: error %v, want %v", net, err, stop)
		}
	}
}

func TestDistanceMatrixTooLarge(t *testing.T) {
	_, err := measure.DistanceMatrix(kary(t, 4, 6), measure.Processors, nil)
	if want := "distance matrix of kary_ntree(k=4, n=6): has 4096 processors, want at most 2048"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestNoProcessors(t *testing.T) {
	fly, err := topology.NewButterfly(2, 3)
	pairs, err := measure.AllPairs(build(t, fly, err), measure.Processors, nil)
	if sum, count := pairs.Average(true); pairs.Diameter() != 0 || sum != 0 || count != 0 || err != nil {
		t.Errorf("%v: %v, %v, want nothing", fly, pairs, err)
	}
}

// BenchmarkAllPairs takes networks of the reference table, searched from all nodes; and for
// comparison a queue for each source, ours and gonum's, the latter from the first 64 sources only.
func BenchmarkAllPairs(b *testing.B) {
	net := kary(b, 4, 6)
	cube, err := topology.NewHypercube(14)
	ring, ringErr := topology.NewRing(4096)
	for _, net := range []*topology.Network{net, build(b, cube, err), build(b, ring, ringErr)} {
		b.Run(net.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := measure.AllPairs(net, measure.All, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("queue/"+net.String(), func(b *testing.B) {
		for b.Loop() {
			if _, err := measure.PairsByQueue(net); err != nil {
				b.Fatal(err)
			}
		}
	})
	g := toGonum(net)
	b.Run("gonum-64-sources/"+net.String(), func(b *testing.B) {
		for b.Loop() {
			for u := range int64(64) {
				var bfs traverse.BreadthFirst
				bfs.Walk(g, g.Node(u), func(gonum.Node, int) bool { return false })
			}
		}
	})
}

func ExampleAllPairs() {
	net, _ := topology.Build(topology.NewKaryNTree(4, 3))
	pairs, _ := measure.AllPairs(net, measure.Processors, nil)
	fmt.Println("ordered pairs at 0, 1, 2… hops:", pairs.Histogram)
	sum, count := pairs.Average(false)
	fmt.Printf("diameter %d, average distance %d/%d\n", pairs.Diameter(), sum, count)
	// Output:
	// ordered pairs at 0, 1, 2… hops: [64 0 192 0 768 0 3072]
	// diameter 6, average distance 21888/4032
}
