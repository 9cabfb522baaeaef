package engine_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// TestBecome says which cells run after a notebook has become another one: what need not run does not.
func TestBecome(t *testing.T) {
	const start = `
-- lib.star --
load("base.star", "one")
def twice(x):
    return 2 * x * one
-- base.star --
one = 1
-- apart.csv --
a,b
-- net --
k = slider(4, 2, 8)
n = 3
-- half --
h = k // 2
h
-- lists --
l = [h, n]
-- function --
def f(x):
    return x + h
-- call --
f(n)
-- big heavy --
b = h * 1000
b
-- after --
b + 1
-- loads --
load("lib.star", "twice")
twice(h)
-- reads --
len(read("apart.csv"))
-- v1 inline --
k + n
-- v2 inline --
h + n
`
	const all = "net half lists function call big after loads reads v1 v2"
	for _, tt := range []struct {
		name    string
		change  func(*engine.Document)
		heavy   bool
		want    string
		outputs string // afterwards, of cells
	}{
		{"nothing", func(*engine.Document) {}, true, "", "half 2; big 2000"},
		{"cell inserted", insert(0, "new", "h + 1"), false, "new", "new 3"},
		{"cell inserted that nothing uses, and that uses nothing", insert(4, "new", "z = 1"), false, "new", ""},
		{"moved", func(doc *engine.Document) { move(doc, "net", 5); move(doc, "call", 0) }, false, "", "call 5"},
		{"all reversed", func(doc *engine.Document) { slices.Reverse(doc.Cells) }, true, "", "v2 5"},
		{"removed, used by none", remove("lists"), false, "", ""},
		{"removed, used", remove("half"), true, "lists:failed function:failed call:blocked big:failed after:blocked loads:failed v2:failed",
			"after after:1:1: b: cell big, which gives it a value, has failed; big big:1:5: h: there is no such name"},
		{"renamed", rename("half", "part"), false, "part", "part 2; big 2000"},
		{"renamed, gives a function", rename("function", "g"), false, "g call", "call 5"},
		{"renamed, heavy", rename("big", "huge"), false, "huge", "huge 2000; after 2001"},
		{"two renamed by turns", func(doc *engine.Document) {
			rename("lists", "x")(doc)
			rename("net", "lists")(doc)
			rename("x", "net")(doc)
		}, false, "lists net", "half 2"},
		{"duplicated", func(doc *engine.Document) { insert(2, "again", source(doc, "half"))(doc) }, true,
			"half:failed again:failed lists:blocked function:blocked call:blocked big:blocked after:blocked loads:blocked v2:blocked",
			"half half:1:1: h: is given a value here and in cell again (give one of them another name"},
		{"two swapped", func(doc *engine.Document) {
			half, lists := doc.Cells[1].Source, doc.Cells[2].Source
			doc.Cells[1].Source, doc.Cells[2].Source = lists, half
		}, false, "lists half", "lists 2; big 2000"},
		{"edited, same value", edited("half", "h = 1 + 1"), false, "half", "big 2000"},
		{"edited, another value", edited("half", "h = 3\nh"), false, "half lists function call big:waiting after:waiting loads v2", "v2 6"},
		{"edited, an inline value", edited("v1", "k"), false, "v1", "v1 4"},
		{"an inline value before the others", func(doc *engine.Document) {
			doc.Cells = append(doc.Cells, engine.Cell{ID: "v3", Source: source(doc, "v2"), Inline: true})
			doc.Cells[9].Source, doc.Cells[10].Source = "n\n", source(doc, "v1")
		}, false, "v1 v2 v3", "v1 3; v2 7; v3 5"},
		{"no cell any more", func(doc *engine.Document) { doc.Cells = nil }, true, "", ""},
		{"the name of a builtin", edited("lists", "l = 1\ndef diameter(t):\n    return 7"), false, "lists", ""},
		{"becomes heavy", func(doc *engine.Document) { doc.Cells[4].Heavy = true }, false, "", "call 5"},
		{"is heavy no more, and folded", func(doc *engine.Document) { doc.Cells[5].Heavy, doc.Cells[5].Fold = false, true }, false, "", "big 2000"},
		{"a name without a definer", edited("net", "k = slider(4, 2, 8)"), false, "net lists:failed call:failed v1:failed v2:failed", "call call:1:3: n: there is no such name"},
		{"a circle", edited("net", "k = h\nn = 3"), true,
			"net:failed half:failed lists:blocked function:blocked call:blocked big:blocked after:blocked loads:blocked v1:blocked v2:blocked", ""},
		{"no program", edited("half", "h ="), false, "half:failed lists:failed function:failed call:blocked big:failed after:blocked loads:failed v2:failed", ""},
		{"a file", files(map[string]string{"apart.csv": "a,b\n1,2\n"}), false, "reads", "reads 1"},
		{"a file that a file loads", files(map[string]string{"base.star": "one = 5\n"}), false, "loads", "loads 20"},
		{"a file that nobody asked for", files(map[string]string{"more.csv": "1"}), false, "", ""},
		{"another paper", func(doc *engine.Document) { doc.Slug = "other" }, true, "", ""},
		{"another paper, a claim", func(doc *engine.Document) { doc.Slug = "other"; insert(0, "new", "claim('x', 1, 1)")(doc) }, true, "new", "new holds other/x"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := engine.New(enginetest.Document(start), builtins.All())
			if got := enginetest.Run(t, k, engine.RunOptions{Heavy: true}); got != all {
				t.Fatalf("at first: ran %q, want %q", got, all)
			}
			doc := enginetest.Document(start)
			tt.change(doc)
			k.Become(doc)
			if got := enginetest.Run(t, k, engine.RunOptions{Heavy: tt.heavy}); got != tt.want {
				t.Errorf("ran %q, want %q", got, tt.want)
			}
			if got := enginetest.Run(t, k, engine.RunOptions{}); got != "" {
				t.Errorf("ran %q again, want nothing", got)
			}
			for part := range strings.SplitSeq(tt.outputs, "; ") {
				if cell, want, ok := strings.Cut(part, " "); ok && !strings.HasPrefix(enginetest.Output(k, cell), want) {
					t.Errorf("%s: got %q, want %q", cell, enginetest.Output(k, cell), want)
				}
			}
			// And back.
			k.Become(enginetest.Document(start))
			same(t, k, engine.New(enginetest.Document(start), builtins.All()))
		})
	}
}

