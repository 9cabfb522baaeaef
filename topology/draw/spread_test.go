package draw_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// listed returns the network of links between nodes 0 to n-1, as a file lists them.
func listed(n int, links ...[2]int) *topology.Network {
	names, ends, seen := make([]string, n), make([][2]string, len(links)), map[[2]int]bool{}
	for u := range names {
		names[u] = strconv.Itoa(u)
	}
	var options []topology.GraphOption
	for i, link := range links {
		ends[i] = [2]string{names[link[0]], names[link[1]]}
		if seen[link] {
			options = []topology.GraphOption{topology.WithParallelLinks()}
		}
		seen[link] = true
	}
	return must(topology.NewGraph(names, ends, options...))
}

// shuffled returns a network with the links of net and without its family: the names of nodes say nothing.
func shuffled(net *topology.Network) *topology.Network {
	names := rand.New(rand.NewPCG(1, 2)).Perm(net.Order())
	var links [][2]int
	for c := range topology.Channel(2 * net.Size()) {
		if u, v := net.Tail(c), net.Head(c); u < v {
			links = append(links, [2]int{names[u], names[v]})
		}
	}
	return listed(net.Order(), links...)
}

// middles returns where the nodes of net are drawn.
func middles(t *testing.T, net *topology.Network) []spot {
	t.Helper()
	svg, err := draw.Network(net, draw.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	boxes, _, _ := shapes(t, svg)
	at := make([]spot, net.Order())
	for u := range at {
		b := boxes[net.Address(topology.Node(u))]
		at[u] = spot{(b.left + b.right) / 2, (b.top + b.bottom) / 2}
	}
	return at
}

// hopsOf returns the hops between all nodes of a connected network by the method of Floyd and Warshall.
func hopsOf(net *topology.Network) [][]float64 {
	n := net.Order()
	hops := make([][]float64, n)
	for u := range hops {
		hops[u] = make([]float64, n)
		for v := range hops[u] {
			if hops[u][v] = math.Inf(1); u == v {
				hops[u][v] = 0
			}
		}
		for _, v := range net.Neighbors(topology.Node(u)) {
			hops[u][v] = 1
		}
	}
	for k := range hops {
		for u := range hops {
			for v := range hops {
				hops[u][v] = min(hops[u][v], hops[u][k]+hops[k][v])
			}
		}
	}
	return hops
}

// stressOf returns the mean over the pairs of nodes of the squared part by which their distance is wrong, at the scale at which that is least.
func stressOf(at []spot, hops [][]float64) float64 {
	sum, squares, pairs := 0.0, 0.0, 0.0
	for u := range at {
		for v := range u {
			part := math.Hypot(at[u].x-at[v].x, at[u].y-at[v].y) / hops[u][v]
			sum, squares, pairs = sum+part, squares+part*part, pairs+1
		}
	}
	return 1 - sum*sum/squares/pairs
}

// spectral returns the places that the two eigenvectors after the first of the Laplacian give.
func spectral(net *topology.Network) []spot {
	n := net.Order()
	most := 0.0
	for u := range n {
		most = max(most, 2*float64(net.Degree(topology.Node(u))))
	}
	at := make([]spot, n)
	random := rand.New(rand.NewPCG(3, 4))
	var found [][]float64
	for axis := range 2 {
		x := make([]float64, n)
		for u := range x {
			x[u] = random.Float64()
		}
		for range 3000 {
			next, mean, length := make([]float64, n), 0.0, 0.0
			for u := range x {
				next[u] = (most - float64(net.Degree(topology.Node(u)))) * x[u]
				for _, v := range net.Neighbors(topology.Node(u)) {
					next[u] += x[v]
				}
				mean += next[u] / float64(n)
			}
			for _, other := range found {
				along := 0.0
				for u := range next {
					along += next[u] * other[u]
				}
				for u := range next {
					next[u] -= along * other[u]
				}
			}
			for u := range next {
				next[u] -= mean
				length += next[u] * next[u]
			}
			for u := range next {
				next[u] /= math.Sqrt(length)
			}
			x = next
		}
		found = append(found, x)
		for u := range at {
			if axis == 0 {
				at[u].x = x[u]
			} else {
				at[u].y = x[u]
			}
		}
	}
	return at
}

// crossings returns how many pairs of links without a common end cross.
func crossings(net *topology.Network, at []spot) (count int) {
	side := func(a, b, c spot) bool { return (b.x-a.x)*(c.y-a.y)-(b.y-a.y)*(c.x-a.x) > 0 }
	var links [][2]topology.Node
	for c := range topology.Channel(2 * net.Size()) {
		if u, v := net.Tail(c), net.Head(c); u < v {
			for _, link := range links {
				p, q, a, b := at[u], at[v], at[link[0]], at[link[1]]
				if u != link[0] && u != link[1] && v != link[0] && v != link[1] && side(p, q, a) != side(p, q, b) && side(a, b, p) != side(a, b, q) {
					count++
				}
			}
			links = append(links, [2]topology.Node{u, v})
		}
	}
	return count
}

// The distances of nodes in a drawing are more like hops than those of a circle, and of the usual layout by eigenvectors, and crossings are fewer than on a circle.
func TestSpreadStress(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		most float64 // stress
	}{
		{must(family.NewMesh(6, 2)), 0.03}, {must(family.NewMesh(14, 2)), 0.02}, {must(family.NewMesh(4, 3)), 0.1}, {must(family.NewTorus(8, 2)), 0.15}, {must(family.NewHypercube(4)), 0.14},
		{must(family.NewMaryTree(3, 3)), 0.1}, {must(family.NewMaryTree(2, 6)), 0.1}, {must(family.NewKaryNTree(4, 2)), 0.1}, {must(family.NewCCC(5)), 0.15}, {must(family.NewMesh(20, 2)), 0.02},
		{must(family.NewRandomRegular(50, 3, 1)), 0.1}, {must(family.NewRandomRegular(400, 4, 1)), 0.19}, {must(family.NewXTree(7, 0)), 0.1},
	} {
		net := shuffled(tt.net)
		hops, n := hopsOf(net), net.Order()
		circle := make([]spot, n)
		for u := range circle {
			circle[u].x, circle[u].y = math.Sincos(2 * math.Pi * float64(u) / float64(n))
		}
		at := middles(t, net)
		got, onCircle, bySpectrum := stressOf(at, hops), stressOf(circle, hops), stressOf(spectral(net), hops)
		if got > tt.most || got > 0.7*onCircle || got > 1.01*bySpectrum {
			t.Errorf("%v: stress is %.3f, want at most %v, less than that of a circle, %.3f, and of a spectral layout, %.3f", tt.net, got, tt.most, onCircle, bySpectrum)
		}
		if drawn, before := crossings(net, at), crossings(net, circle); drawn > before*2/3 {
			t.Errorf("%v: %d pairs of links cross, want fewer than the %d on a circle", tt.net, drawn, before)
		}
	}
}

