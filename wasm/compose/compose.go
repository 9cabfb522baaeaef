// Package compose makes of the text of a notebook what a kernel evaluates, and what its page shows. Only the full engine has it.
package compose

import (
	"fmt"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/wasm/kernel"
	"topobook/wasm/wire"
)

// Read reads a text that is being written: it is a [kernel.Composer].
func Read(file, source string) (doc *engine.Document, c kernel.Composition) {
	defer func() { // a kernel that fails is started again, with the same text
		if r := recover(); r != nil {
			engine.LogPanic(r)
			doc = &engine.Document{}
			c = &composition{book: &markdown.Notebook{}, faults: []wire.Fault{{Line: 1, Text: fmt.Sprintf("internal error: the text cannot be read: %v", r)}}}
		}
	}()
	book, faults := markdown.Draft(file, source)
	text := &composition{book: book, blocks: markdown.Split(source)}
	for _, f := range faults {
		text.faults = append(text.faults, wire.Fault{Line: f.Line, Text: f.Msg})
	}
	return &book.Document, text
}

// A composition is a text that was read.
type composition struct {
	book   *markdown.Notebook
	blocks []markdown.Block
	faults []wire.Fault
}

// Figures tells, in a letter for each cell with a caption, all of its result that numbers depend on.
func (c *composition) Figures(results []engine.Result) string {
	var kinds []byte
	for i, r := range results {
		switch {
		case c.book.Cells[i].Caption == "":
		case r.State == engine.Waiting:
			kinds = append(kinds, 'w')
		case r.HTML == "":
			kinds = append(kinds, '-')
		case markdown.OnlyTables(r.HTML):
			kinds = append(kinds, 't')
		default:
			kinds = append(kinds, 'f')
		}
	}
	return string(kinds)
}

// Render returns the blocks of the text as HTML, and what is wrong with it.
func (c *composition) Render(results []engine.Result) *wire.Composed {
	m := &wire.Composed{Faults: c.faults}
	for i, shown := range c.book.BlocksHTML(results) {
		m.Lines = append(m.Lines, c.blocks[i].Line)
		m.Blocks = append(m.Blocks, wire.Block{At: i, HTML: shown.HTML, Caption: shown.Caption})
	}
	return m
}
