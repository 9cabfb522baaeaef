//go:build js && wasm

package main

import (
	"errors"
	"fmt"
	"slices"
	"syscall/js"
	"time"

	"topobook/notebooks/builtins"
	"topobook/notebooks/engine"
	"topobook/notebooks/link"
)

const (
	yieldEvery   = 12 * time.Millisecond  // of evaluation, before messages are heard
	reportEvery  = 100 * time.Millisecond // of evaluation, before the page hears how far it is
	restartAfter = 150 * time.Millisecond // of evaluation that newer values interrupt; what is faster is shown
)

// Why a run ends early.
var (
	errStopped = errors.New("stopped")
	errRestart = errors.New("the inputs changed")
	errTaken   = errors.New("another worker was faster")
	errLong    = errors.New("the preview takes long")
)

// A kernel evaluates the notebook in a Web Worker. Messages are queued as they come; the loop
// takes all that are there before it evaluates, so that of many values of a slider only the last
// one counts.
type kernel struct {
	self  js.Value
	inbox []js.Value
	wake  chan struct{}

	document *engine.Document
	notebook *engine.Kernel
	ran      map[string]bool // heavy cells that have run here

	next  job
	clock clock

	crew      crew
	previewed []string      // the cells of which the running one has shown previews, itself first
	order     js.Value      // the last one, if this is a hand of another kernel's crew
	heard     chan struct{} // there is one, or it is to stop
}

// A job is what the next evaluation has to do.
type job struct {
	asked bool
	run   int             // number of the last message that asked
	cells map[string]bool // what to evaluate, with all it needs
	heavy bool            // heavy cells too
	all   bool            // every cell but heavy ones that have not run here
	check bool            // compare with the digest of the link then
	link  link.State
	own   bool // the link has no code, and the page has its reader's
	share bool // make a link then
	help  bool // for the kernel whose hand this is
}

// A clock tells an evaluation when to look up.
type clock struct {
	started  time.Time
	yielded  time.Time
	reported time.Time
	port     js.Value      // what is posted here
	back     chan struct{} // comes back here, after the messages that were waiting
	stopping bool
	restart  bool
	showing  time.Time // when a preview was begun
}

// runKernel is the worker's main program.
func runKernel() {
	k := &kernel{self: js.Global(), wake: make(chan struct{}, 1), heard: make(chan struct{}, 1), order: none}
	k.crew.boot, k.crew.works = k.self.Get("boot"), map[string][]*work{}
	k.clock.back = make(chan struct{}, 1)
	channel := js.Global().Get("MessageChannel").New()
	k.clock.port = channel.Get("port1")
	channel.Get("port2").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		k.clock.back <- struct{}{}
		return nil
	}))
	early := k.self.Get("early")
	for i := range early.Length() {
		k.take(early.Index(i))
	}
	k.self.Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		k.take(args[0].Get("data"))
		return nil
	}))
	k.post(message{"type": "ready"})
	for range k.wake {
		k.serve()
	}
}

// take queues a message. It runs in an event handler, also in the middle of an evaluation.
func (k *kernel) take(m js.Value) {
	wake := k.wake
	switch text(m, "type") {
	case "stop":
		k.clock.stopping = true
		k.post(message{"type": "stopped"})
		wake = k.heard
	case "order":
		k.order = m
		wake = k.heard
	default:
		k.inbox = append(k.inbox, m)
	}
	select {
	case wake <- struct{}{}:
	default:
	}
}

func (k *kernel) post(m message) { k.self.Call("postMessage", m) }

// serve handles every message that waits, and evaluates what they ask for, until nothing is left.
// It is the one place that recovers: the page then replaces the kernel.
func (k *kernel) serve() {
	defer func() {
		if r := recover(); r != nil {
			k.post(message{"type": "died", "text": fmt.Sprintf("panic: %v", r)})
		}
	}()
	for len(k.inbox) > 0 {
		k.clock.stopping = false
		for len(k.inbox) > 0 {
			m := k.inbox[0]
			k.inbox = k.inbox[1:]
			k.handle(m)
		}
		if !k.next.asked {
			continue
		}
		if done := k.evaluate(); done {
			k.finish()
			k.next = job{}
		}
	}
}

