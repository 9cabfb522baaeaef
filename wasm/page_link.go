//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"syscall/js"

	"topobook/notebooks"
)

// A linkView is what the page knows of links: the one it was opened by, and the one it makes.
type linkView struct {
	sharing bool     // a link is being made
	theirs  js.Value // what the sender's link says, while the reader is asked; else undefined
	busy    bool     // a link is being checked
	shown   string   // the fragment that the address bar has, if it is a link's
}

// forget gives up what was asked of a kernel that is no more.
func (l *linkView) forget() { l.sharing, l.busy = false, false }

// outdate takes the link out of the address bar when the page no longer shows what it says.
func (l *linkView) outdate(p *page) {
	if l.shown != "" && !l.busy {
		l.clear(p)
	}
}

// clear takes the link and its notice away.
func (l *linkView) clear(p *page) {
	l.busy = false
	l.theirs = js.Undefined()
	if l.shown != "" {
		p.setFragment("")
	}
	p.hideNotice()
}

// setFragment puts a fragment in the address bar without a step in the history.
func (p *page) setFragment(fragment string) {
	p.link.shown = fragment
	location := js.Global().Get("location")
	address := location.Get("pathname").String() + location.Get("search").String()
	if fragment != "" {
		address += "#" + fragment
	}
	js.Global().Get("history").Call("replaceState", nil, "", address)
}

// openFragment opens the link in the address bar, unless it is the place of something on the page.
func (p *page) openFragment() {
	fragment := strings.TrimPrefix(js.Global().Get("location").Get("hash").String(), "#")
	if fragment == "" || fragment == p.link.shown {
		return
	}
	if !strings.Contains(fragment, "=") && p.byID(fragment) != nil {
		return
	}
	p.worker.post(message{"type": "open", "fragment": fragment})
}

// opened handles what the kernel says of a link: that of inputs runs at once, one with edited cells
// only after its reader has seen what was changed.
func (p *page) opened(m js.Value) {
	if why := text(m, "text"); why != "" {
		p.showNotice("This link cannot be read", strings.ToUpper(why[:1])+why[1:]+" You see the page as published.")
		p.setFragment("")
		return
	}
	p.link.shown = strings.TrimPrefix(js.Global().Get("location").Get("hash").String(), "#")
	if edits := table(m, "edits"); len(edits) > 0 {
		p.link.theirs = m
		p.showTheirs(edits)
		return
	}
	p.takeTheirs(m)
}

// showTheirs shows what the sender changed in the cells, and asks.
func (p *page) showTheirs(edits map[string]string) {
	notice := p.showNotice("This link has changed code", "Its sender edited "+plural(len(edits), "cell")+
		" of this page. What you see now is the page as published. The changed code would run in your browser, "+
		"where it can only compute; what it shows is the sender's, not the authors'.")
	for _, c := range p.cells {
		source, edited := edits[c.id]
		if !edited {
			continue
		}
		box := p.create("div", "change", "")
		title := p.create("p", "", "Cell ")
		anchor := p.create("a", "", c.id)
		anchor.SetAttribute("href", "#"+c.root.ID())
		anchor.SetAttribute("data-cell-link", c.id)
		title.add(anchor)
		box.add(title)
		pre := p.create("pre", "diff", "")
		pre.SetAttribute("tabindex", "0")
		pre.SetAttribute("aria-label", "Changes of cell "+c.id)
		for _, change := range notebooks.Diff(c.published, source) {
			tag := map[byte]string{' ': "span", '-': "del", '+': "ins"}[change.Kind]
			lines := ""
			for _, line := range change.Lines {
				lines += string(change.Kind) + " " + line + "\n"
			}
			pre.add(p.create(tag, "", lines))
		}
		box.add(pre)
		notice.add(box)
	}
	notice.add(p.button("Run the sender's code", "run-theirs"))
	notice.add(p.button("Keep the published page", "keep"))
}

// answer handles the buttons of a notice.
func (p *page) answer(action string) {
	theirs := p.link.theirs
	switch action {
	case "run-theirs":
		p.link.theirs = js.Undefined()
		if theirs.Truthy() {
			p.takeTheirs(theirs)
		}
	case "keep":
		p.link.clear(p)
		p.say("You see the page as published.")
	case "close":
		p.hideNotice()
	}
}

// takeTheirs brings the page to the state of a link, evaluates all of it, and has it compared with
// what the sender saw.
func (p *page) takeTheirs(m js.Value) {
	inputs, edits := table(m, "inputs"), table(m, "edits")
	p.worker.post(message{"type": "reset", "cell": ""})
	clear(p.inputs)
	for name, value := range p.published {
		if _, theirs := inputs[name]; !theirs {
			p.showInput(name, value)
		}
	}
	for _, c := range p.cells {
		source, edited := edits[c.id]
		if !edited {
			source = c.published
		} else {
			p.worker.post(message{"type": "edit", "cell": c.id, "source": source})
		}
		p.noteEdit(c, source)
		if c.editor != nil {
			c.editor.setText(source)
		}
	}
	for name, value := range inputs {
		p.noteInput(name, value)
		p.showInput(name, value)
		p.worker.post(message{"type": "set", "name": name, "value": value})
	}
	p.link.busy = true
	p.showNotice("Opening the link", "Computing every output, to compare it with what the sender saw …")
	p.worker.run(message{"all": true, "digest": text(m, "digest")})
}

