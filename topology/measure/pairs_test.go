package measure_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// TestOrbits compares what declared orbits save with the search from every node, by queue and, in the last
// members, by blocks.
func TestOrbits(t *testing.T) {
	var nets []*topology.Network
	for _, f := range family.All() {
		for _, more := range []int{0, 1, 2} {
			args := slices.Clone(f.Example)
			for i, p := range f.Params {
				if p.Choices == nil {
					args[i] += more
				}
			}
			if def, err := f.New(args); err == nil && def.Order() <= 3000 {
				nets = append(nets, networktest.Build(t)(def, nil))
			}
		}
	}
	for _, call := range []string{
		"maximal_dragonfly(K=3, M=7, arrangement=\"absolute\")", "maximal_dragonfly(K=2, M=13, arrangement=\"absolute\")",
		"maximal_dragonfly(K=1, M=38, arrangement=\"circulant\")", "kyklos(version=3, m=2, r=2, n=8)",
	} {
		nets = append(nets, networktest.Member(t, call))
	}
	for _, net := range nets {
		for _, among := range []measure.Among{measure.All, measure.Processors} {
			got, err := measure.AllPairs(net, among, nil)
			want, queueErr := measure.PairsByQueue(net, among, nil)
			if !slices.Equal(got.Histogram, want.Histogram) || got.Unreachable != want.Unreachable || err != nil || queueErr != nil {
				t.Errorf("%v among %v: %v, %v, want %v, %v", net, among, got, err, want, queueErr)
			}
			if !slices.Equal(got.Eccentricities, want.Eccentricities) {
				t.Errorf("%v among %v: eccentricities %v, want %v", net, among, got.Eccentricities, want.Eccentricities)
			}
		}
	}
}

// TestDimensions compares what Cartesian products save with the search from every node: products of
// networks with switches, leaves, several components and none of these, and lattices with unlike sides.
func TestDimensions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var nets []*topology.Network
	for _, sides := range [][]int{{2}, {3, 2}, {2, 2, 5}, {4, 3, 3, 2}, {7, 6}} {
		nets = append(nets, networktest.Build(t)(family.NewTorusSides(sides)))
		nets = append(nets, networktest.Build(t)(family.NewMeshSides(sides)))
	}
	for n := range 7 {
		nets = append(nets, networktest.Build(t)(family.NewHypercube(n)))
	}
	factors := append([]*topology.Network{kary(t, 2, 2), random(t, r, 9, 20), random(t, r, 12, 9), random(t, r, 5, 0)}, nets[2:7]...)
	factors = append(factors, networktest.Build(t)(family.NewButterfly(2, 2))) // no processors
	for range 40 {
		net := factors[r.IntN(len(factors))]
		for net.Order() < 30 || r.IntN(2) == 0 && net.Order() < 200 {
			net = networktest.Build(t)(topology.NewProduct(net, factors[r.IntN(len(factors))]))
		}
		nets = append(nets, net)
	}
	for _, net := range nets {
		undeclared := networktest.Build(t)(bare{net.Definition}, nil)
		for _, among := range []measure.Among{measure.All, measure.Processors} {
			got, err := measure.AllPairs(net, among, nil)
			want, queueErr := measure.PairsByQueue(undeclared, among, nil)
			if !slices.Equal(got.Histogram, want.Histogram) || !slices.Equal(got.Eccentricities, want.Eccentricities) || got.Unreachable != want.Unreachable || err != nil || queueErr != nil {
				t.Errorf("%v among %v: %v, %v, want %v, %v", net, among, got, err, want, queueErr)
			}
		}
	}
}

// TestFraction compares with package big.
func TestFraction(t *testing.T) {
	for _, net := range samples(t) {
		for _, selfPairs := range []bool{false, true} {
			pairs, err := measure.AllPairs(net, measure.All, nil)
			if err != nil {
				t.Fatal(err)
			}
			sum, count := pairs.Total(selfPairs)
			numerator, denominator := pairs.Fraction(selfPairs)
			if count == 0 {
				if numerator != 0 || denominator != 0 {
					t.Errorf("%v: %d/%d, want 0/0", net, numerator, denominator)
				}
				continue
			}
			if want := big.NewRat(sum, count); want.Num().Int64() != numerator || want.Denom().Int64() != denominator {
				t.Errorf("%v: %d/%d, want %v", net, numerator, denominator, want)
			}
		}
	}
}

