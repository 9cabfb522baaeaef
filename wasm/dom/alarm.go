//go:build js && wasm

package dom

import (
	"syscall/js"
)

// An Alarm calls a function once, later. The zero value is not set.
type Alarm struct {
	id int // 0: not set
	f  js.Func
}

// Start sets the alarm to call f after ms milliseconds, in place of what it was set to.
func (a *Alarm) Start(ms int, f func()) {
	a.Stop()
	a.f = js.FuncOf(func(js.Value, []js.Value) any {
		a.id = 0
		a.f.Release()
		f()
		return nil
	})
	a.id = js.Global().Call("setTimeout", a.f, ms).Int()
}

// Stop makes the alarm forget its call.
func (a *Alarm) Stop() {
	if a.id != 0 {
		js.Global().Call("clearTimeout", a.id)
		a.id = 0
		a.f.Release()
	}
}

// Set returns whether the alarm is still to call.
func (a *Alarm) Set() bool { return a.id != 0 }
