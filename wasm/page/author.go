//go:build js && wasm

package page

import (
	"maps"
	"slices"
	"strings"
	"syscall/js"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// An Author makes the page's notebook while its reader looks on: that of the playground is its reader. The page then has no published
// notebook to go back to, keeps nothing, and leaves the address alone.
type Author interface {
	Take(*Page)                      // once, before the page handles events
	Receive(wire.Message)            // of the kernel, which the page does not know
	Commit(cell, source string)      // the reader wants a cell to run that has a new source
	Linked(fragment, problem string) // a link to the outputs of the notebook, which the author has asked for
}

// Load has the kernel go on with a notebook, with other values of its inputs unless these are nil, and if run is true evaluates what
// that makes stale.
func (p *Page) Load(book wire.Book, inputs map[string]string, run bool) {
	p.worker.post(&wire.Load{Book: book})
	p.book = book
	p.boot.Set("slug", book.Slug)
	p.book.Known = true // for a kernel that takes the place of this one: the outputs stand on the page
	if inputs != nil {
		p.worker.post(&wire.Reset{Inputs: true})
		p.inputs = map[string]string{}
		clear(p.used)
		for name, value := range inputs {
			p.noteInput(name, value)
			p.worker.post(&wire.Set{Name: name, Value: value})
		}
	}
	if run {
		p.worker.run(wire.Run{})
	} else {
		p.worker.post(&wire.Settle{})
	}
}

// SetCells makes the cells of the notebook those of the page, where their elements stand by now, and returns those of which the
// kernel has told nothing.
func (p *Page) SetCells(cells []wire.Cell) (untold []string) {
	before := map[string]*cell{}
	for _, c := range p.cells {
		if dom.Truth(c.root.Value, "isConnected") {
			before[c.id] = c
		}
	}
	p.cells = nil
	p.results.Get("cells").Call("clear")
	for _, data := range cells {
		c := before[data.ID]
		if c != nil {
			c.heavy = data.Heavy
			c.setPicks(data.Picks)
			c.setPlain(false)
			c.publish(data.Source)
			p.results.Get("cells").Call("set", c.id, c.root.Value)
		} else if c = p.findCell(data); c != nil {
			p.prepareCell(c)
		} else {
			continue
		}
		if p.cells = append(p.cells, c); !c.told() {
			untold = append(untold, c.id)
		}
	}
	return untold
}

// AddCell adds a cell whose element stands in the document, before the kernel knows of it.
func (p *Page) AddCell(data wire.Cell) {
	p.cells = slices.DeleteFunc(p.cells, func(c *cell) bool { return c.id == data.ID && !dom.Truth(c.root.Value, "isConnected") })
	if p.cell(data.ID) != nil {
		return
	}
	if c := p.findCell(data); c != nil {
		p.cells = append(p.cells, c)
		p.prepareCell(c)
	}
}

// publish makes a source that of c, also in its editor unless the reader has written there since. Where the editor has it already
// the cursor stays.
func (c *cell) publish(source string) {
	before := c.published
	c.published = source
	if ed := c.editor; ed != nil {
		if text := ed.text(); text == before && text != source {
			ed.setText(source)
		}
		ed.refresh()
	}
}

// CommitAll has the author take what the reader has typed in cells.
func (p *Page) CommitAll() {
	for _, c := range p.cells {
		p.commit(c)
	}
}

// RunCell takes over what the reader wrote in a cell, and evaluates it and what depends on it.
func (p *Page) RunCell(id string) {
	if c := p.cell(id); c != nil {
		p.runCell(c)
	}
}

// ShowAgain has the kernel tell the results of cells once more.
func (p *Page) ShowAgain(ids []string) {
	if len(ids) > 0 {
		p.worker.run(wire.Run{Cells: ids})
	}
}

// Cells returns the cells of the notebook as they stand on the page.
func (p *Page) Cells() []wire.Cell {
	cells := make([]wire.Cell, len(p.cells))
	for i, c := range p.cells {
		cells[i] = wire.Cell{ID: c.id, Source: c.published, Inline: c.inline, Heavy: c.heavy, Picks: c.picks}
		if code := c.code(); code != nil {
			cells[i].Fold = !code.HasAttribute("open")
		}
	}
	return cells
}

// Sentence returns an error's text with a capital letter and a full stop.
func Sentence(err error) string { return Capital(strings.TrimSuffix(err.Error(), ".") + ".") }

// Share evaluates every cell, and tells the author of a link.
func (p *Page) Share() {
	if !p.link.sharing {
		p.link.sharing = true
		p.Say("Computing every output for the link …")
		p.worker.share()
	}
}

// OpenLink brings the inputs to the values of a link, evaluates every cell, and compares the outputs with those that its sender saw.
func (p *Page) OpenLink(fragment string) {
	p.link.asked = fragment
	p.worker.post(&wire.Open{Fragment: fragment})
}

// Inputs returns the values that the reader has chosen, by input.
func (p *Page) Inputs() map[string]string { return maps.Clone(p.inputs) }

// Edit puts the cursor in the code of a cell.
func (p *Page) Edit(id string) {
	c := p.cell(id)
	if c == nil || c.inline {
		return
	}
	c.code().SetAttribute("open", "")
	p.openEditor(c)
	c.editor.area.Set("typed", true)
	c.editor.area.Call("focus", map[string]any{"preventScroll": true})
}

// Data returns what the builder says to the page.
func (p *Page) Data() js.Value { return p.boot.Get("book") }

// AddKeys puts keys of the author first in the help.
func AddKeys(more [][2]string) { keys = slices.Concat(more, keys) }
