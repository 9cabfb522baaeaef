//go:build js && wasm

// Package store keeps notebooks in the browser's database: in the database topobook-playground, in its store notebooks, by the path of the
// page and the id of the notebook. These names, and those of a record's fields, never change, so that later versions find what
// earlier ones kept.
package store

import (
	"errors"
	"slices"
	"strings"
	"syscall/js"
	"time"

	"topobook/wasm/dom"
)

const (
	database  = "topobook-playground"
	notebooks = "notebooks"
)

// Why a notebook is not kept.
var (
	ErrFull    = errors.New("the browser has no more room for this site")
	ErrAbsent  = errors.New("this browser has no such notebook")
	ErrChanged = errors.New("another tab has changed this notebook since")
	ErrNone    = errors.New("this browser keeps nothing for this page")
)

// A Notebook is what is kept of one.
type Notebook struct {
	ID       string
	Name     string // of its file, without .md; "" while it follows the title
	Title    string
	Text     string            // the Markdown file
	Files    map[string]string // by name: the texts of files beside it
	Inputs   map[string]string // the values that its reader has chosen
	Asks     bool              // its code came with a link, and nobody has said yet that it may run
	Changed  time.Time
	Revision int // how often it was put; 0: never
}

// A Store has the notebooks of one page.
type Store struct{ path string }

// Open returns the store of the page that is shown.
func Open() *Store {
	return &Store{js.Global().Get("location").Get("pathname").String()}
}

// NewID returns an id that no other notebook has.
func NewID() string {
	const letters = "abcdefghijkmnpqrstuvwxyz23456789"
	bytes := js.Global().Get("Uint8Array").New(10)
	js.Global().Get("crypto").Call("getRandomValues", bytes)
	id := make([]byte, bytes.Length())
	for i := range id {
		id[i] = letters[bytes.Index(i).Int()%len(letters)]
	}
	return string(id)
}

func (s *Store) key(id string) []any { return []any{s.path, id} }

// List calls use with all notebooks, the last changed first.
func (s *Store) List(use func([]*Notebook, error)) {
	s.transaction("readonly", func(store js.Value) js.Value {
		all := js.Global().Get("IDBKeyRange").Call("bound", []any{s.path}, []any{s.path, []any{}})
		return store.Call("getAll", all)
	}, func(found js.Value, err error) {
		var list []*Notebook
		for i := 0; err == nil && i < found.Length(); i++ {
			list = append(list, read(found.Index(i)))
		}
		slices.SortStableFunc(list, func(a, b *Notebook) int { return b.Changed.Compare(a.Changed) })
		use(list, err)
	})
}

// Get calls use with a notebook.
func (s *Store) Get(id string, use func(*Notebook, error)) {
	s.transaction("readonly", func(store js.Value) js.Value { return store.Call("get", s.key(id)) }, func(found js.Value, err error) {
		switch {
		case err != nil:
			use(nil, err)
		case !found.Truthy():
			use(nil, ErrAbsent)
		default:
			use(read(found), nil)
		}
	})
}

// Put keeps a notebook, and calls done. What another tab has put since this one was got, or put, stays: [ErrChanged].
func (s *Store) Put(n *Notebook, done func(error)) {
	changed := false
	var h handlers
	s.transaction("readwrite", func(store js.Value) js.Value {
		got := store.Call("get", s.key(n.ID))
		h.on(got, "onsuccess", func() {
			if before := got.Get("result"); before.Truthy() && int(dom.Number(before, "revision")) != n.Revision {
				changed = true
				return
			}
			store.Call("put", n.record(), s.key(n.ID))
		})
		return got
	}, func(_ js.Value, err error) {
		h.release()
		if err == nil && changed {
			err = ErrChanged
		}
		if err == nil {
			n.Revision++
		}
		done(err)
	})
}

// Remove takes a notebook out of the store.
func (s *Store) Remove(id string, done func(error)) {
	s.transaction("readwrite", func(store js.Value) js.Value { return store.Call("delete", s.key(id)) }, func(_ js.Value, err error) { done(err) })
}

// record returns the notebook as it is kept, a revision later.
func (n *Notebook) record() map[string]any {
	return map[string]any{
		"id": n.ID, "name": n.Name, "title": n.Title, "text": kept(n.Text), "files": object(n.Files), "inputs": object(n.Inputs),
		"asks": n.Asks, "changed": n.Changed.UnixMilli(), "revision": n.Revision + 1,
	}
}

