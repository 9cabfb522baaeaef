//go:build js && wasm

package main

import (
	"strings"
	"syscall/js"
)

const (
	readyTime  = 20000     // ms in which a kernel must be ready
	heedTime   = 150       // ms in which a kernel must answer stop
	memoryHigh = 200 << 20 // bytes above which an idle kernel is replaced: its memory never shrinks
)

// A worker is the page's end of the kernel: the Web Worker, and what is known of it.
// When one dies or does not heed Stop, another takes its place; it is told the state of the page,
// but evaluates only what is asked next, so that a cell that hangs does not hang it again.
type worker struct {
	page    *page
	self    js.Value // the Web Worker
	busy    bool     // a run is under way
	runs    int      // asked for so far
	running string   // the cell that it evaluates
	heed    alarm    // until it must have heard stop
	handler []js.Func
	updated map[string]bool // cells whose output changed in this run
	failed  map[string]bool // cells that failed in this run
	ready   bool
	late    alarm // until it must be ready
	silent  bool  // it was not
}

// newWorker starts a kernel for p and tells it the notebook.
func newWorker(p *page) *worker {
	w := &worker{page: p, updated: map[string]bool{}, failed: map[string]bool{}}
	w.spawn()
	return w
}

// spawn starts the Web Worker and brings it to the page's state.
func (w *worker) spawn() {
	p := w.page
	w.ready = false
	unheard := w.silent // what the one before was asked
	w.silence(false)
	w.late.start(readyTime, func() { w.giveUp("its worker does not answer") })
	w.self = js.Global().Call("newWorker", p.boot.Get("kernel"))
	self := w.self
	current := func(handle func(js.Value)) js.Func { // a replaced worker may still be heard
		f := js.FuncOf(func(_ js.Value, args []js.Value) any {
			if w.self.Equal(self) {
				handle(args[0])
			}
			return nil
		})
		w.handler = append(w.handler, f)
		return f
	}
	w.self.Set("onmessage", current(func(e js.Value) { w.receive(e.Get("data")) }))
	w.self.Set("onerror", current(func(e js.Value) {
		e.Call("preventDefault")
		w.died(text(e, "message"))
	}))
	w.post(message{"type": "load", "doc": p.book})
	for id, source := range p.edits {
		w.post(message{"type": "edit", "cell": id, "source": source})
	}
	for name, value := range p.inputs {
		w.post(message{"type": "set", "name": name, "value": value})
	}
	if !unheard {
		w.post(message{"type": "settle"})
	}
	if p.link.asked != "" { // of the kernel before
		w.post(message{"type": "open", "fragment": p.link.asked})
	}
}

// replace ends the Web Worker at once and starts another.
func (w *worker) replace() {
	w.self.Call("terminate")
	for _, f := range w.handler {
		defer f.Release() // this may run inside one of them
	}
	w.handler = nil
	p := w.page
	w.heed.stop()
	w.busy, w.running = false, ""
	p.link.forget(p)
	for _, c := range p.cells {
		c.pending.stop()
	}
	w.spawn()
}

func (w *worker) post(m message) { w.self.Call("postMessage", m) }

// run asks for an evaluation. Further changes may follow while it lasts: the kernel starts again
// with the latest values, and says idle once.
func (w *worker) run(m message) {
	if m["type"] == nil {
		m["type"] = "run"
	}
	if w.silent { // perhaps another one speaks
		w.replace()
	}
	w.runs++
	m["run"] = w.runs
	w.busy = true
	w.page.showBusy(true)
	w.post(m)
}

// receive handles a message of the kernel.
func (w *worker) receive(m js.Value) {
	p := w.page
	switch text(m, "type") {
	case "ready":
		w.ready = true
		w.late.stop()
		w.silence(false) // late, but there
	case "result":
		w.result(m)
	case "preview":
		if c := p.cell(text(m, "cell")); c != nil {
			p.showPreview(c, text(m, "html"))
		}
	case "progress":
		p.showProgress(text(m, "cell"), number(m, "done"), number(m, "total"))
	case "refused":
		p.refuse(text(m, "name"), text(m, "text"), text(m, "tried"), text(m, "value"), truth(m, "chosen"))
	case "stopped":
		w.heed.stop()
		p.say("Stopped. What was computed before stands.")
	case "idle":
		if int(number(m, "run")) == w.runs { // else another one is on its way
			p.link.settled(p, table(m, "inputs"))
			w.idle(number(m, "memory"))
		}
	case "opened":
		p.opened(m)
	case "checked":
		p.checked(m)
	case "link":
		p.linked(text(m, "fragment"), text(m, "text"))
	case "users":
		p.markUsers(list(m, "cells"))
		p.takePicks(m.Get("picks"))
	case "died":
		w.died(text(m, "text"))
	}
}

