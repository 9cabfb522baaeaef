package route_test

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

func TestPermutations(t *testing.T) {
	for _, net := range append(trees(), tree(4, 2), tree(4, 3), tree(8, 2), tree(6, 2)) {
		for _, perm := range route.Permutations {
			messages, err := perm.Messages(net)
			if perm.Defined(net) != (err == nil) {
				t.Fatalf("%v: %s: defined %v, but error %v", net, perm.Name, perm.Defined(net), err)
			}
			received := make(map[topology.Node]bool)
			for i, m := range messages {
				if m.Source != net.Processors()[i] {
					t.Errorf("%v: %s: message %d from %d", net, perm.Name, i, m.Source)
				}
				received[m.Dest] = true
			}
			if err == nil && len(received) != len(net.Processors()) {
				t.Errorf("%v: %s: %d processors receive, want all", net, perm.Name, len(received))
			}
		}
	}
}

// On numbers instead of digits, the permutations are other formulas.
func TestPermutationsOnNumbers(t *testing.T) {
	for _, tt := range []struct{ k, n, bits int }{{2, 4, 4}, {4, 3, 6}, {8, 2, 6}, {2, 1, 1}, {2, 5, 5}, {16, 1, 4}} {
		net := tree(tt.k, tt.n)
		order, half := len(net.Processors()), tt.bits/2
		formulas := map[string]func(u int) int{
			"identity":     func(u int) int { return u },
			"complement":   func(u int) int { return order - 1 - u },
			"bit_reversal": func(u int) int { return int(bits.Reverse64(uint64(u)) >> (64 - tt.bits)) },
			"shuffle":      func(u int) int { return u*tt.k%order + u*tt.k/order },
			"bit_shuffle":  func(u int) int { return u<<1&(order-1) | u>>(tt.bits-1) },
			"shift1":       func(u int) int { return (u + 1) % order },
			"tornado":      func(u int) int { return eachDigit(u, order, tt.k, (tt.k+1)/2-1) },
			"neighbor":     func(u int) int { return eachDigit(u, order, tt.k, 1) },
		}
		if tt.bits%2 == 0 {
			formulas["bit_transpose"] = func(u int) int { return u>>half | u<<half&(order-1) }
		}
		if tt.k == 2 {
			formulas["digit_reversal"] = formulas["bit_reversal"]
		}
		if tt.n%2 == 0 {
			formulas["digit_transpose"] = formulas["bit_transpose"]
		}
		for name, formula := range formulas {
			messages, err := route.NamedPermutation(net, name)
			if err != nil {
				t.Fatal(err)
			}
			for u, m := range messages {
				if int(m.Dest) != formula(u) {
					t.Errorf("%v: %s sends %d to %d, want %d", net, name, u, m.Dest, formula(u))
				}
			}
		}
	}
}

// eachDigit adds x to every digit of u, modulo k, from the last on.
func eachDigit(u, order, k, x int) int {
	sum := 0
	for worth := 1; worth < order; worth *= k {
		sum += worth * ((u/worth%k + x) % k)
	}
	return sum
}

