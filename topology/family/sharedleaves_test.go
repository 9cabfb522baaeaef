package family_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// member returns the member of a family with the given arguments.
func member(t *testing.T, name string, args ...int) *topology.Network {
	t.Helper()
	def, err := familyNamed(t, name).New(args)
	return networktest.Build(t)(def, err)
}

func TestSharedLeaves(t *testing.T) {
	for _, tt := range []struct {
		family       string
		args         []int
		nodes, links int
	}{
		{"kyklos", []int{1, 2, 1, 1}, 3, 2}, // a tree
		{"kyklos", []int{1, 3, 4, 2}, 25, 48},
		{"kyklos", []int{1, 2, 2, 5}, 94, 124},
		{"kyklos", []int{1, 5, 3, 2}, 43, 90},
		{"kyklos", []int{2, 2, 2, 1}, 4, 4},
		{"kyklos", []int{2, 2, 2, 6}, 190, 252},
		{"kyklos", []int{2, 3, 2, 3}, 53, 78},
		{"kyklos", []int{2, 7, 2, 2}, 65, 112},
		{"kyklos", []int{2, 11, 2, 1}, 13, 22},
		{"kyklos", []int{3, 2, 2, 2}, 10, 12},
		{"kyklos", []int{3, 2, 2, 3}, 22, 28},
		{"kyklos", []int{3, 2, 2, 4}, 46, 60},
		{"kyklos", []int{3, 2, 2, 7}, 382, 508},
		{"modified_kyklos", []int{2}, 14, 21},
		{"modified_kyklos", []int{3}, 30, 45},
		{"modified_kyklos", []int{5}, 126, 189},
		{"hyperkyklos", []int{1}, 3, 2},
		{"hyperkyklos", []int{2}, 10, 12},
		{"hyperkyklos", []int{3}, 29, 42},
		{"hyperkyklos", []int{5}, 187, 310},
		{"x_tree", []int{0, 0}, 1, 0},
		{"x_tree", []int{0, 1}, 1, 0},
		{"x_tree", []int{1, 0}, 3, 3},
		{"x_tree", []int{1, 1}, 3, 3},
		{"x_tree", []int{2, 0}, 7, 9},
		{"x_tree", []int{2, 1}, 7, 11},
		{"x_tree", []int{5, 0}, 63, 93},
		{"x_tree", []int{5, 1}, 63, 123},
		{"hypertree", []int{0}, 1, 0},
		{"hypertree", []int{1}, 3, 3},
		{"hypertree", []int{3}, 15, 21},
		{"hypertree", []int{6}, 127, 189},
	} {
		net := member(t, tt.family, tt.args...)
		networktest.Check(t, net, tt.nodes, tt.links)
		networktest.Connected(t, net)
		checkTrees(t, net)
	}
}

// checkTrees checks what SharedLeaves says of nodes, ports and levels.
func checkTrees(t *testing.T, net *topology.Network) {
	t.Helper()
	def := net.Definition.(topology.SharedLeaves)
	m, r, n := def.Fanout(), def.Trees(), def.Height()
	top := net.Level(0) - n // 1 where something is above the roots
	for u := range topology.Node(net.Order()) {
		tree, height, _ := def.Position(u)
		if net.Level(u) != n+top-height || (net.Kind(u) == topology.Processor) != (height == 0) || (tree == 0) != (height == 0 || height > n) {
			t.Errorf("%v: node %s is a %v of tree %d at height %d, level %d", net, net.Address(u), net.Kind(u), tree, height, net.Level(u))
		}
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			v, port := net.Head(c), net.Port(c)
			tree2, height2, _ := def.Position(v)
			switch {
			case height == 0 && port < r && (tree2 != port+1 || height2 != 1),
				height > 0 && height <= n && port == m && (height2 != height+1 || tree2 != tree && height < n),
				height > 0 && height <= n && port < m && (height2 != height-1 || tree2 != tree && height > 1),
				height > n && height2 != n,
				height <= n && port > max(m, r-1) && (height2 != height || tree2 != tree):
				t.Errorf("%v: port %d of %s leads to %s", net, port, net.Address(u), net.Address(v))
			}
		}
	}
}

// climb returns the node above u that its port for the given tree leads to.
func climb(t *testing.T, net *topology.Network, u topology.Node, tree int) topology.Node {
	t.Helper()
	port := net.Definition.(topology.SharedLeaves).Fanout()
	if net.Kind(u) == topology.Processor {
		port = tree - 1
	}
	first, end := net.Channels(u)
	for c := first; c < end; c++ {
		if net.Port(c) == port {
			return net.Head(c)
		}
	}
	t.Fatalf("%v: node %s has no port %d", net, net.Address(u), port)
	return 0
}

