package markdown

import (
	"strconv"

	"github.com/yuin/goldmark/ast"
)

// The nodes that a notebook has besides those of Markdown.
var (
	kindCell    = ast.NewNodeKind("TopobookCell")
	kindValue   = ast.NewNodeKind("TopobookValue")
	kindFormula = ast.NewNodeKind("TopobookFormula")
	kindDisplay = ast.NewNodeKind("TopobookDisplay")
	kindBlock   = ast.NewNodeKind("TopobookBlock")
	kindNote    = ast.NewNodeKind("TopobookNote")
	kindMention = ast.NewNodeKind("TopobookMention")
	kindPicture = ast.NewNodeKind("TopobookPicture")
	kindFigure  = ast.NewNodeKind("TopobookFigure")
)

// A cellNode is the place of a cell. Its children are its caption.
type cellNode struct {
	ast.BaseBlock
	id string
}

func (n *cellNode) Kind() ast.NodeKind         { return kindCell }
func (n *cellNode) Dump(src []byte, level int) { dump(n, src, level, n.id) }

// A valueNode is the place of an inline value.
type valueNode struct {
	ast.BaseInline
	id string
}

func (n *valueNode) Kind() ast.NodeKind         { return kindValue }
func (n *valueNode) Dump(src []byte, level int) { dump(n, src, level, n.id) }

// A formula is TeX in a line of text. What touches it, such as a comma, stays on its line.
type formula struct {
	ast.BaseInline
	tex         string
	at          int // offset of the TeX in the file
	left, right string
}

func (n *formula) Kind() ast.NodeKind         { return kindFormula }
func (n *formula) Dump(src []byte, level int) { dump(n, src, level, n.tex) }

// A display is TeX in lines of its own.
type display struct {
	ast.BaseBlock
	tex    []byte
	at     int // offset of the opening $$
	closed bool
}

func (n *display) Kind() ast.NodeKind         { return kindDisplay }
func (n *display) IsRaw() bool                { return true }
func (n *display) Dump(src []byte, level int) { dump(n, src, level, string(n.tex)) }

// A block is what stands between the lines ::: NAME and :::, or a column in it.
type block struct {
	ast.BaseBlock
	name   string   // of blockTags
	id     string   // of a block with a title
	title  ast.Node // its children are the title; nil if there is none
	at     int      // offset of the opening line
	closed bool
}

func (n *block) Kind() ast.NodeKind         { return kindBlock }
func (n *block) Dump(src []byte, level int) { dump(n, src, level, n.name) }

// A note is a footnote where it is referred to; a second reference to it has no children.
type note struct {
	ast.BaseInline
	number int
	right  string // punctuation that follows, which comes before the note's own text
}

func (n *note) Kind() ast.NodeKind         { return kindNote }
func (n *note) Dump(src []byte, level int) { dump(n, src, level, strconv.Itoa(n.number)) }

func dump(n ast.Node, src []byte, level int, text string) {
	ast.DumpHelper(n, src, level, map[string]string{"Text": text}, nil)
}