// showInput makes every control of an input show a value.
func (p *page) showInput(name, value string) {
	for _, label := range p.labels(name) {
		showValue(label, value)
	}
}

// checked says whether the outputs are those that the sender of a link saw.
func (p *page) checked(m js.Value) {
	p.link.busy = false
	if why := text(m, "text"); why != "" {
		p.showNotice("Not compared", why)
		return
	}
	aside := ""
	for _, note := range list(m, "notes") {
		aside += " " + note + "."
	}
	if truth(m, "typed") { // by hand: there is nobody's page to compare with
		p.hideNotice()
		if aside != "" {
			p.showNotice("A value was not taken", strings.TrimSpace(aside))
		}
		return
	}
	differ, waiting := list(m, "differ"), list(m, "waiting")
	total := int(number(m, "total"))
	if len(waiting) > 0 {
		aside += " Not computed, as they take long: " + strings.Join(waiting, ", ") + "."
	}
	if len(p.edits) > 0 {
		aside += " The cells marked as edited are the sender's."
	}
	if len(differ) == 0 {
		all := "all " + plural(total, "output") + " match"
		if total == 1 {
			all = "the output matches"
		}
		p.showNotice("Reproduced", "Reproduced: "+all+" what the sender saw."+aside)
		return
	}
	notice := p.showNotice("Not reproduced", differing(len(differ), total)+aside)
	outputs := p.create("ul", "", "")
	for _, id := range differ {
		item := p.create("li", "", "")
		anchor := p.create("a", "", id)
		anchor.SetAttribute("href", "#"+p.anchorOf(id))
		item.add(anchor)
		outputs.add(item)
	}
	notice.add(outputs)
}

// differing says how many outputs differ.
func differing(count, total int) string {
	verb := " differ"
	if count == 1 {
		verb = " differs"
	}
	return strconv.Itoa(count) + " of " + plural(total, "output") + verb + " from what the sender saw."
}

// anchorOf returns the id of the place of an output on the page.
func (p *page) anchorOf(cell string) string {
	c := p.cell(cell)
	if c == nil {
		return ""
	}
	if c.root.ID() == "" {
		c.root.SetID("cell-" + c.id)
	}
	return c.root.ID()
}

// share asks for a link to what the page shows.
func (p *page) share() {
	if p.link.sharing {
		return
	}
	for _, c := range p.cells {
		p.commit(c)
	}
	p.link.sharing = true
	p.say("Computing every output for the link …")
	p.worker.run(message{"type": "share"})
}

// linked hands the link to the reader: in the clipboard, and in the address bar.
func (p *page) linked(fragment string) {
	if !p.link.sharing {
		return
	}
	p.link.sharing = false
	p.setFragment(fragment)
	address := js.Global().Get("location").Get("href").String()
	copied := func(js.Value) { p.say("Link copied. It is in the address bar too.") }
	byHand := func(js.Value) {
		notice := p.showNotice("The link to what you see", "Copy it from here or from the address bar:")
		field := p.create("input", "", "")
		for name, value := range map[string]string{"type": "text", "readonly": "", "value": address, "aria-label": "Link"} {
			field.SetAttribute(name, value)
		}
		notice.add(field)
		field.Call("select")
		p.say("The link is in the address bar.")
	}
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		byHand(js.Undefined())
		return
	}
	then(clipboard.Call("writeText", address), copied, byHand)
}

// then calls one of the functions once the promise is kept or broken.
func then(promise js.Value, kept, broken func(js.Value)) {
	var yes, no js.Func
	once := func(f func(js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			yes.Release()
			no.Release()
			f(args[0])
			return nil
		})
	}
	yes, no = once(kept), once(broken)
	promise.Call("then", yes, no)
}

// showNotice shows a notice in place of the one before, and returns it for more to be added.
func (p *page) showNotice(title, sentence string) *element {
	notice := p.byID("notice")
	notice.SetTextContent("")
	notice.SetAttribute("data-notice", strings.ToLower(strings.Fields(title)[0]))
	closer := p.button("×", "close")
	closer.SetAttribute("aria-label", "Close this notice")
	closer.Class().SetString("close")
	notice.add(closer)
	notice.add(p.create("strong", "", title))
	notice.add(p.create("p", "", sentence))
	notice.RemoveAttribute("hidden")
	return notice
}

// hideNotice takes the notice away.
func (p *page) hideNotice() {
	notice := p.byID("notice")
	notice.SetTextContent("")
	notice.SetAttribute("hidden", "")
}
