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

// ugly are lists of sides, with the number of nodes and the links of a torus and of a mesh.
var ugly = []struct {
	sides              []int
	nodes, torus, mesh int
}{
	{[]int{2}, 2, 1, 1},
	{[]int{3}, 3, 3, 2},
	{[]int{17}, 17, 17, 16},
	{[]int{2, 2}, 4, 4, 4},
	{[]int{3, 2}, 6, 9, 7},
	{[]int{2, 5}, 10, 15, 13},
	{[]int{5, 5}, 25, 50, 40},
	{[]int{4, 4, 3}, 48, 144, 104},
	{[]int{3, 2, 3}, 18, 45, 33},
	{[]int{2, 2, 2, 2}, 16, 32, 32},
	{[]int{2, 3, 2, 4}, 48, 144, 116},
	{[]int{3, 3, 3, 3}, 81, 324, 216},
	{[]int{11, 10}, 110, 220, 199},
	{[]int{2, 2, 2, 2, 2, 2, 3}, 192, 768, 704},
}

func TestTorus(t *testing.T) {
	for _, tt := range ugly {
		net := networktest.Build(t)(family.NewTorusSides(tt.sides))
		networktest.Check(t, net, tt.nodes, tt.torus)
		checkLattice(t, net, tt.sides, true)
		diameter := 0
		for _, side := range tt.sides {
			diameter += side / 2
		}
		for u := range topology.Node(net.Order()) {
			if got := int(slices.Max(measure.Distances(net, u))); got != diameter {
				t.Errorf("%v: farthest node from %d is at %d hops, want the sum of half the sides, %d", net, u, got, diameter)
			}
		}
	}
}

// checkLattice compares the links of a torus or a mesh with the definition, tried on every pair of
// nodes, and their ports and labels with what the type promises.
func checkLattice(t *testing.T, net *topology.Network, sides []int, wrap bool) {
	t.Helper()
	at := net.Definition.(interface {
		Digits(topology.Node) []int
		Processor([]int) topology.Node
	})
	for u := range topology.Node(net.Order()) {
		a := at.Digits(u)
		if got := at.Processor(a); got != u {
			t.Errorf("%v: Processor(Digits(%d)) = %d", net, u, got)
		}
		for v := range topology.Node(net.Order()) {
			dim, step, differ := -1, 0, 0 // of the digits in which u and v differ
			for i, b := range at.Digits(v) {
				if b != a[i] {
					dim, step, differ = i, b-a[i], differ+1
				}
			}
			linked := differ == 1 && (step == 1 || step == -1)
			if wrap && differ == 1 && (step == sides[dim]-1 || step == 1-sides[dim]) {
				linked = true
			}
			c, ok := net.ChannelBetween(u, v)
			if ok != linked {
				t.Errorf("%v: link %s–%s: got %v, want %v", net, net.Address(u), net.Address(v), ok, linked)
				continue
			}
			if !ok {
				continue
			}
			port := 2 * dim
			if step == -1 && !(wrap && sides[dim] == 2) || step > 1 {
				port++ // down
			}
			if net.Port(c) != port || net.Label(c) != dim {
				t.Errorf("%v: link from %s to %s has port %d and label %d, want %d and %d",
					net, net.Address(u), net.Address(v), net.Port(c), net.Label(c), port, dim)
			}
		}
	}
}

// TestTorusTranslations checks that adding an address, which may lead anywhere, keeps all links and ports.
func TestTorusTranslations(t *testing.T) {
	for _, tt := range ugly {
		torus, err := family.NewTorusSides(tt.sides)
		net := networktest.Build(t)(torus, err)
		for g := range topology.Node(net.Order()) {
			checkTranslation(t, net, func(u topology.Node) topology.Node {
				sum := torus.Digits(u)
				for i, x := range torus.Digits(g) {
					sum[i] = (sum[i] + x) % tt.sides[i]
				}
				return torus.Processor(sum)
			})
		}
	}
}

// checkTranslation checks that image is one-to-one and maps links to links of the same port.
func checkTranslation(t *testing.T, net *topology.Network, image func(topology.Node) topology.Node) {
	t.Helper()
	hit := make([]bool, net.Order())
	for u := range topology.Node(net.Order()) {
		if hit[image(u)] {
			t.Fatalf("%v: two nodes are mapped to %s", net, net.Address(image(u)))
		}
		hit[image(u)] = true
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			d, ok := net.ChannelBetween(image(u), image(net.Head(c)))
			if !ok || net.Port(c) != net.Port(d) {
				t.Fatalf("%v: link %s–%s is mapped to %s–%s, want a link of the same port", net,
					net.Address(u), net.Address(net.Head(c)), net.Address(image(u)), net.Address(image(net.Head(c))))
			}
		}
	}
}

// TestTorusKnown compares small tori with what they are.
func TestTorusKnown(t *testing.T) {
	for _, tt := range []struct{ a, b topology.Definition }{
		{must(family.NewTorus(7, 1)), must(family.NewRing(7))},
		{must(family.NewTorus(2, 4)), must(family.NewHypercube(4))},
		{must(family.NewTorus(4, 2)), must(family.NewHypercube(4))},
		{must(family.NewMesh(2, 4)), must(family.NewHypercube(4))},
		{must(family.NewTorus(3, 1)), must(family.NewComplete(3))},
	} {
		a, b := must(topology.New(tt.a)), must(topology.New(tt.b))
		if iso, err := measure.Isomorphism(a, b, nil); iso == nil || err != nil {
			t.Errorf("%v and %v: no isomorphism, %v", a, b, err)
		}
	}
}

