package markdown

import (
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

// programsID is the id of the heading above the cells that only serve others.
const programsID = "programs"

// setApart finds the cells that the page does not show where they stand in the text.
func (w *writer) setApart() {
	walk(w.book.root, func(n ast.Node) {
		cell, ok := n.(*cellNode)
		switch {
		case !ok:
		case w.book.helpers[cell.id]:
			w.apart[cell] = true
			w.helpers = append(w.helpers, cell)
		case w.gathers(cell):
			w.apart[cell] = true
		}
	})
}

// text writes the text of the notebook, with the claims of each section at its end.
func (w *writer) text(b *buffer) error {
	var claims []*cellNode
	for n := w.book.root.FirstChild(); n != nil; n = n.NextSibling() {
		if heading, ok := n.(*ast.Heading); ok && heading.Level == 2 {
			w.strip(&b.Builder, claims)
			claims = nil
		}
		walk(n, func(n ast.Node) {
			if cell, ok := n.(*cellNode); ok && w.apart[cell] && !w.book.helpers[cell.id] {
				claims = append(claims, cell)
			}
		})
		if err := w.markdown.Renderer().Render(b, w.book.src, n); err != nil {
			return err
		}
	}
	w.strip(&b.Builder, claims)
	return nil
}

// programs writes the cells that only serve others, folded, each below what it gives a value and its caption.
func (w *writer) programs(b *strings.Builder) {
	fmt.Fprintf(b, "<section class=\"programs\" aria-labelledby=\"%s\">\n<h2 id=\"%[1]s\">Programs of this page</h2>\n", programsID)
	for _, n := range w.helpers {
		cell, _ := w.book.Cell(n.id)
		cell.Fold = true
		caption := strings.Join(append(bindsOf(cell), w.inline(n)), " ")
		b.WriteString(CellHTML(cell, w.shown(n.id), "<figcaption>"+strings.TrimSpace(caption)+"</figcaption>"))
	}
	b.WriteString("</section>\n")
}

// bindsOf returns the names that a cell gives a value, as HTML.
func bindsOf(cell engine.Cell) (names []string) {
	for _, bind := range dialect.Parse(cell.ID, cell.Source, false).Binds {
		names = append(names, "<code>"+html.EscapeString(bind.Text)+"</code>")
	}
	return names
}
