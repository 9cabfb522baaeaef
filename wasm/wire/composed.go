package wire

// Composed has what a page shows of the text of a notebook that its reader writes. A kernel sends it after each [Load]
// with a text, and again after a run that gave figures other numbers. Only the full engine registers it.
type Composed struct {
	Version int // of the text
	Cells   []Cell
	Blocks  []Block // in the order of the text
	Faults  []Fault
}

// A Block is a piece of the text of a notebook, as package markdown cuts it.
type Block struct {
	HTML    string
	Caption string // of a cell, as HTML
	Line    int    // of its first line, from 1
}

// A Fault is what is wrong at a place of the text.
type Fault struct {
	Line int // from 1
	Text string
}

func (*Composed) message() {}
