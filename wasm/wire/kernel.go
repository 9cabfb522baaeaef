package wire

// Ready says that the kernel listens.
type Ready struct{}

func (*Ready) fields(codec) string { return "ready" }

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

func (m *Result) fields(c codec) string {
	c.integer("run", &m.Run)
	c.text("cell", &m.Cell)
	c.text("state", &m.State)
	c.text("html", &m.HTML)
	c.text("controls", &m.Controls)
	c.integer("line", &m.Line)
	c.integer("col", &m.Col)
	c.text("text", &m.Text)
	c.text("hint", &m.Hint)
	return "result"
}

// Preview tells what a cell would give with what is known so far of a long work.
type Preview struct{ Cell, HTML string }

func (m *Preview) fields(c codec) string {
	c.text("cell", &m.Cell)
	c.text("html", &m.HTML)
	return "preview"
}

// Progress tells how far the long work of a cell is.
type Progress struct {
	Cell        string
	Done, Total float64
}

func (m *Progress) fields(c codec) string {
	c.text("cell", &m.Cell)
	c.number("done", &m.Done)
	c.number("total", &m.Total)
	return "progress"
}

// Refused says that the value of an input, or the source of a cell, is not taken.
type Refused struct {
	Name   string // of the input or the cell
	Text   string // why
	Tried  string // the value
	Value  string // the one in use
	Chosen bool   // whether the reader chose that
}

func (m *Refused) fields(c codec) string {
	c.text("name", &m.Name)
	c.text("text", &m.Text)
	c.text("tried", &m.Tried)
	c.text("value", &m.Value)
	c.truth("chosen", &m.Chosen)
	return "refused"
}

// Dependents tells, after an edit, what depends on what.
type Dependents struct {
	Cells []string            // that use the code of edited ones
	Picks map[string][]string // by cell: the inputs that its output depends on, as in [Cell]
}

func (m *Dependents) fields(c codec) string {
	c.texts("cells", &m.Cells)
	c.lists("picks", &m.Picks)
	return "dependents"
}

// Idle says that nothing is left to do.
type Idle struct {
	Run    int               // the last that was asked for
	Memory float64           // bytes in use
	Lent   int               // parts of works that workers of the pool have computed
	Inputs map[string]string // those that are not at their defaults
	Absent []string          // the cells that name what this engine does not have, and nothing has been said of
}

func (m *Idle) fields(c codec) string {
	c.integer("run", &m.Run)
	c.number("memory", &m.Memory)
	c.integer("lent", &m.Lent)
	c.table("inputs", &m.Inputs)
	c.texts("absent", &m.Absent)
	return "idle"
}

// Saved is what [Save] asks for.
type Saved struct {
	Network string
	File    string // the end of a file's name, without the dot
	Content string
	Text    string // why there is none, or ""
}

func (m *Saved) fields(c codec) string {
	c.text("network", &m.Network)
	c.text("file", &m.File)
	c.text("content", &m.Content)
	c.text("text", &m.Text)
	return "saved"
}

// Stopped says that the kernel has heard [Stop].
type Stopped struct{}

func (*Stopped) fields(codec) string { return "stopped" }

// Opened tells what a link says.
type Opened struct {
	Fragment      string // of the link
	Text          string // why it cannot be read, or ""
	Inputs, Edits map[string]string
	Digest        string   // of its sender's outputs
	Version       int      // of the digest
	Notes         []string // what of it is not taken
}

func (m *Opened) fields(c codec) string {
	c.text("fragment", &m.Fragment)
	c.text("text", &m.Text)
	c.table("inputs", &m.Inputs)
	c.table("edits", &m.Edits)
	c.text("digest", &m.Digest)
	c.integer("version", &m.Version)
	c.texts("notes", &m.Notes)
	return "opened"
}

// Checked says whether the outputs are those that a link tells of.
type Checked struct {
	Run   int
	Own   bool   // as in [Run]
	Typed bool   // there was no digest: the link was made by hand
	Text  string // why nothing was compared, or ""

	Compared int      // how many outputs
	Differ   []string // of these
	Open     []string // were not compared
	Waiting  []string // of these: they did not run here
	Notes    []string // values that are not taken

	Values map[string]string // of all inputs
	Inputs map[string]string // those that are not at their defaults
}

func (m *Checked) fields(c codec) string {
	c.integer("run", &m.Run)
	c.truth("own", &m.Own)
	c.truth("typed", &m.Typed)
	c.text("text", &m.Text)
	c.integer("compared", &m.Compared)
	c.texts("differ", &m.Differ)
	c.texts("open", &m.Open)
	c.texts("waiting", &m.Waiting)
	c.texts("notes", &m.Notes)
	c.table("values", &m.Values)
	c.table("inputs", &m.Inputs)
	return "checked"
}

// Link is what [Share] asks for.
type Link struct {
	Fragment string
	Text     string // why nobody could open it, or ""
}

func (m *Link) fields(c codec) string {
	c.text("fragment", &m.Fragment)
	c.text("text", &m.Text)
	return "link"
}

// Died says that the kernel is no more, and why.
type Died struct{ Text string }

func (m *Died) fields(c codec) string {
	c.text("text", &m.Text)
	return "died"
}
