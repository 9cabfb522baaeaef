package draft

import (
	"errors"
	"fmt"
	"slices"

	"topobook/notebooks/markdown"
)

// Set gives a block another source; one without an end of its last line gets those of the block. The source may be of more than one
// block, of another kind, or nothing. It may join the text beside it, and be no block any more: as long as nothing else is
// done Set goes on in its place. What is set in one block up to [Draft.Step] is one step. An error, as of a fence that is not closed
// and would take in what comes behind it, changes nothing.
func (d *Draft) Set(key int, source string) error {
	return d.write(key, func(piece) (string, error) { return source, nil })
}

// SetCode gives a cell other code.
func (d *Draft) SetCode(key int, code string) error {
	return d.write(key, func(p piece) (string, error) {
		if p.kind != markdown.Cell {
			return "", fmt.Errorf("%s: has no code, want a cell", kindName(p.kind))
		}
		return markdown.WithCellSource(p.source, code), nil
	})
}

// write gives a block the source that is made of what it was when somebody began to write.
func (d *Draft) write(key int, source func(piece) (string, error)) error {
	t := d.typing
	if t.key != key {
		t = typing{key: key, pieces: d.pieces()}
		t.at = indexOf(t.pieces, key)
	}
	if t.at < 0 || key == 0 {
		return noBlock(key)
	}
	pieces := slices.Clone(t.pieces)
	p := &pieces[t.at]
	is, err := source(*p)
	if err == nil {
		is, err = d.written(p.kind, p.source, is)
	}
	if err != nil {
		return err
	}
	t.blank = is == ""
	p.source, p.edited = is, p.origin != fresh && is != p.source
	within, err := d.apply(pieces, key, t)
	if err == nil {
		d.typing.within = within
	}
	return err
}

// Insert puts a block of the kind behind the one of the key, or first if that is 0, and returns its key: that of the text that it joined if
// it is text beside text. Its source is that of the block, as [markdown.NewCell] makes one. A text may be blank: then
// the draft's text stays as it is until something is Set.
func (d *Draft) Insert(after int, kind markdown.BlockKind, source string) (int, error) {
	opening := map[markdown.BlockKind]string{markdown.Cell: "starlark {#id}", markdown.Data: `data {name="table.csv"}`}[kind]
	switch {
	case kind == markdown.FrontMatter:
		return 0, errors.New("front matter: want it first")
	case kind != markdown.Text && (source == "" || markdown.Split(source)[0].Kind != kind):
		return 0, fmt.Errorf("%s: got %.40q, want a fence that opens with ```%s", kindName(kind), firstLine(source), opening)
	case blank(source):
		return d.insertBlank(after)
	}
	return d.insert(after, piece{kind: kind, source: source})
}

// insertBlank begins to write a text behind the block of the key, or first if that is 0.
func (d *Draft) insertBlank(after int) (int, error) {
	pieces := d.pieces()
	at, err := d.placeBehind(pieces, after)
	if err != nil {
		return 0, err
	}
	key := d.newKey()
	d.typing = typing{key: key, pieces: slices.Insert(pieces, at, piece{key: key, kind: markdown.Text, origin: fresh}), at: at, blank: true}
	return key, nil
}

// insert puts pieces behind the block of the key, or first if that is 0, and returns the key of the first one.
func (d *Draft) insert(after int, added ...piece) (int, error) {
	pieces := d.pieces()
	at, err := d.placeBehind(pieces, after)
	if err != nil {
		return 0, err
	}
	for i := range added {
		p := &added[i]
		if p.source, err = d.written(p.kind, "\n", p.source); err != nil {
			return 0, err
		}
		p.key, p.origin = d.newKey(), fresh
	}
	return d.apply(slices.Insert(pieces, at, added...), added[0].key, typing{})
}

// placeBehind returns the place behind the piece of the key, or behind the front matter if that is 0. Where somebody writes,
// and there is no block, it is that behind the block that has what is written, or behind the one before.
func (d *Draft) placeBehind(pieces []piece, key int) (int, error) {
	if key == 0 && len(pieces) > 0 && pieces[0].kind == markdown.FrontMatter {
		return 1, nil
	}
	at := indexOf(pieces, key)
	if place, ok := d.begun(); at < 0 && ok && key == d.typing.key {
		return place, nil
	}
	if at < 0 && key != 0 && key == d.typing.key {
		at = indexOf(pieces, d.typing.within)
	}
	if at < 0 && key != 0 {
		return 0, noBlock(key)
	}
	return at + 1, nil
}

