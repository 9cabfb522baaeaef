package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// faultsKey finds the *faults of the file that is being parsed.
var faultsKey = parser.NewContextKey()

func report(pc parser.Context, offset int, format string, args ...any) {
	if fs, ok := pc.Get(faultsKey).(*faults); ok {
		fs.add(offset, format, args...)
	}
}

// formulaParser parses $…$.
type formulaParser struct{}

func (formulaParser) Trigger() []byte { return []byte{'$'} }

// Parse reads a formula, which may go over several lines of its paragraph. There is no space just
// inside the dollar signs, and no digit after the closing one.
func (formulaParser) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	_, start := block.PeekLine()
	startLine, startPos := block.Position()
	block.Advance(1)
	var tex []byte
	for {
		line, _ := block.PeekLine()
		if line == nil {
			break
		}
		end := closingDollar(line[:min(len(line), maxFormula)], len(tex) == 0)
		if end < 0 && (len(tex) == 0 && bytes.HasPrefix(line, []byte("$")) || len(tex)+len(line) > maxFormula) {
			break
		}
		if end < 0 {
			tex = append(tex, line...)
			block.AdvanceLine()
			continue
		}
		tex = append(tex, line[:end]...)
		block.Advance(end + 1)
		if len(bytes.TrimSpace(tex)) == 0 {
			break
		}
		return &formula{tex: string(bytes.TrimSpace(tex)), at: start.Start + 1}
	}
	report(pc, start.Start, `formula: want a closing $ with no space before it (a dollar sign is \$)`)
	block.SetPosition(startLine, startPos)
	block.Advance(1)
	return ast.NewString([]byte("$"))
}

// closingDollar returns the index of the dollar sign that closes a formula, or -1. At the start of
// the formula there must be no space.
func closingDollar(line []byte, atStart bool) int {
	if atStart && (len(line) == 0 || line[0] == ' ' || line[0] == '\t' || line[0] == '$') {
		return -1
	}
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] != '$' || i > 0 && (line[i-1] == ' ' || line[i-1] == '\t'):
		case i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9':
		default:
			return i
		}
	}
	return -1
}

// displayParser parses $$…$$ in lines of its own.
type displayParser struct{}

var dollars = []byte("$$")

func (displayParser) Trigger() []byte             { return []byte{'$'} }
func (displayParser) CanInterruptParagraph() bool { return true }
func (displayParser) CanAcceptIndentedLine() bool { return false }

func (displayParser) Open(_ ast.Node, reader text.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	indent := len(line) - len(bytes.TrimLeft(line, " "))
	if !bytes.HasPrefix(line[indent:], dollars) {
		return nil, parser.NoChildren
	}
	n := &display{at: segment.Start + indent}
	rest := bytes.TrimSpace(line[indent+2:])
	switch end := bytes.Index(rest, dollars); {
	case end == len(rest)-2 && end >= 0:
		n.tex, n.closed = rest[:end], true
	case end >= 0:
		return nil, parser.NoChildren // text follows: not a display
	default:
		n.tex = append(bytes.Clone(rest), '\n')
	}
	reader.AdvanceToEOL()
	return n, parser.NoChildren
}

func (displayParser) Continue(node ast.Node, reader text.Reader, _ parser.Context) parser.State {
	n := node.(*display)
	if n.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	text := bytes.TrimSpace(line)
	if bytes.HasSuffix(text, dollars) {
		n.tex, n.closed = append(n.tex, text[:len(text)-2]...), true
		reader.AdvanceToEOL()
		return parser.Close
	}
	n.tex = append(append(n.tex, text...), '\n')
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (displayParser) Close(node ast.Node, _ text.Reader, pc parser.Context) {
	n := node.(*display)
	if !n.closed {
		report(pc, n.at, "displayed formula: want a line that ends with $$")
	} else if len(bytes.TrimSpace(n.tex)) == 0 {
		report(pc, n.at, "displayed formula: want a formula")
	}
}

// gluedAfter are the characters that stay on the line of a formula before them.
const gluedAfter = ",.;:!?)-"

// glue takes an opening bracket before the formula, and what follows it up to a space or a hyphen,
// out of the text around it: browsers break lines between a formula and a comma.
func (f *formula) glue(src []byte) {
	if before, ok := f.PreviousSibling().(*ast.Text); ok && !before.SoftLineBreak() {
		if text := before.Segment.Value(src); bytes.HasSuffix(text, []byte("(")) {
			before.Segment = before.Segment.WithStop(before.Segment.Stop - 1)
			f.left = "("
		}
	}
	f.right = takeRight(f, src, gluedAfter)
}

// takeRight takes those of the given characters that follow n out of the text after it.
func takeRight(n ast.Node, src []byte, characters string) string {
	after, ok := n.NextSibling().(*ast.Text)
	if !ok {
		return ""
	}
	text := string(after.Segment.Value(src))
	taken := text[:len(text)-len(strings.TrimLeft(text, characters))]
	after.Segment = after.Segment.WithStart(after.Segment.Start + len(taken))
	return taken
}
