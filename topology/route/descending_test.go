package route_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/route"
)

func leveled() []*topology.Network {
	return append(trees(), must(topology.Build(family.NewMaryTree(3, 3))), must(topology.Build(family.NewButterfly(2, 3))))
}

func TestDescendingPaths(t *testing.T) {
	for _, net := range leveled() {
		if net.Order() > 60 {
			continue
		}
		down := func(c topology.Channel) bool { return net.Level(net.Head(c)) > net.Level(net.Tail(c)) }
		for a := range topology.Node(net.Order()) {
			for b := range topology.Node(net.Order()) {
				want := allPaths(net, a, b, down)
				each, err := route.EachDescendingPath(net, a, b)
				if err != nil {
					t.Fatal(err)
				}
				if got := slices.Collect(each); !samePaths(got, want) {
					t.Fatalf("%v: from %d to %d: paths %v, want %v", net, a, b, got, want)
				}
				n, err := route.CountDescendingPaths(net, a, b)
				if err != nil || n.Cmp(big.NewInt(int64(len(want)))) != 0 {
					t.Errorf("%v: from %d to %d: count %v, %v, want %d", net, a, b, n, err, len(want))
				}
			}
		}
	}
}

// From every root of a k-ary n-tree one path descends to each processor, by the digits of its address.
func TestDescendingLabels(t *testing.T) {
	for _, net := range trees() {
		for a := range topology.Node(net.Order()) {
			if net.Kind(a) != topology.Switch || net.Level(a) != 0 {
				continue
			}
			for _, p := range net.Processors() {
				each, err := route.EachDescendingPath(net, a, p)
				if err != nil {
					t.Fatal(err)
				}
				paths := slices.Collect(each)
				if len(paths) != 1 {
					t.Fatalf("%v: from %s to %s: %d paths, want 1", net, net.Address(a), net.Address(p), len(paths))
				}
				if got, want := paths[0].Labels(net), net.Definition.(family.KaryNTree).Digits(p); !slices.Equal(got, want) {
					t.Errorf("%v: from %s to %s by labels %v", net, net.Address(a), net.Address(p), got)
				}
			}
		}
	}
}

// The search must find what the definition says: of all nodes with a path down to both, the deepest.
func TestNearestCommonAncestors(t *testing.T) {
	for _, net := range leveled() {
		if net.Order() > 60 {
			continue
		}
		down := func(c topology.Channel) bool { return net.Level(net.Head(c)) > net.Level(net.Tail(c)) }
		for a := range topology.Node(net.Order()) {
			for b := range topology.Node(net.Order()) {
				var want []topology.Node
				for u := range topology.Node(net.Order()) {
					if len(allPaths(net, u, a, down)) == 0 || len(allPaths(net, u, b, down)) == 0 {
						continue
					}
					if len(want) > 0 && net.Level(u) > net.Level(want[0]) {
						want = nil
					}
					if len(want) == 0 || net.Level(u) == net.Level(want[0]) {
						want = append(want, u)
					}
				}
				got, err := route.NearestCommonAncestors(net, a, b)
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("%v: of %s and %s: %v, %v, want %v", net, net.Address(a), net.Address(b), got, err, want)
				}
			}
		}
	}
}

// The nearest common ancestors of processors whose addresses agree in the first j digits are the switches
// of level j whose addresses begin with these.
func TestNearestCommonAncestorsOfProcessors(t *testing.T) {
	net := tree(3, 3)
	def := net.Definition.(family.KaryNTree)
	for _, p := range net.Processors() {
		for _, q := range net.Processors() {
			if p == q {
				continue
			}
			j := firstDifference(net, p, q)
			var want []topology.Node
			for u := range topology.Node(net.Order()) {
				if net.Kind(u) == topology.Switch && net.Level(u) == j && slices.Equal(def.Digits(u)[:j], def.Digits(p)[:j]) {
					want = append(want, u)
				}
			}
			if got, err := route.NearestCommonAncestors(net, p, q); err != nil || !slices.Equal(got, want) {
				t.Errorf("%v: of %d and %d: %v, %v, want %v", net, p, q, got, err, want)
			}
		}
	}
}

func TestLevelsWanted(t *testing.T) {
	net := must(topology.Build(family.NewRing(4)))
	_, err1 := route.NearestCommonAncestors(net, 0, 1)
	_, err2 := route.EachDescendingPath(net, 0, 1)
	_, err3 := route.CountDescendingPaths(net, 0, 1)
	for _, err := range []error{err1, err2, err3} {
		if err == nil || !strings.HasPrefix(err.Error(), "ring(n=4): has no levels, want ") {
			t.Errorf("error %v, want one that says that a ring has no levels", err)
		}
	}
}
