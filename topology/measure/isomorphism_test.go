package measure_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// graph makes a network of n nodes from pairs of their numbers, which may be parallel links.
func graph(t testing.TB, n int, links [][2]int) *topology.Network {
	t.Helper()
	var names []string
	for u := range n {
		names = append(names, fmt.Sprint(u))
	}
	var ends [][2]string
	for _, link := range links {
		ends = append(ends, [2]string{names[link[0]], names[link[1]]})
	}
	return networktest.Build(t)(topology.NewGraph(names, ends, topology.WithParallelLinks()))
}

// shuffled returns net with its nodes in another order and no kinds, levels or labels.
func shuffled(t testing.TB, net *topology.Network, rnd *rand.Rand) *topology.Network {
	t.Helper()
	order := rnd.Perm(net.Order())
	var links [][2]int
	for link := range net.Links() {
		links = append(links, [2]int{order[link.A], order[link.B]})
	}
	rnd.Shuffle(len(links), func(i, j int) { links[i], links[j] = links[j], links[i] })
	return graph(t, net.Order(), links)
}

// switches returns what is left of net without its processors.
func switches(t testing.TB, net *topology.Network) *topology.Network {
	t.Helper()
	var keep []topology.Node
	for u := range topology.Node(net.Order()) {
		if net.Kind(u) == topology.Switch {
			keep = append(keep, u)
		}
	}
	part, err := topology.Induced(net, keep)
	if err != nil {
		t.Fatal(err)
	}
	return part
}

// checkIsomorphism reports whether there is an isomorphism from a to b, and checks it link by link.
func checkIsomorphism(t testing.TB, a, b *topology.Network) bool {
	t.Helper()
	iso, err := measure.Isomorphism(a, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if iso == nil {
		return false
	}
	images := slices.Clone(iso)
	slices.Sort(images)
	if len(slices.Compact(images)) != a.Order() || a.Size() != b.Size() {
		t.Errorf("%v → %v: the map is not one-to-one", a, b)
	}
	for link := range a.Links() {
		if parallel(a, link.A, link.B) != parallel(b, iso[link.A], iso[link.B]) {
			t.Errorf("%v → %v: link %d–%d has no image", a, b, link.A, link.B)
		}
	}
	return true
}

func TestIsomorphismShuffled(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	nets := samples(t)
	nets = append(nets, networktest.Build(t)(family.NewHypercube(6)), kary(t, 4, 4), switches(t, kary(t, 4, 4)))
	nets = append(nets, networktest.Build(t)(family.NewComplete(30)))
	for _, net := range nets {
		for range 3 {
			if !checkIsomorphism(t, net, shuffled(t, net, rnd)) {
				t.Errorf("%v is not isomorphic to itself in another order", net)
			}
		}
	}
}

// TestButterfly compares the switches of a k-ary n-tree with the switch graph of the k-ary n-fly.
func TestButterfly(t *testing.T) {
	for _, kn := range [][2]int{{2, 1}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {5, 3}, {8, 3}, {4, 4}, {2, 6}, {2, 7}} {
		if a, b := switches(t, kary(t, kn[0], kn[1])), networktest.Build(t)(family.NewButterfly(kn[0], kn[1])); !checkIsomorphism(t, a, b) {
			t.Errorf("%v and %v: no isomorphism", a, b)
		}
	}
}

// TestSubtrees takes level 0 off a k-ary n-tree: k-ary (n-1)-trees are left.
func TestSubtrees(t *testing.T) {
	for _, kn := range [][2]int{{2, 2}, {3, 3}, {4, 3}, {2, 5}} {
		net, below := kary(t, kn[0], kn[1]), kary(t, kn[0], kn[1]-1)
		var keep []topology.Node
		for u := range topology.Node(net.Order()) {
			if net.Level(u) > 0 {
				keep = append(keep, u)
			}
		}
		rest, err := topology.Induced(net, keep)
		if err != nil {
			t.Fatal(err)
		}
		parts := measure.Components(rest)
		if len(parts) != kn[0] {
			t.Errorf("%v: %d subtrees, want k", net, len(parts))
		}
		for _, nodes := range parts {
			part, err := topology.Induced(rest, nodes)
			if err != nil {
				t.Fatal(err)
			}
			if !checkIsomorphism(t, part, below) {
				t.Errorf("%v is not a %v", part, below)
			}
		}
	}
}

// TestNotIsomorphic takes pairs that no count of neighbors tells apart.
func TestNotIsomorphic(t *testing.T) {
	cycle := func(n, first int) (links [][2]int) {
		for u := range n {
			links = append(links, [2]int{first + u, first + (u+1)%n})
		}
		return links
	}
	var rook, shrikhande [][2]int // strongly regular graphs of 16 nodes, each with 6 neighbors
	for u := range 16 {
		for v := range u {
			di, dj := (u/4-v/4+4)%4, (u%4-v%4+4)%4
			if di == 0 || dj == 0 {
				rook = append(rook, [2]int{u, v})
			}
			if di == 0 && dj%2 == 1 || dj == 0 && di%2 == 1 || di == dj && di%2 == 1 {
				shrikhande = append(shrikhande, [2]int{u, v})
			}
		}
	}
	prism := append(cycle(5, 0), cycle(5, 5)...)
	petersen := slices.Clone(cycle(5, 0))
	for u := range 5 {
		prism = append(prism, [2]int{u, 5 + u})
		petersen = append(petersen, [2]int{u, 5 + u}, [2]int{5 + u, 5 + (u+2)%5})
	}
	for _, pair := range [][2]*topology.Network{
		{graph(t, 6, cycle(6, 0)), graph(t, 6, append(cycle(3, 0), cycle(3, 3)...))},
		{graph(t, 16, rook), graph(t, 16, shrikhande)},
		{graph(t, 10, prism), graph(t, 10, petersen)},
		{graph(t, 9, append(cycle(3, 0), cycle(6, 3)...)), graph(t, 9, append(cycle(4, 0), cycle(5, 4)...))},
		{kary(t, 2, 3), kary(t, 3, 2)},
	} {
		if checkIsomorphism(t, pair[0], pair[1]) || !checkIsomorphism(t, pair[1], pair[1]) {
			t.Errorf("%v and %v: want no isomorphism, but one of the latter with itself", pair[0], pair[1])
		}
	}
}

// TestIsomorphismBruteForce compares all pairs of some small graphs with a try of all maps.
func TestIsomorphismBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		n := 2 + rnd.IntN(5)
		random := func() *topology.Network {
			var links [][2]int
			for u := range n {
				for v := range u {
					links = append(links, slices.Repeat([][2]int{{u, v}}, max(0, rnd.IntN(5)-2))...)
				}
			}
			return graph(t, n, links)
		}
		a, b := random(), random()
		if rnd.IntN(3) == 0 {
			b = shuffled(t, a, rnd)
		}
		if got, want := checkIsomorphism(t, a, b), isomorphicByForce(a, b, nil); got != want {
			t.Errorf("%v and %v: isomorphic is %v, want %v", a, b, got, want)
		}
	}
}