func insert(at int, id, source string) func(*engine.Document) {
	return func(doc *engine.Document) {
		doc.Cells = slices.Insert(doc.Cells, at, engine.Cell{ID: id, Source: source})
	}
}

func at(doc *engine.Document, id string) int {
	return slices.IndexFunc(doc.Cells, func(c engine.Cell) bool { return c.ID == id })
}

func source(doc *engine.Document, id string) string { return doc.Cells[at(doc, id)].Source }

func move(doc *engine.Document, id string, to int) {
	i := at(doc, id)
	cell := doc.Cells[i]
	doc.Cells = slices.Insert(slices.Delete(doc.Cells, i, i+1), to, cell)
}

func remove(id string) func(*engine.Document) {
	return func(doc *engine.Document) { doc.Cells = slices.Delete(doc.Cells, at(doc, id), at(doc, id)+1) }
}

func rename(id, to string) func(*engine.Document) {
	return func(doc *engine.Document) { doc.Cells[at(doc, id)].ID = to }
}

func edited(id, source string) func(*engine.Document) {
	return func(doc *engine.Document) { doc.Cells[at(doc, id)].Source = source }
}

func files(texts map[string]string) func(*engine.Document) {
	return func(doc *engine.Document) { maps.Copy(doc.Files, texts) }
}

// same runs both kernels, and checks that they show the same.
func same(t *testing.T, k, fresh *engine.Kernel) {
	t.Helper()
	for _, k := range []*engine.Kernel{k, fresh} {
		if err := k.Run(engine.RunOptions{Heavy: true}); err != nil {
			t.Fatal(err)
		}
	}
	got, want := k.Outputs(), fresh.Outputs()
	if len(got) != len(want) {
		t.Fatalf("got %d cells, want %d", len(got), len(want))
	}
	for i := range got {
		g, w := got[i], want[i]
		if g.State != engine.Done {
			g.Inputs, w.Inputs = nil, nil // one that fails shows those that it had
		}
		if g.Value, w.Value = nil, nil; g.State == engine.Failed && w.State == engine.Failed && g.Err.Error() == w.Err.Error() {
			g.Err, w.Err = nil, nil
		}
		for _, r := range []*engine.Result{&g, &w} {
			if r.State == engine.Blocked || r.State == engine.Failed {
				r.Steps = 0
			}
			if engine.RenderInputs(r.Inputs) == engine.RenderInputs(w.Inputs) {
				r.Inputs = nil
			}
		}
		if !reflect.DeepEqual(g, w) {
			t.Errorf("cell %s: got\n%+v (%v), want\n%+v (%v)", w.Cell, g, g.Err, w, w.Err)
		}
	}
}