// ancestors returns the indices of the switches above leaf x in a tree, from height 1 up.
func ancestors(t *testing.T, net *topology.Network, x, tree int) []int {
	t.Helper()
	def := net.Definition.(topology.SharedLeaves)
	var indices []int
	for u := topology.Node(x); len(indices) < def.Height(); {
		u = climb(t, net, u, tree)
		_, _, i := def.Position(u)
		indices = append(indices, i)
	}
	return indices
}

// leaves returns the leaves of a tree from left to right.
func leaves(net *topology.Network, tree int) []int {
	def := net.Definition.(topology.SharedLeaves)
	row := []topology.Node{}
	for u := range topology.Node(net.Order()) {
		if k, height, _ := def.Position(u); k == tree && height == def.Height() {
			row = append(row, u)
		}
	}
	for range def.Height() {
		var next []topology.Node
		for _, u := range row {
			next = append(next, net.Neighbors(u)[:def.Fanout()]...)
		}
		row = next
	}
	labels := make([]int, len(row))
	for i, u := range row {
		labels[i] = int(u)
	}
	return labels
}

// checkAllOrbits compares the declared orbits with those of the group that the generators found by a
// search make, each of which is checked to be an automorphism: none may be split among them, and if exact
// is true, they are the same.
func checkAllOrbits(t *testing.T, net *topology.Network, exact bool) {
	t.Helper()
	kind := func(u topology.Node) int { return int(net.Kind(u)) }
	group, err := measure.Automorphisms(net, kind, nil)
	if err != nil {
		t.Fatal(err)
	}
	of := make([]topology.Node, net.Order()) // the least node of the orbit
	for u := range of {
		of[u] = topology.Node(u)
	}
	for _, generator := range group.Generators {
		image := generator.Images(net.Order())
		for u := range topology.Node(net.Order()) {
			if kind(image[u]) != kind(u) || net.Degree(image[u]) != net.Degree(u) {
				t.Fatalf("%v: %d is mapped to %d", net, u, image[u])
			}
			for _, v := range net.Neighbors(u) {
				if _, ok := net.ChannelBetween(image[u], image[v]); !ok {
					t.Fatalf("%v: link %d–%d is mapped to %d–%d, no link", net, u, v, image[u], image[v])
				}
			}
		}
		for u, v := range image {
			if a, b := of[u], of[v]; a != b {
				for w := range of {
					if of[w] == max(a, b) {
						of[w] = min(a, b)
					}
				}
			}
		}
	}
	def := net.Definition.(topology.Symmetric)
	orbits, _ := net.Orbits()
	for u, least := range of {
		first := orbits[def.Orbit(topology.Node(u))].First
		if of[first] != least || exact && first != least {
			t.Errorf("%v: node %s is declared to look like %s, but the least like it is %s",
				net, net.Address(topology.Node(u)), net.Address(first), net.Address(least))
		}
	}
}

func TestSharedLeavesOrbits(t *testing.T) {
	for _, tt := range []struct {
		family string
		args   []int
		exact  bool
	}{
		{"kyklos", []int{1, 3, 3, 2}, true}, {"kyklos", []int{1, 2, 1, 4}, true}, {"kyklos", []int{1, 2, 2, 3}, true},
		{"kyklos", []int{2, 2, 2, 1}, true}, {"kyklos", []int{2, 2, 2, 4}, true}, {"kyklos", []int{2, 3, 2, 3}, true}, {"kyklos", []int{2, 4, 2, 2}, true},
		{"kyklos", []int{3, 2, 2, 2}, true}, {"kyklos", []int{3, 2, 2, 3}, true},
		{"kyklos", []int{3, 2, 2, 4}, true}, {"kyklos", []int{3, 2, 2, 5}, true}, {"kyklos", []int{3, 2, 2, 6}, true}, {"kyklos", []int{3, 2, 2, 7}, true},
		{"modified_kyklos", []int{2}, false}, {"modified_kyklos", []int{3}, false}, {"modified_kyklos", []int{4}, false}, {"modified_kyklos", []int{5}, false}, {"modified_kyklos", []int{6}, false},
		{"hyperkyklos", []int{1}, true}, {"hyperkyklos", []int{3}, true}, {"hyperkyklos", []int{4}, true},
		{"sw_banyan", []int{2, 3, 2}, true}, {"sw_banyan", []int{1, 2, 3}, true}, {"sw_banyan", []int{3, 2, 3}, true}, {"sw_banyan", []int{3, 3, 2}, true},
		{"sk_banyan", []int{3, 2}, true}, {"sk_banyan", []int{5, 2}, true}, {"sk_banyan", []int{3, 3}, true}, {"sk_banyan", []int{3, 4}, true}, {"sk_banyan", []int{9, 2}, true},
		{"x_tree", []int{0, 0}, true}, {"x_tree", []int{1, 1}, true}, {"x_tree", []int{2, 0}, true}, {"x_tree", []int{2, 1}, true}, {"x_tree", []int{3, 0}, true},
		{"x_tree", []int{4, 0}, true}, {"x_tree", []int{4, 1}, true}, {"x_tree", []int{6, 0}, true}, {"x_tree", []int{6, 1}, true},
		{"hypertree", []int{1}, true}, {"hypertree", []int{3}, true}, {"hypertree", []int{5}, true}, {"hypertree", []int{6}, true},
	} {
		checkAllOrbits(t, member(t, tt.family, tt.args...), tt.exact)
	}
}

