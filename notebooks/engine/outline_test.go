package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

// A kernel that knows cells by their outlines, as a page carries them, says what one says that has parsed them all; but it has not.
func TestOutlines(t *testing.T) {
	known := enginetest.Document(reactive)
	outlined := enginetest.Document(reactive)
	parsed := engine.New(known, builtins.All())
	for i := range outlined.Cells {
		outlined.Cells[i].Outline = parsed.Outline(outlined.Cells[i].ID)
	}
	at := slices.IndexFunc(outlined.Cells, func(c engine.Cell) bool { return c.ID == "other" })
	lazy := engine.New(outlined, builtins.All())
	parsed.AssumePublished()
	lazy.AssumePublished()
	for _, step := range []struct {
		name  string
		do    func(k *engine.Kernel) error
		heavy bool
	}{
		{name: "nothing"},
		{name: "a value", do: func(k *engine.Kernel) error { return k.Set("k", "6") }},
		{name: "no such input", do: func(k *engine.Kernel) error { return k.Set("kk", "6") }},
		{name: "heavy", heavy: true},
		{name: "a name is gone", do: func(k *engine.Kernel) error { return k.Edit("half", "z = 1") }},
		{name: "a name twice", do: func(k *engine.Kernel) error { return k.Edit("half", "b = 1") }},
		{name: "a circle", do: func(k *engine.Kernel) error { return k.Edit("net", "k = a") }},
		{name: "no code", do: func(k *engine.Kernel) error { return k.Edit("net", "k = ") }},
		{name: "back", do: func(k *engine.Kernel) error { k.ResetAll(); return nil }},
	} {
		var said [2][]string
		for i, k := range []*engine.Kernel{parsed, lazy} {
			note := func(what ...any) { said[i] = append(said[i], fmt.Sprintln(what...)) }
			if step.do != nil {
				note(step.do(k))
			}
			note(k.Stale(), k.UsersOfEdits(), k.Dependents("k"), k.DependentsOfCell("half"))
			note(k.Run(engine.RunOptions{Heavy: step.heavy, Emit: func(r engine.Result) {
				r.Value = nil
				note(fmt.Sprintf("%+v %v", r, r.Err))
			}}))
		}
		if !slices.Equal(said[0], said[1]) {
			t.Errorf("%s: with outlines\n%v\nwithout\n%v", step.name, said[1], said[0])
		}
	}
	for _, cell := range known.Cells {
		if got, want := lazy.InputsOf(cell.ID), parsed.InputsOf(cell.ID); !slices.Equal(got, want) {
			t.Errorf("%s: depends on %v, want %v", cell.ID, got, want)
		}
	}

	outlined.Cells[at].Source = "this is no code" // which shows when it is parsed
	lazy = engine.New(outlined, builtins.All())
	lazy.AssumePublished()
	if err := lazy.Set("k", "5"); err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Run(t, lazy, engine.RunOptions{}), "net half uses twice slow:waiting after:waiting v1"; got != want {
		t.Errorf("ran %q, want %q", got, want)
	}
}
