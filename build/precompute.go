package build

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
)

// maxKernels is how many notebooks are computed at the same time, on as many processors or more: each
// may take much memory.
const maxKernels = 4

// ComputeAll computes several notebooks, some at the same time, and returns their results in the order
// of books, each as [Notebook.Compute] does; without heavy it leaves heavy cells, and what needs them,
// in the state Waiting. done, which may be nil, is told of each notebook that has been computed, one
// after the other. pause is called from several goroutines.
func ComputeAll(books []*Notebook, heavy bool, pause func(engine.Progress) error, done func(*Notebook)) ([][]engine.Result, error) {
	results, errs := make([][]engine.Result, len(books)), make([]error, len(books))
	kernels := min(maxKernels, runtime.GOMAXPROCS(0))
	options := engine.RunOptions{Heavy: heavy, Pause: pause, Beside: kernels - 1}
	var next atomic.Int64
	var failed atomic.Bool
	var told sync.Mutex
	work := func() {
		for !failed.Load() {
			i := int(next.Add(1)) - 1
			if i >= len(books) {
				return
			}
			if results[i], errs[i] = books[i].compute(options); errs[i] != nil {
				failed.Store(true)
			} else if done != nil {
				told.Lock()
				done(books[i])
				told.Unlock()
			}
		}
	}
	var all sync.WaitGroup
	for range kernels {
		all.Go(work)
	}
	all.Wait()
	for _, err := range errs { // those before the first have been begun: it is the same each time
		if err != nil {
			return nil, err
		}
	}
	return results, nil
}

// Compute runs every cell of the notebook, heavy ones too, and returns the results in page order.
// A cell that fails is a fault of the file, unless it has the attribute error; then it is a fault
// if it does not fail. pause is called now and then and ends the run by an error; it may be nil.
func (book *Notebook) Compute(pause func(engine.Progress) error) ([]engine.Result, error) {
	return book.compute(engine.RunOptions{Heavy: true, Pause: pause})
}

func (book *Notebook) compute(options engine.RunOptions) ([]engine.Result, error) {
	kernel := engine.New(&book.Document, builtins.All())
	fs := &faults{file: book.File, src: book.src}
	if err := kernel.Run(options); err != nil {
		return nil, fmt.Errorf("%s: %w", book.File, err)
	}
	results := kernel.Outputs()
	for i, cell := range book.Cells {
		result := results[i]
		if result.State == engine.Waiting && !options.Heavy {
			continue
		}
		switch failed := result.State != engine.Done; {
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
		_, col := position(book.src, at)
		fault.Line, fault.Col = cell.Line, col+max(0, fault.Col-1)
	}
	return fault
}
