package route_test

import (
	"fmt"
	"math/bits"
	"testing"

	"topobook/topology"
	"topobook/topology/route"
)

func TestPermutations(t *testing.T) {
	for _, net := range append(trees(), tree(4, 2), tree(4, 3), tree(8, 2), tree(6, 2)) {
		def := net.Definition.(topology.KaryNTree)
		for _, perm := range route.Permutations {
			messages, err := perm.Messages(def)
			if perm.Defined(def) != (err == nil) {
				t.Fatalf("%v: %s: defined %v, but error %v", net, perm.Name, perm.Defined(def), err)
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
			"shift1":       func(u int) int { return (u + 1) % order },
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

func ExampleNamedPermutation() {
	net, _ := topology.Build(topology.NewKaryNTree(3, 3))
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
	// kary_ntree(k=3, n=3): permutation "butterfly": want one of identity, complement, bit_reversal, digit_reversal, bit_transpose, digit_transpose, shuffle, shift1
}
