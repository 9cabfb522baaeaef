//go:build js && wasm

package main

import (
	"syscall/js"
	"time"

	"topobook/notebooks/engine"
)

const (
	sharedSteps = 1e8                    // of a work: what is less is done before help has come
	maxHands    = 7                      // however many processors there are: each takes memory
	handsLinger = 30000                  // ms without work after which the hands go, and their memory
	showEvery   = 250 * time.Millisecond // of a work, before what is known of it is shown again
	showTime    = 150 * time.Millisecond // that this may take
)

// A crew is further Web Workers that help a kernel with a cell. Each has a kernel of its own, which
// knows the same notebook and runs the same cell; where the cell comes to a work with many parts,
// the hand asks for a part, computes it, sends it and asks for another, until all parts are known.
// Then it goes on, as the cell may have another work. Nothing waits for a hand: when all parts are
// begun, the kernel begins those again that are not known, and takes what is known first.
type crew struct {
	boot   js.Value // what site/worker.js starts a Web Worker with
	hands  []*hand
	called int // how often the crew was called together; what is of another call is not heard
	cell   string
	works  map[string][]*work // by cell: those of its last run
	early  []early
	diary  []entry
	lent   int // parts that hands have computed, since the last rest
	idle   alarm
}

// An entry is a message that changed the notebook.
type entry struct {
	number  int
	message js.Value
}

// A hand is a member of the crew.
type hand struct {
	self js.Value // the Web Worker
	hear js.Func
	fail js.Func
	read int // the number of the last entry that it was sent
}

// An early hand has come to a work before the kernel.
type early struct {
	*hand
	cell string
	call int
}

// A work is what is known of a [engine.Work].
type work struct {
	*engine.Work
	parts   [][]float64
	unknown int
	begun   int     // parts that somebody has begun: the first so many
	hands   []*hand // that have asked for a part
	fresh   bool    // more is known than was shown
	shown   time.Time
}

// note keeps a message that changes the notebook, for the hands. Of a value that is set again and
// again only the last is kept.
func (c *crew) note(m js.Value) {
	number := 1
	if last := len(c.diary) - 1; last >= 0 {
		e := c.diary[last]
		number = e.number + 1
		if text(m, "type") == "set" && text(e.message, "type") == "set" && text(m, "name") == text(e.message, "name") {
			c.diary = c.diary[:last]
		}
	}
	c.diary = append(c.diary, entry{number, m})
}

// share computes the parts of a work, with the help of the crew where there is enough to do.
func (k *kernel) share(w *engine.Work) ([][]float64, error) {
	if k.next.help {
		return k.lend(w)
	}
	c := &k.crew
	job := &work{Work: w, parts: make([][]float64, w.Parts), unknown: w.Parts, shown: time.Now()}
	c.works[w.Cell] = append(c.works[w.Cell][:w.Call], job)
	if w.Call == 0 {
		c.cell = ""
	}
	if w.Parts > 1 && w.Steps > sharedSteps && !w.Alone {
		c.call(w.Cell, w.Parts-1)
	}
	for _, e := range c.early {
		if e.cell == w.Cell && e.call == w.Call {
			job.hands = append(job.hands, e.hand)
			job.order(e.hand)
		}
	}
	for job.unknown > 0 {
		i := job.next()
		part, err := w.Do(i, func(done, total int) error {
			const units = 1000
			at := (w.Parts - job.unknown) * units
			if total > 0 {
				at += int(int64(done) * units / int64(total))
			}
			if err := w.Progress(min(at, w.Parts*units), w.Parts*units); err != nil {
				return err
			}
			if job.parts[i] != nil { // a hand was faster
				return errTaken
			}
			k.show(job)
			return nil
		})
		if err != nil && (job.parts[i] == nil || k.clock.stopping || k.clock.restart) {
			c.dismiss()
			return nil, err
		}
		job.put(i, part)
		k.show(job)
	}
	for _, h := range job.hands {
		job.order(h)
	}
	return job.parts, nil
}

// show shows what is known of a work, now and then.
func (k *kernel) show(job *work) {
	now := time.Now()
	if !job.fresh || job.unknown == 0 || now.Sub(job.shown) < showEvery {
		return
	}
	job.fresh = false
	k.clock.showing = now
	job.Preview(job.parts)
	now = time.Now()
	job.shown = now.Add(4 * now.Sub(k.clock.showing)) // at most a fifth of the time goes into it
}

// next returns a part to compute: one that nobody has begun, else the first that is not known.
func (job *work) next() int {
	if job.begun < len(job.parts) {
		job.begun++
		return job.begun - 1
	}
	for i, part := range job.parts {
		if part == nil {
			return i
		}
	}
	panic("wasm: all parts of a work are known")
}

// put notes a part.
func (job *work) put(i int, part []float64) {
	if part != nil && job.parts[i] == nil {
		job.parts[i] = part
		job.unknown--
		job.fresh = true
	}
}

