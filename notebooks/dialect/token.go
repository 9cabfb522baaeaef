package dialect

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A tokenKind tells the highlighter and the parser's helpers what a token is.
type tokenKind uint8

const (
	spaceToken tokenKind = iota // spaces, newlines and backslashes that join lines
	NameToken
	KeywordToken
	NumberToken
	StringToken
	CommentToken
	openToken  // ( [ {
	closeToken // ) ] }
	OpToken    // operators and punctuation
	badToken   // a character that Starlark has no use for
)

// A token is a piece of source; the tokens of a source joined are the source.
type token struct {
	Kind      tokenKind
	Text      string
	start     int // byte offset
	line, col int // from 1; columns count characters
}

// Keywords are Starlark's, and Reserved other ones of Python's, which look alike.
const (
	Keywords = "and break continue def elif else for if in lambda load not or pass return while"
	Reserved = "as assert async await class del except finally from global import is nonlocal raise try with yield"
)

var keywords = wordSet(Keywords + " " + Reserved)

// operators of more than one character, longest first.
var operators = []string{"...", "//=", ">>=", "<<=", "**=", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ":=", "->"}

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		set[word] = true
	}
	return set
}

// Tokenize cuts any text into tokens.
func Tokenize(src string) []token {
	var tokens []token
	line, col := 1, 1
	for start := 0; start < len(src); {
		kind, n := nextToken(src[start:])
		text := src[start : start+n]
		tokens = append(tokens, token{kind, text, start, line, col})
		if newlines := strings.Count(text, "\n"); newlines > 0 {
			line += newlines
			col = 1
			text = text[strings.LastIndexByte(text, '\n')+1:]
		}
		col += utf8.RuneCountInString(text)
		start += n
	}
	return tokens
}

// nextToken returns the kind and the length of the token that src begins with.
func nextToken(src string) (tokenKind, int) {
	c := src[0]
	switch {
	case isSpace(c) || c == '\\':
		n := 1
		for n < len(src) && (isSpace(src[n]) || src[n] == '\\') {
			n++
		}
		return spaceToken, n
	case c == '#':
		if n := strings.IndexByte(src, '\n'); n >= 0 {
			return CommentToken, n
		}
		return CommentToken, len(src)
	case c == '"' || c == '\'':
		return StringToken, stringLength(src, 0)
	case '0' <= c && c <= '9' || c == '.' && len(src) > 1 && '0' <= src[1] && src[1] <= '9':
		return NumberToken, numberLength(src)
	case strings.IndexByte("([{", c) >= 0:
		return openToken, 1
	case strings.IndexByte(")]}", c) >= 0:
		return closeToken, 1
	}
	if n := nameLength(src); n > 0 {
		if n < len(src) && n <= 2 && (src[n] == '"' || src[n] == '\'') && isStringPrefix(src[:n]) {
			return StringToken, stringLength(src, n)
		}
		if keywords[src[:n]] {
			return KeywordToken, n
		}
		return NameToken, n
	}
	for _, op := range operators {
		if strings.HasPrefix(src, op) {
			return OpToken, len(op)
		}
	}
	if strings.IndexByte("+-*/%&|^~<>=.,:;", c) >= 0 {
		return OpToken, 1
	}
	_, n := utf8.DecodeRuneInString(src)
	return badToken, n
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isStringPrefix(name string) bool { return name == "r" || name == "b" || name == "rb" }

func nameLength(src string) int {
	for i, r := range src {
		if r != '_' && !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return i
		}
	}
	return len(src)
}

func numberLength(src string) int {
	n := 0
	for n < len(src) {
		c := src[n]
		switch {
		case '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '.':
			n++
		case (c == '+' || c == '-') && (src[n-1] == 'e' || src[n-1] == 'E') && !strings.HasPrefix(src, "0x") && !strings.HasPrefix(src, "0X"):
			n++
		default:
			return n
		}
	}
	return n
}

// stringLength returns the length of the literal that src begins with after a prefix of the given
// length. One that is not closed ends with its line, or with the source if it has three quotes.
func stringLength(src string, prefix int) int {
	quote := src[prefix : prefix+1]
	if long := strings.Repeat(quote, 3); strings.HasPrefix(src[prefix:], long) {
		quote = long
	}
	i := prefix + len(quote)
	for i < len(src) {
		switch {
		case strings.HasPrefix(src[i:], quote):
			return i + len(quote)
		case src[i] == '\\' && i+1 < len(src):
			i += 2 // raw strings too keep a quote after a backslash
			for i < len(src) && !utf8.RuneStart(src[i]) {
				i++
			}
		case src[i] == '\n' && len(quote) == 1:
			return i
		default:
			i++
		}
	}
	return len(src)
}

// UniverseNames are Starlark's own functions.
var UniverseNames = wordSet(`abs any all bool bytes chr dict dir enumerate fail float getattr hasattr hash int
	len list max min ord print range repr reversed set sorted str tuple type zip`)
