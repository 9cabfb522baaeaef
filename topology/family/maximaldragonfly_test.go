package family_test

import (
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

func TestMaximalDragonfly(t *testing.T) {
	for _, tt := range []struct{ k, m, nodes, links, diameter int }{
		{1, 1, 2, 1, 1},
		{4, 1, 5, 10, 1},  // complete
		{1, 2, 6, 6, 3},   // a cycle
		{2, 2, 10, 15, 3}, // KM²+M nodes of degree K+M-1
		{1, 4, 20, 40, 3},
		{3, 2, 14, 28, 3},
		{2, 3, 21, 42, 3},
		{3, 3, 30, 75, 3},
		{4, 5, 105, 420, 3},
		{2, 8, 136, 612, 3},
	} {
		for a := family.Absolute; a <= family.Circulant; a++ {
			if a == family.Circulant && tt.k*tt.m%2 == 1 {
				continue
			}
			net := networktest.Build(t)(family.NewMaximalDragonfly(tt.k, tt.m, a))
			networktest.Check(t, net, tt.nodes, tt.links)
			checkArrangement(t, net, tt.k, tt.m, a)
			pairs, err := measure.AllPairs(net, measure.All, nil)
			if err != nil {
				t.Fatal(err)
			}
			want := tt.diameter
			if a == family.Circulant && tt.nodes == 10 {
				want = 2 // of degree 3: the Petersen graph
			}
			if got := pairs.Diameter(); got != want {
				t.Errorf("%v: diameter %d, want %d", net, got, want)
			}
			sum, _ := pairs.Total(false)
			if got := sumByOrbit(t, net); got != sum {
				t.Errorf("%v: sum of distances by orbits %d, by all pairs %d", net, got, sum)
			}
			maps, count := symmetries(net, tt.k, tt.m, a)
			checkOrbitsOf(t, net, maps, count)
		}
	}
}

// checkArrangement looks at every pair of groups from the other side than the definition: it says
// which port leads from g to t, where the definition says where a port leads.
func checkArrangement(t *testing.T, net *topology.Network, k, m int, a family.Arrangement) {
	t.Helper()
	groups := k*m + 1
	portTo := func(g, t int) int {
		ahead := (t - g + groups) % groups
		switch {
		case a == family.Absolute && t < g:
			return t
		case a == family.Absolute:
			return t - 1
		case a == family.Relative:
			return ahead - 1
		case a == family.PalmTree:
			return groups - ahead - 1
		case ahead <= k*m/2:
			return 2 * (ahead - 1)
		}
		return 2*(groups-ahead) - 1
	}
	for g := range groups {
		for h := range groups {
			if g == h {
				continue
			}
			out, in := portTo(g, h), portTo(h, g)
			u, v := topology.Node(g*m+out/k), topology.Node(h*m+in/k)
			c, ok := net.ChannelBetween(u, v)
			if !ok || net.Port(c) != out%k || net.Label(c) != out%k || net.Level(u) != g || net.Level(v) != h {
				t.Errorf("%v: want a link between groups %d and %d from %s by port %d to %s", net, g, h, net.Address(u), out%k, net.Address(v))
			}
		}
		for p := range m {
			for q := range m {
				u := topology.Node(g*m + p)
				if c, ok := net.ChannelBetween(u, topology.Node(g*m+q)); p != q &&
					(!ok || net.Label(c) != (q-p+m)%m || net.Port(c) != k-1+net.Label(c)) {
					t.Errorf("%v: want a local link from %s to position %d", net, net.Address(u), q)
				}
			}
		}
	}
}

// symmetries returns the automorphisms that the proof names, and how many orbits they make.
func symmetries(net *topology.Network, k, m int, a family.Arrangement) (maps []mapping, count int) {
	groups := k*m + 1
	at := func(g, p int) topology.Node { return topology.Node(g*m + p) }
	next := func(u topology.Node) topology.Node { return at((int(u)/m+1)%groups, int(u)%m) }
	if k == 1 || m == 1 {
		return swapGroups(net, k), 1
	}
	switch a {
	case family.Absolute:
		mirror := func(u topology.Node) topology.Node { return at(k*m-int(u)/m, m-1-int(u)%m) }
		maps := []mapping{mirror}
		for g := range groups - 1 {
			if (g == 0 || g%k > 0) && (g+1 == k*m || (g+1)%k > 0) {
				maps = append(maps, func(u topology.Node) topology.Node {
					switch int(u) / m {
					case g:
						return at(g+1, int(u)%m)
					case g + 1:
						return at(g, int(u)%m)
					}
					return u
				})
			}
		}
		return maps, ((2*m-1)*m + 1) / 2
	case family.Circulant:
		return []mapping{next}, m
	}
	back := func(u topology.Node) topology.Node { return at((groups-int(u)/m)%groups, m-1-int(u)%m) }
	return []mapping{next, back}, (m + 1) / 2
}

// swapGroups returns the maps that swap two neighboring groups, for one router a group or one global
// link a router: a router of g with a link to t goes to that of g's image with a link to t's.
func swapGroups(net *topology.Network, k int) (maps []mapping) {
	far := func(u topology.Node) int { // the group that the last global link of u leads to
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			if net.Port(c) == k-1 {
				return net.Level(net.Head(c))
			}
		}
		return -1
	}
	groups := net.Level(topology.Node(net.Order()-1)) + 1
	for i := range groups - 1 {
		swap := func(g int) int {
			if g == i || g == i+1 {
				return 2*i + 1 - g
			}
			return g
		}
		maps = append(maps, func(u topology.Node) topology.Node {
			g, t := swap(net.Level(u)), swap(far(u))
			for v := range topology.Node(net.Order()) {
				if net.Level(v) == g && (k > 1 || far(v) == t) {
					return v
				}
			}
			return -1
		})
	}
	return maps
}

// TestArrangements checks which arrangements differ: palm-tree is relative with the groups counted
// the other way round, and for K = 1 all are the same; else there are three networks.
func TestArrangements(t *testing.T) {
	for _, km := range [][2]int{{2, 2}, {1, 4}, {2, 3}} {
		for a := family.Absolute; a <= family.Circulant; a++ {
			for b := range a {
				first := networktest.Build(t)(family.NewMaximalDragonfly(km[0], km[1], a))
				second := networktest.Build(t)(family.NewMaximalDragonfly(km[0], km[1], b))
				want := km[0] == 1 || a == family.PalmTree && b == family.Relative
				iso, err := measure.Isomorphism(first, second, nil)
				if err != nil || (iso != nil) != want {
					t.Errorf("%v and %v: isomorphism %v, %v, want one: %t", first, second, iso, err, want)
				}
			}
		}
	}
}
