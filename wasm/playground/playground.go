//go:build js && wasm

// Package playground is the page on which a reader makes a notebook: its text, a Markdown file, is cut into blocks that are edited each for
// itself, the kernel reads and runs the text as a whole, and the browser keeps it as it is typed.
package playground

import (
	"maps"
	"strings"
	"syscall/js"

	"topobook/notebooks/markdown"
	"topobook/wasm/dom"
	"topobook/wasm/draft"
	"topobook/wasm/page"
	"topobook/wasm/store"
	"topobook/wasm/wire"
)

// A playground is the page and the notebook that stands there. Like the page, it lives in event handlers.
type playground struct {
	page  *page.Page
	data  js.Value // what the builder says: examples, pages of the site, addresses of files
	math  formulas
	root  *dom.Element // #blocks
	store *store.Store

	notebook *store.Notebook
	draft    *draft.Draft
	address  string // the fragment of the address that names it
	lock     *store.Lock
	foreign  bool   // another tab has the notebook
	linked   string // the rest of the link that it came with, until its code may run
	asking   bool   // its code came with a link, and the reader has not said yet that it may run
	asked    bool   // the notice asks
	saving   saving

	composed *wire.Composed // what the kernel made of a text last
	loaded   bool           // the kernel has the notebook
	shown    bool           // and has told what one shows
	version  int            // of the text that the kernel was given last
	blocks   map[int]*block // by key
	selected int            // key; 0: none
	writing  int            // key of the text or file that is being edited; 0: none
	pending  *string        // what its editor has, and the draft has not taken
	addTo    int            // key of the block below which a file is to be added
	refused  []string       // why files were not that were opened together last
	later    dom.Alarm      // until it is rendered
}

// Run takes over the page from the start-up script.
func Run(with page.Builtins) {
	page.Run(with, &playground{store: store.Open(), blocks: map[int]*block{}})
}

// Take begins with the notebook that the address names.
func (pl *playground) Take(p *page.Page) {
	pl.page = p
	pl.data = p.Data().Get("playground")
	pl.root = dom.ByID("blocks")
	pl.math.start(pl)
	page.AddKeys(keys)
	pl.listen()
	pl.route()
}

// Receive takes what the kernel says of the notebook's text.
func (pl *playground) Receive(m wire.Message) {
	composed, ok := m.(*wire.Composed)
	if !ok {
		return
	}
	pl.composed = composed.Whole(pl.composed)
	if m := pl.composed; m.Version == pl.version {
		pl.show(m)
		if pl.asking && !pl.asked {
			pl.asked = true
			pl.ask(m)
		}
	}
}

// Commit takes over the code that the reader wants to run.
func (pl *playground) Commit(cell, source string) {
	if key := pl.keyOf(cell); key != 0 {
		pl.try(pl.draft.SetCode(key, source))
	}
}

// begin shows a notebook in place of the one that stood there.
func (pl *playground) begin(n *store.Notebook) {
	pl.flush()
	pl.lock.Release()
	pl.lock, pl.foreign = nil, false
	pl.asking, pl.asked, pl.linked = n.Asks, false, ""
	pl.notebook, pl.saving.told = n, ""
	pl.draft = draft.Open(n.Text)
	maps.Copy(pl.draft.Files, n.Files)
	pl.selected, pl.writing, pl.pending, pl.loaded = 0, 0, nil, false
	pl.root.SetTextContent("")
	clear(pl.blocks)
	pl.page.HideNotice()
	pl.page.SetCells(nil)
	pl.arrange()
	pl.showTitle()
	pl.showStart()
}

// load gives the kernel the text as it is now.
func (pl *playground) load() {
	pl.version++
	var inputs map[string]string
	if !pl.loaded {
		inputs = map[string]string{}
		maps.Copy(inputs, pl.notebook.Inputs)
	}
	pl.loaded = true
	book := wire.Book{Slug: pl.name(), Paper: pl.name(), Source: pl.text(false), Version: pl.version, Files: pl.draft.Files}
	pl.page.Load(book, inputs, !pl.asking)
}

// text returns the notebook's text, with what an open editor of text has; with code also what was typed in cells and has not run.
func (pl *playground) text(code bool) string {
	written := map[string]string{}
	if code {
		written = pl.page.Written()
	}
	var b strings.Builder
	blocks := 0
	for _, block := range pl.draft.Blocks() {
		source, typed := written[block.ID]
		blocks += len(block.Source)
		switch {
		case block.Key == pl.writing && pl.pending != nil:
			b.WriteString(pl.pendingSource(block))
		case typed && block.Kind == markdown.Cell:
			b.WriteString(markdown.WithCellSource(block.Source, source))
		default:
			b.WriteString(block.Source)
		}
	}
	whole := pl.draft.Text()
	return whole[:len(whole)-blocks] + b.String() // a byte order mark, if there is one
}

// name returns the name of the notebook's file, without .md.
func (pl *playground) name() string {
	if pl.notebook.Name != "" {
		return pl.notebook.Name
	}
	return draft.FileName(markdown.Title(pl.draft.Text()))
}

// changed shows, runs and keeps the notebook after its text has changed.
func (pl *playground) changed() {
	pl.arrange()
	pl.showTitle()
	pl.showStart()
	pl.load()
	pl.keep()
}

// try goes on after an operation on the draft, or says why it was not done.
func (pl *playground) try(err error) bool {
	if err != nil {
		pl.page.Say(page.Sentence(err))
		return false
	}
	pl.changed()
	return true
}

// keyOf returns the key of the block that has a cell, or 0.
func (pl *playground) keyOf(cell string) int {
	for _, b := range pl.draft.Blocks() {
		if b.Kind == markdown.Cell && b.ID == cell {
			return b.Key
		}
	}
	return 0
}
