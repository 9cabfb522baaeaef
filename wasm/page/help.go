//go:build js && wasm

package page

import "syscall/js"

// keys are what the page does at a key, in the order of the help.
var keys = []struct{ key, what string }{
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
func (p *page) showHelp() {
	dialog := p.byID("keys")
	if dialog == nil {
		dialog = p.create("dialog", "", "")
		dialog.SetID("keys")
		dialog.SetAttribute("aria-labelledby", "keys-title")
		title := p.create("h2", "", "Keys")
		title.SetID("keys-title")
		dialog.add(title)
		rows := p.create("dl", "", "")
		for _, k := range keys {
			term := p.create("dt", "", "")
			term.add(p.create("kbd", "", k.key))
			rows.add(term)
			rows.add(p.create("dd", "", k.what))
		}
		dialog.add(rows)
		form := p.create("form", "", "")
		form.SetAttribute("method", "dialog")
		form.add(p.create("button", "", "Close"))
		dialog.add(form)
		p.doc.find("body").add(dialog)
	}
	if !dialog.HasAttribute("open") {
		dialog.Call("showModal")
	}
}

// referenceEntry returns what the reference page says about a builtin. It fetches the page when it is first
// asked, returns nil until that is there, and then shows the help anew.
func (p *page) referenceEntry(name string) *element {
	if p.reference != nil {
		return p.reference.find("#" + name)
	}
	if p.asked {
		return nil
	}
	p.asked = true
	failed := func(js.Value) {} // offline, say: the summary has to do
	then(js.Global().Call("fetch", "reference.html"), func(response js.Value) {
		then(response.Call("text"), func(text js.Value) {
			p.reference = wrap(js.Global().Get("DOMParser").New().Call("parseFromString", text, "text/html"))
			p.showBuiltinHelp()
		}, failed)
	}, failed)
	return nil
}
