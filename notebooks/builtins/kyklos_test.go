package builtins

import "testing"

func TestKyklosWords(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`order(kyklos(2, 2, 2, 6)), size(kyklos(2, 2, 2, 6)), degree(kyklos(version=3, m=2, r=2, n=3))`, `(190, 252, 3)`},
		{`diameter(modified_kyklos(4)), order(sw_banyan()), order(sk_banyan(f=5)), size(x_tree(3, "full"))`, `(6, 19, 39, 27)`},
		{`neighbors(kyklos(2, 2, 2, 3), (-1, 3)), level(kyklos(2, 2, 2, 3), "<2,0>"), kind(hyperkyklos(3), (3, 1, 0))`, `(["3", "7", "-2,1"], 1, "switch")`},
		{`kyklos_ls(2, [labelling_sequence("identity", 2, 2), (0, 2, 1, 3)])`, `kyklos_ls(m=2, sequences=[[0, 1, 2, 3], [0, 2, 1, 3]])`},
		{`is_isomorphic(kyklos_ls(2, [range(8), labelling_sequence("gamma", 2, 3)]), kyklos(2, 2, 2, 3))`, `True`},
		{`kyklos_ls(2, [[0, 1], [1, 1]])`, `error: kyklos_ls(m=2, sequences=[[0, 1], [1, 1]]): tree 2 has label 1 out of range or twice, want each of 0 to 1 once`},
		{`kyklos_ls(2, [["0", "1"]])`, `error: kyklos_ls: for parameter sequences: got "0", want ints`},
		{`kyklos_ls(2, [5])`, `error: kyklos_ls: for parameter sequences: got int, want a list`},
		{`kyklos_ls(2, [])`, `error: kyklos_ls(m=2, sequences=[]): want m ≥ 2 and at least one sequence of at least m labels`},
		{`labelling_sequence("quarter_shifted", 2, 3), labelling_sequence("delta", 2, 2)`, `([0, 4, 2, 6, 3, 5, 1, 7], [0, 2, 1, 3])`},
		{`labelling_sequence("epsilon", 2, 3)`, `error: labelling_sequence: for parameter name: got "epsilon", want "identity", "gamma", "delta", "quarter_shifted" or "quarter_shifted_1985"`},
		{`labelling_sequence("delta", 3, 3)`, `error: labelling_sequence("delta", m=3, n=3): want m = 2 and n ≥ 1`},
		{`labelling_sequence("gamma", 1, 3)`, `error: labelling_sequence: got m = 1 and n = 3, want m ≥ 2, n ≥ 1 and at most 1048576 leaves`},
		{`labelling_sequence("gamma", 1 << 40, 3)`, `error: labelling_sequence: got m = 1099511627776 and n = 3, want m ≥ 2, n ≥ 1 and at most 1048576 leaves`},
		{`labelling_sequence("gamma", 2, 21)`, `error: labelling_sequence: got m = 2 and n = 21, want m ≥ 2, n ≥ 1 and at most 1048576 leaves`},
		{`deal(3, 2) == labelling_sequence("gamma", 3, 2), deal(2, 4, rounds="reverse_last") == labelling_sequence("quarter_shifted_1985", 2, 4)`, `(True, True)`},
		{`sorted(deal(3, 3, rounds="random", seed=5)) == list(range(27)), deal(3, 3, "random", 5) == deal(3, 3, "random", 5), deal(3, 3, "random", 5) == deal(3, 3, "random", 6)`, `(True, True, False)`},
		{`deal(3, 2, rounds="reverse_last")`, `error: deal: for parameter m: got 3, want 2 for "reverse_last"`},
		{`deal(2, 2, rounds="last")`, `error: deal: for parameter rounds: got "last", want "in_turn", "reverse_last" or "random"`},
		{`deal(2, 0)`, `error: deal: got m = 2 and n = 0, want m ≥ 2, n ≥ 1 and at most 1048576 leaves`},
		{`class_leader(2, [2, 6, 0, 4, 5, 1, 3, 7]), class_leader(3, [2, 1, 0])`, `([0, 4, 2, 6, 1, 5, 3, 7], [0, 1, 2])`},
		{`class_leader(2, [0, 1, 2])`, `error: class_leader(m=2): the sequence has 3 labels, want a power of m ≥ 2`},
		{`class_leader(1, [0, 1])`, `error: class_leader(m=1): the sequence has 2 labels, want a power of m ≥ 2`},
		{`class_leader(2, [])`, `error: class_leader(m=2): the sequence has 0 labels, want a power of m ≥ 2`},
		{`class_leader(2, [1, 2])`, `error: class_leader(m=2): the sequence has label 2 out of range or twice, want each of 0 to 1 once`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
