// Package draft edits the text of a notebook: as blocks, with undo, with names that are free, and with files.
//
// The text is the truth. Each operation makes a new text, which is split into blocks anew, so that what a [Draft] shows is
// always what [markdown.Split] makes of its text. What an operation does not concern stays as it is, byte for byte: line
// ends of all kinds, a byte order mark, a missing last line end, and bytes that are no UTF-8.
package draft

import (
	"fmt"
	"slices"
	"strings"

	"topobook/notebooks/markdown"
)

// A Draft is the text of a notebook that somebody writes. Its methods do not change what [Draft.Blocks] has returned.
type Draft struct {
	Files map[string]string // kept beside the notebook, by name: those that are too large for it; undo does not change them

	mark    string // byte order mark, or nothing
	text    string // after the mark
	lineEnd string // that new lines get: the first one in the text
	blocks  []markdown.Block
	keys    []int // of the blocks
	lastKey int   // that was given

	done, undone []step // the last one last
	typing       typing
}

// A Block is a piece of the text, or a text that somebody has begun to write: its source is empty, and Split does not have it.
type Block struct {
	Key            int // from 1, of no other block as long as the draft lives
	markdown.Block     // the source of the first one is without a byte order mark
}

const byteOrderMark = "\ufeff"

// Open returns the draft of a text, whatever that has.
func Open(text string) *Draft {
	d := &Draft{Files: map[string]string{}, lineEnd: "\n"}
	if rest, ok := strings.CutPrefix(text, byteOrderMark); ok {
		d.mark, text = byteOrderMark, rest
	}
	if at := strings.IndexAny(text, "\r\n"); at >= 0 {
		d.lineEnd = text[at : at+1]
		if strings.HasPrefix(text[at:], "\r\n") {
			d.lineEnd = "\r\n"
		}
	}
	d.text, d.blocks = text, markdown.Split(text)
	d.keys = make([]int, len(d.blocks))
	for i := range d.keys {
		d.keys[i] = d.newKey()
	}
	return d
}

func (d *Draft) newKey() int {
	d.lastKey++
	return d.lastKey
}

// Text returns the text.
func (d *Draft) Text() string { return d.mark + d.text }

// Blocks returns the blocks of the text, in its order.
func (d *Draft) Blocks() []Block {
	blocks := make([]Block, len(d.blocks))
	for i, b := range d.blocks {
		blocks[i] = Block{Key: d.keys[i], Block: b}
	}
	if at, ok := d.begun(); ok {
		line := 1
		if at > 0 {
			last := d.blocks[at-1]
			line = last.Line + strings.Count(lines(last.Source, "\n"), "\n")
		}
		blocks = slices.Insert(blocks, at, Block{Key: d.typing.key, Block: markdown.Block{Kind: markdown.Text, Line: line}})
	}
	return blocks
}

// begun returns the place of a block in which somebody writes, and nothing stands.
func (d *Draft) begun() (place int, ok bool) {
	t := &d.typing
	if t.key == 0 || !t.blank || slices.Contains(d.keys, t.key) {
		return 0, false
	}
	for i := t.at - 1; i >= 0; i-- {
		if at := slices.Index(d.keys, t.pieces[i].key); at >= 0 {
			return at + 1, true
		}
	}
	return 0, true
}

// find returns the block of the key.
func (d *Draft) find(key int) (markdown.Block, error) {
	if i := slices.Index(d.keys, key); i >= 0 {
		return d.blocks[i], nil
	}
	return markdown.Block{}, noBlock(key)
}

func noBlock(key int) error { return fmt.Errorf("block %d: there is no such block", key) }

// kindName returns how errors call blocks of the kind.
func kindName(kind markdown.BlockKind) string {
	switch kind {
	case markdown.FrontMatter:
		return "front matter"
	case markdown.Cell:
		return "cell"
	case markdown.Data:
		return "data"
	}
	return "text"
}

const spaces = " \t\r\n"

// blank tells whether a source has only blank lines.
func blank(source string) bool { return strings.Trim(source, spaces) == "" }