// order tells a hand what to compute, or all parts once they are known.
func (job *work) order(h *hand) {
	if job.unknown == 0 {
		all := make([]any, len(job.parts))
		for i, part := range job.parts {
			all[i] = numbers(part)
		}
		h.post(message{"type": "order", "cell": job.Cell, "call": job.Call, "parts": all})
	} else if job.begun < len(job.parts) && !job.Alone {
		h.post(message{"type": "order", "cell": job.Cell, "call": job.Call, "part": job.next()})
	}
}

// call makes the hands run a cell; so many are of use.
func (c *crew) call(cell string, useful int) {
	c.idle.stop()
	if c.cell == cell {
		return
	}
	c.cell = cell
	c.called++
	c.early = nil
	processors := js.Global().Get("navigator").Get("hardwareConcurrency")
	if processors.Type() != js.TypeNumber || js.Global().Get("Worker").Type() != js.TypeFunction { // in old browsers
		return
	}
	for len(c.hands) < min(processors.Int()-1, useful, maxHands) {
		c.hire()
	}
	for _, h := range c.hands {
		h.post(message{"type": "stop"}) // what it may still be at
		for _, e := range c.diary {
			if e.number > h.read {
				h.self.Call("postMessage", e.message)
				h.read = e.number
			}
		}
		h.post(message{"type": "settle"})
		h.post(message{"type": "run", "run": c.called, "cells": anys([]string{cell}), "heavy": true, "help": true})
	}
}

// hire starts another hand.
func (c *crew) hire() {
	h := &hand{self: js.Global().Call("newWorker", c.boot)}
	h.hear = js.FuncOf(func(_ js.Value, args []js.Value) any {
		c.hear(h, args[0].Get("data"))
		return nil
	})
	h.fail = js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault") // else it would end the kernel too; what the hand does not send is computed here
		return nil
	})
	h.self.Set("onmessage", h.hear)
	h.self.Set("onerror", h.fail)
	c.hands = append(c.hands, h)
}

// hear handles what a hand says.
func (c *crew) hear(h *hand, m js.Value) {
	if text(m, "type") != "want" || int(number(m, "run")) != c.called {
		return
	}
	cell, call := text(m, "cell"), int(number(m, "call"))
	if call >= len(c.works[cell]) {
		c.early = append(c.early, early{h, cell, call})
		return
	}
	job := c.works[cell][call]
	if part := m.Get("numbers"); part.Type() == js.TypeObject {
		job.put(int(number(m, "part")), floats(part))
		c.lent++
	} else {
		job.hands = append(job.hands, h)
	}
	job.order(h)
}

// dismiss makes the hands stop.
func (c *crew) dismiss() {
	for _, h := range c.hands {
		h.post(message{"type": "stop"})
	}
	c.called++
	c.rest()
}

// rest notes that the cell has ended. Hands that have nothing to do for long go.
func (c *crew) rest() {
	c.cell = ""
	if len(c.hands) == 0 {
		return
	}
	c.idle.start(handsLinger, func() {
		for _, h := range c.hands {
			h.self.Call("terminate")
			h.hear.Release()
			h.fail.Release()
		}
		c.hands = nil
	})
}

func (h *hand) post(m message) { h.self.Call("postMessage", m) }

// none is no order.
var none = js.Global().Get("Object").New()

// lend computes what the kernel that shares a work orders, and returns all parts.
func (k *kernel) lend(w *engine.Work) ([][]float64, error) {
	want := message{"type": "want", "run": k.next.run, "cell": w.Cell, "call": w.Call}
	k.post(want)
	ordered := func() bool { return text(k.order, "cell") == w.Cell && int(number(k.order, "call")) == w.Call }
	for {
		for !ordered() {
			if k.clock.stopping {
				return nil, errStopped
			}
			<-k.heard
		}
		order := k.order
		k.order = none
		if all := order.Get("parts"); all.Type() == js.TypeObject {
			parts := make([][]float64, all.Length())
			for i := range parts {
				parts[i] = floats(all.Index(i))
			}
			return parts, nil
		}
		i := int(number(order, "part"))
		part, err := w.Do(i, func(int, int) error {
			if err := w.Progress(0, 0); err != nil {
				return err
			}
			if ordered() { // all parts are known
				return errTaken
			}
			return nil
		})
		if err == nil {
			want["part"], want["numbers"] = i, numbers(part)
			k.post(want)
		} else if !ordered() {
			return nil, err
		}
	}
}

// numbers returns x as what a message may hold.
func numbers(x []float64) []any {
	list := make([]any, len(x))
	for i, value := range x {
		list[i] = value
	}
	return list
}

// floats returns the numbers of an array.
func floats(v js.Value) []float64 {
	x := make([]float64, v.Length())
	for i := range x {
		x[i] = v.Index(i).Float()
	}
	return x
}
