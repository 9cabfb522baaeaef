//go:build js && wasm

package page

import (
	"syscall/js"

	"honnef.co/go/js/dom/v2"
)

// An element is an element of the page, or the document. What package dom returns as one of its
// interfaces (QuerySelector, events, the document) is done here in another way: the first use of
// one of them would link the types of every kind of element, a tenth of the program.
type element struct{ *dom.BasicElement }

// wrap returns the element that v is, or nil if it is null or undefined.
func wrap(v js.Value) *element {
	if !v.Truthy() {
		return nil
	}
	return &element{&dom.BasicElement{BasicNode: &dom.BasicNode{Value: v}}}
}

// wrapAll returns the elements of a list that the browser made.
func wrapAll(list js.Value) []*element {
	all := make([]*element, list.Length())
	for i := range all {
		all[i] = wrap(list.Index(i))
	}
	return all
}

// find returns the first element within el that matches the selector, or nil.
func (el *element) find(selector string) *element { return wrap(el.Call("querySelector", selector)) }

// findAll returns the elements within el that match the selector, in page order.
func (el *element) findAll(selector string) []*element {
	return wrapAll(el.Call("querySelectorAll", selector))
}

// closest returns the nearest of el and its ancestors that matches the selector, or nil.
func (el *element) closest(selector string) *element {
	if el == nil || el.Get("closest").IsUndefined() { // the document has none
		return nil
	}
	return wrap(el.Call("closest", selector))
}

// has returns whether other, which may be nil, is el or part of it.
func (el *element) has(other *element) bool {
	return other != nil && el.Call("contains", other.Value).Bool()
}

// add adds elements at the end of el.
func (el *element) add(children ...*element) {
	for _, child := range children {
		el.Call("append", child.Value)
	}
}

// addText adds text at the end of el.
func (el *element) addText(text string) { el.Call("append", text) }

// listen calls handle for each event of a kind at v or below, before what stands there handles it.
func listen(v js.Value, event string, handle func(e js.Value)) {
	listener := js.FuncOf(func(_ js.Value, args []js.Value) any {
		handle(args[0])
		return nil
	})
	v.Call("addEventListener", event, listener, true)
}

// target returns what an event is about.
func target(e js.Value) *element { return wrap(e.Get("target")) }

// text returns the string at key of the object v, or "".
func text(v js.Value, key string) string {
	if field := v.Get(key); field.Type() == js.TypeString {
		return field.String()
	}
	return ""
}

// number returns the number at key of the object v, or 0.
func number(v js.Value, key string) float64 {
	if field := v.Get(key); field.Type() == js.TypeNumber {
		return field.Float()
	}
	return 0
}

// truth returns whether the value at key of the object v is true.
func truth(v js.Value, key string) bool { return v.Get(key).Truthy() }
