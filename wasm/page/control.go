//go:build js && wasm

package page

import (
	"cmp"
	"strings"
	"syscall/js"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// controlField is what holds the value of a control.
const controlField = "input, select"

// onInput sends a value while it changes: sliders and check boxes at once, text once it is left.
func (p *Page) onInput(e js.Value) {
	at := dom.Target(e)
	if at.Class().Contains("code-input") {
		p.onTyping(at)
		return
	}
	label := at.Closest("[data-input]")
	if label == nil {
		return
	}
	p.echo(label)
	p.playing.stop()
	switch label.GetAttribute("data-kind") {
	case "slider", "number", "choice", "checkbox":
		if ValueOf(label) == "" { // a number that is being typed
			return
		}
	default:
		if !strings.HasPrefix(dom.Text(e, "inputType"), "history") { // undone from elsewhere on the page
			return
		}
	}
	p.setInput(label.GetAttribute("data-input"), ValueOf(label))
}

// onChange sends a text when its field is left or Enter is pressed.
func (p *Page) onChange(e js.Value) {
	if label := dom.Target(e).Closest("[data-input]"); label != nil {
		p.playing.stop()
		p.setInput(label.GetAttribute("data-input"), ValueOf(label))
	}
}

// setInput gives an input a value, and evaluates what depends on it.
func (p *Page) setInput(name, value string) {
	p.clearRefusal(name)
	if p.link.asked != "" {
		p.link.since[name] = value
	}
	if value == p.current(name) {
		return
	}
	p.worker.moved = &wire.Ahead{Name: name, From: p.current(name)}
	p.noteInput(name, value)
	p.worker.post(&wire.Set{Name: name, Value: value})
	p.worker.run(wire.Run{})
	p.setBy[name] = p.worker.runs
	p.link.outdate(p)
}

// noteInput remembers the value that the reader chose for an input.
func (p *Page) noteInput(name, value string) { p.inputs[name], p.used[name] = value, value }

// current returns the value of an input: the one that the reader chose last, or that the kernel has
// used since.
func (p *Page) current(name string) string {
	if value, set := p.used[name]; set {
		return value
	}
	return p.published[name]
}

// asPublished returns whether the page has the published source of every cell, and the published
// value of every input that the reader has changed.
func (p *Page) asPublished() bool {
	for name, value := range p.inputs {
		if value != p.published[name] {
			return false
		}
	}
	return len(p.edits) == 0
}

// takeEarlyInputs sends what the reader changed while the engine was on its way.
func (p *Page) takeEarlyInputs() {
	for _, label := range p.doc.FindAll("[data-input]") {
		name := label.GetAttribute("data-input")
		if _, known := p.published[name]; known {
			p.echo(label)
			p.setInput(name, ValueOf(label))
		}
	}
}

// refuse says that an input does not take a value, and why, until its cell has another result. The
// control shows the value that the kernel goes on with, unless the reader is still in its field.
func (p *Page) refuse(m *wire.Refused) {
	name := m.Name
	p.Say(m.Text)
	p.playing.stop()
	if p.current(name) != m.Tried {
		return // the reader has changed it since
	}
	delete(p.inputs, name)
	if p.used[name] = m.Value; m.Chosen {
		p.inputs[name] = m.Value
	}
	p.clearRefusal(name)
	p.refused[name] = true
	for _, label := range p.labels(name) {
		if c := p.cellOf(label); c != nil {
			c.root.Set("made", "") // its controls are to be made anew
		}
		note := dom.Create("small", "note", strings.TrimSuffix(m.Text, ".")+"; "+cmp.Or(m.Value, "nothing")+" is used")
		note.SetAttribute("role", "note")
		label.Add(note)
		if label.Has(dom.Active()) {
			label.Find(controlField).SetAttribute("aria-invalid", "true")
		} else {
			p.showValue(label, m.Value)
		}
	}
}

// clearRefusal takes back what refuse said of an input.
func (p *Page) clearRefusal(name string) {
	if !p.refused[name] {
		return
	}
	delete(p.refused, name)
	for _, label := range p.labels(name) {
		label.Find(controlField).RemoveAttribute("aria-invalid")
		if note := label.Find(".note"); note != nil {
			note.Remove()
		}
	}
}

// labels returns the controls of the input called name.
func (p *Page) labels(name string) []*dom.Element {
	return p.doc.FindAll(`[data-input="` + escapeSelector(name) + `"]`)
}

// ValueOf returns the value that a control shows, as the kernel takes it.
func ValueOf(label *dom.Element) string {
	return js.Global().Get("results").Call("valueOf", label.Value).String()
}

// showValue makes a control show a value; a slider, one that it can have.
func (p *Page) showValue(label *dom.Element, value string) {
	p.results.Call("showValue", label.Value, value)
}

// echo writes the value of a slider beside it.
func (p *Page) echo(label *dom.Element) { p.results.Call("echo", label.Value) }

// updateControls makes the controls of c those in html, which a run gave. Those that the reader has changed after it keep their values.
func (p *Page) updateControls(c *cell, html string, run int) {
	var ahead []any
	for name, by := range p.setBy {
		if by > run {
			ahead = append(ahead, name)
		}
	}
	values := p.results.Call("putControls", c.root.Value, html, ahead)
	for i := 0; i < values.Length(); i += 2 {
		p.used[values.Index(i).String()] = values.Index(i + 1).String()
	}
}
