//go:build js && wasm

package playground

import (
	"strconv"
	"strings"
	"syscall/js"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
)

// listen adds the event handlers. They come before those of the page, which does not hear of what they handle.
func (pl *playground) listen() {
	on := func(event string, handle func(e js.Value, at *dom.Element) bool) {
		dom.Listen(js.Global().Get("document"), event, func(e js.Value) {
			if at := dom.Target(e); at != nil && handle(e, at) {
				e.Call("stopImmediatePropagation")
			}
		})
	}
	on("click", pl.onClick)
	on("dblclick", pl.onDoubleClick)
	on("keydown", pl.onKey)
	on("input", pl.onInput)
	on("change", pl.onChange)
	on("focusin", pl.onFocus)
	on("focusout", pl.onBlur)
	on("dragover", pl.onDrag)
	on("dragleave", pl.onDrag)
	on("drop", pl.onDrop)
	dom.Listen(js.Global(), "hashchange", func(js.Value) { pl.route() })
	dom.Listen(js.Global(), "beforeunload", func(e js.Value) {
		if pl.flush(); pl.unkept() != "" {
			e.Call("preventDefault") // the browser asks whether to leave
		}
	})
	dom.Listen(js.Global(), "pagehide", func(js.Value) { pl.flush() })
	dom.Listen(js.Global().Get("document"), "visibilitychange", func(js.Value) { pl.flush() })
}

// blockOf returns the key of the block that el is part of, or 0.
func blockOf(el *dom.Element) int {
	root := el.Closest("#blocks > [data-key]")
	if root == nil {
		return 0
	}
	key, _ := strconv.Atoi(root.GetAttribute("data-key"))
	return key
}

func (pl *playground) onClick(e js.Value, at *dom.Element) bool {
	button := at.Closest("button")
	if button == nil {
		if link := at.Closest("a[href^='#']"); link != nil && link.Closest("#blocks") != nil {
			return pl.follow(e, link)
		}
		return false
	}
	key := blockOf(button)
	switch id := button.ID(); id {
	case "undo":
		pl.undo()
	case "redo":
		pl.redo()
	case "share":
		pl.share()
	case "new":
		pl.startNew()
	case "open":
		dom.ByID("file").Call("click")
	case "download":
		pl.download()
	case "export":
		pl.export()
	case "notebooks":
		pl.showList()
	default:
		return pl.press(button.GetAttribute("data-do"), key, button)
	}
	return true
}

// press does what a button with data-do says, and returns whether it is one of the playground's.
func (pl *playground) press(action string, key int, button *dom.Element) bool {
	switch action {
	case "block-edit":
		pl.edit(key)
	case "block-done":
		pl.done(key)
	case "block-up":
		pl.move(key, -1)
	case "block-down":
		pl.move(key, 1)
	case "block-copy":
		pl.duplicate(key)
	case "block-remove":
		pl.remove(key)
	case "block-fold":
		pl.setAttributes(key, func(a *markdown.Attributes) { a.Fold = !a.Fold })
		if code := pl.blocks[key].body.Find("details.code"); code != nil {
			dom.SetBool(code, "open", button.GetAttribute("aria-pressed") == "false")
		}
	case "block-options":
		pl.showOptions(key, button)
	case "add-cell":
		pl.add(key, markdown.Cell)
	case "add-text":
		pl.add(key, markdown.Text)
	case "add-data":
		pl.addTo = key
		dom.ByID("file").Call("click")
	case "block-undo":
		pl.undo()
	case "go-block":
		key, _ := strconv.Atoi(button.GetAttribute("data-key"))
		pl.selectBlock(key)
	case "example":
		pl.goTo("example=" + button.GetAttribute("data-name"))
	case "notebook-open":
		pl.goTo("id=" + button.GetAttribute("data-id"))
	case "notebook-remove":
		pl.forget(button.GetAttribute("data-id"))
	case "notebook-back":
		pl.unforget()
	case "go-back":
		pl.goBack()
	case "run-linked":
		pl.runLinked()
	case "copy-notebook":
		pl.copy()
	case "download":
		pl.download()
	case "export-now":
		pl.exportNow()
	default:
		return false
	}
	return true
}

// follow goes to the place in the notebook that a link names, without putting it into the address.
func (pl *playground) follow(e js.Value, link *dom.Element) bool {
	if at := dom.ByID(strings.TrimPrefix(link.GetAttribute("href"), "#")); at != nil {
		e.Call("preventDefault")
		at.Call("scrollIntoView")
		return true
	}
	return false
}

func (pl *playground) onDoubleClick(_ js.Value, at *dom.Element) bool {
	key := blockOf(at)
	b := pl.blocks[key]
	if b == nil || !b.plain() || b.editor != nil || at.Closest(".block-body") == nil {
		return false
	}
	pl.edit(key)
	return true
}

