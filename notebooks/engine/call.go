package engine

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/output"
)

// A Call is what a running word may ask of its cell. All words of one run of a cell share it.
// The zero value but for Thread works too: it never stops, charges nothing, and keeps the claims.
type Call struct {
	Name   string           // of the builtin that runs, as [Builtin.Call] sets it
	Thread *starlark.Thread // for calling back functions that the cell passed
	Slug   string           // of the paper, with which claim ids start
	Claims []output.Claim   // claims recorded so far, in order

	Run *execution // the run of the cell, or nil
}

// Alone returns a call for a builtin that runs outside of a notebook; pause is called as it reports
// progress, and an error of pause stops it.
func Alone(pause func(Progress) error) *Call {
	run := &execution{node: &node{}, options: RunOptions{Pause: pause}}
	run.Meter = dialect.NewMeter(dialect.NewEnvironment(), "", 0, nil)
	run.call = &Call{Thread: run.Thread, Run: run}
	return run.call
}

// Progress reports that done of total units of work are done (total 0: unknown).
// A word calls it now and then, at least every few milliseconds, and returns its error at once:
// the reader has asked to stop.
func (c *Call) Progress(done, total int) error {
	if c.Run == nil {
		return nil
	}
	if total > 0 && total == c.Run.Total {
		done = max(done, c.Run.Done) // a search in rounds counts anew in each
	}
	c.Run.Done, c.Run.Total = done, total
	return c.Run.pause(done, max(0, total))
}

// Charge counts bytes that the word is about to allocate against the cell's budget, or returns an
// error that says so. Words charge what grows with their arguments, before they allocate it.
func (c *Call) Charge(bytes int64) error {
	if c.Run == nil {
		return nil
	}
	return c.Run.Charge(bytes)
}

// Pay charges so many bytes for the builtin. Its error says what the cell has.
func (c *Call) Pay(bytes int) error { return c.PayFor(c.Name, bytes) }

// PayFor is Pay for what is named.
func (c *Call) PayFor(what string, bytes int) error {
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
	err := c.Pay(n * bytes)
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

// Position returns the line and column, from 1, of the call of the running word in its cell.
func (c *Call) Position() (line, col int) {
	if c.Thread.CallStackDepth() < 2 {
		return 0, 0
	}
	pos := c.Thread.CallFrame(1).Pos
	if c.Run == nil {
		return int(pos.Line), int(pos.Col)
	}
	return c.Run.Position(pos)
}
