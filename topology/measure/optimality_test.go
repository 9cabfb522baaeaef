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
)

// conflictByDistance finds the least pair by Definition 2.2 from the distances in the single trees.
func conflictByDistance(t *testing.T, m, n int, sequences [][]int) (a, b int, ok bool) {
	var matrix [][][]int32
	for _, sequence := range sequences {
		d, err := measure.DistanceMatrix(networktest.Build(t)(family.NewKyklosLS(m, [][]int{sequence})), measure.Processors, nil)
		if err != nil {
			t.Fatal(err)
		}
		matrix = append(matrix, d)
	}
	for a := range matrix[0] {
		for b := a + 1; b < len(matrix[0]); b++ {
			for i := range matrix {
				for j := range matrix {
					if i != j && int(matrix[j][a][b]) <= 2*n-int(matrix[i][a][b]) {
						return a, b, true
					}
				}
			}
		}
	}
	return 0, 0, false
}

func checkConflict(t *testing.T, m, n int, sequences [][]int) bool {
	t.Helper()
	def, err := family.NewKyklosLS(m, sequences)
	a, b, ok, err := measure.MSenseConflict(networktest.Build(t)(def, err), nil)
	wantA, wantB, want := conflictByDistance(t, m, n, sequences)
	if err != nil || int(a) != wantA || int(b) != wantB || ok != want {
		t.Errorf("%v: got %d, %d, %v, %v, want %d, %d, %v", def, a, b, ok, err, wantA, wantB, want)
	}
	return !ok
}

// isDealt reports whether a sequence can be dealt: whether, at each switch, each round of cards in
// increasing order goes to different children.
func isDealt(m int, sequence []int) bool {
	for size := m; size <= len(sequence); size *= m {
		for first := 0; first < len(sequence); first += size {
			deck := slices.Sorted(slices.Values(sequence[first : first+size]))
			for round := range slices.Chunk(deck, m) {
				seen := make([]bool, m)
				for _, card := range round {
					child := (slices.Index(sequence, card) - first) / (size / m)
					if seen[child] {
						return false
					}
					seen[child] = true
				}
			}
		}
	}
	return true
}

