package family_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// TestTwoTrees compares both families with the source's table of properties. Its average distance
// counts a processor as one of its own destinations.
func TestTwoTrees(t *testing.T) {
	for _, kn := range [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}, {2, 5}, {3, 4}, {5, 2}, {11, 2}, {4, 3}, {2, 1}, {7, 1}, {12, 1}} {
		k, n := kn[0], kn[1]
		kn, width := pow(k, n), pow(k, n-1)
		average := 2*float64(n) - 1/float64(k-1) + 1/float64((k-1)*kn)
		clos := networktest.Build(t)(family.NewClosNTree(k, n))
		checkTable(t, clos, table{2 * kn, (2*n - 1) * width, 2 * n * kn, 2 * k, 2 * n, average})
		if n == 1 {
			continue
		}
		net := networktest.Build(t)(family.NewMiKANT(k, n))
		checkTable(t, net, table{2 * kn, (2*n - 2) * width, (2*n - 1) * kn, 2 * k, 2 * n, average - 0.5})
	}
}

type table struct {
	processors, switches, links, radix, diameter int
	average                                      float64
}

func checkTable(t *testing.T, net *topology.Network, want table) {
	t.Helper()
	networktest.Check(t, net, want.processors+want.switches, want.links)
	networktest.Connected(t, net)
	for u := range topology.Node(net.Order()) {
		switch degree := net.Degree(u); net.Kind(u) {
		case topology.Switch:
			if degree != want.radix {
				t.Errorf("%v: switch %s has %d ports, want %d", net, net.Address(u), degree, want.radix)
			}
		default:
			if degree != 1 || net.Level(u) != topology.NoLevel {
				t.Errorf("%v: processor %s has %d ports and level %d, want 1 and none", net, net.Address(u), degree, net.Level(u))
			}
		}
	}
	pairs, err := measure.AllPairs(net, measure.Processors, nil)
	if err != nil {
		t.Fatal(err)
	}
	sum, count := pairs.Total(true)
	if got := float64(sum) / float64(count); pairs.Diameter() != want.diameter || math.Abs(got-want.average) > 1e-9 || len(net.Processors()) != want.processors {
		t.Errorf("%v: %d processors, diameter %d, average distance %v, want %+v", net, len(net.Processors()), pairs.Diameter(), got, want)
	}
}

func pow(k, n int) int {
	p := 1
	for range n {
		p *= k
	}
	return p
}

// TestTwoTreesDefinition tries the rules of the definition on every pair of nodes, and the formula of
// the ports on every link.
func TestTwoTreesDefinition(t *testing.T) {
	for _, kn := range [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}, {2, 4}} {
		mikant, err := family.NewMiKANT(kn[0], kn[1])
		if err != nil {
			t.Fatal(err)
		}
		checkRules(t, mikant, kn[1], false)
		clos, err := family.NewClosNTree(kn[0], kn[1])
		if err != nil {
			t.Fatal(err)
		}
		checkRules(t, clos, kn[1], true)
	}
	star, err := family.NewClosNTree(3, 1)
	if err != nil {
		t.Fatal(err)
	}
	checkRules(t, star, 1, true)
}

type grouped interface {
	topology.Definition
	Radix() int
	Group(u topology.Node) int
	Digits(u topology.Node) []int
	Processor(group int, c []int) topology.Node
	Switch(group, level int, d []int) topology.Node
}

func checkRules(t *testing.T, def grouped, n int, rooted bool) {
	t.Helper()
	net, err := topology.New(def)
	if err != nil {
		t.Fatal(err)
	}
	k := def.Radix()
	for u := range topology.Node(net.Order()) {
		again := topology.Node(-1)
		if net.Kind(u) == topology.Processor {
			again = def.Processor(def.Group(u), def.Digits(u))
		} else {
			again = def.Switch(def.Group(u), def.Level(u), def.Digits(u))
		}
		if again != u {
			t.Errorf("%v: the node with the group, level and digits of %d is %d", net, u, again)
		}
		for v := range topology.Node(net.Order()) {
			linked, port := false, 0
			switch gu, gv, lu, lv := def.Group(u), def.Group(v), def.Level(u), def.Level(v); {
			case net.Kind(u) == topology.Switch && net.Kind(v) == topology.Processor:
				c := def.Digits(v)
				linked = lu == 0 && (gu == gv || gu == 2) && slices.Equal(c[1:], def.Digits(u))
				port = c[0]
				if gu == 2 {
					port += k * gv // a root
				}
			case net.Kind(u) == topology.Processor && net.Kind(v) == topology.Switch:
				linked = lv == 0 && (gu == gv || gv == 2) && slices.Equal(def.Digits(u)[1:], def.Digits(v))
			case net.Kind(u) == topology.Processor:
			case lv == lu+1 && (gu == gv || gv == 2):
				linked, port = differAt(def, u, v, lu), k+digit(def, v, lu)
			case lu == lv+1 && gu == gv:
				linked, port = differAt(def, u, v, lv), digit(def, v, lv)
			case lu == lv+1 && gu == 2:
				linked, port = differAt(def, u, v, lv), k*gv+digit(def, v, lv)
			case !rooted && lu == n-2 && lv == n-2 && gu != gv:
				linked, port = differAt(def, u, v, n-2), k+digit(def, v, n-2)
			}
			c, ok := net.ChannelBetween(u, v)
			if ok != linked {
				t.Errorf("%v: link %s–%s: got %v, want %v", net, net.Address(u), net.Address(v), ok, linked)
				continue
			}
			label := port
			if net.Kind(u) == topology.Processor {
				label = topology.NoLabel
			}
			if ok && (net.Port(c) != port || net.Label(c) != label) {
				t.Errorf("%v: link %s–%s has port %d and label %d, want %d and %d", net, net.Address(u), net.Address(v), net.Port(c), net.Label(c), port, label)
			}
		}
	}
}

