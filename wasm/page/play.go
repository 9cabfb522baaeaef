//go:build js && wasm

package page

import "strconv"

const (
	playStep = 700 // ms from one step to the next, at least
	playWait = 40  // ms until another look whether the outputs of the last step are there
)

// A player moves a slider to its end, a step at a time. The zero value stands still.
type player struct {
	button *element // pressed while it plays, else nil
	next   alarm
}

func (a *player) on() bool { return a.button != nil }

// stop leaves the slider where it is.
func (a *player) stop() {
	a.next.stop()
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
func (p *page) touched(at *element) {
	if p.playing.on() && at.closest(".controls, .code, .bar, svg.net") != nil && at.closest(".play") == nil {
		p.playing.stop()
	}
}

// play starts to play the slider beside the button, from the beginning if it is at its end, or stops.
func (p *page) play(button *element) {
	same := p.playing.on() && p.playing.button.Equal(button.Value)
	p.playing.stop()
	if !same {
		p.playing.button = button
		p.playing.show(true)
		p.playNext(true)
	}
}

// playNext takes a step once the outputs of the one before are there, and stops at the end.
func (p *page) playNext(first bool) {
	a := &p.playing
	label := a.button.closest(".player").find("[data-input]")
	field := label.find("input")
	before := controlValue(label)
	switch {
	case !p.doc.has(a.button): // its cell was edited
		a.stop()
		return
	case p.worker.busy:
		a.next.start(playWait, func() { p.playNext(first) })
		return
	}
	field.Call("stepUp")
	if value := controlValue(label); value == before && !first {
		a.stop()
		p.say("Played to the end.")
		return
	} else if value == before {
		field.Set("value", field.Get("min"))
	}
	showOutput(label)
	p.setInput(label.GetAttribute("data-input"), controlValue(label))
	a.next.start(playStep, func() { p.playNext(false) })
}
