package family_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

func TestFamilies(t *testing.T) {
	for _, tt := range []struct {
		family       string
		args         []int
		nodes, links int
	}{
		{"mary_tree", []int{2, 0}, 1, 0},
		{"mary_tree", []int{2, 1}, 3, 2},
		{"mary_tree", []int{2, 6}, 127, 126},
		{"mary_tree", []int{3, 3}, 40, 39},
		{"mary_tree", []int{12, 2}, 157, 156},
		{"butterfly", []int{2, 1}, 1, 0},
		{"butterfly", []int{2, 4}, 32, 48},
		{"butterfly", []int{3, 3}, 27, 54},
		{"butterfly", []int{11, 2}, 22, 121},
		{"hypercube", []int{0}, 1, 0},
		{"hypercube", []int{1}, 2, 1},
		{"hypercube", []int{7}, 128, 448},
		{"ring", []int{2}, 2, 1},
		{"ring", []int{3}, 3, 3},
		{"ring", []int{64}, 64, 64},
		{"complete", []int{1}, 1, 0},
		{"complete", []int{2}, 2, 1},
		{"complete", []int{9}, 9, 36},
	} {
		net := networktest.Build(t)(familyNamed(t, tt.family).New(tt.args))
		networktest.Check(t, net, tt.nodes, tt.links)
		networktest.Connected(t, net)
	}
}

