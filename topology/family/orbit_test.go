package family_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// A symmetry is a map of the nodes of a network, written on addresses cut into digits.
type symmetry func(u topology.Node) topology.Node

// TestOrbits checks the proofs of declared orbits: the maps that they name are automorphisms, and
// together they join just those nodes that are declared to be alike.
func TestOrbits(t *testing.T) {
	for _, kn := range [][2]int{{2, 0}, {3, 1}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {2, 4}} {
		k, n := kn[0], kn[1]
		for _, make := range []func(k, n int) (family.KaryNTree, error){family.NewKaryNTree, family.NewKaryNTreeLiteral} {
			tree, err := make(k, n)
			net := networktest.Build(t)(tree, err)
			checkOrbits(t, net, shifts(n, func(u topology.Node, i int) topology.Node {
				if d := addOne(tree.Digits(u), i, k); tree.Kind(u) == topology.Switch {
					return tree.Switch(d, tree.Level(u))
				} else {
					return tree.Processor(d)
				}
			}))
		}
		def, err := family.NewMaryTree(k, n)
		net := networktest.Build(t)(def, err)
		checkOrbits(t, net, shifts(n, func(u topology.Node, i int) topology.Node {
			return byDigits(t, net, u, func(d []int) []int { return addOne(d, i, k) })
		}))
		if n == 0 {
			continue
		}
		for _, stages := range []func(k, n int) (topology.Definition, error){
			func(k, n int) (topology.Definition, error) { return family.NewButterfly(k, n) },
			func(k, n int) (topology.Definition, error) { return family.NewKaryNFly(k, n) },
		} {
			def, err := stages(k, n)
			net := networktest.Build(t)(def, err)
			maps := shifts(n, func(u topology.Node, i int) topology.Node {
				return byDigits(t, net, u, func(d []int) []int { return addOne(d, i, k) })
			})
			checkOrbits(t, net, append(maps, func(u topology.Node) topology.Node { return reflect(t, net, u, n) }))
		}
	}
}

// reflect returns the switch of the stage as far from the last as u is from the first whose n-1
// digits are those of u backwards; a terminal keeps its last digit.
func reflect(t *testing.T, net *topology.Network, u topology.Node, n int) topology.Node {
	t.Helper()
	i := net.Level(u)
	u = byDigits(t, net, u, func(d []int) []int {
		slices.Reverse(d[:n-1])
		return d
	})
	stage := slices.IndexFunc(levels(net), func(l int) bool { return l == n+1-i })
	from := slices.IndexFunc(levels(net), func(l int) bool { return l == i })
	return topology.Node(stage + int(u) - from)
}

// levels returns the level of every node.
func levels(net *topology.Network) []int {
	var levels []int
	for u := range topology.Node(net.Order()) {
		levels = append(levels, net.Level(u))
	}
	return levels
}

func TestOrbitsTwoTrees(t *testing.T) {
	for _, kn := range [][2]int{{3, 1}, {2, 2}, {3, 2}, {2, 3}, {3, 3}, {2, 4}} {
		for _, build := range []func(k, n int) (grouped, error){
			func(k, n int) (grouped, error) { return family.NewMiKANT(k, n) },
			func(k, n int) (grouped, error) { return family.NewClosNTree(k, n) },
		} {
			def, err := build(kn[0], kn[1])
			if err != nil {
				continue // there is no MiKANT(3, 1)
			}
			net := networktest.Build(t)(def, nil)
			move := func(u topology.Node, swap bool, change func(d []int) []int) topology.Node {
				group := def.Group(u)
				if swap && group < 2 {
					group = 1 - group
				}
				if d := change(def.Digits(u)); def.Kind(u) == topology.Switch {
					return def.Switch(group, def.Level(u), d)
				} else {
					return def.Processor(group, d)
				}
			}
			maps := shifts(kn[1], func(u topology.Node, i int) topology.Node {
				return move(u, false, func(d []int) []int { return addOne(d, len(d)-1-i, kn[0]) })
			})
			swap := func(u topology.Node) topology.Node { return move(u, true, func(d []int) []int { return d }) }
			checkOrbits(t, net, append(maps, swap))
		}
	}
}

