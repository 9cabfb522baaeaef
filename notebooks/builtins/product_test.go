package builtins

import "testing"

func TestCartesianProduct(t *testing.T) {
	for _, tt := range [][2]string{
		{`nodes(cartesian_product(ring(2), ring(3)))`, `["0;0", "0;1", "0;2", "1;0", "1;1", "1;2"]`},
		{`neighbors(cartesian_product(ring(4), hypercube(2)), "3;0,1")`, `["0;0,1", "2;0,1", "3;1,1", "3;0,0"]`},
		{`average_distance(cartesian_product(hypercube(2), hypercube(3))) == average_distance(hypercube(5))`, `True`},
		{`kind(cartesian_product(a=mary_tree(2, 1), b=ring(3)), "();2")`, `"switch"`},
		{`order(maximal_dragonfly(2, 3, arrangement="palm-tree")), size(swapped_dragonfly(K=4, M=4, xor=True))`, `(21, 216)`},
		{`cartesian_product(ring(2000), ring(2000))`, `error: cartesian_product(ring(n=2000), ring(n=2000)): want at most 1048576 nodes`},
		{`cartesian_product(ring(3), 3)`, `error: cartesian_product: for parameter b: got int, want network`},
		{`neighbors(cartesian_product(ring(3), ring(3)), "4;0")`, `error: neighbors: for parameter a: ring(n=3): address "4": want 0 to 2`},
		{`maximal_dragonfly(2, 3, arrangement="random")`, `error: maximal_dragonfly: for parameter arrangement: got "random", want "absolute" or "relative" or "palm-tree" or "circulant"`},
	} {
		if got := evalText(tt[0]); got != tt[1] {
			t.Errorf("%s = %s, want %s", tt[0], got, tt[1])
		}
	}
}
