//go:build js && wasm

package wire

import (
	"os"
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

// What a page carries of its notebook is read as it is, with texts that have any characters.
func TestReadBook(t *testing.T) {
	script, err := os.ReadFile("../../site/worker.js")
	if err != nil {
		t.Fatal(err)
	}
	js.Global().Set("self", js.Global())
	js.Global().Call("eval", string(script))
	whole := examples[0].(*Load).Book
	odd := Book{Slug: "", Paper: "p", Cells: []Cell{{ID: "a", Source: "x = '\x00'"}}, Files: map[string]string{"a.csv": "1\x002"}}
	short := Book{Slug: "s", Cells: []Cell{{Source: "é😀\n"}, {Line: -1}}, Inputs: []Input{{}}, Files: map[string]string{}}
	for _, want := range []Book{whole, odd, short} {
		got := ReadBook(js.ValueOf(Encode(&Load{want})).Get("book"))
		want = Decode(Encode(&Load{want})).(*Load).Book // which has no nil lists
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	if js.Global().Call("bookText", Encode(&Load{whole})["book"]).Type() != js.TypeString {
		t.Error("a book is not read as one text")
	}
}