func ExampleNamedPermutation() {
	net, _ := topology.Build(family.NewKaryNTree(3, 3))
	for _, name := range []string{"digit_reversal", "bit_reversal", "digit_transpose", "bit_transpose", "butterfly"} {
		messages, err := route.NamedPermutation(net, name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(net.Address(messages[5].Source), "sends to", net.Address(messages[5].Dest))
	}
	// Output:
	// 0,1,2 sends to 2,1,0
	// kary_ntree(k=3, n=3): permutation bit_reversal is not defined for k = 3 and n = 3, want k a power of two
	// kary_ntree(k=3, n=3): permutation digit_transpose is not defined for k = 3 and n = 3, want n even
	// kary_ntree(k=3, n=3): permutation bit_transpose is not defined for k = 3 and n = 3, want k a power of two and n·log2(k) even
	// kary_ntree(k=3, n=3): permutation "butterfly": want one of identity, complement, bit_reversal, digit_reversal, bit_transpose, digit_transpose, shuffle, bit_shuffle, shift1, tornado, neighbor
}

// On any network, a permutation of the numbers of processors. What the numbers are, each test says by
// itself: coordinates, digits of a radix, or bits.
func TestPermutationsOnAnyNetwork(t *testing.T) {
	ring := func(n int) *topology.Network { return must(topology.Build(family.NewRing(n))) }
	for _, tt := range []struct {
		net   *topology.Network
		sides []int
		names string // of those that are defined
	}{
		{must(topology.Build(family.NewTorusSides([]int{4, 3}))), []int{4, 3}, "identity complement shift1 tornado neighbor"},
		{must(topology.Build(family.NewMeshSides([]int{2, 3, 2}))), []int{2, 3, 2}, "identity complement digit_reversal shift1 tornado neighbor"},
		{must(topology.Build(family.NewMesh(3, 2))), []int{3, 3}, "identity complement digit_reversal digit_transpose shuffle shift1 tornado neighbor"},
		{must(topology.Build(family.NewHypercube(3))), []int{2, 2, 2}, "identity complement bit_reversal digit_reversal shuffle bit_shuffle shift1 tornado neighbor"},
		{ring(8), []int{8}, "identity complement bit_reversal digit_reversal shuffle bit_shuffle shift1 tornado neighbor"},
		{must(topology.Build(family.NewComplete(8))), []int{2, 2, 2}, "identity complement bit_reversal digit_reversal shuffle bit_shuffle shift1 tornado neighbor"},
		{must(topology.Build(family.NewComplete(27))), []int{3, 3, 3}, "identity complement digit_reversal shuffle shift1 tornado neighbor"},
		{must(topology.Build(family.NewComplete(16))), []int{2, 2, 2, 2}, "identity complement bit_reversal digit_reversal bit_transpose digit_transpose shuffle bit_shuffle shift1 tornado neighbor"},
		{must(topology.Build(family.NewMaryTree(6, 2))), []int{6, 6}, "identity complement digit_reversal digit_transpose shuffle shift1 tornado neighbor"},
		{randomGraph(t, 12, 20, 1), []int{12}, "identity complement digit_reversal shuffle shift1 tornado neighbor"},
		{must(topology.Build(family.NewComplete(1))), nil, "identity complement bit_reversal digit_reversal bit_transpose digit_transpose shuffle bit_shuffle shift1 tornado neighbor"},
		{must(topology.Build(family.NewButterfly(2, 2))), []int{0}, ""},
	} {
		if got := route.Digits(tt.net); len(tt.net.Processors()) > 0 && fmt.Sprint(got) != fmt.Sprint(tt.sides) {
			t.Errorf("%v: digits %v, want %v", tt.net, got, tt.sides)
		}
		var names []string
		processors := tt.net.Processors()
		for _, perm := range route.Permutations {
			messages, err := perm.Messages(tt.net)
			if perm.Defined(tt.net) != (err == nil) {
				t.Errorf("%v: %s: defined %v, but error %v", tt.net, perm.Name, perm.Defined(tt.net), err)
			}
			if err != nil {
				continue
			}
			names = append(names, perm.Name)
			checkPermutation(t, tt.net, perm.Name, messages)
			for i, m := range messages {
				var want int
				p := len(processors)
				switch perm.Name {
				case "complement":
					want = p - 1 - i
				case "shift1":
					want = (i + 1) % p
				case "bit_reversal":
					want = int(bits.Reverse64(uint64(i)) >> (65 - bits.Len(uint(p))))
				default:
					continue
				}
				if m.Dest != processors[want] {
					t.Errorf("%v: %s sends %d to %d, want %d", tt.net, perm.Name, m.Source, m.Dest, processors[want])
				}
			}
		}
		if got := strings.Join(names, " "); got != tt.names {
			t.Errorf("%v: defined %s, want %s", tt.net, got, tt.names)
		}
		checkPermutation(t, tt.net, "random", route.RandomPermutation(tt.net, route.Random(3)))
	}
}

func checkPermutation(t *testing.T, net *topology.Network, name string, messages []route.Message) {
	t.Helper()
	received := make(map[topology.Node]bool)
	for i, m := range messages {
		if m.Source != net.Processors()[i] || net.Kind(m.Dest) != topology.Processor {
			t.Errorf("%v: %s: message %d goes from %d to %d", net, name, i, m.Source, m.Dest)
		}
		received[m.Dest] = true
	}
	if len(received) != len(net.Processors()) {
		t.Errorf("%v: %s: %d processors receive, want all", net, name, len(received))
	}
}

// Tornado and neighbor on coordinates: 4×3, by hand.
func TestCoordinatePatterns(t *testing.T) {
	net := must(topology.Build(family.NewTorusSides([]int{4, 3})))
	for name, want := range map[string]string{"tornado": "0,0", "neighbor": "0,0", "complement": "0,0"} {
		source := map[string]string{"tornado": "3,2", "neighbor": "3,2", "complement": "3,2"}[name]
		messages, err := route.NamedPermutation(net, name)
		if err != nil {
			t.Fatal(err)
		}
		u, err := net.NodeAt(source)
		if err != nil {
			t.Fatal(err)
		}
		if got := net.Address(messages[u].Dest); got != want {
			t.Errorf("%s sends %s to %s, want %s", name, source, got, want)
		}
	}
	_, err := route.NamedPermutation(net, "shuffle")
	if want := "torus_sides(sides=[4, 3]): permutation shuffle is not defined for sides 4×3, want equal sides"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
