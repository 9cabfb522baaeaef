package dialect

import (
	"slices"
	"sort"
	"strings"
)

// powerName is the function that a ** b calls once it is rewritten. A cell cannot call it by name:
// no other ident starts with an at sign, into which the parser's result is renamed.
const powerName = "__pow__"

// A sourceMap maps positions of a rewritten source back to the reader's.
type sourceMap []insertion

// An insertion is text that the rewriting put into a line.
type insertion struct {
	line, col         int // in the reader's source, of the character that it stands before
	length            int
	toLine, toCol     int // what a position inside the insertion means to the reader
	offset, opOrClose int // byte offset in the reader's source; order at the same offset
	text              string
}

// reader returns the reader's position of a position of the rewritten source.
func (m sourceMap) reader(line, col int) (int, int) {
	shift := 0
	for _, in := range m {
		if in.line != line {
			continue
		}
		at := in.col + shift
		if col < at {
			break
		}
		if col < at+in.length {
			return in.toLine, in.toCol
		}
		shift += in.length
	}
	return line, col - shift
}

// rewritePowers returns src with each a ** b written as a call, because Starlark has no such
// operator: it binds more tightly than a sign on its left and less than one on its right, and
// a ** b ** c is a ** (b ** c), as in Python.
func rewritePowers(src string, all []token) (string, sourceMap) {
	if !strings.Contains(src, "**") {
		return src, nil
	}
	tokens := slices.DeleteFunc(slices.Clone(all), func(t token) bool {
		return t.Kind == spaceToken || t.Kind == CommentToken
	})
	var inserts sourceMap
	var powers []int // byte offsets of the operators that are rewritten
	for i, tok := range tokens {
		if tok.Text != "**" || i == 0 || !endsOperand(tokens[i-1]) {
			continue
		}
		first, ok := operandBefore(tokens, i)
		last, ok2 := operandAfter(tokens, i)
		if !ok || !ok2 {
			continue // the parser says what is wrong
		}
		open, end := tokens[first], tokens[last]
		endCol := end.col + len([]rune(end.Text))
		if strings.Contains(end.Text, "\n") {
			endCol = 1 + len([]rune(end.Text[strings.LastIndexByte(end.Text, '\n')+1:]))
		}
		endLine := end.line + strings.Count(end.Text, "\n")
		inserts = append(inserts,
			insertion{open.line, open.col, len(powerName) + 1, tok.line, tok.col, open.start, 1, powerName + "("},
			insertion{endLine, endCol, 1, tok.line, tok.col, end.start + len(end.Text), 0, ")"})
		powers = append(powers, tok.start)
	}
	sort.SliceStable(inserts, func(i, j int) bool {
		a, b := inserts[i], inserts[j]
		return a.offset < b.offset || a.offset == b.offset && a.opOrClose < b.opOrClose
	})
	text := []byte(src)
	for _, at := range powers {
		copy(text[at:], ", ")
	}
	var b strings.Builder
	from := 0
	for _, in := range inserts {
		b.Write(text[from:in.offset])
		b.WriteString(in.text)
		from = in.offset
	}
	b.Write(text[from:])
	return b.String(), inserts
}

func endsOperand(t token) bool {
	return t.Kind == NameToken || t.Kind == NumberToken || t.Kind == StringToken || t.Kind == closeToken
}

// operandBefore returns the index of the first token of the operand that ends before tokens[i].
func operandBefore(tokens []token, i int) (int, bool) {
	for i--; i >= 0; {
		if tokens[i].Kind == closeToken {
			if i = matching(tokens, i, -1); i < 0 {
				return 0, false
			}
			if i > 0 && tokens[i].Text != "{" && endsOperand(tokens[i-1]) {
				i-- // a call or an index: its function or list comes before
				continue
			}
			return i, true
		}
		if !endsOperand(tokens[i]) {
			return 0, false
		}
		if i >= 2 && tokens[i-1].Text == "." && endsOperand(tokens[i-2]) {
			i -= 2
			continue
		}
		return i, true
	}
	return 0, false
}

// operandAfter returns the index of the last token of the operand that begins after tokens[i].
func operandAfter(tokens []token, i int) (int, bool) {
	i++
	for i < len(tokens) && (tokens[i].Text == "-" || tokens[i].Text == "+" || tokens[i].Text == "~") {
		i++
	}
	if i >= len(tokens) {
		return 0, false
	}
	if tokens[i].Kind == openToken {
		if i = matching(tokens, i, 1); i < 0 {
			return 0, false
		}
	} else if !endsOperand(tokens[i]) || tokens[i].Kind == closeToken {
		return 0, false
	}
	for i+1 < len(tokens) {
		next := tokens[i+1]
		switch {
		case next.Text == "." && i+2 < len(tokens) && tokens[i+2].Kind == NameToken:
			i += 2
		case (next.Text == "(" || next.Text == "[") && next.line == tokens[i].line:
			if i = matching(tokens, i+1, 1); i < 0 {
				return 0, false
			}
		case next.Text == "**":
			return operandAfter(tokens, i+1)
		default:
			return i, true
		}
	}
	return i, true
}

// matching returns the index of the bracket that closes (step 1) or opens (step -1) tokens[i], or -1.
func matching(tokens []token, i, step int) int {
	depth := 0
	for ; i >= 0 && i < len(tokens); i += step {
		switch tokens[i].Kind {
		case openToken:
			depth += step
		case closeToken:
			depth -= step
		}
		if depth == 0 {
			return i
		}
	}
	return -1
}
