package builtins

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"topobook/notebooks/dialect"
)

// TestDistancesOfSmallGraphs compares builtins with Floyd and Warshall's distances on random graphs,
// connected or not.
func TestDistancesOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for range 60 {
		g := randomSmall(r)
		d := g.distances()
		check := func(call, want string) {
			t.Helper()
			if got := evalText(strings.Replace(call, "G", g.String(), 1)); got != want {
				t.Errorf("%s of %v: got %s, want %s", call, g, got, want)
			}
		}
		sum, pairs, missing, diameter := 0, 0, 0, 0
		radius := far
		var hops [7]int
		for a := range g.n {
			total, reached := 0, 0
			for b := range g.n {
				if d[a][b] >= far {
					missing++
					continue
				}
				total += d[a][b]
				if a != b {
					reached++
				}
				hops[a] = max(hops[a], d[a][b])
			}
			check(fmt.Sprintf("total_distance(G, reachable=True, source=%d)", a), fmt.Sprint(total))
			check(fmt.Sprintf("sum(distance_distribution(G, source=%d))", a), fmt.Sprint(reached))
			check(fmt.Sprintf("eccentricity(G, %d, reachable=True)", a), fmt.Sprint(hops[a]))
			sum, pairs = sum+total, pairs+reached
			diameter, radius = max(diameter, hops[a]), min(radius, hops[a])
		}
		check("unreachable_pairs(G)", fmt.Sprint(missing))
		check("diameter(G, reachable=True)", fmt.Sprint(diameter))
		check("radius(G, reachable=True)", fmt.Sprint(radius))
		if pairs > 0 {
			mean := big.NewRat(int64(sum), int64(pairs))
			check("average_distance(G, reachable=True, exact=True)", fmt.Sprintf("(%v, %v)", mean.Num(), mean.Denom()))
			check("average_distance(G, reachable=True)", dialect.FormatFloat(float64(sum)/float64(pairs)))
		}
		var all, center []string
		for a := range g.n {
			all = append(all, fmt.Sprintf(`"%d": %d`, a, hops[a]))
			if hops[a] == radius {
				center = append(center, fmt.Sprintf(`"%d"`, a))
			}
		}
		check("eccentricities(G, reachable=True)", "{"+strings.Join(all, ", ")+"}")
		check("center(G, reachable=True)", "["+strings.Join(center, ", ")+"]")
		if missing > 0 {
			for _, builtin := range []string{"diameter", "average_distance", "total_distance", "eccentricities", "radius", "center"} {
				check(builtin+"(G)", fmt.Sprintf("error: %s: %d ordered pairs of nodes have no path, want a connected network, or reachable=True to leave them out", builtin, missing))
			}
		}
	}
}

// TestWeightedDistanceOfSmallGraphs compares it with a sum over all pairs.
func TestWeightedDistanceOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for range 40 {
		g := randomSmall(r)
		d := g.distances()
		var demands []string
		sum, weights, broken := 0, 0, false
		for range 1 + r.IntN(9) {
			a, b, w := r.IntN(g.n), r.IntN(g.n), 1+r.IntN(5)
			if a == b {
				continue
			}
			demands = append(demands, fmt.Sprintf(`("%d", "%d", %d)`, a, b, w))
			sum, weights, broken = sum+w*d[a][b], weights+w, broken || d[a][b] >= far
		}
		call := fmt.Sprintf("weighted_distance(%v, [%s])", g, strings.Join(demands, ", "))
		got := evalText(call)
		switch {
		case weights == 0 || broken:
			if !strings.HasPrefix(got, "error: weighted_distance: ") {
				t.Errorf("%s: got %s, want an error", call, got)
			}
		case got != dialect.FormatFloat(float64(sum)/float64(weights)):
			t.Errorf("%s: got %s, want %d/%d", call, got, sum, weights)
		}
	}
}

func TestDistanceErrors(t *testing.T) {
	for _, tt := range []struct{ call, want string }{
		{`eccentricity(graph("abc".elems(), [("a", "b")]), "c")`, `eccentricity: 2 ordered pairs of nodes have no path, want a connected network, or reachable=True to leave them out`},
		{`average_distance(ring(4), source="7")`, `average_distance: for parameter source: ring(n=4): address "7": want 0 to 3`},
		{`eccentricities(ring(100000))`, `eccentricities: ring(n=100000): has 100000 nodes, want at most 65536: radius(t), center(t) or eccentricity(t, a) would do`},
		{`weighted_distance(ring(4), [])`, `weighted_distance: for parameter weights: got no message, want at least one with a weight above 0`},
		{`weighted_distance(ring(4), 5)`, `weighted_distance: for parameter weights: got int, want `},
		{`weighted_distance(graph("abc".elems(), [("a", "b")]), [("a", "b", 1), ("b", "c", 1)])`,
			`weighted_distance: graph(nodes=["a", "b", "c"], links=[("a", "b")]): no path from b to c`},
	} {
		if got := evalText(tt.call); !strings.HasPrefix(got, "error: "+tt.want) {
			t.Errorf("%s: got %s, want %s", tt.call, got, tt.want)
		}
	}
	// By its orbits, a network far too large to search from every node.
	if got := evalText(`diameter(ring(1000003)), average_distance(ring(1000003), exact=True), radius(ring(1000003))`); got != `(500001, (250001, 1), 500001)` {
		t.Errorf("a long ring: got %s", got)
	}
}