func familyNamed(t *testing.T, name string) family.Family {
	for _, f := range family.All() {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no family is named %s", name)
	return family.Family{}
}

// TestFamiliesBounds tries extreme parameters on every family: the constructor refuses exactly what
// New would refuse, without building it.
func TestFamiliesBounds(t *testing.T) {
	extreme := []int{math.MinInt, -1, 0, 1, 2, 3, 4, 16, 17, 19, 20, 21, 31, 63, 64, 1022, 1023, 1024, 4096, 4097,
		1<<20 - 1, 1 << 20, 1<<20 + 1, 1 << 23, 1 << 31, 1<<32 + 1, math.MaxInt}
	for _, f := range family.All() {
		for i := range f.Params {
			for j := range i + 1 {
				for _, first := range extreme {
					for _, second := range extreme {
						args := slices.Clone(f.Example)
						args[i], args[j] = first, second
						checkBounds(t, f, args)
					}
				}
			}
		}
	}
}

func checkBounds(t *testing.T, f family.Family, args []int) {
	def, err := f.New(args)
	if err != nil {
		if call := f.Name + "(" + f.Params[0].Name + "="; !strings.HasPrefix(err.Error(), call) || !strings.Contains(err.Error(), ": want ") {
			t.Errorf("error %q: want one that begins with %q and says what is wanted", err, call)
		}
		return
	}
	if def.Order() < 1 || def.Order() > topology.MaxNodes {
		t.Errorf("%v: %d nodes, want 1 to %d", def, def.Order(), topology.MaxNodes)
	}
	for u := topology.Node(0); int(u) < def.Order(); u += topology.Node(1 + def.Order()/100) {
		if v, err := def.NodeAt(def.Address(u)); v != u || err != nil {
			t.Errorf("%v: NodeAt(%q) = %d, %v, want %d", def, def.Address(u), v, err, u)
		}
	}
}

// TestFamiliesExamples checks the contract of every family on its example.
func TestFamiliesExamples(t *testing.T) {
	for _, f := range family.All() {
		net, err := topology.Build(f.New(f.Example))
		if err != nil {
			t.Error(err)
			continue
		}
		if net.Order() > 100 {
			t.Errorf("%v: has %d nodes, want an example of at most 100", net, net.Order())
		}
		networktest.Check(t, net, net.Order(), net.Size())
		networktest.Connected(t, net)
	}
}

func TestFamiliesErrors(t *testing.T) {
	for _, tt := range []struct {
		family string
		args   []int
		want   string
	}{
		{"kary_ntree", []int{1, 3}, "kary_ntree(k=1, n=3): want k ≥ 2 and n ≥ 0"},
		{"kary_ntree", []int{2, 17}, "kary_ntree(k=2, n=17): want at most 1048576 nodes"},
		{"kary_ntree_literal", []int{2, -1}, "kary_ntree_literal(k=2, n=-1): want k ≥ 2 and n ≥ 0"},
		{"mary_tree", []int{1, 3}, "mary_tree(m=1, n=3): want m ≥ 2 and n ≥ 0"},
		{"mary_tree", []int{2, 20}, "mary_tree(m=2, n=20): want at most 1048576 nodes"},
		{"butterfly", []int{2, 0}, "butterfly(k=2, n=0): want k ≥ 2 and n ≥ 1"},
		{"butterfly", []int{4096, 2}, "butterfly(k=4096, n=2): want at most 8388608 links"},
		{"hypercube", []int{20}, "hypercube(n=20): want at most 8388608 links"},
		{"hypercube", []int{21}, "hypercube(n=21): want at most 1048576 nodes"},
		{"ring", []int{1}, "ring(n=1): want n ≥ 2"},
		{"complete", []int{0}, "complete(n=0): want n ≥ 1"},
		{"complete", []int{4097}, "complete(n=4097): want at most 8388608 links"},
	} {
		if _, err := familyNamed(t, tt.family).New(tt.args); err == nil || err.Error() != tt.want {
			t.Errorf("%s%v: error %v, want %s", tt.family, tt.args, err, tt.want)
		}
	}
}

// TestMaryTreeAddress checks that an address is the way from the root.
func TestMaryTreeAddress(t *testing.T) {
	net := networktest.Build(t)(family.NewMaryTree(3, 3))
	for _, way := range [][]int{{}, {2}, {0, 1}, {2, 0, 1}} {
		u, err := net.NodeAt("()")
		if err != nil {
			t.Fatal(err)
		}
		for _, child := range way {
			first, _ := net.Channels(u)
			u = net.Head(first + topology.Channel(child))
		}
		want := strings.ReplaceAll(strings.Trim(fmt.Sprint(way), "[]"), " ", ",")
		if got := strings.Trim(net.Address(u), "()"); got != want || net.Level(u) != len(way) {
			t.Errorf("%v: the way %v from the root leads to %s at level %d", net, way, net.Address(u), net.Level(u))
		}
	}
}

// TestButterflyRoutes checks what makes the links of section 3 a butterfly: from each switch of the
// first stage there is exactly one way to each of the last.
func TestButterflyRoutes(t *testing.T) {
	for _, kn := range [][2]int{{2, 2}, {2, 5}, {3, 3}, {5, 2}} {
		net := networktest.Build(t)(family.NewButterfly(kn[0], kn[1]))
		for src := range topology.Node(net.Order()) {
			if net.Level(src) != 1 {
				continue
			}
			ways := make([]int, net.Order())
			ways[src] = 1
			for u := range topology.Node(net.Order()) { // by stage
				for _, v := range net.Neighbors(u) {
					if net.Level(v) == net.Level(u)+1 {
						ways[v] += ways[u]
					}
				}
			}
			for v, n := range ways {
				if net.Level(topology.Node(v)) == kn[1] && n != 1 {
					t.Errorf("%v: %d ways from switch %d to %d, want 1", net, n, src, v)
				}
			}
		}
	}
}

func TestParse(t *testing.T) {
	for _, f := range family.All() {
		net := networktest.Build(t)(f.New(f.Example))
		if got, params, ok := family.All().Parse(net.String()); !ok || got.Name != f.Name || got.New == nil || len(params) != len(f.Params) {
			t.Errorf("Parse(%q) = %s, %v, %t", net, got.Name, params, ok)
		}
	}
	for _, call := range []string{"", "ring", "ring()", "ring(n=x)", "ring(n=3, k=2)", "graph(n=3)"} {
		if _, _, ok := family.All().Parse(call); ok {
			t.Errorf("Parse(%q) finds a network, want none", call)
		}
	}
}
