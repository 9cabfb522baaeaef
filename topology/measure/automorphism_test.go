package measure_test

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
)

// group returns the automorphisms of net, and checks each generator link by link, and that the orbits
// partition the nodes and links.
func group(t testing.TB, net *topology.Network, color func(topology.Node) int) *measure.Group {
	t.Helper()
	g, err := measure.Automorphisms(net, color, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range g.Generators {
		images := p.Images(net.Order())
		sorted := slices.Clone(images)
		slices.Sort(sorted)
		if len(slices.Compact(sorted)) != net.Order() || !slices.IsSorted(p.From) || len(p.From) == 0 {
			t.Fatalf("%v: %v is not a permutation", net, p)
		}
		for i, u := range p.From {
			if p.To[i] == u || color != nil && color(u) != color(p.To[i]) {
				t.Fatalf("%v: %v maps %d to %d", net, p, u, p.To[i])
			}
			for _, v := range net.Neighbors(u) {
				if parallel(net, u, v) != parallel(net, p.To[i], images[v]) {
					t.Fatalf("%v: %v maps the link %d–%d to none", net, p, u, v)
				}
			}
		}
	}
	nodes, links, channels := 0, 0, 0
	for _, orbit := range g.Orbits() {
		nodes += len(orbit)
	}
	for _, orbit := range whole(g.LinkOrbits(nil)) {
		links += len(orbit)
	}
	for _, orbit := range whole(g.ChannelOrbits(nil)) {
		channels += len(orbit)
	}
	if nodes != net.Order() || links != net.Size() || channels != 2*net.Size() {
		t.Errorf("%v: orbits of %d nodes, %d links and %d channels", net, nodes, links, channels)
	}
	return g
}

// allAutomorphisms returns every automorphism of net, by a try of all maps.
func allAutomorphisms(net *topology.Network, color func(topology.Node) int) (all [][]topology.Node) {
	n := net.Order()
	var extend func(images []topology.Node)
	extend = func(images []topology.Node) {
		u := topology.Node(len(images))
		if int(u) == n {
			all = append(all, slices.Clone(images))
			return
		}
		for v := range topology.Node(n) {
			ok := !slices.Contains(images, v) && (color == nil || color(u) == color(v))
			for w := topology.Node(0); ok && w < u; w++ {
				ok = parallel(net, w, u) == parallel(net, images[w], v)
			}
			if ok {
				extend(append(images, v))
			}
		}
	}
	extend(nil)
	return all
}

// orbitsByForce returns the orbits of xs under maps that image applies, of which the first is the identity: it makes of
// parallel links the first.
func orbitsByForce[X comparable](xs []X, maps [][]topology.Node, image func([]topology.Node, X) X) (orbits [][]X) {
	seen := map[X]bool{}
	for _, x := range xs {
		if seen[x] {
			continue
		}
		in := map[X]bool{}
		for _, m := range maps {
			in[image(m, x)] = true
		}
		var orbit []X
		for _, y := range xs {
			if in[image(maps[0], y)] {
				seen[y] = true
				orbit = append(orbit, y)
			}
		}
		orbits = append(orbits, orbit)
	}
	return orbits
}

// checkByForce compares the group of net with all its automorphisms.
func checkByForce(t testing.TB, net *topology.Network, color func(topology.Node) int) {
	t.Helper()
	g, all := group(t, net, color), allAutomorphisms(net, color)
	if got := g.Order(); got.Cmp(big.NewInt(int64(len(all)))) != 0 {
		t.Errorf("%v: %v automorphisms, want %d", net, got, len(all))
	}
	var nodes []topology.Node
	for u := range topology.Node(net.Order()) {
		nodes = append(nodes, u)
	}
	var links, channels []topology.Channel
	for c := range topology.Channel(2 * net.Size()) {
		channels = append(channels, c)
		if c < net.Twin(c) {
			links = append(links, c)
		}
	}
	channel := func(m []topology.Node, c topology.Channel) topology.Channel {
		d, _ := net.ChannelBetween(m[net.Tail(c)], m[net.Head(c)])
		return d
	}
	link := func(m []topology.Node, c topology.Channel) topology.Channel {
		d := channel(m, c)
		return min(d, net.Twin(d))
	}
	for _, pair := range [][2]any{
		{g.Orbits(), orbitsByForce(nodes, all, func(m []topology.Node, u topology.Node) topology.Node { return m[u] })},
		{whole(g.LinkOrbits(nil)), orbitsByForce(links, all, link)},
		{whole(g.ChannelOrbits(nil)), orbitsByForce(channels, all, channel)},
	} {
		if got, want := fmt.Sprint(pair[0]), fmt.Sprint(pair[1]); got != want {
			t.Errorf("%v: orbits %s, want %s", net, got, want)
		}
	}
	if got, want := g.IsVertexTransitive(), len(g.Orbits()) <= 1; got != want {
		t.Errorf("%v: vertex-transitive is %v", net, got)
	}
	if got, want := whole(g.IsEdgeTransitive(nil)), len(whole(g.LinkOrbits(nil))) <= 1; got != want {
		t.Errorf("%v: edge-transitive is %v", net, got)
	}
	if got, want := whole(g.IsArcTransitive(nil)), len(whole(g.ChannelOrbits(nil))) <= 1; got != want {
		t.Errorf("%v: arc-transitive is %v", net, got)
	}
}

// TestAutomorphismsBruteForce takes random graphs, some of them with colors, and others that look alike
// from many nodes: circulants, and a graph with a copy of itself.
func TestAutomorphismsBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range 400 {
		n := 1 + rnd.IntN(7)
		var links [][2]int
		dense := 1 + rnd.IntN(4)
		for u := range n {
			for v := range u {
				if rnd.IntN(5) < dense {
					links = append(links, slices.Repeat([][2]int{{u, v}}, 1+rnd.IntN(4)/3)...)
				}
			}
		}
		color := func(u topology.Node) int { return -int(u) / (1 + n/2) }
		switch net := graph(t, n, links); rnd.IntN(3) {
		case 0:
			checkByForce(t, net, nil)
		case 1:
			checkByForce(t, net, color)
		default:
			if n > 4 {
				continue
			}
			for _, link := range slices.Clone(links) {
				links = append(links, [2]int{n + link[0], n + link[1]})
			}
			for u := range n - 1 { // joined or not
				if dense%2 == 0 {
					links = append(links, [2]int{u, n + u})
				}
			}
			checkByForce(t, shuffled(t, graph(t, 2*n, links), rnd), nil)
		}
	}
	for range 60 {
		n := 5 + rnd.IntN(6)
		steps := []int{1 + rnd.IntN(n/2), 1 + rnd.IntN(n/2)}
		checkByForce(t, shuffled(t, circulant(t, n, steps), rnd), nil)
	}
}

func TestAutomorphismsStop(t *testing.T) {
	stop := errors.New("stop")
	if g, err := measure.Automorphisms(kary(t, 2, 4), nil, func(int, int) error { return stop }); g != nil || err != stop {
		t.Errorf("%v, %v, want the error %v", g, err, stop)
	}
}

// whole returns what a search that nobody stops has found.
func whole[X any](x X, err error) X {
	if err != nil {
		panic(err)
	}
	return x
}
