package builtins

import (
	"strings"
	"testing"

	"topobook/notebooks/output"
	"topobook/topology/draw"
)

// Positions, groups and colors come as dicts, functions, lists or names, and what is wrong with one is said in a sentence.
func TestDrawLayers(t *testing.T) {
	for _, tt := range []struct{ code, want string }{
		{`draw(ring(4), color=[1, 2, 5, 2])`, "colors: from 1 at 0 to 5 at 2"},
		{`draw(ring(4), color={"1": 3})`, "colors: all 3"},
		{`draw(ring(4), color=lambda a: None if a == "0" else int(a) % 2)`, "colors: from 0 at 2 to 1 at 1 and 1 other"},
		{`draw(kary_ntree(2, 2), groups="level")`, "groups: level 2, level 0, level 1"},
		{`draw(ring(4), groups=lambda a: int(a) % 2)`, "groups: 0, 1"},
		{`draw(graph(["a", "b"], []), groups="component")`, "groups: component 1, component 2"},
		{`draw(ring(4), positions={"0": (0, 0), "1": (1, 0)})`, "ring(n=4)"},
		{`draw(ring(4), color=[1, 2])`, "color: got 2 values, want one for each of 4 nodes"},
		{`draw(ring(4), color=3)`, "color: got int, want a dict from nodes, a list in their order or a function of the address"},
		{`draw(ring(4), color={"0": "red"})`, `color: for 0 got "red", want a number from -1e+15 to 1e+15, or None`},
		{`draw(ring(4), color={"9": 1})`, "color: "},
		{`draw(ring(4), groups="rows")`, `groups: got "rows", want "kind", "level", "degree", "component", a dict from nodes or a function of the address`},
		{`draw(ring(100), groups=lambda a: a)`, `groups: for 64 got group "64", one more than 64, want fewer`},
		{`draw(ring(4), positions={"0": 3})`, "positions: for 0 got 3, want (x, y), numbers of at most 1e+12, or None"},
		{`draw(ring(4), positions={})`, "positions: got none, want that of at least one node"},
		{`draw(torus(4, 2), positions={"0,0": (1, 1)}, view=(1, 2))`, "positions: got them together with view or folded, want one of these"},
	} {
		v, err := Evaluate(tt.code, nil)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = v.(output.Output).Text()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want %q in it", tt.code, got, tt.want)
		}
	}
}

// A network of up to 10 000 nodes that is too large to draw node by node is a picture of its links by blocks of nodes; what it cannot show is said.
func TestDrawDensity(t *testing.T) {
	v, err := Evaluate(`columns(draw(hypercube(12), source="0,0,0,0,0,0,0,0,0,0,0,0", caption="large"), "beside")`, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := v.(output.Output).Text()
	for _, want := range []string{"50% of 24 576 links lie within a block", "Not shown of so many nodes: source.", "large", "beside"} {
		if want = strings.ReplaceAll(want, "24 576", draw.FormatNumber(24576)); !strings.Contains(got, want) {
			t.Errorf("got %q, want %q in it", got, want)
		}
	}
}

// A place is where it says: x to the right, y upwards.
func TestDrawPositions(t *testing.T) {
	v, err := Evaluate(`draw(ring(3), positions={"0": (0, 0), "1": (10, 0), "2": (0, 5)})`, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`cx="29.4" cy="331"`, `cx="649.4" cy="331"`, `cx="29.4" cy="21"`} {
		if html := v.(output.Output).HTML(); !strings.Contains(html, want) {
			t.Errorf("no node at %s in %s", want, html)
		}
	}
}
