package measure_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/graph/path"
	"gonum.org/v1/gonum/graph/simple"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

func kary(t testing.TB, k, n int) *topology.Network {
	t.Helper()
	return networktest.Build(t)(family.NewKaryNTree(k, n))
}

// A bare definition is another one without its orbits.
type bare struct{ topology.Definition }

// member makes the network that a call of a family makes, and the same without orbits.
func member(t testing.TB, call string) (declared, undeclared *topology.Network) {
	t.Helper()
	declared = networktest.Member(t, call)
	return declared, networktest.Build(t)(bare{declared.Definition}, nil)
}

// samples returns a few networks that differ in every way, among them one that is not connected.
func samples(t testing.TB) []*topology.Network {
	t.Helper()
	nets := []*topology.Network{kary(t, 2, 0), kary(t, 3, 1), kary(t, 4, 2), kary(t, 3, 4), kary(t, 7, 2), kary(t, 2, 6)}
	for _, f := range family.All() {
		nets = append(nets, networktest.Build(t)(f.New(f.Example)))
	}
	nets = append(nets, networktest.Build(t)(family.NewRing(301))) // too long to search from many sources at once
	nets = append(nets, networktest.Build(t)(topology.NewGraph([]string{"a", "b", "c", "d", "e", "f"}, [][2]string{{"a", "b"}, {"b", "c"}, {"d", "e"}})))
	lone, err := topology.Induced(kary(t, 2, 2), []topology.Node{0, 4, 5, 6, 7}) // one processor, at a ring of switches
	if err != nil {
		t.Fatal(err)
	}
	return append(nets, lone)
}

// random returns a graph of n processors and about m links. A quarter of the links lead to a new
// leaf if there is one, so that there are leaves, isolated nodes and several components; some are parallel.
func random(t testing.TB, r *rand.Rand, n, m int) *topology.Network {
	t.Helper()
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	var links [][2]string
	for range m {
		a, b := r.IntN(n), r.IntN(n/2+1)
		if a == b {
			continue
		}
		links = append(links, [2]string{names[a], names[b]})
	}
	return networktest.Build(t)(topology.NewGraph(names, links, topology.WithParallelLinks()))
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
			want := measure.Pairs{Eccentricities: make([]int32, net.Order())}
			for u := range want.Eccentricities {
				want.Eccentricities[u] = -1
			}
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
						want.Eccentricities[u] = max(want.Eccentricities[u], int32(d))
					} else {
						want.Unreachable++
					}
					if int(distances[v]) != d || int(matrix[i][j]) != d {
						t.Errorf("%v: distance from %d to %d: Distances %d, DistanceMatrix %d, want %d", net, u, v, distances[v], matrix[i][j], d)
					}
				}
			}
			checkPairs(t, net, among, want)
			checkEccentricities(t, net, among, nodes, matrix)
		}
	}
}

// checkPairs compares every way to count pairs with what they should be.
func checkPairs(t *testing.T, net *topology.Network, among measure.Among, want measure.Pairs) {
	t.Helper()
	for _, way := range []struct {
		name string
		run  func() (measure.Pairs, error)
	}{
		{"AllPairs", func() (measure.Pairs, error) { return measure.AllPairs(net, among, nil) }},
		{"by queue", func() (measure.Pairs, error) { return measure.PairsByQueue(net, among, nil) }},
		{"by blocks", func() (measure.Pairs, error) { return measure.PairsByBlocks(net, among, false) }},
		{"by blocks without leaves", func() (measure.Pairs, error) { return measure.PairsByBlocks(net, among, true) }},
	} {
		got, err := way.run()
		if err != nil || !slices.Equal(got.Histogram, want.Histogram) || got.Unreachable != want.Unreachable || !slices.Equal(got.Eccentricities, want.Eccentricities) {
			t.Errorf("%v among %v %s: %v, %v, want %v", net, among, way.name, got, err, want)
		}
	}
}

