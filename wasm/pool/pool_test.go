package pool

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

// A scene is a kernel with a pool of workers in goroutines, which share the works of a cell. All of
// it runs in a bubble of package synctest: time is what it says.
type scene struct {
	pool   *Pool
	events chan func() // what workers say, until the kernel yields

	works  int
	parts  int
	alone  bool
	steps  float64
	mine   time.Duration // that a part takes here
	theirs time.Duration // that it takes a worker

	started    []*far
	own        []int // the parts that were computed here
	previews   int
	slow       time.Duration // that a preview takes
	stopAt     time.Time     // when the reader stops the evaluation, if ever
	terminated atomic.Int32
}

const tick = 100 * time.Millisecond // between two calls of progress

var errStop = errors.New("stop")

// sharing returns a scene with a pool of size workers.
func sharing(size int) *scene {
	s := &scene{events: make(chan func(), 100), works: 1, parts: 9, steps: 1e9, mine: 300 * time.Millisecond, theirs: 500 * time.Millisecond}
	s.pool = New(size, func(hear func(wire.Message)) Worker {
		w := &far{scene: s, in: make(chan wire.Message, 100)}
		w.helper = Helper{Post: func(m wire.Message) { s.events <- func() { hear(copied(m)) } }, Wait: w.wait}
		s.started = append(s.started, w)
		go w.run()
		return w
	})
	return s
}

// copied returns the message that comes out at the other end.
func copied(m wire.Message) wire.Message { return wire.Decode(wire.Encode(m)) }

// value is what part i of a call is.
func value(call, i int) []float64 { return []float64{float64(call), float64(i), float64(i * i)} }

// work returns the work of a call, whose parts take pace; yield lets messages in.
func (s *scene) work(call int, pace time.Duration, yield func() error, see func(part int)) *engine.Work {
	return &engine.Work{
		Cell: "net", Call: call, Parts: s.parts, Steps: s.steps, Alone: s.alone,
		Do: func(part int, progress func(done, total int) error) ([]float64, error) {
			for done := time.Duration(0); done < pace; done += tick {
				time.Sleep(tick)
				if err := progress(int(done), int(pace)); err != nil {
					return nil, err
				}
			}
			see(part)
			return value(call, part), nil
		},
		Progress: func(done, total int) error { return yield() },
		Preview:  func([][]float64) { s.previews++; time.Sleep(s.slow) },
	}
}

// yield hears what workers have said.
func (s *scene) yield() error {
	synctest.Wait()
	for len(s.events) > 0 {
		(<-s.events)()
		synctest.Wait()
	}
	if !s.stopAt.IsZero() && !time.Now().Before(s.stopAt) {
		return errStop
	}
	return nil
}

// share runs the cell, and checks what comes out.
func (s *scene) share(t *testing.T) {
	t.Helper()
	for call := range s.works {
		parts, err := s.pool.Share(s.work(call, s.mine, s.yield, func(part int) { s.own = append(s.own, part) }))
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range parts {
			if want := value(call, i); !slices.Equal(got, want) {
				t.Errorf("part %d of work %d: got %v, want %v", i, call, got, want)
			}
		}
		if len(parts) != s.parts {
			t.Errorf("work %d: got %d parts, want %d", call, len(parts), s.parts)
		}
	}
	time.Sleep(tick) // workers hear of it
	synctest.Wait()
}

// A far worker does what a kernel in a Web Worker does.
type far struct {
	scene  *scene
	in     chan wire.Message
	inbox  []wire.Message
	got    []wire.Message
	helper Helper
	stop   bool
}

func (w *far) Post(m wire.Message) { w.in <- copied(m) }
func (w *far) Terminate()          { close(w.in); w.scene.terminated.Add(1) }

func (w *far) take(m wire.Message) {
	w.got = append(w.got, m)
	switch m.(type) {
	case *wire.Stop:
		w.stop = true
	case *wire.Order, *wire.Parts:
		w.helper.Take(m)
	default:
		w.inbox = append(w.inbox, m)
	}
}

func (w *far) wait() error {
	if w.stop {
		return errStop
	}
	if m, ok := <-w.in; ok {
		w.take(m)
	}
	return nil
}

func (w *far) yield() error {
	for len(w.in) > 0 {
		w.take(<-w.in)
	}
	if w.stop {
		return errStop
	}
	return nil
}

