package markdown

import (
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"topobook/notebooks/engine"
)

// A BlockHTML is a block as its page shows it.
type BlockHTML struct {
	HTML    string
	Caption string // the figcaption of a cell, which stands in HTML too; empty if it has none
}

// BlocksHTML renders each block of [Split] of the same text for the page in which it is written. Results come later, so inline
// values and the outputs of cells are empty; figures have their numbers by the given ones. Formulas are TeX in code.tex, with
// data-display where they stand in lines of their own; citations show their keys. Front matter is nothing.
//
// Nothing of a stranger's text is active, or asks another host for anything: HTML shows as it is written, links lead to https:, http: and mailto:,
// and to parts and pages of the site, and an image is a file that the notebook carries, or a box with its name and what it shows.
func (book *Notebook) BlocksHTML(results []engine.Result) []BlockHTML {
	w := newWriter(book, results, nil)
	starts := lineStarts(book.src)
	blocks := make([]BlockHTML, len(book.parts))
	n := book.root.FirstChild()
	for i, part := range book.parts {
		var b buffer
		for range part.nodes {
			switch n := n.(type) {
			case *ast.FencedCodeBlock:
				if part.kind == Text {
					w.render(&b, n)
					break
				}
				stop := len(book.src) // its fence is wrong: show that too
				if i+1 < len(book.parts) {
					stop = starts[book.parts[i+1].line]
				}
				b.WriteString(listing(strings.TrimRight(string(book.src[starts[part.line]:stop]), "\n")))
			case *cellNode:
				blocks[i].Caption = w.caption(n)
				w.render(&b, n)
			default:
				w.render(&b, n)
			}
			n = n.NextSibling()
		}
		blocks[i].HTML = b.String()
	}
	return blocks
}

func (w *writer) render(b *buffer, n ast.Node) {
	_ = w.markdown.Renderer().Render(b, w.book.src, n) // a builder takes everything
}

// opens is an address that a link of a stranger may have, as it stands in the page.
var opens = regexp.MustCompile(`^(?i:https?://|mailto:)|^#|^[A-Za-z0-9_-][A-Za-z0-9._-]*\.html(#|$)`)

// link renders a link in a draft. One to a file that the notebook carries leads to where it is shown.
func (w *writer) link(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	link := n.(*ast.Link)
	address := string(util.URLEscape(link.Destination, true))
	if w.book.DataLine(address) > 0 {
		address = "#file-" + address
	}
	tag := ""
	switch {
	case !opens.MatchString(address):
	case entering:
		tag = `<a href="` + html.EscapeString(address) + `"`
		if len(link.Title) > 0 {
			tag += ` title="` + html.EscapeString(string(link.Title)) + `"`
		}
		tag += ">"
	default:
		tag = "</a>"
	}
	_, err := out.WriteString(tag)
	return ast.WalkContinue, err
}

// autoLink renders an address in angle brackets in a draft.
func (w *writer) autoLink(out util.BufWriter, n ast.Node) {
	link := n.(*ast.AutoLink)
	label := html.EscapeString(string(link.Label(w.book.src)))
	address := string(util.URLEscape(link.URL(w.book.src), false))
	if link.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(address), "mailto:") {
		address = "mailto:" + address
	}
	if opens.MatchString(address) {
		label = `<a href="` + html.EscapeString(address) + `">` + label + "</a>"
	}
	_, _ = out.WriteString(label)
}

// draftImage returns an image of a draft: one that the notebook carries, which can only be SVG, or a box. Browsers neither run what
// scripts an SVG file in an img element has, nor fetch what it refers to.
func (w *writer) draftImage(p picture) string {
	if text, ok := w.book.Files[p.name]; ok && ImageKind(p.name) == "SVG" {
		return fmt.Sprintf(`<img src="data:image/svg+xml;base64,%s" alt="%s" decoding="async">`, base64.StdEncoding.EncodeToString([]byte(text)), html.EscapeString(p.alt))
	}
	return fmt.Sprintf(`<span class="no-image"><b>%s</b> %s</span>`, html.EscapeString(p.name), html.EscapeString(p.alt))
}

// htmlBlock renders HTML as it is written, which only a draft has; comments are left out.
func (w *writer) htmlBlock(out util.BufWriter, n ast.Node) {
	block := n.(*ast.HTMLBlock)
	if block.HTMLBlockType == ast.HTMLBlockType2 {
		return
	}
	text := string(block.Lines().Value(w.book.src))
	if block.HasClosure() {
		text += string(block.ClosureLine.Value(w.book.src))
	}
	_, _ = out.WriteString(listing(text))
}

// rawHTML is htmlBlock in a line of text.
func (w *writer) rawHTML(out util.BufWriter, n ast.Node) {
	raw := n.(*ast.RawHTML)
	text := string(raw.Segments.Value(w.book.src))
	if !strings.HasPrefix(text, "<!--") {
		_, _ = out.WriteString(html.EscapeString(text))
	}
}
