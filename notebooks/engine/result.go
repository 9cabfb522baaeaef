package engine

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/output"
)

// A CellState tells how far a cell has come.
type CellState uint8

// The states of a cell. Their names are the values of data-state in a page.
const (
	Running CellState = iota
	Done              // ran; its output and values are those of its inputs
	Failed            // Err says why
	Blocked           // a cell that it needs failed or was stopped; Err names it
	Waiting           // heavy, or needs a heavy cell, and has not been asked for
	Stopped           // the reader stopped it
)

func (s CellState) String() string {
	return [...]string{"running", "done", "failed", "blocked", "waiting", "stopped"}[s]
}

// A Result is what a cell shows.
type Result struct {
	Cell   string
	State  CellState
	HTML   string // the output, ready to be put in a page
	Text   string // the same as plain text; digests are made of it
	Err    *dialect.Error
	Inputs []Input // in the order in which the cell makes them
	Claims []output.Claim
	Absent bool   // it failed with [ErrAbsent]
	Steps  uint64 // Starlark steps taken: the same everywhere

	Value starlark.Value // what the cell ends with, or nil
}

// Progress is how far a run has come.
type Progress struct {
	Cell        string
	Done, Total int    // of the builtin that is running; Total 0: unknown
	Steps       uint64 // Starlark steps of the cell so far
	Preview     bool   // an error ends the preview only
}

// RunOptions say what to run and whom to tell.
type RunOptions struct {
	Only  []string             // cells asked for, and what they need; nil: every stale cell that is not heavy
	Heavy bool                 // run heavy cells too
	Emit  func(Result)         // called as each cell starts (state Running) and ends; may be nil
	Pause func(Progress) error // called now and then; an error stops the run; may be nil

	// Beside is how many other kernels run in this process: together they may take more memory.
	Beside int
	// Share computes the parts of a work; nil: as many goroutines as there are processors do.
	Share func(*Work) ([][]float64, error)
	// Preview is called with what a cell would give with the parts of a work that are known so far,
	// as HTML; nil: previews are not made.
	Preview func(cell, html string)
}
