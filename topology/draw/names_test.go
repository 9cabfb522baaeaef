package draw_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/family"
	"topobook/topology/networktest"
)

// TestNames draws one network of every kind of layout with the addresses as names, which changes
// nothing; with as long texts in their place, which changes nothing but them; and with texts of all
// lengths, which keep apart.
func TestNames(t *testing.T) {
	for _, net := range members(t) {
		o := everything(net)
		plain, err := draw.Network(net, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Names = make([]string, net.Order())
		for u := range o.Names {
			o.Names[u] = net.Address(topology.Node(u))
		}
		if same, err := draw.Network(net, o); err != nil || same != plain {
			t.Errorf("%v: its addresses as names change the drawing: %v", net, err)
		}
		addresses := append([]string(nil), o.Names...)
		for u, name := range o.Names {
			o.Names[u] = strings.Repeat("é", len([]rune(name)))
		}
		svg, err := draw.Network(net, o)
		if err != nil {
			t.Fatal(err)
		}
		for u, name := range o.Names {
			svg = strings.Replace(svg, " "+addresses[u]+": "+name, " "+addresses[u], 1) // in the title
		}
		if want := count(plain, "data-node="); count(svg, "data-node=") != want || !sameBut(plain, svg, "text") {
			t.Errorf("%v: other names of the same length change more than texts", net)
		}
		for u := range o.Names {
			o.Names[u] = strings.Repeat("x", u*u%14)
		}
		o.EdgeLabels = false // these go where there is room beside the shapes, not the names of groups
		if svg, err = draw.Network(net, o); err != nil {
			t.Fatal(err)
		}
		checkTexts(t, fmt.Sprintf("%v with names", net), svg)
		for u, address := range addresses {
			if !strings.Contains(svg, `data-node="`+address+`"`) {
				t.Errorf("%v: with a name, node %d is not called %s", net, u, address)
			}
		}
	}
}

// members returns the example of every family, whole and damaged, and a product.
func members(t *testing.T) []*topology.Network {
	t.Helper()
	var nets []*topology.Network
	for _, f := range family.All() {
		net := networktest.Build(t)(f.New(f.Example))
		nets = append(nets, net)
		if left, err := topology.Without(net, []topology.Node{1}, []topology.Channel{0}); err == nil {
			nets = append(nets, left)
		}
	}
	return append(nets, must(topology.NewProduct(must(family.NewRing(5)), must(family.NewRing(3)))))
}

func count(s, part string) int { return strings.Count(s, part) }

// sameBut tells whether two drawings are the same but for what stands in elements of a name.
func sameBut(a, b, name string) bool {
	return without(a, name) == without(b, name)
}

func without(svg, name string) string {
	var kept strings.Builder
	for {
		before, rest, ok := strings.Cut(svg, "<"+name)
		kept.WriteString(before)
		if !ok {
			return kept.String()
		}
		tag, rest, _ := strings.Cut(rest, ">")
		kept.WriteString(tag)
		_, svg, _ = strings.Cut(rest, "</"+name+">")
	}
}