// Small networks look as they are drawn in books.
func TestSpreadKnown(t *testing.T) {
	for _, side := range []int{3, 6, 12} { // a grid unfolds
		net := shuffled(must(family.NewMesh(side, 2)))
		if n := crossings(net, middles(t, net)); n > 0 {
			t.Errorf("a grid of %d × %d: %d pairs of links cross, want none", side, side, n)
		}
	}
	for _, net := range []*topology.Network{shuffled(must(family.NewMaryTree(2, 3))), listed(6, [2]int{0, 1}, [2]int{0, 2}, [2]int{0, 3}, [2]int{0, 4}, [2]int{0, 5})} {
		if n := crossings(net, middles(t, net)); n > 0 {
			t.Errorf("%v: %d pairs of links of a tree cross, want none", net, n)
		}
	}
	path := middles(t, shuffled(must(family.NewMesh(17, 1))))
	for u, p := range path { // a path is straight, and lies
		if math.Abs(p.y-path[0].y) > 0.5 {
			t.Errorf("a path: node %d is at height %.2f, want that of node 0, %.2f", u, p.y, path[0].y)
		}
	}
	for _, n := range []int{5, 12, 40} { // a ring is round, alone and beside another
		ring := make([][2]int, n)
		for i := range ring {
			ring[i] = [2]int{i, (i + 1) % n}
		}
		for _, at := range [][]spot{middles(t, shuffled(listed(n, ring...))), middles(t, listed(n+3, append(ring, [2]int{n, n + 1}, [2]int{n + 1, n + 2})...))} {
			middle, least, most := spot{}, math.Inf(1), 0.0
			for _, p := range at[:n] {
				middle = spot{middle.x + p.x/float64(n), middle.y + p.y/float64(n)}
			}
			for _, p := range at[:n] {
				r := math.Hypot(p.x-middle.x, p.y-middle.y)
				least, most = min(least, r), max(most, r)
			}
			if least < 0.95*most {
				t.Errorf("a ring of %d nodes: they are %.1f to %.1f from the middle, want one distance", n, least, most)
			}
		}
	}
	var links [][2]int
	for u := range 4 {
		for v := range 4 {
			links = append(links, [2]int{u, 4 + v})
		}
	}
	if net := listed(8, links...); crossings(net, middles(t, net)) > 12 { // 4 are the fewest; in two rows there are 36
		t.Errorf("K4,4: %d pairs of links cross, want at most 12", crossings(net, middles(t, net)))
	}
}