// Remove takes a block out.
func (d *Draft) Remove(key int) error {
	if _, ok := d.begun(); ok && key == d.typing.key {
		d.typing = typing{}
		return nil
	}
	pieces := d.pieces()
	at := indexOf(pieces, key)
	if at < 0 {
		return noBlock(key)
	}
	_, err := d.apply(slices.Delete(pieces, at, at+1), 0, typing{})
	return err
}

// Move puts a block so many places further down, or up if by is negative, as far as there are blocks. Blank blocks are no places.
func (d *Draft) Move(key, by int) error {
	pieces := d.pieces()
	from := indexOf(pieces, key)
	if _, ok := d.begun(); ok && key == d.typing.key {
		return nil
	}
	if from < 0 {
		return noBlock(key)
	}
	if pieces[from].kind == markdown.FrontMatter {
		return errors.New("front matter: want it first")
	}
	way, to := 1, from
	if by < 0 {
		way, by = -1, -by
	}
	for at := from + way; at >= 0 && at < len(pieces) && by > 0 && pieces[at].kind != markdown.FrontMatter; at += way {
		if !pieces[at].blank() {
			to, by = at, by-1
		}
	}
	moved := pieces[from]
	_, err := d.apply(slices.Insert(slices.Delete(pieces, from, from+1), to, moved), 0, typing{})
	return err
}

// Duplicate puts a copy of a block behind it, a cell or data with a new name, and returns its key: 0 if there is no such block,
// or it cannot stand twice, as front matter, or one whose fence is not closed.
func (d *Draft) Duplicate(key int) int {
	b, err := d.find(key)
	if err != nil || b.Kind == markdown.FrontMatter {
		return 0
	}
	source := b.Source
	if b.ID != "" {
		if source, err = renamed(b, d.freshName(b.ID, b.Kind)); err != nil {
			return 0
		}
	}
	copied, err := d.insert(key, piece{kind: b.Kind, source: source})
	if err != nil {
		return 0
	}
	return copied
}

// SetAttributes gives a cell other attributes, and mends its fence.
func (d *Draft) SetAttributes(key int, attrs markdown.Attributes) error {
	b, err := d.find(key)
	if err != nil {
		return err
	}
	if b.Kind != markdown.Cell {
		return fmt.Errorf("%s: has no attributes, want a cell", kindName(b.Kind))
	}
	if err := d.checkFree(key, markdown.Cell, attrs.ID); err != nil {
		return err
	}
	source := attrs.Apply(b.Source)
	got, err := markdown.CellAttributes(source)
	if err != nil {
		return err
	}
	if got != attrs {
		return fmt.Errorf("cell %s: caption: got %q, want one line of text", got.ID, attrs.Caption)
	}
	return d.replace(key, source)
}

// replace gives a block another source, as a step of its own.
func (d *Draft) replace(key int, source string) error {
	pieces := d.pieces()
	p := &pieces[indexOf(pieces, key)]
	source, err := d.written(p.kind, p.source, source)
	if err != nil {
		return err
	}
	p.edited, p.source = source != p.source, source
	_, err = d.apply(pieces, key, typing{})
	return err
}

// SetTitle gives the notebook another title, in front matter, which it makes if there is none. What is set up to Step is one step.
func (d *Draft) SetTitle(title string) error {
	front := ""
	if len(d.blocks) > 0 && d.blocks[0].Kind == markdown.FrontMatter {
		front = d.blocks[0].Source
	}
	source := lines(markdown.WithTitle(lines(front, "\n"), title), "\n")
	if front != "" {
		return d.Set(d.keys[0], source)
	}
	pieces := slices.Insert(d.pieces(), 0, piece{key: d.newKey(), kind: markdown.FrontMatter, source: lines(source, d.lineEnd), origin: fresh})
	_, err := d.apply(pieces, pieces[0].key, typing{})
	return err
}
