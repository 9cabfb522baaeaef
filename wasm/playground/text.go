//go:build js && wasm

package playground

import (
	"strconv"
	"strings"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/draft"
)

const renderAfter = 200 // ms without a key before what was typed is rendered

// edit begins to edit a block.
func (pl *playground) edit(key int) {
	b := pl.blocks[key]
	if b == nil {
		return
	}
	if !b.plain() {
		pl.page.Edit(b.id)
		return
	}
	if b.editor != nil {
		b.editor.Call("focus")
		return
	}
	pl.leave()
	pl.writing = key
	frame := dom.Create("div", "text-editor", "")
	b.editor = dom.Create("textarea", "text-input", "")
	label := "Text in Markdown"
	if b.kind == markdown.Data {
		label = "File " + b.id
	}
	b.editor.SetAttribute("aria-label", label)
	b.editor.Set("value", strings.TrimRight(pl.source(key), "\r\n"))
	frame.Add(b.editor)
	b.bar.Call("after", frame.Value)
	b.root.SetAttribute("data-editing", "")
	b.fillBar()
	b.fit()
	b.editor.Call("focus", map[string]any{"preventScroll": true})
	b.root.Call("scrollIntoView", map[string]any{"block": "nearest"})
}

// fit makes the editor as high as its text.
func (b *block) fit() {
	b.editor.SetAttribute("rows", "1")
	b.editor.Get("style").Set("height", "auto")
	b.editor.Get("style").Set("height", strconv.Itoa(int(dom.Number(b.editor.Value, "scrollHeight"))+2)+"px")
}

// onTyping follows the reader's changes of a text: it is rendered and kept a moment later.
func (pl *playground) onTyping(area *dom.Element) {
	b := pl.blocks[blockOf(area)]
	if b == nil || b.editor == nil || b.key != pl.writing {
		return
	}
	source := dom.Text(area.Value, "value")
	pl.pending = &source
	b.fit()
	pl.later.Start(renderAfter, pl.load)
	pl.keep()
}

// pendingSource returns what the editor of a block has, as the block's source: whole lines, with the blank lines at the end that the
// block had. A text that stood nowhere yet is set apart from what is around it.
func (pl *playground) pendingSource(b draft.Block) string {
	text := strings.TrimRight(*pl.pending, "\n")
	if b.Source == "" {
		return "\n" + text + "\n\n"
	}
	end := b.Source[len(strings.TrimRight(b.Source, "\r\n")):]
	if end == "" {
		end = "\n"
	}
	return text + end
}

// leave ends the editing of a text.
func (pl *playground) leave() {
	if pl.writing != 0 {
		pl.done(pl.writing)
	}
}

// done takes over what was typed in a block, and closes its editor. Where that cannot be taken over, the editor stays and says why.
func (pl *playground) done(key int) {
	b := pl.blocks[key]
	if b == nil || b.editor == nil {
		pl.writing, pl.pending = 0, nil
		return
	}
	pl.later.Stop()
	focused := b.root.Has(dom.Active())
	if pl.pending != nil {
		pl.draft.Step()
		err := pl.draft.Set(key, *pl.pending)
		if err != nil {
			b.said.RemoveAttribute("hidden")
			b.said.SetTextContent(err.Error())
			return
		}
	}
	empty := strings.TrimSpace(dom.Text(b.editor.Value, "value")) == ""
	b.editor.Get("parentElement").Call("remove")
	b.editor = nil
	b.root.RemoveAttribute("data-editing")
	b.fillBar()
	changed := pl.pending != nil
	pl.writing, pl.pending = 0, nil
	if empty {
		next := pl.beside(key, -1)
		_ = pl.draft.Remove(key) // it may be gone already
		pl.changed()
		if focused {
			pl.selectBlock(next)
		}
		return
	}
	if changed {
		pl.changed()
	}
	if focused {
		pl.selectBlock(key)
	}
}
