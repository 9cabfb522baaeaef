// Package kernel is the engine's side in a Web Worker: it takes messages, and evaluates the notebook.
package kernel

import (
	"fmt"

	"topobook/notebooks/engine"
	"topobook/notebooks/link"
	"topobook/wasm/pool"
	"topobook/wasm/wire"
)

// A port is a kernel's end of the wire. What comes there is taken only while Yield or Wait is called.
type port interface {
	Post(wire.Message)
	Yield() // lets the messages in that are waiting
	Wait()  // lets at least one in
}

// A kernel evaluates the notebook. Messages are queued as they come; the kernel takes all that are
// there before it evaluates, so that of many values of a slider only the last one counts.
type kernel struct {
	port  port
	inbox []wire.Message

	builtins []engine.Builtin
	saver    Saver // nil: another engine saves
	document *engine.Document
	notebook *engine.Kernel
	ran      map[string]bool // cells that have run here
	told     map[string]bool // cells of which the page has been told in this evaluation
	edited   bool            // since the page was told on which inputs cells depend
	absent   map[string]bool // cells that need what this engine does not have, and wait for another one
	texts    Texts           // nil in an engine without Markdown

	next  request
	clock clock
	ahead bool // what is computed nobody has asked for yet

	pool      *pool.Pool
	helper    pool.Helper
	previewed []string // the cells of which the running one has shown previews, itself first
}

// A request is what the next evaluation has to do.
type request struct {
	asked bool
	run   int             // number of the last message that asked
	cells map[string]bool // what to evaluate, with all it needs
	view  []string        // cells that come first
	heavy bool            // heavy cells too
	all   bool            // every cell but heavy ones that have not run here
	stale bool            // every cell that is stale, but heavy ones
	check bool            // compare with the digest of the link then
	link  link.State
	own   bool // the link has no code, and the page has its reader's
	share bool // make a link then
	help  bool // for the kernel whose pool this one's worker is in

	lacking string // why no other engine comes
}

func newKernel(at port, workers *pool.Pool, builtins []engine.Builtin, texts Texts, saver Saver) *kernel {
	k := &kernel{port: at, pool: workers, builtins: builtins, texts: texts, saver: saver, absent: map[string]bool{}}
	k.helper = pool.Helper{Post: at.Post, Wait: k.wait}
	return k
}

// run takes messages and does what they say.
func (k *kernel) run() {
	k.port.Post(&wire.Ready{})
	for {
		k.serve()
		k.port.Wait()
	}
}

// take queues a message. It may be called in the middle of an evaluation, while that yields.
func (k *kernel) take(m wire.Message) {
	switch m := m.(type) {
	case nil: // not for this version
	case *wire.Stop:
		k.clock.stopping = true
		k.port.Post(&wire.Stopped{})
		k.inbox = append(k.inbox, m)
	case *wire.Save, *wire.Look:
		if k.ahead { // the values are not those of the page
			k.inbox = append(k.inbox, m)
		} else {
			k.answer(m)
		}
	case *wire.Order, *wire.Parts:
		k.helper.Take(m)
	default:
		k.inbox = append(k.inbox, m)
	}
}

// answer answers a question that waits for no evaluation.
func (k *kernel) answer(m wire.Message) {
	switch m := m.(type) {
	case *wire.Save:
		k.port.Post(k.save(m))
	case *wire.Look:
		k.port.Post(k.look(m))
	}
}

// wait waits for another message in the middle of an evaluation.
func (k *kernel) wait() error {
	if k.clock.stopping {
		return errStopped
	}
	k.port.Wait()
	return nil
}

// serve handles every message that waits, and evaluates what they ask for, until nothing is left.
// It is the one place that recovers: the page then replaces the kernel.
func (k *kernel) serve() {
	defer func() {
		if r := recover(); r != nil {
			engine.LogPanic(r)
			k.port.Post(&wire.Died{Text: fmt.Sprintf("panic: %v", r)})
		}
	}()
	for len(k.inbox) > 0 {
		k.clock.stopping = false
		for len(k.inbox) > 0 {
			m := k.inbox[0]
			k.inbox = k.inbox[1:]
			k.handle(m)
		}
		if !k.next.asked {
			continue
		}
		if done := k.evaluate(); done {
			k.finish()
			k.next = request{}
			k.tellPicks()
		}
	}
}