// Networks that layouts stumble upon are drawn like others: nodes apart, lines at their ends, all within the drawing.
func TestSpreadUgly(t *testing.T) {
	var star, comb, pairs, twins [][2]int
	for i := 1; i < 300; i++ {
		star = append(star, [2]int{0, i})
		comb = append(comb, [2]int{i - 1, i}, [2]int{i, 299 + i})
		pairs = append(pairs, [2]int{2 * i, 2*i + 1})
		twins = append(twins, [2]int{0, i + 1}, [2]int{1, i + 1})
	}
	for _, net := range []*topology.Network{
		listed(1), listed(2), listed(2, [2]int{0, 1}), listed(7), listed(1300), listed(300, star...), listed(30, star[:29]...), listed(599, comb...), listed(600, pairs...), listed(301, twins...),
		listed(12, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 0}, [2]int{4, 5}),
		shuffled(must(family.NewTorus(34, 2))), shuffled(must(family.NewComplete(30))), must(family.NewRandomRegular(1200, 4, 1)), shuffled(must(family.NewMesh(1200, 1))),
	} {
		checkDrawing(t, net)
	}
}

// Each of several links between the same nodes has a line of its own.
func TestSpreadParallel(t *testing.T) {
	for _, net := range []*topology.Network{
		listed(2, [2]int{0, 1}, [2]int{0, 1}), listed(4, [2]int{0, 1}, [2]int{0, 1}, [2]int{0, 1}, [2]int{1, 2}, [2]int{2, 3}, [2]int{2, 3}),
	} {
		svg, err := draw.Network(net, draw.Defaults())
		if err != nil {
			t.Fatal(err)
		}
		lines := map[string]bool{}
		for _, link := range strings.Split(svg, `data-link=`)[1:] {
			_, d, _ := strings.Cut(link, ` d="`)
			d, _, _ = strings.Cut(d, `"`)
			lines[d] = true
		}
		if len(lines) != net.Size() {
			t.Errorf("%v: %d lines for %d links, want one for each: %v", net, len(lines), net.Size(), lines)
		}
	}
}

// BenchmarkSpread draws the largest networks without a family.
func BenchmarkSpread(b *testing.B) {
	for _, net := range []*topology.Network{
		must(family.NewRandomRegular(1200, 4, 1)), must(family.NewRandomRegular(160, 30, 1)), must(family.NewRandomRegular(316, 8, 1)), shuffled(must(family.NewTorus(34, 2))), shuffled(must(family.NewMaryTree(3, 6))), listed(1300),
	} {
		b.Run(fmt.Sprintf("%d-%d", net.Order(), net.Size()), func(b *testing.B) {
			for range b.N {
				if _, err := draw.Network(net, draw.Defaults()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The layout of any network is the same to the last digit in a terminal and in a browser: make wasm runs this too. The largest has fewer
// pivots than nodes.
func TestSpreadGolden(t *testing.T) {
	mesh := shuffled(must(family.NewMesh(5, 2)))
	grouped := draw.Defaults()
	groups := make([]int, mesh.Order())
	for u := range groups {
		groups[u] = u%3 - 1
	}
	grouped.SetGroups(groups, []string{"one", "other"})
	drawn := func(net *topology.Network, o draw.Options) string {
		svg, err := draw.Network(net, o)
		if err != nil {
			t.Fatal(err)
		}
		return svg
	}
	golden(t, "spread", drawn(mesh, draw.Defaults()))
	golden(t, "spread-groups", drawn(mesh, grouped))
	golden(t, "spread-parts", drawn(listed(9, [2]int{0, 3}, [2]int{3, 7}, [2]int{7, 0}, [2]int{1, 2}, [2]int{2, 8}, [2]int{8, 4}, [2]int{4, 5}), draw.Defaults()))
	large := drawn(shuffled(must(family.NewKaryNTree(4, 4))), draw.Defaults())
	const want = "7a66e395739a2092f4f5238a813cc678e4b228995b90d1c8250b4cba1ab7e155"
	if got := fmt.Sprintf("%x", sha256.Sum256([]byte(large))); got != want {
		t.Errorf("the drawing of a shuffled 4-ary 4-tree has the hash %s, want %s", got, want)
	}
}
