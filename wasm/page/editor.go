//go:build js && wasm

package page

import (
	"slices"
	"syscall/js"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// An editor lets the reader change a cell: at first in a transparent text area that lies exactly over the highlighted source, and
// once it has had the focus and site/editor.js has come in what that puts there instead. That has the properties of the text area
// that are used here; both have typed, whether Tab is to indent, and problem, what is marked.
type editor struct {
	page  *Page
	cell  *cell
	area  *dom.Element // .code-input
	shown *dom.Element // pre.source > code
	said  *dom.Element // the error, where that above the code is out of sight
	asked bool         // the reader waits for the result
}

// prepareCell opens the editor of a cell whose code is open already, and gives a heavy cell its button.
func (p *Page) prepareCell(c *cell) {
	if c.inline {
		return
	}
	if code := c.code(); code != nil && code.HasAttribute("open") {
		p.openEditor(c)
	}
	p.prepareSaving(c)
}

// onToggle opens the editor of a cell whose code the reader opens.
func (p *Page) onToggle(e js.Value) {
	if details := dom.Target(e).Closest("details.code"); details != nil && details.HasAttribute("open") {
		if c := p.cellOf(details); c != nil {
			p.openEditor(c)
		}
	}
}

// openEditor lays the editor over the source of c.
func (p *Page) openEditor(c *cell) {
	code := c.code()
	frame := code.Find(".editor")
	if c.editor != nil || frame == nil {
		return
	}
	ed := &editor{page: p, cell: c, shown: frame.Find("code")}
	ed.area = dom.Create("textarea", "code-input", "")
	for name, value := range map[string]string{
		"aria-label": "Code of cell " + c.id, "spellcheck": "false", "autocapitalize": "off",
		"autocomplete": "off", "autocorrect": "off", "wrap": "off", "rows": "1",
	} {
		ed.area.SetAttribute(name, value)
	}
	frame.Find("pre").SetAttribute("aria-hidden", "true")
	frame.RemoveAttribute("tabindex") // the keyboard scrolls it from the text
	frame.Add(ed.area)
	tools := code.Find(".tools")
	tools.SetTextContent("")
	run := dom.Button("Run", "run")
	run.SetAttribute("title", "Ctrl+Enter; Shift+Enter goes on to the next cell")
	stop := dom.Button("Stop", "stop")
	stop.Set("disabled", !p.stops)
	reset := dom.Button("Reset cell", "reset")
	ed.said = dom.Create("p", "error", "")
	tools.Add(run, stop, reset, dom.Create("div", "word-help", ""), ed.said)
	c.editor = ed
	source := c.published
	if edited, ok := p.edits[c.id]; ok {
		source = edited
	}
	ed.setText(source)
}

// text returns what the editor contains.
func (ed *editor) text() string { return dom.Text(ed.area.Value, "value") }

// setText replaces what the editor contains.
func (ed *editor) setText(source string) {
	ed.area.Set("value", source)
	ed.refresh()
}

// refresh shows the text area's content, highlighted, below it. The editor that takes its place (site/editor.js) highlights by itself.
func (ed *editor) refresh() {
	source := ed.text()
	if ed.area.TagName() == "TEXTAREA" {
		// In one element: WebKit takes time for each of many children that grows with their number. A last empty line has its height.
		ed.shown.SetInnerHTML("<span>" + ed.page.builtins.Highlight(source) + "</span>\n")
	} else {
		ed.shown.SetTextContent(source)
	}
	edits := ed.page.edits
	committed, edited := edits[ed.cell.id]
	if !edited {
		committed = ed.cell.published
	}
	dom.SetBool(ed.cell.root, "data-draft", source != committed)
}

// onTyping follows the reader's changes.
func (p *Page) onTyping(area *dom.Element) {
	if c := p.cellOf(area); c != nil && c.editor != nil {
		c.editor.refresh()
		p.keep.changed(p)
	}
}

// onEditorKey handles the keys that mean something in an editor.
func (p *Page) onEditorKey(e js.Value, key string) {
	c := p.cellOf(dom.Target(e))
	if c == nil || c.editor == nil {
		return
	}
	ed := c.editor
	shift := dom.Truth(e, "shiftKey")
	switch {
	case key == "Enter" && (shift || dom.Truth(e, "ctrlKey") || dom.Truth(e, "metaKey")):
		e.Call("preventDefault")
		p.runCell(c)
		if shift {
			p.goOn(c)
		}
	case key == "Escape" && !Choosing(ed.area):
		e.Call("preventDefault")
		c.code().Find("summary").Call("focus")
	}
}

// Choosing tells whether an editor shows a list to choose from, which keys are for.
func Choosing(area *dom.Element) bool { return area.HasAttribute("aria-haspopup") }

// mark marks the line of a problem; nil takes the mark away.
func (ed *editor) mark(what *problem) {
	var marked any
	if what != nil {
		marked = map[string]any{"line": what.line, "col": what.col, "text": what.text, "hint": what.hint}
	}
	ed.area.Set("problem", marked)
}

// explain says below the code what is wrong, if the reader has just run it and does not see where it
// stands above the code.
func (ed *editor) explain(what *problem) {
	ed.said.SetTextContent("")
	if what == nil || !ed.asked {
		return
	}
	problem := ed.cell.problem()
	box := problem.Call("getBoundingClientRect")
	if dom.Number(box, "top") < 0 || dom.Number(box, "bottom") > dom.Number(js.Global(), "innerHeight") {
		ed.said.SetInnerHTML(problem.InnerHTML())
		ed.said.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}

// runCell takes over what the reader wrote in c, and evaluates it and what depends on it.
func (p *Page) runCell(c *cell) {
	p.commit(c)
	if c.editor != nil {
		c.editor.asked = true
	}
	p.worker.run(wire.Run{Cells: []string{c.id}, Heavy: true})
}

// commit sends the reader's source of c to the kernel if it is not there yet, and returns whether it did.
func (p *Page) commit(c *cell) bool {
	if c.editor == nil {
		return false
	}
	source := c.editor.text()
	committed, edited := p.edits[c.id]
	if source == committed && edited || source == c.published && !edited {
		return false
	}
	if p.author != nil {
		p.author.Commit(c.id, source)
		return true
	}
	p.noteEdit(c, source)
	c.editor.refresh()
	if source == c.published {
		p.worker.post(&wire.Reset{Cell: c.id})
	} else {
		p.worker.post(&wire.Edit{Cell: c.id, Source: source})
	}
	p.link.outdate(p)
	return true
}

// noteEdit remembers the reader's source of c and marks the cell, unless it is the published one.
func (p *Page) noteEdit(c *cell, source string) {
	if source == c.published {
		delete(p.edits, c.id)
	} else {
		p.edits[c.id] = source
	}
	dom.SetBool(c.root, "data-edited", source != c.published)
	p.keep.changed(p)
}

// markDependents marks the cells that use the code of edited ones.
func (p *Page) markDependents(cells []string) {
	for _, c := range p.cells {
		dom.SetBool(c.root, "data-edited-upstream", slices.Contains(cells, c.id))
	}
}

// resetCell brings the published source of c and the values of its inputs back.
func (p *Page) resetCell(c *cell) {
	before := p.state()
	p.keep.fork(p, nil)
	if c.editor != nil {
		c.editor.setText(c.published)
	}
	p.noteEdit(c, c.published)
	for name, cell := range p.inputCells {
		if cell == c.id {
			delete(p.inputs, name)
			delete(p.used, name)
			p.clearRefusal(name)
			p.showInput(name, p.published[name])
		}
	}
	if c.editor != nil {
		c.editor.refresh()
	}
	p.link.outdate(p)
	p.worker.post(&wire.Reset{Cell: c.id})
	p.worker.run(wire.Run{})
	p.offerUndo("Cell "+c.id+" is as published.", before)
}

// useSolution puts the solution beside a button into c, the exercise that it is for, and evaluates that.
func (p *Page) useSolution(c *cell, button *dom.Element) {
	before := p.state()
	p.keep.fork(p, nil)
	c.code().SetAttribute("open", "")
	p.openEditor(c)
	c.editor.setText(dom.Text(button.Get("previousElementSibling"), "textContent"))
	p.runCell(c)
	if p.author == nil { // who can take back more
		p.offerUndo("The solution is in cell "+c.id+".", before)
	}
}

// resetPage brings all published sources and values back.
func (p *Page) resetPage() {
	before := p.state()
	p.keep.fork(p, nil)
	p.become(nil, nil)
	for _, c := range p.cells {
		if c.editor != nil {
			c.editor.setText(c.published)
		}
	}
	p.arm("", nil)
	p.link.clear(p)
	p.worker.run(wire.Run{})
	p.offerUndo("The page is as published.", before)
}

// goOn moves the focus to the code of the cell after c, in what is open and is text.
func (p *Page) goOn(c *cell) {
	after := false
	for _, next := range p.cells {
		if !after {
			after = next == c
			continue
		}
		if code := next.code(); code != nil && next.root.Closest(".programs,details:not([open])") == nil {
			target := code.Find("summary")
			if code.HasAttribute("open") && next.editor != nil {
				target = next.editor.area
			}
			target.Call("focus")
			return
		}
	}
}
