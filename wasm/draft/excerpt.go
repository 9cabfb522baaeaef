package draft

import (
	"strings"

	"topobook/notebooks/dialect"
	"topobook/notebooks/markdown"
)

// WithCode returns the text of a notebook in which a cell has other code; the same text if there is no such cell, or the code cannot be its.
func WithCode(text, cell, code string) string {
	d := Open(text)
	for _, b := range d.Blocks() {
		if b.Kind == markdown.Cell && b.ID == cell {
			_ = d.SetCode(b.Key, code) // else the text stays
		}
	}
	return d.Text()
}

// Excerpt returns the text of a notebook that has one cell of another, and those that this one needs, with the files that they read.
func Excerpt(text, cell string) string {
	var all []markdown.Block
	programs := map[string]*dialect.Program{}
	definer := map[string]string{} // cell by name
	for _, b := range markdown.Split(text) {
		switch b.Kind {
		case markdown.Cell:
			p := dialect.Parse(b.ID, markdown.CellSource(b.Source), false)
			programs[b.ID] = p
			for _, bind := range p.Binds {
				definer[bind.Text] = b.ID
			}
			all = append(all, b)
		case markdown.Data:
			all = append(all, b)
		}
	}
	wanted := map[string]bool{}
	var want func(id string)
	want = func(id string) {
		p := programs[id]
		if p == nil || wanted[id] {
			return
		}
		wanted[id] = true
		for _, use := range p.Uses {
			want(definer[use.Text])
		}
		for _, b := range all {
			if b.Kind == markdown.Cell && b.ID == id {
				for _, file := range dialect.Files(id, markdown.CellSource(b.Source)) {
					wanted[file.Text] = true
				}
			}
		}
	}
	want(cell)
	var b strings.Builder
	b.WriteString(markdown.WithTitle("", cell+", of "+markdown.Title(text)))
	for _, block := range all {
		if wanted[block.ID] {
			b.WriteString("\n" + strings.TrimRight(block.Source, "\r\n") + "\n")
		}
	}
	return b.String()
}
