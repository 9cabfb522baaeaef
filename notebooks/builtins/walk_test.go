package builtins

import "testing"

// TestWalkBuiltins checks the builtins about paths that the reader makes, and their errors.
func TestWalkWords(t *testing.T) {
	const pruned = `incomplete_torus(4, 3)`
	for _, tt := range []struct{ src, want string }{
		{`distances(ring(5), 1), distances(graph(["a", "b"], []), "a")`, `({"0": 1, "1": 0, "2": 1, "3": 2, "4": 2}, {"a": 0, "b": None})`},
		{`max(distances(torus(16, 3), (0, 0, 0)).values()), len(distances(torus(16, 3), "1,2,3"))`, `(24, 4096)`},
		{`walk(` + pruned + `, (0, 0, 0), [(0, 1), (2, -1), (1, 2)])`, `0,0,0 -0> 1,0,0 -2> 1,0,3 -1> 1,1,3 -1> 1,2,3`},
		{`walk(` + pruned + `, "0,0,0", [(1, 1)]), walk(mesh(3, 1), 2, [(0, 1)]), walk(mesh(3, 1), 2, []).hops`, `(None, None, 0)`},
		{`are_disjoint([walk(torus(4, 2), "0,0", m) for m in [[(0, 2)], [(0, -2)], [(1, 1), (0, 2), (1, -1)]]])`, `True`},
		{`are_disjoint([walk(torus(4, 2), "0,0", m) for m in [[(0, 2)], [(1, 1), (0, 1), (1, -1), (0, 1)]]])`, `False`},
		{`are_disjoint([])`, `True`},
		{`[embedding(torus(4, 3), ` + pruned + `, routing="levels")[x] for x in ["dilation", "congestion", "lengths", "loads"]]`, `[3, 3, {1: 256, 3: 128}, {2: 128, 3: 128}]`},
		{`embedding(ring(4), torus(4, 1), images={0: 0, "1": 2, "2": 1, "3": 3})`, `error: embedding: for parameter images: got no image of "0", want one of each node of ring(n=4)`},
		{`[embedding(ring(4), torus(4, 1), images={"0": 0, "1": 2, "2": 1, "3": 3}, routing=lambda a, b: [a, b] if (int(a) - int(b)) % 2 else walk(torus(4, 1), a, [(0, 2)]))[x] for x in ["dilation", "congestion", "longest"]]`,
			`[2, 3, 0 -0> 1 -0> 2]`},
		{`embedding(graph(["x"], []), ring(3), images={"x": 1}, routing="dor")["loads"]`, `{0: 6}`},
		{`embedding(ring(4), ring(3))`, `error: embedding: for parameter images: ring(n=3): address "3": want 0 to 2`},
		{`embedding(ring(4), ring(4), routing=lambda a, b: [b, a])`, `error: embedding: ring(n=4): got a path elsewhere, want one from 0 to 1`},
		{`embedding(ring(4), ring(4), routing=3)`, `error: embedding: for parameter routing: got int, want a name or a function`},
		{`embedding(ring(4), ring(4), routing="levels")`, `error: embedding: ring(n=4): routing "levels": want one of random, minimal, first, dor`},
		{`embedding(ring(4), ring(4), images=[1])`, `error: embedding: for parameter images: got list, want a dict from nodes to nodes`},
		{`walk(ring(4), 0, [(0, 1)])`, `error: walk: ring(n=4): has no coordinates, want a torus, a mesh or a pruned torus`},
		{`walk(torus(4, 2), "0,0", [(2, 1)])`, `error: walk: torus(k=4, n=2): got dimension 2, want 0 to 1`},
		{`walk(torus(4, 2), "0,0", [(0, -(1 << 63))])`, `error: walk: for parameter moves: got more than 1048576 hops, want fewer`},
		{`walk(torus(4, 2), "0,0", 3)`, `error: walk: for parameter moves: got int, want a list of (dimension, hops)`},
		{`walk(torus(4, 2), "0,0", [3])`, `error: walk: for parameter moves: got 3, want (dimension, hops)`},
		{`are_disjoint([walk(torus(4, 1), 0, []), walk(torus(5, 1), 0, [])])`, `error: are_disjoint: for parameter paths: got 0, want paths of one network`},
		{`draw(` + pruned + `, view=(1, 2, 3))`, `error: draw: for parameter view: got (1, 2, 3), want None or (azimuth, elevation) in degrees`},
		{`draw(kary_ntree(2, 2), view=(1, 2))`, `error: draw: kary_ntree(k=2, n=2): cannot be seen in space, want a torus, a mesh or a pruned torus of at most 4 dimensions, or ccc(n=3)`},
		{`draw(ring(4), within=ring(5))`, `error: draw: ring(n=4): has 4 nodes, and ring(n=5) has 5: want a network with the same nodes`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
	}
}
