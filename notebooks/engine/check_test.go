package engine_test

import (
	"maps"
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
)

// TestCheck checks cells one after the other, and that a kernel says the same of them.
func TestCheck(t *testing.T) {
	cells := []engine.Cell{
		{ID: "net", Source: "t = ring(5)\n_own = 1\nfor i in range(2):\n    u = i"},
		{ID: "value", Source: "diameter(t)", Inline: true},
		{ID: "code"},
	}
	checker := engine.NewChecker(builtins.Names())
	for _, source := range []string{
		"", "diameter(t) + len([None, True])", "diametr(t)", "tt = 1\ntt + oops", "_own", "i", "t = 1", "x = (1 +", "while True: pass", "y = z\nz = y", "u",
	} {
		cells[2].Source = source
		err, names := checker.Check(cells, "code")
		k := engine.New(&engine.Document{Cells: cells}, builtins.All())
		if err := k.Run(engine.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		want := ""
		if err != nil {
			err.Cell = "code"
			want = err.Error()
		}
		got := k.Outputs()[2]
		said := ""
		if got.Err != nil {
			got.Err.Cell = "code"
			said = got.Err.Error()
		}
		if said != want {
			t.Errorf("%q: got %q, but the kernel says %q", source, want, said)
		}
		if names["t"] != "net" || names["u"] != "net" || names["_own"] != "" || names["i"] != "" {
			t.Errorf("%q: got the names %v", source, names)
		}
	}
	_, names := checker.Check(cells, "nobody")
	if want := map[string]string{"t": "net", "u": "net"}; !maps.Equal(names, want) {
		t.Errorf("got the names %v, want %v", names, want)
	}
}
