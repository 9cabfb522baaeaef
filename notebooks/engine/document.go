package engine

// Meta is what the front matter of a notebook says about it and about its paper. What it says of a
// paper of several notebooks stands in that of the main page.
type Meta struct {
	Slug    string // name in addresses: kary-ntree
	PartOf  string // slug of the paper's main page, if this is a chapter
	Title   string
	Short   string // title in lists of chapters
	Paper   string // title of the paper
	Authors string
	Venue   string
	Year    string
	URL     string // where to find the paper
	Read    string // what of the paper was read, if it was not the print: one sentence, plain text
	Summary string // one sentence, plain text
	Apart   bool   // not in the lists of notebooks and of claims: a guide, a draft
	Order   int    // place among the papers, or among the chapters of the paper, from 1
}

// Home returns the slug of the paper's main page, with which the ids of claims start.
func (m *Meta) Home() string {
	if m.PartOf != "" {
		return m.PartOf
	}
	return m.Slug
}

// MaxFiles bounds the files of a notebook, in bytes of their texts together: its page carries them.
const MaxFiles = 256 << 10

// A Document is a notebook as the kernel sees it: its cells in page order, without the prose.
type Document struct {
	Meta
	Cells []Cell
	Files map[string]string // by name: the texts of the files that cells load and read
}

// A Cell is a piece of Starlark that a notebook evaluates.
type Cell struct {
	ID      string // unique in its notebook
	Source  string
	Inline  bool   // stands in prose: one expression, no statements
	Fold    bool   // the code is collapsed at first
	Heavy   bool   // runs only when asked
	Caption string // plain text
	Outline string // see [dialect.Program.Outline]; "": not known
	Line    int    // line of the notebook's file that has the first line of Source, from 1
}

// Cell returns the cell with the given id, and whether there is one.
func (doc *Document) Cell(id string) (Cell, bool) {
	for _, cell := range doc.Cells {
		if cell.ID == id {
			return cell, true
		}
	}
	return Cell{}, false
}
