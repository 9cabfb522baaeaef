//go:build js && wasm

package page

import (
	"strings"

	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// stop asks the kernel to stop, and replaces it if it does not answer in time.
func (p *Page) stop() {
	w := p.worker
	if !w.busy || w.stopping.Set() {
		return
	}
	if w.absent {
		w.abandon("stopped")
		p.Say("Stopped. What was computed before stands.")
		return
	}
	w.post(&wire.Stop{})
	w.heard = false
	w.awaitStop()
}

// awaitStop replaces the kernel if it takes too long to stop.
func (w *worker) awaitStop() {
	w.stopping.Start(stopTime, func() {
		w.abandon("stopped: it did not answer, so the engine was started again; other outputs stand")
		w.page.Say("Stopped. The engine was started again; your inputs and edits are kept.")
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
	if !w.ready { // it never spoke: some policies want the address of the script
		w.page.boot.Get("kernel").Delete("script")
		w.retry(cause)
		return
	}
	running := w.running()
	w.abandon(reason)
	if running == nil {
		w.page.Say("The engine failed and was started again; your inputs and edits are kept.")
	} else {
		w.page.Say("Cell " + running.id + " " + reason + "; your inputs and edits are kept.")
	}
}

// retry starts another kernel in place of one that did not start, once.
func (w *worker) retry(cause string) {
	if w.retried {
		w.giveUp(cause)
		return
	}
	w.retried = true
	w.again()
}

// giveUp notes that the kernel does not start.
func (w *worker) giveUp(cause string) {
	w.late.Stop()
	w.silence(true)
	w.busy = false
	w.page.showBusy(false)
	if cause == "" { // the browser gives none where a policy forbids workers, or their script does not come
		cause = "the browser does not run its worker"
	}
	w.page.Say("The engine did not start (" + cause + "): outputs do not follow what you change. Change a value to try again.")
}

// silence notes whether the kernel does not start. Outputs may then be of other values than the page has.
func (w *worker) silence(silent bool) {
	w.silent = silent
	dom.SetBool(w.page.root, "data-silent", silent && len(w.page.inputs)+len(w.page.edits) > 0)
}

// abandon replaces the kernel and says in the cell that it was evaluating why.
func (w *worker) abandon(reason string) {
	p := w.page
	c := w.running()
	p.playing.stop()
	w.replace()
	p.showBusy(false)
	p.results.Call("takeUpdated")
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