func TestOrbitsDirect(t *testing.T) {
	for n := range 6 {
		def, err := family.NewHypercube(n)
		net := networktest.Build(t)(def, err)
		checkOrbits(t, net, shifts(n, func(u topology.Node, i int) topology.Node { return u ^ 1<<i }))
	}
	for n := range 7 {
		next := func(u topology.Node) topology.Node { return (u + 1) % topology.Node(n) }
		if n >= 2 {
			ring, err := family.NewRing(n)
			checkOrbits(t, networktest.Build(t)(ring, err), []symmetry{next})
		}
		if n >= 1 {
			all, err := family.NewComplete(n)
			checkOrbits(t, networktest.Build(t)(all, err), []symmetry{next})
		}
	}
}

// shifts returns the maps that move(u, i) is for i from 0 to n-1.
func shifts(n int, move func(u topology.Node, i int) topology.Node) []symmetry {
	var maps []symmetry
	for i := range n {
		maps = append(maps, func(u topology.Node) topology.Node { return move(u, i) })
	}
	return maps
}

// addOne adds 1 modulo k to digit i, if there is one.
func addOne(digits []int, i, k int) []int {
	if i >= 0 && i < len(digits) {
		digits[i] = (digits[i] + 1) % k
	}
	return digits
}

// byDigits changes the digits of u's address, and not what may follow an @.
func byDigits(t *testing.T, net *topology.Network, u topology.Node, change func(digits []int) []int) topology.Node {
	t.Helper()
	digits, stage := cutAddress(t, net.Address(u))
	v, err := net.NodeAt(joinAddress(change(digits), stage))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// checkOrbits fails unless the maps are automorphisms of net whose orbits are the declared ones.
func checkOrbits(t *testing.T, net *topology.Network, maps []symmetry) {
	t.Helper()
	def, ok := net.Definition.(topology.Symmetric)
	if !ok {
		t.Errorf("%v: declares no orbits", net)
		return
	}
	orbit := make([]topology.Node, net.Order()) // by node: the least known to be alike
	for u := range orbit {
		orbit[u] = topology.Node(u)
	}
	for i, f := range maps {
		hit := make([]bool, net.Order())
		for u := range topology.Node(net.Order()) {
			if hit[f(u)] || net.Kind(f(u)) != net.Kind(u) || net.Degree(f(u)) != net.Degree(u) {
				t.Fatalf("%v: map %d takes %s to %s: want a bijection that keeps kinds and degrees", net, i, net.Address(u), net.Address(f(u)))
			}
			hit[f(u)] = true
			for _, v := range net.Neighbors(u) {
				if _, ok := net.ChannelBetween(f(u), f(v)); !ok {
					t.Fatalf("%v: map %d takes the link %s–%s to %s–%s, which is none", net, i,
						net.Address(u), net.Address(v), net.Address(f(u)), net.Address(f(v)))
				}
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, f := range maps {
			for u := range orbit {
				if v := f(topology.Node(u)); orbit[v] != orbit[u] {
					orbit[v] = min(orbit[v], orbit[u])
					orbit[u] = orbit[v]
					changed = true
				}
			}
		}
	}
	orbits, _ := net.Orbits()
	for u := range topology.Node(net.Order()) {
		if want := orbits[def.Orbit(u)].First; orbit[u] != want {
			t.Errorf("%v: %s is declared to be like %s, but the maps join it with %s", net, net.Address(u), net.Address(want), net.Address(orbit[u]))
		}
	}
}

// cutAddress parts 0,3@1 into its digits and @1.
func cutAddress(t *testing.T, address string) (digits []int, stage string) {
	t.Helper()
	list, stage, found := strings.Cut(strings.Trim(address, "()"), "@")
	if found {
		stage = "@" + stage
	}
	for field := range strings.SplitSeq(list, ",") {
		if digit, err := strconv.Atoi(field); err == nil {
			digits = append(digits, digit)
		} else if list != "" {
			t.Fatal(err)
		}
	}
	return digits, stage
}

// joinAddress is the inverse of cutAddress.
func joinAddress(digits []int, stage string) string {
	fields := make([]string, len(digits))
	for i, digit := range digits {
		fields[i] = strconv.Itoa(digit)
	}
	return strings.Join(fields, ",") + stage
}
