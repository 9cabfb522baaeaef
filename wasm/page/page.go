//go:build js && wasm

package page

import (
	"strings"
	"syscall/js"
	"time"

	"topobook/notebooks/engine"
	"topobook/wasm/dom"
	"topobook/wasm/wire"
)

// Builtins are what the page knows of the builtins that cells have.
type Builtins struct {
	Find      func(name string) (engine.Builtin, bool)
	Names     func() []string
	Highlight func(source string) string // as HTML
}

// A Page is what the reader sees of a notebook, and what the reader changed in it. All of it runs
// in event handlers, so nothing here needs a lock and nothing may block.
type Page struct {
	builtins Builtins
	author   Author       // nil on a page that is as its builder made it
	doc      *dom.Element // the document
	root     *dom.Element // its html element
	boot     js.Value     // what site/boot.js leaves: book, early, kernel
	results  js.Value     // what site/show.js does
	book     wire.Book

	cells      []*cell           // in page order
	published  map[string]string // by input: its published value
	inputCells map[string]string // by input: the cell that makes it
	inputs     map[string]string // the values that the reader chose, also published ones
	edits      map[string]string // by cell: the reader's source

	worker    *worker
	link      linkView
	keep      *keeper
	before    *state // what Undo brings back, or nil
	status    statusLine
	used      map[string]string // by input: the value that the reader chose last, or that the kernel has used since
	setBy     map[string]int    // by input: the run that the reader's last value was sent with
	refused   map[string]bool   // by input: its controls say why it did not take a value
	picking   picking
	end       string // the address of the node around which the focus goes from link to link
	dragging  drag   // nil: none
	dragged   bool   // more than a click
	afterDrag dom.Alarm
	playing   player
	stoppable dom.Alarm // until what runs can be stopped
	stops     bool      // it can

	checker *engine.Checker // once an editor has asked
	coming  bool            // the script of the editor is on its way
}

// A cell is one cell of the notebook, or one inline value, where it stands on the page.
type cell struct {
	id        string
	published string // source
	inline    bool
	heavy     bool
	root      *dom.Element // section.cell, or output.value
	plain     bool         // it was done at last, and nothing but its output shows: see site/show.js
	picks     []string     // groups of inputs that the output depends on, the nearest first
	editor    *editor      // once the code has been opened
}

// Run takes over the page from the start-up script. The event handlers live on, so the program must not end.
func Run(with Builtins, author Author) {
	started := make(chan struct{})
	new(dom.Alarm).Start(0, func() { close(started) })
	<-started // the browser is let in between what comes before main and what follows: both together take it long
	p := &Page{
		builtins:   with,
		author:     author,
		doc:        dom.Wrap(js.Global().Get("document")),
		boot:       js.Global().Get("topobook"),
		results:    js.Global().Get("results"),
		published:  map[string]string{},
		inputCells: map[string]string{},
		inputs:     map[string]string{},
		edits:      map[string]string{},
		used:       map[string]string{},
		setBy:      map[string]int{},
		refused:    map[string]bool{},
	}
	p.root = p.doc.Find("html")
	p.book = wire.ReadBook(p.boot.Get("book"))
	p.boot.Set("slug", p.book.Slug)
	for _, data := range p.book.Cells {
		if c := p.findCell(data); c != nil {
			p.cells = append(p.cells, c)
		}
	}
	for _, in := range p.book.Inputs {
		p.published[in.Name] = in.Value
		p.inputCells[in.Name] = in.Cell
	}
	p.worker = newWorker(p)
	p.helpSaving()
	p.keep = newKeeper(js.Global().Get("location").Get("pathname").String())
	var kept []any
	if author == nil {
		kept = p.keep.read()
	} else {
		author.Take(p)
	}
	p.listen()
	p.serveEditors()
	p.restore(kept)
	p.takeEarlyInputs()
	p.openFragment()
	p.replayEarlyEvents()
	p.boot.Call("listens")
	p.prepare(p.cells)
	select {}
}

// sliceTime is how long the page works on what can wait before it lets its reader in.
const sliceTime = 8 * time.Millisecond

// prepare prepares cells, and says then that the page is ready. What the reader asked first is under way meanwhile.
func (p *Page) prepare(cells []*cell) {
	for began := time.Now(); time.Since(began) < sliceTime; cells = cells[1:] {
		if len(cells) == 0 {
			p.root.SetAttribute("data-engine", "ready")
			return
		}
		p.prepareDiagrams(cells[0])
		p.prepareCell(cells[0])
	}
	new(dom.Alarm).Start(0, func() { p.prepare(cells) })
}

// findCell returns a cell that the notebook's data names where it is on the page, or nil.
func (p *Page) findCell(data wire.Cell) *cell {
	root := dom.Wrap(p.results.Call("adopt", data.ID, data.Inline, strings.Join(data.Picks, " ")))
	if root == nil {
		return nil
	}
	return &cell{id: data.ID, published: data.Source, inline: data.Inline, heavy: data.Heavy, root: root, picks: data.Picks}
}

// output returns where the result of c goes.
func (c *cell) output() *dom.Element { return dom.Wrap(c.root.Get("output")) }

// code returns the details with the source of c, or nil: an inline value has none.
func (c *cell) code() *dom.Element { return c.part("details.code") }

// problem returns what says what is wrong with c, or nil: an inline value says that itself.
func (c *cell) problem() *dom.Element { return c.part("p.error") }

