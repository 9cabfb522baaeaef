//go:build js && wasm

package page

import "topobook/wasm/dom"

// keys are what the page does at a key, in the order of the help.
var keys = [][2]string{
	{"Shift+Enter", "in code: run the cell and go to the next"},
	{"Ctrl+Enter", "in code: run the cell and stay (⌘Enter on a Mac)"},
	{"Tab", "in code: indent, once you have typed, or the selected lines; Shift+Tab the other way"},
	{"Esc", "in code: leave it; Tab then leads on"},
	{"Ctrl+Space", "in code: what may stand here; ↑ ↓ choose, Enter or Tab takes it"},
	{"Ctrl+Z, Ctrl+F, Ctrl+/", "in code: undo, find, comment lines out and in; F8: go to what is wrong"},
	{"Arrow keys", "in a diagram: go from node to node (Home and End: first and last)"},
	{"L", "in a diagram whose links can be cut: to the next link of the node, Shift+L to the one before; arrow keys or Esc lead back"},
	{"+ − 0", "in a large diagram: nearer, farther, and all of it; also Ctrl and the wheel, or two fingers"},
	{"Shift+Arrow keys", "in a diagram in space: turn it"},
	{"Enter", "in a diagram: pick the node for the input whose field you were in, or for the nearest, then for the next; again to drop one of several"},
	{"Arrow keys", "on a slider: change its value; drag the name of a number to change it"},
	{"?", "show this help; Esc closes it"},
}

// showHelp opens the dialog that lists the keys.
func (p *Page) showHelp() {
	dialog := dom.ByID("keys")
	if dialog == nil {
		dialog = dom.Create("dialog", "", "")
		dialog.SetID("keys")
		dialog.SetAttribute("aria-labelledby", "keys-title")
		title := dom.Create("h2", "", "Keys")
		title.SetID("keys-title")
		dialog.Add(title)
		rows := dom.Create("dl", "", "")
		for _, k := range keys {
			term := dom.Create("dt", "", "")
			term.Add(dom.Create("kbd", "", k[0]))
			rows.Add(term)
			rows.Add(dom.Create("dd", "", k[1]))
		}
		dialog.Add(rows)
		form := dom.Create("form", "", "")
		form.SetAttribute("method", "dialog")
		form.Add(dom.Create("button", "", "Close"))
		dialog.Add(form)
		p.doc.Find("body").Add(dialog)
	}
	if !dialog.HasAttribute("open") {
		dialog.Call("showModal")
	}
}
