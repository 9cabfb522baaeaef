package markdown

import (
	"fmt"
	"strings"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
)

// Compute runs every cell of the notebook, heavy ones too, and returns the results in page order.
// A cell that fails is a fault of the file, unless it has the attribute error; then it is a fault
// if it does not fail. So is a helper that shows something. An exercise and its check may fail until it is solved, but the start must not pass, and the solution
// must. pause is called now and then and ends the run by an error; it may be nil.
func (book *Notebook) Compute(pause func(engine.Progress) error) ([]engine.Result, error) {
	return book.Run(engine.RunOptions{Heavy: true, Pause: pause})
}

// Run computes the notebook as options say; without their Heavy it leaves heavy cells, and what needs them,
// in the state Waiting, and with their Only what is not needed. The results and the error are as those of [Notebook.Compute].
func (book *Notebook) Run(options engine.RunOptions) ([]engine.Result, error) {
	kernel := engine.New(&book.Document, builtins.All())
	fs := &faults{file: book.File, src: book.src}
	if err := kernel.Run(options); err != nil {
		return nil, fmt.Errorf("%s: %w", book.File, err)
	}
	results := kernel.Outputs()
	var blocked []*Fault // which are no news beside what they follow from
	for i, cell := range book.Cells {
		result := results[i]
		if book.Exercise(cell.ID) != nil || result.State == engine.Waiting && (!options.Heavy || options.Only != nil) {
			continue
		}
		switch failed := result.State != engine.Done; {
		case result.State == engine.Blocked && !book.mayFail[cell.ID]:
			blocked = append(blocked, book.Fault(result))
		case failed && !book.mayFail[cell.ID]:
			fs.list = append(fs.list, book.Fault(result))
		case !failed && book.helpers[cell.ID] && (result.HTML != "" || len(result.Inputs) > 0):
			fs.list = append(fs.list, &Fault{book.File, cell.Line, 0,
				fmt.Sprintf("cell %s: has the attribute helper, but it shows something", cell.ID)})
		case !failed && book.mayFail[cell.ID]:
			fs.list = append(fs.list, &Fault{book.File, cell.Line, 0,
				fmt.Sprintf("cell %s: has the attribute error, but it runs", cell.ID)})
		}
	}
	if fs.list == nil {
		fs.list = blocked
	}
	if fs.list == nil && options.Only == nil {
		var err error
		if fs.list, err = book.tryExercises(kernel, options); err != nil {
			return nil, fmt.Errorf("%s: %w", book.File, err)
		}
	}
	return results, fs.err()
}

// Fault returns what is wrong with the cell of a result as a fault of the notebook's file.
func (book *Notebook) Fault(result engine.Result) *Fault {
	cell, _ := book.Cell(result.Cell)
	fault := &Fault{File: book.File, Line: cell.Line, Msg: fmt.Sprintf("cell %s: is %s", cell.ID, result.State)}
	if err := result.Err; err != nil {
		fault.Msg = err.Msg
		if err.Hint != "" {
			fault.Msg += " (" + err.Hint + ")"
		}
		if err.Line > 0 {
			fault.Line, fault.Col = cell.Line+err.Line-1, err.Col
		}
	}
	if at, ok := book.valueAt[cell.ID]; ok { // an inline value is one line of a longer one
		_, col := Position(book.src, at)
		fault.Line, fault.Col = cell.Line, col+max(0, fault.Col-1)
	}
	return fault
}

// PlaceClaims notes in places, by id, where the results of the notebook's cells have their claims. It
// returns a [*Fault] if the id of a claim is in places already: an id stands once in all notebooks.
func (book *Notebook) PlaceClaims(results []engine.Result, places map[string]string) error {
	for _, result := range results {
		cell, _ := book.Cell(result.Cell)
		for _, claim := range result.Claims {
			if other, ok := places[claim.ID]; ok {
				return &Fault{File: book.File, Line: cell.Line, Msg: fmt.Sprintf("claim %s: the cell at %s has this id too", claim.ID, other)}
			}
			places[claim.ID] = fmt.Sprintf("%s:%d", book.File, cell.Line)
		}
	}
	return nil
}

// Key tells what the notebook computes from what it computed before: its cells, exercises and files count, its text does not.
func (book *Notebook) Key() string {
	var key strings.Builder
	fmt.Fprintf(&key, "%q %#v %q %v %v\n", book.File, book.Meta, book.Files, book.mayFail, book.helpers) // which sorts the files by name
	for _, cell := range book.Cells {
		fmt.Fprintf(&key, "%q %q %t %t\n", cell.ID, cell.Source, cell.Inline, cell.Heavy)
	}
	for _, e := range book.Exercises {
		fmt.Fprintf(&key, "%q %q %q\n", e.ID, e.Check, e.Solution)
	}
	return key.String()
}

// MayFail tells whether an error of a cell is none of the notebook: it has the attribute error, or is an exercise or its check.
func (book *Notebook) MayFail(cell string) bool {
	return book.mayFail[cell] || book.Exercise(cell) != nil
}
