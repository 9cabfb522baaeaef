package measure_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// circulant returns the graph of n nodes with links to the nodes at the given steps.
func circulant(t testing.TB, n int, steps []int) *topology.Network {
	t.Helper()
	return relation(t, n, func(u, v int) bool {
		return slices.Contains(steps, (u-v+n)%n) || slices.Contains(steps, (v-u+n)%n)
	})
}

// relation returns the graph of n nodes with links between those that are related.
func relation(t testing.TB, n int, related func(u, v int) bool) *topology.Network {
	t.Helper()
	var links [][2]int
	for v := range n {
		for u := range v {
			if related(u, v) {
				links = append(links, [2]int{u, v})
			}
		}
	}
	return graph(t, n, links)
}

// ringPower returns the k-ary n-cube.
func ringPower(t testing.TB, k, n int) *topology.Network {
	t.Helper()
	order := 1
	for range n {
		order *= k
	}
	var links [][2]int
	for u := range order {
		for stride := 1; stride < order; stride *= k {
			digit := u / stride % k
			v := u + ((digit+1)%k-digit)*stride
			if k > 2 || v > u {
				links = append(links, [2]int{u, v})
			}
		}
	}
	return graph(t, order, links)
}

// kneser returns the graph of the pairs of m things, linked if disjoint.
func kneser(t testing.TB, m int) *topology.Network {
	t.Helper()
	var pairs [][2]int
	for i := range m {
		for j := range i {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return relation(t, len(pairs), func(u, v int) bool {
		a, b := pairs[u], pairs[v]
		return a[0] != b[0] && a[0] != b[1] && a[1] != b[0] && a[1] != b[1]
	})
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// times multiplies factors, ints or big ones.
func times(factors ...any) *big.Int {
	product := big.NewInt(1)
	for _, f := range factors {
		switch f := f.(type) {
		case int:
			product.Mul(product, big.NewInt(int64(f)))
		case *big.Int:
			product.Mul(product, f)
		}
	}
	return product
}

func power(x any, n int) *big.Int { return new(big.Int).Exp(times(x), big.NewInt(int64(n)), nil) }

// rook and shrikhande return the two strongly regular graphs of 16 nodes of degree 6 with λ = μ = 2.
func rook(t testing.TB) *topology.Network {
	return relation(t, 16, func(u, v int) bool { return u/4 == v/4 || u%4 == v%4 })
}

func shrikhande(t testing.TB) *topology.Network {
	return relation(t, 16, func(u, v int) bool {
		i, j := (u/4-v/4+4)%4, (u%4-v%4+4)%4
		return i == 0 && j%2 == 1 || j == 0 && i%2 == 1 || i == j && i%2 == 1
	})
}

// lcf returns the graph with the links of a ring and one more from each node, by shifts in turn.
func lcf(t testing.TB, n int, shifts ...int) *topology.Network {
	return relation(t, n, func(u, v int) bool {
		return v-u == 1 || v-u == n-1 || (u+shifts[u%len(shifts)]+n)%n == v || (v+shifts[v%len(shifts)]+n)%n == u
	})
}

// ccc returns the cube-connected cycles of n dimensions.
func ccc(t testing.TB, n int) *topology.Network {
	return relation(t, n<<n, func(u, v int) bool {
		i, j, x, y := u%n, v%n, u/n, v/n
		return x == y && (i-j == 1 || j-i == 1 || i-j == n-1 || j-i == n-1) || i == j && x^y == 1<<i
	})
}

// A sym says what is known of the automorphisms of a network.
type sym struct {
	name             string
	net              *topology.Network
	order            *big.Int
	orbits           int  // of nodes
	vertex, edge, is bool // vertex-transitive, edge-transitive, arc-transitive
}

func knownGroups(t testing.TB) []sym {
	k40 := networktest.Build(t)(family.NewComplete(40))
	tree := networktest.Build(t)(family.NewMaryTree(2, 10))
	known := []sym{
		{"K40", k40, factorial(40), 1, true, true, true},
		{"empty", graph(t, 9, nil), factorial(9), 1, true, true, true},
		{"one node", graph(t, 1, nil), times(1), 1, true, true, true},
		{"K5,5", relation(t, 10, func(u, v int) bool { return u/5 != v/5 }), times(2, factorial(5), factorial(5)), 1, true, true, true},
		{"K3,4", relation(t, 7, func(u, v int) bool { return u/3 != v/3 && u < 3 }), times(6, 24), 2, false, true, false},
		{"Petersen", kneser(t, 5), times(120), 1, true, true, true},
		{"kneser(9, 2)", kneser(t, 9), factorial(9), 1, true, true, true},
		{"path", relation(t, 50, func(u, v int) bool { return v-u == 1 }), times(2), 25, false, false, false},
		{"rook", rook(t), times(1152), 1, true, true, true},
		{"Shrikhande", shrikhande(t), times(192), 1, true, true, true},
		{"Paley 13", circulant(t, 13, []int{1, 3, 4}), times(78), 1, true, true, true},
		{"Frucht", lcf(t, 12, -5, -2, -4, 2, 5, -2, 2, 5, -2, -5, 4, 2), times(1), 12, false, false, false},
		{"Heawood", lcf(t, 14, 5, -5), times(336), 1, true, true, true},
		{"Folkman", lcf(t, 20, 5, -7, -7, 5), times(3840), 2, false, true, false},
		{"Gray", lcf(t, 54, -25, 7, -7, 13, -13, 25), times(1296), 2, false, true, false},
		{"ccc(3)", ccc(t, 3), times(48), 1, true, false, false},
		{"ccc(5)", ccc(t, 5), times(2, 5, 32), 1, true, false, false},
		{"mary_tree(2, 10)", tree, power(2, 1023), 11, false, false, false},
		{"mary_tree(3, 4)", networktest.Build(t)(family.NewMaryTree(3, 4)), power(6, 40), 5, false, false, false},
		{"twins", relation(t, 60, func(u, v int) bool { d := (u - v + 60) % 12; return d == 1 || d == 11 }), times(power(factorial(5), 12), 24), 1, true, true, true},
		{"10 Petersens", relation(t, 100, func(u, v int) bool {
			p := kneser(t, 5)
			_, ok := p.ChannelBetween(topology.Node(u%10), topology.Node(v%10))
			return u/10 == v/10 && ok
		}), times(power(120, 10), factorial(10)), 1, true, true, true},
	}
	for _, kn := range [][2]int{{3, 1}, {7, 1}, {3, 3}, {4, 2}, {4, 3}, {5, 2}, {6, 2}, {5, 3}, {2, 7}} {
		k, n := kn[0], kn[1]
		order := times(power(2*k, n), factorial(n))
		switch k {
		case 2:
			order = times(power(2, n), factorial(n))
		case 4:
			order = times(power(2, 2*n), factorial(2*n))
		}
		known = append(known, sym{fmt.Sprint("torus ", kn), ringPower(t, k, n), order, 1, true, true, true})
	}
	return known
}

func TestKnownGroups(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 1))
	for _, known := range knownGroups(t) {
		for i, net := range []*topology.Network{known.net, shuffled(t, known.net, rnd)} {
			g := group(t, net, nil)
			if got := g.Order(); got.Cmp(known.order) != 0 {
				t.Errorf("%s, %d: %v automorphisms, want %v", known.name, i, got, known.order)
			}
			if got := len(g.Orbits()); got != known.orbits {
				t.Errorf("%s, %d: %d orbits, want %d", known.name, i, got, known.orbits)
			}
			if v, e, a := g.IsVertexTransitive(), whole(g.IsEdgeTransitive(nil)), whole(g.IsArcTransitive(nil)); v != known.vertex || e != known.edge || a != known.is {
				t.Errorf("%s, %d: vertex-, edge-, arc-transitive %v, %v, %v, want %v, %v, %v", known.name, i, v, e, a, known.vertex, known.edge, known.is)
			}
		}
	}
}

// latin returns the graph of the cells of the multiplication table of a group of n elements, linked if
// in the same row or column or if they have the same entry. Those of different groups look much alike.
func latin(t testing.TB, n int, product func(a, b int) int) *topology.Network {
	return relation(t, n*n, func(u, v int) bool {
		return u/n == v/n || u%n == v%n || product(u/n, u%n) == product(v/n, v%n)
	})
}

// TestLatinSquares compares strongly regular graphs of the same parameters. The automorphisms of each
// are known: row, column and entry are permuted, and the group acts on each by translations and its own
// automorphisms: 6·n²·|Aut| in all, for n > 4.
func TestLatinSquares(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	dihedral := func(a, b int) int { // a = 4s + r: first r turns, then s flips
		if a >= 4 {
			return (a ^ b&4) - a%4 + (a%4-b%4+4)%4
		}
		return b&4 + (a+b%4)%4
	}
	squares := []*topology.Network{
		latin(t, 8, func(a, b int) int { return (a + b) % 8 }),
		latin(t, 8, func(a, b int) int { return a ^ b }),
		latin(t, 8, func(a, b int) int { return (a/2+b/2)%4*2 + (a+b)%2 }),
		latin(t, 8, dihedral),
	}
	for i, order := range []int64{6 * 64 * 4, 6 * 64 * 168, 6 * 64 * 8, 6 * 64 * 8} {
		if got := group(t, squares[i], nil).Order().Int64(); got != order {
			t.Errorf("Latin square %d: %d automorphisms, want %d", i, got, order)
		}
		for j, other := range squares {
			if got := checkIsomorphism(t, squares[i], shuffled(t, other, rnd)); got != (i == j) {
				t.Errorf("Latin squares %d and %d: isomorphic is %v", i, j, got)
			}
		}
	}
}

// TestIsomorphismByGroup takes graphs of which only some nodes of a color are alike, so that many tries
// are in vain before the one that must be made.
func TestIsomorphismByGroup(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	rings := func(sizes ...int) *topology.Network {
		var links [][2]int
		n := 0
		for _, size := range sizes {
			for u := range size {
				links = append(links, [2]int{n + u, n + (u+1)%size})
			}
			n += size
		}
		return graph(t, n, links)
	}
	for _, net := range []*topology.Network{rings(3, 4), rings(4, 3, 5), rings(3, 6, 3)} {
		for range 300 {
			other := shuffled(t, net, rnd)
			iso, err := measure.IsomorphismByGroup(net, other)
			if iso == nil || err != nil {
				t.Fatalf("%v and %v: %v, %v", net, other, iso, err)
			}
			for link := range net.Links() {
				if _, ok := other.ChannelBetween(iso[link.A], iso[link.B]); !ok {
					t.Errorf("%v and %v: link %d–%d has no image", net, other, link.A, link.B)
				}
			}
		}
		if iso, err := measure.IsomorphismByGroup(net, rings(net.Order())); iso != nil || err != nil {
			t.Errorf("%v and a ring: %v, %v", net, iso, err)
		}
	}
}

// TestGroupBits compares the estimate of the length of an order with its length.
func TestGroupBits(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 30, 200} {
		g := group(t, whole(topology.Build(family.NewComplete(n))), nil)
		if got, want := g.Bits(), g.Order().BitLen(); got < want-1 || got > want+1 || g.Order().Cmp(new(big.Int).MulRange(1, int64(n))) != 0 {
			t.Errorf("complete(%d): order %v of %d bits, estimated as %d, want n!", n, g.Order(), want, got)
		}
	}
}
