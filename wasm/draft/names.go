package draft

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/notebooks/markdown"
)

// Rename gives a cell another id, or data another file name, which no other block has. What belongs to an exercise goes along.
func (d *Draft) Rename(key int, id string) error {
	b, err := d.find(key)
	if err != nil {
		return err
	}
	if b.Kind != markdown.Cell && b.Kind != markdown.Data {
		return fmt.Errorf("%s: has no name, want a cell or data", kindName(b.Kind))
	}
	if err := d.checkFree(key, b.Kind, id); err != nil {
		return err
	}
	source, err := renamed(b, id)
	if err != nil {
		return err
	}
	pieces := d.pieces()
	for i := range pieces {
		p := &pieces[i]
		is := p.source
		switch {
		case p.key == key:
			if is, err = d.written(p.kind, p.source, source); err != nil {
				return err
			}
		case b.Kind == markdown.Cell && b.ID != "" && p.kind == markdown.Text:
			is = markdown.RenameExercise(p.source, b.ID, id)
		}
		p.edited, p.source = is != p.source, is
	}
	_, err = d.apply(pieces, key, typing{})
	return err
}

// checkFree returns an error if another block of the kind has the name.
func (d *Draft) checkFree(key int, kind markdown.BlockKind, id string) error {
	for i, b := range d.blocks {
		if b.Kind == kind && b.ID == id && d.keys[i] != key && id != "" {
			return fmt.Errorf("%s %s: the one in line %d has this name too", kindName(kind), id, b.Line)
		}
	}
	return nil
}

// renamed returns the source of a cell, or of data, with another name.
func renamed(b markdown.Block, id string) (string, error) {
	if b.Kind == markdown.Cell {
		attrs, err := markdown.CellAttributes(b.Source)
		if err != nil {
			attrs = markdown.Attributes{} // the fence is mended
		}
		attrs.ID = id
		source := attrs.Apply(b.Source)
		_, err = markdown.CellAttributes(source)
		return source, err
	}
	if !markdown.ValidFileName(id) {
		return "", fmt.Errorf("data %.40q: want letters, digits, dots, hyphens and underscores, as in table.csv", id)
	}
	return markdown.WithDataName(b.Source, id), nil
}

// FreshID returns an id that no cell has: cell-1 if the prefix is cell.
func (d *Draft) FreshID(prefix string) string {
	text := d.text
	for n := 1; ; n++ {
		if id := prefix + "-" + strconv.Itoa(n); !strings.Contains(text, "#"+id) && !strings.Contains(text, ":"+id) {
			return id
		}
	}
}

// FreshFile returns the name, or if a file has it one like it: table-2.csv.
func (d *Draft) FreshFile(name string) string {
	stem, ending := name, ""
	if dot := strings.LastIndexByte(name, '.'); dot > 0 {
		stem, ending = name[:dot], name[dot:]
	}
	for n := 2; d.hasFile(name); n++ {
		name = stem + "-" + strconv.Itoa(n) + ending
	}
	return name
}

func (d *Draft) hasFile(name string) bool {
	_, beside := d.Files[name]
	return beside || strings.Contains(d.text, `name="`+name+`"`)
}

// freshName returns a name for the copy of a block.
func (d *Draft) freshName(id string, kind markdown.BlockKind) string {
	if kind == markdown.Data {
		return d.FreshFile(id)
	}
	if stem := strings.TrimRight(id, "0123456789"); strings.HasSuffix(stem, "-") {
		id = strings.TrimSuffix(stem, "-")
	}
	return d.FreshID(id)
}

// FileName returns what a notebook with a title may be called: lower-case letters, digits and hyphens, starting with a letter.
func FileName(title string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, markdown.Hyphenated(title))
	name = strings.TrimLeft(name, "0123456789-")
	if name == "" {
		return "notebook"
	}
	return strings.Trim(name[:min(60, len(name))], "-")
}
