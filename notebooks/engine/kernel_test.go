package engine_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
	"topobook/notebooks/link"
)

const reactive = `
-- uses --
a * k
-- net --
k = slider(4, 2, 8)
n = slider(2, 1, 4, label="dimension")
t = kary_ntree(k, n)
-- half --
a = k // 2
-- twice --
a + a
-- other --
b = 7
b
-- slow heavy --
c = a * 1000
c
-- after --
c + 1
-- v1 inline --
k**n
`

func TestKernelRunsWhatChanged(t *testing.T) {
	k := engine.New(enginetest.Document(reactive), builtins.All())
	for _, step := range []struct {
		name string
		do   func() error
		o    engine.RunOptions
		want string
	}{
		{"all but heavy", nil, engine.RunOptions{}, "net half uses twice other slow:waiting after:waiting v1"},
		{"nothing changed", nil, engine.RunOptions{}, ""},
		{"heavy", nil, engine.RunOptions{Heavy: true}, "slow after"},
		{"a is still 2", set(k, "k", "5"), engine.RunOptions{}, "net half uses v1"},
		{"a is 3", set(k, "k", "6"), engine.RunOptions{}, "net half uses twice slow:waiting after:waiting v1"},
		{"asked for", nil, engine.RunOptions{Only: []string{"slow"}, Heavy: true}, "slow"},
		{"the rest", nil, engine.RunOptions{}, "after"},
		{"asked again", nil, engine.RunOptions{Only: []string{"twice"}}, "twice"},
		{"not asked", set(k, "n", "3"), engine.RunOptions{Only: []string{"other"}}, "other"},
		{"what it needs", nil, engine.RunOptions{Only: []string{"v1"}}, "net v1"},
		{"settled", nil, engine.RunOptions{}, ""},
		{"edit", edit(k, "half", "a = k // 3"), engine.RunOptions{Heavy: true}, "half uses twice slow after"},
		{"same value", edit(k, "half", "a = 2"), engine.RunOptions{Heavy: true}, "half"},
		{"reset all", func() error { k.ResetAll(); return nil }, engine.RunOptions{Heavy: true}, "net half uses v1"},
		{"no such cell", nil, engine.RunOptions{Only: []string{"halve"}}, "error: halve: there is no such cell (did you mean half?)"},
	} {
		if step.do != nil {
			if err := step.do(); err != nil {
				t.Fatalf("%s: %v", step.name, err)
			}
		}
		if got := enginetest.Run(t, k, step.o); got != step.want {
			t.Errorf("%s: ran %q, want %q", step.name, got, step.want)
		}
	}
	if got := enginetest.Output(k, "v1"); got != "16" {
		t.Errorf("v1 is %s, want 16", got)
	}
}

func set(k *engine.Kernel, input, value string) func() error {
	return func() error { return k.Set(input, value) }
}

func edit(k *engine.Kernel, cell, source string) func() error {
	return func() error { return k.Edit(cell, source) }
}

func TestAssumePublished(t *testing.T) {
	k := engine.New(enginetest.Document(reactive), builtins.All())
	k.AssumePublished()
	if stale := k.Stale(); stale != nil {
		t.Errorf("stale at first: %v", stale)
	}
	if got := enginetest.Run(t, k, engine.RunOptions{}); got != "" {
		t.Errorf("ran %q, want nothing", got)
	}
	if err := k.Set("n", "3"); err != nil {
		t.Fatal(err)
	}
	// No value is known to compare with, so all that needs n, k or t runs.
	if got, want := enginetest.Run(t, k, engine.RunOptions{}), "net half uses twice slow:waiting after:waiting v1"; got != want {
		t.Errorf("ran %q, want %q", got, want)
	}
	k = engine.New(enginetest.Document(reactive), builtins.All())
	k.AssumePublished()
	if err := k.Edit("twice", "a + a + 0"); err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Run(t, k, engine.RunOptions{}), "net half twice"; got != want {
		t.Errorf("ran %q, want the edited cell and what it needs, %q", got, want)
	}
	if err := k.Edit("after", "c + 2"); err != nil {
		t.Fatal(err)
	}
	if got, want := enginetest.Run(t, k, engine.RunOptions{}), "after:waiting"; got != want {
		t.Errorf("ran %q, want %q: it needs a heavy cell's value", got, want)
	}
	if got, want := enginetest.Run(t, k, engine.RunOptions{Heavy: true}), "slow after"; got != want {
		t.Errorf("ran %q, want %q", got, want)
	}
}

