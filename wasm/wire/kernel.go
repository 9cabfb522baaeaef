package wire

// Ready says that the kernel listens.
type Ready struct{}

func (*Ready) message() {}

// Result says that a cell starts or has ended.
type Result struct {
	Run      int // the last that was asked for
	Cell     string
	State    string // as notebooks writes it
	HTML     string // the output
	Controls string // the controls of the cell's inputs, as HTML

	Line, Col  int // of an error in the source, from 1; 0: all of it
	Text, Hint string
}

func (*Result) message() {}

// Preview tells what a cell would give with what is known so far of a long work.
type Preview struct{ Cell, HTML string }

func (*Preview) message() {}

// Progress tells how far the long work of a cell is.
type Progress struct {
	Cell        string
	Done, Total float64
}

func (*Progress) message() {}

// Refused says that the value of an input, or the source of a cell, is not taken.
type Refused struct {
	Name   string // of the input or the cell
	Text   string // why
	Tried  string // the value
	Value  string // the one in use
	Chosen bool   // whether the reader chose that
}

func (*Refused) message() {}

// Dependents tells, after an edit, what depends on what.
type Dependents struct {
	Cells []string            // that use the code of edited ones
	Picks map[string][]string // by cell: the inputs that its output depends on, as in [Cell]; empty: to be told
}

func (*Dependents) message() {}

// Idle says that nothing is left to do.
type Idle struct {
	Run    int               // the last that was asked for
	Memory float64           // bytes in use
	Lent   int               // parts of works that workers of the pool have computed
	Inputs map[string]string // those that are not at their defaults
	Absent []string          // the cells that name what this engine does not have, and nothing has been said of
}

func (*Idle) message() {}

// Saved is what [Save] asks for.
type Saved struct {
	Network string
	File    string // the end of a file's name, without the dot
	Content string
	Text    string // why there is none, or ""
	Absent  bool   // another engine makes it
}

func (*Saved) message() {}

// Seen is what [Look] asks for.
type Seen struct {
	Items []string
	Cell  string // that has to run first, so that there are some; or ""
}

func (*Seen) message() {}

// Stopped says that the kernel has heard [Stop].
type Stopped struct{}

func (*Stopped) message() {}

// Opened tells what a link says.
type Opened struct {
	Fragment      string // of the link
	Text          string // why it cannot be read, or ""
	Inputs, Edits map[string]string
	Digest        string   // of its sender's outputs
	Version       int      // of the digest
	Notes         []string // what of it is not taken
}

func (*Opened) message() {}

// Checked says whether the outputs are those that a link tells of.
type Checked struct {
	Run   int
	Own   bool   // as in [Run]
	Typed bool   // nothing was compared, as the link was made by hand, or the page has changed since it was opened
	Text  string // why nothing was compared, or ""

	Compared int      // how many outputs
	Differ   []string // of these
	Open     []string // were not compared
	Waiting  []string // of these: they did not run here
	Notes    []string // values that are not taken

	Values map[string]string // of all inputs
	Inputs map[string]string // those that are not at their defaults
}

func (*Checked) message() {}

// Link is what [Share] asks for.
type Link struct {
	Fragment string
	Text     string // why nobody could open it, or ""
}

func (*Link) message() {}

// Died says that the kernel is no more, and why.
type Died struct{ Text string }

func (*Died) message() {}
