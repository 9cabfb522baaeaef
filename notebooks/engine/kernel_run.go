package engine

import (
	"fmt"
	"slices"

	"topobook/notebooks/dialect"
)

// A runner is one call of [Kernel.Run].
type runner struct {
	*Kernel
	options RunOptions
	graph   *graph
	asked   []bool // by cell: in options.Only
	stopped error  // what Pause returned
}

// Run runs the cells that options ask for and that are stale, in the order of their dependencies.
// What is wrong with a cell is its result's; the error is that of Pause, or is about a cell that
// is not there. A run that Pause has stopped leaves the stopped cell and all that has not run
// stale, so that the next run goes on from there.
func (k *Kernel) Run(options RunOptions) error {
	r := &runner{Kernel: k, options: options, graph: k.dataflow(), asked: make([]bool, len(k.cells))}
	var wanted []bool
	if options.Only != nil {
		var cells []int
		for _, id := range options.Only {
			i, ok := k.index[id]
			if !ok {
				return k.noCell(id)
			}
			cells = append(cells, i)
			r.asked[i] = true
		}
		wanted = r.graph.sources(cells...)
	}
	for _, i := range r.graph.order {
		if wanted == nil || wanted[i] {
			r.visit(i)
		}
	}
	return r.stopped
}

// visit brings a cell up to date. All cells that it needs have been visited.
func (r *runner) visit(i int) {
	n := r.cells[i]
	if err := r.faultOf(i); err != nil {
		if !n.refused || *n.result.Err != *err || r.asked[i] {
			n.refused = true
			r.finish(n, Result{State: Failed, Err: err})
		}
		return
	}
	if state, err := r.obstacle(i); err != nil {
		if n.result.State != state || n.result.Err == nil || *n.result.Err != *err || r.asked[i] {
			r.finish(n, Result{State: state, Err: err})
		}
		return
	}
	if r.stopped != nil {
		return
	}
	settled := n.result.State == Done || n.result.State == Failed && !n.refused
	if settled && !r.outdated(i) && (!r.asked[i] || n.known) {
		if r.asked[i] || !n.shown {
			n.shown = true
			r.emit(n.result)
		}
		return
	}
	if n.Heavy && !r.options.Heavy && r.recall(i) == nil {
		if n.result.State != Waiting || !n.shown || r.asked[i] {
			n.stale = true
			r.finish(n, Result{State: Waiting})
		}
		return
	}
	if r.provide(i) {
		r.execute(i, false)
	}
}

// provide makes sure that the values of all cells that cell i needs are there, and returns
// whether they are; if not, it says so in the cell's result.
func (r *runner) provide(i int) bool {
	for _, need := range r.graph.needs[i] {
		n := r.cells[need]
		if n.known {
			continue
		}
		if n.Heavy && !r.options.Heavy {
			n.result.State, n.stale = Waiting, true
		} else if r.stopped == nil && r.provide(need) {
			r.execute(need, true)
		}
		if state, err := r.obstacle(i); err != nil {
			r.finish(r.cells[i], Result{State: state, Err: err})
			return false
		}
	}
	return r.stopped == nil
}

// faultOf returns what is wrong with a cell before it runs, or nil.
func (k *Kernel) faultOf(i int) *dialect.Error {
	n := k.cells[i]
	if n.program.Err != nil {
		return n.program.Err
	}
	if err := k.dataflow().errs[i]; err != nil {
		named := *err
		named.Cell = n.ID
		return &named
	}
	return nil
}