func (w *worker) result(m js.Value) {
	p := w.page
	c := p.cell(text(m, "cell"))
	if c == nil {
		return
	}
	if text(m, "state") == "running" {
		w.running = c.id
		p.showRunning(c)
		return
	}
	if w.running == c.id {
		w.running = ""
	}
	delete(w.failed, c.id)
	if p.showResult(c, m) {
		w.updated[c.id] = true
	} else if text(m, "state") == "failed" {
		w.failed[c.id] = true
	}
}

// idle notes that the kernel has nothing left to do.
func (w *worker) idle(memory float64) {
	p := w.page
	w.heed.stop()
	w.busy, w.running = false, ""
	p.showBusy(false)
	p.link.sharing = false // the link would have come
	p.settle(len(w.updated), len(w.failed))
	clear(w.updated)
	clear(w.failed)
	if memory > memoryHigh {
		w.replace()
	}
}

// stop asks the kernel to stop, and replaces it if it does not answer in time.
func (p *page) stop() {
	w := p.worker
	if !w.busy || w.heed.set() {
		return
	}
	w.post(message{"type": "stop"})
	w.heed.start(heedTime, func() {
		w.abandon("stopped: it did not answer, so the engine was started again; other outputs stand")
		p.say("Stopped. The engine was started again; your inputs and edits are kept.")
	})
}

// died notes that the kernel is dead, and replaces it.
func (w *worker) died(cause string) {
	reason := "the engine failed here and was started again"
	if strings.Contains(cause, "out of memory") || strings.Contains(cause, "cannot allocate") {
		reason = "ran out of memory, so the engine was started again"
	} else if strings.Contains(cause, "call stack") || strings.Contains(cause, "stack overflow") {
		reason = "the value is nested too deeply, so the engine was started again"
	}
	if !w.ready { // it never spoke: starting another at once would not help
		w.giveUp(cause)
		return
	}
	running := w.running
	w.abandon(reason)
	if running == "" {
		w.page.say("The engine failed and was started again; your inputs and edits are kept.")
	} else {
		w.page.say("Cell " + running + " " + reason + "; your inputs and edits are kept.")
	}
}

// giveUp notes that the kernel does not start.
func (w *worker) giveUp(cause string) {
	w.late.stop()
	w.silence(true)
	w.busy = false
	w.page.showBusy(false)
	if cause == "" { // the browser gives none where a policy forbids workers, or their script does not come
		cause = "the browser does not run its worker"
	}
	w.page.say("The engine did not start (" + cause + "): outputs do not follow what you change. Change a value to try again.")
}

// silence notes whether the kernel does not start. Outputs may then be of other values than the page has.
func (w *worker) silence(silent bool) {
	w.silent = silent
	setAttribute(w.page.root, "data-silent", silent && len(w.page.inputs)+len(w.page.edits) > 0)
}

// abandon replaces the kernel and says in the cell that it was evaluating why.
func (w *worker) abandon(reason string) {
	p := w.page
	c := p.cell(w.running)
	p.playing.stop()
	w.replace()
	p.showBusy(false)
	clear(w.updated)
	clear(w.failed)
	if c != nil {
		p.showStopped(c, reason)
	}
	for _, c := range p.cells { // none runs any more
		if c.root.GetAttribute("data-state") == "running" {
			c.root.SetAttribute("data-state", "stopped")
		}
	}
}

// An alarm calls a function once, later. The zero value is not set.
type alarm struct {
	id int // 0: not set
	f  js.Func
}

// start sets the alarm to call f after ms milliseconds, in place of what it was set to.
func (a *alarm) start(ms int, f func()) {
	a.stop()
	a.f = js.FuncOf(func(js.Value, []js.Value) any {
		a.id = 0
		a.f.Release()
		f()
		return nil
	})
	a.id = js.Global().Call("setTimeout", a.f, ms).Int()
}

// stop makes the alarm forget its call.
func (a *alarm) stop() {
	if a.id != 0 {
		js.Global().Call("clearTimeout", a.id)
		a.id = 0
		a.f.Release()
	}
}

// set returns whether the alarm is still to call.
func (a *alarm) set() bool { return a.id != 0 }
