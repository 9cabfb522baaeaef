package measure_test

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
	"topobook/topology/route"
)

// randomGraph returns a graph of n nodes in which each two are linked with the given chance in 100.
func randomGraph(t testing.TB, rnd *rand.Rand, n, chance int) *topology.Network {
	t.Helper()
	var nodes []string
	var links [][2]string
	for u := range n {
		nodes = append(nodes, fmt.Sprint(u))
		for v := range u {
			if rnd.IntN(100) < chance {
				links = append(links, [2]string{fmt.Sprint(u), fmt.Sprint(v)})
			}
		}
	}
	return networktest.Build(t)(topology.NewGraph(nodes, links))
}

// randomPart returns what is left of a network at random: it has nodes of all degrees.
func randomPart(t testing.TB, rnd *rand.Rand, whole *topology.Network, most int) *topology.Network {
	t.Helper()
	keep := []topology.Node{0, 1, 2}
	for u := 3; u < whole.Order() && len(keep) < most; u++ {
		if rnd.IntN(3) > 0 {
			keep = append(keep, topology.Node(u))
		}
	}
	part, err := topology.Induced(whole, keep)
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// uglyNetworks returns small networks of all sorts, of at most so many nodes.
func uglyNetworks(t testing.TB, rnd *rand.Rand, most int) []*topology.Network {
	t.Helper()
	var nets []*topology.Network
	for n := 1; n <= most; n++ {
		for _, chance := range []int{25, 40, 60, 80, 100} {
			nets = append(nets, randomGraph(t, rnd, n, chance))
		}
	}
	for _, f := range family.All() {
		def, err := f.New(f.Example)
		if err != nil {
			t.Fatal(err)
		}
		if def.Order() > 1000 || def.Order() < 3 {
			continue
		}
		whole := networktest.Build(t)(def, nil)
		for range 4 {
			nets = append(nets, randomPart(t, rnd, whole, most))
		}
	}
	for range 10 {
		nets = append(nets, randomPart(t, rnd, kary(t, 2, 3), most), randomPart(t, rnd, kary(t, 3, 2), most))
	}
	return nets
}

// without returns the distances of net by Floyd and Warshall's algorithm if the nodes or links of a
// bit set are lost, and far for a pair that has no path or lost a node.
func without(net *topology.Network, links []topology.Link, of measure.Parts, lost int) [][]int {
	n := net.Order()
	d := make([][]int, n)
	isLost := func(u int) bool { return of == measure.Nodes && lost>>u&1 == 1 }
	for u := range d {
		d[u] = slices.Repeat([]int{far}, n)
		if !isLost(u) {
			d[u][u] = 0
		}
	}
	for i, link := range links {
		if u, v := int(link.A), int(link.B); !isLost(u) && !isLost(v) && (of == measure.Nodes || lost>>i&1 == 0) {
			d[u][v], d[v][u] = 1, 1
		}
	}
	for m := range n {
		for u := range n {
			for v := range n {
				d[u][v] = min(d[u][v], d[u][m]+d[m][v])
			}
		}
	}
	return d
}

const far = 1 << 20

// lostBits returns a loss as a bit set of nodes or of links.
func lostBits(net *topology.Network, links []topology.Link, loss measure.Loss) (lost int) {
	for _, u := range loss.Nodes {
		lost |= 1 << u
	}
	for _, c := range loss.Links {
		for i, link := range links {
			if u, port := net.Tail(c), net.Port(c); link.A == u && link.PortA == port || link.B == u && link.PortB == port {
				lost |= 1 << i
			}
		}
	}
	return lost
}

// cutByForce returns the fewest parts whose loss leaves the two nodes without a path, far if none.
func cutByForce(net *topology.Network, links []topology.Link, of measure.Parts) [][]int {
	n, parts := net.Order(), net.Order()
	if of == measure.Links {
		parts = len(links)
	}
	least := make([][]int, n)
	for u := range least {
		least[u] = slices.Repeat([]int{far}, n)
	}
	for lost := range 1 << parts {
		d := without(net, links, of, lost)
		for u := range n {
			for v := range n {
				if u != v && d[u][v] >= far && (of == measure.Links || lost>>u&1+lost>>v&1 == 0) {
					least[u][v] = min(least[u][v], bits.OnesCount(uint(lost)))
				}
			}
		}
	}
	return least
}

// TestConnectivityByForce compares cuts and disjoint paths with the loss of all sets of nodes, or of
// links, of small networks.
func TestConnectivityByForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, net := range append(uglyNetworks(t, rnd, 8), multigraphs(t, 7, 12)...) {
		links := slices.Collect(net.Links())
		for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
			if of == measure.Links && len(links) > 12 {
				continue
			}
			least := cutByForce(net, links, of)
			for _, among := range []measure.Among{measure.All, measure.Processors} {
				checkConnectivity(t, net, links, of, among, least)
			}
			for a := range topology.Node(net.Order()) {
				for b := range topology.Node(net.Order()) {
					checkPair(t, net, links, of, a, b, least[a][b])
				}
			}
		}
	}
}

