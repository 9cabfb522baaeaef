//go:build js && wasm

// Command wasm is the browser's side of topobook for the papers' pages; command full has the builtins that none of their
// cells names, too. One binary plays two parts: in a document it is
// the page (inputs, rendering, links, keyboard), in a Web Worker it is the kernel (evaluation), so
// that the page never freezes. site/boot.js starts the first, which starts the second from the
// same compiled module; they talk by the messages of package wire.
package main

import (
	"syscall/js"

	"topobook/notebooks/builtins"
	"topobook/wasm/kernel"
	"topobook/wasm/page"
)

func main() {
	if js.Global().Get("document").IsUndefined() {
		kernel.Run(builtins.Papers(), nil, nil)
	} else {
		page.Run(page.Builtins{Find: builtins.Find, Names: builtins.Names, Highlight: builtins.Highlight}, nil)
	}
}
