package wire

import (
	"reflect"
	"slices"
)

// Composed has what a page shows of the text of a notebook that its reader writes. A kernel sends it after each [Load]
// with a text, and again after a run that gave figures other numbers: what differs from the last one. Only the full engine registers it.
type Composed struct {
	Version int     // of the text
	Lines   []int   // of the first line of each block, from 1, in the order of the text
	Blocks  []Block // those that differ from the last block at their place
	Same    bool    // the cells are those of the last message
	Cells   []Cell
	Faults  []Fault
}

// A Block is a piece of the text of a notebook, as package markdown cuts it.
type Block struct {
	At      int // its place among the blocks
	HTML    string
	Caption string // of a cell, as HTML
}

// A Fault is what is wrong in a line of the text.
type Fault struct {
	Line int // from 1
	Text string
}

func (*Composed) message() {}

// Less returns c without what the message before it has, which may be nil and is whole as c is: a message of a long text
// takes a page longer to read than the change that it tells.
func (c *Composed) Less(before *Composed) *Composed {
	if before == nil {
		return c
	}
	less := *c
	less.Blocks = slices.DeleteFunc(slices.Clone(c.Blocks), func(b Block) bool { return b.At < len(before.Blocks) && b == before.Blocks[b.At] })
	if less.Same = reflect.DeepEqual(c.Cells, before.Cells); less.Same {
		less.Cells = nil
	}
	return &less
}

// Whole returns what [Composed.Less] was called with.
func (c *Composed) Whole(before *Composed) *Composed {
	whole := *c
	whole.Blocks, whole.Same = make([]Block, len(c.Lines)), false
	if before != nil {
		copy(whole.Blocks, before.Blocks)
	}
	for _, b := range c.Blocks {
		whole.Blocks[b.At] = b
	}
	if c.Same {
		whole.Cells = before.Cells
	}
	return &whole
}
