package builtins

import "testing"

func TestTreesWords(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`tree_order(kyklos(2, 2, 2, 3), 2, height=1), tree_order(modified_kyklos(2), tree=3)`, `(["-1,0", "-1,2", "-1,1", "-1,3"], ["0", "3", "1", "2"])`},
		{`tree_order(ring(3), 1)`, `error: tree_order: ring(n=3): want trees on common leaves, as of kyklos`},
		{`tree_order(kyklos(1, 2, 2, 2), 3)`, `error: tree_order: kyklos(version=1, m=2, r=2, n=2): got height 0 in tree 3, want 0 to 2 in tree 1 to 2`},
		{`labelling_classes(2, 2), len(labelling_classes(3, 2))`, `([[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]], 280)`},
		{`labelling_classes(2, 4)`, `error: labelling_classes(m=2, n=4): want m ≥ 2, n ≥ 1 and at most 100000 classes`},
		{`[m_sense_conflict(kyklos(v, 2, 2, 5)) for v in [1, 2, 3]], m_sense_conflict(kyklos(2, 5, 2, 3)), m_sense_conflict(kyklos(1, 3, 1, 2))`, `([("0", "1"), None, None], None, None)`},
		{`m_sense_conflict(hypercube(3))`, `error: m_sense_conflict: hypercube(n=3): want trees on common leaves, as of kyklos`},
		{`[improve_labelling(kyklos(1, 2, 2, 3), tries=1)[x] for x in ["sequence", "diameter", "total", "far", "tried"]]`, `[[0, 1, 2, 3, 4, 5, 6, 7], 6, 272, 32, 1]`},
		{`improve_labelling(modified_kyklos(5), tries=1, objective="diameter", among="all")["diameter"], diameter(modified_kyklos(5))`, `(8, 8)`},
		{`improve_labelling(kyklos(1, 2, 2, 3), objective="speed")`, `error: improve_labelling: got "speed", want "average" or "diameter"`},
		{`improve_labelling(kyklos(1, 2, 2, 3), tries=0)`, `error: improve_labelling: got 0 tries, want at least 1`},
		{`improve_labelling(ring(3))`, `error: improve_labelling: ring(n=3): want trees on common leaves, as of kyklos`},
		{`[disconnecting_sets(kyklos(v, 2, 2, n), kind="switch", among="processors", limit=0)["count"] for v in [1, 2] for n in [2, 3, 4]]`, `[9, 21, 45, 4, 8, 16]`},
		{`disconnecting_sets(ring(4)), disconnecting_sets(mesh(3, 1), f=1)`, `({"count": 2, "sets": [("0", "2"), ("1", "3")]}, {"count": 1, "sets": [("1",)]})`},
		{`disconnecting_sets(ring(4), f=0)`, `error: disconnecting_sets: disconnecting sets of 0 nodes of ring(n=4): want at least 1`},
		{`disconnecting_sets(ring(4), kind="link")`, `error: disconnecting_sets: for parameter kind: got "link", want "processor" or "switch"`},
		{`single_faults(ring(5)), single_faults(graph("abc".elems(), [("a", "b")]), kind="processor")[2]`,
			`([{"node": "0", "alike": 5, "total": 20, "pairs": 12, "unreachable": 0, "diameter": 3}], {"node": "c", "alike": 1, "total": 2, "pairs": 2, "unreachable": 0, "diameter": 1})`},
		{`[sum([f["alike"] for f in single_faults(kyklos(v, 2, 2, 4), kind="switch")]) for v in [1, 2, 3]]`, `[30, 30, 30]`},
		{`minimal_path_counts(hypercube(3), "0,0,0"), minimal_path_counts(graph("ab".elems(), []), "a")`, `([1, 1, 1, 2, 1, 2, 2, 6], [1, 0])`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
