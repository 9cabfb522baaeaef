package measure_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
)

// checkBisection returns the size of the bisection after counting the links that it cuts.
func checkBisection(t testing.TB, net *topology.Network) int {
	t.Helper()
	cut, err := measure.Bisection(net, nil)
	if err != nil {
		t.Fatal(err)
	}
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
	if !inHalf[net.Processors()[0]] || processors != total/2 && processors != (total+1)/2 || links != cut.Links {
		t.Errorf("%v: the half has %d of %d processors and %d links to the other, want %d", net, processors, total, links, cut.Links)
	}
	return cut.Links
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
	tree, err := topology.NewMaryTree(2, 3)
	nets = append(nets, build(t, tree, err))
	cube, err := topology.NewHypercube(4)
	nets = append(nets, build(t, cube, err))
	for _, n := range []int{2, 3, 7, 12} {
		complete, err := topology.NewComplete(n)
		nets = append(nets, build(t, complete, err))
		ring, err := topology.NewRing(n)
		nets = append(nets, build(t, ring, err))
	}
	for _, whole := range []*topology.Network{kary(t, 2, 3), kary(t, 3, 2), kary(t, 4, 2), build(t, cube, nil)} {
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
	ring, err := topology.NewRing(1000)
	if got := checkBisection(t, build(t, ring, err)); got != 2 {
		t.Errorf("%v: bisection %d, want 2", ring, got)
	}
	tree, err := topology.NewMaryTree(2, 9)
	if got := checkBisection(t, build(t, tree, err)); got != 1 {
		t.Errorf("%v: bisection %d, want 1", tree, got)
	}
}

func TestBisectionErrors(t *testing.T) {
	if _, err := measure.Bisection(kary(t, 2, 0), nil); err == nil || err.Error() != "bisection of kary_ntree(k=2, n=0): has 1 processors, want 2 to 1024" {
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