// isomorphicByForce reports whether the map of the first nodes of a can be made an isomorphism.
func isomorphicByForce(a, b *topology.Network, iso []topology.Node) bool {
	if len(iso) == a.Order() {
		for u := range iso {
			for v := range u {
				if parallel(a, topology.Node(u), topology.Node(v)) != parallel(b, iso[u], iso[v]) {
					return false
				}
			}
		}
		return true
	}
	for v := range topology.Node(b.Order()) {
		if !slices.Contains(iso, v) && isomorphicByForce(a, b, append(slices.Clone(iso), v)) {
			return true
		}
	}
	return false
}

func TestIsomorphismStops(t *testing.T) {
	stop := errors.New("stop")
	net := kary(t, 2, 4)
	if iso, err := measure.Isomorphism(net, net, func(int, int) error { return stop }); iso != nil || err != stop {
		t.Errorf("%v: %v, %v, want the error %v", net, iso, err, stop)
	}
}

func BenchmarkIsomorphism(b *testing.B) {
	for _, pair := range [][2]*topology.Network{
		{switches(b, kary(b, 2, 7)), networktest.Build(b)(family.NewButterfly(2, 7))},
		{kary(b, 4, 5), shuffled(b, kary(b, 4, 5), rand.New(rand.NewPCG(1, 2)))},
	} {
		b.Run(fmt.Sprint(pair[0].Order(), "-nodes"), func(b *testing.B) {
			for b.Loop() {
				if iso, err := measure.Isomorphism(pair[0], pair[1], nil); iso == nil || err != nil {
					b.Fatal(iso, err)
				}
			}
		})
	}
}
