package wire

// Load tells a kernel which notebook it evaluates; it is the first message to it. Further ones change the text of a notebook
// that its reader writes.
type Load struct{ Book Book }

func (*Load) message() {}

// A Book is what a page carries of its notebook: see the builder's page template.
type Book struct {
	Slug   string // of the page
	Paper  string // the slug of the main page, with which claim ids start
	Cells  []Cell
	Inputs []Input
	Files  map[string]string // by name: the texts that cells load and read

	Source  string // of a notebook that its reader writes: its text, instead of Cells, Inputs and Files
	Version int    // of the text, which [Composed] tells
	Known   bool   // the outputs are on the page: the kernel takes the place of another one
}

// A Cell is one cell of a [Book], as published.
type Cell struct {
	ID, Source          string
	Inline, Fold, Heavy bool
	Line                int
	Outline             string   // as in the document
	Picks               []string // groups of inputs that its output depends on, the nearest first: a click in its drawing may set them
}

// An Input is one input of a [Book], with its published value.
type Input struct{ Cell, Name, Value string }

// Set gives an input a new value.
type Set struct{ Name, Value string }

func (*Set) message() {}

// Ahead says that there is time to compute what the reader may want next: an input was moved from a value to the one that it has.
type Ahead struct{ Name, From string }

func (*Ahead) message() {}

// Edit gives a cell the reader's source.
type Edit struct{ Cell, Source string }

func (*Edit) message() {}

// Reset gives a cell its published source, or all cells and inputs what is published.
type Reset struct {
	Cell   string // "": all
	Inputs bool   // of all, the inputs only
}

func (*Reset) message() {}

// Settle says that what the changes since the last run made stale is not to be evaluated yet.
type Settle struct{}

func (*Settle) message() {}

// Run asks to evaluate what the changes since the last run made stale, and further cells.
type Run struct {
	Run   int // its number
	Cells []string
	Heavy bool     // of these, heavy ones too
	All   bool     // every cell, but heavy ones that have not run
	View  []string // the cells that the reader sees, which come first

	Check   bool   // compare all outputs with those that a link tells of, and answer with [Checked]
	Digest  string // of the link; "" where it was typed by hand
	Version int    // of the digest
	Own     bool   // leave out what uses edited code: it is the reader's, and the link has none

	Help bool // for the kernel that this one's worker helps

	Lacking string // why there is no engine with everything, which cells then say that need it
}

func (*Run) message() {}

// Share asks to evaluate every cell, and for a [Link] to what comes out.
type Share struct {
	Run     int    // its number
	Lacking string // as in [Run]
}

func (*Share) message() {}

// Open asks what the fragment of a link says: see [Opened].
type Open struct{ Fragment string }

func (*Open) message() {}

// Save asks for a file with the network that a call makes, in a format of package export; a kernel answers with [Saved]
// also while it evaluates.
type Save struct{ Network, Format string }

func (*Save) message() {}

// Look asks which strings code may have that the reader is writing, with a prefix: the nodes of the network of a name, or the
// files of the notebook. A kernel answers with [Seen] also while it evaluates.
type Look struct{ Name, Prefix string }

func (*Look) message() {}

// Stop asks to end the evaluation.
type Stop struct{}

func (*Stop) message() {}
