// Package wire has the messages of the engine: what a page and its kernel say to each other, and
// what a kernel and the workers of its pool do. In a browser a message is a plain object with its
// type and its fields, which postMessage copies.
//
// A page sends a [Load] first. Changes ([Set], [Edit], [Reset]) are evaluated when a [Run] or a
// [Share] asks for it; each of these carries a number, which [Idle] tells once the last of them is
// done. The worker's script adds [Died] for a kernel that cannot speak any more.
package wire

// A Message is one of the types of this package, as a pointer.
type Message interface {
	// fields writes or reads the fields of the message, and returns its type.
	fields(c codec) string
}

// Encode returns m as a plain object: its fields, and its type at "type".
func Encode(m Message) map[string]any {
	object := map[string]any{}
	object["type"] = m.fields(codec{object: object})
	return object
}

// Decode returns the message that an object is, or nil if its type is none. A field that is missing
// or of another type has its zero value.
func Decode(object map[string]any) Message {
	kind, _ := object["type"].(string)
	m := blank(kind)
	if m != nil {
		m.fields(codec{object, true})
	}
	return m
}

// blank returns an empty message of a type, or nil.
func blank(kind string) Message {
	switch kind {
	case "load":
		return new(Load)
	case "set":
		return new(Set)
	case "edit":
		return new(Edit)
	case "reset":
		return new(Reset)
	case "settle":
		return new(Settle)
	case "run":
		return new(Run)
	case "share":
		return new(Share)
	case "open":
		return new(Open)
	case "save":
		return new(Save)
	case "stop":
		return new(Stop)
	case "ready":
		return new(Ready)
	case "result":
		return new(Result)
	case "preview":
		return new(Preview)
	case "progress":
		return new(Progress)
	case "refused":
		return new(Refused)
	case "dependents":
		return new(Dependents)
	case "idle":
		return new(Idle)
	case "saved":
		return new(Saved)
	case "stopped":
		return new(Stopped)
	case "opened":
		return new(Opened)
	case "checked":
		return new(Checked)
	case "link":
		return new(Link)
	case "died":
		return new(Died)
	case "want":
		return new(Want)
	case "computed":
		return new(Computed)
	case "order":
		return new(Order)
	case "parts":
		return new(Parts)
	}
	return nil
}
