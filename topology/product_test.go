package topology_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// multiply returns the product of all the networks, from the left.
func multiply(t *testing.T, nets ...*topology.Network) *topology.Network {
	t.Helper()
	net := nets[0]
	for _, factor := range nets[1:] {
		var err error
		if net, err = topology.Build(topology.NewProduct(net, factor)); err != nil {
			t.Fatal(err)
		}
	}
	return net
}

func TestProduct(t *testing.T) {
	ring := func(n int) *topology.Network { return networktest.Build(t)(family.NewRing(n)) }
	d3 := networktest.Build(t)(family.NewSwappedDragonfly(1, 2, false))
	sbh := networktest.Build(t)(family.NewSwappedHypercube(1, 1))
	mdf := networktest.Build(t)(family.NewMaximalDragonfly(1, 2, family.Circulant))
	tree := networktest.Build(t)(family.NewMaryTree(2, 1))
	kary := networktest.Build(t)(family.NewKaryNTree(2, 2))
	point := networktest.Build(t)(family.NewMaryTree(2, 0))
	names, err := topology.NewGraph([]string{"a;b", "(c);d", ";"}, [][2]string{{"a;b", ";"}})
	named := networktest.Build(t)(names, err)
	for _, tt := range []struct {
		a, b  *topology.Network
		nodes int
		links int
	}{
		{ring(3), ring(4), 12, 24},
		{ring(2), ring(5), 10, 15},
		{tree, ring(3), 9, 15},
		{tree, tree, 9, 12},
		{point, point, 1, 0}, // address ();()
		{point, tree, 3, 2},
		{kary, tree, 24, 40},
		{d3, sbh, 32, 64},
		{mdf, d3, 24, 42},
		{named, tree, 9, 9},
		{tree, ring(4), 12, 20},
		{multiply(t, d3, mdf), ring(3), 72, 198},
		{ring(3), multiply(t, d3, mdf), 72, 198},
	} {
		net := multiply(t, tt.a, tt.b)
		networktest.Check(t, net, tt.nodes, tt.links)
		checkProduct(t, net, tt.a, tt.b)
	}
}

// checkProduct compares with what the definition means: the way from (x,y) to (x',y') is as long as
// those from x to x' and from y to y' together, and ports, labels, kinds and orbits are those of the factors.
func checkProduct(t *testing.T, net, a, b *topology.Network) {
	t.Helper()
	n := topology.Node(b.Order())
	ports := 0
	for c := range topology.Channel(2 * a.Size()) {
		ports = max(ports, a.Port(c)+1)
	}
	orbits, ok := net.Orbits()
	orbitsA, okA := a.Orbits()
	orbitsB, okB := b.Orbits()
	if ok != (okA && okB) || ok && len(orbits) != len(orbitsA)*len(orbitsB) {
		t.Errorf("%v: %d orbits, of factors with %d and %d", net, len(orbits), len(orbitsA), len(orbitsB))
	}
	for u := range topology.Node(net.Order()) {
		x, y := u/n, u%n
		if want := a.Kind(x) == topology.Processor && b.Kind(y) == topology.Processor; (net.Kind(u) == topology.Processor) != want {
			t.Errorf("%v: %s is a %v", net, net.Address(u), net.Kind(u))
		}
		if want := a.Address(x) + ";" + b.Address(y); net.Address(u) != want {
			t.Errorf("%v: node %d has address %s, want %s", net, u, net.Address(u), want)
		}
		fromX, fromY := measure.Distances(a, x), measure.Distances(b, y)
		for v, d := range measure.Distances(net, u) {
			dx, dy := fromX[v/int(n)], fromY[v%int(n)]
			want := dx + dy
			if dx < 0 || dy < 0 {
				want = -1
			}
			if d != want {
				t.Errorf("%v: %s and %s are at %d hops, want %d", net, net.Address(u), net.Address(topology.Node(v)), d, want)
			}
		}
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			v := net.Head(c)
			factor, shift, own := b, ports, topology.Channel(0)
			if v%n == y {
				factor, shift = a, 0
				own, _ = a.ChannelBetween(x, v/n)
			} else {
				own, _ = b.ChannelBetween(y, v%n)
			}
			if net.Port(c) != shift+factor.Port(own) || net.Label(c) != factor.Label(own) {
				t.Errorf("%v: %s–%s has port %d and label %d", net, net.Address(u), net.Address(v), net.Port(c), net.Label(c))
			}
		}
	}
}

