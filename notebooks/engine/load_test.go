package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

func TestLoad(t *testing.T) {
	const lib = "-- lib.star --\nload('base.star', 'one')\n_hidden = 2\ndef inc(x):\n    return x + one\nfamous = [ring(n) for n in [3, 4]]\n-- base.star --\none = 1\n"
	for _, tt := range []struct{ name, script, want string }{
		{"names of two cells", lib + "-- a --\nload('lib.star', 'inc', nets='famous')\n-- b --\n[inc(2), order(nets[1])]", "\n[3, 4]"},
		{"the same name twice", lib + "-- a --\nload('lib.star', 'inc')\n-- b --\nload('lib.star', 'inc')", `
a:1:19: inc: is given a value here and in cell b (give one of them another name; one that begins with _ belongs to its cell alone)
b:1:19: inc: is given a value here and in cell a (give one of them another name; one that begins with _ belongs to its cell alone)`},
		{"private to each cell", lib + "-- a --\nload('lib.star', _inc='inc')\n_inc(1)\n-- b --\nload('lib.star', _inc='inc')\n_inc(2)", "2\n3"},
		{"a builtin's name", lib + "-- a --\nload('lib.star', order='inc')\norder(1)\n-- b --\norder(ring(3))", "2\n3"},
		{"no such name", lib + "-- a --\nload('lib.star', 'imc')", "a:1:1: load: name imc not found in module lib.star (did you mean inc?)"},
		{"what a file loads is not its own", lib + "-- a --\nload('lib.star', 'hidden')", "a:1:1: load: name hidden not found in module lib.star"},
		{"no such file", lib + "-- a --\nload('lab.star', 'inc')", "a:1:1: cannot load lab.star: the notebook has no such file (did you mean lib.star?)"},
		{"no program", "-- x.csv --\n1\n-- a --\nload('x.csv', 'x')", "a:1:1: cannot load x.csv: want a file whose name ends in .star"},
		{"frozen", lib + "-- a --\nload('lib.star', 'famous')\nfamous.append(1)", "a:2:14: append: cannot append to frozen list (values are frozen once their cell has run: copy with list(x) or dict(x), then change the copy)"},
		{"no numbers", "-- x.star --\nx = [0]\n-- a --\nload('x.star', 'x')\nfor i in range(60):\n    x = x + x", "a:3:11: list + list: would have 8388608 items, want at most 4194304"},

		{"syntax", "-- x.star --\nx = 1\nwhile x:\n    pass\n-- a --\n\nload('x.star', 'x')", "a:2:1: x.star:2:1: this Starlark dialect does not support while loops (there is no while: write for i in range(1000) and leave it with break)"},
		{"unknown name", "-- x.star --\nx = 1\ny = dimeter(x)\n-- a --\nload('x.star', 'x')", "a:1:1: x.star:2:5: dimeter: there is no such name (did you mean diameter?)"},
		{"a cell's name", "-- x.star --\nx = k\n-- k --\nk = 3\n-- a --\nload('x.star', 'x')", "\na:1:1: x.star:1:5: k: there is no such name"},
		{"used before", "-- x.star --\nx = y\ny = 2\n-- a --\nload('x.star', 'x')", "a:1:1: x.star:1:5: y: is used before the file gives it a value"},
		{"as it is loaded", "-- x.star --\ndef f(n):\n    return 1 // n\nx = f(0)\n-- a --\nload('x.star', 'x')", "a:1:1: x.star:2:14: floored division by zero"},
		{"as it is loaded by a file", "-- x.star --\nx = 2 ** 3 + [1][1]\n-- y.star --\n\nload('x.star', 'x')\n-- a --\nload('y.star', 'x')", "a:1:1: y.star:2:1: x.star:1:17: list index 1 out of range [-1:0]"},
		{"in a function of another file", "-- x.star --\ndef f(n):\n    return 1 // n\n-- y.star --\nload('x.star', 'f')\ny = f(0)\n-- a --\nload('y.star', 'y')", "a:1:1: y.star:2:6: floored division by zero (in f, x.star, line 2)"},
		{"in a function that a cell calls", "-- x.star --\n\ndef f(n):\n    return 1 // n\n-- a --\nload('x.star', 'f')\nf(0)", "a:2:2: floored division by zero (in f, x.star, line 3)"},
		{"in a function that a cell hands on", "-- x.star --\n\ndef f(n):\n    return 1 // n\n-- a --\nload('x.star', 'f')\n-- b --\nf(0)", "\nb:1:2: floored division by zero (in f, x.star, line 3)"},
		{"a builtin of a file", "-- x.star --\nx = diameter(3)\n-- a --\nload('x.star', 'x')", "a:1:1: x.star:1:13: diameter: for parameter t: got int, want network"},
		{"an input", "-- x.star --\nx = slider(1, 0, 2)\n-- a --\nload('x.star', 'x')", "a:1:1: x.star:1:11: slider: want name = slider(...) on a line of its own at the top level of a cell"},
		{"an input where a cell has one", "-- x.star --\nx = slider(1, 0, 2)\n-- a --\nx = slider(1, 0, 2)\nload('x.star', y='x')", "a:2:1: x.star:1:11: slider: want name = slider(...) on a line of its own at the top level of a cell"},
		{"print", "-- x.star --\nprint(1)\nx = 1\n-- a --\nload('x.star', 'x')", "a:1:1: x.star: prints or claims something as it is loaded, which only a cell can show: do it in a function that cells call"},
		{"claim", "-- x.star --\nx = claim('x', 1, 1)\n-- a --\nload('x.star', 'x')", "a:1:1: x.star: prints or claims something as it is loaded, which only a cell can show: do it in a function that cells call"},
		{"claim in a function", "-- x.star --\ndef f():\n    return claim('x', 1, 1)\n-- a --\nload('x.star', 'f')\nf()", "holds test/x\n  paper: 1\n  computed: 1"},
		{"a circle", "-- x.star --\nload('y.star', 'y')\nx = y\n-- y.star --\nload('x.star', 'x')\ny = x\n-- a --\nload('x.star', 'x')", "a:1:1: x.star:1:1: y.star:1:1: cannot load x.star: x.star loads y.star loads x.star: break the circle"},
		{"itself", "-- x.star --\nload('x.star', 'x')\n-- a --\nload('x.star', 'x')", "a:1:1: x.star:1:1: cannot load x.star: x.star loads x.star: break the circle"},
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

// A file runs once, whatever changes, and every cell that loads it is charged for it.
func TestLoadOnce(t *testing.T) {
	doc := enginetest.Document(`
-- lib.star --
count()
total = 0
for i in range(1000):
    total += i
-- other.star --
load("lib.star", "total")
twice = 2 * total
-- a --
load("lib.star", "total")
n = slider(1, 1, 9)
total + n
-- b --
load("other.star", "twice")
load("lib.star", _total="total")
twice + _total + n
`)
	counted := 0
	count := engine.Builtin{Name: "count", Fn: func(*engine.Call, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
		counted++
		return starlark.None, nil
	}}
	k := engine.New(doc, append(builtins.All(), count))
	var steps []string
	for _, n := range []string{"1", "5", "7"} {
		if err := k.Set("n", n); err != nil {
			t.Fatal(err)
		}
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		r := k.Outputs()
		steps = append(steps, fmt.Sprint(r[0].Steps, r[1].Steps))
	}
	if got, want := enginetest.Output(k, "b"), "1498507"; got != want || counted != 1 {
		t.Errorf("b is %s and the file ran %d times, want %s and once", got, counted, want)
	}
	if steps[0] != steps[1] || steps[1] != steps[2] || k.Outputs()[1].Steps < 2*k.Outputs()[0].Steps-100 {
		t.Errorf("the cells took %q steps, want the same each time, and that b is charged for both files", steps)
	}
	first := engine.New(doc, append(builtins.All(), count))
	if err := first.Run(engine.RunOptions{Only: []string{"b"}}); err != nil {
		t.Fatal(err)
	}
	if got, want := first.Outputs()[1].Steps, k.Outputs()[1].Steps; got != want {
		t.Errorf("b took %d steps before a, want %d as after it", got, want)
	}
}

// What a file computes in parts is not counted among the works of the cell that loads it: in another kernel the file may
// have been loaded already.
func TestLoadWorks(t *testing.T) {
	doc := enginetest.Document("-- lib.star --\nfar = work(1)\n-- a --\nload('lib.star', 'far')\nn = slider(1, 1, 9)\n[far, work(2), work(3), n]")
	work := func(c *engine.Call, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		n, _ := starlark.AsInt32(args[0])
		parts, err := c.Share(&engine.Work{Parts: 1, Do: func(int, func(int, int) error) ([]float64, error) { return []float64{float64(n)}, nil }})
		if err != nil {
			return nil, err
		}
		return starlark.Float(parts[0][0]), nil
	}
	k := engine.New(doc, append(builtins.All(), engine.Builtin{Name: "work", Fn: work}))
	var works []string
	for _, n := range []string{"1", "2"} {
		if err := k.Set("n", n); err != nil {
			t.Fatal(err)
		}
		err := k.Run(engine.RunOptions{Share: func(w *engine.Work) ([][]float64, error) {
			part, err := w.Do(0, nil)
			works = append(works, fmt.Sprint(w.Cell, w.Call, part))
			return [][]float64{part}, err
		}})
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, want := enginetest.Output(k, "a"), "[1, 2, 3, 2]"; got != want {
		t.Errorf("a is %s, want %s", got, want)
	}
	if got, want := strings.Join(works, " "), "a0 [2] a1 [3] a0 [2] a1 [3]"; got != want {
		t.Errorf("the works are %s, want %s", got, want)
	}
}
