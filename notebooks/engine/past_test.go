package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// began runs the kernel, and returns which cells began to run, and then what the cells of a list show.
func began(t *testing.T, k *engine.Kernel, o engine.RunOptions, show ...string) string {
	t.Helper()
	var trace []string
	o.Emit = func(r engine.Result) {
		if r.State == engine.Running {
			trace = append(trace, r.Cell)
		}
	}
	if err := k.Run(o); err != nil {
		t.Fatal(err)
	}
	trace = append(trace, "|")
	for _, cell := range show {
		trace = append(trace, enginetest.Output(k, cell))
	}
	return strings.Join(trace, " ")
}

// A kernel that remembers has a reader who goes back wait for nothing that has been computed, and computes all else.
func TestRemember(t *testing.T) {
	k := engine.New(enginetest.Document(reactive), builtins.All())
	k.Remember()
	heavy := engine.RunOptions{Heavy: true}
	for _, step := range []struct {
		name string
		do   func() error
		o    engine.RunOptions
		want string // what begins to run, and v1, uses, slow
	}{
		{"all", nil, heavy, "net half uses twice other slow after v1 | 16 8 2000"},
		{"one on", set(k, "k", "6"), heavy, "net half uses twice slow after v1 | 36 18 3000"},
		{"back to the default", set(k, "k", "4"), heavy, "| 16 8 2000"},
		{"on, not asked for heavy cells", set(k, "k", "6"), engine.RunOptions{}, "| 36 18 3000"},
		{"further, not asked for heavy cells", set(k, "k", "8"), engine.RunOptions{}, "net half uses twice v1 | 64 32 "},
		{"back, not asked for heavy cells", set(k, "k", "4"), engine.RunOptions{}, "| 16 8 2000"},
		{"another input", set(k, "n", "3"), heavy, "net v1 | 64 8 2000"},
		{"both", set(k, "k", "6"), heavy, "net half uses twice slow after v1 | 216 18 3000"}, // a k that net has not given before
		{"both back", func() error { return errors.Join(set(k, "k", "4")(), set(k, "n", "2")()) }, heavy, "| 16 8 2000"},
		{"and on", set(k, "k", "6"), heavy, "| 36 18 3000"},
		{"edited", edit(k, "half", "a = k // 3"), heavy, "half uses twice slow after | 36 12 2000"},
		{"back to the code before", edit(k, "half", "a = k // 2\n"), heavy, "| 36 18 3000"},
		{"reset", func() error { k.ResetAll(); return nil }, heavy, "| 16 8 2000"},
		{"no longer", edit(k, "half", "a = k / 0"), heavy, "half | 16 uses:1:1: a: cell half, which gives it a value, has failed slow:1:5: a: cell half, which gives it a value, has failed"},
		{"again", edit(k, "half", "a = k // 2\n"), heavy, "| 16 8 2000"},
		{"half is forgotten", func() error { k.Forget(); return set(k, "n", "3")() }, heavy, "net v1 | 64 8 2000"},
	} {
		if step.do != nil {
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
		}
		if got := began(t, k, step.o, "v1", "uses", "slow"); got != step.want {
			t.Errorf("%s: got %q, want %q", step.name, got, step.want)
		}
	}
}

// What is remembered is bounded.
func TestRememberFew(t *testing.T) {
	k := engine.New(enginetest.Document("-- a --\nn = number(0)\nn"), builtins.All())
	k.Remember()
	visit := func(n int) bool {
		if err := k.Set("n", fmt.Sprint(n)); err != nil {
			t.Fatal(err)
		}
		return strings.HasPrefix(began(t, k, engine.RunOptions{}), "a")
	}
	for n := range 40 {
		if !visit(n) {
			t.Fatalf("n = %d did not run", n)
		}
	}
	for n := 39; n > 23; n-- {
		if visit(n) {
			t.Errorf("n = %d ran again", n)
		}
	}
	if !visit(23) {
		t.Error("what was 17 runs ago is remembered")
	}
}

