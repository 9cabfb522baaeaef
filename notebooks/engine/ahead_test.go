package engine_test

import (
	"errors"
	"fmt"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/engine/enginetest"
)

func TestNext(t *testing.T) {
	k := engine.New(enginetest.Document(`
-- all --
k = slider(3, 1, 9)
even = slider(4, -2, 10, step=2)
p = slider(0.3, 0.0, 1.0, step=0.1)
large = slider(10**30, 0, 10**31, step=10**30)
n = number(3, min=1, max=9)
on = checkbox(False)
-- top --
last = slider(1, 0, k)
`), builtins.All())
	if got := k.Next("k", "2"); got != "" {
		t.Errorf("before it ran: got %q, want nothing", got)
	}
	if err := k.Run(engine.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ input, value, from, want string }{
		{"k", "5", "4", "6"},
		{"k", "5", "1", "6"},
		{"k", "5", "8", "4"},
		{"k", "5", "5", ""},
		{"k", "9", "8", ""},
		{"k", "1", "2", ""},
		{"k", "2", "10", "1"}, // where it could be before
		{"even", "-2", "0", ""},
		{"even", "2", "0", "4"},
		{"even", "0", "4", "-2"},
		{"p", "0.7", "0.6", "0.8"},
		{"p", "0.2", "0.1", "0.3"},
		{"p", "0.9", "0.8", "1"},
		{"p", "1.0", "0.9", ""},
		{"p", "0.1", "0.2", "0"},
		{"p", "0", "0.1", ""},
		{"large", "3" + zeros, "1" + zeros, "4" + zeros},
		{"last", "2", "1", "3"},
		{"last", "3", "2", ""},
		{"n", "5", "4", ""},
		{"on", "true", "false", ""},
		{"nobody", "", "", ""},
	} {
		if tt.value != "" {
			k.ResetInputs()
			if err := errors.Join(k.Set(tt.input, tt.value), k.Run(engine.RunOptions{})); err != nil {
				t.Fatal(err)
			}
		}
		if got := k.Next(tt.input, tt.from); got != tt.want {
			t.Errorf("%s: after %s and %s: got %q, want %q", tt.input, tt.from, tt.value, got, tt.want)
		}
	}
}

const zeros = "000000000000000000000000000000"

// A kernel that has looked ahead computes nothing when a reader goes there, and is as it was before if nobody does.
func TestAhead(t *testing.T) {
	k := engine.New(enginetest.Document(reactive), builtins.All())
	k.Remember()
	goes := func(input, value string) string {
		t.Helper()
		if err := k.Set(input, value); err != nil {
			t.Fatal(err)
		}
		return began(t, k, engine.RunOptions{}, "v1", "uses", "slow")
	}
	goes("k", "6")
	before, chosen := enginetest.Output(k, "v1"), fmt.Sprint(k.Chosen())
	k.Ahead("k", "8", nil)
	if got := enginetest.Output(k, "v1"); got != before || fmt.Sprint(k.Chosen()) != chosen {
		t.Errorf("looked ahead, v1 is %s with %v, want %s with %s", got, k.Chosen(), before, chosen)
	}
	if got := began(t, k, engine.RunOptions{}); got != "|" {
		t.Errorf("nothing was set, and %s ran", got)
	}
	if got, want := goes("k", "8"), "| 64 32 "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	k.Ahead("n", "3", pauseAfter(0)) // ended before anything ran
	if got, want := goes("n", "3"), "net v1 | 512 32 "; got != want {
		t.Errorf("after what was ended early: got %q, want %q", got, want)
	}
	k.Ahead("k", "-7", nil) // not allowed
	k.Ahead("nobody", "3", nil)
	if got, want := goes("n", "2"), "| 64 32 "; got != want {
		t.Errorf("after what is not allowed: got %q, want %q", got, want)
	}
}
