//go:build js && wasm

package page

import (
	"maps"
	"strconv"
	"syscall/js"
	"time"

	"topobook/wasm/dom"
)

const (
	saveAfter  = 400  // ms without a key before what was typed is kept
	keptVisits = 12   // whose code is kept for a page
	readTime   = 2000 // ms after which the page starts without what is kept
)

// A keeper keeps the code that the reader writes, in the browser's database: for each page, by its
// path, a list of visits, each with its tab, its time, and its edits by cell: source, from (the
// published source that was edited) and time. A tab that is loaded again goes on with its visit; in
// another one the page is shown as published, and the code of the last visit is offered.
//
// The names in the browser stay as they are, so that later versions find what earlier ones kept.
// Where the browser keeps nothing, the work goes on.
type keeper struct {
	path   string
	tab    string            // of this visit; "" before the first edit
	theirs map[string]string // by cell: code that came with a link, and is not the reader's
	offer  js.Value          // a visit whose code is offered; else undefined
	later  dom.Alarm         // until what was typed is kept
}

// newKeeper returns the keeper of the page of a path.
func newKeeper(path string) *keeper {
	k := &keeper{path: path}
	k.storage("sessionStorage", func(storage js.Value) {
		if tab := storage.Call("getItem", k.key()); tab.Truthy() {
			k.tab = tab.String()
		}
	})
	return k
}

// key is the name under which the browser's simple stores know that there are edits of the page:
// sessionStorage has the tab, localStorage lets the start-up script start the engine.
func (k *keeper) key() string { return "topobook-edits:" + k.path }

// storage calls use with one of the browser's simple stores, if there is one.
func (k *keeper) storage(name string, use func(storage js.Value)) {
	defer func() { _ = recover() }() // blocked, or full
	use(blockable(name))
}

// blockable returns what the browser has under a name. It panics where the browser forbids it, while
// Value.Get would end the program.
func blockable(name string) js.Value {
	return js.Global().Get("Reflect").Call("get", js.Global(), name)
}

// open calls use with the page's place in the database, or fail.
func (k *keeper) open(use func(store js.Value), fail func()) {
	defer func() {
		if recover() != nil {
			fail()
		}
	}()
	opening := blockable("indexedDB").Call("open", "topobook", 1)
	upgrade := js.FuncOf(func(js.Value, []js.Value) any {
		opening.Get("result").Call("createObjectStore", "edits")
		return nil
	})
	opening.Set("onupgradeneeded", upgrade)
	request(opening, func(db js.Value) {
		upgrade.Release()
		use(db.Call("transaction", "edits", "readwrite").Call("objectStore", "edits"))
		db.Call("close") // once the transaction is done
	}, fail)
}

// request calls one of the functions once, when a request to the database is answered.
func request(asked js.Value, kept func(result js.Value), broken func()) {
	var yes, no js.Func
	answer := func(f func()) js.Func {
		return js.FuncOf(func(js.Value, []js.Value) any {
			yes.Release()
			no.Release()
			defer func() {
				if recover() != nil {
					broken()
				}
			}()
			f()
			return nil
		})
	}
	yes, no = answer(func() { kept(asked.Get("result")) }), answer(broken)
	asked.Set("onsuccess", yes)
	asked.Set("onerror", no)
}

// visits calls use with what is kept of the page: a list of visits.
func (k *keeper) visits(use func(store js.Value, visits []any), fail func()) {
	k.open(func(store js.Value) {
		request(store.Call("get", k.path), func(kept js.Value) {
			var visits []any
			if kept.Truthy() {
				list := kept.Get("visits")
				for i := range list.Length() {
					visits = append(visits, list.Index(i))
				}
			}
			use(store, visits)
		}, fail)
	}, fail)
}

// read returns what is kept of the page. It blocks, unless a simple store says that nothing is: to open the database takes a while.
func (k *keeper) read() []any {
	nothing := false
	k.storage("localStorage", func(storage js.Value) { nothing = k.tab == "" && storage.Call("getItem", k.key()).IsNull() })
	if nothing {
		return nil
	}
	read := make(chan []any, 3)
	k.visits(func(_ js.Value, visits []any) { read <- visits }, func() { read <- nil })
	var late dom.Alarm
	late.Start(readTime, func() { read <- nil })
	defer late.Stop()
	return <-read
}

