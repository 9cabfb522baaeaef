package engine

import (
	"fmt"
	"runtime"
	"sync/atomic"
)

// A Work is a call of a builtin whose parts do not depend on each other, so that several workers can
// Share it.
type Work struct {
	Cell  string
	Call  int     // how many calls of the cell before this one had parts
	Parts int     // how many
	Steps float64 // an estimate of what all take: a step is about a nanosecond, or three in a browser
	Alone bool    // Do must be called by the caller of Share only: it runs code of the reader, which may keep something

	// Do computes a part, and tells progress how far it is; an error of progress ends it.
	Do func(part int, progress func(done, total int) error) ([]float64, error)

	// Progress is for the caller of Share: it says how far the work is, and its error ends it.
	Progress func(done, total int) error

	// Preview shows what the cells of the page would give with the parts that are known so far;
	// the others are nil. It is for the caller of Share, between two parts or in its progress.
	Preview func(parts [][]float64)
}

// Share computes the parts of a work. In a preview it returns those that are known; the others are
// nil.
func (c *Call) Share(w *Work) ([][]float64, error) {
	run := c.run
	w.Progress = c.Progress
	if run == nil || len(run.loading) > 0 { // a builtin on its own, or in a file: another kernel may have that already
		return shareThreads(w)
	}
	w.Cell, w.Call = run.node.ID, run.calls
	run.calls++
	if run.trial != nil {
		if run.trial.cell == run.node && w.Call < len(run.trial.shared) {
			return run.trial.shared[w.Call], nil
		}
		return nil, nil
	}
	if err := c.Progress(0, 0); err != nil {
		return nil, err
	}
	w.Preview = func(parts [][]float64) {
		trial := trial{cell: run.node, shared: append(run.shared, parts)}
		trial.run(run.kernel, run.options)
	}
	share := shareThreads
	if run.options.Share != nil {
		share = run.options.Share
	}
	parts, err := share(w)
	run.shared = append(run.shared, parts)
	return parts, err
}

// partUnits is how many units of progress a part is.
const partUnits = 1000

// shareThreads computes a work in as many goroutines as there are processors.
func shareThreads(w *Work) ([][]float64, error) {
	threads := min(runtime.GOMAXPROCS(0), w.Parts)
	if threads < 2 || w.Alone {
		parts := make([][]float64, w.Parts)
		for i := range parts {
			var err error
			parts[i], err = w.Do(i, func(done, total int) error { return w.Progress(i*partUnits+units(done, total), w.Parts*partUnits) })
			if err != nil {
				return nil, err
			}
		}
		return parts, nil
	}
	team := &team{Work: w, parts: make([][]float64, w.Parts), errs: make([]error, w.Parts), moved: make(chan struct{}, 1)}
	ended := make(chan struct{})
	for range threads {
		go func() {
			for team.next() {
			}
			ended <- struct{}{}
		}()
	}
	for threads > 0 {
		select {
		case <-ended:
			threads--
		case <-team.moved:
			if err := w.Progress(int(team.done.Load()), w.Parts*partUnits); err != nil {
				team.stop.CompareAndSwap(nil, &err)
			}
		}
	}
	if err := team.stop.Load(); err != nil {
		return nil, *err
	}
	for _, err := range team.errs { // all parts before the first that failed have been computed
		if err != nil {
			return nil, err
		}
	}
	return team.parts, nil
}

// A team is what the goroutines of shareThreads have in common.
type team struct {
	*Work
	parts  [][]float64
	errs   []error // by part
	begun  atomic.Int64
	done   atomic.Int64 // units
	failed atomic.Bool  // a part has: no other is begun
	stop   atomic.Pointer[error]
	moved  chan struct{} // more is done
}

// next computes the next part, and returns whether there was one.
func (t *team) next() bool {
	i := int(t.begun.Add(1)) - 1
	if i >= t.Parts || t.failed.Load() || t.stop.Load() != nil {
		return false
	}
	defer func() {
		if r := recover(); r != nil { // here it would end the program
			t.errs[i] = fmt.Errorf("internal error: %v", r)
		}
		if t.errs[i] != nil {
			t.failed.Store(true)
		}
	}()
	last := 0
	t.parts[i], t.errs[i] = t.Do(i, func(done, total int) error {
		now := units(done, total)
		t.done.Add(int64(now - last))
		last = now
		select {
		case t.moved <- struct{}{}:
		default:
		}
		if err := t.stop.Load(); err != nil {
			return *err
		}
		return nil
	})
	t.done.Add(int64(partUnits - last))
	return true
}

// units returns how many of the partUnits of a part are done.
func units(done, total int) int {
	if total <= 0 {
		return 0
	}
	return int(int64(done) * partUnits / int64(total))
}
