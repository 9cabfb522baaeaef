//go:build js && wasm

package page

import (
	"syscall/js"

	"topobook/notebooks/engine"
	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// improve has site/editor.js take the place of a text area that has the focus. It fetches the script when it is first asked; where
// that does not come the text area stays.
func (p *Page) improve(area *dom.Element) {
	c := p.cellOf(area)
	switch {
	case c == nil || c.editor == nil || area.TagName() != "TEXTAREA":
	case p.boot.Get("improve").Truthy():
		p.boot.Call("improve", area.Value, c.id, c.published)
	case !p.coming:
		p.coming = true
		came := func(js.Value) {
			p.coming = false
			if active := dom.Active(); p.boot.Get("improve").Truthy() && active.Class().Contains("code-input") {
				p.improve(active)
			}
		}
		dom.Then(p.boot.Call("editor"), came, func(js.Value) { p.coming = false })
	}
}

// serveEditors gives site/editor.js what it asks the program: improved(cell, area) says that an area is in place, check(cell) tells
// what is wrong with the code of a cell and which names there are, and look(name, prefix) asks for strings, which seen is called with.
func (p *Page) serveEditors() {
	p.boot.Set("improved", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if c := p.cell(args[0].String()); c != nil {
			c.editor.area = dom.Wrap(args[1])
		}
		return nil
	}))
	p.boot.Set("check", js.FuncOf(func(_ js.Value, args []js.Value) any { return p.check(args[0].String()) }))
	p.boot.Set("look", js.FuncOf(func(_ js.Value, args []js.Value) any {
		p.worker.post(&wire.Look{Name: args[0].String(), Prefix: args[1].String()})
		return nil
	}))
}

// check returns what is wrong with the code of a cell as it is typed, and by name the cells that give names.
func (p *Page) check(id string) map[string]any {
	if p.checker == nil {
		p.checker = engine.NewChecker(p.builtins.Names())
	}
	written := p.Written()
	cells := make([]engine.Cell, len(p.cells))
	for i, c := range p.cells {
		source, ok := written[c.id]
		if !ok {
			source = c.published
		}
		cells[i] = engine.Cell{ID: c.id, Source: source, Inline: c.inline}
	}
	err, names := p.checker.Check(cells, id)
	given := map[string]any{}
	for name, cell := range names {
		given[name] = cell
	}
	told := map[string]any{"names": given}
	if err != nil {
		told["problem"] = map[string]any{"line": err.Line, "col": err.Col, "text": err.Msg, "hint": err.Hint}
	}
	return told
}

// seen hands strings to the editor that has asked for them. Where a cell must run first it runs, unless that takes long or its code
// is not to run without a word of the reader.
func (p *Page) seen(m *wire.Seen) {
	c := p.cell(m.Cell)
	runs := c != nil && !c.heavy && p.author == nil
	if runs && !p.worker.busy {
		p.worker.run(wire.Run{Cells: []string{c.id}})
	}
	items := make([]any, len(m.Items))
	for i, item := range m.Items {
		items[i] = item
	}
	p.boot.Call("seen", items, runs)
}
