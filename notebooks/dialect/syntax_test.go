package dialect

import (
	"slices"
	"testing"
)

// TestEllipsis writes ... where something is to be written yet; what stands behind it stays where it is.
func TestEllipsis(t *testing.T) {
	p := Parse("a", "x = [..., 2 ** y, \"...\"] # ...\ndef f(n):\n    ...\nf(... + z)", false)
	if p.Err != nil {
		t.Fatal(p.Err)
	}
	want := []Name{{ellipsis, 1, 6}, {"y", 1, 16}, {"z", 4, 9}}
	if !slices.Equal(p.Uses, want) {
		t.Errorf("got the names %v, want %v", p.Uses, want)
	}
	if env := NewEnvironment(); !env.Has(ellipsis) {
		t.Errorf("%s: is no name that cells have at hand", ellipsis)
	}
	if p := Parse("a", "x = ... ...\n", false); p.Err == nil || p.Err.Line != 1 || p.Err.Col != 9 {
		t.Errorf("two in a row: got %v, want an error at the second", p.Err)
	}
}
