package engine

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// A Kernel evaluates a notebook: it knows which cells are stale, and runs them in the order of
// their dependencies. It is not safe for concurrent use, and its methods must not be called from
// the functions of [RunOptions].
type Kernel struct {
	doc      *Document
	env      *dialect.Environment
	builtins []string   // their names
	run      *execution // under way
	cells    []*node
	index    map[string]int // by id
	graph    *graph         // nil: to be made again
	set      map[string]string
	given    map[string]uint64 // by public name: the version of its value; absent: as published
	clock    uint64            // the last version
	modules  map[string]*module

	remembers bool // past runs of cells

	published *graph // of the published sources, once a cell is edited
}

// A node is a cell and what is known of it.
type node struct {
	Cell
	published string // source
	program   *dialect.Program

	stale   bool // must run, whatever the names that it uses
	known   bool // values are those of the last run
	values  starlark.StringDict
	seen    map[string]version // of the names used, at the last run
	asked   map[string]bool    // the files asked for, at the last run; nil: it has not run here
	result  Result
	shown   bool // result has been emitted, or is that of the page
	refused bool // result is an error that was found without running the cell

	past []*past // earlier runs, the oldest first
}

// A version of a name: the cell that gives it, and how often its value has changed.
type version struct {
	cell   *node
	number uint64
}

// New returns a kernel for the document, in which no cell has run yet and every cell has the
// builtins predeclared.
func New(doc *Document, builtins []Builtin) *Kernel {
	k := &Kernel{
		doc:   doc,
		env:   dialect.NewEnvironment(),
		index: map[string]int{},
		set:   map[string]string{},
		given: map[string]uint64{},

		modules: map[string]*module{},
	}
	k.addBuiltins(builtins)
	for i, cell := range doc.Cells {
		k.index[cell.ID] = i
		k.cells = append(k.cells, newNode(cell))
	}
	return k
}

// newNode returns the node of a cell that has not run.
func newNode(cell Cell) *node {
	return &node{
		Cell: cell, published: cell.Source, stale: true, program: cell.program(),
		result: Result{Cell: cell.ID, State: Waiting},
	}
}

// Outline returns the outline of a cell as the kernel knows it, see [dialect.Program.Outline]; "" if there is no such cell.
func (k *Kernel) Outline(cell string) string {
	i, ok := k.index[cell]
	if !ok {
		return ""
	}
	return k.cells[i].program.Outline(k.env.Has)
}

// program returns the program of a cell, which is parsed when it runs if its outline is known.
func (c *Cell) program() *dialect.Program {
	return dialect.Outlined(c.ID, c.Source, c.Inline, c.Outline)
}

// AssumePublished tells the kernel that the outputs of all cells are known, because the page
// carries them: a cell runs only when it is stale, or when such a cell needs its values.
func (k *Kernel) AssumePublished() {
	for _, n := range k.cells {
		if n.Source != n.published {
			continue
		}
		n.stale, n.known, n.shown = false, false, true
		n.seen = map[string]version{}
		for _, use := range n.program.Uses {
			if from, ok := k.dataflow().definer[use.Text]; ok {
				n.seen[use.Text] = version{k.cells[from], 0}
			}
		}
		n.result = Result{Cell: n.ID, State: Done}
	}
}

// dataflow returns the graph of the cells as they are now.
func (k *Kernel) dataflow() *graph {
	if k.graph == nil {
		programs := make([]*dialect.Program, len(k.cells))
		for i, n := range k.cells {
			programs[i] = n.program
		}
		k.graph = newGraph(programs, k.env.Has, k.builtins)
		if k.graph.faulty && complete(programs) { // an error has a place, and a hint that may name any cell
			k.graph = newGraph(programs, k.env.Has, k.builtins)
		}
	}
	return k.graph
}

// complete parses programs, and returns whether there were some that had not been parsed.
func complete(programs []*dialect.Program) bool {
	some := false
	for _, p := range programs {
		some = p.Complete() || some
	}
	return some
}

