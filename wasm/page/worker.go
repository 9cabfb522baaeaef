//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"
	"time"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

const (
	readyTime  = 20000     // ms in which a kernel must be ready
	stopTime   = 130       // ms in which a kernel must answer stop, and then in which it must have ended what it does
	memoryHigh = 200 << 20 // bytes above which an idle kernel is replaced at once: its memory never shrinks
	memoryCalm = 48 << 20  // bytes above which it is replaced once nothing was asked of it for calmTime
	calmTime   = 15000     // ms
	aheadAfter = 50        // ms without a wish of the reader after which the kernel may compute the next step of a slider
	heavyTime  = 300000    // ms, instead of calmTime, if it has the values of a heavy cell, which another one would not have
)

// A worker is the page's end of the kernel: the Web Worker, and what is known of it.
// When one dies or does not obey Stop, another takes its place; it is told the state of the page,
// but evaluates only what is asked next, so that a cell that hangs does not hang it again.
type worker struct {
	page     *Page
	web      *wire.Worker
	busy     bool            // a run is under way
	runs     int             // asked for so far
	pending  dom.Alarm       // until the cell that it evaluates shows that it runs
	stopping dom.Alarm       // until it must have heard stop, and then until it must have stopped
	heard    bool            // stop
	failed   map[string]bool // cells that failed in this run
	ready    bool
	late     dom.Alarm   // until it must be ready
	retried  bool        // the one before was not, and this one is in its place
	silent   bool        // neither was
	calm     dom.Alarm   // until nothing was asked of it for so long that its memory is given back
	heavy    bool        // it has the values of a heavy cell
	moved    *wire.Ahead // the input that the reader has moved since the kernel had nothing to do
	ahead    dom.Alarm   // until the kernel hears of it

	asked    []wire.Message // the runs that have not come to their end
	absent   bool           // some of their cells wait for an engine with everything
	fetching bool           // it is on its way
	save     *wire.Save     // what is to be saved, and has not been
}

// newWorker starts a kernel for p and tells it the notebook.
func newWorker(p *Page) *worker {
	w := &worker{page: p, failed: map[string]bool{}}
	w.spawn(false)
	w.takeOver()
	return w
}

// takeOver goes on from what the kernel has been asked before the page listened: see site/show.js.
func (w *worker) takeOver() {
	p := w.page
	asked := p.boot.Get("asked")
	if asked.IsUndefined() {
		return
	}
	asked.Call("end")
	m := wire.Run{Run: w.begin()}
	w.asked = append(w.asked, &m)
	values := asked.Get("values")
	for i := 0; i < values.Length(); i += 2 {
		name, value := values.Index(i).String(), values.Index(i+1).String()
		w.moved = &wire.Ahead{Name: name, From: p.published[name]}
		p.noteInput(name, value)
		p.setBy[name] = m.Run
	}
}

// spawn starts the Web Worker and brings it to the page's state. What the one before was asked it is to evaluate too if that
// has not done it.
func (w *worker) spawn(unheard bool) {
	p := w.page
	w.ready, w.heavy = false, false
	w.silence(false)
	w.late.Start(readyTime, func() { w.retry("its worker does not answer") })
	w.web = wire.Start(p.boot.Get("kernel"), p.results.Get("hearing"), w.receive, w.died)
	if w.web.Knows() {
		return // and has nothing to forget, and perhaps something to do
	}
	w.post(&wire.Load{Book: p.book})
	for id, source := range p.edits {
		w.post(&wire.Edit{Cell: id, Source: source})
	}
	for name, value := range p.inputs {
		w.post(&wire.Set{Name: name, Value: value})
	}
	if !unheard {
		w.post(&wire.Settle{})
	}
	if p.link.asked != "" { // of the kernel before
		w.post(&wire.Open{Fragment: p.link.asked})
	}
}

// replace ends the Web Worker at once and starts another.
func (w *worker) replace() {
	w.web.Terminate()
	p := w.page
	w.stopping.Stop()
	w.busy, w.moved = false, nil
	w.ahead.Stop()
	w.asked, w.absent = nil, false
	p.link.forget(p)
	w.pending.Stop()
	w.spawn(w.silent)
}

// again lets another kernel do what this one was asked.
func (w *worker) again() {
	w.web.Terminate()
	w.stopping.Stop()
	w.spawn(true)
	for _, m := range w.asked {
		w.post(m)
	}
}

func (w *worker) post(m wire.Message) {
	w.calm.Stop()
	w.web.Post(m)
}

// run asks for an evaluation. Further changes may follow while it lasts: the kernel starts again
// with the latest values, and says idle once.
func (w *worker) run(m wire.Run) {
	m.Run = w.begin()
	m.View = strings.Fields(js.Global().Call("cellsInView").String())
	w.ask(&m)
}

// share asks for an evaluation of all cells and a link.
func (w *worker) share() { w.ask(&wire.Share{Run: w.begin()}) }

func (w *worker) ask(m wire.Message) {
	w.asked = append(w.asked, m)
	w.post(m)
}