// handle does what a message says, but for evaluating.
func (k *kernel) handle(m js.Value) {
	if k.notebook == nil && text(m, "type") != "load" {
		return
	}
	switch text(m, "type") {
	case "load", "set", "edit", "reset":
		k.crew.note(m)
	}
	switch text(m, "type") {
	case "load":
		k.load(m.Get("doc"))
	case "set":
		k.set(text(m, "name"), text(m, "value"))
	case "edit":
		k.edit(text(m, "cell"), text(m, "source"))
	case "reset":
		k.reset(text(m, "cell"), truth(m, "inputs"))
	case "settle":
		k.next = job{}
	case "run":
		k.ask(m)
		if digest := m.Get("digest"); digest.Type() == js.TypeString {
			k.next.check, k.next.own = true, truth(m, "own")
			k.next.link = link.State{Digest: digest.String(), Version: int(number(m, "version"))}
		}
	case "share":
		k.ask(m)
		k.next.all, k.next.share = true, true
	case "open":
		k.open(text(m, "fragment"))
	}
}

// load starts with the document that the page carries.
func (k *kernel) load(data js.Value) {
	doc := &engine.Document{Meta: engine.Meta{Slug: text(data, "paper")}}
	cells := data.Get("cells")
	for i := range cells.Length() {
		c := cells.Index(i)
		doc.Cells = append(doc.Cells, engine.Cell{
			ID:     text(c, "id"),
			Source: text(c, "source"),
			Inline: truth(c, "inline"),
			Fold:   truth(c, "fold"),
			Heavy:  truth(c, "heavy"),
			Line:   int(number(c, "line")),
		})
	}
	k.document, k.notebook = doc, engine.New(doc, builtins.All())
	k.notebook.AssumePublished()
	k.ran = map[string]bool{}
	k.next = job{}
}

// ask notes that an evaluation is wanted.
func (k *kernel) ask(m js.Value) {
	k.next.asked = true
	k.next.run = int(number(m, "run"))
	k.next.help = truth(m, "help")
	k.order = none // those of an earlier run have all come: messages keep their order
	k.next.heavy = k.next.heavy || truth(m, "heavy")
	k.next.all = k.next.all || truth(m, "all")
	k.want(list(m, "cells")...)
}

// want adds cells to the next evaluation.
func (k *kernel) want(cells ...string) {
	if k.next.cells == nil {
		k.next.cells = map[string]bool{}
	}
	for _, id := range cells {
		k.next.cells[id] = true
	}
}

func (k *kernel) set(name, value string) {
	if err := k.notebook.Set(name, value); err != nil {
		used, chosen := k.notebook.Value(name)
		k.post(message{"type": "refused", "name": name, "text": sentence(err), "tried": value, "value": used, "chosen": chosen})
		return
	}
	k.want(k.notebook.Dependents(name)...)
}

func (k *kernel) edit(id, source string) {
	k.want(k.notebook.DependentsOfCell(id)...) // also those that lose a name
	if err := k.notebook.Edit(id, source); err != nil {
		k.post(message{"type": "refused", "name": id, "text": sentence(err)})
		return
	}
	k.want(k.notebook.DependentsOfCell(id)...)
	k.tellUsers()
}

// tellUsers tells the page which cells use the code of edited ones, and on which inputs cells depend.
func (k *kernel) tellUsers() {
	picks := message{}
	for _, c := range k.document.Cells {
		picks[c.ID] = anys(k.notebook.InputsOf(c.ID))
	}
	k.post(message{"type": "users", "cells": anys(k.notebook.UsersOfEdits()), "picks": picks})
}

func (k *kernel) reset(id string, inputs bool) {
	if id != "" {
		k.want(k.notebook.DependentsOfCell(id)...)
		_ = k.notebook.Reset(id) // of a cell that the page has
		k.want(k.notebook.DependentsOfCell(id)...)
		k.tellUsers()
		return
	}
	state := link.Of(k.notebook)
	for name := range state.Inputs {
		k.want(k.notebook.Dependents(name)...)
	}
	if inputs {
		k.notebook.ResetInputs()
		k.want(k.notebook.Stale()...)
		return
	}
	for id := range state.Edits {
		k.want(k.notebook.DependentsOfCell(id)...)
	}
	k.notebook.ResetAll()
	k.want(k.notebook.Stale()...)
	k.tellUsers()
}

