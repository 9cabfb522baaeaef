package measure_test

import (
	"slices"
	"testing"

	"topobook/topology"
	"topobook/topology/measure"
)

func TestDegrees(t *testing.T) {
	for _, kn := range [][2]int{{2, 1}, {3, 4}, {7, 2}} {
		k, n := kn[0], kn[1]
		net := kary(t, k, n)
		for level := range n + 2 {
			want := []int{2 * k} // k ports down, k ports up
			switch level {
			case 0:
				want = []int{k} // the upward ports of the roots are unused
			case n:
				want = []int{1}
			case n + 1:
				want = nil
			}
			if got := measure.DegreesAt(net, level); !slices.Equal(got, want) {
				t.Errorf("%v: degrees at level %d are %v, want %v", net, level, got, want)
			}
		}
	}
	net := kary(t, 3, 3)
	if got := measure.Degrees(net); !slices.Equal(got, []int{1, 3, 6}) || measure.MaxDegree(net) != 6 {
		t.Errorf("%v: degrees %v, at most %d", net, got, measure.MaxDegree(net))
	}
}

func TestComponents(t *testing.T) {
	net := graph(t, 6, [][2]int{{4, 1}, {1, 3}, {5, 0}})
	want := [][]topology.Node{{0, 5}, {1, 3, 4}, {2}}
	if got := measure.Components(net); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%v: components %v, want %v", net, got, want)
	}
	if net := kary(t, 3, 3); len(measure.Components(net)) != 1 {
		t.Errorf("%v: not connected", net)
	}
}
