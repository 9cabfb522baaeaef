package family_test

import (
	"fmt"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

func TestSwappedDragonfly(t *testing.T) {
	for _, tt := range []struct{ k, m, nodes, links, diameter int }{
		{1, 1, 1, 0, 0},
		{5, 1, 5, 10, 1}, // complete
		{1, 2, 4, 3, 3},  // a path
		{2, 2, 8, 10, 3},
		{1, 5, 25, 60, 3},
		{3, 2, 12, 21, 3},
		{2, 3, 18, 33, 3},
		{3, 3, 27, 63, 3},
		{4, 4, 64, 216, 3},
		{7, 4, 112, 546, 3},
		{16, 16, 4096, 63360, 3},
	} {
		cyclic := networktest.Build(t)(family.NewSwappedDragonfly(tt.k, tt.m, false))
		nets := []*topology.Network{cyclic}
		if tt.k&(tt.k-1) == 0 && tt.m&(tt.m-1) == 0 {
			nets = append(nets, networktest.Build(t)(family.NewSwappedDragonfly(tt.k, tt.m, true)))
		}
		for i, net := range nets {
			xor := i == 1
			if tt.nodes < 200 {
				networktest.Check(t, net, tt.nodes, tt.links)
			}
			if net.Order() != tt.nodes || net.Size() != tt.links {
				t.Errorf("%v: %d nodes and %d links, want %d and %d", net, net.Order(), net.Size(), tt.nodes, tt.links)
			}
			checkPorts(t, net, tt.k, tt.m, func(from, by, n int) int {
				if xor {
					return from ^ by
				}
				return (from + by) % n
			})
			pairs, err := measure.AllPairs(net, measure.All, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := pairs.Diameter(); got != tt.diameter {
				t.Errorf("%v: diameter %d, want %d", net, got, tt.diameter)
			}
			sum, _ := pairs.Total(false)
			if tt.k == 16 && sum != 48_049_920 { // found by NetworkX, igraph and gonum
				t.Errorf("%v: sum of distances %d, want 48049920", net, sum)
			}
			if got := sumByOrbit(t, net); got != sum {
				t.Errorf("%v: sum of distances by orbits %d, by all pairs %d", net, got, sum)
			}
			if tt.nodes < 200 {
				checkOrbitsOf(t, net, swaps(tt.k, tt.m), min(tt.m, 2))
			}
		}
	}
}

// checkPorts walks every port of every router and compares with the definition: port γ, label γ and
// port K-1+δ, label δ lead to where step says, and there are no others.
func checkPorts(t *testing.T, net *topology.Network, k, m int, step func(from, by, n int) int) {
	t.Helper()
	for u := range topology.Node(net.Order()) {
		var c, d, p int
		if _, err := fmt.Sscanf(net.Address(u), "%d,%d,%d", &c, &d, &p); err != nil {
			t.Fatal(err)
		}
		if got := net.Level(u); got != c*m+d {
			t.Errorf("%v: %s has level %d, want that of drawer %d", net, net.Address(u), got, c*m+d)
		}
		want := map[int]string{} // by port
		label := map[int]int{}
		for gamma := range k {
			if d != p || gamma > 0 {
				want[gamma], label[gamma] = fmt.Sprintf("%d,%d,%d", step(c, gamma, k), p, d), gamma
			}
		}
		for delta := 1; delta < m; delta++ {
			want[k-1+delta], label[k-1+delta] = fmt.Sprintf("%d,%d,%d", c, d, step(p, delta, m)), delta
		}
		first, end := net.Channels(u)
		if int(end-first) != len(want) {
			t.Errorf("%v: %s has %d links, want %d", net, net.Address(u), end-first, len(want))
		}
		for ch := first; ch < end; ch++ {
			port := net.Port(ch)
			if got := net.Address(net.Head(ch)); got != want[port] || net.Label(ch) != label[port] {
				t.Errorf("%v: port %d of %s leads to %s with label %d, want %s and %d",
					net, port, net.Address(u), got, net.Label(ch), want[port], label[port])
			}
		}
	}
}

// A mapping maps nodes to nodes.
type mapping func(u topology.Node) topology.Node

// swaps returns generators of the automorphisms of D3(K,M) that the proof names: swap two neighboring
// numbers of cabinets, or two of both drawers and positions.
func swaps(k, m int) (maps []mapping) {
	swap := func(x, i int) int {
		if x == i || x == i+1 {
			return 2*i + 1 - x
		}
		return x
	}
	for i := range k - 1 {
		maps = append(maps, func(u topology.Node) topology.Node {
			return topology.Node(swap(int(u)/m/m, i)*m*m) + u%topology.Node(m*m)
		})
	}
	for i := range m - 1 {
		maps = append(maps, func(u topology.Node) topology.Node {
			c, d, p := int(u)/m/m, int(u)/m%m, int(u)%m
			return topology.Node((c*m+swap(d, i))*m + swap(p, i))
		})
	}
	return maps
}

// checkOrbitsOf checks that every map is an automorphism of net that keeps kinds, and that the maps
// together make exactly the orbits that net declares, so many.
func checkOrbitsOf(t *testing.T, net *topology.Network, maps []mapping, count int) {
	t.Helper()
	leader := make([]topology.Node, net.Order()) // the lowest node found to look alike
	for u := range leader {
		leader[u] = topology.Node(u)
	}
	for i, f := range maps {
		checkAutomorphism(t, net, i, f)
	}
	for changed := true; changed; {
		changed = false
		for _, f := range maps {
			for u := range topology.Node(net.Order()) {
				if low := min(leader[u], leader[f(u)]); leader[u] != low || leader[f(u)] != low {
					leader[u], leader[f(u)] = low, low
					changed = true
				}
			}
		}
	}
	orbits, ok := net.Orbits()
	if !ok || len(orbits) != count {
		t.Fatalf("%v: declares %d orbits, want %d", net, len(orbits), count)
	}
	def := net.Definition.(topology.Symmetric)
	for u := range topology.Node(net.Order()) {
		if got := orbits[def.Orbit(u)].First; got != leader[u] {
			t.Errorf("%v: node %s is in the orbit of %s, want that of %s", net, net.Address(u), net.Address(got), net.Address(leader[u]))
		}
	}
}

func checkAutomorphism(t *testing.T, net *topology.Network, i int, f mapping) {
	t.Helper()
	hit := make([]bool, net.Order())
	for u := range topology.Node(net.Order()) {
		image := f(u)
		if hit[image] || net.Kind(u) != net.Kind(image) || net.Degree(u) != net.Degree(image) {
			t.Fatalf("%v: map %d takes %s to %s: it is no bijection that keeps kinds and degrees", net, i, net.Address(u), net.Address(image))
		}
		hit[image] = true
		for _, v := range net.Neighbors(u) {
			if _, ok := net.ChannelBetween(image, f(v)); !ok {
				t.Fatalf("%v: map %d takes the link %s–%s to no link", net, i, net.Address(u), net.Address(v))
			}
		}
	}
}

// sumByOrbit returns the sum of the distances of all ordered pairs from one search an orbit.
func sumByOrbit(t *testing.T, net *topology.Network) (sum int64) {
	t.Helper()
	orbits, ok := net.Orbits()
	if !ok {
		t.Fatalf("%v: declares no orbits", net)
	}
	for _, orbit := range orbits {
		for _, d := range measure.Distances(net, orbit.First) {
			sum += int64(d) * int64(orbit.Size)
		}
	}
	return sum
}

// TestSwappedDragonflyVectors checks the paper's routing by source vectors: (γ,π,δ) leads from (c,d,p)
// to (c+γ,p+δ,d+π), by a different vector to each router.
func TestSwappedDragonflyVectors(t *testing.T) {
	const k, m = 3, 4
	net := networktest.Build(t)(family.NewSwappedDragonfly(k, m, false))
	step := func(u topology.Node, port int) topology.Node {
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			if net.Port(c) == port {
				return net.Head(c)
			}
		}
		return u // no hop
	}
	local := func(u topology.Node, delta int) topology.Node {
		if delta == 0 {
			return u
		}
		return step(u, k-1+delta)
	}
	def := net.Definition.(family.SwappedDragonfly)
	if def.Cabinets() != k || def.Width() != m {
		t.Errorf("%v: %d cabinets, width %d", net, def.Cabinets(), def.Width())
	}
	for u := range topology.Node(net.Order()) {
		c, d, p := def.Coordinates(u)
		reached := map[topology.Node]bool{}
		for gamma := range k {
			for pi := range m {
				for delta := range m {
					v := local(step(local(u, delta), gamma), pi)
					if want := def.Router((c+gamma)%k, (p+delta)%m, (d+pi)%m); v != want {
						t.Fatalf("%v: vector (%d,%d,%d) leads from %s to %s, want %s", net, gamma, pi, delta, net.Address(u), net.Address(v), net.Address(want))
					}
					reached[v] = true
				}
			}
		}
		if len(reached) != net.Order() {
			t.Errorf("%v: vectors lead from %s to %d routers, want all", net, net.Address(u), len(reached))
		}
	}
}

// TestSwappedDragonflyErrors tells what is wrong with parameters and addresses.
func TestSwappedDragonflyErrors(t *testing.T) {
	for _, tt := range []struct {
		family string
		args   []int
		want   string
	}{
		{"swapped_dragonfly", []int{0, 3, 0}, "swapped_dragonfly(K=0, M=3, xor=False): want K ≥ 1 and M ≥ 1"},
		{"swapped_dragonfly", []int{3, 0, 0}, "swapped_dragonfly(K=3, M=0, xor=False): want K ≥ 1 and M ≥ 1"},
		{"swapped_dragonfly", []int{4, 6, 1}, "swapped_dragonfly(K=4, M=6, xor=True): want K ≥ 1 and M ≥ 1, powers of 2 for xor=True"},
		{"swapped_dragonfly", []int{2, 1024, 0}, "swapped_dragonfly(K=2, M=1024, xor=False): want at most 1048576 nodes"},
		{"swapped_dragonfly", []int{1, 1024, 0}, "swapped_dragonfly(K=1, M=1024, xor=False): want at most 8388608 links"},
		{"maximal_dragonfly", []int{2, 0, 0}, `maximal_dragonfly(K=2, M=0, arrangement="absolute"): want K ≥ 1 and M ≥ 1`},
		{"maximal_dragonfly", []int{3, 5, 3}, `maximal_dragonfly(K=3, M=5, arrangement="circulant"): want K or M even for this arrangement`},
		{"maximal_dragonfly", []int{3, 5, 4}, `maximal_dragonfly(K=3, M=5, arrangement=4): want arrangement 0 to 3`},
		{"maximal_dragonfly", []int{4096, 1, 2}, `maximal_dragonfly(K=4096, M=1, arrangement="palm-tree"): want at most 8388608 links`},
		{"swapped_hypercube", []int{0, 2}, "swapped_hypercube(k=0, m=2): want k ≥ 1 and m ≥ 1"},
		{"swapped_hypercube", []int{1, 10}, "swapped_hypercube(k=1, m=10): want at most 1048576 nodes"},
		{"swapped_hypercube", []int{18, 1}, "swapped_hypercube(k=18, m=1): want at most 8388608 links"},
	} {
		got, err := familyNamed(t, tt.family).New(tt.args)
		if tt.want == "" {
			if err != nil {
				t.Errorf("%s%v: %v", tt.family, tt.args, err)
			}
			continue
		}
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s%v: %v, error %v, want %s", tt.family, tt.args, got, err, tt.want)
		}
	}
	net := networktest.Build(t)(family.NewSwappedDragonfly(2, 3, false))
	for address, want := range map[string]string{
		"1,2":   `swapped_dragonfly(K=2, M=3, xor=False): address "1,2" has 2 digits, want 3`,
		"2,0,0": `swapped_dragonfly(K=2, M=3, xor=False): address "2,0,0" has digit "2", want 0 to 1`,
		"1,3,x": `swapped_dragonfly(K=2, M=3, xor=False): address "1,3,x" has digit "3", want 0 to 2`,
	} {
		if _, err := net.NodeAt(address); err == nil || err.Error() != want {
			t.Errorf("NodeAt(%q): error %v, want %s", address, err, want)
		}
	}
}
