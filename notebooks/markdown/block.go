package markdown

import (
	"bytes"
	"html"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// NotebooksMark is in the HTML of index.md where the list of notebooks is to be.
const NotebooksMark = "<!--notebooks-->"

// blockParser parses the blocks between ::: aside and :::, ::: columns and :::, ::: notebooks and :::.
type blockParser struct{}

var colons = []byte(":::")

// depthKey finds how many blocks are open.
var depthKey = parser.NewContextKey()

func (blockParser) Trigger() []byte             { return []byte{':'} }
func (blockParser) CanInterruptParagraph() bool { return true }
func (blockParser) CanAcceptIndentedLine() bool { return false }

func (blockParser) Open(_ ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), colons)
	if !ok {
		return nil, parser.NoChildren
	}
	name := string(bytes.TrimSpace(rest))
	depth, _ := pc.Get(depthKey).(int)
	if depth == maxNesting {
		report(pc, segment.Start, "block: want at most %d in one another", maxNesting)
		return nil, parser.NoChildren
	}
	pc.Set(depthKey, depth+1)
	switch name {
	case "aside", "columns", "notebooks":
	default:
		report(pc, segment.Start, "block: got ::: %s, want ::: aside, ::: columns or ::: notebooks", name)
	}
	reader.AdvanceToEOL()
	return &block{name: name, at: segment.Start}, parser.HasChildren
}

func (blockParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	line, _ := reader.PeekLine()
	if bytes.Equal(bytes.TrimSpace(line), colons) {
		node.(*block).closed = true
		reader.AdvanceToEOL()
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

func (blockParser) Close(node ast.Node, _ text.Reader, pc parser.Context) {
	n := node.(*block)
	pc.Set(depthKey, pc.Get(depthKey).(int)-1)
	if !n.closed {
		report(pc, n.at, "%s: want a closing line :::", n.name)
		return
	}
	switch n.name {
	case "columns":
		n.divide(pc)
	case "notebooks":
		if n.HasChildren() {
			report(pc, n.at, "notebooks: want nothing up to the closing line :::")
		}
	}
}

// divide puts each heading ### of a block with what follows it into a column.
func (n *block) divide(pc parser.Context) {
	var column *block
	for child := n.FirstChild(); child != nil; {
		next := child.NextSibling()
		if heading, ok := child.(*ast.Heading); ok && heading.Level == 3 {
			column = &block{name: "column", at: n.at, closed: true}
			n.InsertBefore(n, child, column)
		}
		if column == nil {
			break
		}
		column.AppendChild(column, child)
		child = next
	}
	if column == nil {
		report(pc, n.at, "columns: want a heading ### at the top of each column")
	}
}

// block renders the tags of a block.
func (w *writer) block(out util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	name := n.(*block).name
	tags, ok := map[string][2]string{
		"aside":     {`<aside class="margin">` + "\n", "</aside>\n"},
		"columns":   {`<div class="three">` + "\n", "</div>\n"},
		"column":    {"<div>\n", "</div>\n"},
		"notebooks": {NotebooksMark, ""},
	}[name]
	if !ok || w.draft && name == "notebooks" {
		tags = [2]string{"<p>::: " + html.EscapeString(name) + "</p>\n", ""}
	}
	tag := tags[1]
	if entering {
		tag = tags[0]
	}
	_, err := out.WriteString(tag)
	return ast.WalkContinue, err
}