// Set gives an input a value, as text. If the cell of the input has run, the value is checked at
// once, and an error leaves the old one; else it is checked when the cell runs.
func (k *Kernel) Set(input, value string) error {
	at := slices.IndexFunc(k.cells, func(n *node) bool { return slices.Contains(n.program.InputNames, input) })
	if at < 0 {
		return fmt.Errorf("%s: there is no such input%s", dialect.Short(input), DidYouMean(input, k.inputNames()))
	}
	n := k.cells[at]
	for _, in := range n.result.Inputs {
		if in.Name != input || !n.known {
			continue
		}
		text, err := in.check(value)
		if err != nil {
			return err
		}
		if !n.stale && text == in.Value && in.Note == "" {
			k.set[input] = text // from now on the reader's choice, whatever the default becomes
			return nil
		}
		value = text
	}
	if len(value) > MaxText {
		return fmt.Errorf("%s: got %d bytes, want at most %d", input, len(value), MaxText)
	}
	k.set[input] = value
	n.stale = true
	return nil
}

// Value returns the value of an input as text, the one that is set or else that of the last run, and
// whether it was set.
func (k *Kernel) Value(input string) (value string, set bool) {
	raw, set := k.set[input]
	for _, n := range k.cells {
		for _, in := range n.result.Inputs {
			if in.Name == input && (!n.stale || !set) {
				return in.Value, set
			}
		}
	}
	return raw, set
}

// inputNames returns the names of all inputs, sorted.
func (k *Kernel) inputNames() []string {
	var names []string
	for _, n := range k.cells {
		names = append(names, n.program.InputNames...)
	}
	sort.Strings(names)
	return names
}

// DidYouMean returns ": did you mean X?" in parentheses, or nothing if no name is like it.
func DidYouMean(unknown string, names []string) string {
	if name := dialect.Nearest(unknown, names); name != "" {
		return " (did you mean " + name + "?)"
	}
	return ""
}

// Edit replaces the source of a cell. What is wrong with the source is the cell's error when it
// runs; the error of Edit is for a cell that is not there.
func (k *Kernel) Edit(cell, source string) error {
	i, ok := k.index[cell]
	if !ok {
		return k.noCell(cell)
	}
	n := k.cells[i]
	if n.Source == source {
		return nil
	}
	if k.published == nil {
		k.published = k.dataflow()
	}
	n.Source = source
	n.program = dialect.Parse(n.ID, n.Source, n.Inline)
	n.stale = true
	k.graph = nil
	return nil
}

// ownMeaning says which builtin that a cell uses has another meaning in another cell, or nothing.
func (k *Kernel) ownMeaning(n *node) string {
	for _, use := range n.program.Uses {
		for _, other := range k.cells {
			own := slices.ContainsFunc(other.program.Binds, func(bind dialect.Name) bool { return bind.Text == use.Text })
			if own && other != n && k.env.Has(use.Text) {
				return fmt.Sprintf("cell %s gives %s another meaning, but for itself alone: give its value another name", other.ID, use.Text)
			}
		}
	}
	return ""
}

func (k *Kernel) noCell(id string) error {
	var ids []string
	for _, cell := range k.doc.Cells {
		ids = append(ids, cell.ID)
	}
	return fmt.Errorf("%s: there is no such cell%s", dialect.Short(id), DidYouMean(id, ids))
}

// Reset gives a cell its published source and its inputs their defaults.
func (k *Kernel) Reset(cell string) error {
	i, ok := k.index[cell]
	if !ok {
		return k.noCell(cell)
	}
	n := k.cells[i]
	k.unset(n)
	err := k.Edit(cell, n.published)
	k.unset(n)
	return err
}

// unset gives the inputs of a cell their defaults.
func (k *Kernel) unset(n *node) {
	for _, input := range n.program.InputNames {
		if _, ok := k.set[input]; ok {
			delete(k.set, input)
			n.stale = true
		}
	}
}