func checkConnectivity(t *testing.T, net *topology.Network, links []topology.Link, of measure.Parts, among measure.Among, least [][]int) {
	t.Helper()
	nodes := net.Processors()
	if among == measure.All {
		nodes = nil
		for u := range topology.Node(net.Order()) {
			nodes = append(nodes, u)
		}
	}
	k, cut, err := measure.Connectivity(net, of, among, nil)
	if len(nodes) == 0 {
		if err == nil {
			t.Errorf("%v: connectivity %d among no processors, want an error", net, k)
		}
		return
	}
	want := far
	for _, u := range nodes {
		for _, v := range nodes {
			want = min(want, least[u][v])
		}
	}
	if want == far {
		if want = len(nodes) - 1; cut.Size() > 0 {
			t.Errorf("%v: cut %v, want none", net, cut)
		}
	} else {
		d := without(net, links, of, lostBits(net, links, cut))
		parted := false
		for _, u := range nodes {
			for _, v := range nodes {
				if u != v && d[u][v] >= far && d[u][u] == 0 && d[v][v] == 0 {
					parted = true
				}
			}
		}
		if cut.Size() != k || !parted {
			t.Errorf("%v: cut %v of %v among %v, want one of %d that parts the network", net, cut, of, among, k)
		}
	}
	if k != want || err != nil {
		t.Errorf("%v: connectivity of %v among %v: %d, %v, want %d", net, of, among, k, err, want)
	}
}

// checkPair checks a minimum cut, and Menger's theorem, for one pair of nodes.
func checkPair(t *testing.T, net *topology.Network, links []topology.Link, of measure.Parts, a, b topology.Node, want int) {
	t.Helper()
	cut, err := measure.MinimumCut(net, a, b, of, nil)
	paths, pathsErr := measure.DisjointPaths(net, a, b, of, nil)
	if a == b {
		if err == nil || pathsErr == nil {
			t.Errorf("%v: cut %v, paths %v from %d to itself, want errors", net, cut, paths, a)
		}
		return
	}
	if want < far && (err != nil || cut.Size() != want) {
		t.Errorf("%v: %d and %d are parted by %v, %v, want %d %v", net, a, b, cut, err, want, of)
	}
	if d := without(net, links, of, lostBits(net, links, cut)); want < far && (d[a][b] < far || d[a][a]+d[b][b] > 0) {
		t.Errorf("%v: %d and %d are not parted by %v", net, a, b, cut)
	}
	if want == far {
		if err == nil {
			t.Errorf("%v: linked nodes %d and %d are parted by %v", net, a, b, cut)
		}
		want = parallel(net, a, b) + len(disjointPart(t, net, a, b))
	}
	if pathsErr != nil || len(paths) != want {
		t.Errorf("%v: %d disjoint paths from %d to %d, %v, want %d", net, len(paths), a, b, pathsErr, want)
	}
	checkDisjoint(t, net, paths, of, a, b)
}

// disjointPart returns disjoint paths from a to b without the links between them.
func disjointPart(t *testing.T, net *topology.Network, a, b topology.Node) [][]topology.Channel {
	t.Helper()
	var nodes []string
	var links [][2]string
	for u := range net.Order() {
		nodes = append(nodes, fmt.Sprint(u))
	}
	for link := range net.Links() {
		if link.A+link.B != a+b || link.A != a && link.A != b {
			links = append(links, [2]string{fmt.Sprint(link.A), fmt.Sprint(link.B)})
		}
	}
	part := networktest.Build(t)(topology.NewGraph(nodes, links, topology.WithParallelLinks()))
	cut, err := measure.MinimumCut(part, a, b, measure.Nodes, nil)
	paths, pathsErr := measure.DisjointPaths(part, a, b, measure.Nodes, nil)
	if err != nil || pathsErr != nil || len(paths) != cut.Size() {
		t.Errorf("%v: %v, %v, %v, %v", part, cut, err, paths, pathsErr)
	}
	return paths
}

// checkDisjoint checks that paths lead from a to b, are sorted by length, and share nothing.
func checkDisjoint(t *testing.T, net *topology.Network, paths [][]topology.Channel, of measure.Parts, a, b topology.Node) {
	t.Helper()
	taken := make(map[int]bool)
	for i, channels := range paths {
		p := route.NewPath(net, a, channels)
		if err := p.Check(net); err != nil || p.Nodes[p.Hops()] != b || i > 0 && len(paths[i-1]) > p.Hops() {
			t.Errorf("%v: path %d of %v from %d to %d: %v", net, i, paths, a, b, err)
		}
		for i, c := range channels {
			part := int(min(c, net.Twin(c)))
			if of == measure.Nodes {
				part = int(net.Head(c))
			}
			if taken[part] && (of == measure.Links || i < len(channels)-1) {
				t.Errorf("%v: paths %v from %d to %d share %d", net, paths, a, b, part)
			}
			taken[part] = true
		}
	}
}

