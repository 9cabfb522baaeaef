package dialect

import (
	"fmt"
	"runtime"
	"strings"

	"go.starlark.net/starlark"
)

// A Meter counts what one run of a cell takes, and ends it at the limits.
type Meter struct {
	Env     *Environment
	Thread  *starlark.Thread
	poll    func() error // lets the reader stop the cell; nil where there is nobody to ask
	beside  int          // how many other kernels run in this process
	Printed strings.Builder
	bytes   int64
	moved   int64  // bytes since the last poll for them
	looked  uint64 // steps when the heap was last looked at
	Limit   error  // which limit was reached
}

// NewMeter returns a meter for a run, with a thread of its name. The poll is called now and then; its
// error ends the run. Without one the meter counts, but limits only the bytes.
func NewMeter(env *Environment, name string, beside int, poll func() error) *Meter {
	m := &Meter{Env: env, beside: beside, poll: poll, Thread: &starlark.Thread{Name: name}}
	if poll != nil {
		m.Thread.OnMaxSteps = func(*starlark.Thread) { m.hook() }
		m.Thread.SetMaxExecutionSteps(hookSteps)
	}
	m.Thread.Print = func(*starlark.Thread, string) {}
	return m
}

// Use makes the meter that of its environment until done is called, which also collects the garbage
// of a run that made much.
func (m *Meter) Use() (done func()) {
	outer := m.Env.meter
	m.Env.meter = m
	return func() {
		m.Env.meter = outer
		if m.bytes > collectBytes {
			runtime.GC() // wasm never gives memory back: keep the heap from growing
		}
	}
}

// ErrBytes is the error of a cell that has spent its budget.
var ErrBytes = fmt.Errorf("the cell makes more than %d MB of texts and lists: append to one list, and join texts once at the end", BytesLimit>>20)

// Charge counts bytes against the budget of the cell.
func (m *Meter) Charge(bytes int64) error {
	if bytes < 0 || bytes > BytesLimit-m.bytes {
		m.bytes = BytesLimit
		return ErrBytes
	}
	m.bytes += bytes
	if m.moved += bytes; m.moved > pollBytes && m.poll != nil {
		m.moved = 0
		if m.Limit = m.checkHeap(); m.Limit != nil {
			return m.Limit
		}
		return m.poll()
	}
	return nil
}

// Bytes returns how many bytes have been charged.
func (m *Meter) Bytes() int64 { return m.bytes }

// hook is called every hookSteps steps.
func (m *Meter) hook() {
	steps := m.Thread.Steps
	if m.poll() != nil {
		return
	}
	if steps >= stepLimit {
		m.Limit = fmt.Errorf("the cell takes more than %d million steps: make it smaller, or use a builtin for the work", int(stepLimit)/1e6)
	} else if steps-m.looked >= memorySteps {
		m.looked = steps
		m.Limit = m.checkHeap()
	}
	if m.Limit != nil {
		m.Thread.Cancel("limit")
		return
	}
	m.Thread.SetMaxExecutionSteps(min(steps+hookSteps, stepLimit))
}

// checkHeap returns an error if the heap is too large, also without its garbage.
func (m *Meter) checkHeap() error {
	var stats runtime.MemStats
	for range 2 {
		runtime.ReadMemStats(&stats)
		if stats.HeapAlloc <= memoryLimit*uint64(1+m.beside) {
			return nil
		}
		runtime.GC()
	}
	return fmt.Errorf("the cell takes more than %d MB of memory", memoryLimit>>20)
}
