package builtins

import (
	"strings"
	"testing"
)

func TestWithout(t *testing.T) {
	const r, g = "ring(6)", `graph("abc".elems(), [("a", "b"), ("a", "b"), ("b", "c")], parallel=True)`
	for _, tt := range []struct{ expr, want string }{
		// The ways to write a link; twice is once; a list in a list is a pair of nodes.
		{`links(without(ring(4), links=["0>1", "1 0", ("0", "1"), [1, 0], (0, 1)]))`, `[("0", "3"), ("1", "2"), ("2", "3")]`},
		{`links(without(kary_ntree(2, 1), links=["@0 0"]))`, `[("1", "@0")]`},
		{`nodes(without(` + r + `, nodes=["1", 1, (4,)]))`, `["0", "2", "3", "5"]`},
		{`links(without(` + r + `, ["1", "4"], [("2", "1")]))`, `[("0", "5"), ("2", "3")]`},
		{`str(without(` + r + `, ["4", "1"], [("2", "1")]))`, `"without(ring(n=6), nodes=[\"1\", \"4\"], links=[(\"1\", \"2\")])"`},
		{`without(` + r + `) == ` + r, `False`},
		{`without(` + r + `, nodes=None, links=None) == without(` + r + `)`, `True`},
		{`distance(without(` + r + `, links=["0 1"]), "0", "1")`, `5`},
		{`diameter(without(without(` + r + `, nodes=["0"]), links=[]))`, `4`},
		// One of two parallel links is named by its port too.
		{`str(without(` + g + `, links=[("b", "a", 1), ("c", "b")]))`, `"without(graph(nodes=[\"a\", \"b\", \"c\"], links=[(\"a\", \"b\"), (\"a\", \"b\"), (\"b\", \"c\")], parallel=True), nodes=[], links=[(\"a\", \"b\", 1), (\"b\", \"c\")])"`},
		{`without(` + g + `, links=["a b"]) == without(` + g + `, links=[("a", "b", 1)])`, `False`},
		{`minimum_cut(` + g + `, "a", "b", of="links"), minimum_cut(` + g + `, "b", "c", of="links")`, `([("a", "b", 0), ("a", "b", 1)], [("b", "c")])`},
		{`size(without(` + g + `, links=minimum_cut(` + g + `, "a", "b", of="links")))`, `1`},
		{`worst_faults(` + g + `, 2, "a", "b", of="links")["links"], link_connectivity(` + g + `), connectivity(` + g + `)`, `([("a", "b", 0), ("a", "b", 1)], 1, 1)`},
		{`without(` + r + `, nodes=["6"])`, `error: without: for parameter nodes: ring(n=6): address "6": want 0 to 5`},
		{`without(` + r + `, links=["0>2"])`, `error: without: for parameter links: ring(n=6): no link between 0 and 2`},
		{`without(` + r + `, links=["0 1 2"])`, `error: without: for parameter links: got "0 1 2", want a channel, as a pair of nodes or as a string a>b`},
		{`without(` + r + `, links="0>1")`, `error: without: for parameter links: got string, want a list of links`},
		{`without(` + r + `, links=3)`, `error: without: for parameter links: got int, want a list of links`},
		{`without(` + r + `, nodes=nodes(` + r + `))`, `error: without(ring(n=6), nodes=["0", "1", "2", "3", "4", "5"], links=[]): want at least one node left`},
		{`port(without(` + r + `, nodes=["0"]), "1", "0")`, `error: port: for parameter b: without(ring(n=6), nodes=["0"], links=[]): node 0 is broken`},
	} {
		if got := evalText(tt.expr); got != tt.want {
			t.Errorf("%s = %s, want %s", tt.expr, got, tt.want)
		}
	}
}

