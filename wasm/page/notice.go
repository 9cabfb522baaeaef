//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"

	"topobook/notebooks/dialect"
	"topobook/notebooks/link"
	"topobook/wasm/dom"
)

// ShowNotice shows a notice in place of the one before, and returns it for more to be added.
func (p *Page) ShowNotice(title, sentence string) *dom.Element {
	notice := dom.ByID("notice")
	p.link.told = false
	notice.SetTextContent("")
	notice.SetAttribute("data-notice", strings.ToLower(strings.Fields(title)[0]))
	closer := dom.Button("×", "close")
	closer.SetAttribute("aria-label", "Close this notice")
	closer.Class().SetString("close")
	notice.Add(closer)
	notice.Add(dom.Create("strong", "", title))
	notice.Add(dom.Create("p", "", sentence))
	notice.RemoveAttribute("hidden")
	return notice
}

// showLinkNotice shows a notice that goes when the page no longer shows what a link says.
func (p *Page) showLinkNotice(title, sentence string) *dom.Element {
	notice := p.ShowNotice(title, sentence)
	p.link.told = true
	return notice
}

// HideNotice takes the notice away.
func (p *Page) HideNotice() {
	notice := dom.ByID("notice")
	p.link.told = false
	notice.SetTextContent("")
	notice.SetAttribute("hidden", "")
}

// answer handles the buttons of a notice.
func (p *Page) answer(action string) {
	theirs := p.link.theirs
	switch action {
	case "run-theirs":
		p.link.theirs = nil
		if theirs != nil {
			p.takeTheirs(theirs)
		}
	case "keep":
		p.link.clear(p)
		p.Say("The page is as it was.")
	case "close":
		p.HideNotice()
	case "undo":
		p.undo()
	case "bring-back":
		p.bringBack()
	case "forget":
		p.keep.forget(p)
	}
}

// changes returns an element with what leads from one source to another.
func (p *Page) changes(label, from, to string) *dom.Element {
	pre := dom.Create("pre", "diff", "")
	pre.SetAttribute("tabindex", "0")
	pre.SetAttribute("aria-label", label)
	part, rest := link.Excerpt(link.Diff(from, to), diffLines)
	for _, change := range part {
		var lines strings.Builder
		for _, line := range change.Lines {
			lines.WriteString(string(change.Kind) + " " + dialect.Visible(line) + "\n")
		}
		pre.Add(dom.Create(map[byte]string{' ': "span", '-': "del", '+': "ins"}[change.Kind], "", lines.String()))
	}
	if rest > 0 {
		pre.Add(dom.Create("span", "", "… and "+Plural(rest, "more line")))
	}
	return pre
}

// linkTo returns a link to the place of an output on the page.
func (p *Page) linkTo(cell string) *dom.Element {
	anchor := dom.Create("a", "", cell)
	anchor.SetAttribute("href", "#"+p.anchorOf(cell))
	return anchor
}

// goTo follows a link within a notice without putting the place in the address, which may be a link's.
func (p *Page) goTo(e js.Value, anchor *dom.Element) {
	if at := dom.ByID(strings.TrimPrefix(anchor.GetAttribute("href"), "#")); at != nil {
		e.Call("preventDefault")
		at.Call("scrollIntoView")
	}
}

// anchorOf returns the id of the place of an output on the page.
func (p *Page) anchorOf(cell string) string {
	c := p.cell(cell)
	if c == nil {
		return ""
	}
	if c.root.ID() == "" {
		c.root.SetID("cell-" + c.id)
	}
	return c.root.ID()
}
