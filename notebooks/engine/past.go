package engine

import (
	"maps"
	"slices"

	"go.starlark.net/starlark"
)

// maxPast is how many runs of a cell are remembered.
const maxPast = 16

// A past is a run of a cell that ended well: what it was made of, and what it gave.
type past struct {
	source string
	seen   map[string]version // of the names used

	values starlark.StringDict
	given  map[string]uint64 // the versions of the values
	asked  map[string]bool   // the files asked for
	result Result
}

// Remember makes the kernel keep the last runs of each cell: a cell that would run as it has before gets its values and its result from that
// run, a heavy one too, so that a reader who goes back to earlier values does not wait. It is for kernels whose readers change values.
func (k *Kernel) Remember() { k.remembers = true }

// Forget drops the older half of what the kernel remembers of each cell, to save memory.
func (k *Kernel) Forget() {
	for _, n := range k.cells {
		n.past = slices.Clone(n.past[(len(n.past)+1)/2:])
	}
}

// recall returns the past run of a cell that another one would be like, or nil.
func (k *Kernel) recall(i int) *past {
	n := k.cells[i]
	if n.past == nil {
		return nil
	}
	seen := k.versions(i)
	for _, p := range n.past {
		if p.source == n.Source && maps.Equal(p.seen, seen) && !slices.ContainsFunc(p.result.Inputs, k.differs) {
			return p
		}
	}
	return nil
}

// differs tells whether an input of an earlier run would have another value now, or perhaps.
func (k *Kernel) differs(in Input) bool {
	text, set := k.set[in.Name]
	if !set {
		text = in.Default
	}
	return text != in.Value || in.Note != "" // which tells of a text that is not the value
}

// remember makes p the last run of a cell that is remembered.
func (k *Kernel) remember(n *node, p *past) {
	if !k.remembers {
		return
	}
	n.past = slices.DeleteFunc(n.past, func(other *past) bool { return other == p })
	if len(n.past) == maxPast {
		n.past = slices.Delete(n.past, 0, 1)
	}
	n.past = append(n.past, p)
	p.given = map[string]uint64{}
	for _, bind := range n.program.Binds {
		p.given[bind.Text] = k.given[bind.Text]
	}
}