// TestProductIsomorphisms checks products that are known by another name.
func TestProductIsomorphisms(t *testing.T) {
	edge := networktest.Build(t)(family.NewComplete(2))
	for _, tt := range []struct{ a, b *topology.Network }{
		{multiply(t, edge, edge, edge, edge), networktest.Build(t)(family.NewHypercube(4))},
		{multiply(t, networktest.Build(t)(family.NewHypercube(2)), networktest.Build(t)(family.NewHypercube(3))), networktest.Build(t)(family.NewHypercube(5))},
		{multiply(t, networktest.Build(t)(family.NewRing(3)), networktest.Build(t)(family.NewRing(5))), torusGraph(t, 3, 5)},
		{multiply(t, networktest.Build(t)(family.NewRing(4)), networktest.Build(t)(family.NewRing(4))), networktest.Build(t)(family.NewHypercube(4))},
		{multiply(t, networktest.Build(t)(family.NewRing(6)), networktest.Build(t)(family.NewRing(2))), torusGraph(t, 6, 2)},
	} {
		iso, err := measure.Isomorphism(tt.a, tt.b, nil)
		if err != nil || iso == nil {
			t.Errorf("%v and %v: no isomorphism, %v", tt.a, tt.b, err)
		}
	}
}

// torusGraph returns a torus of n by m nodes made from lists, for m = 2 with one link between the two.
func torusGraph(t *testing.T, n, m int) *topology.Network {
	t.Helper()
	name := func(i, j int) string { return fmt.Sprintf("%d_%d", i%n, j%m) }
	var nodes []string
	var links [][2]string
	for i := range n {
		for j := range m {
			nodes = append(nodes, name(i, j))
			links = append(links, [2]string{name(i, j), name(i+1, j)})
			if m > 2 || j == 0 {
				links = append(links, [2]string{name(i, j), name(i, j+1)})
			}
		}
	}
	return networktest.Build(t)(topology.NewGraph(nodes, links))
}

func TestProductErrors(t *testing.T) {
	large := networktest.Build(t)(family.NewRing(2000))
	wide := networktest.Build(t)(family.NewComplete(1000))
	mixed := networktest.Build(t)(topology.NewGraph([]string{"a", "a;b"}, nil))
	edge := networktest.Build(t)(family.NewComplete(2))
	point := networktest.Build(t)(family.NewComplete(1))
	many := point
	for range 6 {
		if next, err := topology.Build(topology.NewProduct(many, many)); err == nil {
			many = next // 64 factors
		}
	}
	for _, tt := range []struct {
		a, b *topology.Network
		want string
	}{
		{large, large, "cartesian_product(ring(n=2000), ring(n=2000)): want at most 1048576 nodes"},
		{wide, wide, "cartesian_product(complete(n=1000), complete(n=1000)): want at most 8388608 links"},
		{mixed, edge, `cartesian_product(graph(nodes=["a", "a;b"], links=[]), complete(n=2)): the first network's addresses "a" and "a;b" have 0 and 1 semicolons, want equally many`},
		{many, point, "cartesian_product: has too many factors, want at most 64"},
	} {
		if _, err := topology.Build(topology.NewProduct(tt.a, tt.b)); err == nil || err.Error() != tt.want {
			t.Errorf("got error %v, want %s", err, tt.want)
		}
	}
	if address := many.Address(0); strings.Count(address, ";") != 63 {
		t.Errorf("address %s: want that of 64 factors", address)
	}
	if net := multiply(t, edge, mixed); net.Order() != 4 { // on the right any addresses are fine
		t.Errorf("%v: %d nodes, want 4", net, net.Order())
	}
	net := multiply(t, edge, edge)
	for address, want := range map[string]string{
		"0":   `cartesian_product(complete(n=2), complete(n=2)): address "0": want those of two nodes with a semicolon between them`,
		"0;2": `complete(n=2): address "2": want 0 to 1`,
		"2;0": `complete(n=2): address "2": want 0 to 1`,
	} {
		if _, err := net.NodeAt(address); err == nil || err.Error() != want {
			t.Errorf("NodeAt(%q): error %v, want %s", address, err, want)
		}
	}
}
