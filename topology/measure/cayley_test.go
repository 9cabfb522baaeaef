package measure_test

import (
	"errors"
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

// closure returns all products of maps, or none if they are more than limit.
func closure(maps [][]topology.Node, n, limit int) map[string][]topology.Node {
	id := measure.Permutation{}.Images(n)
	all := map[string][]topology.Node{fmt.Sprint(id): id}
	for queue := [][]topology.Node{id}; len(queue) > 0; queue = queue[1:] {
		for _, m := range maps {
			p := make([]topology.Node, n)
			for u, v := range queue[0] {
				p[u] = m[v]
			}
			if key := fmt.Sprint(p); all[key] == nil {
				if len(all) == limit {
					return nil
				}
				all[key] = p
				queue = append(queue, p)
			}
		}
	}
	return all
}

// isRegularByForce reports whether the products of maps are n, and map node 0 everywhere.
func isRegularByForce(maps [][]topology.Node, n int) bool {
	all := closure(maps, n, n)
	images := map[topology.Node]bool{}
	for _, p := range all {
		images[p[0]] = true
	}
	return len(all) == n && len(images) == n
}

// isCayley looks for a regular group of net, and checks it by force.
func isCayley(t testing.TB, net *topology.Network) bool {
	t.Helper()
	maps, ok, err := measure.RegularSubgroup(net, nil)
	if err != nil {
		t.Error(err)
	}
	if !ok {
		return false
	}
	if !isRegularByForce(maps, net.Order()) {
		t.Errorf("%v: %v generate no regular group", net, maps)
	}
	for _, m := range maps {
		for link := range net.Links() {
			if _, ok := net.ChannelBetween(m[link.A], m[link.B]); !ok {
				t.Fatalf("%v: %v is no automorphism", net, m)
			}
		}
	}
	if got, err := measure.IsRegular(net, maps, nil); !got || err != nil {
		t.Errorf("%v: IsRegular(%v) = %v, %v", net, maps, got, err)
	}
	return true
}

func TestIsCayley(t *testing.T) {
	coxeter := func() *topology.Network { // the triples of 7 points that are no line, linked if disjoint
		lines := []int{0b1011, 0b10110, 0b101100, 0b1011000, 0b0110001, 0b1100010, 0b1000101}
		var triples []int
		for x := range 1 << 7 {
			if ones := x&1 + x>>1&1 + x>>2&1 + x>>3&1 + x>>4&1 + x>>5&1 + x>>6&1; ones == 3 && !slices.Contains(lines, x) {
				triples = append(triples, x)
			}
		}
		return relation(t, len(triples), func(u, v int) bool { return triples[u]&triples[v] == 0 })
	}()
	if got := group(t, coxeter, nil).Order().Int64(); got != 336 {
		t.Errorf("Coxeter graph: %d automorphisms, want 336", got)
	}
	for _, tt := range []struct {
		name string
		net  *topology.Network
		want bool
	}{
		{"one node", graph(t, 1, nil), true},
		{"empty", graph(t, 6, nil), true},
		{"path", relation(t, 6, func(u, v int) bool { return v-u == 1 }), false},
		{"K60", networktest.Build(t)(family.NewComplete(60)), true},
		{"K6,6", relation(t, 12, func(u, v int) bool { return u%2 != v%2 }), true},
		{"Petersen", kneser(t, 5), false},
		{"complement of Petersen", relation(t, 10, func(u, v int) bool {
			_, ok := kneser(t, 5).ChannelBetween(topology.Node(u), topology.Node(v))
			return !ok
		}), false},
		{"kneser(6, 2)", kneser(t, 6), false},
		{"kneser(7, 2)", kneser(t, 7), true}, // by the group of 21 of the Fano plane
		{"Coxeter", coxeter, false},
		{"Folkman", lcf(t, 20, 5, -7, -7, 5), false},
		{"Heawood", lcf(t, 14, 5, -5), true},
		{"rook", rook(t), true},
		{"Shrikhande", shrikhande(t), true},
		{"Paley 13", circulant(t, 13, []int{1, 3, 4}), true},
		{"hypercube", ringPower(t, 2, 5), true},
		{"torus", ringPower(t, 5, 2), true},
		{"torus", ringPower(t, 3, 4), true},
		{"ccc(4)", ccc(t, 4), true},
	} {
		if got := isCayley(t, tt.net); got != tt.want {
			t.Errorf("%s: Cayley is %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestGeneralizedPetersen: GP(n, k) is vertex-transitive if and only if k² is 1 or -1 modulo n, or it
// is the dodecahedron GP(10, 2), and a Cayley graph if and only if k² is 1 (Frucht, Graver and Watkins
// 1971; Nedela and Škoviera 1995).
func TestGeneralizedPetersen(t *testing.T) {
	for n := 3; n <= 30; n++ {
		for k := 1; 2*k < n; k++ {
			net := relation(t, 2*n, func(u, v int) bool {
				if u < n && v < n {
					return (u-v+n)%n == 1 || (v-u+n)%n == 1
				}
				return u < n && v == u+n || u >= n && ((u-v+n)%n == k || (v-u+n)%n == k)
			})
			if n > 20 && k*k%n != 1 && k*k%n != n-1 {
				continue
			}
			transitive := k*k%n == 1 || k*k%n == n-1 || n == 10 && k == 2
			if got := group(t, net, nil).IsVertexTransitive(); got != transitive {
				t.Errorf("GP(%d, %d): vertex-transitive is %v", n, k, got)
			}
			if got, want := isCayley(t, net), k*k%n == 1; got != want {
				t.Errorf("GP(%d, %d): Cayley is %v, want %v", n, k, got, want)
			}
		}
	}
}

// TestSmallCayley: every vertex-transitive graph of fewer than 10 nodes is a Cayley graph.
func TestSmallCayley(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 5))
	found := 0
	for range 3000 {
		n := 4 + rnd.IntN(5)
		d := 2 + rnd.IntN(2)
		net := relation(t, n, func(u, v int) bool { return (v-u)%d == 0 && rnd.IntN(3) > 0 || v-u == 1 })
		if transitive := group(t, net, nil).IsVertexTransitive(); transitive != isCayley(t, net) {
			t.Errorf("%v: vertex-transitive is %v", net, transitive)
		} else if transitive {
			found++
		}
	}
	if found < 20 {
		t.Errorf("%d vertex-transitive graphs, want more", found)
	}
}

// TestIsRegular compares IsRegular with all products of random automorphisms.
func TestIsRegular(t *testing.T) {
	rnd := rand.New(rand.NewPCG(6, 6))
	count := [2]int{}
	for _, net := range []*topology.Network{circulant(t, 8, []int{1, 4}), ringPower(t, 3, 2), ringPower(t, 2, 3), kneser(t, 5), graph(t, 4, nil), ccc(t, 3)} {
		all := allAutomorphisms(net, nil)
		for range 400 {
			var maps [][]topology.Node
			for range rnd.IntN(4) {
				maps = append(maps, all[rnd.IntN(len(all))])
			}
			want := isRegularByForce(maps, net.Order())
			if got, err := measure.IsRegular(net, maps, nil); got != want || err != nil {
				t.Errorf("%v: IsRegular(%v) = %v, %v, want %v", net, maps, got, err, want)
			}
			if want {
				count[1]++
				var whole [][]topology.Node
				for _, p := range closure(maps, net.Order(), net.Order()) {
					whole = append(whole, p)
				}
				if got, err := measure.IsRegular(net, whole, nil); !got || err != nil {
					t.Errorf("%v: IsRegular of the whole group = %v, %v", net, got, err)
				}
			} else {
				count[0]++
			}
		}
	}
	if count[0] < 100 || count[1] < 100 {
		t.Errorf("%v groups are not regular, and are", count)
	}
	path := relation(t, 4, func(u, v int) bool { return v-u == 1 })
	for _, maps := range [][][]topology.Node{nil, {{1, 2, 3, 0}}, {{3, 2, 1}}, {{3, 2, 1, 1}}, {{3, 2, 1, 4}}, {{-1, 2, 1, 0}}, {{3, 2, 1, 0, 4}}} {
		if got, err := measure.IsRegular(path, maps, nil); got || err != nil {
			t.Errorf("path: IsRegular(%v) = %v, %v", maps, got, err)
		}
	}
}

func TestRegularSubgroupRefuses(t *testing.T) {
	if _, _, err := measure.RegularSubgroup(networktest.Build(t)(family.NewHypercube(12)), nil); err == nil || !strings.Contains(err.Error(), "want at most") {
		t.Errorf("hypercube(n=12): %v", err)
	}
	stop := errors.New("stop")
	if _, _, err := measure.RegularSubgroup(kneser(t, 5), func(int, int) error { return stop }); err != stop {
		t.Errorf("%v, want %v", err, stop)
	}
}