// handle does what a message says, but for evaluating.
func (k *kernel) handle(m wire.Message) {
	if load, ok := m.(*wire.Load); ok {
		if k.texts != nil && load.Book.Version > 0 {
			k.texts.load(k, load.Book)
		} else {
			k.pool.Note(m)
			k.load(load.Book)
		}
	}
	k.answer(m)
	if k.notebook == nil {
		return
	}
	switch m.(type) {
	case *wire.Set, *wire.Edit, *wire.Reset:
		k.next.link.Digest = "" // of what the page is no longer
	}
	switch m := m.(type) {
	case *wire.Set:
		k.set(m)
	case *wire.Ahead:
		k.lookAhead(m)
	case *wire.Edit:
		k.pool.Note(m)
		k.edit(m.Cell, m.Source)
	case *wire.Reset:
		k.pool.Note(m)
		k.reset(m.Cell, m.Inputs)
	case *wire.Settle:
		k.next = request{}
	case *wire.Stop: // what was asked before it, and has not begun, is over
		k.next = request{asked: k.next.asked, run: k.next.run}
	case *wire.Run:
		k.ask(m.Run, m.Help)
		k.next.view = m.View
		k.next.heavy = k.next.heavy || m.Heavy
		k.next.all = k.next.all || m.All
		k.lack(m.Lacking)
		k.want(m.Cells...)
		if m.Check {
			k.next.check, k.next.own = true, m.Own
			k.next.link = link.State{Digest: m.Digest, Version: m.Version}
		}
	case *wire.Share:
		k.ask(m.Run, false)
		k.next.all, k.next.share = true, true
		k.lack(m.Lacking)
	case *wire.Open:
		k.open(m.Fragment)
	}
}

// load starts with the notebook that the page carries.
func (k *kernel) load(book wire.Book) {
	doc := &engine.Document{Meta: engine.Meta{Slug: book.Paper}, Files: book.Files}
	for _, c := range book.Cells {
		doc.Cells = append(doc.Cells, engine.Cell{ID: c.ID, Source: c.Source, Inline: c.Inline, Fold: c.Fold, Heavy: c.Heavy, Line: c.Line, Outline: c.Outline})
	}
	k.document, k.notebook = doc, engine.New(doc, k.builtins)
	k.notebook.AssumePublished()
	k.notebook.Remember()
	k.ran, k.absent = map[string]bool{}, map[string]bool{}
	k.next = request{}
}

// ask notes that an evaluation is wanted.
func (k *kernel) ask(run int, help bool) {
	k.next.asked, k.next.run, k.next.help = true, run, help
	k.helper.Begin()
}

// lack notes why no other engine comes, or "", so that the cells that waited for it say that.
func (k *kernel) lack(why string) {
	if k.next.lacking = why; why == "" {
		return
	}
	for id := range k.absent {
		k.want(id)
		k.want(k.notebook.DependentsOfCell(id)...)
	}
}

// want adds cells to the next evaluation.
func (k *kernel) want(cells ...string) {
	if k.next.cells == nil {
		k.next.cells = map[string]bool{}
	}
	for _, id := range cells {
		k.next.cells[id] = true
	}
}

func (k *kernel) set(m *wire.Set) {
	if err := k.notebook.Set(m.Name, m.Value); err != nil {
		used, chosen := k.notebook.Value(m.Name)
		k.port.Post(&wire.Refused{Name: m.Name, Text: sentence(err), Tried: m.Value, Value: used, Chosen: chosen})
		return
	}
	k.pool.Note(m) // a worker that has not run the cell could not tell whether it is allowed
	k.want(k.notebook.Dependents(m.Name)...)
}

func (k *kernel) edit(id, source string) {
	k.want(k.notebook.DependentsOfCell(id)...) // also those that lose a name
	if err := k.notebook.Edit(id, source); err != nil {
		k.port.Post(&wire.Refused{Name: id, Text: sentence(err)})
		return
	}
	k.want(k.notebook.DependentsOfCell(id)...)
	k.tellDependents()
}

// tellDependents tells the page which cells use the code of edited ones, and later on which inputs cells depend: for that all are parsed.
func (k *kernel) tellDependents() {
	k.port.Post(&wire.Dependents{Cells: k.notebook.UsersOfEdits()})
	k.edited = true
}

// tellPicks tells the page, after an edit, on which inputs cells depend.
func (k *kernel) tellPicks() {
	if !k.edited {
		return
	}
	k.edited = false
	picks := map[string][]string{}
	for _, c := range k.document.Cells {
		picks[c.ID] = k.notebook.InputsOf(c.ID)
	}
	k.port.Post(&wire.Dependents{Cells: k.notebook.UsersOfEdits(), Picks: picks})
}

func (k *kernel) reset(id string, inputs bool) {
	if id != "" {
		k.want(k.notebook.DependentsOfCell(id)...)
		_ = k.notebook.Reset(id) // of a cell that the page has
		k.want(k.notebook.DependentsOfCell(id)...)
		k.tellDependents()
		return
	}
	values, sources := k.notebook.Changes()
	for name := range values {
		k.want(k.notebook.Dependents(name)...)
	}
	if inputs {
		k.notebook.ResetInputs()
		k.want(k.notebook.Stale()...)
		return
	}
	for id := range sources {
		k.want(k.notebook.DependentsOfCell(id)...)
	}
	k.notebook.ResetAll()
	k.want(k.notebook.Stale()...)
	k.tellDependents()
}
