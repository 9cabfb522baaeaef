//go:build js && wasm

package page

import (
	"strconv"
	"strings"
	"syscall/js"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

const (
	showRunningAfter = 100  // ms: what is faster than this does not flicker
	settleAfter      = 500  // ms without a change before a screen reader is told
	toastFor         = 6000 // ms that the status line stays where a reader sees it who has scrolled on
)

// showBusy tells whether anything runs: once it has for a while, it turns on what can be stopped.
func (p *Page) showBusy(busy bool) {
	dom.SetBool(p.root, "data-busy", busy) // which no style names: they would be looked up anew for the whole page
	switch {
	case !busy:
		p.stoppable.Stop()
		if p.stops {
			p.showStop(false)
		}
	case !p.stops && !p.stoppable.Set():
		p.stoppable.Start(showRunningAfter, func() { p.showStop(true) })
	}
}

// showStop turns on or off what can be stopped.
func (p *Page) showStop(on bool) {
	p.stops = on
	dom.SetBool(p.root, "data-stops", on)
	for _, b := range p.doc.FindAll("#stop, [data-do=stop]") {
		b.Set("disabled", !on)
	}
}

// showResult puts a result of the kernel in c, the output as HTML. Of most nothing is left to do: see site/show.js.
func (p *Page) showResult(c *cell, m *wire.Result, html js.Value) {
	defer p.results.Call("hold").Invoke()
	if !c.plain || m.State != "done" {
		c.root.SetAttribute("data-state", m.State)
		c.root.RemoveAttribute("data-partial")
		p.showProgress(c.id, 0, 0)
	}
	if !c.inline {
		p.updateControls(c, m.Controls, m.Run)
	}
	switch m.State {
	case "done":
		if !c.plain {
			p.showProblem(c, nil)
			p.showWaiting(c, false, "")
			c.setPlain(c.editor == nil && !c.heavy) // else more may be to say
		}
		p.results.Call("putOutput", c.root.Value, html)
	case "waiting":
		p.showProblem(c, nil)
		asPublished := !c.told() && p.author == nil && p.asPublished()
		p.showWaiting(c, !asPublished, m.Text)
		if asPublished {
			c.root.SetAttribute("data-state", "done")
		}
	default:
		p.showProblem(c, &problem{line: m.Line, col: m.Col, text: m.Text, hint: m.Hint})
	}
}

// showPreview shows in c what is known so far of its output.
func (p *Page) showPreview(c *cell, html js.Value) {
	defer p.results.Call("hold").Invoke()
	c.setPlain(false)
	c.root.SetAttribute("data-partial", "")
	p.showWaiting(c, false, "")
	p.results.Call("putOutput", c.root.Value, html)
}

// A problem is why a cell has no output of its own.
type problem struct {
	line, col  int // in the cell's source, from 1; 0: all of it
	text, hint string
}

// showProblem says under c what is wrong with it, and marks the line in its editor; nil takes both away.
func (p *Page) showProblem(c *cell, what *problem) {
	c.setPlain(c.plain && what == nil)
	if c.editor != nil {
		c.editor.mark(what)
	}
	if c.inline {
		if what == nil {
			c.root.RemoveAttribute("title")
		} else {
			c.root.SetAttribute("title", what.text)
		}
		return
	}
	if what == nil && c.editor != nil {
		c.editor.explain(nil)
	}
	place := c.problem()
	dom.SetBool(place, "hidden", what == nil)
	dom.SetBool(c.output(), "data-old", what != nil)
	place.SetTextContent("")
	if what == nil {
		return
	}
	if what.line > 0 {
		where := dom.Create("span", "where", "line "+strconv.Itoa(what.line)+", column "+strconv.Itoa(what.col)+": ")
		place.Add(where)
	}
	place.AddText(what.text)
	if what.hint != "" {
		place.AddText(" ")
		place.Add(dom.Create("span", "hint", what.hint))
	}
	if c.editor != nil {
		c.editor.explain(what)
	}
}

// showStopped says that the evaluation of c ended before its result.
func (p *Page) showStopped(c *cell, reason string) {
	c.root.SetAttribute("data-state", "stopped")
	p.showProgress(c.id, 0, 0)
	p.showProblem(c, &problem{text: reason})
}

// showWaiting says of a heavy cell, or one that needs the values of one, that its output is not of the
// values that the page now has, and offers to compute it. why is empty, or the kernel's word about a
// cell that must run before: the kernel runs both.
func (p *Page) showWaiting(c *cell, waiting bool, why string) {
	c.setPlain(c.plain && !waiting)
	dom.SetBool(c.root, "data-old", waiting)
	if c.inline {
		return
	}
	if offer := c.root.Find(".offer"); offer != nil {
		offer.Remove()
	}
	if !waiting {
		return
	}
	says, does := "This is of other values, and takes long to compute. ", "Compute it"
	if _, rest, ok := strings.Cut(why, ": cell "); ok {
		first, _, _ := strings.Cut(rest, ",")
		says, does = "This is of other values. It needs those of cell "+first+", which takes long to compute: that one runs first, then this. ", "Compute both"
	}
	offer := dom.Create("p", "offer", says)
	offer.Add(dom.Button(does, "run"))
	c.problem().Call("before", offer.Value)
}

// showProgress shows how far the long work of a cell has come; done = total = 0 takes it away.
func (p *Page) showProgress(id string, done, total float64) {
	c := p.cell(id)
	if c == nil || c.inline {
		return
	}
	bar := c.root.Find("progress")
	if done == 0 && total == 0 {
		if bar != nil {
			bar.Remove()
		}
		return
	}
	c.setPlain(false)
	if bar == nil {
		bar = dom.Create("progress", "", "")
		bar.SetAttribute("aria-label", "Progress of cell "+c.id)
		c.output().Call("before", bar.Value)
	}
	if total > 0 {
		bar.Set("max", total)
		bar.Set("value", done)
	}
}

// A statusLine tells the reader, and a screen reader, what happened once it has settled.
type statusLine struct {
	later dom.Alarm
	next  []string
	toast dom.Alarm
}

// settle says, after a while without another run, how many outputs have changed or failed.
func (p *Page) settle(updated, failed int) {
	for _, c := range p.cells {
		if c.editor != nil {
			c.editor.asked = false
		}
	}
	if p.playing.on() {
		return // the last step tells
	}
	said := Plural(updated, "output") + " updated"
	if failed > 0 {
		said += ", " + Plural(failed, "cell") + " with an error"
	}
	if updated > 0 || failed > 0 {
		p.status.next = append(p.status.next[:0], said)
	}
	p.status.later.Start(settleAfter, func() {
		if len(p.status.next) > 0 && !p.worker.busy && p.before == nil { // else Undo stands there
			p.tell(strings.Join(p.status.next, " "))
		}
		p.status.next = p.status.next[:0]
	})
}

// Say puts a sentence in the status line at once, and that at the edge of the window for a while if
// the header is out of sight.
func (p *Page) Say(sentence string) {
	line := p.tell(sentence)
	line.RemoveAttribute("data-toast")
	if header := line.Closest("header"); sentence != "" && dom.Number(header.Call("getBoundingClientRect"), "bottom") <= 0 {
		line.SetAttribute("data-toast", "")
		p.status.toast.Start(toastFor, func() { line.RemoveAttribute("data-toast") })
	}
}

// tell puts a sentence in the status line, and returns that.
func (p *Page) tell(sentence string) *dom.Element {
	p.status.later.Stop()
	p.status.next = p.status.next[:0]
	line := dom.ByID("status")
	line.SetTextContent(sentence)
	return line
}
