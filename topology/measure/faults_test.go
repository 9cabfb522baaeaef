package measure_test

import (
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/networktest"
)

// worstByForce returns the largest distance of each pair of nodes after any loss of at most f parts.
func worstByForce(net *topology.Network, links []topology.Link, of measure.Parts, f int) [][]int {
	parts := net.Order()
	if of == measure.Links {
		parts = len(links)
	}
	worst := make([][]int, net.Order())
	for u := range worst {
		worst[u] = make([]int, net.Order())
	}
	for lost := range 1 << parts {
		if bits.OnesCount(uint(lost)) > f {
			continue
		}
		d := without(net, links, of, lost)
		for u := range d {
			for v := range d {
				if d[u][u]+d[v][v] == 0 {
					worst[u][v] = max(worst[u][v], d[u][v])
				}
			}
		}
	}
	return worst
}

// checkWorst checks a distance, and that it is the one after the loss of its witness.
func checkWorst(t *testing.T, net *topology.Network, links []topology.Link, of measure.Parts, f int, w measure.Worst, err error, want int) {
	t.Helper()
	got := w.Distance
	if got == -1 {
		got = far
	}
	d := without(net, links, of, lostBits(net, links, w.Loss))
	if err != nil || got != min(want, far) || w.Loss.Size() > f || min(d[w.A][w.B], far) != got || d[w.A][w.A]+d[w.B][w.B] > 0 {
		t.Errorf("%v: after the loss of %d %v: %+v, %v, want distance %d", net, f, of, w, err, want)
	}
}

// TestFaultsByForce compares with the loss of all sets of nodes, or of links, of small networks.
func TestFaultsByForce(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, net := range append(uglyNetworks(t, rnd, 8), multigraphs(t, 7, 12)...) {
		links := slices.Collect(net.Links())
		for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
			if of == measure.Links && len(links) > 12 {
				continue
			}
			for f := range 5 {
				worst := worstByForce(net, links, of, f)
				largest := 0
				for a := range topology.Node(net.Order()) {
					largest = max(largest, slices.Max(worst[a]))
					b := topology.Node(rnd.IntN(net.Order()))
					w, err := measure.FaultDistance(net, a, b, f, of, nil)
					checkWorst(t, net, links, of, f, w, err, worst[a][b])
				}
				w, err := measure.FaultDiameter(net, f, of, nil)
				checkWorst(t, net, links, of, f, w, err, largest)
			}
		}
	}
}

// TestFaultDiameterOrbits compares, on networks that declare orbits, with the same graph that declares none.
func TestFaultDiameterOrbits(t *testing.T) {
	declared := 0
	for _, f := range family.All() {
		net := networktest.Build(t)(f.New(f.Example))
		if _, ok := net.Orbits(); !ok || net.Order() > 64 {
			continue
		}
		declared++
		all := make([]topology.Node, net.Order())
		for u := range all {
			all[u] = topology.Node(u)
		}
		plain, err := topology.Induced(net, all)
		if err != nil {
			t.Fatal(err)
		}
		for _, of := range []measure.Parts{measure.Nodes, measure.Links} {
			for faults := range 3 {
				got, err := measure.FaultDiameter(net, faults, of, nil)
				want, err2 := measure.FaultDiameter(plain, faults, of, nil)
				if got.Distance != want.Distance || err != nil || err2 != nil {
					t.Errorf("%v: after the loss of %d %v: %+v, %v, but without orbits %+v, %v", net, faults, of, got, err, want, err2)
				}
			}
		}
	}
	if declared < 3 {
		t.Errorf("only %d families declare orbits", declared)
	}
}

// TestFaultDiameterKnown: the fault diameter of the hypercube for n-1 faults is n+1 (Krishnamoorthy
// and Krishnamurthy, 1987); that of a ring without one node is a path.
func TestFaultDiameterKnown(t *testing.T) {
	for n := 2; n <= 6; n++ {
		cube := networktest.Build(t)(family.NewHypercube(n))
		for f := range n {
			want := n
			if f == n-1 {
				want = n + 1
			}
			if n == 2 && f == 1 {
				want = 2 // a path of three nodes
			}
			if w, err := measure.FaultDiameter(cube, f, measure.Nodes, nil); w.Distance != want || err != nil {
				t.Errorf("%v: %d faults: %+v, %v, want distance %d", cube, f, w, err, want)
			}
		}
		if w, err := measure.FaultDiameter(cube, n, measure.Nodes, nil); w.Distance != -1 || w.Loss.Size() != n || err != nil {
			t.Errorf("%v: %d faults: %+v, %v, want a cut", cube, n, w, err)
		}
	}
	ring := networktest.Build(t)(family.NewRing(60))
	if w, err := measure.FaultDiameter(ring, 1, measure.Nodes, nil); w.Distance != 58 || err != nil {
		t.Errorf("%v: %+v, %v, want distance 58", ring, w, err)
	}
	if w, err := measure.FaultDiameter(ring, 1, measure.Links, nil); w.Distance != 59 || err != nil {
		t.Errorf("%v: %+v, %v, want distance 59", ring, w, err)
	}
}

func TestFaultDiameterErrors(t *testing.T) {
	cube := networktest.Build(t)(family.NewHypercube(7))
	stop := errors.New("stop")
	if _, err := measure.FaultDiameter(cube, 2, measure.Nodes, func(int, int) error { return stop }); err != stop {
		t.Errorf("error %v, want %v", err, stop)
	}
	_, err := measure.FaultDiameter(networktest.Build(t)(family.NewRing(1<<18)), 1, measure.Nodes, nil)
	if want := "fault diameter of ring(n=262144): takes about 4e11 steps, want at most 1e11: a smaller network or fewer faults"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}
