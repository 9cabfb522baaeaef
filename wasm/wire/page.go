package wire

// Load tells a kernel which notebook it evaluates; it is the first message to it.
type Load struct{ Book Book }

func (m *Load) fields(c codec) string {
	book := codec{c.within("doc"), c.reading}
	m.Book.fields(book)
	return "load"
}

// A Book is what a page carries of its notebook: see the builder's page template.
type Book struct {
	Slug   string // of the page
	Paper  string // the slug of the main page, with which claim ids start
	Cells  []Cell
	Inputs []Input
	Files  map[string]string // by name: the texts that cells load and read
}

// A Cell is one cell of a [Book], as published.
type Cell struct {
	ID, Source          string
	Inline, Fold, Heavy bool
	Line                int
	Picks               []string // groups of inputs that a click in its drawing may set, the nearest first
}

// An Input is one input of a [Book], with its published value.
type Input struct{ Cell, Name, Value string }

func (b *Book) fields(c codec) {
	c.text("slug", &b.Slug)
	c.text("paper", &b.Paper)
	objects(c, "cells", &b.Cells, func(c codec, cell *Cell) {
		c.text("id", &cell.ID)
		c.text("source", &cell.Source)
		c.truth("inline", &cell.Inline)
		c.truth("fold", &cell.Fold)
		c.truth("heavy", &cell.Heavy)
		c.integer("line", &cell.Line)
		c.texts("picks", &cell.Picks)
	})
	c.table("files", &b.Files)
	objects(c, "inputs", &b.Inputs, func(c codec, in *Input) {
		c.text("cell", &in.Cell)
		c.text("name", &in.Name)
		c.text("value", &in.Value)
	})
}

// Set gives an input a new value.
type Set struct{ Name, Value string }

func (m *Set) fields(c codec) string {
	c.text("name", &m.Name)
	c.text("value", &m.Value)
	return "set"
}

// Edit gives a cell the reader's source.
type Edit struct{ Cell, Source string }

func (m *Edit) fields(c codec) string {
	c.text("cell", &m.Cell)
	c.text("source", &m.Source)
	return "edit"
}

// Reset gives a cell its published source, or all cells and inputs what is published.
type Reset struct {
	Cell   string // "": all
	Inputs bool   // of all, the inputs only
}

func (m *Reset) fields(c codec) string {
	c.text("cell", &m.Cell)
	c.truth("inputs", &m.Inputs)
	return "reset"
}

// Settle says that what the changes since the last run made stale is not to be evaluated yet.
type Settle struct{}

func (*Settle) fields(codec) string { return "settle" }

// Run asks to evaluate what the changes since the last run made stale, and further cells.
type Run struct {
	Run   int // its number
	Cells []string
	Heavy bool // of these, heavy ones too
	All   bool // every cell, but heavy ones that have not run

	Check   bool   // compare all outputs with those that a link tells of, and answer with [Checked]
	Digest  string // of the link; "" where it was typed by hand
	Version int    // of the digest
	Own     bool   // leave out what uses edited code: it is the reader's, and the link has none

	Help bool // for the kernel that this one's worker helps

	Lacking string // why there is no engine with everything, which cells then say that need it
}

func (m *Run) fields(c codec) string {
	c.integer("run", &m.Run)
	c.texts("cells", &m.Cells)
	c.truth("heavy", &m.Heavy)
	c.truth("all", &m.All)
	c.truth("check", &m.Check)
	c.text("digest", &m.Digest)
	c.integer("version", &m.Version)
	c.truth("own", &m.Own)
	c.truth("help", &m.Help)
	c.text("lacking", &m.Lacking)
	return "run"
}

// Share asks to evaluate every cell, and for a [Link] to what comes out.
type Share struct {
	Run     int    // its number
	Lacking string // as in [Run]
}

func (m *Share) fields(c codec) string {
	c.integer("run", &m.Run)
	c.text("lacking", &m.Lacking)
	return "share"
}

// Open asks what the fragment of a link says: see [Opened].
type Open struct{ Fragment string }

func (m *Open) fields(c codec) string {
	c.text("fragment", &m.Fragment)
	return "open"
}

// Save asks for a file with the network that a call makes, in a format of package export; a kernel answers with [Saved]
// also while it evaluates.
type Save struct{ Network, Format string }

func (m *Save) fields(c codec) string {
	c.text("network", &m.Network)
	c.text("format", &m.Format)
	return "save"
}

// Stop asks to end the evaluation.
type Stop struct{}

func (*Stop) fields(codec) string { return "stop" }
