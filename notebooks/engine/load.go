package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// maxLoading is how many files may load one another in a row.
const maxLoading = 20

// A module is a file that has been loaded, or is being loaded.
type module struct {
	program *dialect.Program
	values  starlark.StringDict // frozen; nil while it is being loaded
	steps   uint64              // that loading it took
	bytes   int64               // that were charged
	asked   map[string]bool     // the files that it has asked for, itself among them
}

// load returns what a file gives to the cell, or to the file, that loads it. The file runs once in a kernel, but each cell
// is charged for it, so that a cell takes the same whatever has run before.
func (run *execution) load(_ *starlark.Thread, name string) (starlark.StringDict, error) {
	m := run.kernel.modules[name]
	if m != nil && m.values != nil {
		run.Thread.Steps += m.steps
		maps.Copy(run.asked, m.asked)
		return m.values, run.Charge(m.bytes)
	}
	if at := slices.Index(run.loading, name); at >= 0 {
		return nil, fmt.Errorf("%s loads %s: break the circle", strings.Join(run.loading[at:], " loads "), name)
	}
	if len(run.loading) == maxLoading {
		return nil, fmt.Errorf("got more than %d files that load one another, want at most that many", maxLoading)
	}
	if !strings.HasSuffix(name, ".star") {
		return nil, errors.New("want a file whose name ends in .star")
	}
	outer := run.asked
	run.asked = map[string]bool{}
	run.loading = append(run.loading, name)
	defer func() {
		run.loading = run.loading[:len(run.loading)-1]
		maps.Copy(outer, run.asked)
		run.asked = outer
	}()
	text, err := run.call.File(name)
	if err != nil {
		return nil, err
	}
	m = &module{program: dialect.Parse(name, text, false), asked: run.asked}
	run.kernel.modules[name] = m
	if err := run.module(m); err != nil {
		e := run.located(name, err)
		dialect.AddHint(e)
		delete(run.kernel.modules, name) // another cell may have more steps left for it
		return nil, &loadError{e, err}
	}
	return m.values, nil
}

// A loadError is an error of a file: where it is, and what it is.
type loadError struct {
	at    *dialect.Error
	cause error
}

func (e *loadError) Error() string   { return e.at.Error() }
func (e *loadError) Unwrap() []error { return []error{e.at, e.cause} }

// module runs a file.
func (run *execution) module(m *module) error {
	p := m.program
	if p.Err != nil {
		return p.Err
	}
	for _, use := range p.Uses {
		if !run.Env.Has(use.Text) {
			e := &dialect.Error{Cell: p.Cell, Line: use.Line, Col: use.Col, Msg: use.Text + ": there is no such name"}
			if p.Own[use.Text] {
				e.Msg = use.Text + ": is used before the file gives it a value"
			} else {
				e.Hint = new(graph).hint(nil, 0, use.Text, run.kernel.builtins)
			}
			return e
		}
	}
	steps, bytes, said := run.Thread.Steps, run.Bytes(), run.said()
	globals, err := p.Code.Init(run.Thread, run.Env.Names)
	if err == nil {
		err = dialect.Freezable(globals)
	}
	if err == nil && run.said() != said {
		err = errors.New("prints or claims something as it is loaded, which only a cell can show: do it in a function that cells call")
	}
	if err != nil {
		return err
	}
	globals.Freeze()
	m.steps, m.bytes = run.Thread.Steps-steps, run.Bytes()-bytes
	m.values = starlark.StringDict{}
	for _, bind := range p.Binds {
		if v := globals[bind.Text]; v != nil {
			m.values[bind.Text] = v
		}
	}
	return nil
}

// said tells how much the cell has printed and claimed.
func (run *execution) said() int { return run.Printed.Len() + len(run.call.Claims) }

// Source returns the text of a cell, or of a file that was loaded, or "" if there is none of that name.
func (c *Call) Source(name string) string {
	if c.run == nil || c.run.kernel == nil {
		return ""
	}
	if i, ok := c.run.kernel.index[name]; ok {
		return c.run.kernel.cells[i].Source
	}
	return c.run.kernel.doc.Files[name]
}

// File returns the text of a file of the notebook.
func (c *Call) File(name string) (string, error) {
	if c.run == nil || c.run.kernel == nil {
		return "", errors.New("there are no files outside of a notebook")
	}
	c.run.asked[name] = true
	files := c.run.kernel.doc.Files
	text, ok := files[name]
	if !ok {
		return "", fmt.Errorf("the notebook has no such file%s", DidYouMean(name, SortedKeys(files)))
	}
	return text, nil
}
