package markdown

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"topobook/notebooks/dialect"
)

// referencesID is the id of the heading above the list of references.
const referencesID = "references"

// A work is one that the page cites.
type work struct {
	key    string
	html   string // its entry in the list of references
	places int    // how many citations of it have been rendered
}

// findCited numbers the works that the notebook cites, and sets the list of them. Works that are not in the
// bibliography are faults of the notebook; the error is a fault of the bibliography.
func (w *writer) findCited() error {
	var items []mentioned
	walk(w.book.root, func(n ast.Node) {
		if n, ok := n.(*mention); ok {
			items = append(items, slices.DeleteFunc(slices.Clone(n.items), func(item mentioned) bool { return item.kind != "" })...)
		}
	})
	switch {
	case len(items) == 0:
		return nil
	case w.book.Bibliography.Name == "":
		w.faults.add(items[0].at, "reference: %v: want a line bibliography: in the front matter, with the name of a BibTeX file, to cite works (a figure is fig:%v, a table tab:%v)", items[0], items[0], items[0])
		return w.faults.err()
	}
	known, err := w.math.Works(w.book.Bibliography.Name, w.book.Works)
	if err != nil {
		return err
	}
	var keys []string
	for _, item := range items {
		switch {
		case !slices.Contains(known, item.name):
			near := dialect.Nearest(item.name, known)
			if near != "" {
				near = ", did you mean " + near + "?"
			}
			w.faults.add(item.at, "reference: %s: %s has no such work%s", item.name, w.book.Bibliography.Name, near)
		case !slices.Contains(keys, item.name):
			keys = append(keys, item.name)
		}
	}
	if len(w.faults.list) > 0 {
		return w.faults.err()
	}
	entries, err := w.math.References(w.book.Bibliography.Name, w.book.Works, keys)
	for i, entry := range entries {
		w.cited = append(w.cited, &work{key: keys[i], html: entry})
	}
	return err
}

// citation returns the number of a work in brackets, which leads to its entry in the list of references.
func (w *writer) citation(item mentioned) string {
	i := slices.IndexFunc(w.cited, func(cited *work) bool { return cited.key == item.name })
	if i < 0 {
		return ""
	}
	cited := w.cited[i]
	cited.places++
	locator := ""
	if item.locator != "" {
		locator = ", " + html.EscapeString(strings.ReplaceAll(item.locator, "--", "–"))
	}
	return fmt.Sprintf(`<span class="cite">[<a href="#ref-%d" id="cite-%d-%d" role="doc-biblioref" aria-label="Reference %d">%d</a>%s]</span>`, i+1, i+1, cited.places, i+1, i+1, locator)
}

// written returns the citation of a work with its key.
func (w *writer) written(item mentioned) string {
	text := item.name
	if item.locator != "" {
		text += ", " + strings.ReplaceAll(item.locator, "--", "–")
	}
	return `<span class="cite">[` + html.EscapeString(text) + "]</span>"
}

// references writes the list of the works that the page cites, each with links back to the places that do.
func (w *writer) references(b *strings.Builder) {
	fmt.Fprintf(b, "<section class=\"references\" role=\"doc-bibliography\" aria-labelledby=\"%s\">\n<h2 id=\"%s\">References</h2>\n<ol>\n", referencesID, referencesID)
	for i, cited := range w.cited {
		fmt.Fprintf(b, `<li id="ref-%d"><span class="number">[%d]</span> <div>%s`, i+1, i+1, cited.html)
		for place := range cited.places {
			which, mark := "", ""
			if cited.places > 1 {
				which, mark = fmt.Sprintf(", place %d", place+1), fmt.Sprintf("<sup>%d</sup>", place+1)
			}
			fmt.Fprintf(b, ` <a class="back" href="#cite-%d-%d" role="doc-backlink" aria-label="Back to the text%s">↩%s</a>`, i+1, place+1, which, mark)
		}
		b.WriteString("</div></li>\n")
	}
	b.WriteString("</ol>\n</section>\n")
}