func TestRandomFaults(t *testing.T) {
	for _, tt := range []struct{ expr, want string }{
		{`random_faults(ring(5))`, `{"nodes": [], "links": []}`},
		{`random_faults(ring(5), nodes=5)["nodes"] == nodes(ring(5))`, `True`},
		{`len(random_faults(kary_ntree(2, 3), links=24)["links"])`, `24`},
		{`random_faults(kary_ntree(2, 3), nodes=12, kind="switch")["nodes"] == nodes(kary_ntree(2, 3), kind="switch")`, `True`},
		{`len([u for u in random_faults(kary_ntree(2, 3), nodes=3, kind="processor")["nodes"] if kind(kary_ntree(2, 3), u) == "processor"])`, `3`},
		{`random_faults(ring(50), 20, 20, seed=7) == random_faults(ring(50), 20, 20, seed=7)`, `True`},
		{`random_faults(ring(50), 20, 20, seed=7) == random_faults(ring(50), 20, 20, seed=8)`, `False`},
		{`[x for x in random_faults(ring(50), 5, 9, seed=-3)["nodes"] if x not in random_faults(ring(50), 6, 0, seed=-3)["nodes"]]`, `[]`},
		{`size(without(hypercube(6), **random_faults(hypercube(6), links=50)))`, `142`},
		{`order(without(mikant(3, 3), **random_faults(mikant(3, 3), nodes=4, links=5, kind="switch")))`, `86`},
		{`random_faults(ring(5), nodes=6)`, `error: random_faults: for parameter nodes: got 6, want 0 to 5`},
		{`random_faults(ring(5), links=-1)`, `error: random_faults: for parameter links: got -1, want 0 to 5`},
		{`random_faults(ring(5), nodes=1, kind="switch")`, `error: random_faults: for parameter nodes: got 1, want 0 to 0`},
		{`random_faults(ring(5), kind="router")`, `error: random_faults: for parameter kind: got "router", want "processor" or "switch"`},
	} {
		if got := evalText(tt.expr); got != tt.want {
			t.Errorf("%s = %s, want %s", tt.expr, got, tt.want)
		}
	}
}

// TestSample draws often, and counts: each item of 6 should be among 2 in a third of the draws.
func TestSample(t *testing.T) {
	const draws = 3000
	var counts [6]int
	for seed := range uint64(draws) {
		drawn := sample([]int32{0, 1, 2, 3, 4, 5}, 2, seed, 1)
		if drawn[0] >= drawn[1] {
			t.Fatalf("seed %d draws %v, want distinct items in their order", seed, drawn)
		}
		counts[drawn[0]]++
		counts[drawn[1]]++
	}
	for i, n := range counts {
		if n < 850 || n > 1150 { // six standard deviations of about 26
			t.Errorf("item %d is among %d of %d draws, want about %d", i, n, draws, draws/3)
		}
	}
}

// TestDrawWithout checks that what is left of a network stands where it stood.
func TestDrawWithout(t *testing.T) {
	whole, _, err := Eval(`draw(mikant(2, 2))`)
	if err != nil {
		t.Fatal(err)
	}
	left, _, err := Eval(`draw(without(mikant(2, 2), nodes=["0@0,1"], links=["1@0,0>1,0,0"]))`)
	if err != nil {
		t.Fatal(err)
	}
	const node = `data-node="1,0,0"`
	place := func(svg string) string {
		_, rest, _ := strings.Cut(svg, node)
		_, rest, _ = strings.Cut(rest, "<circle")
		circle, _, _ := strings.Cut(rest, "/>")
		return circle
	}
	if a, b := place(whole.(*drawing).svg), place(left.(*drawing).svg); a != b || a == "" {
		t.Errorf("node 1,0,0 is drawn at%s, and when others are broken at%s", a, b)
	}
}

// TestDrawFaults checks what draw takes as broken: what random_faults and worst_faults return, and lists.
func TestDrawFaults(t *testing.T) {
	for _, tt := range []struct{ faults, want string }{
		{`[]`, ""},
		{`["0", ("2", "3"), "3>4", "1 2"]`, `broken: 0\n broken links: 2>3 3>4 1>2`},
		{`{"nodes": ["0"], "links": [("2", "3")]}`, `broken: 0\n broken links: 2>3`},
		{`random_faults(ring(5), nodes=1)`, "broken: "},
		{`random_faults(ring(5), links=1)`, "broken links: "},
		{`worst_faults(ring(5), 1, of="links")`, "broken links: "},
		{`["7"]`, `ring(n=5): address "7"`},
		{`[("0", "2")]`, `ring(n=5): address "0,2"`},
		{`3`, "draw: for parameter faults: got int, want a dict of nodes and links, or a list"},
	} {
		got := strings.Join(strings.Fields(evalText("str(draw(ring(5), faults="+tt.faults+"))")), " ")
		if !strings.Contains(got, strings.Join(strings.Fields(tt.want), " ")) || tt.want == "" && strings.Contains(got, "broken") {
			t.Errorf("faults=%s: got %s, want %s", tt.faults, got, tt.want)
		}
	}
}
