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

func TestCCC(t *testing.T) {
	for n, diameter := range map[int]int{3: 6, 4: 8, 5: 10, 6: 13, 7: 15, 8: 18} { // 2n + ⌊n/2⌋ - 2 for n ≥ 4
		net := networktest.Build(t)(family.NewCCC(n))
		networktest.Check(t, net, n<<n, 3*n<<n/2)
		networktest.Connected(t, net)
		if got := measure.Degrees(net); !slices.Equal(got, []int{3}) {
			t.Errorf("%v: degrees %v, want 3", net, got)
		}
		if got := slices.Max(measure.Distances(net, 0)); int(got) != diameter {
			t.Errorf("%v: diameter %d, want %d", net, got, diameter)
		}
	}
}

// TestCCCDefinition compares the links with the definition, tried on every pair of addresses, and
// checks that the network is the incomplete torus that it is said to be.
func TestCCCDefinition(t *testing.T) {
	for n := 3; n <= 5; n++ {
		net := must(topology.Build(family.NewCCC(n)))
		for u := range topology.Node(net.Order()) {
			a := net.Address(u)
			for v := range topology.Node(net.Order()) {
				b := net.Address(v)
				p, q := net.Level(u), net.Level(v)
				want := -1 // the port
				switch w, x := a[:2*n-1], b[:2*n-1]; {
				case w == x && q == (p+1)%n:
					want = 0
				case w == x && p == (q+1)%n:
					want = 1
				case p == q && w[2*p] != x[2*p] && w[:2*p] == x[:2*p] && w[2*p+1:] == x[2*p+1:]:
					want = 2
				}
				got := -1
				if c, ok := net.ChannelBetween(u, v); ok {
					got = net.Port(c)
				}
				if got != want {
					t.Errorf("%v: link from %s to %s has port %d, want %d (-1: no link)", net, a, b, got, want)
				}
			}
		}
		pruned := must(topology.Build(family.NewIncompleteTorus(2, n+1, n, 4, family.KeepBySum)))
		iso, err := measure.Isomorphism(net, pruned, nil)
		if iso == nil || err != nil {
			t.Errorf("%v and %v: no isomorphism, %v", net, pruned, err)
		}
		for u := range topology.Node(net.Order()) { // the plain one: w,p for w@p
			same := must(pruned.NodeAt(net.Address(u)[:2*n-1] + "," + net.Address(u)[2*n:]))
			for _, v := range net.Neighbors(u) {
				also := must(pruned.NodeAt(net.Address(v)[:2*n-1] + "," + net.Address(v)[2*n:]))
				if _, ok := pruned.ChannelBetween(same, also); !ok {
					t.Errorf("%v: has no link %s–%s", pruned, net.Address(u), net.Address(v))
				}
			}
		}
	}
}

// TestCCCOrbit checks that flips and turns keep links, and take node 0 to any other.
func TestCCCOrbit(t *testing.T) {
	for n := 3; n <= 5; n++ {
		net := must(topology.Build(family.NewCCC(n)))
		for g := range topology.Node(net.Order()) {
			flips, turn := int(g)/n, int(g)%n
			image := func(u topology.Node) topology.Node {
				w, p := int(u)/n, int(u)%n
				turned := w>>turn | w<<(n-turn)&(1<<n-1) // digit i becomes digit i+turn
				return topology.Node((turned^flips)*n + (p+turn)%n)
			}
			if image(0) != g {
				t.Fatalf("%v: node 0 is mapped to %d, want %d", net, image(0), g)
			}
			checkTranslation(t, net, image)
		}
	}
}

func TestCCCErrors(t *testing.T) {
	ccc := must(family.NewCCC(3))
	for address, want := range map[string]string{
		"0,1,1":    `ccc(n=3): address "0,1,1" has position "", want 0 to 2`,
		"0,1,1@3":  `ccc(n=3): address "0,1,1@3" has position "3", want 0 to 2`,
		"0,1@1":    `ccc(n=3): address "0,1" has 2 digits, want 3`,
		"0,1,2@1":  `ccc(n=3): address "0,1,2" has digit 2, want 0 to 1`,
		"0,1,1@01": `ccc(n=3): address "0,1,1@01" has position "01", want 0 to 2`,
	} {
		if _, err := ccc.NodeAt(address); err == nil || err.Error() != want {
			t.Errorf("NodeAt(%q): got error %v, want %s", address, err, want)
		}
	}
	for n, want := range map[int]string{
		-1: "ccc(n=-1): want n ≥ 3", 2: "ccc(n=2): want n ≥ 3", 17: "ccc(n=17): want at most 1048576 nodes",
	} {
		if _, err := family.NewCCC(n); err == nil || err.Error() != want {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
	if ccc, err := family.NewCCC(16); err != nil || ccc.Order() != topology.MaxNodes {
		t.Errorf("NewCCC(16): %v, %v", ccc, err)
	}
}

func ExampleNewCCC() {
	ccc, _ := family.NewCCC(3)
	net, _ := topology.New(ccc)
	u, _ := net.NodeAt("0,1,1@2")
	for _, v := range net.Neighbors(u) {
		fmt.Print(net.Address(v), " ")
	}
	// Output: 0,1,1@0 0,1,1@1 0,1,0@2
}
