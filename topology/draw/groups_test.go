package draw_test

import (
	"math"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// Nodes of a group lie together, whatever their links: each is nearer to the middle of its group than to any other.
func TestGroups(t *testing.T) {
	for _, net := range []*topology.Network{must(family.NewRandomRegular(40, 3, 1)), must(family.NewRandomRegular(500, 4, 2)), listed(30), shuffled(must(family.NewComplete(20)))} {
		o := draw.Defaults()
		o.GroupNames = []string{"east", "<west>", "north", "south"}
		for u := range net.Order() {
			o.Groups = append(o.Groups, u%4)
		}
		o.SetGroups(o.Groups, o.GroupNames)
		svg, err := draw.Network(net, o)
		if err != nil {
			t.Fatal(err)
		}
		wellFormed(t, svg)
		boxes, _, _ := shapes(t, svg)
		at, middle := make([]spot, net.Order()), make([]spot, 4)
		for u := range at {
			b := boxes[net.Address(topology.Node(u))]
			at[u] = spot{(b.left + b.right) / 2, (b.top + b.bottom) / 2}
			share := 4 / float64(net.Order())
			middle[u%4] = spot{middle[u%4].x + share*at[u].x, middle[u%4].y + share*at[u].y}
		}
		strays := 0
		for u, p := range at {
			for g, q := range middle {
				if own := middle[u%4]; g != u%4 && math.Hypot(p.x-q.x, p.y-q.y) < math.Hypot(p.x-own.x, p.y-own.y) {
					strays++
				}
			}
		}
		if strays > net.Order()/50 {
			t.Errorf("%v: %d nodes are nearer to the middle of another group than to that of their own", net, strays)
		}
		for _, want := range []string{">group east: ", ">&lt;west><", ", group north", " 4 groups."} {
			if !strings.Contains(svg, want) && !strings.Contains(svg, strings.Replace(want, "west>", "west&gt;", 1)) {
				t.Errorf("%v: no %q in the drawing", net, want)
			}
		}
	}
}

// The shades of nodes follow their values, and words say which are least and largest, and where.
func TestValues(t *testing.T) {
	net := must(family.NewTorus(5, 2))
	o := draw.Defaults()
	for u := range net.Order() {
		o.Values = append(o.Values, float64((u*7)%25)*1.5)
	}
	o.Values[3] = math.NaN()
	o.SetValues(net, o.Values)
	svg, err := draw.Network(net, o)
	if err != nil {
		t.Fatal(err)
	}
	wellFormed(t, svg)
	shade := func(u int) int {
		_, class, _ := strings.Cut(strings.Split(svg, `data-node="`+net.Address(topology.Node(u))+`"`)[0], "<svg")
		class = class[strings.LastIndex(class, `class="`):]
		if i := strings.Index(class, " v"); i >= 0 {
			return int(class[i+2] - '0')
		}
		return -1
	}
	for u := range net.Order() {
		want := -1
		if u != 3 {
			want = min(int(o.Values[u]/36*9), 8)
		}
		if got := shade(u); got != want {
			t.Errorf("node %d of value %v has shade %d, want %d", u, o.Values[u], got, want)
		}
	}
	for _, want := range []string{"Colors: from 0 at 0,0 to 36 at 1,2.", ">36<", "degree 4, 36<"} {
		if net.Address(7) != "1,2" || !strings.Contains(svg, want) {
			t.Errorf("no %q in the drawing; node 7 is %s", want, net.Address(7))
		}
	}
	for _, tt := range []struct {
		values []float64
		want   string
	}{{[]float64{math.NaN(), math.NaN()}, ""}, {[]float64{2, 2}, "all 2"}, {[]float64{1, 0.5}, "from 0.5 at 1 to 1 at 0"}} {
		if got := draw.ValuesInWords(must(family.NewRing(3)), tt.values); got != tt.want {
			t.Errorf("ValuesInWords(%v) = %q, want %q", tt.values, got, tt.want)
		}
	}
}
