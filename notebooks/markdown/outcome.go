package markdown

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/notebooks/engine"
)

// An Outcome tells how far an exercise has come.
type Outcome struct {
	State    string   // solved, open, or error: the cell or its check fails
	Messages []string // what is missing, or the error
}

// The states of an [Outcome].
const (
	Solved   = "solved"
	Open     = "open"
	HasError = "error"
)

// Outcome returns how far the exercise has come, with results of the notebook's cells. As long as its source is the one to start from it is open.
func (book *Notebook) Outcome(e *Exercise, source string, results []engine.Result) Outcome {
	var cell, check engine.Result
	for _, r := range results {
		switch r.Cell {
		case e.ID:
			cell = r
		case e.Check:
			check = r
		}
	}
	start, _ := book.Cell(e.ID)
	switch {
	case check.State == engine.Done && check.Value.String() == strconv.Quote(solvedText):
		return Outcome{State: Solved}
	case check.State == engine.Done:
		return Outcome{Open, strings.Split(check.Value.String(), "\n")[1:]}
	case source == start.Source:
		return Outcome{State: Open}
	case cell.Err != nil:
		return Outcome{HasError, []string{cell.Err.Error()}}
	case check.Err != nil:
		return Outcome{HasError, []string{check.Err.Msg}} // whose place is in code that readers do not see
	}
	return Outcome{State: Open}
}

// tryExercises returns what is wrong with the exercises of a kernel that has run: one whose start passes its check, or whose solution does
// not. Those that were not computed are left out.
func (book *Notebook) tryExercises(kernel *engine.Kernel, options engine.RunOptions) ([]*Fault, error) {
	var list []*Fault
	for _, e := range book.Exercises {
		cell, _ := book.Cell(e.ID)
		var waits bool
		var failed *Fault
		for _, r := range kernel.Outputs() {
			if r.Cell != e.ID && r.Cell != e.Check {
				continue
			}
			waits = waits || r.State == engine.Waiting
			if r.State != engine.Done && failed == nil {
				failed = book.Fault(r)
			}
		}
		switch outcome := book.Outcome(e, "", kernel.Outputs()); {
		case waits:
			continue
		case outcome.State == Solved:
			list = append(list, &Fault{book.File, cell.Line, 0, fmt.Sprintf("cell %s: passes its check as it is, want a start that readers change", e.ID)})
			continue
		case failed != nil && e.Solution == "": // nothing tells whether it is more than unfinished
			list = append(list, failed)
			continue
		case e.Solution == "":
			continue
		}
		only := options
		only.Only, only.Emit = []string{e.ID, e.Check}, nil
		err := kernel.Edit(e.ID, e.Solution)
		if err == nil {
			err = kernel.Run(only)
		}
		if err != nil {
			return nil, err
		}
		if outcome := book.Outcome(e, e.Solution, kernel.Outputs()); outcome.State != Solved {
			list = append(list, &Fault{book.File, e.solutionLine + 1, 0, fmt.Sprintf("solution for %s: does not pass the check: %s", e.ID, strings.Join(outcome.Messages, " "))})
		}
		if err := kernel.Reset(e.ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}