// ResetAll resets every cell.
func (k *Kernel) ResetAll() {
	for _, n := range k.cells {
		_ = k.Reset(n.ID) // of a cell that is there
	}
	clear(k.set)
}

// ResetInputs gives all inputs their defaults; edited cells stay as they are.
func (k *Kernel) ResetInputs() {
	for _, n := range k.cells {
		k.unset(n)
	}
	clear(k.set)
}

// UsersOfEdits returns the ids of the cells that need an edited cell, directly or not, or did before
// it was edited, in page order. Edited cells are not among them.
func (k *Kernel) UsersOfEdits() []string {
	var edited []int
	for i, n := range k.cells {
		if n.Source != n.published {
			edited = append(edited, i)
		}
	}
	if edited == nil {
		return nil
	}
	in := k.dataflow().users(edited...)
	for i, before := range k.published.users(edited...) {
		in[i] = in[i] || before
	}
	for _, i := range edited {
		in[i] = false
	}
	return k.ids(in)
}

// Outputs returns the last result of each cell, in page order.
func (k *Kernel) Outputs() []Result {
	results := make([]Result, len(k.cells))
	for i, n := range k.cells {
		results[i] = n.result
	}
	return results
}

// Dependents returns the ids of the cell that makes an input and of all cells that need it, in
// page order; none if there is no such input.
func (k *Kernel) Dependents(input string) []string {
	var cells []int
	for i, n := range k.cells {
		if slices.Contains(n.program.InputNames, input) {
			cells = append(cells, i)
		}
	}
	return k.ids(k.dataflow().users(cells...))
}

// DependentsOfCell returns the id of a cell and those of all cells that need it, in page order;
// none if there is no such cell.
func (k *Kernel) DependentsOfCell(cell string) []string {
	i, ok := k.index[cell]
	if !ok {
		return nil
	}
	return k.ids(k.dataflow().users(i))
}

// Stale returns the ids of the cells that a run would look at, in page order: those that changed
// and all that need them. Of these, only those run for which a value did change.
func (k *Kernel) Stale() []string {
	var cells []int
	for i, n := range k.cells {
		if k.outdated(i) || n.result.State != Done && n.result.State != Failed {
			cells = append(cells, i)
		}
	}
	return k.ids(k.dataflow().users(cells...))
}

func (k *Kernel) ids(in []bool) []string {
	var ids []string
	for i, n := range k.cells {
		if in[i] {
			ids = append(ids, n.ID)
		}
	}
	return ids
}

// Changes returns how the notebook differs from the published one: values by input, and sources by cell.
func (k *Kernel) Changes() (inputs, edits map[string]string) {
	inputs, edits = map[string]string{}, map[string]string{}
	for _, input := range k.inputNames() { // the value of one that an edit took away waits for its return
		if value, ok := k.set[input]; ok {
			inputs[input] = value
		}
	}
	for _, n := range k.cells {
		if n.Source != n.published {
			edits[n.ID] = n.Source
		}
		for _, in := range n.result.Inputs {
			if _, set := inputs[in.Name]; !set || !n.known || n.stale {
				continue
			}
			if inputs[in.Name] = in.Value; in.Value == in.Default {
				delete(inputs, in.Name)
			}
		}
	}
	return inputs, edits
}

// Change makes the edits, by cell, and then sets the inputs. It does what it can, and returns an error
// that names what it could not do.
func (k *Kernel) Change(inputs, edits map[string]string) error {
	var failed []string
	for _, id := range SortedKeys(edits) {
		if err := k.Edit(id, edits[id]); err != nil {
			failed = append(failed, err.Error())
		}
	}
	for _, input := range SortedKeys(inputs) {
		if err := k.Set(input, inputs[input]); err != nil {
			failed = append(failed, err.Error())
		}
	}
	if failed != nil {
		return fmt.Errorf("%s", strings.Join(failed, "; "))
	}
	return nil
}

func SortedKeys(m map[string]string) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
