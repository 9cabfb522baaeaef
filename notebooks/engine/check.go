package engine

import "topobook/notebooks/dialect"

// A Checker tells what is wrong with the cells of a notebook that are being written, as far as that shows without running them.
type Checker struct {
	env      *dialect.Environment
	builtins []string
	programs map[string]checked // by cell
}

// NewChecker returns one for cells that have builtins of the given names.
func NewChecker(builtins []string) *Checker {
	c := &Checker{env: dialect.NewEnvironment(), builtins: builtins}
	for _, name := range builtins {
		c.env.Names[name] = nil
	}
	return c
}

// checked is a source that has been parsed.
type checked struct {
	source  string
	program *dialect.Program
}

// Check returns what is wrong with the cell of the given id, or nil, and by the names that cells give to others these cells.
func (c *Checker) Check(cells []Cell, id string) (*dialect.Error, map[string]string) {
	before, at := c.programs, -1
	c.programs = map[string]checked{}
	programs := make([]*dialect.Program, len(cells))
	for i, cell := range cells {
		is, ok := before[cell.ID]
		if !ok || is.source != cell.Source {
			is = checked{cell.Source, dialect.Parse(cell.ID, cell.Source, cell.Inline)}
		}
		c.programs[cell.ID], programs[i] = is, is.program
		if cell.ID == id {
			at = i
		}
	}
	g := newGraph(programs, c.env.Has, c.builtins)
	names := map[string]string{}
	for name, i := range g.definer {
		names[name] = cells[i].ID
	}
	if at < 0 {
		return nil, names
	}
	if err := programs[at].Err; err != nil {
		return err, names
	}
	return g.errs[at], names
}

// Addresses returns the addresses, up to a number, of the nodes with a prefix in the network that a name stands for. Where the cell
// that gives the name has no value yet it returns that cell.
func (k *Kernel) Addresses(name, prefix string, most int) (addresses []string, waiting string) {
	i, ok := k.dataflow().definer[name]
	if !ok {
		return nil, ""
	}
	n := k.cells[i]
	net, ok := n.values[name].(nodeChecker)
	if !ok {
		if n.values == nil {
			waiting = n.ID
		}
		return nil, waiting
	}
	return net.Addresses(prefix, most), ""
}