// TestWeightedDistance compares with a loop over all pairs.
func TestWeightedDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, net := range samples(t)[:20] {
		matrix, err := measure.DistanceMatrix(net, measure.All, nil)
		if err != nil {
			t.Fatal(err)
		}
		var demands []measure.Demand
		wantDistance, wantWeight := 0, 0
		for range r.IntN(2 * net.Order()) {
			u, v, weight := r.IntN(net.Order()), r.IntN(net.Order()), r.IntN(9)
			demands = append(demands, measure.Demand{Source: topology.Node(u), Dest: topology.Node(v), Weight: float64(weight)})
			wantDistance += weight * int(matrix[u][v])
			wantWeight += weight
		}
		distance, weight, err := measure.WeightedDistance(net, demands, nil)
		if distance != float64(wantDistance) || weight != float64(wantWeight) || err != nil {
			t.Errorf("%v: %v, %v, %v, want %d, %d", net, distance, weight, err, wantDistance, wantWeight)
		}
	}
	two := networktest.Build(t)(topology.NewGraph([]string{"a", "b", "c"}, [][2]string{{"a", "b"}}))
	if _, _, err := measure.WeightedDistance(two, []measure.Demand{{0, 1, 2}, {1, 2, 1}}, nil); err == nil || !strings.HasSuffix(err.Error(), ": no path from b to c") {
		t.Errorf("%v: error %v, want no path from b to c", two, err)
	}
	if _, _, err := measure.WeightedDistance(two, []measure.Demand{{0, 1, -2}}, nil); err == nil || !strings.HasSuffix(err.Error(), ": weight -2 from a to b: want at least 0") {
		t.Errorf("%v: error %v, want one about the weight", two, err)
	}
	stop := errors.New("stop")
	if _, _, err := measure.WeightedDistance(two, []measure.Demand{{0, 1, 2}}, func(int, int) error { return stop }); err != stop {
		t.Errorf("%v: error %v, want %v", two, err, stop)
	}
}

func TestAllPairsStops(t *testing.T) {
	stop := errors.New("stop")
	for _, call := range []string{"kary_ntree(k=2, n=6)", "ring(n=1000)", "hypercube(n=11)"} {
		declared, undeclared := member(t, call)
		for _, net := range []*topology.Network{declared, undeclared} {
			for _, after := range []int{1, 2, 7} {
				calls := 0
				progress := func(done, total int) error {
					if calls++; done < 0 || done > total || total < 1 {
						t.Errorf("%v: progress %d of %d", net, done, total)
					}
					if calls == after {
						return stop
					}
					return nil
				}
				_, err := measure.AllPairs(net, measure.All, progress)
				if calls > after || (err == stop) != (calls == after) || calls < after && net == undeclared {
					t.Errorf("%v: error %v after %d calls, want %v after %d", net, err, calls, stop, after)
				}
			}
			if _, err := measure.DistanceMatrix(net, measure.All, func(int, int) error { return stop }); err != stop && net.Order() <= measure.MaxMatrix {
				t.Errorf("%v: error %v, want %v", net, err, stop)
			}
		}
	}
}

// TestAllPairsCost measures a network so long that only its orbits make it possible.
func TestAllPairsCost(t *testing.T) {
	declared, undeclared := member(t, "ring(n=1000003)")
	pairs, err := measure.AllPairs(declared, measure.All, nil)
	if sum, _ := pairs.Total(false); err != nil || pairs.Diameter() != 500_001 || sum != 2*1_000_003*(500_001*500_002/2) {
		t.Errorf("%v: diameter %d, distances add up to %d, error %v", declared, pairs.Diameter(), sum, err)
	}
	want := "distances between all nodes of ring(n=1000003): takes about 6e12 steps, want at most 1e11: fewer nodes, nodes in few declared orbits, or the distances from one node would do"
	if _, err := measure.AllPairs(undeclared, measure.All, nil); err == nil || err.Error() != want {
		t.Errorf("%v: error %v, want %s", undeclared, err, want)
	}
}
