//go:build js && wasm

package playground

import (
	"syscall/js"

	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/draft"
	"topobook/wasm/page"
	"topobook/wasm/store"
)

// share asks for a link to the notebook with what it shows.
func (pl *playground) share() {
	pl.leave()
	if pl.asking { // nothing is computed: the link that it came with goes on
		pl.Linked(pl.linked, "")
		return
	}
	pl.page.CommitAll()
	pl.page.Share()
}

// Linked hands the reader a link that holds the notebook.
func (pl *playground) Linked(fragment, problem string) {
	packed, err := link.EncodeNotebook(pl.draft.Text(), pl.draft.Files)
	if err != nil || problem != "" {
		if err != nil {
			problem = page.Sentence(err)
		}
		notice := pl.page.ShowNotice("No link", page.Capital(problem)+" Send the file instead: who gets it opens it on this page, or runs it with topobook.")
		notice.Add(dom.Button("Download the notebook", "download"))
		pl.page.Say("There is no link: see the notice above the notebook.")
		return
	}
	location := js.Global().Get("location")
	address := location.Get("origin").String() + location.Get("pathname").String() + "#n=" + packed
	if fragment != "" {
		address += "&" + fragment
	}
	pl.page.CopyLink(address, "Link copied: "+kilobytes(len(address))+". It holds the whole notebook.")
}

// applyLink brings a notebook to the state of a link to its page, and returns whether that has code, and what of it was not taken.
func (pl *playground) applyLink(n *store.Notebook, fragment string) (edited bool, notes []string) {
	if fragment == "" {
		return false, nil
	}
	book, _ := markdown.Draft(n.Name+".md", n.Text)
	state, err := link.Decode(&book.Document, fragment)
	if err != nil {
		return false, []string{page.Capital(err.Error())}
	}
	n.Inputs = state.Inputs
	for _, id := range engine.SortedKeys(state.Edits) {
		n.Text = draft.WithCode(n.Text, id, state.Edits[id])
	}
	return len(state.Edits) > 0, state.Notes
}
