//go:build js && wasm

package page

import (
	"maps"
	"strconv"
	"strings"
	"syscall/js"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// A state is what the reader made of the page, and the visit that keeps it.
type state struct {
	inputs, edits map[string]string
	tab           string
	theirs        map[string]string
}

// Written returns the reader's code by cell, also what has not run yet.
func (p *Page) Written() map[string]string {
	edits := maps.Clone(p.edits)
	for _, c := range p.cells {
		if c.editor == nil {
			continue
		}
		if source := c.editor.text(); source != c.published {
			edits[c.id] = source
		} else {
			delete(edits, c.id)
		}
	}
	return edits
}

// state returns the state of the page, to come back to.
func (p *Page) state() *state {
	p.keep.flush(p)
	return &state{maps.Clone(p.inputs), p.Written(), p.keep.tab, p.keep.theirs}
}

// become gives all inputs and cells the values and sources of a state, and those that it does not
// name the published ones. Nothing is evaluated yet.
func (p *Page) become(inputs, edits map[string]string) {
	p.worker.post(&wire.Reset{Inputs: true})
	p.inputs = map[string]string{}
	clear(p.used)
	for name, value := range p.published {
		p.clearRefusal(name)
		if _, set := inputs[name]; !set {
			p.showInput(name, value)
		}
	}
	for _, c := range p.cells {
		source, edited := edits[c.id]
		if !edited {
			source = c.published
		}
		before, was := p.edits[c.id]
		if !was {
			before = c.published
		}
		if source == before {
			continue
		}
		p.noteEdit(c, source)
		if c.editor != nil {
			c.editor.setText(source)
		}
		if edited {
			p.worker.post(&wire.Edit{Cell: c.id, Source: source})
		} else {
			p.worker.post(&wire.Reset{Cell: c.id})
		}
	}
	for name, value := range inputs {
		p.noteInput(name, value)
		p.showInput(name, value)
		p.worker.post(&wire.Set{Name: name, Value: value})
	}
}

// offerUndo says what was taken back, with a button that brings it back.
func (p *Page) offerUndo(sentence string, before *state) {
	p.before = before
	p.Say(" " + sentence)
	dom.ByID("status").Call("prepend", dom.Button("Undo", "undo").Value) // where a phone does not cut it off
}

// undo brings back what the reader had before a reset or the code of a link.
func (p *Page) undo() {
	if before := p.before; before != nil {
		p.before = nil
		p.keep.mark(before.tab)
		p.keep.theirs = before.theirs
		p.link.clear(p)
		p.become(before.inputs, before.edits)
		p.worker.run(wire.Run{})
		p.link.outdate(p)
		p.Say("Your code and values are back.")
	}
}

// restore brings back what this tab had before it was loaded again, or offers what an earlier visit
// wrote.
func (p *Page) restore(visits []any) {
	var own, last js.Value
	for _, v := range visits {
		visit := v.(js.Value)
		if p.keep.tab != "" && dom.Text(visit, "tab") == p.keep.tab {
			own = visit
		} else if last.IsUndefined() || dom.Number(visit, "time") >= dom.Number(last, "time") {
			last = visit
		}
	}
	if own.IsUndefined() || p.changedSince(own) {
		p.keep.mark("")
		if own.IsUndefined() {
			own = last
		}
		if !own.IsUndefined() {
			p.keep.offer = own
			p.offerOwn(p.ShowNotice(p.offerTitle(), "What you see is the page as published."))
		}
		return
	}
	p.become(nil, editsOf(own))
	p.worker.run(wire.Run{})
}

// offerTitle says what is offered.
func (p *Page) offerTitle() string {
	count := len(editsOf(p.keep.offer))
	when := js.Global().Get("Date").New(p.keep.offer.Get("time"))
	return "You edited " + Plural(count, "cell") + " here on " + when.Call("toLocaleString", "en", map[string]any{"dateStyle": "long", "timeStyle": "short"}).String()
}

// offerOwn adds to a notice what brings the reader's own code back, if there is any, with what has
// changed on the page since.
func (p *Page) offerOwn(notice *dom.Element) {
	if p.before != nil {
		notice.Add(dom.Button("Bring my code back", "undo"))
		return
	}
	visit := p.keep.offer
	if !visit.Truthy() {
		return
	}
	if p.link.told {
		notice.Add(dom.Create("p", "", p.offerTitle()+"."))
	}
	eachEdit(visit, func(id string, edit js.Value) {
		if c := p.cell(id); c == nil {
			notice.Add(dom.Create("p", "", "Cell "+id+" is no longer on the page. Your code of it:"), p.changes("Your code of cell "+id, dom.Text(edit, "from"), dom.Text(edit, "source")))
		} else if dom.Text(edit, "from") != c.published {
			notice.Add(dom.Create("p", "", "The page has changed cell "+id+" since:"), p.changes("Changes of the page in cell "+id, dom.Text(edit, "from"), c.published))
		}
	})
	notice.Add(dom.Button("Bring my code back", "bring-back"), dom.Button("Forget it", "forget"))
}

// bringBack brings back the code of an earlier visit, with which this one goes on.
func (p *Page) bringBack() {
	visit := p.keep.offer
	if !visit.Truthy() {
		return
	}
	p.keep.offer = js.Undefined()
	before := p.state()
	edits := p.Written()
	maps.Copy(edits, editsOf(visit))
	p.keep.fork(p, nil)
	p.keep.mark(dom.Text(visit, "tab"))
	p.link.clear(p)
	p.become(before.inputs, edits)
	p.worker.run(wire.Run{})
	p.link.outdate(p)
	p.offerUndo("Your code is back.", before)
}

// ownCode returns the reader's code as one text.
func (p *Page) ownCode() string {
	var b strings.Builder
	for _, c := range p.cells {
		if source, edited := p.edits[c.id]; edited {
			b.WriteString("# cell " + c.id + ", " + strconv.Itoa(len(source)) + " bytes\n" + source + "\n\n")
		}
	}
	return b.String()
}
