package pool

import (
	"time"

	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

// A work is what is known of a [engine.Work].
type work struct {
	*engine.Work
	parts   [][]float64
	unknown int
	begun   int       // how many parts somebody has begun: the first ones
	workers []*worker // that have asked for a part
	fresh   bool      // more is known than was shown
	shown   time.Time
}

// next returns a part to compute: one that nobody has begun, else the first that is not known.
func (w *work) next() int {
	if w.begun < len(w.parts) {
		w.begun++
		return w.begun - 1
	}
	for i, part := range w.parts {
		if part == nil {
			return i
		}
	}
	panic("pool: all parts of a work are known")
}

// compute computes a part, unless a worker is faster.
func (w *work) compute(i int) error {
	const units = 1000 // of progress, a part
	taken := false
	part, err := w.Do(i, func(done, total int) error {
		at := (w.Parts - w.unknown) * units
		if total > 0 {
			at += int(int64(done) * units / int64(total))
		}
		if err := w.Progress(min(at, w.Parts*units), w.Parts*units); err != nil {
			return err
		}
		if w.parts[i] != nil {
			taken = true
			return errTaken
		}
		w.show()
		return nil
	})
	if err != nil && !taken {
		return err
	}
	w.put(i, part)
	w.show()
	return nil
}

// put notes a part.
func (w *work) put(i int, part []float64) {
	if part != nil && w.parts[i] == nil {
		w.parts[i] = part
		w.unknown--
		w.fresh = true
	}
}

// show shows what is known, now and then.
func (w *work) show() {
	now := time.Now()
	if !w.fresh || w.unknown == 0 || now.Sub(w.shown) < showEvery {
		return
	}
	w.fresh = false
	w.Preview(w.parts)
	end := time.Now()
	w.shown = end.Add(4 * end.Sub(now)) // at most a fifth of the time goes into it
}

// order tells a worker which part to compute, or all parts once they are known.
func (w *work) order(by *worker) {
	if w.unknown == 0 {
		by.Post(&wire.Parts{Cell: w.Cell, Call: w.Call, Parts: w.parts})
	} else if w.begun < len(w.parts) && !w.Alone {
		by.Post(&wire.Order{Cell: w.Cell, Call: w.Call, Part: w.next()})
	}
}
