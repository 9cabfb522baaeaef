//go:build js && wasm

package playground

import (
	"strconv"
	"syscall/js"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
)

// showTitle shows the notebook's title in its field, unless the reader is typing there, and in that of the window.
func (pl *playground) showTitle() {
	title := markdown.Title(pl.draft.Text())
	field := dom.ByID("title")
	if !field.Value.Equal(dom.Active().Value) {
		field.Set("value", title)
		pl.fitTitle()
	}
	if title == "" {
		title = "Untitled notebook"
	}
	js.Global().Get("document").Set("title", title+" · Playground")
}

// fitTitle makes the field of the title as high as its text.
func (pl *playground) fitTitle() {
	field := dom.ByID("title")
	field.Get("style").Set("height", "auto")
	field.Get("style").Set("height", strconv.Itoa(int(dom.Number(field.Value, "scrollHeight")))+"px")
}

// showStart offers ways to begin while the notebook is empty.
func (pl *playground) showStart() {
	start := dom.ByID("start")
	empty := len(pl.blocks) == 0 && pl.notebook.ID == ""
	dom.SetBool(start, "hidden", !empty)
	if !empty || start.Get("childElementCount").Int() > 0 {
		if len(pl.blocks) > 0 {
			start.SetTextContent("")
		}
		return
	}
	add := dom.Create("p", "first", "")
	add.Add(dom.Button("Code", "add-cell"), dom.Button("Text", "add-text"), dom.Button("Data", "add-data"))
	start.Add(dom.Create("p", "", "Begin with code, text or a file of data:"), add, dom.Create("p", "", "or with an example:"), pl.examples())
}
