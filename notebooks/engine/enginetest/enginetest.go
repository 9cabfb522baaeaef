// Package enginetest has what the tests of notebooks have in common.
package enginetest

import (
	"slices"
	"strings"
	"testing"

	"topobook/notebooks/engine"
)

// Document makes a notebook of cells written one after the other, each below a line "-- id --";
// an id may be followed by the words heavy and inline. Below the name of a file stands its text.
func Document(script string) *engine.Document {
	doc := &engine.Document{Meta: engine.Meta{Slug: "test"}, Files: map[string]string{}}
	file := ""
	for line := range strings.Lines(script) {
		if head, ok := strings.CutPrefix(line, "-- "); ok {
			builtins := strings.Fields(head)
			if file = ""; strings.Contains(builtins[0], ".") {
				file = builtins[0]
				doc.Files[file] = ""
				continue
			}
			doc.Cells = append(doc.Cells, engine.Cell{
				ID:     builtins[0],
				Heavy:  slices.Contains(builtins, "heavy"),
				Inline: slices.Contains(builtins, "inline"),
				Line:   1,
			})
			continue
		}
		if file != "" {
			doc.Files[file] += line
		} else if len(doc.Cells) > 0 {
			doc.Cells[len(doc.Cells)-1].Source += line
		}
	}
	return doc
}

// Run runs the kernel, and returns which cells ran, and which came to which other state.
func Run(t *testing.T, k *engine.Kernel, o engine.RunOptions) string {
	t.Helper()
	var trace []string
	o.Emit = func(r engine.Result) {
		if r.State == engine.Done {
			trace = append(trace, r.Cell)
		} else if r.State != engine.Running {
			trace = append(trace, r.Cell+":"+r.State.String())
		}
	}
	if err := k.Run(o); err != nil {
		trace = append(trace, "error: "+err.Error())
	}
	return strings.Join(trace, " ")
}

// Output returns the text of a cell, or its error.
func Output(k *engine.Kernel, cell string) string {
	for _, r := range k.Outputs() {
		if r.Cell == cell && r.Err != nil {
			return r.Err.Error()
		} else if r.Cell == cell {
			return r.Text
		}
	}
	return "no such cell"
}