// evaluate runs what was asked for, and returns whether it came to an end: not if newer values
// make it start again.
func (k *kernel) evaluate() bool {
	now := time.Now()
	k.clock.started, k.clock.yielded, k.clock.reported = now, now, now
	k.clock.restart = false
	options := engine.RunOptions{Heavy: k.next.heavy, Emit: k.emit, Pause: k.pause, Share: k.share, Preview: k.preview}
	for _, c := range k.document.Cells { // in page order
		if k.next.cells[c.ID] || k.next.all && (!c.Heavy || k.ran[c.ID]) {
			options.Only = append(options.Only, c.ID)
		}
	}
	if options.Only == nil {
		return true
	}
	if err := k.notebook.Run(options); err == nil && options.Heavy && !k.next.help { // other errors have been emitted with their cells
		var users []string // of the heavy cells: they run too, unless they are heavy
		for _, id := range options.Only {
			users = append(users, k.notebook.DependentsOfCell(id)...)
		}
		options.Only, options.Heavy = users, false
		_ = k.notebook.Run(options)
	}
	return !k.clock.restart
}

// pause is called by an evaluation now and then. It lets messages in, and ends the evaluation if
// one of them says so.
func (k *kernel) pause(at engine.Progress) error {
	c := &k.clock
	now := time.Now()
	if now.Sub(c.yielded) < yieldEvery {
		return nil
	}
	if now.Sub(c.reported) > reportEvery && !at.Preview {
		c.reported = now
		k.post(message{"type": "progress", "cell": at.Cell, "done": at.Done, "total": at.Total})
	}
	c.port.Call("postMessage", js.Null())
	<-c.back
	c.yielded = time.Now()
	if c.stopping {
		return errStopped
	}
	if at.Preview && c.yielded.Sub(c.showing) > showTime {
		return errLong
	}
	if c.yielded.Sub(c.started) > restartAfter && k.changed() {
		c.restart = true
		return errRestart
	}
	return nil
}

// changed returns whether a message that waits changes what is being evaluated.
func (k *kernel) changed() bool {
	for _, m := range k.inbox {
		switch text(m, "type") {
		case "set", "edit", "reset":
			return true
		}
	}
	return false
}

// emit tells the page of a cell that starts or has ended.
func (k *kernel) emit(r engine.Result) {
	if r.State == engine.Stopped && k.clock.restart || k.next.help {
		return // it starts again at once, or nobody looks
	}
	m := message{"type": "result", "run": k.next.run, "cell": r.Cell, "state": r.State.String()}
	if r.State != engine.Running {
		m["html"] = r.HTML
		cell, _ := k.document.Cell(r.Cell)
		k.ran[r.Cell] = cell.Heavy && r.State == engine.Done
		if !cell.Inline {
			m["controls"] = engine.RenderInputs(r.Inputs)
		}
		if r.Err != nil {
			m["line"], m["col"], m["text"], m["hint"] = r.Err.Line, r.Err.Col, r.Err.Msg, r.Err.Hint
		}
	}
	if len(k.previewed) > 0 && r.State != engine.Running {
		if r.Err != nil {
			m["text"] = r.Err.Msg + ": what had come by then is shown"
			for _, user := range k.previewed[1:] {
				k.post(message{"type": "result", "cell": user, "state": engine.Waiting.String(), "text": ": cell " + r.Cell + ", which gives it a value, has not ended"})
			}
		}
		k.previewed = nil
	}
	k.post(m)
}

// preview tells the page what a cell gives with what is known so far.
func (k *kernel) preview(cell, html string) {
	if !slices.Contains(k.previewed, cell) {
		k.previewed = append(k.previewed, cell)
	}
	k.post(message{"type": "preview", "cell": cell, "html": html})
}
