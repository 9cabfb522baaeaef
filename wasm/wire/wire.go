// Package wire has the messages of the engine: what a page and its kernel say to each other, and
// what a kernel and the workers of its pool do. In a browser a message is a plain object with its
// type and those of its fields that have not their zero value, which postMessage copies.
//
// A page sends a [Load] first. Changes ([Set], [Edit], [Reset]) are evaluated when a [Run] or a
// [Share] asks for it; each of these carries a number, which [Idle] tells once the last of them is
// done. The worker's script adds [Died] for a kernel that cannot speak any more.
package wire

import (
	"maps"
	"reflect"
	"strings"
)

// A Message is one of the types of this package, as a pointer.
type Message interface{ message() }

// Encode returns m as a plain object: its fields, but those with their zero value, and its type at "type".
func Encode(m Message) map[string]any {
	v := reflect.ValueOf(m).Elem()
	object := encoded(v).(map[string]any)
	object["type"] = strings.ToLower(v.Type().Name())
	return object
}

// Decode returns the message that an object is, or nil if its type is none. A field that is missing
// or of another type has its zero value, but no map or list is nil.
func Decode(object map[string]any) Message {
	kind, _ := object["type"].(string)
	t, ok := types[kind]
	if !ok {
		return nil
	}
	m := reflect.New(t).Interface().(Message)
	decode(m, object)
	return m
}

// types has the types of messages by their names in lower case.
var types = typesOf(
	new(Load), new(Set), new(Ahead), new(Edit), new(Reset), new(Settle), new(Run), new(Share), new(Open), new(Save), new(Look), new(Stop),
	new(Ready), new(Result), new(Preview), new(Progress), new(Refused), new(Dependents), new(Idle), new(Saved), new(Seen), new(Stopped),
	new(Opened), new(Checked), new(Link), new(Died),
	new(Want), new(Computed), new(Order), new(Parts),
)

func typesOf(messages ...Message) map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, m := range messages {
		t := reflect.TypeOf(m).Elem()
		types[strings.ToLower(t.Name())] = t
	}
	return types
}

// Register adds a type of message that only one of the engines has.
func Register(m Message) { maps.Copy(types, typesOf(m)) }