func (c *cell) part(selector string) *dom.Element {
	if c.inline {
		return nil
	}
	return c.root.Find(selector)
}

// told returns whether the kernel has told what stands in the output; else it is as published.
func (c *cell) told() bool { return !c.root.Get("html").IsUndefined() }

// setPlain notes whether c was done at last, and nothing but its output shows.
func (c *cell) setPlain(plain bool) {
	if plain != c.plain {
		c.plain = plain
		c.root.Set("plain", plain)
	}
}

// setPicks notes the groups of inputs that the output depends on.
func (c *cell) setPicks(picks []string) {
	c.picks = picks
	c.root.Set("picks", strings.Join(picks, " "))
}

// cell returns the cell with the given id, or nil.
func (p *Page) cell(id string) *cell {
	for _, c := range p.cells {
		if c.id == id {
			return c
		}
	}
	return nil
}

// cellOf returns the cell that el is part of, or nil.
func (p *Page) cellOf(el *dom.Element) *cell {
	if section := el.Closest("[data-cell]"); section != nil {
		return p.cell(section.GetAttribute("data-cell"))
	}
	return nil
}

// listen adds the page's few event handlers, all of them on the document: what a result replaces
// needs no handler of its own.
func (p *Page) listen() {
	on := func(event string, handle func(js.Value)) { dom.Listen(p.doc.Value, event, handle) }
	on("input", p.onInput)
	on("change", p.onChange)
	on("click", p.onClick)
	on("keydown", p.onKey)
	on("toggle", p.onToggle)
	on("focusin", p.onFocus)
	on("focusout", p.onBlur)
	on("pointerover", func(e js.Value) { p.highlight(dom.Target(e).Closest(spot), dom.Target(e)) })
	on("pointerdown", p.onDragStart)
	on("pointermove", p.onDrag)
	on("pointerup", p.onDragEnd)
	on("pointercancel", p.onDragEnd)
	dom.Listen(js.Global(), "hashchange", func(js.Value) { p.openFragment() })
	dom.Listen(js.Global(), "pagehide", func(js.Value) {
		p.link.catchUp(p)
		p.keep.flush(p)
	})
}

// onClick does what a click means: a button of the page, or a node of a diagram.
func (p *Page) onClick(e js.Value) {
	if p.dragged {
		return
	}
	if button := dom.Target(e).Closest("button"); button != nil {
		p.press(button)
	} else if anchor := dom.Target(e).Closest("#notice a"); anchor != nil {
		p.goTo(e, anchor)
	} else if node := dom.Target(e).Closest(spot); node != nil {
		p.pickNode(node)
	}
}

// press does what a button says. Those of the page have an id, those of a cell have data-do.
func (p *Page) press(button *dom.Element) {
	c := p.cellOf(button)
	if action := button.GetAttribute("data-do"); action == "play" {
		p.play(button)
		return
	}
	p.playing.stop()
	switch button.ID() {
	case "share":
		p.share()
	case "stop":
		p.stop()
	case "reset-page":
		p.resetPage()
	case "help":
		p.showHelp()
	}
	switch action := button.GetAttribute("data-do"); {
	case action == "":
	case action == "stop":
		p.stop()
	case action == "run-theirs", action == "keep", action == "close", action == "undo", action == "bring-back", action == "forget":
		p.answer(action)
	case c == nil:
	case action == "run":
		p.runCell(c)
	case action == "reset":
		p.resetCell(c)
	case action == "use":
		p.useSolution(c, button)
	}
}

// onKey handles the keys that the page gives a meaning.
func (p *Page) onKey(e js.Value) {
	at := dom.Target(e)
	key := e.Get("key").String()
	p.touched(at)
	switch {
	case e.Get("isComposing").Truthy():
	case at.Class().Contains("code-input"):
		p.onEditorKey(e, key)
	case at.Closest(spot) != nil:
		p.onNodeKey(e, at.Closest(spot), key)
	case key == "?" && !dom.IsTextField(at):
		e.Call("preventDefault")
		p.showHelp()
	}
}

// onFocus arms the pick input that gets the focus, and shows the neighbours of a node that gets it.
func (p *Page) onFocus(e js.Value) {
	if label := dom.Target(e).Closest(".input[data-kind^=pick]"); label != nil {
		p.arm(label.GetAttribute("data-input"), nil)
	}
	if at := dom.Target(e); at.Class().Contains("code-input") {
		p.improve(at)
	}
	if node := dom.Target(e).Closest(spot); node != nil {
		p.roveTo(node)
		p.highlight(node, node)
	}
}

// onBlur shows in a field that is left the value in use, whatever was typed there and not taken.
func (p *Page) onBlur(e js.Value) {
	if label := dom.Target(e).Closest("[data-input]"); label != nil {
		label.Find(controlField).RemoveAttribute("aria-invalid")
		p.showValue(label, p.current(label.GetAttribute("data-input")))
	}
}

// replayEarlyEvents handles the clicks, keys and changes that came while the engine was on its way.
func (p *Page) replayEarlyEvents() {
	early := p.boot.Get("early")
	for i := range early.Length() {
		e := early.Index(i)
		if !p.doc.Has(dom.Target(e)) {
			continue
		}
		switch dom.Text(e, "type") {
		case "click":
			p.onClick(e)
		case "keydown":
			p.onKey(e)
		default:
			p.onChange(e)
		}
	}
	early.Set("length", 0)
}
