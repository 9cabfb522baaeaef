package kernel

import (
	"maps"
	"slices"

	"topobook/notebooks/engine"
	"topobook/wasm/wire"
)

// A Composer reads the text of a notebook, which has the name of a file: what can be used of it, and how its page shows it.
type Composer func(file, source string) (*engine.Document, Composition)

// A Composition is a text as its page shows it, with results of its cells.
type Composition interface {
	Figures(results []engine.Result) string        // differs where Render would number figures in another way
	Render(results []engine.Result) *wire.Composed // all but outputs; the kernel adds the version and the cells
}

// Texts is what a kernel does with notebooks whose text its page writes; [NewTexts] makes it. A program that hands nil to
// [Run] does not link it.
type Texts interface {
	load(k *kernel, book wire.Book)        // starts with the text, or goes on with it
	change(k *kernel, book wire.Book) bool // tells, in the middle of an evaluation, whether the text changes what is evaluated
	finish(k *kernel)                      // ends an evaluation
}

// NewTexts returns what a kernel does with the texts that compose reads.
func NewTexts(compose Composer) Texts { return &texts{compose: compose} }

type texts struct {
	compose Composer

	book     wire.Book // with the text that was read last
	document *engine.Document
	composed Composition
	shown    *wire.Composed // what the page shows
	figures  string         // of that
}

// read reads the text of a book, unless it is the last one.
func (t *texts) read(book wire.Book) {
	same := t.composed != nil && t.book.Source == book.Source && t.book.Paper == book.Paper && maps.Equal(t.book.Files, book.Files)
	t.book = book
	if same {
		return
	}
	t.document, t.composed = t.compose(book.Paper+".md", book.Source)
	files := map[string]string{}
	maps.Copy(files, book.Files)
	maps.Copy(files, t.document.Files)
	t.document.Files = files
}

func (t *texts) load(k *kernel, book wire.Book) {
	if k.notebook != nil && overtaken(k.inbox) {
		return
	}
	t.read(book)
	before := k.document
	k.document = t.document
	if k.notebook != nil {
		k.notebook.Become(t.document)
	} else {
		k.notebook = engine.New(t.document, k.builtins)
		k.notebook.Remember()
		k.ran = map[string]bool{}
		if book.Known {
			k.notebook.AssumePublished()
		}
	}
	if before == nil || !sameWork(before, t.document) {
		t.note(k)
	}
	k.next.stale = true
	t.show(k)
}

// overtaken tells whether another text waits, which is all that matters then.
func overtaken(inbox []wire.Message) bool {
	at := slices.IndexFunc(inbox, func(m wire.Message) bool { _, run := m.(*wire.Run); return !run })
	if at < 0 {
		return false
	}
	_, load := inbox[at].(*wire.Load)
	return load
}

// note tells the workers of the pool the notebook as the kernel has it now. They need not read texts.
func (t *texts) note(k *kernel) {
	k.pool.Forget()
	k.pool.Note(&wire.Load{Book: wire.Book{Slug: t.book.Slug, Paper: t.book.Paper, Cells: t.cells(k), Files: t.document.Files}})
	chosen := k.notebook.Chosen()
	for _, name := range engine.SortedKeys(chosen) {
		k.pool.Note(&wire.Set{Name: name, Value: chosen[name]})
	}
}

func (t *texts) change(k *kernel, book wire.Book) bool {
	last := book
	for _, m := range k.inbox {
		if load, ok := m.(*wire.Load); ok {
			last = load.Book
		}
	}
	if t.read(last); !sameWork(k.document, t.document) {
		return true
	}
	if t.shown.Version != last.Version {
		t.show(k) // prose does not wait for a cell that takes long
	}
	return false
}

// sameWork tells whether the cells of two documents give the same.
func sameWork(a, b *engine.Document) bool {
	return a.Home() == b.Home() && maps.Equal(a.Files, b.Files) && slices.EqualFunc(a.Cells, b.Cells, func(a, b engine.Cell) bool {
		return a.ID == b.ID && a.Source == b.Source && a.Inline == b.Inline && a.Heavy == b.Heavy
	})
}

// finish shows the text again if figures may have other numbers by the results. To render a text takes too long for each step of a slider.
func (t *texts) finish(k *kernel) {
	if t.composed != nil && k.document == t.document && t.figures != t.composed.Figures(t.results(k)) {
		t.show(k)
	}
}

// results returns what the kernel knows of the outputs.
func (t *texts) results(k *kernel) []engine.Result {
	results := k.notebook.Outputs()
	for i, r := range results {
		if r.State == engine.Done && !k.ran[r.Cell] {
			results[i].State = engine.Waiting // the page has its output, but not the kernel
		}
	}
	return results
}

// show sends the page what it shows of the text, unless it has that.
func (t *texts) show(k *kernel) {
	results := t.results(k)
	t.figures = t.composed.Figures(results)
	c := t.composed.Render(results)
	c.Version, c.Cells = t.book.Version, t.cells(k)
	if t.shown != nil && t.shown.Version == c.Version && slices.Equal(t.shown.Blocks, c.Blocks) {
		return
	}
	k.port.Post(c.Less(t.shown))
	t.shown = c
}

// cells returns the cells of the text as the page knows cells.
func (t *texts) cells(k *kernel) []wire.Cell {
	var cells []wire.Cell
	for _, c := range t.document.Cells {
		cells = append(cells, wire.Cell{ID: c.ID, Source: c.Source, Inline: c.Inline, Fold: c.Fold, Heavy: c.Heavy, Picks: k.notebook.InputsOf(c.ID)})
	}
	return cells
}
