package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/notebooks/link"
)

const inputs = `
-- range --
top = number(8, min=2)
-- in --
k = slider(4, 2, top, label="arity k")
p = slider(0.5, 0, 1, step=0.1)
even = slider(4, 2, 8, 2)
seed = number(1, min=0)
x = number(1.5)
traffic = choice("uniform", ["uniform", "shuffle", "it's"])
length = choice(4, [4, 8])
on = checkbox(False)
name = text_input("a b")
-- net --
t = kary_ntree(k=k, n=2)
-- nodes --
src = pick(t, "0,0")
root = pick(t, "0@0", kind="switch")
faults = pick_many(t, ["0,1"])
cut = pick_many(t, ["0@0>0@1"], kind="switch", links=True)
-- out --
[top, k, p, even, seed, x, traffic, length, on, name, src, root, faults, cut]
`

func TestInputs(t *testing.T) {
	k := engine.New(enginetest.Document(inputs), builtins.All())
	if err := k.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	const first = `[8, 4, 0.5, 4, 1, 1.5, "uniform", 4, False, "a b", "0,0", "0@0", ["0,1"], ["0@0>0@1"]]`
	if got := enginetest.Output(k, "out"); got != first {
		t.Fatalf("at first the values are %s, want %s", got, first)
	}
	for _, tt := range []struct{ name, value, want string }{
		{"k", "5", "5"},
		{"k", "99", "k=99: want 2 to 8"},
		{"k", "4.5", "k=4.5: want a whole number from 2 to 8"},
		{"k", "four", "k=four: want a whole number from 2 to 8"},
		{"k", strings.Repeat("9", 500), "k=9999999999999999999999999999999999999999…: want a whole number from 2 to 8"},
		{"k", "6.0", "6"},
		{"p", "0.3", "0.3"},
		{"p", "0.35", "p=0.35: want 0 to 1 in steps of 0.1"},
		{"p", "NaN", "p=NaN: want a number from 0 to 1"},
		{"p", "1", "1"},
		{"even", "6", "6"},
		{"even", "5", "even=5: want 2 to 8 in steps of 2"},
		{"seed", "-1", "seed=-1: want at least 0"},
		{"seed", "123456789012345678901234567890", "123456789012345678901234567890"},
		{"x", "-2e3", "-2000"},
		{"x", "1e999", "x=1e999: want a number"},
		{"traffic", "shuffle", "shuffle"},
		{"traffic", "it's", "it's"},
		{"traffic", "tornado", "traffic=tornado: want uniform, shuffle or it's"},
		{"length", "8", "8"},
		{"on", "yes", "true"},
		{"on", "maybe", "on=maybe: want true or false"},
		{"name", "", ""},
		{"name", "ü <b>", "ü <b>"},
		{"name", "\xff", "name: got 1 bytes, want at most 10000 of UTF-8 text"},
		{"src", "(1, 2)", "1,2"},
		{"src", "9,9", "src=9,9: kary_ntree(k=6, n=2): address \"9,9\" has digit 9, want 0 to 5"},
		{"src", "0@0", "src=0@0: kary_ntree(k=6, n=2): node 0@0 is a switch, want a processor"},
		{"faults", " 1,1  0@1 1,1 ", "1,1 0@1"},
		{"faults", "", ""},
		{"faults", "1,1 2", "faults=2: "},
		{"faults", "0@0>0@1", "faults=0@0>0@1: "},
		{"cut", "0@1>0@0 2@0 0@0>0@1", "0@0>0@1 2@0"},
		{"cut", "0@0>1@0", "cut=0@0>1@0: kary_ntree(k=6, n=2): no link between 0@0 and 1@0"},
		{"cut", "1,1", "cut=1,1: kary_ntree(k=6, n=2): node 1,1 is a processor, want a switch"},
		{"sed", "1", "sed: there is no such input (did you mean seed?)"},
	} {
		err := k.Set(tt.name, tt.value)
		if err == nil {
			err = k.Run(engine.RunOptions{})
		}
		if err != nil {
			if !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("%s=%s: %v, want %s", tt.name, tt.value, err, tt.want)
			}
			continue
		}
		if got := input(k, tt.name).Value; got != tt.want {
			t.Errorf("%s=%s: is %q, want %q", tt.name, tt.value, got, tt.want)
		}
	}
	const last = `[8, 6, 1, 6, 123456789012345678901234567890, -2000, "it's", 8, True, "ü <b>", "1,2", "0@0", [], ["0@0>0@1", "2@0"]]`
	if got := enginetest.Output(k, "out"); got != last {
		t.Errorf("at last the values are %s, want %s", got, last)
	}
}

func input(k *engine.Kernel, name string) engine.Input {
	for _, r := range k.Outputs() {
		for _, in := range r.Inputs {
			if in.Name == name {
				return in
			}
		}
	}
	return engine.Input{}
}