// TestMSenseConflict compares with the distances in the trees, and finds that of all classes just those
// are optimal that can be dealt.
func TestMSenseConflict(t *testing.T) {
	identity := func(n int) (list []int) {
		for x := range n {
			list = append(list, x)
		}
		return list
	}
	for _, tt := range []struct{ m, n, optimal int }{{2, 1, 1}, {2, 2, 2}, {2, 3, 32}, {3, 2, 36}, {6, 1, 1}} {
		classes, err := family.LabellingClasses(tt.m, tt.n)
		if err != nil {
			t.Fatal(err)
		}
		optimal := 0
		for _, class := range classes {
			is := checkConflict(t, tt.m, tt.n, [][]int{identity(len(class)), class})
			if is != isDealt(tt.m, class) {
				t.Errorf("m = %d, %v: optimal is %v, dealt %v", tt.m, class, is, !is)
			}
			if is {
				optimal++
			}
		}
		if optimal != tt.optimal {
			t.Errorf("m = %d, n = %d: %d optimal classes, want %d", tt.m, tt.n, optimal, tt.optimal)
		}
	}
	random := rand.New(rand.NewPCG(3, 0))
	for _, tt := range []struct{ m, n, r int }{{3, 3, 2}, {2, 4, 3}, {5, 2, 3}, {3, 2, 1}, {2, 3, 4}} {
		deal := func() []int {
			dealt, err := family.Deal(tt.m, tt.n, func(_, _, _ int, order []int) {
				random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
			}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return dealt
		}
		for range 5 {
			sequences := [][]int{identity(len(deal()))}
			for len(sequences) < tt.r {
				sequences = append(sequences, deal())
			}
			checkConflict(t, tt.m, tt.n, sequences)
			last := sequences[tt.r-1]
			i, j := random.IntN(len(last)), random.IntN(len(last))
			last[i], last[j] = last[j], last[i]
			checkConflict(t, tt.m, tt.n, sequences)
		}
	}
	if _, _, _, err := measure.MSenseConflict(networktest.Build(t)(family.NewTorus(5, 1)), nil); err == nil {
		t.Error("a torus has no trees, want an error")
	}
}

func TestImproveLabelling(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 0))
	for _, tt := range []struct{ m, leaves, r int }{{2, 8, 2}, {3, 9, 3}, {2, 16, 3}, {3, 27, 2}, {4, 4, 2}, {5, 25, 1}} {
		var sequences [][]int
		for range tt.r {
			sequences = append(sequences, random.Perm(tt.leaves))
		}
		net := networktest.Build(t)(family.NewKyklosLS(tt.m, sequences))
		for i := range 8 {
			search := measure.LabellingSearch{Tries: 400, Seed: uint64(i), ByAverage: i&1 > 0, Father: i&2 > 0, Among: measure.Among(i >> 2)}
			start := pairsOf(t, tt.m, sequences, search)
			got, err := measure.ImproveLabelling(net, search, nil)
			again, _ := measure.ImproveLabelling(net, search, nil)
			if err != nil || fmt.Sprint(got) != fmt.Sprint(again) {
				t.Fatalf("%v, %v: %v, %v, then %v", net, search, got, err, again)
			}
			end := pairsOf(t, tt.m, append(sequences[:tt.r-1:tt.r-1], got.Sequence), search)
			total, _ := end.Total(false)
			if got.Total != total || got.Diameter != end.Diameter() || got.Far != end.Histogram[end.Diameter()] {
				t.Errorf("%v, %v: got %v, want %v", net, search, got, end)
			}
			before, _ := start.Total(false)
			if search.ByAverage && total > before || !search.ByAverage && end.Diameter() > start.Diameter() {
				t.Errorf("%v, %v: got %v from %v", net, search, end, start)
			}
		}
	}
	// The least of all classes of N = 8, by trying them.
	classes, _ := family.LabellingClasses(2, 3)
	least := int64(1 << 60)
	search := measure.LabellingSearch{Tries: 3000, ByAverage: true, Among: measure.Processors}
	for _, class := range classes {
		total, _ := pairsOf(t, 2, [][]int{{0, 1, 2, 3, 4, 5, 6, 7}, class}, search).Total(false)
		least = min(least, total)
	}
	first, err := family.NewKyklos(1, 2, 2, 3)
	got, err := measure.ImproveLabelling(networktest.Build(t)(first, err), search, nil)
	if err != nil || got.Total != least {
		t.Errorf("%v: got %v, %v, want a total of %d", first, got, err, least)
	}
}

// pairsOf counts the pairs of a network that it makes as a graph.
func pairsOf(t *testing.T, m int, sequences [][]int, search measure.LabellingSearch) measure.Pairs {
	t.Helper()
	def, err := family.NewKyklosLS(m, sequences)
	net := networktest.Build(t)(def, err)
	var nodes []string
	var links [][2]string
	for u := range topology.Node(net.Order()) {
		nodes = append(nodes, net.Address(u))
		for _, v := range net.Neighbors(u) {
			if u < v {
				links = append(links, [2]string{net.Address(u), net.Address(v)})
			}
		}
		if _, height, _ := def.Position(u); search.Father && height == def.Height() {
			links = append(links, [2]string{"father", net.Address(u)})
		}
	}
	if search.Father {
		nodes = append(nodes, "father")
	}
	whole := networktest.Build(t)(topology.NewGraph(nodes, links))
	var pairs measure.Pairs
	for u := range topology.Node(whole.Order()) {
		for v, d := range measure.Distances(whole, u) {
			if search.Among == measure.Processors && (int(u) >= len(net.Processors()) || v >= len(net.Processors())) {
				continue
			}
			for len(pairs.Histogram) <= int(d) {
				pairs.Histogram = append(pairs.Histogram, 0)
			}
			pairs.Histogram[d]++
		}
	}
	return pairs
}
