package draw_test

import (
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// A MiKANT and a Clos k-ary n-tree bear the number of every port of a switch, on either side of it; a k-ary n-tree has
// the labels at the upper ends only.
func TestPortLabels(t *testing.T) {
	mikant, err := family.NewMiKANT(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	clos, _ := family.NewClosNTree(2, 3)
	tree, _ := family.NewKaryNTree(3, 2)
	for _, tt := range []struct {
		def  topology.Definition
		want int
	}{{mikant, 36 * 6}, {clos, 20 * 4}, {tree, 18}} {
		net := networktest.Build(t)(tt.def, nil)
		o := draw.Defaults()
		o.EdgeLabels = true
		svg, err := draw.Network(net, o)
		if err != nil {
			t.Fatal(err)
		}
		_, labels, _ := strings.Cut(svg, `class="edge-labels"`)
		if got := strings.Count(labels, `class="label f`); got != tt.want {
			t.Errorf("%v: %d labels, want %d", net, got, tt.want)
		}
	}
}
