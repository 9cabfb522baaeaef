package measure_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// jacobi returns the eigenvalues of a symmetric matrix in increasing order, by turning pairs of axes: another way than that of the package.
func jacobi(a [][]float64) []float64 {
	n := len(a)
	for range 60 {
		off := 0.0
		for i := range n {
			for j := range i {
				off += a[i][j] * a[i][j]
				if math.Abs(a[i][j]) < 1e-300 {
					continue
				}
				theta := (a[j][j] - a[i][i]) / (2 * a[i][j])
				t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
				if theta < 0 {
					t = -t
				}
				c := 1 / math.Sqrt(t*t+1)
				s := t * c
				for k := range n {
					x, y := a[k][i], a[k][j]
					a[k][i], a[k][j] = c*x-s*y, s*x+c*y
				}
				for k := range n {
					x, y := a[i][k], a[j][k]
					a[i][k], a[j][k] = c*x-s*y, s*x+c*y
				}
			}
		}
		if off < 1e-26 {
			break
		}
	}
	values := make([]float64, n)
	for i := range n {
		values[i] = a[i][i]
	}
	slices.Sort(values)
	return values
}

// matrices returns the Laplacian and the adjacency matrix of a network.
func matrices(net *topology.Network) (laplacian, adjacency [][]float64) {
	for u := range topology.Node(net.Order()) {
		l, a := make([]float64, net.Order()), make([]float64, net.Order())
		for _, v := range net.Neighbors(u) {
			l[u]++
			l[v]--
			a[v]++
		}
		laplacian, adjacency = append(laplacian, l), append(adjacency, a)
	}
	return laplacian, adjacency
}

// multigraph returns a connected graph with parallel links.
func multigraph(t *testing.T, nodes, more int, seed uint64) *topology.Network {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 7))
	var names []string
	var links [][2]string
	for u := range nodes {
		names = append(names, fmt.Sprint(u))
		if u > 0 {
			links = append(links, [2]string{names[u], names[random.IntN(u)]})
		}
	}
	for range more {
		if u, v := random.IntN(nodes), random.IntN(nodes); u != v {
			links = append(links, [2]string{names[u], names[v]})
		}
	}
	return networktest.Build(t)(topology.NewGraph(names, links, topology.WithParallelLinks()))
}

func isRegular(net *topology.Network) bool {
	for u := range topology.Node(net.Order()) {
		if net.Degree(u) != net.Degree(0) {
			return false
		}
	}
	return true
}

// near reports whether two numbers agree to eight digits.
func near(got, want float64) bool { return math.Abs(got-want) <= 1e-8*(1+math.Abs(want)) }

// TestSpectrum compares eigenvalues with those of dense matrices, and with the known ones of large networks.
func TestSpectrum(t *testing.T) {
	var nets []*topology.Network
	for _, call := range []string{"hypercube(n=4)", "torus(k=5, n=2)", "complete(n=2)", "complete(n=7)", "ring(n=31)", "ccc(n=3)", "mikant(k=2, n=3)", "mesh(k=7, n=2)", "kary_ntree(k=3, n=2)", "swapped_dragonfly(K=3, M=4, xor=False)"} {
		nets = append(nets, networktest.Member(t, call))
	}
	for seed := range uint64(6) {
		nets = append(nets, multigraph(t, 12+7*int(seed), 30, seed))
	}
	nets = append(nets, networktest.Build(t)(topology.NewGraph([]string{"a", "b", "c"}, [][2]string{{"a", "b"}})))
	for _, net := range nets {
		l, a := matrices(net)
		laplacian, adjacency := jacobi(l), jacobi(a)
		got, err := measure.AlgebraicConnectivity(net, nil)
		if err != nil || !near(got, laplacian[1]) {
			t.Errorf("%v: algebraic connectivity %v, %v, want %v", net, got, err, laplacian[1])
		}
		s, err := measure.RegularSpectrum(net, nil)
		if regular := isRegular(net); regular != (err == nil) {
			t.Errorf("%v: %v, want a spectrum: %t", net, err, regular)
		} else if n := net.Order(); regular && (!near(s.Second, adjacency[n-2]) || !near(s.Least, adjacency[0])) {
			t.Errorf("%v: second eigenvalue %v and least %v, want %v and %v", net, s.Second, s.Least, adjacency[n-2], adjacency[0])
		}
	}
	for _, tt := range []struct {
		call string
		want float64
	}{
		{"hypercube(n=12)", 2},
		{"torus(k=16, n=3)", 2 - 2*math.Cos(2*math.Pi/16)},
		{"ring(n=2000)", 2 - 2*math.Cos(2*math.Pi/2000)},
		{"complete(n=1000)", 1000},
		{"mesh(k=40, n=2)", 2 - 2*math.Cos(math.Pi/40)},
	} {
		net := networktest.Member(t, tt.call)
		got, err := measure.AlgebraicConnectivity(net, nil)
		if err != nil || !near(got, tt.want) {
			t.Errorf("%v: algebraic connectivity %v, %v, want %v", net, got, err, tt.want)
		}
	}
}