func (pl *playground) onFocus(_ js.Value, at *dom.Element) bool {
	if key := blockOf(at); key != 0 {
		pl.mark(key)
	}
	return false
}

// onBlur renders and takes over a text whose editor is left.
func (pl *playground) onBlur(e js.Value, at *dom.Element) bool {
	if b := pl.blocks[pl.writing]; b != nil && b.editor != nil && at.Value.Equal(b.editor.Value) {
		to := dom.Wrap(e.Get("relatedTarget"))
		if to != nil && !b.root.Has(to) {
			pl.done(b.key)
		}
	}
	return false
}

func (pl *playground) onInput(_ js.Value, at *dom.Element) bool {
	switch {
	case at.Class().Contains("text-input"):
		pl.onTyping(at)
		return true
	case at.ID() == "title":
		pl.fitTitle()
		return true
	}
	if at.Closest("#blocks") != nil { // of the page: code, a control
		pl.keep()
	}
	return false
}

func (pl *playground) onChange(_ js.Value, at *dom.Element) bool {
	key := blockOf(at)
	switch {
	case at.ID() == "title":
		pl.draft.Step()
		pl.try(pl.draft.SetTitle(dom.Text(at.Value, "value")))
	case at.ID() == "file":
		pl.take(at.Get("files"))
		at.Set("value", "")
	case at.Class().Contains("block-name"):
		name := dom.Text(at.Value, "value")
		pl.rename(key, at, name)
	case at.Closest(".block-options") != nil:
		pl.setOption(key, at)
	default:
		if at.Closest("#blocks") != nil {
			pl.keep()
		}
		return false
	}
	return true
}

// source returns the text of a block.
func (pl *playground) source(key int) string {
	for _, b := range pl.draft.Blocks() {
		if b.Key == key {
			return b.Source
		}
	}
	return ""
}

// beside returns the key of the block by steps away from one, or 0.
func (pl *playground) beside(key, by int) int {
	var keys []int
	at := -1
	for _, b := range pl.draft.Blocks() {
		if b.Kind == markdown.FrontMatter {
			continue
		}
		if b.Key == key {
			at = len(keys)
		}
		keys = append(keys, b.Key)
	}
	if at += by; at < 0 || at >= len(keys) {
		return 0
	}
	return keys[at]
}

// add adds a block below another, or above all if there is no such block, and begins to edit it.
func (pl *playground) add(after int, kind markdown.BlockKind) {
	pl.leave()
	pl.draft.Step()
	source := ""
	if kind == markdown.Cell {
		source = markdown.NewCell(pl.draft.FreshID("cell"), "")
	}
	key, err := pl.draft.Insert(after, kind, source)
	if !pl.try(err) {
		return
	}
	pl.edit(key)
}

func (pl *playground) move(key, by int) {
	pl.leave()
	pl.draft.Step()
	if pl.beside(key, by) != 0 && pl.try(pl.draft.Move(key, by)) {
		pl.selectBlock(key)
	}
}

func (pl *playground) duplicate(key int) {
	pl.leave()
	pl.page.CommitAll()
	pl.draft.Step()
	if copied := pl.draft.Duplicate(key); copied != 0 {
		pl.changed()
		pl.selectBlock(copied)
	}
}

func (pl *playground) remove(key int) {
	pl.leave()
	pl.page.CommitAll() // so that Undo brings all of it back
	pl.draft.Step()
	next := pl.beside(key, 1)
	if next == 0 {
		next = pl.beside(key, -1)
	}
	label := pl.blocks[key].root.GetAttribute("aria-label")
	if !pl.try(pl.draft.Remove(key)) {
		return
	}
	pl.selectBlock(next)
	pl.page.Say(" " + label + " is removed.")
	dom.ByID("status").Call("prepend", dom.Button("Undo", "block-undo").Value)
}

func (pl *playground) undo() {
	pl.leave()
	pl.page.CommitAll()
	pl.draft.Step()
	if pl.draft.Undo() {
		pl.changed()
		pl.page.Say("Undone.")
	}
}

func (pl *playground) redo() {
	pl.leave()
	if pl.draft.Redo() {
		pl.changed()
		pl.page.Say("Done again.")
	}
}

// mark shows which block is selected.
func (pl *playground) mark(key int) {
	if old := pl.blocks[pl.selected]; old != nil {
		old.root.RemoveAttribute("data-selected")
		old.root.SetAttribute("tabindex", "-1")
	}
	pl.selected = key
	if b := pl.blocks[key]; b != nil {
		b.root.SetAttribute("data-selected", "")
		b.root.SetAttribute("tabindex", "0")
	}
}

// selectBlock puts the focus on a block as a whole.
func (pl *playground) selectBlock(key int) {
	if b := pl.blocks[key]; b != nil {
		b.root.Call("focus", map[string]any{"preventScroll": true})
		b.root.Call("scrollIntoView", map[string]any{"block": "nearest"})
	}
}
