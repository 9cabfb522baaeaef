//go:build js && wasm

package page

import (
	"strconv"

	"topobook/wasm/dom"
)

const (
	playStep = 700 // ms from one step to the next, at least
	playWait = 40  // ms until another look whether the outputs of the last step are there
)

// A player moves a slider to its end, a step at a time. The zero value stands still.
type player struct {
	button *dom.Element // pressed while it plays, else nil
	next   dom.Alarm
}

func (a *player) on() bool { return a.button != nil }

// stop leaves the slider where it is.
func (a *player) stop() {
	a.next.Stop()
	a.show(false)
	a.button = nil
}

func (a *player) show(playing bool) {
	if a.button == nil {
		return
	}
	title := "Play"
	if playing {
		title = "Pause"
	}
	a.button.SetAttribute("aria-pressed", strconv.FormatBool(playing))
	a.button.SetAttribute("title", title)
}

// touched stops what plays when the reader uses another control, a diagram or the code; reading on is
// no use of them.
func (p *Page) touched(at *dom.Element) {
	if p.playing.on() && at.Closest(".controls, .code, .bar, svg.net") != nil && at.Closest(".play") == nil {
		p.playing.stop()
	}
}

// play starts to play the slider beside the button, from the beginning if it is at its end, or stops.
func (p *Page) play(button *dom.Element) {
	same := p.playing.on() && p.playing.button.Equal(button.Value)
	p.playing.stop()
	if !same {
		p.playing.button = button
		p.playing.show(true)
		p.playNext(true)
	}
}

// playNext takes a step once the outputs of the one before are there, and stops at the end.
func (p *Page) playNext(first bool) {
	a := &p.playing
	label := a.button.Closest(".player").Find("[data-input]")
	field := label.Find("input")
	before := ValueOf(label)
	switch {
	case !p.doc.Has(a.button): // its cell was edited
		a.stop()
		return
	case p.worker.busy:
		a.next.Start(playWait, func() { p.playNext(first) })
		return
	}
	field.Call("stepUp")
	if value := ValueOf(label); value == before && !first {
		a.stop()
		p.Say("Played to the end.")
		return
	} else if value == before {
		field.Set("value", field.Get("min"))
	}
	p.echo(label)
	p.setInput(label.GetAttribute("data-input"), ValueOf(label))
	a.next.Start(playStep, func() { p.playNext(false) })
}
