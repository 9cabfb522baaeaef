//go:build js && wasm

// Package dom has the elements of a page, and what happens to them.
package dom

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// An Element is an element of the page, or the document. What package dom returns as one of its
// interfaces (QuerySelector, events, the document) is done here in another way: the first use of
// one of them would link the types of every kind of element, a tenth of the program.
type Element struct{ *dom.BasicElement }

// Wrap returns the element that v is, or nil if it is null or undefined.
func Wrap(v js.Value) *Element {
	if !v.Truthy() {
		return nil
	}
	return &Element{&dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// WrapAll returns the elements of a list that the browser made.
func WrapAll(list js.Value) []*Element {
	all := make([]*Element, list.Length())
	for i := range all {
		all[i] = Wrap(list.Index(i))
	}
	return all
}

// Find returns the first element within el that matches the selector, or nil.
func (el *Element) Find(selector string) *Element { return Wrap(el.Call("querySelector", selector)) }

// FindAll returns the elements within el that match the selector, in page order.
func (el *Element) FindAll(selector string) []*Element {
	return WrapAll(el.Call("querySelectorAll", selector))
}

// Closest returns the nearest of el and its ancestors that matches the selector, or nil.
func (el *Element) Closest(selector string) *Element {
	if el == nil || el.Get("closest").IsUndefined() { // the document has none
		return nil
	}
	return Wrap(el.Call("closest", selector))
}

// Has returns whether other, which may be nil, is el or part of it.
func (el *Element) Has(other *Element) bool {
	return other != nil && el.Call("contains", other.Value).Bool()
}

// Add adds elements at the end of el.
func (el *Element) Add(children ...*Element) {
	for _, child := range children {
		el.Call("append", child.Value)
	}
}

// AddText adds text at the end of el.
func (el *Element) AddText(text string) { el.Call("append", text) }

// Listen calls handle for each event of a kind at v or below, before what stands there handles it.
func Listen(v js.Value, event string, handle func(e js.Value)) {
	listener := js.FuncOf(func(_ js.Value, args []js.Value) any {
		handle(args[0])
		return nil
	})
	v.Call("addEventListener", event, listener, true)
}

// Target returns what an event is about.
func Target(e js.Value) *Element { return Wrap(e.Get("target")) }

// Text returns the string at key of the object v, or "".
func Text(v js.Value, key string) string {
	if field := v.Get(key); field.Type() == js.TypeString {
		return field.String()
	}
	return ""
}

// Bytes returns a Uint8Array with data.
func Bytes[T string | []byte](data T) js.Value {
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, []byte(data))
	return array
}

// FromBytes returns what a Uint8Array has.
func FromBytes(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}

// Number returns the number at key of the object v, or 0.
func Number(v js.Value, key string) float64 {
	if field := v.Get(key); field.Type() == js.TypeNumber {
		return field.Float()
	}
	return 0
}

// Truth returns whether the value at key of the object v is true.
func Truth(v js.Value, key string) bool { return v.Get(key).Truthy() }

// Then calls one of the functions once the promise is kept or broken.
func Then(promise js.Value, kept, broken func(js.Value)) {
	var yes, no js.Func
	once := func(f func(js.Value)) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any {
			yes.Release()
			no.Release()
			f(args[0])
			return nil
		})
	}
	yes, no = once(kept), once(broken)
	promise.Call("then", yes, no)
}

// document returns the document.
func document() js.Value { return js.Global().Get("document") }

// ByID returns the element with an id, or nil.
func ByID(id string) *Element { return Wrap(document().Call("getElementById", id)) }

// Active returns the element that has the focus, or nil.
func Active() *Element { return Wrap(document().Get("activeElement")) }

// Create returns a new element with a class and text.
func Create(tag, class, content string) *Element {
	el := Wrap(document().Call("createElement", tag))
	if class != "" {
		el.Class().SetString(class)
	}
	el.SetTextContent(content)
	return el
}

// Button returns a new button that does action when it is pressed.
func Button(label, action string) *Element {
	b := Create("button", "", label)
	b.SetAttribute("type", "button")
	b.SetAttribute("data-do", action)
	return b
}

// SetBool gives el the attribute if on is true, and takes it away otherwise.
func SetBool(el *Element, name string, on bool) {
	if on {
		el.SetAttribute(name, "")
	} else {
		el.RemoveAttribute(name)
	}
}

// IsTextField returns whether keys typed at el are text.
func IsTextField(el *Element) bool {
	switch el.TagName() {
	case "TEXTAREA", "SELECT":
		return true
	case "INPUT":
		kind := Text(el.Value, "type")
		return kind != "range" && kind != "checkbox"
	}
	return false
}
