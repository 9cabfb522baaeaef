package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// Bounds of what a text may have, far above what one reads: the time to parse some things grows with the square of their number,
// and a text may be a stranger's.
const (
	maxFaults      = 100
	maxFrontMatter = 8_000  // bytes
	maxMarks       = 1_000  // that start something in a line of text, in one paragraph
	maxFormula     = 10_000 // bytes
	maxMention     = 1_000  // bytes
	maxNesting     = 100    // of lists, quotes and blocks
)

// limitParser takes marks beyond [maxMarks] of a paragraph as plain text.
type limitParser struct{}

// marks counts those of a paragraph.
type marks struct {
	of ast.Node
	n  int
}

var marksKey = parser.NewContextKey()

func (limitParser) Trigger() []byte { return []byte("[!*_<`$") }

func (limitParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	have, _ := pc.Get(marksKey).(*marks)
	if have == nil || have.of != parent {
		have = &marks{of: parent}
		pc.Set(marksKey, have)
	}
	have.n++
	if have.n <= maxMarks {
		return nil
	}
	_, segment := block.PeekLine()
	if have.n == maxMarks+1 {
		report(pc, segment.Start, "text: want at most %d formulas, references, links and the like in a paragraph", maxMarks)
	}
	block.Advance(1)
	return ast.NewTextSegment(text.NewSegment(segment.Start, segment.Start+1))
}

// tooDeep returns the offset of a line that starts more than [maxNesting] lists and quotes in one another, or -1.
func tooDeep(src []byte) int {
	for at := 0; at < len(src); {
		line, _, _ := bytes.Cut(src[at:], []byte("\n"))
		start := line[:len(line)-len(bytes.TrimLeft(line, " \t>-+*.)0123456789"))]
		depth, indent := bytes.Count(start, []byte(">")), len(start)-len(bytes.TrimLeft(start, " \t"))
		for _, word := range bytes.Fields(start) {
			if bytes.IndexByte([]byte("-+*.)"), word[len(word)-1]) >= 0 {
				depth = max(depth, indent/4) + 1 // an item of a list stands two to five columns further to the right than that around it
			}
		}
		if depth > maxNesting {
			return at
		}
		at += len(line) + 1
	}
	return -1
}