func TestBecomeKeepsInputs(t *testing.T) {
	doc := func(sources ...string) *engine.Document {
		d := &engine.Document{}
		for i, source := range sources {
			d.Cells = append(d.Cells, engine.Cell{ID: fmt.Sprint("c", i), Source: source})
		}
		return d
	}
	k := engine.New(doc("k = slider(3, 1, 9)", "k * k"), builtins.All())
	for _, step := range []struct {
		name   string
		doc    *engine.Document
		output string // of c1
		inputs map[string]string
	}{
		{"set", nil, "49", map[string]string{"k": "7"}},
		{"the cell that makes it moved", doc("1", "k * k", "k = slider(3, 1, 9)"), "49", map[string]string{"k": "7"}},
		{"another range", doc("k = slider(3, 1, 5)", "k * k"), "25", map[string]string{"k": "5"}},
		{"the old one", doc("k = slider(3, 1, 9)", "k * k"), "49", map[string]string{"k": "7"}},
		{"gone", doc("k = 2", "k * k"), "4", map[string]string{}},
		{"back, in another cell", doc("1", "k * k", "k = slider(3, 1, 9)"), "49", map[string]string{"k": "7"}},
	} {
		if step.doc == nil {
			if err := k.Set("k", "7"); err != nil {
				t.Fatal(err)
			}
		} else {
			k.Become(step.doc)
		}
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := enginetest.Output(k, "c1"); got != step.output {
			t.Errorf("%s: got %s, want %s", step.name, got, step.output)
		}
		if got, edits := k.Changes(); !reflect.DeepEqual(got, step.inputs) || len(edits) > 0 {
			t.Errorf("%s: got the inputs %v and edits %v, want %v and none", step.name, got, edits, step.inputs)
		}
	}
}

// What the reader edited before is no edit any more.
func TestBecomeAfterEdit(t *testing.T) {
	k := engine.New(enginetest.Document("-- a --\nx = 1\n-- b --\nx + 1\n-- c --\nx + 2\n"), builtins.All())
	for _, tt := range []struct{ script, users string }{
		{"-- a --\nx = 2\n-- b --\nx + 1\n-- c --\nx + 2\n", "[b c]"},
		{"-- b --\n1\n-- a --\nx = 3\n", "[]"},
		{"-- b --\n1\n-- d --\n5\n-- e --\nx\n-- a --\nx = 1\n", "[e]"},
	} {
		k.Become(enginetest.Document(tt.script))
		if users, _ := k.UsersOfEdits(), k.Run(engine.RunOptions{}); users != nil {
			t.Errorf("with\n%s%v use edits, want none", tt.script, users)
		}
		if err := k.Edit("a", "x = 9"); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(k.UsersOfEdits()); got != tt.users {
			t.Errorf("with\n%sand an edit of a: %s use it, want %s", tt.script, got, tt.users)
		}
	}
}

// A kernel whose outputs were on the page runs what the changes need, and what may have read a file that changed.
func TestBecomeAfterPublished(t *testing.T) {
	const script = "-- a.txt --\n1\n-- a --\nx = 1\n-- b --\nx + 1\n-- c heavy --\nx + 2\n"
	k := engine.New(enginetest.Document(script), builtins.All())
	k.AssumePublished()
	for _, step := range []struct{ script, want string }{
		{"-- new --\n5\n" + script, "new"},
		{script + "-- new --\nx + 5\n", "a new"}, // the values of a are wanted, its output is known
		{strings.Replace(script, "\n1\n", "\n2\n", 1), "b c:waiting"},
	} {
		k.Become(enginetest.Document(step.script))
		if got := enginetest.Run(t, k, engine.RunOptions{}); got != step.want {
			t.Errorf("with\n%sran %q, want %q", step.script, got, step.want)
		}
	}
}

// The text of an error names other cells, files and meanings: it is what it would be in a new kernel.
func TestBecomeErrors(t *testing.T) {
	scripts := []string{
		"-- a --\ndef table(x):\n    return 1\n-- b --\ntable + 4\n-- c --\nload('lab.star', 'x')\n-- d --\nif 0:\n    v = 1\n-- e --\nv\n-- f --\ndiamater(1)\n",
		"-- a2 --\ndef table(x):\n    return 1\n-- lob.star --\nx = 1\n-- b --\ntable + 4\n-- c --\nload('lab.star', 'x')\n-- d2 --\nif 0:\n    v = 1\n-- e --\nv\n-- f --\ndiamater(1)\n",
		"-- a2 --\n1\n-- b --\ntable + 4\n-- c --\nload('lab.star', 'x')\n-- d2 --\nv = 3\n-- e --\nv\n-- f --\ndiamater(1)\n-- g --\ndiamatar = 1\n",
		"-- lab.star --\nx = 1\n-- a2 --\n1\n-- c --\nload('lab.star', 'x')\n-- g --\nx = 5\n",
	}
	for _, from := range scripts {
		for _, to := range scripts {
			k := engine.New(enginetest.Document(from), builtins.All())
			if err := k.Run(engine.RunOptions{}); err != nil {
				t.Fatal(err)
			}
			k.Become(enginetest.Document(to))
			same(t, k, engine.New(enginetest.Document(to), builtins.All()))
		}
	}
}

