package notebooks

import "go.starlark.net/starlark"

// A Call is what a running word may ask of its cell. All words of one run of a cell share it.
// The zero value but for Thread works too: it never stops, charges nothing, and keeps the claims.
type Call struct {
	Thread *starlark.Thread // for calling back functions that the cell passed
	Slug   string           // name of the notebook
	Claims []Claim          // claims recorded so far, in order

	run *execution // the run of the cell, or nil
}

// Progress reports that done of total units of work are done (total 0: unknown).
// A word calls it now and then, at least every few milliseconds, and returns its error at once:
// the reader has asked to stop.
func (c *Call) Progress(done, total int) error {
	if c.run == nil {
		return nil
	}
	return c.run.poll(done, total)
}

// Charge counts bytes that the word is about to allocate against the cell's budget, or returns an
// error that says so. Words charge what grows with their arguments, before they allocate it.
func (c *Call) Charge(bytes int64) error {
	if c.run == nil {
		return nil
	}
	return c.run.charge(bytes)
}

// Claim records a claim of the cell.
func (c *Call) Claim(claim Claim) { c.Claims = append(c.Claims, claim) }

// Position returns the line and column, from 1, of the call of the running word in its cell.
func (c *Call) Position() (line, col int) {
	if c.Thread.CallStackDepth() < 2 {
		return 0, 0
	}
	pos := c.Thread.CallFrame(1).Pos
	if c.run == nil {
		return int(pos.Line), int(pos.Col)
	}
	return c.run.position(pos)
}
