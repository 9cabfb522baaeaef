// Package pool divides a work of a cell among Web Workers. Each worker has a kernel of its own, which
// knows the same notebook and runs the same cell. Where the cell comes to a work with many parts, the
// worker asks for a part, computes it, sends it and asks for another, until all parts are known; then
// it goes on, as the cell may have another work.
//
// [Pool] is the side of the kernel that shares a work, [Helper] that of a kernel in a worker. Nothing
// waits for a worker: when all parts are begun, the kernel begins those again that are not known, and
// takes what is known first.
package pool

import (
	"errors"
	"time"

	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

const (
	sharedSteps = 1e8                    // of a work: what is less is done before a worker has started
	maxWorkers  = 7                      // however many processors there are: each takes memory
	lingerTime  = 30 * time.Second       // without work, after which the workers go, and their memory
	showEvery   = 250 * time.Millisecond // of a work, before what is known of it is shown again
)

var errTaken = errors.New("another worker was faster")

// A Worker is the other end of what a pool has started.
type Worker interface {
	Post(wire.Message)
	Terminate()
}

// A Pool starts workers when there is enough to do, and ends them when there has been nothing for long.
type Pool struct {
	size    int // most workers
	start   func(hear func(wire.Message)) Worker
	workers []*worker
	log     []entry
	noted   int // messages so far
	run     int // how often a cell was dispatched; what workers say of an earlier run is not heard
	cell    string
	works   map[string][]*work // by cell: those of its last run
	queue   []request
	lent    int // parts that workers have computed, since the last rest
	idle    *time.Timer
}

// New returns a pool that starts at most size workers.
func New(size int, start func(hear func(wire.Message)) Worker) *Pool {
	p := &Pool{size: min(size, maxWorkers), start: start, works: map[string][]*work{}}
	p.idle = time.AfterFunc(lingerTime, p.terminate)
	p.idle.Stop()
	return p
}

// A worker is a Worker with what it knows.
type worker struct {
	Worker
	read int // the number of the last entry of the log that it was sent
}

// An entry is a message that changed the notebook.
type entry struct {
	number  int
	message wire.Message
}

// A request is of a worker that has come to a work before the kernel.
type request struct {
	*worker
	cell string
	call int
}

// Note keeps a message that changes the notebook, for the workers. Of a value that is set again and
// again only the last is kept.
func (p *Pool) Note(m wire.Message) {
	p.noted++
	if last := len(p.log) - 1; last >= 0 {
		before, _ := p.log[last].message.(*wire.Set)
		if set, ok := m.(*wire.Set); ok && before != nil && set.Name == before.Name {
			p.log = p.log[:last]
		}
	}
	p.log = append(p.log, entry{p.noted, m})
}

// Forget forgets all messages, as a notebook follows that owes nothing to the one before it.
func (p *Pool) Forget() { p.log = nil }

// Share computes the parts of a work, with the help of workers where there is enough to do.
func (p *Pool) Share(shared *engine.Work) ([][]float64, error) {
	w := &work{Work: shared, parts: make([][]float64, shared.Parts), unknown: shared.Parts, shown: time.Now()}
	p.works[w.Cell] = append(p.works[w.Cell][:w.Call], w)
	if w.Call == 0 {
		p.cell = ""
	}
	if w.Parts > 1 && w.Steps > sharedSteps && !w.Alone {
		p.dispatch(w.Cell, w.Parts-1)
	}
	for _, r := range p.queue {
		if r.cell == w.Cell && r.call == w.Call {
			w.workers = append(w.workers, r.worker)
			w.order(r.worker)
		}
	}
	for w.unknown > 0 {
		if err := w.compute(w.next()); err != nil {
			p.dismiss()
			return nil, err
		}
	}
	for _, by := range w.workers {
		w.order(by)
	}
	return w.parts, nil
}

// dispatch makes workers run a cell; at most useful of them find something to do.
func (p *Pool) dispatch(cell string, useful int) {
	p.idle.Stop()
	if p.cell == cell {
		return
	}
	p.cell = cell
	p.run++
	p.queue = nil
	for len(p.workers) < min(p.size, useful) {
		w := &worker{}
		w.Worker = p.start(func(m wire.Message) { p.hear(w, m) })
		p.workers = append(p.workers, w)
	}
	for _, w := range p.workers {
		w.Post(&wire.Stop{}) // what it may still be at
		for _, e := range p.log {
			if e.number > w.read {
				w.Post(e.message)
				w.read = e.number
			}
		}
		w.Post(&wire.Settle{})
		w.Post(&wire.Run{Run: p.run, Cells: []string{cell}, Heavy: true, Help: true})
	}
}

// hear handles what a worker says.
func (p *Pool) hear(from *worker, m wire.Message) {
	switch m := m.(type) {
	case *wire.Want:
		if m.Run != p.run {
			return
		}
		if m.Call >= len(p.works[m.Cell]) {
			p.queue = append(p.queue, request{from, m.Cell, m.Call})
			return
		}
		w := p.works[m.Cell][m.Call]
		w.workers = append(w.workers, from)
		w.order(from)
	case *wire.Computed:
		if m.Run != p.run || m.Call >= len(p.works[m.Cell]) {
			return
		}
		w := p.works[m.Cell][m.Call]
		w.put(m.Part, m.Numbers)
		p.lent++
		w.order(from)
	}
}

// dismiss makes the workers stop.
func (p *Pool) dismiss() {
	for _, w := range p.workers {
		w.Post(&wire.Stop{})
	}
	p.run++
	p.release()
}

// Rest notes that the evaluation has ended, and returns how many parts workers have computed in it.
func (p *Pool) Rest() (lent int) {
	p.release()
	lent, p.lent = p.lent, 0
	return lent
}

// release lets workers go that have nothing to do for long.
func (p *Pool) release() {
	p.cell = ""
	if len(p.workers) > 0 {
		p.idle.Reset(lingerTime)
	}
}

func (p *Pool) terminate() {
	for _, w := range p.workers {
		w.Terminate()
	}
	p.workers = nil
}
