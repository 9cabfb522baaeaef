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
	showOutput(label)
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

// showOutput writes the value of a slider beside it.
func showOutput(label *dom.Element) {
	if out := label.Find("output"); out != nil {
		out.SetTextContent(ValueOf(label))
	}
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
			showOutput(label)
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
			c.made = ""
		}
		note := dom.Create("small", "note", strings.TrimSuffix(m.Text, ".")+"; "+cmp.Or(m.Value, "nothing")+" is used")
		note.SetAttribute("role", "note")
		label.Add(note)
		if label.Has(dom.Active()) {
			label.Find(controlField).SetAttribute("aria-invalid", "true")
		} else {
			showValue(label, m.Value)
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
		syncNote(label, nil)
	}
}

// labels returns the controls of the input called name.
func (p *Page) labels(name string) []*dom.Element {
	return p.doc.FindAll(`[data-input="` + escapeSelector(name) + `"]`)
}

// ValueOf returns the value that a control shows, as the kernel takes it.
func ValueOf(label *dom.Element) string {
	field := label.Find(controlField).Value
	if dom.Text(field, "type") == "checkbox" {
		if field.Get("checked").Bool() {
			return "true"
		}
		return "false"
	}
	return field.Get("value").String()
}

// showValue makes a control show a value; a slider, one that it can have.
func showValue(label *dom.Element, value string) {
	field := label.Find(controlField).Value
	if dom.Text(field, "type") == "checkbox" {
		field.Set("checked", value == "true")
	} else if before := dom.Text(field, "value"); before != value {
		field.Set("value", value)
		if dom.Text(field, "type") == "range" && dom.Text(field, "value") != value {
			field.Set("value", before)
		}
	}
	showOutput(label)
}

// updateControls makes the controls of c those in html. A control that stays is changed in place,
// so that one which the reader is using goes on. The value of a field in which the reader types, and
// one that was changed after the run that gave html, is the reader's.
func (p *Page) updateControls(c *cell, html string, run int) {
	fresh := dom.Create("div", "", "")
	fresh.SetInnerHTML(html)
	want := fresh.FindAll("[data-input]")
	have := c.controls.FindAll("[data-input]")
	same := len(want) == len(have) && len(fresh.FindAll(".play")) == len(c.controls.FindAll(".play"))
	for i := 0; same && i < len(want); i++ {
		same = want[i].GetAttribute("data-input") == have[i].GetAttribute("data-input") &&
			want[i].GetAttribute("data-kind") == have[i].GetAttribute("data-kind")
	}
	if !same {
		p.replaceControls(c, html)
		return
	}
	active := dom.Active()
	for i, label := range have {
		name := label.GetAttribute("data-input")
		ahead := p.setBy[name] > run
		syncNote(label, want[i])
		js.Global().Call("morph", label.Value, want[i].Value, ahead) // see site/show.js
		if ahead {
			continue
		}
		p.used[name] = ValueOf(want[i])
		if typing := label.Has(active) && dom.IsTextField(active); !typing {
			showValue(label, p.used[name])
		}
	}
}

// syncNote gives a control the note of another, or takes its own away if that has none or is nil.
func syncNote(label, like *dom.Element) {
	if old := label.Find(".note"); old != nil {
		old.Remove()
	}
	if like == nil {
		return
	}
	if note := like.Find(".note"); note != nil {
		label.Call("append", note.Call("cloneNode", true))
	}
}

// replaceControls builds the controls of c anew, and keeps the focus.
func (p *Page) replaceControls(c *cell, html string) {
	name := ""
	active := dom.Active()
	if c.controls.Has(active) {
		if label := active.Closest("[data-input]"); label != nil {
			name = label.GetAttribute("data-input")
		}
	}
	c.controls.SetInnerHTML(html)
	for _, c := range p.cells {
		p.prepareDiagrams(c) // other nodes may be picked now
	}
	if name == "" {
		return
	}
	for _, label := range p.labels(name) {
		label.Find(controlField).Call("focus", map[string]any{"preventScroll": true})
	}
}
