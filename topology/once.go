package topology

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// oneThread is true where there are no other threads, and an atomic load is slow.
const oneThread = runtime.GOARCH == "wasm"

// A once is a sync.Once that can be asked whether it is done. Loops that cannot afford a call, which is what the compiler
// for browsers makes of [once.isDone], make the same test inline.
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
