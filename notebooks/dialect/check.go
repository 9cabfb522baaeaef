package dialect

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// checkSource refuses a source that is too long, or is not text.
func checkSource(cell, source string) *Error {
	what := "the cell"
	if IsFile(cell) {
		what = "the file"
	}
	switch {
	case len(source) > MaxSource:
		return &Error{Cell: cell, Msg: fmt.Sprintf("%s has %d bytes, want at most %d", what, len(source), MaxSource)}
	case !utf8.ValidString(source) || strings.ContainsRune(source, 0):
		return &Error{Cell: cell, Msg: what + " has bytes that are not text, want UTF-8"}
	}
	return nil
}

// checkTokens refuses what would nest too deeply for the parser, whose own stack is bounded where
// the page runs.
func checkTokens(cell string, tokens []token) *Error {
	open := make([]int, 1, 8) // by bracket depth: operators since the last comma
	total, branches := 0, 0   // sum of open; elif so far
	for i, tok := range tokens {
		fail := func(format string, args ...any) *Error {
			return &Error{Cell: cell, Line: tok.line, Col: tok.col, Msg: fmt.Sprintf(format, args...)}
		}
		last := len(open) - 1
		switch {
		case tok.Kind == openToken:
			open[last]++
			total++
			open = append(open, 0)
			if len(open) > maxNested {
				return fail("got more than %d brackets inside one another, want at most that many", maxNested-1)
			}
		case tok.Kind == closeToken:
			if last > 0 {
				total -= open[last]
				open = open[:last]
			}
		case tok.Text == "," || tok.Text == ";" || tok.Kind == spaceToken && last == 0 && strings.Contains(tok.Text, "\n"):
			total -= open[last]
			open[last] = 0
			if width := indentation(tok.Text, i+1 == len(tokens)); width > 4*maxNested {
				return fail("got a line that begins with %d spaces, want at most %d", width, 4*maxNested)
			}
		case tok.Kind == OpToken || tok.Kind == KeywordToken:
			open[last]++
			total++
			if tok.Text == "elif" {
				branches++
			}
		}
		if total > maxOperators || branches > maxBranches {
			return fail("got an expression of more than %d operators, or more than %d elif, want at most that many", maxOperators, maxBranches)
		}
	}
	return nil
}

// indentation returns the width of the spaces that end a space token with newlines.
func indentation(space string, final bool) int {
	at := strings.LastIndexByte(space, '\n')
	if at < 0 || final {
		return 0
	}
	return len(space) - at - 1
}
