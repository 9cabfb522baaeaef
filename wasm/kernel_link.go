//go:build js && wasm

package main

import (
	"runtime"
	"slices"

	"topobook/notebooks/engine"
	"topobook/notebooks/link"
)

// open says what a link says; the page decides whether to follow it.
func (k *kernel) open(fragment string) {
	state, err := link.Decode(k.document, fragment)
	if err != nil {
		k.post(message{"type": "opened", "fragment": fragment, "text": sentence(err)})
		return
	}
	k.post(message{
		"type": "opened", "fragment": fragment, "inputs": object(state.Inputs), "edits": object(state.Edits),
		"digest": state.Digest, "version": state.Version, "notes": anys(state.Notes),
	})
}

// finish does what was to follow the evaluation, and says that nothing is left.
func (k *kernel) finish() {
	k.crew.rest()
	if k.next.check {
		k.compare()
	}
	state := link.Of(k.notebook)
	if k.next.share && !k.clock.stopping {
		state.Digest = link.Digest(k.outputs())
		m := message{"type": "link", "fragment": link.Encode(k.document, state)}
		if _, err := link.Decode(k.document, m["fragment"].(string)); err != nil {
			m["text"] = sentence(err) // nobody could open it
		}
		k.post(m)
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	k.post(message{"type": "idle", "run": k.next.run, "memory": int(stats.Sys), "lent": k.crew.lent, "inputs": object(state.Inputs)})
	k.crew.lent = 0
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
	var waiting, notes, own []string
	if k.next.own {
		own = k.notebook.UsersOfEdits()
		_, edits := k.notebook.Changes()
		for cell := range edits {
			own = append(own, cell)
		}
	}
	values := map[string]string{}
	inputs, _ := k.notebook.Changes()
	for i, r := range results {
		if r.State == engine.Waiting {
			waiting = append(waiting, r.Cell)
		} else if slices.Contains(own, r.Cell) {
			results[i].State = engine.Waiting
		}
		for _, in := range r.Inputs {
			values[in.Name] = in.Value
			if in.Note != "" {
				notes = append(notes, in.Note)
			}
		}
	}
	m := message{"type": "checked", "run": k.next.run, "own": k.next.own, "waiting": anys(waiting), "notes": anys(notes), "values": object(values), "inputs": object(inputs)}
	if k.clock.stopping {
		m["text"] = "The evaluation was stopped, so the outputs were not compared."
	} else if k.next.link.Digest == "" {
		m["typed"] = true
	} else if c, err := k.next.link.Compare(results); err != nil {
		m["text"] = sentence(err)
	} else {
		m["compared"], m["differ"], m["open"] = c.Compared, anys(c.Differ), anys(c.Open)
	}
	k.post(m)
}

// sentence returns an error's text with a full stop.
func sentence(err error) string { return err.Error() + "." }
