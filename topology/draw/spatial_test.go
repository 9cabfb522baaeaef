package draw_test

import (
	"math"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// seen draws net from two angles, and returns the middle and the half width of each node, by number, and
// the rest that shapes finds.
func seen(t *testing.T, net *topology.Network, view draw.View) (at [][3]float64, svg string, size [2]float64) {
	t.Helper()
	o := draw.Defaults()
	o.View = &view
	svg, err := draw.Network(net, o)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, svg)
	boxes, links, size := shapes(t, svg)
	if len(boxes) != net.Order() || len(links) != net.Size() {
		t.Errorf("%v: draws %d nodes and %d links, want %d and %d", net, len(boxes), len(links), net.Order(), net.Size())
	}
	for u := range topology.Node(net.Order()) {
		b := boxes[net.Address(u)]
		at = append(at, [3]float64{(b.left + b.right) / 2, (b.top + b.bottom) / 2, (b.right - b.left) / 2})
	}
	return at, svg, size
}

// From every angle, all is inside the drawing, whose size stays; a line begins at the one end of its
// link and ends at the other; and what is nearer is drawn later, and larger.
func TestSpatial(t *testing.T) {
	damaged, err := topology.Without(must(family.NewTorus(4, 3)), []topology.Node{1, 5}, []topology.Channel{2})
	if err != nil {
		t.Fatal(err)
	}
	for _, net := range []*topology.Network{
		must(family.NewTorus(4, 3)), must(family.NewTorus(5, 2)), must(family.NewTorus(7, 1)), must(family.NewMesh(3, 3)),
		must(family.NewTorus(9, 3)), must(family.NewCCC(3)), must(family.NewTorusSides([]int{5, 2, 3})), must(family.NewTorusSides([]int{2, 3, 3, 5})), damaged,
		must(family.NewIncompleteTorus(3, 3, 8, 4, 0)), must(family.NewIncompleteTorus(4, 4, 4, 6, 0)),
	} {
		var first [2]float64 // size
		for _, view := range []draw.View{{}, {Azimuth: 30, Elevation: 20}, {Azimuth: -100, Elevation: 90}, {Azimuth: 1e9, Elevation: -45, Folded: true}} {
			at, svg, size := seen(t, net, view)
			if first == [2]float64{} {
				first = [2]float64{size[0], size[1]}
			}
			if size[0] != first[0] || size[1] != first[1] {
				t.Errorf("%v: %v: the size is %v, want %v", net, view, size, first)
			}
			for u, p := range at {
				if p[0]-p[2] < 0 || p[1]-p[2] < 0 || p[0]+p[2] > size[0] || p[1]+p[2] > size[1] {
					t.Fatalf("%v: %v: node %d at %v is outside the drawing of %v", net, view, u, p, size)
				}
			}
			for ends, way := range lines(t, svg) {
				a, b, _ := strings.Cut(ends, " ")
				u, _ := net.NodeAt(a)
				v, _ := net.NodeAt(b)
				begin, last := way[0], way[len(way)-1]
				if math.Hypot(begin[0]-at[u][0], begin[1]-at[u][1]) > 0.02 || math.Hypot(last[0]-at[v][0], last[1]-at[v][1]) > 0.02 {
					t.Fatalf("%v: %v: link %s leads from %v to %v, want %v to %v", net, view, ends, begin, last, at[u], at[v])
				}
				for _, p := range way {
					if p[0] < 0 || p[1] < 0 || p[0] > size[0] || p[1] > size[1] {
						t.Fatalf("%v: %v: link %s is at %v, outside the drawing of %v", net, view, ends, p, size)
					}
				}
			}
			last := 0.0
			for _, part := range strings.Split(svg, `data-node="`)[1:] {
				address, _, _ := strings.Cut(part, `"`)
				u, _ := net.NodeAt(address)
				if at[u][2] < last-0.01 {
					t.Fatalf("%v: %v: node %s of size %v is drawn after one of %v", net, view, address, at[u][2], last)
				}
				last = at[u][2]
			}
		}
	}
}

