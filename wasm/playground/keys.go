//go:build js && wasm

package playground

import (
	"syscall/js"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/page"
)

// keys are those of the playground, for the help.
var keys = [][2]string{
	{"↑ ↓", "on a block: go to the one above or below"},
	{"Enter", "on a block: edit it; Esc leaves it, Shift+Enter goes on to the next"},
	{"a, b", "on a block: add code above or below; A, B: text"},
	{"Alt+↑ ↓", "on a block: move it; Alt+Shift+↓ duplicates it"},
	{"Delete", "on a block: remove it"},
	{"Ctrl+Z", "outside of text: undo; Ctrl+Shift+Z: do again"},
	{"Ctrl+S", "keep the notebook in the browser now"},
}

// onKey handles the keys that work on blocks: those of a block that is selected as a whole, and those that leave an editor.
func (pl *playground) onKey(e js.Value, at *dom.Element) bool {
	key, block := dom.Text(e, "key"), blockOf(at)
	if dom.Truth(e, "isComposing") {
		return false
	}
	shift, alt, command := dom.Truth(e, "shiftKey"), dom.Truth(e, "altKey"), dom.Truth(e, "ctrlKey") || dom.Truth(e, "metaKey")
	handled := false
	switch {
	case command && (key == "s" || key == "S"):
		pl.keepNow()
		handled = true
	case at.ID() == "title" && key == "Enter":
		if first := pl.root.Find(".block"); first != nil {
			pl.selectBlock(blockOf(first))
		} else {
			at.Call("blur")
		}
		handled = true
	case at.Class().Contains("code-input") && key == "Escape" && page.Choosing(at):
	case at.Class().Contains("code-input"):
		handled = pl.onCodeKey(block, key, shift, command)
	case at.Class().Contains("text-input"):
		handled = pl.onTextKey(block, key, shift, command)
	case at.Class().Contains("block-name") && (key == "Enter" || key == "Escape"):
		if key == "Escape" {
			at.Set("value", pl.blocks[block].id)
		}
		pl.selectBlock(block)
		handled = true
	case dom.IsTextField(at) || dom.ByID("keys") != nil && dom.ByID("keys").HasAttribute("open"):
	case command && !shift && key == "z":
		pl.undo()
		handled = true
	case command && (shift && (key == "z" || key == "Z") || key == "y"):
		pl.redo()
		handled = true
	case block != 0 && pl.blocks[block].root.Value.Equal(at.Value) && !command:
		handled = pl.onBlockKey(block, key, shift, alt)
	}
	if handled {
		e.Call("preventDefault")
	}
	return handled
}

// onBlockKey handles a key on a block as a whole.
func (pl *playground) onBlockKey(block int, key string, shift, alt bool) bool {
	switch {
	case alt && shift && key == "ArrowDown":
		pl.duplicate(block)
	case alt && key == "ArrowUp":
		pl.move(block, -1)
	case alt && key == "ArrowDown":
		pl.move(block, 1)
	case alt:
		return false
	case key == "ArrowUp" || key == "k":
		pl.selectBlock(pl.beside(block, -1))
	case key == "ArrowDown" || key == "j":
		pl.selectBlock(pl.beside(block, 1))
	case key == "Enter" && shift:
		pl.runBlock(block)
		pl.selectBlock(pl.beside(block, 1))
	case key == "Enter":
		pl.edit(block)
	case key == "a":
		pl.add(pl.above(block), markdown.Cell)
	case key == "b":
		pl.add(block, markdown.Cell)
	case key == "A":
		pl.add(pl.above(block), markdown.Text)
	case key == "B":
		pl.add(block, markdown.Text)
	case key == "Delete" || key == "Backspace":
		pl.remove(block)
	default:
		return false
	}
	return true
}

// above returns the block before one, or that of the front matter.
func (pl *playground) above(block int) int {
	if key := pl.beside(block, -1); key != 0 {
		return key
	}
	if blocks := pl.draft.Blocks(); len(blocks) > 0 && blocks[0].Kind == markdown.FrontMatter {
		return blocks[0].Key
	}
	return 0
}

// runBlock runs a cell.
func (pl *playground) runBlock(block int) {
	if b := pl.blocks[block]; b != nil && b.kind == markdown.Cell {
		pl.page.RunCell(b.id)
	}
}

// onCodeKey handles the keys that leave the code of a cell.
func (pl *playground) onCodeKey(block int, key string, shift, command bool) bool {
	switch {
	case key == "Escape":
		pl.selectBlock(block)
	case key == "Enter" && shift && !command:
		pl.runBlock(block)
		next := pl.beside(block, 1)
		if next == 0 {
			pl.add(block, markdown.Cell)
		} else if b := pl.blocks[next]; b.kind == markdown.Cell && b.body.Find("details.code[open]") != nil {
			pl.edit(next)
		} else {
			pl.selectBlock(next)
		}
	default:
		return false
	}
	return true
}

// onTextKey handles the keys that leave a text.
func (pl *playground) onTextKey(block int, key string, shift, command bool) bool {
	switch {
	case key == "Escape", key == "Enter" && command:
		pl.done(block)
	case key == "Enter" && shift:
		pl.done(block)
		if next := pl.beside(block, 1); next != 0 && pl.writing == 0 {
			pl.selectBlock(next)
		}
	default:
		return false
	}
	return true
}
