//go:build js && wasm

// Command full is command wasm with all builtins, and with the playground. A page fetches it where a reader's cell names a builtin that
// the other does not have.
package main

import (
	"syscall/js"

	"topobook/notebooks/builtins"
	"topobook/topology/family"
	"topobook/wasm/compose"
	"topobook/wasm/kernel"
	"topobook/wasm/page"
	"topobook/wasm/playground"
	"topobook/wasm/wire"
)

func main() {
	wire.Register(new(wire.Composed))
	if js.Global().Get("document").IsUndefined() {
		kernel.Run(builtins.All(), kernel.NewTexts(compose.Read), kernel.NewSaver(family.All()))
		return
	}
	with := page.Builtins{Find: builtins.Find, Names: builtins.Names, Highlight: builtins.Highlight}
	if js.Global().Get("topobook").Get("book").Get("playground").Truthy() {
		playground.Run(with)
	} else {
		page.Run(with, nil)
	}
}