// Where the dimensions lead from some angles is known without the formulas: 1 to the right or down, -1 to the
// left or up, 0 towards the viewer or away.
func TestSpatialAxes(t *testing.T) {
	net := must(family.NewMesh(3, 3))
	for _, tt := range []struct {
		view draw.View
		want [3][2]int // by dimension
		near int       // the dimension that leads away, or -1 minus the one that leads nearer
	}{
		{draw.View{}, [3][2]int{{1, 0}, {0, 0}, {0, -1}}, 1},
		{draw.View{Azimuth: 90}, [3][2]int{{0, 0}, {1, 0}, {0, -1}}, -1},
		{draw.View{Azimuth: 180}, [3][2]int{{-1, 0}, {0, 0}, {0, -1}}, -2},
		{draw.View{Elevation: 90}, [3][2]int{{1, 0}, {0, -1}, {0, 0}}, -3},
	} {
		at, _, _ := seen(t, net, tt.view)
		middle := 13 // 1,1,1: in the middle, where nothing is out of scale
		for i, stride := range []int{9, 3, 1} {
			d := [2]float64{at[middle+stride][0] - at[middle][0], at[middle+stride][1] - at[middle][1]}
			for j := range d {
				if d[j] > 1 != (tt.want[i][j] > 0) || d[j] < -1 != (tt.want[i][j] < 0) {
					t.Errorf("%v: dimension %d leads to %v, want %v", tt.view, i, d, tt.want[i])
				}
			}
			if away := at[middle+stride][2] < at[middle][2]-0.01; away != (tt.near == i) {
				t.Errorf("%v: dimension %d leads away: %v", tt.view, i, away)
			}
			if nearer := at[middle+stride][2] > at[middle][2]+0.01; nearer != (tt.near == -1-i) {
				t.Errorf("%v: dimension %d leads nearer: %v", tt.view, i, nearer)
			}
		}
	}
}

// A folded ring has its nodes in the order 0, k-1, 1, k-2, …, and no link past more than one other.
func TestFolded(t *testing.T) {
	for k, want := range map[int]string{2: "01", 3: "021", 5: "04132", 6: "051423"} {
		net := must(family.NewTorus(k, 1))
		at, svg, _ := seen(t, net, draw.View{Folded: true})
		order := make([]byte, k)
		step := math.Abs(at[0][0]-at[k-1][0]) + 0.01
		for u := range at {
			place := 0
			for v := range at {
				if at[v][0] < at[u][0] {
					place++
				}
			}
			order[place] = byte('0' + u)
		}
		if string(order) != want {
			t.Errorf("folded ring of %d: %s, want %s", k, order, want)
		}
		for ends, way := range lines(t, svg) {
			if d := math.Abs(way[0][0] - way[len(way)-1][0]); d > 2*step {
				t.Errorf("folded ring of %d: link %s is %v long, and nodes are %v apart", k, ends, d, step)
			}
		}
	}
}

// Within a larger network, the links of that are drawn as well, but not as links of the smaller one.
func TestWithin(t *testing.T) {
	net, outer := must(family.NewIncompleteTorus(4, 3, 4, 4, 0)), must(family.NewTorus(4, 3))
	for _, view := range []*draw.View{nil, {Azimuth: 10}} {
		o := draw.Defaults()
		o.View, o.Within = view, outer
		u, _ := net.NodeAt("1,2,3")
		first, _ := net.Channels(u)
		o.Paths = [][]topology.Channel{{first}}
		svg, err := draw.Network(net, o)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, svg)
		_, links, _ := shapes(t, svg)
		if ghosts := strings.Count(svg, `class="link ghost"`); ghosts != outer.Size()-net.Size() || len(links) != net.Size() {
			t.Errorf("%d links and %d faint ones, want %d and %d", len(links), ghosts, net.Size(), outer.Size()-net.Size())
		}
		for _, want := range []string{
			"path 1: 1,2,3 &gt; " + net.Address(net.Head(first)) + "<", "processor 1,2,3, level 3, degree 4<",
			"64 processors, 128 links", "Faint: 64 links more of torus(k=4, n=3).", `data-network="incomplete_torus(`,
		} {
			if !strings.Contains(strings.ReplaceAll(svg, ", on path0", ""), want) {
				t.Errorf("the drawing has no %q", want)
			}
		}
	}
}

func TestSpatialErrors(t *testing.T) {
	tree, cube := must(family.NewKaryNTree(2, 2)), must(family.NewTorus(3, 5))
	for _, tt := range []struct {
		net  *topology.Network
		o    draw.Options
		want string
	}{
		{tree, draw.Options{View: &draw.View{}}, "kary_ntree(k=2, n=2): cannot be seen in space, want a torus"},
		{cube, draw.Options{View: &draw.View{}}, "torus(k=3, n=5): cannot be seen in space, want a torus"},
		{tree, draw.Options{Within: cube}, "kary_ntree(k=2, n=2): has 8 nodes, and torus(k=3, n=5) has 243: want a network with the same nodes"},
		{tree, draw.Options{Within: must(family.NewTorus(2, 3))}, "want a network with the same nodes, and more links"},
		{must(family.NewTorus(4, 2)), draw.Options{Within: must(family.NewMesh(4, 2))}, "which has no link 0,0 "},
		{must(family.NewMesh(1000, 1)), draw.Options{Within: must(family.NewTorus(2401, 1))}, "has 2401: want"},
	} {
		tt.o.Source, tt.o.Dest = draw.NoNode, draw.NoNode
		if _, err := draw.Network(tt.net, tt.o); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: got error %v, want one with %q", tt.net, err, tt.want)
		}
	}
}
