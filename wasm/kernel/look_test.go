package kernel

import (
	"slices"
	"testing"

	"topobook/wasm/wire"
)

// TestLook asks for nodes and files.
func TestLook(t *testing.T) {
	k := load()
	k.say(&wire.Load{Book: wire.Book{
		Cells: []wire.Cell{{ID: "net", Source: "t = torus(3, 2)\nu = 1"}},
		Files: map[string]string{"b.csv": "x", "a.txt": "y"},
	}})
	look := func(name, prefix string) *wire.Seen {
		said := k.say(&wire.Look{Name: name, Prefix: prefix})
		if len(said) != 1 {
			t.Fatalf("%s %q: got %v", name, prefix, said)
		}
		return said[0].(*wire.Seen)
	}
	if got := look("t", ""); got.Cell != "net" || len(got.Items) > 0 {
		t.Errorf("before cell net has run: got %+v", got)
	}
	k.say(&wire.Run{Run: 1, Cells: []string{"net"}})
	for _, tt := range []struct {
		name, prefix string
		want         []string
	}{
		{"t", "1", []string{"1,0", "1,1", "1,2"}}, {"t", "9", nil}, {"u", "", nil}, {"nobody", "", nil},
		{"", "", []string{"a.txt", "b.csv"}}, {"", "b", []string{"b.csv"}},
	} {
		if got := look(tt.name, tt.prefix); got.Cell != "" || !slices.Equal(got.Items, tt.want) {
			t.Errorf("%s %q: got %+v, want %q", tt.name, tt.prefix, got, tt.want)
		}
	}
}