// obstacle returns an error if a cell that cell i needs has no values, and the state that i has
// because of it.
func (r *runner) obstacle(i int) (CellState, *dialect.Error) {
	for _, use := range r.cells[i].program.Uses {
		from, ok := r.graph.definer[use.Text]
		if !ok || from == i {
			continue
		}
		need := r.cells[from]
		if need.result.State != Done && r.cells[i].program.Complete() {
			return r.obstacle(i) // with places
		}
		err := &dialect.Error{Cell: r.cells[i].ID, Line: use.Line, Col: use.Col}
		switch need.result.State {
		case Failed:
			err.Msg = fmt.Sprintf("%s: cell %s, which gives it a value, has failed", use.Text, need.ID)
			return Blocked, err
		case Stopped:
			err.Msg = fmt.Sprintf("%s: cell %s, which gives it a value, was stopped", use.Text, need.ID)
			return Blocked, err
		case Blocked:
			err.Msg = fmt.Sprintf("%s: cell %s, which gives it a value, did not run", use.Text, need.ID)
			return Blocked, err
		case Waiting:
			if r.stopped != nil {
				continue // it has not had its turn
			}
			err.Msg = fmt.Sprintf("%s: cell %s, which gives it a value, waits to be run", use.Text, need.ID)
			return Waiting, err
		}
	}
	return Done, nil
}

// outdated reports whether a cell has changed, or a value that it uses.
func (k *Kernel) outdated(i int) bool {
	n := k.cells[i]
	if n.stale {
		return true
	}
	now := k.versions(i)
	if len(now) != len(n.seen) {
		return true
	}
	for name, v := range now {
		if seen, ok := n.seen[name]; !ok || seen != v {
			return true
		}
	}
	return false
}

// versions returns the versions of the names that a cell uses.
func (k *Kernel) versions(i int) map[string]version {
	now := map[string]version{}
	for _, use := range k.cells[i].program.Uses {
		if from, ok := k.dataflow().definer[use.Text]; ok && from != i {
			now[use.Text] = version{k.cells[from], k.given[use.Text]}
		}
	}
	return now
}

// execute runs a cell whose needs are there, or lets it have what such a run gave; again says that its outputs are known and only its
// values are wanted.
func (r *runner) execute(i int, again bool) {
	n := r.cells[i]
	if p := r.recall(i); p != nil && !again {
		r.succeed(n, p, func(name string) uint64 { return p.given[name] })
		return
	}
	r.emit(Result{Cell: n.ID, State: Running, Inputs: r.keepInputs(n, nil)})
	seen := r.versions(i)
	run := newExecution(r.Kernel, n, r.options)
	values, result := run.cell()
	if result.State != Done {
		r.stopped = run.stopped
		n.refused, n.asked = false, run.asked
		n.known, n.values, n.seen = false, nil, seen
		n.stale = result.State == Stopped
		result.Inputs = r.keepInputs(n, result.Inputs)
		r.finish(n, result)
		return
	}
	p := &past{source: n.Source, seen: seen, values: values, asked: run.asked, result: result}
	r.succeed(n, p, func(name string) uint64 {
		if !again {
			r.clock++
			return r.clock
		}
		return r.given[name]
	})
}

// succeed makes what a run gave the values and the result of a cell; number returns the version of a value that has changed.
func (r *runner) succeed(n *node, p *past, number func(name string) uint64) {
	for _, bind := range n.program.Binds {
		if !n.known || !dialect.Same(n.values[bind.Text], p.values[bind.Text]) {
			r.given[bind.Text] = number(bind.Text)
		}
	}
	n.known, n.values, n.seen, n.asked = true, p.values, p.seen, p.asked
	n.stale, n.refused = false, false
	r.remember(n, p)
	r.finish(n, p.result)
}

// keepInputs returns the inputs that a cell shows although it has not made them in this run:
// those of its last run that its source still has, so that the reader can change them.
func (r *runner) keepInputs(n *node, made []Input) []Input {
	kept := slices.Clone(made)
	names := n.program.InputNames
	for _, old := range n.result.Inputs {
		isNew := !slices.ContainsFunc(made, func(in Input) bool { return in.Name == old.Name })
		if isNew && slices.Contains(names, old.Name) {
			kept = append(kept, old)
		}
	}
	return kept
}

// finish makes result that of the cell.
func (r *runner) finish(n *node, result Result) {
	result.Cell = n.ID
	if result.State != Done && result.Inputs == nil {
		result.Inputs = r.keepInputs(n, nil)
	}
	if n.refused = n.refused && result.State == Failed; n.refused {
		n.known, n.values = false, nil
	}
	n.result, n.shown = result, true
	r.emit(result)
}

func (r *runner) emit(result Result) {
	if r.options.Emit != nil {
		r.options.Emit(result)
	}
}
