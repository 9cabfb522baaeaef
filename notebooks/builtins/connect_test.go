package builtins

import "testing"

func TestConnectWords(t *testing.T) {
	for _, tt := range []struct{ call, want string }{
		{`connectivity(hypercube(4)), link_connectivity(hypercube(4))`, `(4, 4)`},
		{`connectivity(complete(5)), connectivity(complete(1)), link_connectivity(complete(1))`, `(4, 0, 0)`},
		{`connectivity(kary_ntree(2, 2)), connectivity(kary_ntree(2, 2), among="processors")`, `(1, 1)`},
		{`connectivity(butterfly(2, 2), among="processors")`, `error: connectivity: connectivity of butterfly(k=2, n=2): has no processors, want at least one`},
		{`minimum_cut(ring(6), 0, 3), minimum_cut(ring(6), 0, 3, of="links")`, `(["1", "5"], [("0", "1"), ("0", "5")])`},
		{`minimum_cut(graph(["a", "b", "c"], [("a", "b"), ("b", "c")]))`, `["b"]`},
		{`minimum_cut(graph(["a", "b", "c"], [("a", "b")])), minimum_cut(complete(4), of="links") != []`, `([], True)`},
		{`minimum_cut(complete(4))`, `error: minimum_cut: complete(n=4): each two nodes are linked, so that no loss of nodes parts them`},
		{`minimum_cut(ring(6), 0)`, `error: minimum_cut: got only one of a and b, want both or neither`},
		{`minimum_cut(ring(6), 0, 1)`, `error: minimum_cut: minimum cut of ring(n=6): 0 and 1 are linked, so that no loss of other nodes parts them`},
		{`minimum_cut(ring(6), of="ports")`, `error: minimum_cut: for parameter of: got "ports", want "nodes" or "links"`},
		{`minimum_cut(ring(6), of=3)`, `error: minimum_cut: for parameter of: got int, want string`},
		{`components(without(ring(6), links=minimum_cut(ring(6), 0, 3, of="links")))`, `[["0"], ["1", "2", "3", "4", "5"]]`},
		{`[p.nodes for p in disjoint_paths(ring(5), 0, 2)]`, `[["0", "1", "2"], ["0", "4", "3", "2"]]`},
		{`disjoint_paths(ring(5), 2, 2)`, `error: disjoint_paths: disjoint paths of ring(n=5): got node 2 twice, want two distinct nodes`},
		{`fault_diameter(hypercube(4), 3), fault_diameter(ring(7), 1, of="links")`, `(5, 6)`},
		{`fault_diameter(ring(7), 2)`, `error: fault_diameter: ring(n=7): the loss of 2 nodes can leave no path from 0 to 2, want f at most 1: worst_faults(t, 2) tells which`},
		{`fault_diameter(ring(7), -1)`, `error: fault_diameter: for parameter f: got -1, want 0 or more`},
		{`worst_faults(ring(6), 2)`, `{"distance": None, "a": "0", "b": "2", "nodes": ["1", "5"], "links": []}`},
		{`worst_faults(ring(6), 1, 0, 2)`, `{"distance": 4, "a": "0", "b": "2", "nodes": ["1"], "links": []}`},
		{`worst_faults(ring(6), 1, 2, 0, of="links")`, `{"distance": 4, "a": "2", "b": "0", "nodes": [], "links": [("1", "2")]}`},
		{`bisection_bounds(hypercube(3))`, `{"lower": 4, "upper": 4, "exact": True, "lower_by": "embedding", "upper_by": "halving", "left_out": [], "half": ["0,0,0", "0,0,1", "0,1,0", "0,1,1"]}`},
		{`bisection_bounds(complete(1))`, `error: bisection_bounds: bisection of complete(n=1): has 1 processors, want at least 2`},
	} {
		if got := evalText(tt.call); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.call, got, tt.want)
		}
	}
}
