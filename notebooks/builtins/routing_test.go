package builtins

import "testing"

// TestRoutingBuiltins checks the builtins about all that a routing may do against the examples of the source.
func TestRoutingWords(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`[(p.passthroughs, p.excursions, p.hops, q) for p, q in routes(kyklos(2, 2, 2, 5), 31, 13, routing="p")]`,
			`[(["29"], [(1, 2), (2, 1)], 6, 0.5), (["15"], [(2, 1), (1, 2)], 6, 0.5)]`},
		{`routes(kyklos(2, 2, 2, 5), 31, 13, routing="m")`, `[(31 > -1,15 > -2,7 > -3,3 > -4,1 -0> -3,1 -1> -2,5 -1> -1,13 -0> 13, 1)]`},
		{`len(routes(kyklos(2, 2, 2, 6), 2, 40)), len(routes(kyklos(2, 2, 2, 6), 2, 40, limit=3)), routes(ring(4), 0, 2, routing="random")[0][1]`, `(5, 3, 0.5)`},
		{`[(tree, height, top) for tree, height, links, top, mean in link_load(kyklos(2, 2, 2, 6), routing="modified_p").by_tree]`,
			`[(1, 6, 0), (1, 5, 48), (1, 4, 152), (1, 3, 196), (1, 2, 154), (1, 1, 98), (2, 6, 0), (2, 5, 48), (2, 4, 152), (2, 3, 196), (2, 2, 154), (2, 1, 98)]`},
		{`link_load(ring(4)).by_tree, [p for p, q in routes(ring(4), 0, 2)][0].excursions, route(ring(4), 0, 2, routing="dor").passthroughs`, `([], [], ["1"])`},
		{`[distance(kyklos(2, 2, 2, 5), 31, 13, routing=r) for r in ["m", "p", "h", "tree_1", "tree_2", None]]`, `[8, 6, 6, 10, 8, 6]`},
		{`distance_matrix(kyklos(2, 2, 2, 2), routing="tree_2"), distance_matrix(kyklos(2, 2, 2, 3), routing="m")[0]`, `([[0, 4, 2, 4], [4, 0, 4, 2], [2, 4, 0, 4], [4, 2, 4, 0]], [0, 2, 4, 4, 2, 6, 4, 6])`},
		{`[distance_distribution(kyklos(2, 2, 2, 3), source=5, routing=r)[2::2] for r in ["m", "p"]]`, `[[2, 3, 2], [2, 4, 1]]`},
		{`distance_distribution(kyklos(3, 2, 2, 3), routing="tree_1"), distance_distribution(kyklos(2, 2, 2, 3), routing="m", self_pairs=True)`, `([0, 0, 8, 0, 16, 0, 32], [8, 0, 16, 0, 24, 0, 16])`},
		{`average_distance(kyklos(2, 2, 2, 12), routing="m", self_pairs=True), diameter(kyklos(2, 2, 2, 12), routing="h"), average_distance(ring(5), routing="dor", exact=True)`, `(20.6704101562, 24, (3, 2))`},
		{`dependency_cycle(kyklos(2, 2, 2, 4), routing="m"), dependency_cycle(kyklos(2, 2, 2, 3), routing="p") == []`, `([], False)`},
		{`distance(kyklos(2, 2, 2, 2), 0, "1,0", routing="m")`, `error: distance: kyklos(version=2, m=2, r=2, n=2): node 1,0 is a switch, want a processor`},
		{`diameter(kyklos(1, 2, 2, 3), routing="h")`, `error: diameter: kyklos(version=1, m=2, r=2, n=3): routing "h": want one of random, minimal, first, m, p, modified_p, tree_1, tree_2`},
		{`routes(ring(4), 0, 1, routing="m")`, `error: routes: ring(n=4): routing "m": want one of random, minimal, first, dor`},
		{`distance(ring(4), 0, 1, routing=3)`, `error: distance: for parameter routing: got int, want the name of a routing, or None`},
		{`routes(ring(4), 0, 1, limit=0)`, `error: routes: for parameter limit: got 0, want 1 to 10000`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
	}
}
