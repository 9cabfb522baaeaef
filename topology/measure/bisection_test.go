package measure_test

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// checkBisection returns the size of the bisection after counting the links that it cuts.
func checkBisection(t testing.TB, net *topology.Network) int {
	t.Helper()
	bounds, err := measure.Bisection(net, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !bounds.Exact() || bounds.LeftOut != nil {
		t.Errorf("%v: bisection from %d to %d, want it exact", net, bounds.Lower, bounds.Cut.Links)
	}
	checkCut(t, net, bounds.Cut)
	return bounds.Cut.Links
}

// checkCut checks that a cut parts the processors into halves, and counts its links.
func checkCut(t testing.TB, net *topology.Network, cut measure.Cut) {
	t.Helper()
	inHalf := make([]bool, net.Order())
	for _, u := range cut.Half {
		inHalf[u] = true
	}
	processors, links := 0, 0
	for _, u := range net.Processors() {
		if inHalf[u] {
			processors++
		}
	}
	for link := range net.Links() {
		if inHalf[link.A] != inHalf[link.B] {
			links++
		}
	}
	total := len(net.Processors())
	if !inHalf[net.Processors()[0]] || processors != total/2 && processors != (total+1)/2 || links != cut.Links || !slices.IsSorted(cut.Half) {
		t.Errorf("%v: the half has %d of %d processors and %d links to the other, want %d", net, processors, total, links, cut.Links)
	}
}

// bisectionByForce tries all ways to part the nodes.
func bisectionByForce(net *topology.Network) int {
	processors := 0
	for _, u := range net.Processors() {
		processors |= 1 << u
	}
	half := bits.OnesCount(uint(processors)) / 2
	links := slices.Collect(net.Links())
	best := len(links) + 1
	for side := range 1 << net.Order() {
		if bits.OnesCount(uint(side&processors)) != half {
			continue
		}
		cut := 0
		for _, link := range links {
			cut += (side>>link.A ^ side>>link.B) & 1
		}
		best = min(best, cut)
	}
	return best
}

// TestBisectionBruteForce takes small networks, and what is left of them at random: that has
// switches and processors of all degrees.
func TestBisectionBruteForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	nets := []*topology.Network{kary(t, 3, 1), kary(t, 4, 1), kary(t, 2, 2), kary(t, 3, 2)}
	nets = append(nets, networktest.Build(t)(family.NewMaryTree(2, 3)))
	cube := networktest.Build(t)(family.NewHypercube(4))
	nets = append(nets, cube)
	for _, n := range []int{2, 3, 7, 12} {
		nets = append(nets, networktest.Build(t)(family.NewComplete(n)))
		nets = append(nets, networktest.Build(t)(family.NewRing(n)))
	}
	for _, whole := range []*topology.Network{kary(t, 2, 3), kary(t, 3, 2), kary(t, 4, 2), cube} {
		for range 40 {
			var keep []topology.Node
			for u := range topology.Node(whole.Order()) {
				if int(u) < 3 || rnd.IntN(2) == 0 && len(keep) < 14 {
					keep = append(keep, u)
				}
			}
			part, err := topology.Induced(whole, keep)
			if err != nil {
				t.Fatal(err)
			}
			nets = append(nets, part)
		}
	}
	for _, net := range nets {
		if got, want := checkBisection(t, net), bisectionByForce(net); got != want {
			t.Errorf("%v: bisection %d, want %d", net, got, want)
		}
	}
}

// TestKaryNTreeBisection compares the search with ⌊kⁿ/2⌋.
func TestKaryNTreeBisection(t *testing.T) {
	for _, kn := range [][2]int{{2, 1}, {5, 1}, {2, 2}, {3, 2}, {4, 2}, {5, 2}, {2, 3}, {2, 4}} {
		net := kary(t, kn[0], kn[1])
		if got, want := checkBisection(t, net), len(net.Processors())/2; got != want {
			t.Errorf("%v: bisection %d, want ⌊kⁿ/2⌋ = %d", net, got, want)
		}
	}
}