// EditsOn returns the code that the reader has written in this tab on the page of a path, by cell. It blocks.
func EditsOn(path string) map[string]string {
	k := newKeeper(path)
	if k.tab == "" {
		return nil
	}
	for _, visit := range k.read() {
		if v := visit.(js.Value); dom.Text(v, "tab") == k.tab {
			return editsOf(v)
		}
	}
	return nil
}

// replace puts a visit in place of the one with its tab; nil takes that one away.
func (k *keeper) replace(tab string, visit map[string]any) {
	k.visits(func(store js.Value, visits []any) {
		var rest []any
		for _, v := range visits {
			if dom.Text(v.(js.Value), "tab") != tab {
				rest = append(rest, v)
			}
		}
		if visit != nil {
			rest = append(rest, visit)
		}
		rest = rest[max(0, len(rest)-keptVisits):]
		store.Call("put", map[string]any{"visits": rest}, k.path)
		k.storage("localStorage", func(storage js.Value) {
			if len(rest) > 0 {
				storage.Call("setItem", k.key(), len(rest))
			} else {
				storage.Call("removeItem", k.key())
			}
		})
	}, func() {})
}

// changed keeps what the reader has written, a moment later.
func (k *keeper) changed(p *Page) {
	if p.author == nil {
		k.later.Start(saveAfter, func() { k.save(p) })
	}
}

// flush keeps now what is to be kept, as the page may be left.
func (k *keeper) flush(p *Page) {
	if k.later.Set() {
		k.later.Stop()
		k.save(p)
	}
}

// save keeps what the reader has written.
func (k *keeper) save(p *Page) {
	edits, when := map[string]any{}, js.Global().Get("Date").Call("now")
	written := p.Written()
	for _, c := range p.cells {
		if source, edited := written[c.id]; edited {
			edits[c.id] = map[string]any{"source": source, "from": c.published, "time": when}
		}
	}
	if k.fromLink(written) {
		return
	}
	if len(edits) == 0 {
		if k.tab != "" {
			k.replace(k.tab, nil)
		}
		return
	}
	if k.tab == "" {
		k.mark(strconv.FormatInt(time.Now().UnixNano(), 36))
	}
	k.replace(k.tab, map[string]any{"tab": k.tab, "time": when, "edits": edits})
}

// mark makes the tab go on with the visit of a name, also when it is loaded again.
func (k *keeper) mark(tab string) {
	if tab == k.tab {
		return
	}
	k.tab = tab
	k.storage("sessionStorage", func(storage js.Value) { storage.Call("setItem", k.key(), tab) })
}

// fork begins another visit, so that what this one has kept stays: after a reset, or when code that
// came with a link takes its place.
func (k *keeper) fork(p *Page, theirs map[string]string) {
	k.flush(p)
	k.mark("")
	k.theirs = maps.Clone(theirs)
}

// fromLink returns whether the edits are just those that came with a link.
func (k *keeper) fromLink(edits map[string]string) bool {
	return len(edits) > 0 && maps.Equal(edits, k.theirs)
}

// forget takes what is offered out of the browser.
func (k *keeper) forget(p *Page) {
	k.replace(dom.Text(k.offer, "tab"), nil)
	k.offer = js.Undefined()
	p.HideNotice()
}

// eachEdit calls see with the edits of a visit, by cell.
func eachEdit(visit js.Value, see func(cell string, edit js.Value)) {
	edits := visit.Get("edits")
	cells := js.Global().Get("Object").Call("keys", edits)
	for i := range cells.Length() {
		cell := cells.Index(i).String()
		see(cell, edits.Get(cell))
	}
}

// editsOf returns the code of a visit, by cell.
func editsOf(visit js.Value) map[string]string {
	edits := map[string]string{}
	eachEdit(visit, func(cell string, edit js.Value) { edits[cell] = dom.Text(edit, "source") })
	return edits
}

// changedSince returns whether a cell that was edited in a visit has changed on the page since, or is
// no longer there.
func (p *Page) changedSince(visit js.Value) bool {
	changed := false
	eachEdit(visit, func(cell string, edit js.Value) {
		c := p.cell(cell)
		changed = changed || c == nil || dom.Text(edit, "from") != c.published
	})
	return changed
}
