//go:build js && wasm

package main

import "syscall/js"

// Messages are plain objects with a type. The page sends
//
//	load     doc: the notebook's data; first of all
//	set      name, value: an input's new value
//	edit     cell, source: the reader's source of a cell
//	reset    cell: back to its published source; all cells and inputs if cell is "", and only
//	         the inputs if inputs is true
//	run      evaluates what the messages since the last run made stale;
//	         cells, heavy: evaluates these cells, heavy ones too;
//	         all: evaluates every cell;
//	         digest, version, own: then compares all outputs with the digest of a link; own: but for
//	         those that use edited code
//	share    evaluates every cell and asks for a link
//	open     fragment: asks what a link says
//	settle   what the messages since the last run made stale is not to be evaluated yet
//	stop     asks to stop the evaluation
//
// (run and share also carry their number, run) and the kernel sends
//
//	ready    it listens
//	result   run, cell, state, html, controls, line, col, text, hint: a cell starts or has ended
//	preview  cell, html: what it would give with what is known so far of a long work
//	progress cell, done, total: of long work
//	refused  name, text, tried, value, chosen: an input's value is not taken; the one in use, and
//	         whether the reader chose that
//	users    cells: after an edit, those that use the code of edited cells; picks: by cell, the inputs
//	         that its output depends on, the nearest first
//	idle     run, memory, lent, inputs: the number of the last run, which is done, the bytes in use,
//	         how many parts of works others have computed, and the inputs that are not at their defaults
//	stopped  it heard stop
//	opened   fragment; text (why not), or inputs, edits, digest, version: what a link says; notes: what is not taken
//	checked  run, own; text (why not), or compared, differ, open, waiting: how many outputs were compared, which
//	         differ, which were not compared, and which of them did not run here; typed: there was no
//	         digest, the link was made by hand; notes: values that are not taken; values: of all inputs;
//	         inputs: those that are not at their defaults
//	link     fragment: what share asked for; text: why nobody could open it
//
// A kernel that has much to do starts others, the hands of its crew, and sends them what the page
// sent it, then run with help: true and further
//
//	order    cell, call: of a work, part: to be computed; or parts: all of them, computed
//	stop
//
// and a hand says, besides what the crew does not listen to,
//
//	want     run, cell, call: it has come to a work and can compute a part of it;
//	         part, numbers: what it has computed
//
// The worker's script adds died (text) for the kernel that cannot speak any more.
type message = map[string]any

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

// list returns the strings of the array at key of the object v.
func list(v js.Value, key string) []string {
	field := v.Get(key)
	if field.Type() != js.TypeObject {
		return nil
	}
	items := make([]string, field.Length())
	for i := range items {
		items[i] = field.Index(i).String()
	}
	return items
}

// table returns the string fields of the object at key of the object v.
func table(v js.Value, key string) map[string]string {
	fields := map[string]string{}
	field := v.Get(key)
	if field.Type() != js.TypeObject {
		return fields
	}
	names := js.Global().Get("Object").Call("keys", field)
	for i := range names.Length() {
		name := names.Index(i).String()
		fields[name] = text(field, name)
	}
	return fields
}

// anys returns items as what syscall/js turns into an array.
func anys(items []string) []any {
	values := make([]any, len(items))
	for i, item := range items {
		values[i] = item
	}
	return values
}

// object returns fields as what syscall/js turns into an object.
func object(fields map[string]string) map[string]any {
	values := make(map[string]any, len(fields))
	for name, value := range fields {
		values[name] = value
	}
	return values
}
