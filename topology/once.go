package topology

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// oneThread is true where there is no other thread that could make anything, and an atomic load is slow.
const oneThread = runtime.GOARCH == "wasm"

// A once is a sync.Once that tells whether it is done. Loops that have no time for a call, which is all that the compiler
// for browsers makes of one, ask themselves as [once.isDone] does.
type once struct {
	done  uint32 // 1 once it is
	mutex sync.Mutex
}

// isDone reports whether all that do has made can be seen.
func (o *once) isDone() bool { return oneThread && o.done != 0 || atomic.LoadUint32(&o.done) != 0 }

// do calls make unless it has been called, and returns when it has.
func (o *once) do(make func()) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.done == 0 {
		make()
		atomic.StoreUint32(&o.done, 1)
	}
}
