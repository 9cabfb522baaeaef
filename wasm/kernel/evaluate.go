package kernel

import (
	"errors"
	"slices"
	"time"

	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

const (
	yieldEvery   = 12 * time.Millisecond  // of evaluation, before messages are heard
	reportEvery  = 100 * time.Millisecond // of evaluation, before the page hears how far it is
	restartAfter = 150 * time.Millisecond // of evaluation that newer values interrupt; what is faster is shown
	previewTime  = 150 * time.Millisecond // that a preview may take
)

// Why an evaluation ends early.
var (
	errStopped = errors.New("stopped")
	errRestart = errors.New("the inputs changed")
	errLong    = errors.New("takes long")
)

// A clock tells an evaluation when to look up.
type clock struct {
	started   time.Time
	yielded   time.Time
	reported  time.Time
	previewed time.Time // when the last preview was begun
	stopping  bool
	restart   bool
}

// evaluate runs what was asked for, and returns whether it came to an end: not if newer values
// make it start again.
func (k *kernel) evaluate() bool {
	now := time.Now()
	k.clock.started, k.clock.yielded, k.clock.reported = now, now, now
	k.clock.restart = false
	k.told = map[string]bool{}
	options := engine.RunOptions{Emit: k.emit, Pause: k.pause, Share: k.share, Preview: k.preview}
	if k.next.stale {
		if !k.runOnly(options, k.seen(k.notebook.Stale())) || k.notebook.Run(options) != nil {
			return !k.clock.restart
		}
	}
	options.Heavy = k.next.heavy
	var wanted []string
	for _, c := range k.document.Cells { // in page order
		if k.next.cells[c.ID] || k.next.all && (!c.Heavy || k.ran[c.ID]) {
			wanted = append(wanted, c.ID)
		}
	}
	if k.runOnly(options, k.seen(wanted)) && k.runOnly(options, wanted) && options.Heavy && !k.next.help {
		var users []string // of the heavy cells: they run too, unless they are heavy
		for _, id := range wanted {
			users = append(users, k.notebook.DependentsOfCell(id)...)
		}
		options.Heavy = false
		k.told = map[string]bool{}
		k.runOnly(options, users)
	}
	return !k.clock.restart
}

// seen returns those of some cells that the reader sees.
func (k *kernel) seen(cells []string) (seen []string) {
	for _, id := range cells {
		if slices.Contains(k.next.view, id) {
			seen = append(seen, id)
		}
	}
	return seen
}

// runOnly runs cells, but those of which the page has been told, and returns whether that came to its end. What is wrong with cells
// has been emitted with them.
func (k *kernel) runOnly(options engine.RunOptions, cells []string) bool {
	for _, id := range cells {
		if !k.told[id] {
			options.Only = append(options.Only, id)
		}
	}
	return options.Only == nil || k.notebook.Run(options) == nil
}

// share computes the parts of a work with the workers of the pool, or as one of them.
func (k *kernel) share(w *engine.Work) ([][]float64, error) {
	if k.next.help {
		return k.helper.Share(k.next.run, w)
	}
	preview := w.Preview
	w.Preview = func(parts [][]float64) {
		k.clock.previewed = time.Now()
		preview(parts)
	}
	return k.pool.Share(w)
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
		k.port.Post(&wire.Progress{Cell: at.Cell, Done: float64(at.Done), Total: float64(at.Total)})
	}
	k.port.Yield()
	c.yielded = time.Now()
	if c.stopping {
		return errStopped
	}
	if at.Preview && c.yielded.Sub(c.previewed) > previewTime {
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
	return slices.ContainsFunc(k.inbox, func(m wire.Message) bool {
		switch m := m.(type) {
		case *wire.Set, *wire.Edit, *wire.Reset:
			return true
		case *wire.Load:
			return k.texts == nil || k.texts.change(k, m.Book)
		}
		return false
	})
}

// emit tells the page of a cell that starts or has ended.
func (k *kernel) emit(r engine.Result) {
	if r.State == engine.Stopped && k.clock.restart || k.next.help {
		return // it starts again at once, or nobody looks
	}
	m := &wire.Result{Run: k.next.run, Cell: r.Cell, State: r.State.String()}
	if r.State == engine.Running {
		k.port.Post(m)
		return
	}
	if k.waits(r) {
		return
	}
	k.told[r.Cell] = r.State == engine.Done || r.State == engine.Failed
	m.HTML = r.HTML
	k.ran[r.Cell] = r.State == engine.Done
	if cell, _ := k.document.Cell(r.Cell); !cell.Inline {
		m.Controls = engine.RenderInputs(r.Inputs)
	}
	if r.Err != nil {
		m.Line, m.Col, m.Text, m.Hint = r.Err.Line, r.Err.Col, r.Err.Msg, r.Err.Hint
		if r.Absent {
			m.Text += ", which " + k.next.lacking
		}
		k.endPreviews(m)
	}
	k.previewed = nil
	k.port.Post(m)
}

// waits tells whether a result is left to an engine that has everything, unless there is none: that of a cell that needs
// it, or of one that is blocked by such a cell.
func (k *kernel) waits(r engine.Result) bool {
	delete(k.absent, r.Cell)
	if k.next.lacking != "" {
		return false
	}
	if r.Absent {
		k.absent[r.Cell] = true
	}
	return r.Absent || r.State == engine.Blocked && len(k.absent) > 0
}

// endPreviews says in the result of a cell that has failed, and in the cells that use it, what the
// previews are that they show.
func (k *kernel) endPreviews(failed *wire.Result) {
	if len(k.previewed) == 0 {
		return
	}
	failed.Text += ": what had come by then is shown"
	for _, user := range k.previewed[1:] {
		k.port.Post(&wire.Result{Cell: user, State: engine.Waiting.String(), Text: ": cell " + failed.Cell + ", which gives it a value, has not ended"})
	}
}

// preview tells the page what a cell gives with what is known so far.
func (k *kernel) preview(cell, html string) {
	if !slices.Contains(k.previewed, cell) {
		k.previewed = append(k.previewed, cell)
	}
	k.port.Post(&wire.Preview{Cell: cell, HTML: html})
}
