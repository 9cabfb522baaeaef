package builtins

import "testing"

// TestSidesBuiltins checks the builtins for tori and meshes of unequal sides, and the families next to them.
func TestSidesWords(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`torus_sides([4, 4, 3])`, `torus_sides(sides=[4, 4, 3])`},
		{`torus_sides(sides=(4, 4)) == torus(4, 2), mesh_sides([3]) == mesh(3, 1)`, `(True, True)`},
		{`size(torus_sides([4, 2])), size(mesh_sides([4, 2]))`, `(12, 10)`},
		{`neighbors(torus_sides([4, 3]), "0,0"), neighbors(mesh_sides([4, 3]), (0, 0))`, `(["1,0", "3,0", "0,1", "0,2"], ["1,0", "0,1"])`},
		{`incomplete_torus(4, 3), incomplete_torus(3, 4, degree=6, l=2, by="last")`,
			`(incomplete_torus(k=4, n=3, l=4, degree=4, by="sum"), incomplete_torus(k=3, n=4, l=2, degree=6, by="last"))`},
		{`degree(ccc(4)), order(ccc(4)), level(ccc(4), "0,1,1,0@3")`, `(3, 64, 3)`},
		{`torus_sides([4, 1])`, `error: torus_sides(sides=[4, 1]): want one or more sides, each at least 2`},
		{`mesh_sides([])`, `error: mesh_sides(sides=[]): want one or more sides, each at least 2`},
		{`mesh_sides(range(2, 100))`, `error: mesh_sides(sides=[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, …]): want at most 1048576 nodes`},
		{`torus_sides([4, "3"])`, `error: torus_sides: for parameter sides: got "3", want ints from 2 to 1048576`},
		{`torus_sides([4, 1 << 70])`, `error: torus_sides: for parameter sides: got 1180591620717411303424, want ints from 2 to 1048576`},
		{`torus_sides(4)`, `error: torus_sides: for parameter sides: got int, want a list`},
		{`incomplete_torus(4, 4)`, `error: incomplete_torus(k=4, n=4, l=None, degree=4, by="sum"): want k divisible by n-1 = 3, or an l that is`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
