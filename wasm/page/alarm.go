//go:build js && wasm

package page

import (
	"syscall/js"
)

// An alarm calls a function once, later. The zero value is not set.
type alarm struct {
	id int // 0: not set
	f  js.Func
}

// start sets the alarm to call f after ms milliseconds, in place of what it was set to.
func (a *alarm) start(ms int, f func()) {
	a.stop()
	a.f = js.FuncOf(func(js.Value, []js.Value) any {
		a.id = 0
		a.f.Release()
		f()
		return nil
	})
	a.id = js.Global().Call("setTimeout", a.f, ms).Int()
}

// stop makes the alarm forget its call.
func (a *alarm) stop() {
	if a.id != 0 {
		js.Global().Call("clearTimeout", a.id)
		a.id = 0
		a.f.Release()
	}
}

// set returns whether the alarm is still to call.
func (a *alarm) set() bool { return a.id != 0 }
