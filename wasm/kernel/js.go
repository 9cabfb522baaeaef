//go:build js && wasm

package kernel

import (
	"syscall/js"

	"topobook/notebooks/engine"
	"topobook/wasm/pool"
	"topobook/wasm/wire"
)

// Run is the main program of a Web Worker, whose cells have the builtins. With texts it evaluates notebooks that readers write, too, and with
// a saver it saves networks. It does not return.
func Run(builtins []engine.Builtin, texts Texts, saver Saver) {
	p := &webPort{yield: make(chan struct{}, 1), heard: make(chan struct{}, 1)}
	channel := js.Global().Get("MessageChannel").New()
	p.channel = channel.Get("port1")
	channel.Get("port2").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		p.yield <- struct{}{}
		return nil
	}))
	boot := js.Global().Get("boot") // see site/worker.js
	k := newKernel(p, pool.NewWeb(), builtins, texts, saver)
	if book := boot.Get("book"); book.Truthy() {
		boot.Delete("book")
		k.take(&wire.Load{Book: wire.ReadBook(book)})
	}
	wire.Listen(func(m wire.Message) {
		k.take(m)
		select {
		case p.heard <- struct{}{}:
		default:
		}
	})
	k.run()
}

// A webPort is the kernel's end of the wire in a Web Worker.
type webPort struct {
	channel js.Value      // what is posted here
	yield   chan struct{} // comes back here, after the messages that were waiting
	heard   chan struct{} // a message has come
}

func (p *webPort) Post(m wire.Message) { wire.Post(m) }

func (p *webPort) Yield() {
	p.channel.Call("postMessage", js.Null())
	<-p.yield
}

func (p *webPort) Wait() { <-p.heard }