// checkEccentricities compares them, and the pairs from one node, with the rows of the matrix.
func checkEccentricities(t *testing.T, net *topology.Network, among measure.Among, nodes []topology.Node, matrix [][]int32) {
	t.Helper()
	want := make([]int32, net.Order())
	for u := range want {
		want[u] = -1
	}
	unreachable := int64(0)
	for i, u := range nodes {
		want[u] = max(0, slices.Max(matrix[i]))
		for _, d := range matrix[i] {
			if d < 0 {
				unreachable++
			}
		}
		from := measure.From(net, u, among)
		sum, count := from.Total(true)
		for _, d := range matrix[i] {
			if d >= 0 {
				sum -= int64(d)
				count--
			}
		}
		if from.Diameter() != int(want[u]) || sum != 0 || count != 0 {
			t.Errorf("%v among %v: From(%d) = %v, want %v", net, among, u, from, matrix[i])
		}
	}
	for _, net := range []*topology.Network{net, networktest.Build(t)(bare{net.Definition}, nil)} {
		pairs, err := measure.AllPairs(net, among, nil)
		if got := pairs.Eccentricities; !slices.Equal(got, want) || pairs.Unreachable != unreachable || err != nil {
			t.Errorf("%v among %v: eccentricities %v, %d, %v, want %v, %d", net, among, got, pairs.Unreachable, err, want, unreachable)
		}
	}
	radius, center := measure.Center(want)
	for u, h := range want {
		if h >= 0 && (int(h) < radius || (int(h) == radius) != slices.Contains(center, topology.Node(u))) {
			t.Errorf("%v among %v: Center(%v) = %d, %v", net, among, want, radius, center)
		}
	}
}

// TestAllPairsOfRandomGraphs compares blocks of sources with a queue for each, and distances with
// gonum's on the smaller ones.
func TestAllPairsOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for i, size := range [][2]int{{2, 1}, {9, 6}, {40, 30}, {90, 140}, {600, 500}, {1300, 2600}, {1500, 900}} {
		net := random(t, r, size[0], size[1])
		if part, err := topology.Induced(net, net.Processors()[size[0]/4:]); i%2 == 0 && err == nil {
			net = part
		}
		want, err := measure.PairsByQueue(net, measure.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkPairs(t, net, measure.All, want)
		if net.Order() > 100 {
			continue
		}
		all := path.DijkstraAllPaths(toGonum(net))
		for u := range topology.Node(net.Order()) {
			for v, d := range measure.Distances(net, u) {
				if w := all.Weight(int64(u), int64(v)); d >= 0 && float64(d) != w || d < 0 && !math.IsInf(w, 1) {
					t.Errorf("%v: distance from %d to %d is %d, gonum says %v", net, u, v, d, w)
				}
			}
		}
	}
}

