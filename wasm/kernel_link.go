//go:build js && wasm

package main

import (
	"runtime"

	"topobook/notebooks"
)

// open says what a link says; the page decides whether to follow it.
func (k *kernel) open(fragment string) {
	state, err := notebooks.DecodeLink(k.document, fragment)
	if err != nil {
		k.post(message{"type": "opened", "text": sentence(err)})
		return
	}
	k.post(message{
		"type":   "opened",
		"inputs": object(state.Inputs),
		"edits":  object(state.Edits),
		"digest": state.Digest,
	})
}

// finish does what was to follow the evaluation, and says that nothing is left.
func (k *kernel) finish() {
	k.crew.rest()
	if k.next.check {
		k.compare(k.next.digest)
	}
	if k.next.share && !k.clock.stopping {
		state := k.notebook.State()
		state.Digest = notebooks.Digest(k.outputs())
		k.post(message{"type": "link", "fragment": notebooks.EncodeLink(k.document, state)})
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	k.post(message{"type": "idle", "run": k.next.run, "memory": int(stats.Sys), "lent": k.crew.lent})
	k.crew.lent = 0
}

// outputs returns the last result of each cell. Heavy cells that have not run here are waiting:
// the page shows what the builder computed, and a link leaves them open.
func (k *kernel) outputs() []notebooks.Result {
	results := k.notebook.Outputs()
	for i, c := range k.document.Cells {
		if c.Heavy && !k.ran[c.ID] {
			results[i].State = notebooks.Waiting
		}
	}
	return results
}

// compare says which outputs differ from those of a digest.
func (k *kernel) compare(digest string) {
	results := k.outputs()
	var waiting []string
	for _, r := range results {
		if r.State == notebooks.Waiting {
			waiting = append(waiting, r.Cell)
		}
	}
	var notes []string
	for _, r := range results {
		for _, in := range r.Inputs {
			if in.Note != "" {
				notes = append(notes, in.Note)
			}
		}
	}
	m := message{"type": "checked", "total": len(results) - len(waiting), "waiting": anys(waiting), "notes": anys(notes)}
	switch {
	case k.clock.stopping:
		m["text"] = "The evaluation was stopped, so the outputs were not compared."
	case digest == "":
		m["typed"] = true
	default:
		m["differ"] = anys(notebooks.CompareDigest(k.document, digest, notebooks.Digest(results)))
	}
	k.post(m)
}

// sentence returns an error's text with a full stop.
func sentence(err error) string { return err.Error() + "." }
