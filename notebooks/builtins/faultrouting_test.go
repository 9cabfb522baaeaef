package builtins

import "testing"

// TestFaultRoutingBuiltins checks the builtins about messages in networks with faults; topology/route checks what they find.
func TestFaultRoutingWords(t *testing.T) {
	const t33 = `mikant(3, 3), "0000", "0021"`
	for _, tt := range []struct{ src, want string }{
		{`routings(mikant(2, 2))`, `["random", "minimal", "first", "alg1", "alg1_literal"]`},
		{`routings(kary_ntree(2, 2), faults=True)`, `["alg1", "one_port", "one_port_strict", "all_port", "go_back", "go_back_dfs", "minimal_path", "connected"]`},
		{`routings(ring(4), faults=True)`, `[]`},
		{`attempt(` + t33 + `, "go_back", faults=["0@1,2,1"])["path"].ports`, `[0, 4, 5, 3, 0, 5, 5, 5, 1, 0]`},
		{`attempt(` + t33 + `, "alg1", faults={"nodes": ["0@1,2,1"]})["reason"]`, `"fails after 3 hops at 1@1,2,1, as no way on is left that the routing takes: the last one that is broken leads to 0@1,2,1"`},
		{`attempt(` + t33 + `, "one_port", ["0@1,2,1"])["outcome"]`, `"livelocked"`},
		{`attempt(mikant(2, 2), "000", "000")["reason"], attempt(ring(4), "0", "2", "dor", ["1"])["outcome"], attempt(ring(4), "0", "2", "dor", ["2 3"])["path"].hops`, `("delivered after 0 hops", "failed", 2)`},
		{`[attempt(ring(4), "0", "2", "minimal", f)["path"] for f in [["1"], ["1", "3"], ["0"], ["1>0"]]]`, `[0 > 3 > 2, 0, 0, 0 > 3 > 2]`},
		{`route(` + t33 + `, "one_port", faults=["0@1,2,1"])`, `error: route: mikant(k=3, n=3): routing one_port from 0,0,0,0 to 0,0,2,1: after 4 hops at 0@1,0,1 for the second time: it would go in circles forever`},
		{`route(` + t33 + `, "connected", faults=["0@1,2,1"]).hops, route(ring(5), 0, 2, faults=["1"]).hops`, `(6, 3)`},
		{`route(mikant(3, 4), "02000", "02002", "alg1_literal")`, `error: route: mikant(k=3, n=4): routing alg1_literal from 0,2,0,0,0 to 0,2,0,0,2: after 3 hops at 0@0,0,0,0 for the second time: it would go in circles forever`},
		{`pair_success(` + t33 + `, "one_port"), pair_success(` + t33 + `, "one_port", 0.5), pair_success(` + t33 + `, "one_port", 1)`, `([1, -1, -2, 2, 1, -1], 0.28125, 0)`},
		{`pair_success(` + t33 + `, "one_port", 1.5)`, `error: pair_success: for parameter p: got 1.5, want 0 to 1`},
		{`fault_tolerance(mikant(3, 3), "alg1", 0)`, `{"fault_sets": 1, "pairs": 2862, "live": 2862, "delivered": 2862, "livelocked": 0, "success_live": 1, "success_all": 1, "mean_length": 5.11320754717}`},
		{`fault_tolerance(mikant(2, 2), "alg1", 4)["success_live"]`, `None`},
		{`fault_tolerance(mikant(2, 2), "alg1", 5)`, `error: fault_tolerance: mikant(k=2, n=2): 5 faulty switches: want 0 to 4`},
		{`fault_tolerance(mikant(2, 2), "random", 1)`, `error: fault_tolerance: mikant(k=2, n=2): want a routing with a rule for faults, such as one_port on a mikant, clos_ntree or kary_ntree`},
		{`fault_sample(mikant(2, 2), "alg1", 0, samples=9)["low"] < 1, fault_sample(mikant(2, 2), "alg1", 0, samples=9)["high"]`, `(True, 1)`},
		{`fault_sample(mikant(2, 2), "alg1", 0, samples=0)`, `error: fault_sample: mikant(k=2, n=2): 0 samples: want at least 1`},
		{`[(k, fault_tolerance(mikant(k, 3), "go_back", 2)["delivered"] == fault_tolerance(mikant(k, 3), "minimal_path", 2)["delivered"]) for k in [2, 3]]`, `[(2, True), (3, True)]`},
		// A cycle of two channels under one fault; none under any set of two for the strict rule.
		{`cyclic_faults(mikant(2, 3), "one_port", 1)`, `{"fault_sets": 16, "tried": 2, "faults": ["0@1,0,0"], "cycle": ["0@1,1,0>1@1,0,0", "1@1,0,0>0@1,1,0"]}`},
		{`cyclic_faults(mikant(2, 3), "one_port_strict", 2)["faults"], dependency_cycle(mikant(2, 3), "one_port", faults=["0@1,0,0"]), dependency_cycle(ring(4), "minimal", faults=["0"])`, `([], ["0@1,1,0>1@1,0,0", "1@1,0,0>0@1,1,0"], [])`},
		{`permutations(mikant(3, 3)), permutation(mikant(3, 3), "complement")[5]`, `(["identity", "complement", "shift1", "tornado", "neighbor"], ("0,0,1,2", "1,2,1,0"))`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.src, got, tt.want)
		}
	}
}
