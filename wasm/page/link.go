//go:build js && wasm

package page

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

const (
	addressPace = 350 // ms between two changes of the address: browsers allow about 100 in half a minute
	diffLines   = 300 // lines of changes that are shown of a cell
	namedCells  = 60  // cells that a notice names
	namedNotes  = 5   // values that it says were not taken
)

// A linkView is what the page knows of links: the one it was opened by, and the one it makes.
type linkView struct {
	started bool              // the link that the page was opened with has been read
	asked   string            // a link that the kernel has not answered yet
	theirs  *wire.Opened      // what the sender's link says, while the reader is asked; else nil
	notes   []string          // what of the link was not taken
	busy    bool              // a link is being checked
	told    bool              // the notice is about a link
	since   map[string]string // values that the reader chose while the kernel reads a link: they hold
	sharing bool              // a link is being made
	shown   string            // the fragment that the page has put in the address bar, or has followed

	late bool      // the address is to be changed
	pace dom.Alarm // until it is, at the latest
	set  time.Time // when it was
}

// forget gives up what was asked of a kernel that is no more, but for a link that it has not read.
func (l *linkView) forget(p *Page) {
	l.sharing = false
	if l.busy {
		l.busy = false
		p.ShowNotice("Not compared", "The evaluation was stopped, so the outputs were not compared.")
	}
}

// outdate notes that the page no longer shows what a link said: what was said of it goes, and the
// address follows the inputs. While the reader is asked about a link, that one stays.
func (l *linkView) outdate(p *Page) {
	if p.before != nil {
		p.before = nil
		p.Say("")
	}
	if l.busy || l.asked != "" || l.theirs != nil {
		l.late = l.late || l.busy
		return
	}
	if l.told {
		p.HideNotice()
	}
	l.follow(p)
}

// clear takes the notice of a link away, and the link out of the address bar.
func (l *linkView) clear(p *Page) {
	l.busy, l.asked = false, ""
	l.theirs = nil
	p.HideNotice()
	p.setFragment(p.inputLink(p.inputs))
}

// opened handles what the kernel says of a link: that of inputs runs at once, one with edited cells
// only after its reader has seen what was changed, unless the code is what the page has.
func (p *Page) opened(m *wire.Opened) {
	l := &p.link
	if l.asked != m.Fragment {
		return // the address has another one by now
	}
	l.shown, l.asked, l.late = l.asked, "", false
	if m.Text != "" {
		stays := " You see the page as published."
		if len(p.inputs)+len(p.edits) > 0 {
			stays = " The page stays as it is."
		}
		p.showLinkNotice("This link cannot be read", Capital(m.Text)+stays)
		p.setFragment(p.inputLink(p.inputs))
		return
	}
	l.notes = m.Notes
	for i := range l.notes {
		l.notes[i] = Capital(l.notes[i])
	}
	if len(m.Edits) > 0 && !maps.Equal(m.Edits, p.edits) {
		l.theirs = m
		p.showTheirs(m.Edits)
		return
	}
	if len(l.since) > 0 {
		maps.Copy(m.Inputs, l.since)
		m.Digest, l.late = "", true // that is of what the sender saw, and so is the address
	}
	p.takeTheirs(m)
}

// showTheirs shows what the sender changed in the cells, and asks.
func (p *Page) showTheirs(edits map[string]string) {
	sees := "What you see now is the page as published."
	if len(p.Written()) > 0 {
		sees = "What you see now is the page with your own code, which is kept."
	}
	notice := p.showLinkNotice("This link has changed code", "Its sender edited "+Plural(len(edits), "cell")+
		" of this page. "+sees+" The changed code would run in your browser, "+
		"where it can only compute; what it shows is the sender's, not the authors'."+sentences(p.link.notes))
	ask := func() {
		buttons := dom.Create("p", "", "")
		buttons.Add(dom.Button("Run the sender's code", "run-theirs"), dom.Button("Keep the page as it is", "keep"))
		notice.Add(buttons)
	}
	ask()
	for _, c := range p.cells {
		if source, edited := edits[c.id]; edited {
			title := dom.Create("p", "", "Cell ")
			title.Add(p.linkTo(c.id))
			notice.Add(title, p.changes("Changes of cell "+c.id, c.published, source))
		}
	}
	ask()
}

// sentences returns the first notes, each after a space and with a full stop.
func sentences(notes []string) string {
	text := ""
	for _, note := range notes[:min(namedNotes, len(notes))] {
		text += " " + note + "."
	}
	return text
}

// takeTheirs brings the page to the state of a link, evaluates all of it, and has it compared with
// what the sender saw. A link without code leaves the reader's own in place.
func (p *Page) takeTheirs(m *wire.Opened) {
	edits := m.Edits
	own := len(edits) == 0 && len(p.edits) > 0
	if own {
		edits = p.edits
	} else if !maps.Equal(edits, p.edits) {
		p.before = nil
		if before := p.state(); len(before.edits) > 0 {
			p.before = before
		}
		p.keep.fork(p, edits)
	}
	p.become(m.Inputs, edits)
	p.link.busy = true
	if m.Digest != "" {
		p.showLinkNotice("Opening the link", "Computing every output, to compare it with what the sender saw …")
	}
	p.worker.run(wire.Run{All: m.Digest != "", Check: true, Digest: m.Digest, Version: m.Version, Own: own})
}

