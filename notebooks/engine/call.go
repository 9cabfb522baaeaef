package engine

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/output"
)

// A Call is what a running builtin may ask of its cell. All builtins of one run of a cell share it.
// The zero value but for Thread works too: it never stops, charges nothing, and keeps the claims.
type Call struct {
	Name   string           // of the builtin that runs, as [Builtin.Call] sets it
	Thread *starlark.Thread // for calling back functions that the cell passed
	Slug   string           // of the paper, with which claim ids start
	Claims []output.Claim   // claims recorded so far, in order

	run *execution // the run of the cell, or nil
}

// Alone returns a call for a builtin that runs outside of a notebook; pause is called as it reports
// progress, and an error of pause stops it.
func Alone(pause func(Progress) error) *Call {
	run := &execution{node: &node{}, options: RunOptions{Pause: pause}}
	run.Meter = dialect.NewMeter(dialect.NewEnvironment(), "", 0, nil)
	run.call = &Call{Thread: run.Thread, run: run}
	return run.call
}

// Progress reports that done of total units of work are done (total 0: unknown).
// A builtin calls it now and then, at least every few milliseconds, and returns its error at once:
// the reader has asked to stop.
func (c *Call) Progress(done, total int) error {
	if c.run == nil {
		return nil
	}
	if total > 0 && total == c.run.total {
		done = max(done, c.run.done) // a search in rounds counts anew in each
	}
	c.run.done, c.run.total = done, total
	return c.run.pause(done, max(0, total))
}

// Again reports the last progress once more: for what the reader's functions do within a work.
func (c *Call) Again() error {
	if c.run == nil {
		return nil
	}
	return c.Progress(c.run.done, c.run.total)
}

// Binary returns x op y within the limits of the cell.
func (c *Call) Binary(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	if c.run == nil {
		return starlark.Binary(op, x, y)
	}
	return c.run.Binary(op, x, y)
}

// Charge counts bytes that the builtin is about to allocate against the cell's budget, or returns an
// error that says so. Builtins charge what grows with their arguments, before they allocate it.
func (c *Call) Charge(bytes int64) error {
	if c.run == nil {
		return nil
	}
	return c.run.Charge(bytes)
}

// Reserve charges so many bytes for the builtin. Its error says what the cell has.
func (c *Call) Reserve(bytes int) error { return c.ReserveFor(c.Name, bytes) }

// ReserveFor is Reserve for what is named.
func (c *Call) ReserveFor(what string, bytes int) error {
	err := c.Charge(int64(bytes))
	if err == dialect.ErrBytes {
		return fmt.Errorf("%s: takes about %d MB besides what the cell has made, want at most %d MB in all: a smaller network or shorter lists would do", what, bytes>>20+1, dialect.BytesLimit>>20)
	}
	return err
}

// Tick is Progress for the steps of a fast loop: it reports every 1024th.
func (c *Call) Tick(done, total int) error {
	if done%1024 != 1023 {
		return nil
	}
	return c.Progress(done, total)
}

// List returns a list of n items that item makes, for which it charges so many bytes each.
func (c *Call) List(n, bytes int, item func(i int) (starlark.Value, error)) (starlark.Value, error) {
	err := c.Reserve(n * bytes)
	if err != nil {
		return nil, err
	}
	list := make([]starlark.Value, n)
	for i := range list {
		if list[i], err = item(i); err == nil {
			err = c.Tick(i, n)
		}
		if err != nil {
			return nil, err
		}
	}
	return starlark.NewList(list), nil
}

// Claim records a claim of the cell.
func (c *Call) Claim(claim output.Claim) { c.Claims = append(c.Claims, claim) }