// digit returns digit i of u, counted from the last, which is digit 0.
func digit(def grouped, u topology.Node, i int) int {
	d := def.Digits(u)
	return d[len(d)-1-i]
}

// differAt tells whether the digits of u and v are equal but perhaps for digit i.
func differAt(def grouped, u, v topology.Node, i int) bool {
	for j := range def.Digits(u) {
		if j != i && digit(def, u, j) != digit(def, v, j) {
			return false
		}
	}
	return true
}

// TestMiKANTExamples runs the source's algorithm on its worked examples, by the labels of the links.
func TestMiKANTExamples(t *testing.T) {
	def, err := family.NewMiKANT(3, 4)
	if err != nil {
		t.Fatal(err)
	}
	net, err := topology.New(def)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		dest, switches string
		ports          []int
		length         int
	}{
		{"12222", "00000 01002 02022 12222 11222 10222", []int{5, 5, 5, 2, 2, 2}, 7},
		{"02222", "00000 01002 02022 12222 02222 01222 00222", []int{5, 5, 5, 5, 2, 2, 2}, 8},
		{"02022", "00000 01002 02022 01022 00022", []int{5, 5, 2, 2, 2}, 6},
		{"02002", "00000 01002 00002", []int{5, 2, 2}, 4},
	} {
		source, err := net.NodeAt("02000")
		if err != nil {
			t.Fatal(err)
		}
		dest, err := net.NodeAt(tt.dest)
		if err != nil {
			t.Fatal(err)
		}
		if hops := measure.Distances(net, source)[dest]; int(hops) != tt.length {
			t.Errorf("%v: %s is at %d hops, want %d", net, tt.dest, hops, tt.length)
		}
		var switches []string
		var ports []int
		for u := net.Neighbors(source)[0]; u != dest; {
			compact := strings.NewReplacer("@", "", ",", "").Replace(net.Address(u))
			switches = append(switches, compact)
			if again, err := net.NodeAt(compact[:1] + "@" + compact[1:]); again != u || err != nil {
				t.Errorf("%v: switch %s@%s is %d, %v, want %d", net, compact[:1], compact[1:], again, err, u)
			}
			label := nextLabel(def, u, dest)
			ports = append(ports, label)
			first, end := net.Channels(u)
			for c := first; c < end; c++ {
				if net.Label(c) == label {
					u = net.Head(c)
					break
				}
			}
			if len(ports) > 20 {
				t.Fatalf("%v: the way to %s does not end: %v", net, tt.dest, switches)
			}
		}
		if got := strings.Join(switches, " "); got != tt.switches || !slices.Equal(ports, tt.ports) || len(ports)+1 != tt.length {
			t.Errorf("%v: the way to %s is %s by ports %v, want %s by %v", net, tt.dest, got, ports, tt.switches, tt.ports)
		}
	}
}

// nextLabel returns the label by which the source's algorithm leaves switch u on the way to dest.
func nextLabel(def family.MiKANT, u, dest topology.Node) int {
	w, t, level := def.Digits(u), def.Digits(dest), def.Level(u)
	n := def.Dims()
	above := n - 1 - level // digits n-2 to level
	switch {
	case def.Group(u) != def.Group(dest) || !slices.Equal(w[:above], t[1:1+above]):
		return def.Radix() + digit(def, dest, level)
	case level > 0:
		return digit(def, dest, level-1)
	}
	return t[0]
}

