package engine

import (
	"slices"

	"go.starlark.net/starlark"
)

// A trial runs a cell, and those that need it, with what is known so far of a work that is under
// way in it. Nothing of it stays but what it shows.
type trial struct {
	cell   *node
	shared [][][]float64               // the parts of its works, by call; the last has gaps
	values map[int]starlark.StringDict // of the cells that have run
}

// run shows what the trial gives. Cells that fail, are heavy, or whose needs are not there are left
// as they are.
func (t *trial) run(k *Kernel, options RunOptions) {
	if options.Preview == nil {
		return
	}
	t.values = map[int]starlark.StringDict{}
	graph := k.dataflow()
	users := graph.users(k.index[t.cell.ID])
	for _, i := range graph.order {
		n := k.cells[i]
		if !users[i] || n != t.cell && (n.Heavy || k.faultOf(i) != nil || slices.ContainsFunc(graph.needs[i], func(need int) bool {
			return users[need] && t.values[need] == nil || !users[need] && !k.cells[need].known
		})) {
			continue
		}
		run := newExecution(k, n, options)
		run.trial = t
		values, result := run.cell()
		if result.State != Done {
			continue
		}
		t.values[i] = values
		options.Preview(n.ID, result.HTML)
	}
}