// TestAllPairsOfCliques compares blocks of sources with a queue for each where nodes in a row are all linked
// with each other, or all but two, or overlap: cliques are searched as one.
func TestAllPairsOfCliques(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 9))
	for range 30 {
		n := 20 + r.IntN(60)
		linked := make(map[[2]int]bool)
		for range n {
			linked[[2]int{r.IntN(n/2 + 1), n/2 + 1 + r.IntN(n/2-1)}] = true
		}
		for range 5 {
			first := r.IntN(n - 9)
			end := first + 2 + r.IntN(8)
			for v := first; v < end; v++ {
				for u := first; u < v; u++ {
					linked[[2]int{u, v}] = true
				}
			}
			if r.IntN(2) == 0 {
				delete(linked, [2]int{first, end - 1})
			}
		}
		names := make([]string, n)
		var links [][2]string
		for v := range n {
			names[v] = fmt.Sprint(v)
			for u := range v {
				if linked[[2]int{u, v}] {
					links = append(links, [2]string{names[u], names[v]})
				}
			}
		}
		net := networktest.Build(t)(topology.NewGraph(names, links))
		want, err := measure.PairsByQueue(net, measure.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		checkPairs(t, net, measure.All, want)
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
			sum, count := pairs.Total(true)
			if want := int64(N) * (2*int64(n)*int64(N) - 2*int64(N-1)/int64(k-1)); sum != want || count != int64(N)*int64(N) {
				t.Errorf("%v: distances of %d pairs add up to %d, want %d", net, count, sum, want)
			}
			if same, others := pairs.Total(false); same != sum || others != int64(N)*int64(N-1) {
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

// references are the networks of a table on which networkx, igraph and gonum agree.
var references = []struct {
	call            string
	among           measure.Among
	nodes, links    int
	diameter        int
	average         string
	sum             int64
	orbits, targets int
}{
	{"torus(k=16, n=3)", measure.All, 4096, 12_288, 24, "12.0029304029", 201_326_592, 1, 4096},
	{"swapped_dragonfly(K=16, M=16, xor=False)", measure.All, 4096, 63_360, 3, "2.8646978022", 48_049_920, 2, 4096},
	{"kary_ntree(k=4, n=6)", measure.All, 10_240, 24_576, 12, "8.2489696259", 864_882_688, 7, 10_240},
	{"hypercube(n=14)", measure.All, 16_384, 114_688, 14, "7.0004272722", 1_879_048_192, 1, 16_384},
	{"kyklos(version=2, m=2, r=2, n=12)", measure.All, 12_286, 16_380, 24, "16.2787488080", 2_457_008_696, 13, 12_286},
	{"kary_ntree(k=4, n=6)", measure.Processors, 10_240, 24_576, 12, "11.3362637363", 190_144_512, 7, 4096},
	{"kyklos(version=2, m=2, r=2, n=12)", measure.Processors, 12_286, 16_380, 24, "17.9262515263", 300_679_168, 13, 4096},
}

// TestReference measures them by orbits and by blocks of sources.
func TestReference(t *testing.T) {
	for _, tt := range references {
		declared, undeclared := member(t, tt.call)
		orbits, _ := declared.Orbits()
		if len(orbits) != tt.orbits || declared.Order() != tt.nodes || declared.Size() != tt.links {
			t.Errorf("%v: %d orbits, %d nodes and %d links, want %v", declared, len(orbits), declared.Order(), declared.Size(), tt)
		}
		for _, net := range []*topology.Network{declared, undeclared} {
			pairs, err := measure.AllPairs(net, tt.among, nil)
			if err != nil {
				t.Fatal(err)
			}
			sum, count := pairs.Total(false)
			average := fmt.Sprintf("%.10f", float64(sum)/float64(count))
			n := int64(tt.targets)
			if pairs.Diameter() != tt.diameter || average != tt.average || sum != tt.sum || count != n*(n-1) {
				t.Errorf("%v among %v: diameter %d, average %s = %d/%d, want %v", net, tt.among, pairs.Diameter(), average, sum, count, tt)
			}
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
	fly := networktest.Build(t)(family.NewButterfly(2, 3))
	pairs, err := measure.AllPairs(fly, measure.Processors, nil)
	if sum, count := pairs.Total(true); pairs.Diameter() != 0 || sum != 0 || count != 0 || err != nil {
		t.Errorf("%v: %v, %v, want nothing", fly, pairs, err)
	}
}

func ExampleAllPairs() {
	net, _ := topology.Build(family.NewKaryNTree(4, 3))
	pairs, _ := measure.AllPairs(net, measure.Processors, nil)
	fmt.Println("ordered pairs at 0, 1, 2… hops:", pairs.Histogram)
	sum, count := pairs.Total(false)
	fmt.Printf("diameter %d, average distance %d/%d\n", pairs.Diameter(), sum, count)
	// Output:
	// ordered pairs at 0, 1, 2… hops: [64 0 192 0 768 0 3072]
	// diameter 6, average distance 21888/4032
}