// pauseAfter returns what stops an evaluation when it is called for the time after so many others.
func pauseAfter(times int) func(engine.Progress) error {
	return func(engine.Progress) error {
		if times--; times < 0 {
			return errors.New("stopped")
		}
		return nil
	}
}

// Whatever a reader sets and edits, in any order, and whatever is stopped in between: the outputs are those of a new kernel.
func TestRememberAnything(t *testing.T) {
	doc := enginetest.Document(inputs + `
-- half --
a = k // 2
def f(x):
    return x // (a - 2)
-- calls --
f(seed)
-- list --
l = [f, a] if on else [a]
len(l)
-- prints --
print(name, x)
claim("c", a, 2)
-- narrow --
w = slider(1, 0, a)
-- slow heavy --
b = w * seed
b
-- after --
b + 1 if b < 9 else b // (w - 1)
`)
	values := map[string][]string{"k": {"3", "4", "5", "6"}, "top": {"8", "4"}, "seed": {"1", "2", "7"}, "on": {"true", "false"}, "name": {"a", ""},
		"w": {"0", "1", "3"}, "src": {"0,0", "1,2", "4,4"}, "faults": {"0,1", "0,1 4,4", ""}}
	sources := map[string][]string{"half": {doc.Cells[5].Source, "a = k // 3\nf = len", "a = 2\nf = str", "a ="}, "list": {doc.Cells[7].Source, "l = [a]\nl"}, "out": {"[k, a]", "k"}}
	if doc.Cells[5].ID != "half" || doc.Cells[7].ID != "list" {
		t.Fatal("the cells have moved")
	}
	recalled := 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 23))
		pick := func(from []string) string { return from[r.IntN(len(from))] }
		k := engine.New(doc, builtins.All())
		k.Remember()
		edits := map[string]string{}
		for range 40 {
			switch r.IntN(12) {
			case 0:
				cell := pick([]string{"half", "list", "out"})
				edits[cell] = pick(sources[cell])
				_ = k.Edit(cell, edits[cell])
			case 1:
				if cell := pick([]string{"half", "list", "net"}); r.IntN(3) > 0 {
					delete(edits, cell)
					_ = k.Reset(cell)
				} else {
					clear(edits)
					k.ResetAll()
				}
			case 2:
				k.Forget()
			case 3:
				input := pick([]string{"k", "seed", "w", "src", "faults"})
				chosen, before := fmt.Sprint(k.Chosen()), k.Outputs()
				k.Ahead(input, pick(values[input]), pauseAfter(r.IntN(40)))
				if !reflect.DeepEqual(k.Outputs(), before) || fmt.Sprint(k.Chosen()) != chosen {
					t.Fatalf("seed %d: looking ahead has changed the notebook", seed)
				}
			default:
				input := pick([]string{"k", "k", "k", "k", "top", "seed", "on", "name", "w", "w", "src", "faults"})
				_ = k.Set(input, pick(values[input])) // which may not be allowed
			}
			o := engine.RunOptions{Heavy: r.IntN(3) == 0}
			if r.IntN(4) == 0 {
				o.Only = []string{pick([]string{"calls", "after", "out", "slow", "list"})}
			}
			if r.IntN(5) == 0 {
				o.Pause = pauseAfter(r.IntN(20))
			}
			runs := map[string]bool{}
			o.Emit = func(res engine.Result) {
				if runs[res.Cell] = runs[res.Cell] || res.State == engine.Running; res.State == engine.Done && o.Only == nil && !runs[res.Cell] {
					recalled++ // nobody asks for it, so it is shown because it changed
				}
			}
			_ = k.Run(o)
			if r.IntN(3) > 0 {
				continue
			}
			fresh := engine.New(doc, builtins.All())
			if err := fresh.Change(k.Chosen(), edits); err != nil {
				t.Fatal(err)
			}
			if same(t, k, fresh); t.Failed() {
				t.Fatalf("seed %d: with %v and the edits %v", seed, k.Chosen(), edits)
			}
		}
	}
	if recalled < 200 {
		t.Errorf("%d results came without a run, want more: else this tests little", recalled)
	}
}
