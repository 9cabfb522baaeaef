package draw_test

import (
	"math"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// clear checks that the drawing has every node and link once, the nodes inside and clear of each other.
func clear(t *testing.T, net *topology.Network, o draw.Options) string {
	t.Helper()
	svg, err := draw.Network(net, o)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, svg)
	boxes, links, size := shapes(t, svg)
	if len(boxes) != net.Order() || len(links) != net.Size() {
		t.Errorf("%v: draws %d nodes and %d links, want %d and %d", net, len(boxes), len(links), net.Order(), net.Size())
	}
	var all []shapeBox
	for u := range topology.Node(net.Order()) {
		b := boxes[net.Address(u)]
		if b.left < 0 || b.top < 0 || b.right > size[0] || b.bottom > size[1] || math.Max(size[0], size[1]) > 760 {
			t.Fatalf("%v: node %s at %v is outside the drawing of %v, or that is too large", net, net.Address(u), b, size)
		}
		for v, other := range all {
			if apart := math.Max(math.Max(other.left-b.right, b.left-other.right), math.Max(other.top-b.bottom, b.top-other.bottom)); apart <= 0 && !roundAndClear(b, other) {
				t.Fatalf("%v: nodes %d and %d overlap: %v, %v", net, v, u, other, b)
			}
		}
		all = append(all, b)
	}
	return svg
}

func TestDragonfly(t *testing.T) {
	var nets []*topology.Network
	for _, km := range [][2]int{{1, 1}, {1, 2}, {2, 1}, {12, 1}, {69, 1}, {2, 2}, {3, 3}, {4, 4}, {7, 2}, {1, 12}, {2, 9}, {34, 2}, {7, 7}} {
		nets = append(nets, must(family.NewSwappedDragonfly(km[0], km[1], false)))
	}
	for _, km := range [][2]int{{1, 1}, {1, 2}, {2, 2}, {3, 1}, {2, 3}, {4, 5}, {1, 16}, {20, 3}} {
		nets = append(nets, must(family.NewMaximalDragonfly(km[0], km[1], family.PalmTree)))
	}
	for _, km := range [][2]int{{1, 1}, {2, 1}, {1, 2}, {2, 2}, {2, 3}, {3, 3}, {1, 4}, {6, 1}} {
		nets = append(nets, must(family.NewSwappedHypercube(km[0], km[1])))
	}
	for _, net := range nets {
		clear(t, net, draw.Defaults())
		if net.Size() > 500 {
			continue
		}
		clear(t, net, everything(net))
		bare := draw.Defaults()
		bare.HideLabels = true
		clear(t, net, bare)
	}
	golden(t, "dragonfly", clear(t, nets[5], draw.Defaults()))
}

// What the names in the drawing say: routers their address where it has room, else their last digit
// where their drawer bears the others.
func TestDragonflyNames(t *testing.T) {
	for _, tt := range []struct {
		net  *topology.Network
		want []string
		desc string
	}{
		{must(family.NewSwappedDragonfly(2, 2, false)), []string{">1,0,1<", ">1,0<", ">cabinet 1<"}, "8 processors, 10 links, drawers on a circle by cabinet."},
		{must(family.NewSwappedDragonfly(4, 4, true)), []string{">3,1<", ">3<", ">cabinet 3<"}, "64 processors, 216 links, drawers on a circle by cabinet."},
		{must(family.NewMaximalDragonfly(4, 5, family.Absolute)), []string{">20<", ">4<"}, "105 processors, 420 links, groups on a circle."},
	} {
		svg := clear(t, tt.net, draw.Defaults())
		for _, want := range append(tt.want, tt.desc) {
			if !strings.Contains(svg, want) {
				t.Errorf("%v: the drawing has no %s", tt.net, want)
			}
		}
		if got := zipped(t, svg); got > 30*(tt.net.Size()+tt.net.Order())+700 {
			t.Errorf("%v: takes %d bytes compressed", tt.net, got)
		}
	}
}

func TestDragonflyTooLarge(t *testing.T) {
	_, err := draw.Network(must(family.NewSwappedDragonfly(16, 16, false)), draw.Defaults())
	const want = "swapped_dragonfly(K=16, M=16, xor=False): has 4096 nodes and 63360 links, want at most 1300 and 2400 to draw it"
	if err == nil || err.Error() != want {
		t.Errorf("got error %v\nwant %s", err, want)
	}
}

func TestProduct(t *testing.T) {
	for _, tt := range []struct{ a, b *topology.Network }{
		{must(family.NewRing(3)), must(family.NewRing(4))},
		{must(family.NewComplete(1)), must(family.NewComplete(5))},
		{must(family.NewMaryTree(2, 2)), must(family.NewRing(6))},
		{must(family.NewComplete(1)), must(family.NewComplete(1))},
		{must(family.NewRing(12)), must(family.NewComplete(7))},
		{must(family.NewRing(40)), must(family.NewRing(2))},
		{must(family.NewRing(30)), must(family.NewRing(40))},
		{must(family.NewRing(3)), must(family.NewRing(200))}, // on a circle
	} {
		net := networktest.Build(t)(topology.NewProduct(tt.a, tt.b))
		svg := clear(t, net, draw.Defaults())
		clear(t, net, everything(net))
		if want := tt.b.Order() <= 40; strings.Contains(svg, "rows and columns are copies") != want {
			t.Errorf("%v: want a grid: %t", net, want)
		}
		if tt.a.Order() == 3 && tt.b.Order() == 4 {
			golden(t, "product", svg)
		}
	}
}