func TestBisectionLarge(t *testing.T) {
	ring := networktest.Build(t)(family.NewRing(1000))
	if got := checkBisection(t, ring); got != 2 {
		t.Errorf("%v: bisection %d, want 2", ring, got)
	}
	tree := networktest.Build(t)(family.NewMaryTree(2, 9))
	if got := checkBisection(t, tree); got != 1 {
		t.Errorf("%v: bisection %d, want 1", tree, got)
	}
}

func TestBisectionErrors(t *testing.T) {
	if _, err := measure.Bisection(kary(t, 2, 0), nil); err == nil || err.Error() != "bisection of kary_ntree(k=2, n=0): has 1 processors, want at least 2" {
		t.Errorf("error %v", err)
	}
	stop := errors.New("stop")
	if _, err := measure.Bisection(kary(t, 2, 6), func(int, int) error { return stop }); err != stop {
		t.Errorf("error %v, want %v", err, stop)
	}
}

func BenchmarkBisection(b *testing.B) {
	for _, net := range []*topology.Network{kary(b, 4, 2), kary(b, 2, 4), kary(b, 5, 2)} {
		b.Run(net.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := measure.Bisection(net, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestBisectionBounds compares each bound alone with the bisection that all halves give.
func TestBisectionBounds(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	tight := map[string]int{}
	for _, net := range append(append(uglyNetworks(t, rnd, 11), multigraphs(t, 10, 24)...), kary(t, 2, 2), kary(t, 3, 1)) {
		if len(net.Processors()) < 2 || net.Order() > 13 {
			continue
		}
		want := bisectionByForce(net)
		for by, bound := range measure.BisectionBounds(t, net) {
			if by == measure.ByHalving && bound < want || by != measure.ByHalving && bound > want || by == measure.BySearch && bound != want {
				t.Errorf("%v: bisection %d, but the bound by %s is %d", net, want, by, bound)
			}
			if bound == want && want > 0 {
				tight[string(by)]++
			}
		}
		if got := checkBisection(t, net); got != want {
			t.Errorf("%v: bisection %d, want %d", net, got, want)
		}
	}
	mesh := torus(t, 8, 2, false)
	if got := measure.BisectionBounds(t, mesh)[measure.ByEmbedding]; got != 8 {
		t.Errorf("%v: bound %d by embedding, want 8, which takes links of different lengths", mesh, got)
	}
	if tight["embedding"] < 20 || tight["eigenvalue"] < 15 || tight["halving"] < 50 {
		t.Errorf("so many bounds are the bisection: %v, want more", tight)
	}
}

// A network beyond the limits has bounds that do not meet, and they say which were not tried.
func TestBisectionLeftOut(t *testing.T) {
	var nodes []string
	var links [][2]string
	for u := range 1100 { // a ring, and 100 nodes alone, to which no message comes
		nodes = append(nodes, fmt.Sprint(u))
		if u < 1000 {
			links = append(links, [2]string{fmt.Sprint(u), fmt.Sprint((u + 1) % 1000)})
		}
	}
	bounds, err := measure.Bisection(networktest.Build(t)(topology.NewGraph(nodes, links)), nil)
	want := "[eigenvalue: above 400 nodes, without the best diagonal search: above 1024 processors, not tried]"
	if err != nil || bounds.Exact() || fmt.Sprint(bounds.LeftOut) != want {
		t.Errorf("a ring and 100 nodes: from %d to %d, left out %v, %v, want %s", bounds.Lower, bounds.Cut.Links, bounds.LeftOut, err, want)
	}
}

func TestBisectionLeftOff(t *testing.T) {
	if net := kary(t, 3, 4); !measure.BisectionLeftOff(net) {
		t.Errorf("%v: the search goes on beyond its limit", net)
	}
	err := measure.SpendAll("bisection", kary(t, 3, 4))
	if want := "bisection of kary_ntree(k=3, n=4): takes more than 1e+11 steps: want a smaller network"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// torus returns the k-ary n-cube for k ≥ 3, or the mesh.
func torus(t testing.TB, k, n int, wrap bool) *topology.Network {
	t.Helper()
	order := 1
	for range n {
		order *= k
	}
	var nodes []string
	var links [][2]string
	for u := range order {
		nodes = append(nodes, fmt.Sprint(u))
		for stride := 1; stride < order; stride *= k {
			if digit := u / stride % k; digit < k-1 {
				links = append(links, [2]string{fmt.Sprint(u), fmt.Sprint(u + stride)})
			} else if wrap {
				links = append(links, [2]string{fmt.Sprint(u), fmt.Sprint(u - digit*stride)})
			}
		}
	}
	return networktest.Build(t)(topology.NewGraph(nodes, links))
}

// TestBisectionKnown takes networks that are too large for the search, but whose bounds meet.
func TestBisectionKnown(t *testing.T) {
	hypercube := func(n int) *topology.Network {
		return networktest.Build(t)(family.NewHypercube(n))
	}
	complete := func(n int) *topology.Network {
		return networktest.Build(t)(family.NewComplete(n))
	}
	for _, tt := range []struct {
		net  *topology.Network
		want int
	}{
		{torus(t, 4, 2, true), 8},
		{torus(t, 4, 3, true), 32},
		{torus(t, 8, 2, true), 16},
		{torus(t, 6, 3, true), 72},
		{torus(t, 4, 2, false), 4},
		{torus(t, 5, 2, false), 6},
		{torus(t, 6, 2, false), 6},
		{hypercube(9), 256},
		{complete(64), 1024},
		{complete(65), 1056},
	} {
		if got := checkBisection(t, tt.net); got != tt.want {
			t.Errorf("%v: bisection %d, want %d", tt.net, got, tt.want)
		}
	}
}

// TestBisectionOdd takes the incomplete 3-ary 4-cube, for which 2kⁿ⁻¹/(n-1) = 18 is too small. The cut is counted
// by removing its links: no component of what is left has nodes of both halves.
func TestBisectionOdd(t *testing.T) {
	net := networktest.Build(t)(family.NewIncompleteTorus(3, 4, family.None, 4, 0))
	lower, cut := measure.QuickBisection(t, net)
	if lower <= 18 || cut.Links != 24 {
		t.Errorf("%v: bisection from %d to %d, want more than 18 to 24", net, lower, cut.Links)
	}
	checkCut(t, net, cut)
	inHalf := map[topology.Node]bool{}
	for _, u := range cut.Half {
		inHalf[u] = true
	}
	var names []string
	var left [][2]string
	for u := range topology.Node(net.Order()) {
		names = append(names, net.Address(u))
	}
	for link := range net.Links() {
		if inHalf[link.A] == inHalf[link.B] {
			left = append(left, [2]string{net.Address(link.A), net.Address(link.B)})
		}
	}
	for _, component := range measure.Components(networktest.Build(t)(topology.NewGraph(names, left))) {
		for _, u := range component {
			if inHalf[u] != inHalf[component[0]] {
				t.Errorf("%v: once %d links are gone, %s still reaches %s", net, net.Size()-len(left), names[component[0]], names[u])
			}
		}
	}
	if gone := net.Size() - len(left); gone != 24 {
		t.Errorf("%v: %d links are between the halves, want 24", net, gone)
	}
	for n, want := range map[int]int{1: 2, 2: 8, 3: 26} { // 3ⁿ-1: what the page's bound says of the complete network
		if got := checkBisection(t, torus(t, 3, n, true)); got != want {
			t.Errorf("3-ary %d-cube: bisection %d, want %d", n, got, want)
		}
	}
}
