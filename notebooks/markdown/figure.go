package markdown

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"

	"topobook/notebooks/engine"
)

// figureNames says what readers call the kinds of figures.
var figureNames = map[string]string{"fig": "Figure", "tab": "Table"}

// A figure is a cell or an image with what it takes to have a number.
type figure struct {
	kind   string // fig or tab
	number int    // from 1, each kind for itself in the order of the page; 0 if it has none
	why    string // it has none
	anchor string // id of its element
}

// label returns the name of the figure, with a space that does not break: Figure 3.
func (f figure) label() string { return fmt.Sprintf("%s\u00a0%d", figureNames[f.kind], f.number) }

// numberFigures numbers what has a caption and something to show.
func (w *writer) numberFigures() {
	asked := map[string]string{} // kind by id, as the text calls it
	walk(w.book.root, func(n ast.Node) {
		if n, ok := n.(*mention); ok {
			for _, item := range n.items {
				asked[item.name] = item.kind
			}
		}
	})
	counts := map[string]int{}
	walk(w.book.root, func(n ast.Node) {
		f, id := figure{kind: "fig"}, ""
		switch n := n.(type) {
		case *figureNode:
			id, f.anchor = n.id, "fig-"+n.id
		case *cellNode:
			id, f.anchor = n.id, "cell-"+n.id
			switch result := w.results[id]; {
			case result.HTML == "" && w.pending(result) && asked[id] != "":
				f.kind = asked[id]
			case result.HTML == "" && !w.pending(result):
				f.why = "the cell shows nothing, so it has no number"
			case OnlyTables(result.HTML):
				f.kind = "tab"
			}
		default:
			return
		}
		if !n.HasChildren() {
			f.why = "it has no caption, so no number"
		}
		if f.why == "" {
			counts[f.kind]++
			f.number = counts[f.kind]
		}
		w.figures[n] = f
		if id == "" {
			return
		}
		w.named[id] = f
		if f.number > 0 {
			w.order = append(w.order, f.kind+":"+id)
		}
	})
}

// pending tells whether a cell may have something to show yet: while the site is served, or a draft is mended.
func (w *writer) pending(result engine.Result) bool {
	return result.State == engine.Waiting || w.draft && result.State != engine.Done
}

// figureOf returns the figure that the text refers to, or what is wrong with the reference.
func (w *writer) figureOf(item mentioned) (figure, string) {
	f, ok := w.named[item.name]
	switch {
	case !ok && len(w.order) == 0:
		return f, "there is no such cell or image, and none with a caption"
	case !ok:
		return f, "there is no such cell or image, want " + strings.Join(w.order, ", ")
	case f.number == 0:
		return f, f.why
	case f.kind != item.kind:
		return f, fmt.Sprintf("it is %s %d, so want %s:%s", figureNames[f.kind], f.number, f.kind, item.name)
	}
	return f, ""
}

var (
	oneTable  = regexp.MustCompile(`(?s)<table\b.*?</table>`)
	container = regexp.MustCompile(`</?div\b[^>]*>`)
)

// OnlyTables tells whether an output, as HTML, is tables and nothing else: as a figure it is a Table.
func OnlyTables(html string) bool {
	if !strings.Contains(html, "<table") {
		return false // of what may be large, without a search by letters
	}
	rest := oneTable.ReplaceAllString(html, "")
	return rest != html && container.ReplaceAllString(rest, "") == ""
}
