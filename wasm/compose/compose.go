// Package compose makes of the text of a notebook what a kernel evaluates, and what its page shows. Only the full engine has it.
package compose

import (
	"fmt"

	"topobook/notebooks/engine"
	"topobook/notebooks/markdown"
	"topobook/wasm/wire"
)

// kinds are the kinds of blocks as messages name them.
var kinds = map[markdown.BlockKind]string{markdown.FrontMatter: "front", markdown.Text: "text", markdown.Cell: "cell", markdown.Data: "data"}

// Read reads a text that is being written: it is a kernel.Composer.
func Read(file, source string) (doc *engine.Document, render func([]engine.Result) *wire.Composed) {
	defer func() { // a kernel that fails is started again, with the same text
		if r := recover(); r != nil {
			engine.LogPanic(r)
			fault := wire.Fault{Line: 1, Text: fmt.Sprintf("internal error: the text cannot be read: %v", r)}
			doc, render = &engine.Document{}, func([]engine.Result) *wire.Composed { return &wire.Composed{Faults: []wire.Fault{fault}} }
		}
	}()
	book, faults := markdown.Draft(file, source)
	blocks := markdown.Split(source)
	return &book.Document, func(results []engine.Result) *wire.Composed {
		c := &wire.Composed{Title: book.Title}
		for i, shown := range book.BlocksHTML(results) {
			b := blocks[i]
			c.Blocks = append(c.Blocks, wire.Block{Kind: kinds[b.Kind], ID: b.ID, HTML: shown.HTML, Caption: shown.Caption, Line: b.Line})
		}
		for _, f := range faults {
			c.Faults = append(c.Faults, wire.Fault{Line: f.Line, Col: f.Col, Text: f.Msg})
		}
		return c
	}
}
