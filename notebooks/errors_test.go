package notebooks_test

import (
	"strings"
	"testing"

	"topobook/notebooks"
)

// Each case is a cell and what is wrong with it: line:col: message (hint).
var cellErrors = []struct{ name, source, want string }{
	{"unknown name", "x = 1\ny = x + dimeter(3)", "2:9: dimeter: there is no such name (did you mean diameter?)"},
	{"unknown in a function", "def f():\n    return grap\nf()", "2:12: grap: there is no such name (did you mean graph?)"},
	{"nothing like it", "x = quux", "1:5: quux: there is no such name"},
	{"used before", "x = x + 1", "1:5: x: is used before the cell gives it a value"},
	{"private of another", "_p + 1", "1:1: _p: there is no such name (cell lib has one, but names that begin with _ belong to their cell alone)"},
	{"loop variable of another", "i", "1:1: i: there is no such name (cell lib has one, but the variable of a loop belongs to its cell alone)"},
	{"numpy", "np.sum([1])", "1:1: np: there is no such name (there is no numpy: use lists, sum and mean)"},
	{"word of its own in another cell", "size + 1", "1:6: unknown binary op: builtin_function_or_method + int (cell lib gives size another meaning, but for itself alone: give its value another name)"},

	{"while", "n = 3\nwhile n > 0:\n    n -= 1", "2:1: this Starlark dialect does not support while loops (there is no while: write for i in range(1000) and leave it with break)"},
	{"f-string", `n = 3` + "\n" + `f"{n} nodes"`, "2:2: got string literal, want newline (there are no f-strings: write \"{} nodes\".format(n), or text(n, \"nodes\"))"},
	{"import", "import math", "1:1: got import, want primary expression (there is nothing to import: all words are at hand, help() lists them)"},
	{"from", "from math import sqrt", "1:1: got from, want primary expression (there is nothing to import: all words are at hand, help() lists them)"},
	{"class", "class A:\n    pass", "1:1: got class, want primary expression (there are no classes: use a dict, a tuple or a function)"},
	{"try", "try:\n    x = 1\nexcept:\n    x = 2", "1:1: got try, want primary expression (there are no exceptions: test before you call, as in x if x in d else 0)"},
	{"is", "x = 1\nx is None", "2:3: got is, want newline (there is no is: compare with ==, also for None)"},
	{"generator", "sum(x * x for x in [1, 2])", "1:11: got for, want ',' (there are no generators: put the for in brackets, as in sum([x * x for x in xs]))"},
	{"walrus", "y = (x := 3)", "1:9: got ':', want ')' (there is no :=, write the assignment on a line of its own)"},
	{"set", "{1, 2}", "1:3: got ',', want ':' (a set is made of a list: set([1, 2]))"},
	{"annotation", "def f(x: int):\n    return x", "1:8: got ':', want ')' (there are no type annotations: write def f(x):)"},
	{"decorator", "@cache\ndef f():\n    pass", "1:1: unexpected input character '@' (there are no decorators: write f = g(f))"},
	{"chained", "1 < 2 < 3", "1:7: < does not associate with < (use parens) (write a < b and b < c)"},
	{"ampersands", "x = 1 && 2", "1:8: got '&', want primary expression (write a and b, a or b)"},
	{"increment", "x = 1\nx++", "2:4: got newline, want primary expression (write x += 1)"},
	{"load", `load("x.star", "y")`, "1:1: load: there is nothing to load, all words are at hand"},
	{"unclosed", "x = (1,\ny = 2", "2:3: got '=', want ')'"},
	{"reserved word", "lambda = 3", "1:8: not an identifier (lambda is a word of the language, and no name: write lambda_, say)"},
	{"reserved word as a name", "load = 5", "1:6: got '=', want '(' (load is a word of the language, and no name: write load_, say)"},
	{"reserved word as a value", "x = load + 1", "1:5: got load, want primary expression (load is a word of the language, and no name: write load_, say)"},
	{"reserved word as an argument", "dict(from=3)", "1:6: got from, want primary expression (from is a word of the language, and no name: write from_, say)"},
	{"reserved word in a loop", "[1 for load in [1]]", "1:8: got load, want primary expression (load is a word of the language, and no name: write load_, say)"},
	{"reserved word as a parameter", "def f(load):\n    return 1", "1:7: not an identifier (load is a word of the language, and no name: write load_, say)"},
	{"power and then an error", "x = 2 ** 3 +", "1:13: got newline, want primary expression"},
	{"power shifts nothing", "x = 2 ** 3 + undefinedname", "1:14: undefinedname: there is no such name"},
	{"power of a power", "x = (1 + 2) ** 3 ** 2 + [1][7]", "1:28: list index 7 out of range [-1:0]"},
	{"power of a string", `k = "2" ** 3`, "1:9: unknown binary op: string ** int"},
	{"fractional power", "2 ** 0.5", "1:3: pow: for parameter exponent: got 0.5, want a whole number"},
	{"power assignment", "x = 2\nx **= 3", "2:5: got '**', want newline (there is no **=, write x = x ** n)"},

	{"in a function", "def f(x):\n    return 1 // x\n\nf(0)", "2:14: floored division by zero"},
	{"in another cell's function", "half(\"a\")", "1:5: unknown binary op: string // int (in half, cell lib, line 6)"},
	{"word", "diameter(3)", "1:9: diameter: for parameter t: got int, want network"},
	{"family", "kary_ntree(1, 3)", "1:11: kary_ntree(k=1, n=3): want k ≥ 2 and n ≥ 0"},
	{"frozen", "shared.append(4)", "1:14: append: cannot append to frozen list (values are frozen once their cell has run: copy with list(x) or dict(x), then change the copy)"},
	{"recursion", "def f(n):\n    return f(n - 1) if n else 0\nf(3)", "2:24: function f called recursively (a function cannot call itself: write a for loop, with a list of what is left to do)"},
	{"string and number", `"k=" + 3`, "1:6: unknown binary op: string + int (str(x) makes a string of a number)"},
	{"sort", "[2, 1].sort()", "1:7: list has no .sort field or method (sorted(x) returns a sorted list)"},
	{"augmented item", "d = {1: 2}\nd[3] += [1]", "2:6: key 3 not in dict"},
	{"slice", "5[1:2]", "1:2: invalid slice operand int"},
	{"fail", `fail("too", "bad")`, "1:5: fail: too bad"},
	{"input in a function", "def f():\n    return slider(1, 0, 2)\nz = f()", "2:18: slider: want name = slider(...) on a line of its own at the top level of a cell"},
	{"input without a name", "slider(1, 0, 2)", "1:7: slider: want name = slider(...) on a line of its own at the top level of a cell"},
	{"slider out of its range", "s = slider(9, 0, 2)", "1:11: slider: s=9: want 0 to 2"},
	{"infinite slider", "s = slider(1, 0, float('inf'))", "1:11: slider: for parameter max: got +inf, want a finite number"},
	{"empty slider", "s = slider(9, 3, 2)", "1:11: slider: got min 3, max 2 and step 1, want min ≤ max and step > 0"},
}

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
	for _, tt := range cellErrors {
		k := notebooks.New(document(library+tt.source+"\n"), notebooks.Vocabulary())
		if err := k.Run(notebooks.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got, want := output(k, "cell"), "cell:"+tt.want; got != want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, want)
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
		k := notebooks.New(document(tt.script), notebooks.Vocabulary())
		if err := k.Run(notebooks.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, r := range k.Outputs() {
			lines = append(lines, output(k, r.Cell))
		}
		if got := strings.Join(lines, "\n"); strings.TrimSpace(got) != strings.TrimSpace(tt.want) {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}
