//go:build js && wasm

package page

import (
	"slices"
	"strings"
	"syscall/js"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// An editor lets the reader change a cell: a transparent text area that lies exactly over the
// highlighted source, so that undo, selection and screen readers are the browser's own.
type editor struct {
	page  *Page
	cell  *cell
	area  *dom.Element // textarea.code-input
	shown *dom.Element // pre.source > code
	marks *dom.Element // marks the line of an error
	help  *dom.Element
	said  *dom.Element // the error, where that above the code is out of sight
	typed bool         // Tab indents once the reader has typed, and leads on before and after Escape
	asked bool         // the reader waits for the result
}

// prepareCell opens the editor of a cell whose code is open already, and gives a heavy cell its button.
func (p *Page) prepareCell(c *cell) {
	if c.inline {
		return
	}
	if c.code != nil && c.code.HasAttribute("open") {
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
	frame := c.code.Find(".editor")
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
	ed.marks = dom.Create("div", "code-mark", "")
	ed.marks.SetAttribute("hidden", "")
	frame.Add(ed.marks, ed.area)
	tools := c.code.Find(".tools")
	tools.SetTextContent("")
	run := dom.Button("Run", "run")
	run.SetAttribute("title", "Ctrl+Enter; Shift+Enter goes on to the next cell")
	stop := dom.Button("Stop", "stop")
	stop.Set("disabled", !p.worker.busy)
	reset := dom.Button("Reset cell", "reset")
	ed.help = dom.Create("div", "word-help", "")
	ed.said = dom.Create("p", "error", "")
	tools.Add(run, stop, reset, ed.help, ed.said)
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

// refresh shows the text area's content, highlighted, below it.
func (ed *editor) refresh() {
	source := ed.text()
	ed.shown.SetInnerHTML(ed.page.builtins.Highlight(source) + "\n") // a last empty line has its height
	edits := ed.page.edits
	committed, edited := edits[ed.cell.id]
	if !edited {
		committed = ed.cell.published
	}
	dom.SetBool(ed.cell.root, "data-draft", source != committed)
}

// onTyping follows the reader's changes; kind is what the browser calls them. A new line begins
// where the one before suggests.
func (p *Page) onTyping(area *dom.Element, kind string) {
	c := p.cellOf(area)
	if c == nil || c.editor == nil {
		return
	}
	c.editor.typed = true
	if kind == "insertLineBreak" {
		before, _ := c.editor.split()
		if spaces := nextIndent(before); spaces != "" {
			c.editor.insert(spaces) // comes here again
			return
		}
	}
	c.editor.mark(nil)
	c.editor.refresh()
	p.keep.changed(p)
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
	case key == "Escape":
		e.Call("preventDefault")
		ed.typed = false
		c.code.Find("summary").Call("focus")
	case key == "Tab" && ed.indent(shift):
		e.Call("preventDefault")
	}
}

// indent does what Tab means, or Shift+Tab: it moves the selected lines to the right or back, and at
// the cursor it makes room. It returns false where the key is to lead on.
func (ed *editor) indent(back bool) bool {
	before, after := ed.split()
	selected, rest := cutUTF16(after, int(dom.Number(ed.area.Value, "selectionEnd")-dom.Number(ed.area.Value, "selectionStart")))
	lines := strings.Contains(selected, "\n")
	switch {
	case !lines && !ed.typed:
		return false
	case !lines && !back:
		ed.insert(indent)
		return true
	}
	old := linesOf(before, selected, rest)
	moved := indentLines(old, back)
	if moved == old {
		return lines
	}
	start := lenUTF16(before[:strings.LastIndexByte(before, '\n')+1])
	cursor := max(start, lenUTF16(before)+lenUTF16(moved)-lenUTF16(old))
	ed.area.Call("setSelectionRange", start, start+lenUTF16(old))
	ed.insert(moved)
	if end := start + lenUTF16(moved); lines {
		ed.area.Call("setSelectionRange", start, end)
	} else {
		ed.area.Call("setSelectionRange", cursor, cursor)
	}
	return true
}

// insert types s at the cursor; the browser can undo it.
func (ed *editor) insert(s string) {
	if !ed.page.doc.Call("execCommand", "insertText", false, s).Bool() {
		ed.area.Call("setRangeText", s, ed.area.Get("selectionStart"), ed.area.Get("selectionEnd"), "end")
		ed.page.onTyping(ed.area, "")
	}
}

// split returns the text before and after the cursor.
func (ed *editor) split() (before, after string) {
	return cutUTF16(ed.text(), int(dom.Number(ed.area.Value, "selectionStart")))
}

// mark marks the line of a problem; nil takes the mark away.
func (ed *editor) mark(what *problem) {
	on := what != nil && what.line > 0
	dom.SetBool(ed.marks, "hidden", !on)
	ed.area.SetAttribute("aria-invalid", "false")
	if !on {
		return
	}
	ed.area.SetAttribute("aria-invalid", "true")
	lines := strings.SplitAfter(ed.text(), "\n")
	line := min(what.line, len(lines))
	// The mark holds the same lines as the text, so that it lies where the line is at any font size.
	ed.marks.SetTextContent(strings.Join(lines[:line-1], ""))
	bad := dom.Create("mark", "", strings.TrimSuffix(lines[line-1], "\n")+" ")
	ed.marks.Add(bad, dom.Create("small", "", what.text))
}

// explain says below the code what is wrong, if the reader has just run it and does not see where it
// stands above the code.
func (ed *editor) explain(what *problem) {
	ed.said.SetTextContent("")
	if what == nil || !ed.asked {
		return
	}
	box := ed.cell.problem.Call("getBoundingClientRect")
	if dom.Number(box, "top") < 0 || dom.Number(box, "bottom") > dom.Number(js.Global(), "innerHeight") {
		ed.said.SetInnerHTML(ed.cell.problem.InnerHTML())
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
	c.code.SetAttribute("open", "")
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

// goOn moves the focus to the code of the cell after c.
func (p *Page) goOn(c *cell) {
	after := false
	for _, next := range p.cells {
		switch {
		case next == c:
			after = true
		case after && !next.inline && next.code != nil:
			target := next.code.Find("summary")
			if next.code.HasAttribute("open") && next.editor != nil {
				next.editor.typed = false
				target = next.editor.area
			}
			target.Call("focus")
			return
		}
	}
}

// showBuiltinHelp shows what the builtin at the cursor does, below the editor that has the focus.
func (p *Page) showBuiltinHelp() {
	active := dom.Active()
	if active == nil || !active.Class().Contains("code-input") {
		return
	}
	c := p.cellOf(active)
	if c == nil || c.editor == nil {
		return
	}
	ed := c.editor
	before, after := ed.split()
	builtin, found := p.builtins.Find(nameAt(before, after))
	if !found {
		builtin, found = p.builtins.Find(callAround(before))
	}
	ed.help.SetTextContent("")
	if !found {
		return
	}
	ed.help.Add(dom.Create("code", "", builtin.Signature))
	if entry := p.referenceEntry(builtin.Name); entry != nil {
		for _, part := range entry.FindAll(":scope > :not(h3)") {
			ed.help.Call("append", part.Call("cloneNode", true))
		}
	} else {
		ed.help.Add(dom.Create("p", "", builtin.Summary))
	}
}
