package engine_test

import (
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

func TestCellErrors(t *testing.T) {
	const library = `
-- lib --
_p = 1
shared = [1, 2, 3]
for i in range(3):
    pass
def half(x):
    return x // 2
size = 3
-- cell --
`
	for _, tt := range enginetest.CellErrors {
		k := engine.New(enginetest.Document(library+tt.Source+"\n"), builtins.All())
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got, want := enginetest.Output(k, "cell"), "cell:"+tt.Want; got != want {
			t.Errorf("%s:\n got %s\nwant %s", tt.Name, got, want)
		}
	}
}

func TestGraphErrors(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"bound twice", "-- a --\nx = 1\n-- b --\ny = 2\nx = 3\n-- c --\nx", `
a:1:1: x: is given a value here and in cell b (give one of them another name; one that begins with _ belongs to its cell alone)
b:2:1: x: is given a value here and in cell a (give one of them another name; one that begins with _ belongs to its cell alone)
c:1:1: x: cell a, which gives it a value, has failed`},
		{"cycle", "-- a --\nx = y\n-- b --\ny = z\n-- c --\nz = x\n-- d --\nx + 1\n-- e --\n1", `
a:1:5: cell a needs b, which needs c, which needs a (break the circle: a cell cannot need its own result)
b:1:5: cell b needs c, which needs a, which needs b (break the circle: a cell cannot need its own result)
c:1:5: cell c needs a, which needs b, which needs c (break the circle: a cell cannot need its own result)
d:1:1: x: cell a, which gives it a value, has failed
1`},
		{"cycle through a function", "-- a --\ndef f():\n    return g()\n-- b --\ndef g():\n    return f()", `
a:2:12: cell a needs b, which needs a (break the circle: a cell cannot need its own result)
b:2:12: cell b needs a, which needs b (break the circle: a cell cannot need its own result)`},
		{"an error blocks", "-- a --\nx = 1 // 0\n-- b --\ny = x\n-- c --\ny\n-- d --\n5", `
a:1:7: floored division by zero
b:1:5: x: cell a, which gives it a value, has failed
c:1:1: y: cell b, which gives it a value, did not run
5`},
		{"private names and loops do not clash", "-- a --\n_x = 1\nfor i in range(3): pass\n_x + i\n-- b --\n_x = 2\nfor i in range(5): pass\n_x + i", "3\n6"},
		{"own meaning of a word", "-- a --\norder = 3\norder + 1\n-- b --\norder(ring(5))\n-- c --\norder = 4\norder", "4\n5\n4"},
		{"own use of a shadowed word", "-- a --\nnodes = len(nodes(ring(5)))\nnodes\n-- b --\nlen(nodes(ring(3)))", "5\n3"},
		{"own meaning of a built-in function", "-- a --\nlist = [1]\nlist\n-- b --\nlist((2,))", "[1]\n[2]"},
		{"a verdict of one's own", "-- a --\ndef verify(id, *a, **k):\n    return claim(id, 1, 1)\nverify(\"x\")\n-- b --\nverify(\"y\", lambda n: False, [1])", `
holds test/x
  paper: 1
  computed: 1
fails test/y
  counterexample: 1`},
		{"no value given", "-- a --\nif False:\n    x = 1\n-- b --\nx", "\nb:1:1: x: cell a gave it no value"},
		{"inline", "-- v1 inline --\nx = 1\n-- v2 inline --\n1; 2\n-- v3 inline --\n 1 + \n-- v4 inline --\n\n", `
v1: x = 1: got a statement, want one expression
v2: 1; 2: got 2 statements, want one expression
v3:1:2: got indent, want primary expression
v4: the value is empty, want one expression`},
	} {
		k := engine.New(enginetest.Document(tt.script), builtins.All())
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, r := range k.Outputs() {
			lines = append(lines, enginetest.Output(k, r.Cell))
		}
		if got := strings.Join(lines, "\n"); strings.TrimSpace(got) != strings.TrimSpace(tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
