//go:build js && wasm

package wire

import (
	"reflect"
	"syscall/js"
	"testing"
)

// What syscall/js makes of a message is read as that message.
func TestValue(t *testing.T) {
	for _, m := range examples {
		if got := received(js.ValueOf(Encode(m))); !reflect.DeepEqual(got, m) {
			t.Errorf("%T: got %+v, want %+v", m, got, m)
		}
	}
}

// The HTML of a message is beside it.
func TestWithoutHTML(t *testing.T) {
	for _, html := range []string{"", "<p>é"} {
		m, got := withoutHTML(js.ValueOf(Encode(&Result{Cell: "a", HTML: html})))
		if want := (&Result{Cell: "a"}); got.String() != html || !reflect.DeepEqual(m, want) {
			t.Errorf("got %+v and %q, want %+v and %q", m, got, want, html)
		}
	}
}

func TestReadBook(t *testing.T) {
	want := examples[0].(*Load).Book
	if got := ReadBook(js.ValueOf(Encode(examples[0])).Get("book")); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