// showInput makes every control of an input show a value.
func (p *Page) showInput(name, value string) {
	for _, label := range p.labels(name) {
		p.showValue(label, value)
	}
}

// checked says whether the outputs are those that the sender of a link saw.
func (p *Page) checked(m *wire.Checked) {
	if m.Run == p.worker.runs { // the values that the kernel took, in place of those of the link
		for name, value := range p.inputs {
			if used, known := m.Values[name]; known && used != value {
				p.showInput(name, used)
			}
		}
		p.inputs = m.Inputs
	}
	if p.link.busy { // else the reader has gone on otherwise
		p.link.busy = false
		m.Typed = m.Typed || p.link.late // outputs that the page no longer shows
		p.tellChecked(m)
	}
	if p.link.late {
		p.link.follow(p)
	}
}

func (p *Page) tellChecked(m *wire.Checked) {
	aside := sentences(append(p.link.notes, m.Notes...))
	if p.before != nil {
		aside += " Your own code is kept."
	}
	if m.Text != "" {
		p.offerOwn(p.showLinkNotice("Not compared", Capital(m.Text)+aside))
		return
	}
	if m.Typed { // by hand: there is nobody's page to compare with
		if p.link.told {
			p.HideNotice()
		}
		if aside != "" {
			p.offerOwn(p.showLinkNotice("Not all of the link was taken", strings.TrimSpace(aside)))
		}
		return
	}
	open := slices.DeleteFunc(m.Open, func(id string) bool { return slices.Contains(m.Waiting, id) })
	if len(m.Waiting) > 0 {
		aside += " Not computed, as they take long: " + strings.Join(m.Waiting, ", ") + "."
	}
	if len(open) > 0 {
		aside += " Not compared: " + strings.Join(open[:min(namedCells, len(open))], ", ") + "."
	}
	if p.keep.fromLink(p.edits) {
		aside += " The cells marked as edited are the sender's, and those marked “uses edited code” take values from them."
	} else if m.Own {
		aside += " The link has no code, so yours of " + Plural(len(p.edits), "cell") + " is kept, and outputs that use it were not compared."
	}
	if len(m.Differ) == 0 {
		all := "all " + Plural(m.Compared, "output") + " that were compared match"
		if m.Compared == 1 {
			all = "the one output that was compared matches"
		}
		p.offerOwn(p.showLinkNotice("Reproduced", "Reproduced: "+all+" what the sender saw."+aside))
		return
	}
	notice := p.showLinkNotice("Not reproduced", differing(len(m.Differ), m.Compared)+aside)
	outputs := dom.Create("p", "outputs", "")
	for i, id := range m.Differ {
		if i == namedCells {
			outputs.AddText(" … and " + strconv.Itoa(len(m.Differ)-i) + " more")
			break
		}
		if i > 0 {
			outputs.AddText(", ")
		}
		outputs.Add(p.linkTo(id))
	}
	notice.Add(outputs)
	p.offerOwn(notice)
}

// share asks for a link to what the page shows.
func (p *Page) share() {
	if p.link.sharing {
		return
	}
	for _, c := range p.cells {
		p.commit(c)
	}
	p.link.sharing = true
	p.Say("Computing every output for the link …")
	p.worker.share()
}

// linked hands the link to the reader: in the clipboard, and in the address bar. why says why nobody
// could open it: then there is the code itself to copy.
func (p *Page) linked(fragment, why string) {
	if !p.link.sharing {
		return
	}
	p.link.sharing = false
	if p.author != nil {
		p.author.Linked(fragment, why)
		return
	}
	if why != "" {
		notice := p.showLinkNotice("No link", "Nobody could open it. "+Capital(why)+" You can copy your code from here:")
		area := dom.Create("textarea", "", p.ownCode())
		for name, value := range map[string]string{"readonly": "", "rows": "12", "aria-label": "Your code"} {
			area.SetAttribute(name, value)
		}
		notice.Add(area)
		p.Say("There is no link: see the notice above the text.")
		return
	}
	p.setFragment(fragment)
	p.CopyLink(js.Global().Get("location").Get("href").String(), "Link copied. It is in the address bar too.")
}

// CopyLink puts a link on the reader's clipboard and says so; where the browser does not allow that, a notice shows it.
func (p *Page) CopyLink(address, copied string) {
	byHand := func(js.Value) {
		notice := p.showLinkNotice("The link to what you see", "Copy it from here:")
		field := dom.Create("input", "", "")
		for name, value := range map[string]string{"type": "text", "readonly": "", "value": address, "aria-label": "Link"} {
			field.SetAttribute(name, value)
		}
		notice.Add(field)
		field.Call("select")
		p.Say("The link is in the notice.")
	}
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if !clipboard.Truthy() {
		byHand(js.Undefined())
		return
	}
	dom.Then(clipboard.Call("writeText", address), func(js.Value) { p.Say(copied) }, byHand)
}
