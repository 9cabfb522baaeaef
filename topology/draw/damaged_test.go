package draw_test

import (
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
)

// places returns the elements of a drawing that say where things are, by node or link.
func places(t *testing.T, net *topology.Network) map[string]string {
	t.Helper()
	svg, err := draw.Network(net, draw.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]string)
	for _, key := range []string{`data-node="`, `data-link="`} {
		for i, part := range strings.Split(svg, key) {
			name, rest, _ := strings.Cut(part, `"`)
			if key == `data-node="` {
				_, rest, _ = strings.Cut(rest, "</title>")
			} else {
				rest = strings.TrimSuffix(rest, "/")
			}
			if shape, _, ok := strings.Cut(rest, ">"); ok && i > 0 {
				found[key+name] = strings.TrimSuffix(shape, "/")
			}
		}
	}
	return found
}

// TestDamaged checks that all that is left of a network stands where it stood, and nothing else.
func TestDamaged(t *testing.T) {
	for _, whole := range []*topology.Network{
		must(family.NewKaryNTree(3, 2)), must(family.NewMiKANT(2, 3)), must(family.NewRing(9)), must(family.NewHypercube(4)),
	} {
		left, err := topology.Without(whole, []topology.Node{1, 5}, []topology.Channel{2, topology.Channel(whole.Size())})
		if err != nil {
			t.Fatal(err)
		}
		again, err := topology.Without(left, []topology.Node{0}, nil)
		if err != nil {
			t.Fatal(err)
		}
		was := places(t, whole)
		for _, net := range []*topology.Network{left, again} {
			is := places(t, net)
			if len(is) != net.Order()+net.Size() {
				t.Errorf("%v: %d nodes and links are drawn, want %d", net, len(is), net.Order()+net.Size())
			}
			for thing, place := range is {
				if place != was[thing] {
					t.Errorf("%v: %s is at%s, want it at%s as in %v", net, thing, place, was[thing], whole)
				}
			}
		}
	}
	tree := must(family.NewKaryNTree(2, 2)) // roots 4 and 5
	rootless, err := topology.Without(tree, []topology.Node{4, 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	svg, err := draw.Network(rootless, draw.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(svg, ">level 0<") || !strings.Contains(svg, ">level 1<") || !strings.Contains(svg, "4 processors below 2 switches, 4 links") {
		t.Errorf("%v: want no row of roots in %.900s", rootless, svg)
	}
	big := must(family.NewRing(2000)) // too large to draw, but what is left of it is not
	few := []topology.Node{}
	for u := range topology.Node(1900) {
		few = append(few, u)
	}
	part, err := topology.Without(big, few, nil)
	if err != nil {
		t.Fatal(err)
	}
	if found := places(t, part); len(found) != 199 {
		t.Errorf("%v: %d nodes and links are drawn, want 199", part, len(found))
	}
}
