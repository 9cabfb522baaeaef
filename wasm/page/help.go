//go:build js && wasm

package page

import (
	"syscall/js"

	"topobook/wasm/dom"
)

// keys are what the page does at a key, in the order of the help.
var keys = [][2]string{
	{"Shift+Enter", "in code: run the cell and go to the next"},
	{"Ctrl+Enter", "in code: run the cell and stay (⌘Enter on a Mac)"},
	{"Tab", "in code: indent, once you have typed, or the selected lines; Shift+Tab the other way"},
	{"Esc", "in code: leave it; Tab then leads on"},
	{"Ctrl+Z", "in code: undo"},
	{"Arrow keys", "in a diagram: go from node to node (Home and End: first and last)"},
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

// referenceEntry returns what the reference page says about a builtin. It fetches the page when it is first
// asked, returns nil until that is there, and then shows the help anew.
func (p *Page) referenceEntry(name string) *dom.Element {
	if p.reference != nil {
		return p.reference.Find("#" + name)
	}
	if p.asked {
		return nil
	}
	p.asked = true
	failed := func(js.Value) {} // offline, say: the summary has to do
	dom.Then(js.Global().Call("fetch", "reference.html"), func(response js.Value) {
		dom.Then(response.Call("text"), func(text js.Value) {
			p.reference = dom.Wrap(js.Global().Get("DOMParser").New().Call("parseFromString", text, "text/html"))
			p.showBuiltinHelp()
		}, failed)
	}, failed)
	return nil
}
