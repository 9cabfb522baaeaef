//go:build js && wasm

// Command full is command wasm with all builtins. A page fetches it where a reader's cell names one that the other does not have.
package main

import (
	"syscall/js"

	"topobook/notebooks/builtins"
	"topobook/topology/family"
	"topobook/wasm/compose"
	"topobook/wasm/kernel"
	"topobook/wasm/page"
	"topobook/wasm/wire"
)

func main() {
	wire.Register(new(wire.Composed))
	if js.Global().Get("document").IsUndefined() {
		kernel.Run(builtins.All(), family.All(), kernel.NewTexts(compose.Read))
	} else {
		page.Run(page.Builtins{Find: builtins.Find, Highlight: builtins.Highlight})
	}
}
