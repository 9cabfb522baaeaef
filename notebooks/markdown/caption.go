package markdown

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/yuin/goldmark/ast"

	"topobook/notebooks/engine"
)

// addCaption puts a caption, which starts at an offset of the file, under n: plain text with formulas and mentions.
func addCaption(fs *faults, n ast.Node, caption string, at int) {
	for rest := caption; rest != ""; {
		end := strings.IndexByte(rest, '$')
		if i := strings.Index(rest, "[@"); i >= 0 && (end < 0 || i < end) {
			end = i
		}
		if end != 0 {
			if end < 0 {
				end = len(rest)
			}
			plain := ast.NewString([]byte(rest[:end]))
			plain.SetRaw(true)
			n.AppendChild(n, plain)
			rest = rest[end:]
			continue
		}
		start := at + len(caption) - len(rest) + 1
		if rest[0] == '$' {
			tex, after, _ := strings.Cut(rest[1:], "$")
			rest = strings.TrimLeft(after, gluedAfter)
			f := &formula{tex: tex, at: start, right: after[:len(after)-len(rest)]}
			if before, ok := n.LastChild().(*ast.String); ok && bytes.HasSuffix(before.Value, []byte("(")) {
				before.Value = bytes.TrimSuffix(before.Value, []byte("("))
				f.left = "("
			}
			n.AppendChild(n, f)
			continue
		}
		inside, after, ok := strings.Cut(rest[1:], "]")
		items, fault := parseMention(inside)
		switch {
		case !ok:
			fs.add(start-1, "caption: reference: want a closing ]")
		case fault != nil:
			fs.add(start+fault.at, "caption: %s", fault.msg)
		}
		if !ok || fault != nil {
			plain := ast.NewString([]byte(rest[:len(rest)-len(after)]))
			plain.SetRaw(true)
			n.AppendChild(n, plain)
		} else {
			for i := range items {
				items[i].at += start
			}
			n.AppendChild(n, &mention{items: items})
		}
		rest = after
	}
}

// BareCaptions returns what is wrong with the captions of cells that ran and have nothing to show: they are helpers, or need no caption.
func (book *Notebook) BareCaptions(results []engine.Result) (list []*Fault) {
	for i, cell := range book.Cells {
		result := results[i]
		if cell.Caption != "" && result.State == engine.Done && result.HTML == "" && len(result.Inputs) == 0 && !book.helpers[cell.ID] && book.Exercise(cell.ID) == nil {
			list = append(list, &Fault{book.File, cell.Line, 0, fmt.Sprintf("cell %s: has a caption and shows nothing, want the attribute helper, or no caption", cell.ID)})
		}
	}
	return list
}

// caption returns the caption of n, a cell or an image, with its number.
func (w *writer) caption(n ast.Node) string {
	if !n.HasChildren() {
		return ""
	}
	var b strings.Builder
	b.WriteString("<figcaption>")
	if f := w.figures[n]; f.number > 0 {
		b.WriteString("<b>" + f.label() + ".</b> ")
	}
	b.WriteString(w.inline(n) + "</figcaption>")
	return b.String()
}

// inline returns what n has as its children: a caption, or a title.
func (w *writer) inline(n ast.Node) string {
	var b buffer
	if n != nil {
		for child := n.FirstChild(); child != nil; child = child.NextSibling() {
			w.render(&b, child)
		}
	}
	return b.String()
}
