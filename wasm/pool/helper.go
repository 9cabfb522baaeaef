package pool

import (
	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

// A Helper computes parts of works for another kernel's [Pool].
type Helper struct {
	Post func(wire.Message)
	Wait func() error // lets the next message in; its error ends the help

	order wire.Message // the last *wire.Order or *wire.Parts that was not followed, or nil
}

// Take notes an order. It may be called in the middle of a part.
func (h *Helper) Take(m wire.Message) { h.order = m }

// Begin forgets the orders of an earlier run. These have all come: messages keep their order.
func (h *Helper) Begin() { h.order = nil }

// Share computes what it is told to of a work that run has come to, and returns all parts.
func (h *Helper) Share(run int, w *engine.Work) ([][]float64, error) {
	want := wire.Want{Run: run, Cell: w.Cell, Call: w.Call}
	h.Post(&want)
	for {
		for !h.ordered(w) {
			if err := h.Wait(); err != nil {
				return nil, err
			}
		}
		order := h.order
		h.order = nil
		if all, ok := order.(*wire.Parts); ok {
			return all.Parts, nil
		}
		i := order.(*wire.Order).Part
		part, err := w.Do(i, func(int, int) error {
			if err := w.Progress(0, 0); err != nil {
				return err
			}
			if h.ordered(w) { // all parts are known
				return errTaken
			}
			return nil
		})
		if err == nil {
			h.Post(&wire.Computed{Want: want, Part: i, Numbers: part})
		} else if !h.ordered(w) {
			return nil, err
		}
	}
}

// ordered tells whether an order has come that is about w.
func (h *Helper) ordered(w *engine.Work) bool {
	switch m := h.order.(type) {
	case *wire.Order:
		return m.Cell == w.Cell && m.Call == w.Call
	case *wire.Parts:
		return m.Cell == w.Cell && m.Call == w.Call
	}
	return false
}
