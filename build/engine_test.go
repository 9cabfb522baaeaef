package build

import (
	"testing"

	"topobook/notebooks/builtins"
	"topobook/notebooks/dialect"
)

// TestPapersBuiltins checks that the program of the papers' pages has the builtins that their cells name, and no others but
// a few that readers write first.
func TestPapersBuiltins(t *testing.T) {
	named := map[string]string{}
	for _, name := range []string{"help", "pi", "ring", "complete"} {
		named[name] = "a reader"
	}
	books, err := Load("../notebooks")
	if err != nil {
		t.Fatal(err)
	}
	apart := map[string]bool{} // no papers
	for _, book := range books {
		apart[book.Slug] = book.Apart
	}
	for _, book := range books {
		if apart[book.Home()] {
			continue
		}
		for _, cell := range book.Cells {
			for _, name := range dialect.Parse(cell.ID, cell.Source, cell.Inline).Uses {
				named[name.Text] = book.Slug + "#" + cell.ID
			}
		}
	}
	for _, builtin := range builtins.Papers() {
		has := builtin.Fn != nil || builtin.Value != nil
		if where, ok := named[builtin.Name]; ok != has && builtin.Group != "Inputs" {
			t.Errorf("%s: the program of the papers' pages has it: %t, and where a cell names it: %q; its line in notebooks/builtins, or in topology/family/families.go, is in the wrong table",
				builtin.Name, has, where)
		}
	}
	for _, builtin := range builtins.All() {
		if builtin.Fn == nil && builtin.Value == nil {
			t.Errorf("%s: the full program lacks it", builtin.Name)
		}
	}
}