// must returns what a constructor made in a test whose parameters are right.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

func TestTorusSides(t *testing.T) {
	if a, b := must(family.NewTorusSides([]int{4, 4, 4})), must(family.NewTorus(4, 3)); a != b {
		t.Errorf("%v and %v are two values, want one", a, b)
	}
	if a, b := must(family.NewTorusSides([]int{4, 3})), must(family.NewTorusSides([]int{3, 4})); a == b {
		t.Errorf("%v and %v are one value, want two", a, b)
	}
	for _, tt := range []struct {
		got  any
		err  error
		want string
	}{
		result(family.NewTorusSides([]int{4, 4, 3}))("torus_sides(sides=[4, 4, 3])"),
		result(family.NewMeshSides([]int{2, 7}))("mesh_sides(sides=[2, 7])"),
		result(family.NewMeshSides([]int{5, 5}))("mesh(k=5, n=2)"),
		result(family.NewTorusSides(nil))("torus_sides(sides=[]): want one or more sides, each at least 2"),
		result(family.NewTorusSides([]int{4, 1}))("torus_sides(sides=[4, 1]): want one or more sides, each at least 2"),
		result(family.NewMeshSides([]int{-3}))("mesh_sides(sides=[-3]): want one or more sides, each at least 2"),
		result(family.NewMeshSides([]int{1024, 1025}))("mesh_sides(sides=[1024, 1025]): want at most 1048576 nodes"),
		result(family.NewTorusSides([]int{1 << 62, 1 << 62, 3}))("torus_sides(sides=[4611686018427387904, 4611686018427387904, 3]): want at most 1048576 nodes"),
		result(family.NewMeshSides(slices.Repeat([]int{2}, 21)))("mesh_sides(sides=[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, …]): want at most 1048576 nodes"),
		result(family.NewTorus(1, 3))("torus(k=1, n=3): want k ≥ 2 and n ≥ 1"),
		result(family.NewTorus(4, 0))("torus(k=4, n=0): want k ≥ 2 and n ≥ 1"),
		result(family.NewTorus(4, 10))("torus(k=4, n=10): want at most 8388608 links"),
		result(family.NewTorus(2, 20))("torus(k=2, n=20): want at most 8388608 links"),
		result(family.NewMesh(1, 1))("mesh(k=1, n=1): want k ≥ 2 and n ≥ 1"),
		result(family.NewMesh(3, 13))("mesh(k=3, n=13): want at most 1048576 nodes"),
		result(family.NewMesh(2, 1<<40))("mesh(k=2, n=1099511627776): want at most 1048576 nodes"),
	} {
		got := fmt.Sprint(tt.got)
		if tt.err != nil {
			got = tt.err.Error()
		}
		if got != tt.want {
			t.Errorf("got %s\nwant %s", got, tt.want)
		}
	}
}

// result holds what a constructor returned beside what is wanted: its text or its error.
func result[D topology.Definition](def D, err error) func(want string) struct {
	got  any
	err  error
	want string
} {
	return func(want string) struct {
		got  any
		err  error
		want string
	} {
		return struct {
			got  any
			err  error
			want string
		}{def, err, want}
	}
}

func TestTorusAddress(t *testing.T) {
	torus := must(family.NewTorusSides([]int{4, 12, 3}))
	if u := must(torus.NodeAt("⟨ 3, 11, 2 ⟩")); int(u) != torus.Order()-1 {
		t.Errorf("%v: 3,11,2 is node %d, want the last", torus, u)
	}
	for address, want := range map[string]string{
		"1,2":    `torus_sides(sides=[4, 12, 3]): address "1,2" has 2 digits, want 3`,
		"1,12,2": `torus_sides(sides=[4, 12, 3]): address "1,12,2" has digit 12, want 0 to 11`,
		"1,2,x":  `torus_sides(sides=[4, 12, 3]): address "1,2,x" has digit "x", want 0 to 2`,
		"":       `torus_sides(sides=[4, 12, 3]): address "" has 1 digits, want 3`,
	} {
		if _, err := torus.NodeAt(address); err == nil || err.Error() != want {
			t.Errorf("NodeAt(%q): got error %v, want %s", address, err, want)
		}
	}
	for _, digits := range [][]int{{1, 2}, {4, 0, 0}, {0, 0, -1}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Processor(%v) returns, want a panic", digits)
				}
			}()
			torus.Processor(digits)
		}()
	}
}

func FuzzTorusAddress(f *testing.F) {
	f.Add(4, 3, 12, "0,2,11")
	f.Add(2, 2, 2, "( 1,1, 0)")
	f.Fuzz(func(t *testing.T, a, b, c int, address string) {
		torus, err := family.NewTorusSides([]int{a, b, c})
		if err != nil {
			t.Skip()
		}
		u, err := torus.NodeAt(address)
		if err != nil {
			return
		}
		if u < 0 || int(u) >= torus.Order() {
			t.Fatalf("%v: NodeAt(%q) = %d, want a node", torus, address, u)
		}
		if again, err := torus.NodeAt(torus.Address(u)); again != u || err != nil {
			t.Errorf("%v: NodeAt(%q) = %d, but NodeAt(%q) = %d, %v", torus, address, u, torus.Address(u), again, err)
		}
	})
}

func ExampleNewTorus() {
	torus, _ := family.NewTorus(3, 2)
	for link := range torus.Links() {
		if link.A == 5 {
			fmt.Printf("%s–%s in dimension %d\n", torus.Address(link.A), torus.Address(link.B), link.LabelA)
		}
	}
	// Output:
	// 1,2–2,2 in dimension 0
	// 1,2–1,0 in dimension 1
}
