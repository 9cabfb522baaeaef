//go:build js && wasm

package pool

import (
	"syscall/js"

	"topobook/wasm/wire"
)

// NewWeb returns a pool of Web Workers, which the page starts: see site/worker.js. There is one for each
// processor but the kernel's.
func NewWeb() *Pool {
	size := 0
	if processors := js.Global().Get("navigator").Get("hardwareConcurrency"); processors.Type() == js.TypeNumber {
		size = processors.Int() - 1
	}
	return New(size, func(hear func(wire.Message)) Worker {
		return wire.Start(js.Null(), js.Undefined(), hear, func(string) {}) // what a worker does not send is computed by the kernel
	})
}