func TestSharedLeavesErrors(t *testing.T) {
	for _, tt := range []struct {
		family string
		args   []int
		want   string
	}{
		{"kyklos", []int{4, 2, 2, 3}, "kyklos(version=4, m=2, r=2, n=3): want version 1, 2 or 3"},
		{"kyklos", []int{1, 1, 2, 3}, "kyklos(version=1, m=1, r=2, n=3): want m ≥ 2, r ≥ 1 and n ≥ 1"},
		{"kyklos", []int{1, 2, 0, 3}, "kyklos(version=1, m=2, r=0, n=3): want m ≥ 2, r ≥ 1 and n ≥ 1"},
		{"kyklos", []int{2, 2, 2, 0}, "kyklos(version=2, m=2, r=2, n=0): want m ≥ 2, r ≥ 1 and n ≥ 1"},
		{"kyklos", []int{2, 2, 3, 3}, "kyklos(version=2, m=2, r=3, n=3): want r = 2 in version 2"},
		{"kyklos", []int{3, 3, 2, 3}, "kyklos(version=3, m=3, r=2, n=3): want m = 2, r = 2 and n ≥ 2 in version 3"},
		{"kyklos", []int{3, 2, 2, 1}, "kyklos(version=3, m=2, r=2, n=1): want m = 2, r = 2 and n ≥ 2 in version 3"},
		{"kyklos", []int{2, 2, 2, 19}, "kyklos(version=2, m=2, r=2, n=19): want at most 1048576 nodes"},
		{"modified_kyklos", []int{1}, "modified_kyklos(n=1): want n ≥ 2"},
		{"modified_kyklos", []int{19}, "modified_kyklos(n=19): want at most 1048576 nodes"},
		{"hyperkyklos", []int{0}, "hyperkyklos(n=0): want n ≥ 1"},
		{"hyperkyklos", []int{16}, "hyperkyklos(n=16): want at most 1048576 nodes"},
		{"sw_banyan", []int{0, 3, 2}, "sw_banyan(s=0, f=3, l=2): want s ≥ 1, f ≥ 2 and l ≥ 1"},
		{"sw_banyan", []int{2, 3, 13}, "sw_banyan(s=2, f=3, l=13): want at most 1048576 nodes"},
		{"sk_banyan", []int{4, 2}, "sk_banyan(f=4, l=2): want f ≥ 3, odd, and l ≥ 2"},
		{"sk_banyan", []int{3, 1}, "sk_banyan(f=3, l=1): want f ≥ 3, odd, and l ≥ 2"},
		{"x_tree", []int{-1, 1}, `x_tree(n=-1, ring="full"): want n ≥ 0 and ring "half" or "full"`},
		{"x_tree", []int{20, 0}, `x_tree(n=20, ring="half"): want at most 1048576 nodes`},
		{"hypertree", []int{-1}, "hypertree(n=-1): want n ≥ 0"},
	} {
		if _, err := familyNamed(t, tt.family).New(tt.args); err == nil || err.Error() != tt.want {
			t.Errorf("%s%v: error %v, want %s", tt.family, tt.args, err, tt.want)
		}
	}
	for _, tt := range []struct {
		net   *topology.Network
		wrong []string
	}{
		{member(t, "kyklos", 2, 2, 2, 3), []string{"8", "0,0", "1,4", "4,0", "3,1", "-0,0", "-1,4", "3,1,0", "0,1,0", "1,0,0", "--1,0", "-1,1,0", "1,-1,0", "1,1,0,0", "+1,0", "1,", "", "-"}},
		{member(t, "kyklos", 1, 2, 3, 2), []string{"1,0", "-1,0", "4,1,0", "4"}},
		{member(t, "hypertree", 2), []string{"-1,0", "2,1,0", "3,0"}},
		{member(t, "modified_kyklos", 2), []string{"Father", "0,3,0", "4,1,0", "1,3,0"}},
		{member(t, "sw_banyan", 2, 3, 2), []string{"9", "0,1", "1,6", "2,4", "3,0", "1,1,1", "01", "-1,0"}},
	} {
		for _, wrong := range tt.wrong {
			if u, err := tt.net.NodeAt(wrong); err == nil {
				t.Errorf("%v: NodeAt(%q) = %d, want an error", tt.net, wrong, u)
			}
		}
	}
}