func TestStopAndGoOn(t *testing.T) {
	k := engine.New(enginetest.Document(`
-- a --
x = 1
-- long --
y = x
for i in range(1000000):
    y += i
y
-- b --
z = y + 1
z
-- c --
x + 1
`), builtins.All())
	stop := errors.New("stopped by the reader")
	calls := 0
	got := enginetest.Run(t, k, engine.RunOptions{Pause: func(p engine.Progress) error {
		if calls++; p.Cell == "long" && p.Steps > 200_000 {
			return stop
		}
		return nil
	}})
	if want := "a long:stopped b:blocked error: stopped by the reader"; got != want {
		t.Errorf("ran %q, want %q", got, want)
	}
	if calls < 4 {
		t.Errorf("Pause was called %d times, want it every 50000 steps", calls)
	}
	if got, want := enginetest.Output(k, "b"), "b:1:5: y: cell long, which gives it a value, was stopped"; got != want {
		t.Errorf("b says %q, want %q", got, want)
	}
	if got, want := enginetest.Run(t, k, engine.RunOptions{}), "long b c"; got != want {
		t.Errorf("went on with %q, want %q", got, want)
	}
	if got, want := enginetest.Output(k, "b"), "499999500002"; got != want {
		t.Errorf("b is %s, want %s", got, want)
	}
}

func TestPublishedTwice(t *testing.T) {
	var texts [2]string
	for i := range texts {
		k := engine.New(enginetest.Document(reactive), builtins.All())
		if err := k.Run(engine.RunOptions{Heavy: true}); err != nil {
			t.Fatal(err)
		}
		texts[i] = fmt.Sprintf("%+v", k.Outputs()) + link.Digest(k.Outputs())
	}
	if texts[0] != texts[1] {
		t.Error("two runs differ")
	}
}

// A heavy cell is broken, mended, and broken in the same way again, and never runs.
func TestHeavyBrokenAgain(t *testing.T) {
	k := engine.New(enginetest.Document("-- a heavy --\n1"), builtins.All())
	for _, tt := range []struct{ source, want string }{{"1 +", "a:failed"}, {"1 + 1", "a:waiting"}, {"1 +", "a:failed"}, {"2", "a:waiting"}} {
		if err := k.Edit("a", tt.source); err != nil {
			t.Fatal(err)
		}
		if got := enginetest.Run(t, k, engine.RunOptions{}); got != tt.want {
			t.Errorf("%s: ran %q, want %q", tt.source, got, tt.want)
		}
	}
}

func TestUsersOfEdits(t *testing.T) {
	k := engine.New(enginetest.Document("-- a --\nx = 1\n-- b --\ny = x + 1\n-- c --\ny * 2\n-- d --\nz = 5\n-- e --\nz\n"), builtins.All())
	for _, tt := range []struct{ cell, source, want string }{
		{"e", "z + 1", ""},
		{"e", "z\n", ""},
		{"d", "z = 6", "e"},
		{"a", "x = 2", "b c e"},
		{"a", "w = 2", "b c e"}, // they had their x from it
		{"b", "y = w", "c e"},
		{"d", "z = 5\n", "c"},
		{"a", "x = 1\n", "c"},
		{"b", "y = x + 1\n", ""},
		{"d", "z = 5\ndef table(x):\n    return 1", "e"}, // not those that use the builtin table
	} {
		if err := k.Edit(tt.cell, tt.source); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(k.UsersOfEdits(), " "); got != tt.want {
			t.Errorf("with %s = %q: %q use edits, want %q", tt.cell, tt.source, got, tt.want)
		}
	}
}

func TestResetInputs(t *testing.T) {
	k := engine.New(enginetest.Document("-- a --\nn = slider(2, 1, 9)\n-- b --\nn + 1"), builtins.All())
	for _, err := range []error{k.Set("n", "5"), k.Edit("b", "n + 2"), k.Run(engine.RunOptions{})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	k.ResetInputs()
	if err := k.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := enginetest.Output(k, "b"); got != "4" {
		t.Errorf("after the inputs were reset b is %s, want 4", got)
	}
}
