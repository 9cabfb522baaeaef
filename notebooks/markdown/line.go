package markdown

import (
	"errors"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// Line returns a line of Markdown as HTML. Its error says what is wanted: text with emphasis, code and links.
func Line(src string) (string, error) {
	md := newMarkdown()
	root := md.Parser().Parse(text.NewReader([]byte(src)))
	paragraph := root.FirstChild()
	ok := paragraph != nil && paragraph.NextSibling() == nil && paragraph.Kind() == ast.KindParagraph
	walk(root, func(n ast.Node) {
		switch n.Kind() {
		case ast.KindDocument, ast.KindParagraph, ast.KindText, ast.KindString, ast.KindEmphasis, ast.KindLink, ast.KindAutoLink, ast.KindCodeSpan:
		default:
			ok = false
		}
	})
	if !ok {
		return "", errors.New("one line of text, with emphasis, code and links at most")
	}
	var b strings.Builder
	for child := paragraph.FirstChild(); child != nil; child = child.NextSibling() {
		if err := md.Renderer().Render(&b, []byte(src), child); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}
