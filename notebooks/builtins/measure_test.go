package builtins

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// A small is a graph of up to 7 nodes as a matrix, for answers that are slow and obvious.
type small struct {
	n    int
	link [7][7]bool
}

func randomSmall(r *rand.Rand) small {
	g := small{n: 2 + r.IntN(6)}
	for a := range g.n {
		for b := range a {
			linked := r.IntN(3) > 0
			g.link[a][b], g.link[b][a] = linked, linked
		}
	}
	return g
}

func (g small) String() string {
	var nodes, links []string
	for a := range g.n {
		nodes = append(nodes, fmt.Sprintf("%d", a))
		for b := range a {
			if g.link[a][b] {
				links = append(links, fmt.Sprintf("(%d, %d)", a, b))
			}
		}
	}
	return "graph([" + strings.Join(nodes, ", ") + "], [" + strings.Join(links, ", ") + "])"
}

const far = 1 << 20

// distances is Floyd and Warshall's.
func (g small) distances() (d [7][7]int) {
	for a := range g.n {
		for b := range g.n {
			if d[a][b] = far; a == b {
				d[a][b] = 0
			} else if g.link[a][b] {
				d[a][b] = 1
			}
		}
	}
	for m := range g.n {
		for a := range g.n {
			for b := range g.n {
				d[a][b] = min(d[a][b], d[a][m]+d[m][b])
			}
		}
	}
	return d
}

// paths counts the walks of so many hops, as shortest paths are the only walks of their length.
func (g small) paths(a, b, hops int) int {
	if hops == 0 {
		if a == b {
			return 1
		}
		return 0
	}
	n := 0
	for m := range g.n {
		if g.link[a][m] {
			n += g.paths(m, b, hops-1)
		}
	}
	return n
}

// bisection tries all halves.
func (g small) bisection() int {
	least := far
	for half := range uint(1) << g.n {
		if bits.OnesCount(half) != g.n/2 {
			continue
		}
		cut := 0
		for a := range g.n {
			for b := range a {
				if g.link[a][b] && half>>a&1 != half>>b&1 {
					cut++
				}
			}
		}
		least = min(least, cut)
	}
	return least
}

// TestMeasuresOfSmallGraphs compares builtins with the obvious answers on random graphs.
func TestMeasuresOfSmallGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 60 {
		g := randomSmall(r)
		d := g.distances()
		size, diameter, total, connected := 0, 0, 0, true
		var histogram [7]int
		for a := range g.n {
			for b := range g.n {
				if g.link[a][b] {
					size++
				}
				if d[a][b] >= far {
					connected = false
					continue
				}
				diameter = max(diameter, d[a][b])
				total += d[a][b]
				if a != b {
					histogram[d[a][b]]++
				}
			}
		}
		check := func(call, want string) {
			t.Helper()
			if got := evalText(strings.Replace(call, "G", g.String(), 1)); got != want {
				t.Errorf("%s of %v: got %s, want %s", call, g, got, want)
			}
		}
		check("order(G)", fmt.Sprint(g.n))
		check("size(G)", fmt.Sprint(size/2))
		check("bisection(G)", fmt.Sprint(g.bisection()))
		if connected {
			check("diameter(G)", fmt.Sprint(diameter))
			check("total_distance(G)", fmt.Sprint(total))
			check("average_distance(G, self_pairs=True)", dialect.FormatFloat(float64(total)/float64(g.n*g.n)))
			check("distance_distribution(G)", "["+strings.Trim(strings.ReplaceAll(fmt.Sprint(histogram[:diameter+1]), " ", ", "), "[]")+"]")
			check("len(components(G))", "1")
			check("count_minimal_paths(G, 0, 1)", fmt.Sprint(g.paths(0, 1, d[0][1])))
			check("len(minimal_paths(G, 0, 1, limit=10000))", fmt.Sprint(g.paths(0, 1, d[0][1])))
			check("route(G, 1, 0, seed=3).hops", fmt.Sprint(d[0][1]))
		}
	}
}

// TestVerifyStops checks that verify asks at every case whether to go on.
func TestVerifyStops(t *testing.T) {
	doc := &engine.Document{Cells: []engine.Cell{{ID: "a", Source: `verify("a", lambda k: distance_distribution(hypercube(9)) != [], range(1 << 19))`}}}
	k := engine.New(doc, All())
	var last engine.Result
	stop := fmt.Errorf("stopped")
	err := k.Run(engine.RunOptions{Emit: func(r engine.Result) { last = r }, Pause: func(engine.Progress) error { return stop }})
	if last.State != engine.Stopped {
		t.Errorf("got state %v (error %v), want stopped", last.State, err)
	}
}
