package family_test

import (
	"fmt"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// pruned are members with their nodes and links.
var pruned = []struct{ k, n, l, degree, by, nodes, links int }{
	{4, 3, family.None, 4, family.KeepBySum, 64, 128},
	{2, 3, family.None, 4, family.KeepBySum, 8, 8},
	{6, 3, 6, 4, family.KeepBySum, 216, 432},
	{3, 4, family.None, 4, family.KeepByLast, 81, 162},
	{3, 3, 8, 4, family.KeepBySum, 72, 144},  // l > k, k odd
	{5, 3, 2, 4, family.KeepBySum, 50, 75},   // l < k: one link in dimension 2
	{2, 4, 3, 4, family.KeepBySum, 24, 36},   // cube-connected cycles
	{2, 5, 8, 4, family.KeepBySum, 128, 192}, // generalized ones
	{2, 4, 6, 4, family.KeepBySum, 48, 72},
	{5, 2, 3, 4, family.KeepBySum, 15, 30},   // the 5×3 torus
	{7, 2, 2, 4, family.KeepBySum, 14, 21},   // the 7×2 torus
	{4, 4, 2, 6, family.KeepBySum, 128, 320}, // l = 2: 2½ links a node
	{4, 4, 4, 6, family.KeepBySum, 256, 768},
	{3, 4, 4, 6, family.KeepByLast, 108, 324}, // k odd
	{4, 4, family.None, 6, family.KeepByLast, 256, 768},
	{2, 4, 4, 6, family.KeepBySum, 32, 64},
	{3, 5, 3, 6, family.KeepBySum, 243, 729},
	{2, 5, 3, 6, family.KeepByLast, 48, 96},
	{3, 3, 2, 6, family.KeepBySum, 18, 45}, // the 3×3×2 torus
}

func TestIncompleteTorus(t *testing.T) {
	for _, tt := range pruned {
		def, err := family.NewIncompleteTorus(tt.k, tt.n, tt.l, tt.degree, tt.by)
		net := networktest.Build(t)(def, err)
		networktest.Check(t, net, tt.nodes, tt.links)
		networktest.Connected(t, net)
		if sides := def.Sides(); tt.k > 2 && sides[tt.n-1] > 2 && !slices.Equal(measure.Degrees(net), []int{tt.degree}) {
			t.Errorf("%v: degrees %v, want %d", net, measure.Degrees(net), tt.degree)
		}
		checkPruned(t, net, def, tt.by)
	}
}

// checkPruned compares the links with the torus of the same sides: those remain, and no others, whose
// dimension is the one that both ends keep by definition.
func checkPruned(t *testing.T, net *topology.Network, def family.IncompleteTorus, by int) {
	t.Helper()
	torus := must(topology.Build(family.NewTorusSides(def.Sides())))
	n := len(def.Sides())
	m := n - def.Degree()/2 + 1
	size := 0
	for c := range topology.Channel(2 * torus.Size()) {
		u, v, dim := torus.Tail(c), torus.Head(c), torus.Label(c)
		a := def.Digits(u)
		kept := a[n-1] % m
		if def.Degree() == 6 && by == family.KeepBySum {
			kept = (a[n-2] + a[n-1]) % m
		}
		if kept != def.Kept(u) {
			t.Errorf("%v: node %s keeps dimension %d, want %d", net, net.Address(u), def.Kept(u), kept)
		}
		d, ok := net.ChannelBetween(u, v)
		if want := dim >= m || dim == kept; ok != want {
			t.Errorf("%v: link %s–%s: got %t, want %t", net, net.Address(u), net.Address(v), ok, want)
		}
		if !ok {
			continue
		}
		size++
		port := torus.Port(c) % 2
		if dim >= m {
			port += 2 * (1 + dim - m)
		}
		if net.Label(d) != dim || net.Port(d) != port {
			t.Errorf("%v: link from %s to %s has label %d and port %d, want %d and %d",
				net, net.Address(u), net.Address(v), net.Label(d), net.Port(d), dim, port)
		}
	}
	if size != 2*net.Size() {
		t.Errorf("%v: %d channels are of the torus, want all %d", net, size, 2*net.Size())
	}
}

// TestIncompleteTorusTranslations checks Theorem 1, and what we say of degree 6: the left translations
// of the group take node 0 to any other, and keep all links and their generators.
func TestIncompleteTorusTranslations(t *testing.T) {
	for _, tt := range pruned {
		def, err := family.NewIncompleteTorus(tt.k, tt.n, tt.l, tt.degree, tt.by)
		net := networktest.Build(t)(def, err)
		sides, m := def.Sides(), tt.n-tt.degree/2+1
		for g := range topology.Node(net.Order()) {
			left := def.Digits(g)
			shift := left[tt.n-1]
			if tt.degree == 6 && tt.by == family.KeepBySum {
				shift += left[tt.n-2]
			}
			translate := func(u topology.Node) topology.Node {
				product, right := slices.Clone(left), def.Digits(u)
				for i := range m { // Φ moves digit i to digit i+1 mod m
					product[(i+shift)%m] += right[i]
				}
				for i := m; i < tt.n; i++ {
					product[i] += right[i]
				}
				for i := range product {
					product[i] %= sides[i]
				}
				return def.Processor(product)
			}
			if translate(0) != g {
				t.Fatalf("%v: the translation by %s takes node 0 to %s", net, net.Address(g), net.Address(translate(0)))
			}
			checkTranslation(t, net, translate)
		}
	}
}

// TestIncompleteTorusDiameter compares breadth-first search with Theorem 3, where it is not in doubt:
// n = 3, and k ≥ 4n-4, where nothing is lost (Corollary 1).
func TestIncompleteTorusDiameter(t *testing.T) {
	for _, tt := range []struct{ k, n, diameter int }{
		{4, 3, 6}, {6, 3, 9}, {8, 3, 12}, {10, 3, 15}, // 3⌊k/2⌋ + max(2-⌊k/2⌋, 0)
		{12, 4, 24}, // n⌊k/2⌋
	} {
		net := must(topology.Build(family.NewIncompleteTorus(tt.k, tt.n, family.None, 4, family.KeepBySum)))
		if got := slices.Max(measure.Distances(net, 0)); int(got) != tt.diameter {
			t.Errorf("%v: diameter %d, want %d", net, got, tt.diameter)
		}
	}
}

func TestIncompleteTorusErrors(t *testing.T) {
	none, sum, last := family.None, family.KeepBySum, family.KeepByLast
	for _, tt := range []struct {
		k, n, l, degree, by int
		want                string
	}{
		{4, 4, none, 4, sum, `incomplete_torus(k=4, n=4, l=None, degree=4, by="sum"): want k divisible by n-1 = 3, or an l that is`},
		{3, 3, none, 4, sum, `incomplete_torus(k=3, n=3, l=None, degree=4, by="sum"): want k divisible by n-1 = 2, or an l that is`},
		{4, 3, 5, 4, sum, `incomplete_torus(k=4, n=3, l=5, degree=4, by="sum"): want l divisible by n-1 = 2`},
		{1, 3, 4, 4, sum, `incomplete_torus(k=1, n=3, l=4, degree=4, by="sum"): want k ≥ 2, l ≥ 2 and n ≥ 2`},
		{4, 3, 0, 4, sum, `incomplete_torus(k=4, n=3, l=0, degree=4, by="sum"): want k ≥ 2, l ≥ 2 and n ≥ 2`},
		{4, 1, 4, 4, sum, `incomplete_torus(k=4, n=1, l=4, degree=4, by="sum"): want k ≥ 2, l ≥ 2 and n ≥ 2`},
		{4, 2, 4, 6, sum, `incomplete_torus(k=4, n=2, l=4, degree=6, by="sum"): want k ≥ 2, l ≥ 2 and n ≥ 3`},
		{4, 3, 4, 5, sum, `incomplete_torus(k=4, n=3, l=4, degree=5, by="sum"): want degree 4 or 6`},
		{4, 3, 4, 4, 2, `incomplete_torus(k=4, n=3, l=4, degree=4, by=2): want by="sum" or by="last"`},
		{3, 4, 4, 6, sum, `incomplete_torus(k=3, n=4, l=4, degree=6, by="sum"): want k divisible by n-2 = 2`},
		{4, 4, 3, 6, last, `incomplete_torus(k=4, n=4, l=3, degree=6, by="last"): want l divisible by n-2 = 2`},
		{1024, 3, 2, 4, sum, `incomplete_torus(k=1024, n=3, l=2, degree=4, by="sum"): want at most 1048576 nodes`},
		{2, 1 << 40, 1<<40 - 1, 4, sum, `incomplete_torus(k=2, n=1099511627776, l=1099511627775, degree=4, by="sum"): want at most 1048576 nodes`},
	} {
		if _, err := family.NewIncompleteTorus(tt.k, tt.n, tt.l, tt.degree, tt.by); err == nil || err.Error() != tt.want {
			t.Errorf("got error %v\nwant %s", err, tt.want)
		}
	}
}

func ExampleNewIncompleteTorus() {
	pruned, _ := family.NewIncompleteTorus(4, 3, family.None, 4, family.KeepBySum)
	net, _ := topology.New(pruned)
	for _, address := range []string{"0,0,0", "0,0,1"} {
		u, _ := net.NodeAt(address)
		for _, v := range net.Neighbors(u) {
			fmt.Print("(", net.Address(v), ")")
		}
		fmt.Println()
	}
	// Output:
	// (1,0,0)(3,0,0)(0,0,1)(0,0,3)
	// (0,1,1)(0,3,1)(0,0,2)(0,0,0)
}
