package build

import (
	"fmt"

	"topobook/notebooks"
)

// Compute runs every cell of the notebook, heavy ones too, and returns the results in page order.
// A cell that fails is a fault of the file, unless it has the attribute error; then it is a fault
// if it does not fail. pause is called now and then and ends the run by an error; it may be nil.
func (book *Notebook) Compute(pause func(notebooks.Progress) error) ([]notebooks.Result, error) {
	kernel := notebooks.New(&book.Document)
	fs := &faults{file: book.File, src: book.src}
	if err := kernel.Run(notebooks.RunOptions{Heavy: true, Pause: pause}); err != nil {
		return nil, fmt.Errorf("%s: %w", book.File, err)
	}
	results := kernel.Outputs()
	for i, cell := range book.Cells {
		result := results[i]
		switch failed := result.State != notebooks.Done; {
		case failed && !book.mayFail[cell.ID]:
			fs.list = append(fs.list, book.Fault(result))
		case !failed && book.mayFail[cell.ID]:
			fs.list = append(fs.list, &Fault{book.File, cell.Line, 0,
				fmt.Sprintf("cell %s: has the attribute error, but it runs", cell.ID)})
		}
	}
	return results, fs.err()
}

// Fault returns what is wrong with the cell of a result as a fault of the notebook's file.
func (book *Notebook) Fault(result notebooks.Result) *Fault {
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
		_, col := position(book.src, at)
		fault.Line, fault.Col = cell.Line, col+max(0, fault.Col-1)
	}
	return fault
}
