//go:build js && wasm

package pool

import (
	"syscall/js"

	"topobook/wasm/wire"
)

// NewWeb returns a pool of Web Workers, which site/worker.js starts with boot; there is one for each
// processor but the kernel's.
func NewWeb(boot js.Value) *Pool {
	size := 0
	processors := js.Global().Get("navigator").Get("hardwareConcurrency")
	if processors.Type() == js.TypeNumber && js.Global().Get("Worker").Type() == js.TypeFunction { // not in old browsers
		size = processors.Int() - 1
	}
	return New(size, func(hear func(wire.Message)) Worker {
		return wire.Start(boot, hear, func(string) {}) // what a worker does not send is computed by the kernel
	})
}