// TestTwoTreesParts checks what the families are made from: the k-ary n-tree of another source, with
// the top of the other group as its roots, or with the shared roots.
func TestTwoTreesParts(t *testing.T) {
	for _, kn := range [][2]int{{2, 2}, {3, 2}, {2, 3}, {3, 3}} {
		k, n := kn[0], kn[1]
		tree := networktest.Build(t)(family.NewKaryNTree(k, n))
		for _, build := range []func(k, n int) (grouped, error){
			func(k, n int) (grouped, error) { return family.NewMiKANT(k, n) },
			func(k, n int) (grouped, error) { return family.NewClosNTree(k, n) },
		} {
			def, err := build(k, n)
			if err != nil {
				t.Fatal(err)
			}
			net, err := topology.New(def)
			if err != nil {
				t.Fatal(err)
			}
			for group := range 2 {
				var keep []topology.Node
				for u := range topology.Node(net.Order()) {
					top := net.Level(u) == n-1 || net.Level(u) == n-2 && n > 1 && def.Group(u) != group && !strings.HasPrefix(net.String(), "clos")
					if def.Group(u) == group || top {
						keep = append(keep, u)
					}
				}
				part, err := topology.Induced(net, keep)
				if err != nil {
					t.Fatal(err)
				}
				if iso, err := measure.Isomorphism(part, tree, nil); iso == nil || err != nil {
					t.Errorf("%v: group %d with the row beyond it is not %v: %v", net, group, tree, err)
				}
			}
		}
	}
}

// FuzzTwoTreesAddress checks that what is read as an address is that of a node, and that the node's own
// address leads back to it.
func FuzzTwoTreesAddress(f *testing.F) {
	f.Add(3, 4, "02000")
	f.Add(3, 4, "⟨0@1,0,0,2⟩")
	f.Add(2, 1, "@0")
	f.Add(12, 2, "1,11,0")
	f.Add(2, 12, "0@10,0,0,0,0,0,0,0,0,0,0,1")
	f.Fuzz(func(t *testing.T, k, n int, address string) {
		mikant, err := family.NewMiKANT(k, n)
		if err == nil {
			checkAddress(t, mikant, address)
		}
		clos, err := family.NewClosNTree(k, n)
		if err == nil {
			checkAddress(t, clos, address)
		}
		fly, err := family.NewKaryNFly(k, n)
		if err == nil {
			checkAddress(t, fly, address)
		}
	})
}

func checkAddress(t *testing.T, def topology.Definition, address string) {
	t.Helper()
	u, err := def.NodeAt(address)
	if err != nil {
		return
	}
	if u < 0 || int(u) >= def.Order() {
		t.Fatalf("%v: NodeAt(%q) = %d, want a node", def, address, u)
	}
	if again, err := def.NodeAt(def.Address(u)); again != u || err != nil {
		t.Errorf("%v: NodeAt(%q) = %d, but NodeAt(%q) = %d, %v", def, address, u, def.Address(u), again, err)
	}
}

func ExampleNewMiKANT() {
	net, _ := topology.Build(family.NewMiKANT(3, 4))
	for _, address := range []string{"02000", "⟨0, 2, 0, 0, 0⟩", "0@1,0,0,2", "0@1002", "2,0,0,0,0", "0@3,0,0,0", "@2,0,0,0", "00002@1"} {
		u, err := net.NodeAt(address)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(net.Kind(u), net.Address(u))
	}
	_, err := family.NewMiKANT(3, 1)
	fmt.Println(err)
	clos, _ := family.NewClosNTree(3, 2)
	fmt.Println(clos.Address(clos.Switch(0, 1, []int{2})))
	_, err = clos.NodeAt("1@1,2")
	fmt.Println(err)
	_, err = clos.NodeAt("@0,2")
	fmt.Println(err)
	// Output:
	// processor 0,2,0,0,0
	// processor 0,2,0,0,0
	// switch 0@1,0,0,2
	// switch 0@1,0,0,2
	// mikant(k=3, n=4): address "2,0,0,0,0" has group "2", want 0 or 1
	// mikant(k=3, n=4): address "0@3,0,0,0" has level "3", want 0 to 2
	// mikant(k=3, n=4): address "@2,0,0,0" has group "", want 0 or 1
	// mikant(k=3, n=4): address "00002@1" has group "00002", want 0 or 1
	// mikant(k=3, n=1): want k ≥ 2 and n ≥ 2
	// @1,2
	// clos_ntree(k=3, n=2): address "1@1,2" has group "1", want none, as in @1,2
	// clos_ntree(k=3, n=2): address "@0,2" has group "", want 0 or 1
}
