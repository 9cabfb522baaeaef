package markdown

import (
	"bytes"
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// NotebooksMark is in the HTML of index.md where the list of notebooks is to be.
const NotebooksMark = "<!--notebooks-->"

// blockParser parses the blocks between ::: NAME and :::.
type blockParser struct{}

// blockTags has the tags of each block. The element of a cell is a section, the first of which the style sheet looks for, so blocks are
// others.
var blockTags = map[string][2]string{
	"aside":     {`<aside class="margin">` + "\n", "</aside>\n"},
	"columns":   {`<div class="three">` + "\n", "</div>\n"},
	"column":    {"<div>\n", "</div>\n"},
	"notebooks": {NotebooksMark, ""},
	"goals":     {`<div class="goals">` + "\n", "</div>\n"},
	"depth":     {`<details class="depth" id="%s"><summary><small>In depth</small> <span>%s</span></summary>` + "\n", "</details>\n"},
	"hint":      {`<details class="fold"><summary>Hint</summary>` + "\n", "</details>\n"},
	"answer":    {`<details class="fold"><summary>Answer</summary>` + "\n", "</details>\n"},
	"question":  {`<fieldset class="question"><legend>What do you expect?</legend>` + "\n", "</fieldset>\n"},
	"found":     {`<div class="found">` + "\n", "</div>\n"},
}

// writtenBlocks are the blocks that a notebook may open, as a fault names them.
const writtenBlocks = "::: aside, ::: columns, ::: depth, ::: question, ::: hint, ::: answer, ::: goals or ::: notebooks"

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
	name, title, _ := strings.Cut(string(bytes.TrimSpace(rest)), " ")
	title = strings.TrimSpace(title)
	depth, _ := pc.Get(depthKey).(int)
	if depth == maxNesting {
		report(pc, segment.Start, "block: want at most %d in one another", maxNesting)
		return nil, parser.NoChildren
	}
	pc.Set(depthKey, depth+1)
	n := &block{name: name, at: segment.Start}
	switch name {
	case "aside", "columns", "notebooks", "goals", "question", "hint", "answer":
		if title != "" {
			report(pc, segment.Start, "%s: got %q after it, want nothing", name, title)
		}
	case "depth":
		n.entitle(title, segment.Start+bytes.Index(line, []byte(title)), pc)
	default:
		report(pc, segment.Start, "block: got ::: %s, want "+writtenBlocks, name)
	}
	reader.AdvanceToEOL()
	return n, parser.HasChildren
}

// entitle gives a block its title, which starts at an offset of the file: plain text with formulas.
func (n *block) entitle(title string, at int, pc parser.Context) {
	switch {
	case title == "":
		report(pc, n.at, "%s: want a title, as in ::: %s Why it is so", n.name, n.name)
	case strings.Contains(title, "[@"):
		report(pc, at, "%s: want no reference in its title", n.name)
	default:
		n.id = string(pc.IDs().Generate([]byte(title), ast.KindHeading))
		n.title = ast.NewTextBlock()
		addCaption(nil, n.title, title, at) // which reports references alone
	}
}

// Continue closes the innermost block at a line :::, unless that is of code or a formula.
func (blockParser) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	line, _ := reader.PeekLine()
	if bytes.Equal(bytes.TrimSpace(line), colons) && innermost(node, pc) {
		node.(*block).closed = true
		reader.AdvanceToEOL()
		return parser.Close
	}
	return parser.Continue | parser.HasChildren
}

// innermost tells whether nothing is open in a block that ends with a line of its own.
func innermost(node ast.Node, pc parser.Context) bool {
	for _, open := range slices.Backward(pc.OpenedBlocks()) {
		switch n := open.Node.(type) {
		case *block:
			return n == node
		case *ast.FencedCodeBlock, *display:
			return false
		}
	}
	return true
}

func (blockParser) Close(node ast.Node, reader text.Reader, pc parser.Context) {
	n := node.(*block)
	pc.Set(depthKey, pc.Get(depthKey).(int)-1)
	if !n.closed {
		report(pc, n.at, "%s: want a closing line :::", n.name)
		return
	}
	switch n.name {
	case "columns":
		n.divide(pc)
	case "question":
		n.ask(reader.Source(), pc)
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
	b := n.(*block)
	tags, ok := blockTags[b.name]
	if !ok || w.draft && b.name == "notebooks" {
		tags = [2]string{"<p>::: " + html.EscapeString(b.name) + "</p>\n", ""}
	}
	if b.name == "depth" {
		tags[0] = fmt.Sprintf(tags[0], html.EscapeString(b.id), w.inline(b.title))
	}
	tag := tags[1]
	if entering {
		tag = tags[0]
	}
	_, err := out.WriteString(tag)
	return ast.WalkContinue, err
}
