package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// A BlockKind says what a block is.
type BlockKind uint8

// The kinds of blocks.
const (
	FrontMatter BlockKind = iota
	Text
	Cell
	Data
)

// A Block is a piece of a notebook's text that one edits as a whole. The sources of all blocks, joined, are the text.
type Block struct {
	Kind   BlockKind
	Source string // whole lines, with line ends
	ID     string // of a cell; the name of a data block's file; empty while the fence is wrong
	Line   int    // of its first line in the text, from 1
}

// Split cuts any text, also one with faults, into blocks: the front matter, each cell and data fence at the top level, and between
// them the text, cut before each heading ## or ###. Blank lines belong to the block above them; only those at the very start of a text
// that has no front matter are a block of text. A fence that is nested in a list, a quote or a ::: block stays part of its text.
func Split(src string) []Block {
	plain := valid(normal([]byte(src)))
	_, end, _ := frontMatterOf(plain)
	plain = body(plain, end)
	parts := cut(parseBlocks(plain), plain, end)
	starts := append(lineStarts([]byte(src)), len(src))
	blocks := make([]Block, len(parts))
	for i, part := range parts {
		stop := len(src)
		if i+1 < len(parts) {
			stop = starts[parts[i+1].line]
		}
		blocks[i] = Block{part.kind, src[starts[part.line]:stop], part.id, part.line + 1}
	}
	return blocks
}

// parseBlocks parses the blocks of Markdown, and leaves their lines as they are, which takes half the time.
func parseBlocks(src []byte) ast.Node {
	if tooDeep(src) >= 0 {
		return listingOf(src)
	}
	return parser.NewParser(
		parser.WithBlockParsers(slices.Concat(parser.DefaultBlockParsers(), ownBlocks, []util.PrioritizedValue{util.Prioritized(extension.NewFootnoteBlockParser(), 999)})...),
		parser.WithParagraphTransformers(append(parser.DefaultParagraphTransformers(), util.Prioritized(extension.NewTableParagraphTransformer(), 200))...), // a table leaves - below it to a list
	).Parse(text.NewReader(src))
}

// A part is a block of a parsed text.
type part struct {
	kind  BlockKind
	id    string
	line  int // its first, from 0
	nodes int // how many of the nodes at the top level it has
}

// A cutter finds the parts of a text in order.
type cutter struct {
	src    []byte
	starts []int // of the lines
	parts  []part
	within bool // the last part is text, which goes on
	next   int  // line at which text starts otherwise
}

// cut returns the parts of src, whose front matter ends at an offset and is blank, and which has been parsed as root.
func cut(root ast.Node, src []byte, end int) []part {
	c := cutter{src: src, starts: lineStarts(src)}
	if end > 0 {
		c.parts = append(c.parts, part{kind: FrontMatter})
		c.next = c.afterBlank(c.lineOf(end))
	}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		c.take(n)
	}
	c.text(len(c.starts))
	return c.parts
}

// take gives a node at the top level its part.
func (c *cutter) take(n ast.Node) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		kind, id := fenceKind(n, c.src)
		if kind == Text {
			break
		}
		first := c.lineOf(n.Pos())
		c.text(first)
		c.parts = append(c.parts, part{kind, id, first, 1})
		c.next = c.afterBlank(first + n.Lines().Len() + 2) // after the closing line, if there is one
		c.within = false
		return
	case *ast.Heading:
		if (n.Level == 2 || n.Level == 3) && c.src[n.Pos()] == '#' {
			first := c.lineOf(n.Pos())
			c.text(first)
			c.parts = append(c.parts, part{kind: Text, line: first, nodes: 1})
			c.within = true
			return
		}
	}
	c.text(len(c.starts))
	if last := len(c.parts) - 1; last >= 0 {
		c.parts[last].nodes++
	}
}

// text begins a part of text, unless one goes on or there are no lines for it before the given one.
func (c *cutter) text(before int) {
	if !c.within && c.next < before && c.starts[c.next] < len(c.src) {
		c.parts = append(c.parts, part{kind: Text, line: c.next})
		c.within = true
	}
}

// lineOf returns the line, from 0, of an offset.
func (c *cutter) lineOf(offset int) int {
	line, _ := slices.BinarySearch(c.starts, offset+1)
	return line - 1
}

// afterBlank returns the first of the lines from the given one that is not blank, or how many lines there are.
func (c *cutter) afterBlank(line int) int {
	for ; line < len(c.starts); line++ {
		text, _, _ := bytes.Cut(c.src[c.starts[line]:], []byte("\n"))
		if len(bytes.Trim(text, " \t")) > 0 {
			break
		}
	}
	return line
}

// fenceKind tells whether code is a cell or a data block, else Text, and its id or name.
func fenceKind(n *ast.FencedCodeBlock, src []byte) (kind BlockKind, id string) {
	if n.Info == nil {
		return Text, ""
	}
	switch info := string(n.Info.Segment.Value(src)); {
	case isCell(info):
		if attrs, err := parseFence(info); err == nil {
			id = attrs.id
		}
		return Cell, id
	case isData(info):
		if match := dataInfo.FindStringSubmatch(info); match != nil && ValidFileName(match[1]) {
			id = match[1]
		}
		return Data, id
	}
	return Text, ""
}

// isCell tells whether the info string of a fence says that it is a cell.
func isCell(info string) bool {
	lang, _, _ := strings.Cut(info, "{")
	return strings.TrimSpace(lang) == "starlark"
}

// isData tells whether the info string of a fence says that it is a file.
func isData(info string) bool {
	lang, _, _ := strings.Cut(strings.ReplaceAll(info, "{", " "), " ")
	return lang == "data"
}