// TestGirth compares girths with those found by taking away each link and asking for the distance of its ends.
func TestGirth(t *testing.T) {
	var nets []*topology.Network
	for _, call := range []string{"hypercube(n=4)", "torus(k=5, n=2)", "torus(k=3, n=2)", "complete(n=2)", "complete(n=5)", "ring(n=31)", "ccc(n=3)", "mikant(k=2, n=3)", "kary_ntree(k=2, n=1)", "kary_ntree(k=2, n=3)", "swapped_dragonfly(K=3, M=4, xor=False)", "kyklos(version=2, m=2, r=2, n=3)"} {
		nets = append(nets, networktest.Member(t, call))
	}
	for seed := range uint64(20) {
		nets = append(nets, multigraph(t, 10+int(seed), int(seed)/2, seed))
	}
	for _, net := range nets {
		want := 0
		for c := range topology.Channel(2 * net.Size()) {
			if c > net.Twin(c) {
				continue
			}
			rest, err := topology.Without(net, nil, []topology.Channel{c})
			if err != nil {
				t.Fatal(err)
			}
			if d := int(measure.Distances(rest, net.Tail(c))[net.Head(c)]) + 1; d > 0 && (want == 0 || d < want) {
				want = d
			}
		}
		got, cycle, err := measure.Girth(net, nil)
		if err != nil || got != want || len(cycle) != want {
			t.Errorf("%v: girth %d with the cycle %v, %v, want %d", net, got, cycle, err, want)
			continue
		}
		for i, u := range cycle {
			if _, ok := net.ChannelBetween(u, cycle[(i+1)%len(cycle)]); !ok || slices.Contains(cycle[:i], u) {
				t.Errorf("%v: %v is no cycle", net, cycle)
			}
		}
	}
}

// TestSpectralBound checks bounds of bisections of networks of more than 400 nodes by what is known of these, with processors at some nodes only too.
func TestSpectralBound(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while as WebAssembly")
	}
	for _, tt := range []struct {
		call     string
		bisected int // links
	}{{"hypercube(n=9)", 256}, {"torus(k=8, n=3)", 128}, {"complete(n=421)", 211 * 210}, {"kary_ntree(k=5, n=3)", 0}} {
		net := networktest.Member(t, tt.call)
		bounds, err := measure.Bisection(net, nil)
		if err != nil || bounds.Lower > bounds.Cut.Links || tt.bisected > 0 && (bounds.Lower > tt.bisected || bounds.Cut.Links < tt.bisected) {
			t.Errorf("%v: %d to %d links by %s, %v, want %d", net, bounds.Lower, bounds.Cut.Links, bounds.LowerBy, err, tt.bisected)
		}
	}
	// The bound of a random regular network by its load is far below that by its eigenvalue.
	net := networktest.Member(t, "random_regular(n=600, d=8, seed=1)")
	bounds, err := measure.Bisection(net, nil)
	if err != nil || bounds.LowerBy != measure.ByEigenvalue || bounds.Lower < 380 || bounds.Lower > bounds.Cut.Links {
		t.Errorf("%v: %d to %d links by %s, %v, want a bound by eigenvalue", net, bounds.Lower, bounds.Cut.Links, bounds.LowerBy, err)
	}
}
