//go:build js && wasm

package page

import (
	"maps"
	"strings"
	"syscall/js"
	"time"

	"topobook/notebooks/link"
	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// follow has the address bar follow the inputs, once their outputs are there, or soon if it has just been changed or they take long.
func (l *linkView) follow(p *Page) {
	if !l.started {
		return
	}
	if l.late = true; !l.pace.Set() {
		l.pace.Start(addressPace, func() { l.catchUp(p) })
	}
}

// catchUp has the address follow at once, where it is to.
func (l *linkView) catchUp(p *Page) {
	if l.late && !l.busy && l.asked == "" && l.theirs == nil {
		p.setFragment(p.inputLink(p.inputs))
		l.set = time.Now()
	}
}

// inputLink returns the fragment of inputs, but for those at their published values.
func (p *Page) inputLink(inputs map[string]string) string {
	inputs = maps.Clone(inputs)
	maps.DeleteFunc(inputs, func(name, value string) bool {
		published, known := p.published[name]
		return known && value == published
	})
	return link.Encode(nil, link.State{Inputs: inputs})
}

// settled puts the inputs in the address bar that the kernel says differ from their defaults, unless
// the address has a link or the place of something on the page.
func (l *linkView) settled(p *Page, inputs map[string]string) {
	if l.started && l.asked == "" && !l.busy && l.theirs == nil && !strings.Contains("&"+l.shown, "&v=") {
		p.setFragment(link.Encode(nil, link.State{Inputs: inputs}))
	}
}

// setFragment makes a fragment the one that the page shows, in the address bar too.
func (p *Page) setFragment(fragment string) {
	p.link.late = false // what was to follow is older
	if fragment == p.link.shown || p.author != nil {
		return
	}
	p.link.shown = fragment
	SetAddress(fragment)
}

// SetAddress puts a fragment in the address bar without a step in the history.
func SetAddress(fragment string) {
	defer func() { _ = recover() }() // a browser may find that the address changes too often
	location := js.Global().Get("location")
	address := location.Get("pathname").String() + location.Get("search").String()
	if fragment != "" {
		address += "#" + fragment
	}
	js.Global().Get("history").Call("replaceState", nil, "", address)
}

// openFragment follows the address bar: it opens the link there, or goes back to the published inputs
// where there is none. The place of something on the page is no link: the address keeps the inputs.
func (p *Page) openFragment() {
	l := &p.link
	fragment := strings.TrimPrefix(js.Global().Get("location").Get("hash").String(), "#")
	l.started = true
	switch {
	case fragment == l.shown || p.author != nil:
	case fragment == "":
		l.asked, l.theirs, l.busy = "", nil, false
		l.shown = ""
		if l.told {
			p.HideNotice()
		}
		p.become(nil, p.edits)
		p.worker.run(wire.Run{})
	case !strings.Contains(fragment, "=") && dom.ByID(fragment) != nil:
		if shown := l.shown; shown != "" {
			l.shown = fragment
			p.setFragment(shown)
		}
	default:
		l.asked, l.since, l.busy = fragment, map[string]string{}, false
		p.worker.post(&wire.Open{Fragment: fragment})
	}
}
