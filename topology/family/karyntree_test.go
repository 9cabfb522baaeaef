package family_test

import (
	"fmt"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

func TestKaryNTree(t *testing.T) {
	for _, tt := range []struct{ k, n, processors, switches, links int }{
		{2, 0, 1, 0, 0}, // a single processing node
		{7, 0, 1, 0, 0},
		{3, 1, 3, 1, 3},
		{2, 2, 4, 4, 8},
		{2, 3, 8, 12, 24},
		{4, 3, 64, 48, 192},
		{3, 4, 81, 108, 324},
		{7, 2, 49, 14, 98},
		{2, 6, 64, 192, 384},
		{11, 2, 121, 22, 242},
	} {
		for _, make := range []func(k, n int) (family.KaryNTree, error){family.NewKaryNTree, family.NewKaryNTreeLiteral} {
			net := networktest.Build(t)(make(tt.k, tt.n))
			networktest.Check(t, net, tt.processors+tt.switches, tt.links)
			networktest.Connected(t, net)
			if got := len(net.Processors()); got != tt.processors {
				t.Errorf("%v: %d processors, want kⁿ = %d", net, got, tt.processors)
			}
		}
	}
}

// TestKaryNTreeDefinition compares the links with the definition, tried on every pair of nodes.
func TestKaryNTreeDefinition(t *testing.T) {
	for _, kn := range [][2]int{{2, 0}, {3, 1}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {2, 4}, {2, 5}} {
		for _, literal := range []bool{false, true} {
			tree, err := family.NewKaryNTree(kn[0], kn[1])
			if literal {
				tree, err = family.NewKaryNTreeLiteral(kn[0], kn[1])
			}
			net := networktest.Build(t)(tree, err)
			for u := range topology.Node(net.Order()) {
				for v := range topology.Node(net.Order()) {
					label, linked := linkByDefinition(tree, u, v, literal)
					c, ok := net.ChannelBetween(u, v)
					if ok != linked {
						t.Errorf("%v: link %s–%s: got %v, want %v", net, net.Address(u), net.Address(v), ok, linked)
					} else if ok && net.Label(c) != label {
						t.Errorf("%v: link %s–%s has label %d, want %d", net, net.Address(u), net.Address(v), net.Label(c), label)
					}
				}
			}
		}
	}
}

// linkByDefinition returns whether Definition 2.2 links u and v, and the label at u.
func linkByDefinition(t family.KaryNTree, u, v topology.Node, literal bool) (label int, linked bool) {
	n, a, b := t.Dims(), t.Digits(u), t.Digits(v)
	switch uSwitch, vSwitch := t.Kind(u) == topology.Switch, t.Kind(v) == topology.Switch; {
	case uSwitch && vSwitch:
		l := min(t.Level(u), t.Level(v))
		if t.Level(u)+t.Level(v) != 2*l+1 {
			return 0, false
		}
		for i := range a {
			if i != l && a[i] != b[i] {
				return 0, false
			}
		}
		if literal && t.Level(u) == l {
			return b[0], true
		}
		return b[l], true
	case uSwitch:
		return b[n-1], t.Level(u) == n-1 && slices.Equal(a, b[:n-1])
	case vSwitch:
		return topology.NoLabel, t.Level(v) == n-1 && slices.Equal(b, a[:n-1])
	}
	return 0, false
}

func TestKaryNTreePorts(t *testing.T) {
	tree, err := family.NewKaryNTree(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	net, err := topology.New(tree)
	if err != nil {
		t.Fatal(err)
	}
	for u := range topology.Node(net.Order()) {
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			want := net.Label(c) // down: the label
			switch v := net.Head(c); {
			case net.Kind(u) == topology.Processor:
				want = 0
			case net.Level(v) < net.Level(u):
				want = tree.Radix() + net.Label(c) // up
			}
			if net.Port(c) != want {
				t.Errorf("%v: link from %s to %s is at port %d, want %d", net, net.Address(u), net.Address(net.Head(c)), net.Port(c), want)
			}
		}
	}
}

func TestKaryNTreeNodes(t *testing.T) {
	tree, err := family.NewKaryNTree(4, 3)
	if err != nil {
		t.Fatal(err)
	}
	for u := range topology.Node(tree.Order()) {
		again := topology.Node(-1)
		if tree.Kind(u) == topology.Processor {
			again = tree.Processor(tree.Digits(u))
		} else {
			again = tree.Switch(tree.Digits(u), tree.Level(u))
		}
		if again != u {
			t.Errorf("%v: the node with the digits and level of %d is %d", tree, u, again)
		}
	}
	if got := tree.Address(tree.Switch([]int{0, 3}, 1)); got != "0,3@1" {
		t.Errorf("%v: address %s, want 0,3@1", tree, got)
	}
	if got := tree.Address(7); got != "0,1,3" {
		t.Errorf("%v: address of node 7 is %s, want 0,1,3", tree, got)
	}
	if level := tree.Level(0); level != 3 {
		t.Errorf("%v: a processor has level %d, want n = 3", tree, level)
	}
}

func FuzzKaryNTreeAddress(f *testing.F) {
	f.Add(4, 3, "0,3,1")
	f.Add(4, 3, "⟨ 0, 3 @ 1 ⟩")
	f.Add(2, 0, "()")
	f.Add(2, 1, "@0")
	f.Fuzz(func(t *testing.T, k, n int, address string) {
		tree, err := family.NewKaryNTree(k, n)
		if err != nil {
			t.Skip()
		}
		u, err := tree.NodeAt(address)
		if err != nil {
			return
		}
		if u < 0 || int(u) >= tree.Order() {
			t.Fatalf("%v: NodeAt(%q) = %d, want a node", tree, address, u)
		}
		if again, err := tree.NodeAt(tree.Address(u)); again != u || err != nil {
			t.Errorf("%v: NodeAt(%q) = %d, but NodeAt(%q) = %d, %v", tree, address, u, tree.Address(u), again, err)
		}
	})
}

func ExampleNewKaryNTree() {
	tree, _ := family.NewKaryNTree(2, 2)
	for link := range tree.Links() {
		fmt.Printf("%s–%s with label %d\n", tree.Address(link.A), tree.Address(link.B), link.LabelA)
	}
	_, err := family.NewKaryNTree(1, 3)
	fmt.Println(err)
	_, err = tree.NodeAt("1,4")
	fmt.Println(err)
	// Output:
	// 0@1–0,0 with label 0
	// 0@1–0,1 with label 1
	// 1@1–1,0 with label 0
	// 1@1–1,1 with label 1
	// 0@0–0@1 with label 0
	// 0@0–1@1 with label 1
	// 1@0–0@1 with label 0
	// 1@0–1@1 with label 1
	// kary_ntree(k=1, n=3): want k ≥ 2 and n ≥ 0
	// kary_ntree(k=2, n=2): address "1,4" has digit 4, want 0 to 1
}