// begin returns the number of another evaluation.
func (w *worker) begin() int {
	if w.silent { // perhaps another one speaks
		w.replace()
	}
	if w.heard { // what comes next is to be computed, however long it takes
		w.stopping.Stop()
	}
	w.runs++
	w.ahead.Stop()
	w.busy = true
	w.page.showBusy(true)
	if !w.pending.Set() {
		w.pending.Start(showRunningAfter, w.showRunning)
	}
	return w.runs
}

// receive handles a message of the kernel.
func (w *worker) receive(m wire.Message) {
	p := w.page
	switch m := m.(type) {
	case *wire.Ready:
		w.ready, w.retried = true, false
		w.late.Stop()
		w.silence(false) // late, but there
	case *wire.Result:
		w.result(m)
	case *wire.Preview:
		if c := p.cell(m.Cell); c != nil {
			p.showPreview(c, w.web.HTML())
		}
	case *wire.Progress:
		p.showProgress(m.Cell, m.Done, m.Total)
	case *wire.Refused:
		p.refuse(m)
	case *wire.Stopped:
		w.heard, w.moved = true, nil
		w.awaitStop()
		p.Say("Stopped. What was computed before stands.")
	case *wire.Idle:
		if m.Run != w.runs { // another one is on its way
			break
		}
		if w.absent = len(m.Absent) > 0; w.absent {
			w.fetch("cell " + m.Absent[0] + " names what that of this page does not have")
		} else {
			p.link.settled(p, m.Inputs)
			w.idle(m.Memory)
		}
	case *wire.Opened:
		p.opened(m)
	case *wire.Checked:
		p.checked(m)
	case *wire.Link:
		p.linked(m.Fragment, m.Text)
	case *wire.Saved:
		p.saved(m)
	case *wire.Seen:
		p.seen(m)
	case *wire.Dependents:
		p.markDependents(m.Cells)
		if len(m.Picks) > 0 {
			p.takePicks(m.Picks)
		}
	case *wire.Died:
		w.died(m.Text)
	default:
		if p.author != nil {
			p.author.Receive(m)
		}
	}
}

func (w *worker) result(m *wire.Result) {
	p := w.page
	c := p.cell(m.Cell)
	if c == nil {
		return
	}
	delete(w.failed, c.id)
	if m.State == "failed" {
		w.failed[c.id] = true
	}
	w.heavy = w.heavy || c.heavy && m.State == "done"
	p.showResult(c, m, w.web.HTML())
}

// running returns the cell that is evaluated, or nil.
func (w *worker) running() *cell { return w.page.cell(w.page.results.Call("running").String()) }

// showRunning marks the cell that is evaluated, if it has been for a while, and looks again later as long as any is.
func (w *worker) showRunning() {
	if !w.busy {
		return
	}
	next := showRunningAfter
	if c := w.running(); c != nil {
		if left := showRunningAfter - w.page.results.Call("runningFor").Int(); left > 0 {
			next = left
		} else {
			c.setPlain(false)
			c.root.SetAttribute("data-state", "running")
		}
	}
	w.pending.Start(next, w.showRunning)
}

// fetch fetches the engine with everything, for a reason that the reader is told; then a kernel of it takes the place of this one, and does
// what this one was asked. Where it does not come the cells say so.
func (w *worker) fetch(reason string) {
	p := w.page
	if w.fetching {
		return
	}
	w.fetching = true
	p.Say("Fetching the full engine, as " + reason + " …")
	dom.Then(p.boot.Call("full"), func(js.Value) {
		w.fetching = false
		if !w.absent && w.save == nil {
			return
		}
		p.Say("")
		w.again()
		if w.save != nil {
			w.post(w.save)
		}
	}, func(cause js.Value) {
		w.fetching = false
		p.Say("")
		if w.save != nil {
			w.save = nil
			p.Say("The network is not saved: the full engine did not come (" + dom.Text(cause, "message") + ").")
		}
		if !w.absent {
			return
		}
		lacking := "did not come (" + dom.Text(cause, "message") + ")"
		for _, m := range w.asked {
			switch m := m.(type) {
			case *wire.Run:
				m.Lacking = lacking
			case *wire.Share:
				m.Lacking = lacking
			}
			w.post(m)
		}
	})
}

// idle notes that the kernel has nothing left to do.
func (w *worker) idle(memory float64) {
	p := w.page
	w.stopping.Stop()
	w.busy, w.asked = false, nil
	p.showBusy(false)
	p.link.sharing = false // the link would have come
	if time.Since(p.link.set) > addressPace*time.Millisecond {
		p.link.catchUp(p)
	}
	p.settle(p.results.Call("takeUpdated").Int(), len(w.failed))
	clear(w.failed)
	if m := w.moved; m != nil {
		w.moved = nil
		w.ahead.Start(aheadAfter, func() { w.web.Post(m) }) // calm goes on
	}
	if memory > memoryHigh {
		w.replace()
	} else if memory > memoryCalm {
		after := calmTime
		if w.heavy {
			after = heavyTime
		}
		w.calm.Start(after, w.replace)
	}
}