func TestInputsFollowTheirRanges(t *testing.T) {
	k := engine.New(enginetest.Document(inputs), builtins.All())
	for name, value := range map[string]string{"k": "7", "src": "6,6", "seed": "x", "top": "10"} {
		if err := k.Set(name, value); err != nil {
			t.Fatalf("%s=%s before its cell has run: %v", name, value, err)
		}
	}
	check := func(when, name, value, note string) {
		t.Helper()
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if in := input(k, name); in.Value != value || in.Note != note {
			t.Errorf("%s: %s=%s, note %q; want %s, note %q", when, name, in.Value, in.Note, value, note)
		}
	}
	check("at first", "k", "7", "")
	check("at first", "src", "6,6", "")
	check("at first", "seed", "1", "seed=x: want a whole number; 1 is used")
	if err := k.Set("top", "5"); err != nil {
		t.Fatal(err)
	}
	check("a smaller range", "k", "5", "k=7: want 2 to 5; 5 is used")
	check("a smaller network", "src", "0,0", "src=6,6: kary_ntree(k=5, n=2): address \"6,6\" has digit 6, want 0 to 4; 0,0 is used")
	if got, want := fmt.Sprint(link.Of(k).Inputs), "map[k:5 top:5]"; got != want {
		t.Errorf("the state has %s, want %s", got, want)
	}
	if err := k.Set("k", "4"); err != nil {
		t.Fatal(err)
	}
	check("the default", "k", "4", "")
	if got, want := fmt.Sprint(link.Of(k).Inputs), "map[top:5]"; got != want {
		t.Errorf("the state has %s, want %s", got, want)
	}
}

// A cell that fails keeps its inputs, so that the reader can set them right.
func TestFailedCellKeepsInputs(t *testing.T) {
	k := engine.New(enginetest.Document("-- a --\nk = slider(4, 0, 8)\nj = 1 // k\nm = slider(1, 0, 2)\n-- b --\nj + m\n"), builtins.All())
	if err := k.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ value, want string }{{"0", "a:2:7: floored division by zero"}, {"1", ""}} {
		if err := k.Set("k", tt.value); err != nil {
			t.Fatal(err)
		}
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := enginetest.Output(k, "a"); got != tt.want {
			t.Errorf("k=%s: %s, want %s", tt.value, got, tt.want)
		}
		if len(k.Outputs()[0].Inputs) != 2 || input(k, "k").Value != tt.value {
			t.Errorf("k=%s: the inputs are %+v, want k and m", tt.value, k.Outputs()[0].Inputs)
		}
	}
	if got := enginetest.Output(k, "b"); got != "2" {
		t.Errorf("b is %s, want 2", got)
	}
}

// What the reader chooses stays his choice, whatever the default becomes: also a value that was the
// default when he chose it, and one that was not allowed for a while.
func TestChoicesStay(t *testing.T) {
	const source = "-- a --\nk = slider(2, 2, 6)\ntallest = {2: 5, 4: 3}.get(k, 2)\n-- b --\nn = slider(min(3, tallest), 1, tallest)\nn\n"
	for _, tt := range []struct {
		set  [][2]string
		want string // n and its note
	}{
		{[][2]string{{"k", "6"}, {"n", "1"}, {"n", "2"}, {"k", "2"}}, "2"},
		{[][2]string{{"k", "6"}, {"n", "2"}, {"k", "2"}}, "2"},
		{[][2]string{{"n", "5"}, {"k", "4"}}, "3n=5: want 1 to 3; 3 is used"},
		{[][2]string{{"n", "5"}, {"k", "6"}, {"k", "2"}}, "5"},
		{[][2]string{{"k", "6"}, {"k", "2"}}, "3"},
	} {
		k := engine.New(enginetest.Document(source), builtins.All())
		for _, set := range append([][2]string{{"k", "2"}}, tt.set...) {
			if err := k.Set(set[0], set[1]); err != nil {
				t.Fatal(err)
			}
			if err := k.Run(engine.RunOptions{}); err != nil {
				t.Fatal(err)
			}
		}
		in := input(k, "n")
		if got := in.Value + in.Note; got != tt.want || enginetest.Output(k, "b") != in.Value {
			t.Errorf("%v: n=%s, %q, and the output is %s; want %s", tt.set, in.Value, in.Note, enginetest.Output(k, "b"), tt.want)
		}
		again := engine.New(enginetest.Document(source), builtins.All()) // a link gives the same
		if err := again.Change(k.Changes()); err != nil {
			t.Fatal(err)
		}
		if err := again.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := input(again, "n"); got.Value != in.Value || got.Note != "" {
			t.Errorf("%v: opened from %v, n=%s, %q; want %s without a note", tt.set, link.Of(k).Inputs, got.Value, got.Note, in.Value)
		}
	}
}