func (w *far) run() {
	for m := range w.in {
		w.take(m)
		w.stop = false
		for len(w.inbox) > 0 {
			m := w.inbox[0]
			w.inbox = w.inbox[1:]
			if run, ok := m.(*wire.Run); ok && run.Help {
				w.help(run.Run)
			}
		}
	}
}

func (w *far) help(run int) {
	w.helper.Begin()
	for call := range w.scene.works {
		if _, err := w.helper.Share(run, w.scene.work(call, w.scene.theirs, w.yield, func(int) {})); err != nil {
			return
		}
	}
}

// Whoever is faster, all parts are known, and each in one place.
func TestShare(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(*scene)
		own    []int // computed by the kernel
		lent   int
	}{
		"one worker":     {func(s *scene) { s.pool.size = 1; s.theirs = s.mine }, []int{0, 2, 4, 6, 8}, 4},
		"fast workers":   {func(s *scene) { s.mine = 900 * time.Millisecond; s.theirs = tick }, []int{0}, 8},
		"slow workers":   {func(s *scene) { s.theirs = time.Hour }, []int{0, 3, 4, 5, 6, 7, 8, 1, 2}, 0},
		"no workers":     {func(s *scene) { s.pool.size = 0 }, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 0},
		"reader's code":  {func(s *scene) { s.alone = true }, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 0},
		"little to do":   {func(s *scene) { s.steps = 1e6 }, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, 0},
		"one part":       {func(s *scene) { s.parts = 1 }, []int{0}, 0},
		"overtaken here": {func(s *scene) { s.parts = 2; s.mine = 300 * time.Millisecond; s.theirs = 500 * time.Millisecond }, []int{0}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := sharing(2)
				tt.change(s)
				s.share(t)
				if !slices.Equal(s.own, tt.own) {
					t.Errorf("the kernel computed %v, want %v", s.own, tt.own)
				}
				if started := len(s.started) > 0; started != (tt.lent > 0 || name == "slow workers") {
					t.Errorf("workers were started: %v", started)
				}
				if lent := s.pool.Rest(); lent != tt.lent {
					t.Errorf("workers computed %d parts, want %d", lent, tt.lent)
				}
				if lent := s.pool.Rest(); lent != 0 {
					t.Errorf("after the rest: workers computed %d parts, want 0", lent)
				}
				s.end()
			})
		})
	}
}

// end lets the workers go.
func (s *scene) end() {
	s.pool.Rest()
	time.Sleep(2 * lingerTime)
	synctest.Wait()
}

// Workers that come to a work before the kernel get their orders once it is there.
func TestShareSeveral(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sharing(3)
		s.works = 4
		s.share(t)
		if lent, own := s.pool.Rest(), len(s.own); lent+own < s.works*s.parts || lent == 0 || own == s.works*s.parts {
			t.Errorf("workers computed %d parts, the kernel %d, want both and at least %d", lent, own, s.works*s.parts)
		}
		if len(s.started) != 3 {
			t.Errorf("%d workers were started, want 3 for all works", len(s.started))
		}
		s.end()
	})
}

func TestSharePreviews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sharing(1)
		s.parts, s.slow = 40, time.Second
		began := time.Now()
		s.share(t)
		took, most := time.Since(began)-tick, time.Duration(s.previews-1)*s.slow
		if s.previews < 2 || most > took/5 {
			t.Errorf("%d previews in %v, want some, but the first, in a fifth of the time", s.previews, took)
		}
		s.end()
	})
}

// An evaluation that is stopped stops the workers, and what they still say is not heard in the next.
func TestShareStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sharing(2)
		s.stopAt = time.Now().Add(4 * tick)
		if _, err := s.pool.Share(s.work(0, s.mine, s.yield, func(int) {})); err != errStop {
			t.Fatalf("got error %v, want that of the reader", err)
		}
		for _, w := range s.started {
			time.Sleep(tick)
			synctest.Wait()
			isStop := func(m wire.Message) bool { _, is := m.(*wire.Stop); return is }
			if last := len(w.got) - 1; !isStop(w.got[last]) {
				t.Errorf("the last that a worker was told is %T, want stop", w.got[last])
			}
		}
		s.stopAt = time.Time{}
		s.share(t)
		s.end()
	})
}

// A recorder keeps what a worker is told.
type recorder struct{ got []wire.Message }

