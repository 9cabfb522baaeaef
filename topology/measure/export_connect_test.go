package measure

import (
	"testing"

	"topobook/topology"
)

// BisectionBounds returns each bound on the bisection of net alone.
func BisectionBounds(t testing.TB, net *topology.Network) map[Method]int {
	t.Helper()
	bounds := make(map[Method]int)
	e, err := newEmbedding(net, nil)
	if err != nil {
		t.Fatal(err)
	}
	if bounds[ByEmbedding], err = e.round(); err != nil {
		t.Fatal(err)
	}
	if bounds[ByEmbedding] > 0 {
		if bounds[ByEmbedding], err = e.improve(bounds[ByEmbedding], net.Size()); err != nil {
			t.Fatal(err)
		}
	}
	if bounds[ByEigenvalue], err = eigenvalueBound(net, 0, net.Size()+1, nil); err != nil {
		t.Fatal(err)
	}
	b := newBisection(net, nil)
	if err := b.halve(-1); err != nil {
		t.Fatal(err)
	}
	bounds[ByHalving] = b.best.Links
	b = newBisection(net, nil)
	if err := b.search(0); err != nil {
		t.Fatal(err)
	}
	bounds[BySearch] = b.best.Links
	return bounds
}

// QuickBisection returns the bounds on the bisection of net without a search.
func QuickBisection(t testing.TB, net *topology.Network) (lower int, cut Cut) {
	t.Helper()
	e, err := newEmbedding(net, nil)
	if err != nil {
		t.Fatal(err)
	}
	if lower, err = e.round(); err != nil {
		t.Fatal(err)
	}
	b := newBisection(net, nil)
	if err := b.halve(lower); err != nil {
		t.Fatal(err)
	}
	if lower, err = e.improve(lower, b.best.Links); err != nil {
		t.Fatal(err)
	}
	return lower, b.best
}

// HalveBisection returns the best cut before the search, and how it was found.
func HalveBisection(t testing.TB, net *topology.Network) (Cut, Method) {
	t.Helper()
	b := newBisection(net, nil)
	if err := b.halve(0); err != nil {
		t.Fatal(err)
	}
	return b.best, b.method
}

// BisectionLeftOff reports whether the exact search for a bisection of net ends once it has taken too
// many steps, which are not waited for.
func BisectionLeftOff(net *topology.Network) bool {
	b := newBisection(net, nil)
	b.steps = maxBisectionSteps
	return b.search(0) == errSteps
}

// SpendAll returns the error of a search that goes beyond its budget.
func SpendAll(what string, net *topology.Network) error {
	b := newBudget(nil, what, net)
	if err := b.spend(b.limit); err != nil {
		return err
	}
	return b.spend(1 << 18)
}

// MultilevelBisection returns the best cut that comes from coarser networks.
func MultilevelBisection(t testing.TB, net *topology.Network) Cut {
	t.Helper()
	b := newBisection(net, nil)
	h := b.newHalving()
	if err := b.multilevel(h.quotient, h.budget, 0); err != nil {
		t.Fatal(err)
	}
	return b.best
}