// TestConnectivityAllPairs compares with the smallest of all minimum cuts of pairs, on larger networks.
func TestConnectivityAllPairs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	var nets []*topology.Network
	for n := 10; n <= 30; n += 2 {
		for _, chance := range []int{15, 30, 70, 95} {
			nets = append(nets, randomGraph(t, rnd, n, chance))
		}
	}
	for _, f := range family.All() {
		if net := networktest.Build(t)(f.New(f.Example)); net.Order() <= 50 {
			nets = append(nets, net, randomPart(t, rnd, net, 40), randomPart(t, rnd, net, 40))
		}
	}
	for _, net := range nets {
		for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
			for _, among := range []measure.Among{measure.All, measure.Processors} {
				want, counted := far, 0
				for a := range topology.Node(net.Order()) {
					if among == measure.Processors && net.Kind(a) == topology.Switch {
						continue
					}
					counted++
					for b := range a {
						if among == measure.Processors && net.Kind(b) == topology.Switch {
							continue
						}
						if _, linked := net.ChannelBetween(a, b); linked && of == measure.Nodes {
							continue
						}
						cut, err := measure.MinimumCut(net, a, b, of, nil)
						if err != nil {
							t.Fatal(err)
						}
						want = min(want, cut.Size())
					}
				}
				if counted == 0 {
					continue
				}
				if got, cut, err := measure.Connectivity(net, of, among, nil); got != min(want, counted-1) && want == far || got != want && want < far || err != nil {
					t.Errorf("%v: connectivity of %v among %v: %d, %v, %v, want %d", net, of, among, got, cut, err, want)
				}
			}
		}
	}
}

// TestConnectivityKnown compares with what is known of larger networks.
func TestConnectivityKnown(t *testing.T) {
	graph := func(n int, links ...string) *topology.Network {
		var nodes []string
		var pairs [][2]string
		for u := range n {
			nodes = append(nodes, fmt.Sprint(u))
		}
		for _, link := range links {
			a, b, _ := strings.Cut(link, "-")
			pairs = append(pairs, [2]string{a, b})
		}
		return networktest.Build(t)(topology.NewGraph(nodes, pairs))
	}
	cube := func(n int) *topology.Network {
		return networktest.Build(t)(family.NewHypercube(n))
	}
	k40 := networktest.Build(t)(family.NewComplete(40))
	for _, tt := range []struct {
		net          *topology.Network
		among        measure.Among
		nodes, links int
	}{
		{cube(11), measure.All, 11, 11},
		{k40, measure.All, 39, 39},
		{networktest.Build(t)(family.NewRing(3000)), measure.All, 2, 2},
		{networktest.Build(t)(family.NewMaryTree(3, 5)), measure.All, 1, 1},
		{torus(t, 5, 3, true), measure.All, 6, 6},
		{torus(t, 4, 4, false), measure.All, 4, 4},
		{kary(t, 4, 3), measure.All, 1, 1},
		{kary(t, 4, 3), measure.Processors, 1, 1},
		{graph(5, "0-1", "1-2", "2-0", "2-3", "3-4", "4-2"), measure.All, 1, 2}, // a bow tie
		{graph(4, "0-1", "2-3"), measure.All, 0, 0},
		{graph(1), measure.All, 0, 0},
	} {
		for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
			want := tt.nodes
			if of == measure.Links {
				want = tt.links
			}
			if got, _, err := measure.Connectivity(tt.net, of, tt.among, nil); got != want || err != nil {
				t.Errorf("%v: connectivity of %v among %v: %d, %v, want %d", tt.net, of, tt.among, got, err, want)
			}
		}
	}
}

func TestConnectivityStops(t *testing.T) {
	net := networktest.Build(t)(family.NewHypercube(12))
	stop := errors.New("stop")
	progress := func(int, int) error { return stop }
	if _, _, err := measure.Connectivity(net, measure.Nodes, measure.All, progress); err != stop {
		t.Errorf("error %v, want %v", err, stop)
	}
	if _, err := measure.DisjointPaths(net, 0, 1, measure.Links, progress); err != stop {
		t.Errorf("error %v, want %v", err, stop)
	}
	if _, err := measure.MinimumCut(net, 0, 3, measure.Links, progress); err != stop {
		t.Errorf("error %v, want %v", err, stop)
	}
}
