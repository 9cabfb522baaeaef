package engine_test

import (
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// FuzzSet gives any input any value: a cell runs with one that it can have, which the state then has in the same words, or the input says
// why not.
func FuzzSet(f *testing.F) {
	for _, seed := range [][2]string{
		{"k", "5"}, {"k", "1e9999"}, {"k", "0x5"}, {"k", "4.0"}, {"k", "+4"}, {"p", "NaN"}, {"p", "0.30000000000000004"}, {"p", "-0"}, {"x", strings.Repeat("9", 2000)}, {"traffic", "it's"}, {"traffic", "\x00"}, {"length", "8.0"},
		{"on", "true"}, {"on", "TRUE"}, {"name", "\xff\u202e"}, {"name", strings.Repeat("a", 100000)}, {"src", "0,1"}, {"src", "99,99"}, {"faults", "0,1;0,0"}, {"faults", ";;"}, {"cut", "0@0>0@1"}, {"cut", "0@0>"}, {"top", "2"}, {"__proto__", ""},
	} {
		f.Add(seed[0], seed[1])
	}
	doc := enginetest.Document(inputs)
	f.Fuzz(func(t *testing.T, name, value string) {
		k := engine.New(doc, builtins.All())
		if err := k.Set(name, value); err != nil {
			return
		}
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		for _, r := range k.Outputs() {
			if r.Err != nil && strings.Contains(r.Err.Msg, "internal error") {
				t.Errorf("%s = %q: %s", name, value, r.Err.Msg)
			}
		}
		kept, _ := k.Changes()
		again := engine.New(doc, builtins.All())
		if err := again.Change(kept, nil); err != nil {
			t.Fatalf("%s = %q: the state has %q: %v", name, value, kept, err)
		}
		if err := again.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		first, second := k.Outputs(), again.Outputs()
		for i := range first {
			if first[i].Text != second[i].Text {
				t.Errorf("%s = %q: cell %s shows %q, and in the state that is kept %q", name, value, first[i].Cell, first[i].Text, second[i].Text)
			}
		}
	})
}

// FuzzOutline reads any text as the outline of a cell; completed, the cell is the one that parsing it gives.
func FuzzOutline(f *testing.F) {
	for _, seed := range []string{"", ";;", "a b;c;d", ";;;", "a\x00;\n;\t"} {
		f.Add("x = y + slider(1, 0, 2)", seed)
	}
	f.Fuzz(func(t *testing.T, source, outline string) {
		p, want := dialect.Outlined("cell", source, false, outline), dialect.Parse("cell", source, false)
		p.Complete()
		none := func(string) bool { return false }
		if got, want := p.Outline(none), want.Outline(none); got != want {
			t.Errorf("%q: got %q, want %q", source, got, want)
		}
	})
}