// Whatever a reader does to the text, and whenever it runs: the outputs are those of a new kernel.
func TestBecomeAnything(t *testing.T) {
	sources := []string{
		"a = 1", "a = 1 + 0\na", "a = 2", "b = a + 1\nb", "b = 7\na = b", "c = [a, b]\nc", "c = [a]\nlen(c)", "a + b", "b", "", "a =",
		"def f(x):\n    return 6 // x\nb = 3", "f(a)", "f(0)", "g = f", "g(0)", "c = g", "c(0)", "[f(x) for x in c]",
		"k = slider(3, 1, 9)\nk", "k = slider(2, 1, 4)\na = k", "_k = number(5)\nc = k + _k", "k = b", "n = slider(1, 0, k)\nb = n",
		"def diameter(t):\n    return a\ndiameter(0)", "diameter(ring(k))", "diameter(1)", "table = 3", "table + 2", "claim('x', a, 1)", "print(k)\nb = k",
		"load('x.star', 'x')\nx", "load('x.star', a='x')", "load('y.star', f='y')\nc = f", "load('y.star', _y='y')\nf = _y", "load('z.star', 'z')", "if a > 1:\n    b = 1",
		"a = c", "b = c", "unknown + a", "fault = 1 // 0", "a[0] = 1", "error", "len(read('t.csv'))",
	}
	texts := []string{"x = 1\n", "x = 2\n", "def x(n):\n    return n // 0\n", "load('x.star', 'x')\ny = x\n", "load('x.star', 'x')\ndef y(n):\n    return x\n", "y = ", "a,b\n1,2\n"}
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 17))
		pick := func(from []string) string { return from[r.IntN(len(from))] }
		doc := &engine.Document{Meta: engine.Meta{Slug: "p"}, Files: map[string]string{}}
		k := engine.New(doc, builtins.All())
		k.Remember()
		set := map[string]string{}
		var done []string
		for fresh := range 40 {
			next := &engine.Document{Meta: doc.Meta, Cells: slices.Clone(doc.Cells), Files: maps.Clone(doc.Files)}
			cells := next.Cells
			n := len(cells)
			op := r.IntN(12)
			if n < 3 {
				op = 0
			}
			i, j := r.IntN(max(n, 1)), r.IntN(max(n, 1))
			switch op {
			case 0, 1:
				next.Cells = slices.Insert(cells, j, engine.Cell{ID: fmt.Sprint("c", fresh), Source: pick(sources), Heavy: r.IntN(6) == 0})
			case 2:
				next.Cells = slices.Delete(cells, i, i+1)
			case 3:
				cells[i], cells[j] = cells[j], cells[i]
			case 4:
				cells[i].Source, cells[j].Source = cells[j].Source, cells[i].Source
			case 5:
				cells[i].ID = fmt.Sprint("r", fresh)
			case 6:
				cells[i].ID, cells[j].ID = cells[j].ID, cells[i].ID
			case 7:
				next.Cells = slices.Insert(cells, j, engine.Cell{ID: fmt.Sprint("d", fresh), Source: cells[i].Source})
			case 8:
				cells[i].Heavy = !cells[i].Heavy
			case 9:
				next.Files[pick([]string{"x.star", "y.star", "z.star", "t.csv"})] = pick(texts)
			case 10:
				delete(next.Files, pick([]string{"x.star", "y.star", "t.csv"}))
			case 11:
				cells[i].Source = pick(sources)
			}
			doc = next
			done = append(done, fmt.Sprint(op, " ", i, " ", j))
			k.Become(doc)
			for _, name := range []string{"k", "n", "_k"} {
				if value := fmt.Sprint(r.IntN(9)); r.IntN(8) == 0 && k.Set(name, value) == nil {
					set[name], _ = k.Value(name)
				}
			}
			switch r.IntN(6) {
			case 0:
				continue // the next change comes before it has run
			case 1:
				pauses := r.IntN(4)
				_ = k.Run(engine.RunOptions{Heavy: r.IntN(2) == 0, Pause: func(engine.Progress) error {
					if pauses--; pauses < 0 {
						return fmt.Errorf("stop")
					}
					return nil
				}})
				continue
			case 2:
				if err := k.Run(engine.RunOptions{}); err != nil {
					t.Fatal(err)
				}
				continue
			}
			other := engine.New(doc, builtins.All())
			for name, value := range set {
				_ = other.Set(name, value) // of an input that is there
			}
			if same(t, k, other); t.Failed() {
				t.Fatalf("seed %d, after %q, with %v:\n%+v\n%v", seed, done, set, doc.Cells, doc.Files)
			}
		}
	}
}