func read(record js.Value) *Notebook {
	return &Notebook{
		ID: dom.Text(record, "id"), Name: dom.Text(record, "name"), Title: dom.Text(record, "title"), Text: text(record, "text"),
		Files: texts(record.Get("files")), Inputs: texts(record.Get("inputs")),
		Asks:    dom.Truth(record, "asks"),
		Changed: time.UnixMilli(int64(dom.Number(record, "changed"))), Revision: int(dom.Number(record, "revision")),
	}
}

// kept returns how a text is kept: as bytes if it begins with a byte order mark, which it would lose on the way to JavaScript.
func kept(text string) any {
	if !strings.HasPrefix(text, "\ufeff") {
		return text
	}
	return dom.Bytes(text)
}

// text returns the text that is kept at a key.
func text(v js.Value, key string) string {
	if kept := v.Get(key); kept.Type() == js.TypeObject {
		return string(dom.FromBytes(kept))
	}
	return dom.Text(v, key)
}

func object(m map[string]string) map[string]any {
	o := map[string]any{}
	for name, text := range m {
		o[name] = kept(text)
	}
	return o
}

func texts(o js.Value) map[string]string {
	m := map[string]string{}
	if o.Truthy() {
		names := js.Global().Get("Object").Call("keys", o)
		for i := range names.Length() {
			name := names.Index(i).String()
			m[name] = text(o, name)
		}
	}
	return m
}

// transaction opens the database, has ask make a request, and calls done with its result once all of it is kept.
func (s *Store) transaction(mode string, ask func(store js.Value) js.Value, done func(result js.Value, err error)) {
	t := &handlers{}
	end := func(result js.Value, err error) {
		if !t.released {
			t.release()
			done(result, err)
		}
	}
	failed := func() { end(js.Undefined(), ErrNone) }
	guard := func(f func()) func() { // the browser may forbid what f does
		return func() {
			defer func() {
				if recover() != nil {
					failed()
				}
			}()
			f()
		}
	}
	guard(func() {
		opening := js.Global().Get("Reflect").Call("get", js.Global(), "indexedDB").Call("open", database, 1)
		t.on(opening, "onupgradeneeded", func() { opening.Get("result").Call("createObjectStore", notebooks) })
		t.on(opening, "onerror", failed)
		t.on(opening, "onsuccess", guard(func() {
			db := opening.Get("result")
			work := db.Call("transaction", notebooks, mode)
			db.Call("close") // once the transaction is done
			asked := ask(work.Call("objectStore", notebooks))
			t.on(work, "oncomplete", func() { end(asked.Get("result"), nil) })
			t.on(work, "onabort", func() {
				err := ErrNone
				if cause := work.Get("error"); cause.Truthy() && dom.Text(cause, "name") == "QuotaExceededError" {
					err = ErrFull
				}
				end(js.Undefined(), err)
			})
		}))
	})()
}

// handlers are the event handlers of a transaction.
type handlers struct {
	funcs    []js.Func
	released bool
}

func (h *handlers) on(v js.Value, event string, handle func()) {
	f := js.FuncOf(func(js.Value, []js.Value) any {
		handle()
		return nil
	})
	h.funcs = append(h.funcs, f)
	v.Set(event, f)
}

func (h *handlers) release() {
	h.released = true
	for _, f := range h.funcs {
		f.Release()
	}
}

// A Lock says that this tab works on a notebook.
type Lock struct{ release js.Value }

// Lock calls use with the lock of a notebook, or nil while another tab has it. Where the browser has no locks each tab gets one:
// then [Store.Put] tells.
func (s *Store) Lock(id string, use func(*Lock)) {
	locks := js.Global().Get("navigator").Get("locks")
	if !locks.Truthy() {
		use(&Lock{})
		return
	}
	var granted js.Func
	granted = js.FuncOf(func(_ js.Value, args []js.Value) any {
		granted.Release()
		if !args[0].Truthy() {
			use(nil)
			return nil
		}
		lock := &Lock{}
		executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
			lock.release = args[0]
			return nil
		})
		held := js.Global().Get("Promise").New(executor)
		executor.Release()
		use(lock)
		return held
	})
	locks.Call("request", "topobook-playground "+s.path+" "+id, map[string]any{"ifAvailable": true}, granted)
}

// Release lets another tab have the notebook. The lock may be nil.
func (l *Lock) Release() {
	if l != nil && l.release.Truthy() {
		l.release.Invoke()
	}
}
