//go:build js && wasm

package wire

import "syscall/js"

// ReadBook returns the notebook's data that a page carries.
func ReadBook(v js.Value) Book {
	if text := js.Global().Call("bookText", v); text.Type() == js.TypeString { // see site/worker.js
		return book(text.String())
	}
	var b Book
	decode(&b, value(v))
	return b
}

// A Worker is a Web Worker at the other end.
type Worker struct {
	self       js.Value
	hear, fail js.Func
	html       js.Value // of the message that is heard
}

// Start starts a Web Worker with boot, or takes over the one that has been started: see site/worker.js. hear is called with each of
// its messages, and fail, in place of what the browser does, if it ends or cannot start, perhaps with the cause. Unless hearing is
// undefined it is a function of a script that is given what hears messages, and returns what hears them first.
func Start(boot, hearing js.Value, hear func(Message), fail func(cause string)) *Worker {
	w := &Worker{self: js.Global().Call("newWorker", boot)}
	w.hear = js.FuncOf(func(_ js.Value, args []js.Value) any {
		var m Message
		m, w.html = withoutHTML(args[0].Get("data"))
		hear(m)
		return nil
	})
	w.fail = js.FuncOf(func(_ js.Value, args []js.Value) any {
		args[0].Call("preventDefault")
		cause, _ := value(args[0].Get("message")).(string)
		fail(cause)
		return nil
	})
	first := w.hear.Value
	if !hearing.IsUndefined() {
		first = hearing.Invoke(w.hear)
	}
	w.self.Set("onmessage", first)
	w.self.Set("onerror", w.fail)
	if early := w.self.Get("early"); early.Length() > 0 { // it has spoken
		var replay js.Func
		replay = js.FuncOf(func(js.Value, []js.Value) any {
			replay.Release()
			for i := range early.Length() {
				first.Invoke(early.Index(i))
			}
			return nil
		})
		js.Global().Call("queueMicrotask", replay)
	}
	return w
}

// HTML returns the field of that name of the message that is being heard, in which it is empty: it may be large, and goes back to the
// browser as it is.
func (w *Worker) HTML() js.Value { return w.html }

// Knows tells whether the worker had a notebook to begin with.
func (w *Worker) Knows() bool { return w.self.Get("knows").Truthy() }

// Post sends a message to the worker.
func (w *Worker) Post(m Message) { w.self.Call("postMessage", Encode(m)) }

// Terminate ends the worker at once. It may be called by hear and fail.
func (w *Worker) Terminate() {
	w.self.Call("terminate")
	w.self.Set("onmessage", nil)
	w.self.Set("onerror", nil) // may still be on its way
	w.hear.Release()
	w.fail.Release()
}

// Post sends a message from a Web Worker to what started it.
func Post(m Message) {
	if text, ok := line(m); ok {
		js.Global().Call("postLine", text) // see site/worker.js
		return
	}
	js.Global().Call("postMessage", Encode(m))
}

// Listen calls hear, in a Web Worker, with each message from what started it.
func Listen(hear func(Message)) {
	early := js.Global().Get("early") // what came before: see site/worker.js
	for i := range early.Length() {
		hear(received(early.Index(i)))
	}
	js.Global().Set("onmessage", js.FuncOf(func(_ js.Value, args []js.Value) any {
		hear(received(args[0].Get("data")))
		return nil
	}))
}

// received returns the message that v is, or nil. It panics if v is no object.
func received(v js.Value) Message { return Decode(value(v).(map[string]any)) }

var (
	arrays  = js.Global().Get("Array")
	objects = js.Global().Get("Object")
)

// value returns what v is in Go: as [js.ValueOf], the other way round.
func value(v js.Value) any {
	switch v.Type() {
	case js.TypeString:
		return v.String()
	case js.TypeNumber:
		return v.Float()
	case js.TypeBoolean:
		return v.Bool()
	case js.TypeObject:
	default:
		return nil
	}
	if v.InstanceOf(arrays) {
		array := make([]any, v.Length())
		for i := range array {
			array[i] = value(v.Index(i))
		}
		return array
	}
	return object(v, "")
}

// withoutHTML returns the message that v is but for its field HTML, and that.
func withoutHTML(v js.Value) (Message, js.Value) {
	html := v.Get("html")
	if html.IsUndefined() { // which is how it is when it is empty
		html = js.ValueOf("")
	}
	return Decode(object(v, "html")), html
}

// object returns what an object has in Go, but what is at one of its keys.
func object(v js.Value, but string) map[string]any {
	object := map[string]any{}
	keys := objects.Call("keys", v)
	for i := range keys.Length() {
		if key := keys.Index(i).String(); key != but {
			object[key] = value(v.Get(key))
		}
	}
	return object
}