func ExampleNewKyklos() {
	net, _ := topology.Build(family.NewKyklos(2, 2, 2, 3))
	for _, address := range []string{"5", "⟨2,1⟩", "⟨-1, 3⟩", "⟨2,3,0⟩"} {
		u, _ := net.NodeAt(address)
		fmt.Print(net.Address(u), ", level ", net.Level(u), ":")
		for _, v := range net.Neighbors(u) {
			fmt.Print(" ", net.Address(v))
		}
		fmt.Println()
	}
	_, err := net.NodeAt("-4,0")
	fmt.Println(err)
	// Output:
	// 5, level 3: 1,2 -1,1
	// 2,1, level 1: 1,2 1,3 3,0
	// -1,3, level 2: 3 7 -2,1
	// -3,0, level 0: -2,0 -2,1
	// kyklos(version=2, m=2, r=2, n=3): address "-4,0": want that of a leaf, 0 to 7, or of a switch, such as -3,0 for the last root
}

// treeOrder returns the indices of the nodes of TreeOrder.
func treeOrder(t *testing.T, def topology.Definition, tree, height int) []int {
	t.Helper()
	net := networktest.Build(t)(def, nil)
	order, err := topology.TreeOrder(net, tree, height)
	if err != nil {
		t.Fatal(err)
	}
	var list []int
	for _, u := range order {
		k, j, i := def.(topology.SharedLeaves).Position(u)
		if j != height || height > 0 && k != tree {
			t.Errorf("%v: node %d is at height %d of tree %d, want %d of %d", def, u, j, k, height, tree)
		}
		list = append(list, i)
	}
	return list
}

func TestTreeOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for _, size := range [][2]int{{2, 1}, {2, 4}, {3, 3}, {5, 2}} {
		m, n := size[0], size[1]
		var sequences [][]int
		leaves := len(sequence(t, "identity", m, n))
		for range 3 {
			sequences = append(sequences, random.Perm(leaves))
		}
		ls, err := family.NewKyklosLS(m, sequences)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range sequences {
			if got := treeOrder(t, ls, k+1, 0); !slices.Equal(got, want) {
				t.Errorf("%v: tree %d: got %v, want %v", ls, k+1, got, want)
			}
		}
		second, err := family.NewKyklos(2, m, 2, n)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i <= n; i++ { // Lemma 2.1
			if got, want := treeOrder(t, second, 2, n-i), sequence(t, "gamma", m, i); !slices.Equal(got, want) {
				t.Errorf("%v: height %d: got %v, want %v", second, n-i, got, want)
			}
		}
	}
	third, _ := family.NewKyklos(3, 2, 2, 5)
	if got, want := treeOrder(t, third, 2, 0), sequence(t, "quarter_shifted", 2, 5); !slices.Equal(got, want) {
		t.Errorf("%v: got %v, want %v", third, got, want)
	}
	modified, _ := family.NewModifiedKyklos(3)
	if got, want := treeOrder(t, modified, 3, 0), []int{0, 7, 2, 5, 1, 6, 3, 4}; !slices.Equal(got, want) {
		t.Errorf("%v: got %v, want %v", modified, got, want)
	}
	for _, tt := range [][2]int{{0, 0}, {4, 0}, {1, -1}, {1, 4}} {
		net, _ := topology.New(modified)
		if _, err := topology.TreeOrder(net, tt[0], tt[1]); err == nil || !strings.HasPrefix(err.Error(), "modified_kyklos(n=3): got height") {
			t.Errorf("tree %d, height %d: got %v, want an error", tt[0], tt[1], err)
		}
	}
	ring, _ := family.NewTorus(5, 1)
	net, _ := topology.New(ring)
	if _, err := topology.TreeOrder(net, 1, 0); err == nil {
		t.Error("a torus has no trees, want an error")
	}
}
