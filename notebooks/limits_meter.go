package notebooks

import (
	"fmt"
	"runtime"
	"strings"

	"go.starlark.net/starlark"
)

// A meter counts what one run of a cell takes, and ends it at the limits.
type meter struct {
	env     *environment
	thread  *starlark.Thread
	poll    func() error // lets the reader stop the cell; nil where there is nobody to ask
	beside  int          // how many other kernels run in this process
	printed strings.Builder
	bytes   int64
	moved   int64  // bytes since the last poll for them
	looked  uint64 // steps when the heap was last looked at
	limit   error  // which limit was reached
}

// newMeter returns a meter for a run, with a thread of its name. The poll is called now and then; its
// error ends the run. Without one the meter counts, but limits only the bytes.
func newMeter(env *environment, name string, beside int, poll func() error) *meter {
	m := &meter{env: env, beside: beside, poll: poll, thread: &starlark.Thread{Name: name}}
	if poll != nil {
		m.thread.OnMaxSteps = func(*starlark.Thread) { m.hook() }
		m.thread.SetMaxExecutionSteps(hookSteps)
	}
	m.thread.Print = func(*starlark.Thread, string) {}
	return m
}

// use makes the meter that of its environment until done is called, which also collects the garbage
// of a run that made much.
func (m *meter) use() (done func()) {
	outer := m.env.meter
	m.env.meter = m
	return func() {
		m.env.meter = outer
		if m.bytes > collectBytes {
			runtime.GC() // wasm never gives memory back: keep the heap from growing
		}
	}
}

// errBytes is the error of a cell that has spent its budget.
var errBytes = fmt.Errorf("the cell makes more than %d MB of texts and lists: append to one list, and join texts once at the end", bytesLimit>>20)

// charge counts bytes against the budget of the cell.
func (m *meter) charge(bytes int64) error {
	if bytes < 0 || bytes > bytesLimit-m.bytes {
		m.bytes = bytesLimit
		return errBytes
	}
	m.bytes += bytes
	if m.moved += bytes; m.moved > pollBytes && m.poll != nil {
		m.moved = 0
		if m.limit = m.checkHeap(); m.limit != nil {
			return m.limit
		}
		return m.poll()
	}
	return nil
}

// hook is called every hookSteps steps.
func (m *meter) hook() {
	steps := m.thread.Steps
	if m.poll() != nil {
		return
	}
	if steps >= stepLimit {
		m.limit = fmt.Errorf("the cell takes more than %d million steps: make it smaller, or use a word for the work", int(stepLimit)/1e6)
	} else if steps-m.looked >= memorySteps {
		m.looked = steps
		m.limit = m.checkHeap()
	}
	if m.limit != nil {
		m.thread.Cancel("limit")
		return
	}
	m.thread.SetMaxExecutionSteps(min(steps+hookSteps, stepLimit))
}

// checkHeap returns an error if the heap is too large, also without its garbage.
func (m *meter) checkHeap() error {
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
