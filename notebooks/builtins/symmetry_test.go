package builtins

import (
	"strings"
	"testing"
)

const petersen = `graph([str(u) for u in range(10)], [(str(u), str((u + 1) % 5)) for u in range(5)] + ` +
	`[(str(u), str(u + 5)) for u in range(5)] + [(str(5 + u), str(5 + (u + 2) % 5)) for u in range(5)])`

func TestSymmetryWords(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`automorphism_count(ring(7))`, "14"},
		{`automorphism_count(complete(25))`, "15511210043330985984000000"},
		{`automorphism_count(kary_ntree(3, 1))`, "6"},
		{`automorphism_count(mary_tree(2, 1))`, "2"},
		{`automorphism_count(graph(["a"], []))`, "1"},
		{`automorphism_count(induced(ring(6), [0, 1, 2]), kinds=True)`, "2"},
		{`automorphism_count(kary_ntree(2, 2))`, "16"}, // 2 roots, 2 switches below, 2 processors at each
		{`orbits(mary_tree(2, 1))`, `[["0", "1"], ["()"]]`},
		{`[len(o) for o in orbits(induced(mary_tree(1 + 1, 2), nodes(mary_tree(2, 2), level=2)))]`, "[4]"},
		{`link_orbits(ring(3))`, `[[("0", "1"), ("0", "2"), ("1", "2")]]`},
		{`is_vertex_transitive(kary_ntree(2, 1)), is_edge_transitive(kary_ntree(2, 1)), is_arc_transitive(kary_ntree(2, 1))`, "(False, True, False)"},
		{`is_vertex_transitive(mary_tree(2, 1), kinds=True)`, "False"},
		{`is_vertex_transitive(hypercube(16)), is_vertex_transitive(hypercube(3), kinds=True)`, "(True, True)"},
		{`is_arc_transitive(ring(2))`, "True"},
		{`is_vertex_transitive(` + petersen + `), is_cayley(` + petersen + `)`, "(True, False)"},
		{`regular_subgroup(` + petersen + `)`, "None"},
		{`is_cayley(hypercube(5)), is_regular_group(hypercube(5), regular_subgroup(hypercube(5)))`, "(True, True)"},
		{`is_regular_group(ring(4), [])`, "False"},
		{`is_regular_group(ring(4), [{"0": "1", "1": "0", "2": "3", "3": "2"}, {0: 2, 1: 3, 2: 0, 3: 1}])`, "True"},
		{`is_regular_group(ring(4), [{"0": "1", "1": "0", "2": "3", "3": "2"}, {0: 0, 1: 3, 2: 2, 3: 1}])`, "False"},
		{`is_regular_group(ring(4), automorphism_generators(ring(4)))`, "False"},
		{`is_regular_group(ring(4), [{"9": "1"}])`, "error: is_regular_group: for parameter maps: "},
		{`is_regular_group(ring(4), [3])`, "error: is_regular_group: for parameter maps: got int, want a dict from addresses to addresses"},
		{`is_regular_group(ring(4), 3)`, "error: is_regular_group: for parameter maps: got int, want a list"},
		{`is_cayley(ring(300))`, "error: regular subgroup of ring(n=300): has 300 nodes, want at most 256"},
		{`orbits(ring(5), "x")`, "error: orbits: for parameter kinds: got string, want bool"},
	} {
		if got := evalText(tt.src); got != tt.want && !(strings.HasPrefix(tt.want, "error") && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s is %s, want %s", tt.src, got, tt.want)
		}
	}
}