func (r *recorder) Post(m wire.Message) { r.got = append(r.got, m) }
func (r *recorder) Terminate()          {}

func (r *recorder) orders() int {
	n := 0
	for _, m := range r.got {
		if _, is := m.(*wire.Order); is {
			n++
		}
	}
	return n
}

// What a worker says of a run that was stopped is not heard, nor does it take part in a work that is
// the kernel's alone.
func TestNotHeard(t *testing.T) {
	var hear func(wire.Message)
	worker := &recorder{}
	p := New(1, func(h func(wire.Message)) Worker {
		hear = h
		return worker
	})
	share := func(call int, alone bool, progress func() error) ([][]float64, error) {
		return p.Share(&engine.Work{
			Cell: "net", Call: call, Parts: 3, Steps: 1e9, Alone: alone,
			Do: func(part int, progress func(done, total int) error) ([]float64, error) {
				return value(call, part), progress(1, 1)
			},
			Progress: func(int, int) error { return progress() },
			Preview:  func([][]float64) {},
		})
	}
	old := wire.Want{Cell: "net"}
	if _, err := share(0, false, func() error {
		old.Run = p.run
		hear(&wire.Want{Run: p.run, Cell: "net", Call: 1}) // it is ahead
		return errStop
	}); err != errStop {
		t.Fatalf("got error %v, want that of progress", err)
	}
	for call, alone := range []bool{false, false, true} {
		parts, err := share(call, alone, func() error {
			hear(&old)
			hear(&wire.Computed{Want: old, Part: 2, Numbers: []float64{-1}})
			if alone {
				hear(&wire.Want{Run: p.run, Cell: "net", Call: call})
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range parts {
			if want := value(call, i); !slices.Equal(got, want) {
				t.Errorf("part %d of work %d: got %v, want %v", i, call, got, want)
			}
		}
		if n := worker.orders(); n != 0 {
			t.Errorf("after work %d the worker had %d orders, want none", call, n)
		}
	}
}

// A worker is told what changed the notebook, once, and of a slider's values the last.
func TestLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sharing(1)
		for _, m := range []wire.Message{
			&wire.Load{}, &wire.Set{Name: "k", Value: "3"}, &wire.Set{Name: "k", Value: "4"}, &wire.Set{Name: "n", Value: "2"}, &wire.Set{Name: "k", Value: "5"},
		} {
			s.pool.Note(m)
		}
		s.share(t)
		s.pool.Rest()
		s.pool.Note(&wire.Set{Name: "k", Value: "6"}) // in place of 5, which the worker has
		s.pool.Note(&wire.Edit{Cell: "net", Source: "x"})
		s.share(t)
		var changes []string
		for _, m := range s.started[0].got {
			switch m := m.(type) {
			case *wire.Load:
				changes = append(changes, "load")
			case *wire.Set:
				changes = append(changes, m.Name+"="+m.Value)
			case *wire.Edit:
				changes = append(changes, m.Cell)
			}
		}
		if want := []string{"load", "k=4", "n=2", "k=5", "k=6", "net"}; !slices.Equal(changes, want) {
			t.Errorf("the worker was told %v, want %v", changes, want)
		}
		s.pool.Forget()
		s.pool.Note(&wire.Load{Book: wire.Book{Slug: "other"}})
		s.share(t)
		if got := s.started[0].got; !slices.ContainsFunc(got, func(m wire.Message) bool { load, ok := m.(*wire.Load); return ok && load.Book.Slug == "other" }) {
			t.Error("the worker was not told of another notebook")
		}
		if n := len(s.pool.log); n != 1 {
			t.Errorf("%d messages are kept, want the notebook only", n)
		}
		s.end()
	})
}

// Workers go after a while without work, and not before.
func TestLinger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sharing(2)
		for range 3 {
			s.share(t)
			s.pool.Rest()
			time.Sleep(lingerTime - time.Second)
			synctest.Wait()
		}
		if s.terminated.Load() != 0 || len(s.started) != 2 {
			t.Errorf("%d workers were started and %d ended, want 2 and none", len(s.started), s.terminated.Load())
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if s.terminated.Load() != 2 {
			t.Errorf("%d workers were ended, want 2", s.terminated.Load())
		}
		s.share(t)
		if len(s.started) != 4 {
			t.Errorf("%d workers were started, want another 2", len(s.started))
		}
		s.end()
	})
}
