package kernel

import (
	"maps"
	"runtime"
	"slices"

	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/wasm/wire"
)

// open says what a link says; the page decides whether to follow it.
func (k *kernel) open(fragment string) {
	m := &wire.Opened{Fragment: fragment}
	if state, err := link.Decode(k.document, fragment); err != nil {
		m.Text = sentence(err)
	} else {
		m.Inputs, m.Edits, m.Digest, m.Version, m.Notes = state.Inputs, state.Edits, state.Digest, state.Version, state.Notes
	}
	k.port.Post(m)
}

// maxLive is how many bytes may be in use, as the garbage collector found last, before the notebook forgets earlier runs.
const maxLive = 12 << 20

// finish does what was to follow the evaluation, and says that nothing is left.
func (k *kernel) finish() {
	lent := k.pool.Rest()
	if k.texts != nil {
		k.texts.finish(k)
	}
	if k.next.check && len(k.absent) == 0 {
		k.compare()
	}
	if k.next.share && !k.clock.stopping && len(k.absent) == 0 {
		state := link.Of(k.notebook)
		state.Digest = link.Digest(k.outputs())
		m := &wire.Link{Fragment: link.Encode(k.document, state)}
		if _, err := link.Decode(k.document, m.Fragment); err != nil {
			m.Text = sentence(err) // nobody could open it
		}
		k.port.Post(m)
	}
	inputs, _ := k.notebook.Changes()
	k.port.Post(&wire.Idle{Run: k.next.run, Memory: k.spare(), Lent: lent, Inputs: inputs, Absent: slices.Sorted(maps.Keys(k.absent))})
}

// spare has the notebook forget earlier runs if much memory is in use, and returns how many bytes the kernel has.
func (k *kernel) spare() float64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if stats.NextGC > 2*maxLive { // it begins when what was in use has doubled
		k.notebook.Forget()
	}
	return float64(stats.Sys)
}

// outputs returns the last result of each cell. Heavy cells that have not run here are waiting:
// the page shows what the builder computed, and a link leaves them open.
func (k *kernel) outputs() []engine.Result {
	results := k.notebook.Outputs()
	for i, c := range k.document.Cells {
		if c.Heavy && !k.ran[c.ID] {
			results[i].State = engine.Waiting
		}
	}
	return results
}

// compare says which outputs differ from those of a link's digest. Those that use the reader's own
// code are not compared if the link has none.
func (k *kernel) compare() {
	results := k.outputs()
	inputs, edits := k.notebook.Changes()
	m := &wire.Checked{Run: k.next.run, Own: k.next.own, Values: map[string]string{}, Inputs: inputs}
	var own []string
	if k.next.own {
		own = k.notebook.UsersOfEdits()
		for cell := range edits {
			own = append(own, cell)
		}
	}
	for i, r := range results {
		if r.State == engine.Waiting {
			m.Waiting = append(m.Waiting, r.Cell)
		} else if slices.Contains(own, r.Cell) {
			results[i].State = engine.Waiting
		}
		for _, in := range r.Inputs {
			m.Values[in.Name] = in.Value
			if in.Note != "" {
				m.Notes = append(m.Notes, in.Note)
			}
		}
	}
	if k.clock.stopping {
		m.Text = "The evaluation was stopped, so the outputs were not compared."
	} else if k.next.link.Digest == "" {
		m.Typed = true
	} else if c, err := k.next.link.Compare(results); err != nil {
		m.Text = sentence(err)
	} else {
		m.Compared, m.Differ, m.Open = c.Compared, c.Differ, c.Open
	}
	k.port.Post(m)
}

// sentence returns an error's text with a full stop.
func sentence(err error) string { return err.Error() + "." }
