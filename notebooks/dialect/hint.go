package dialect

import "strings"

// A hint is what to write instead of what Python readers are used to.
type hint struct{ when, say string }

// wordHints are about the names and keywords that a cell has near an error.
var wordHints = map[string]string{
	"while":    "there is no while: write for i in range(1000) and leave it with break",
	"import":   "there is nothing to import: all builtins are there, help() lists them",
	"from":     "there is nothing to import: all builtins are there, help() lists them",
	"class":    "there are no classes: use a dict, a tuple or a function",
	"try":      "there are no exceptions: test before you call, as in x if x in d else 0",
	"except":   "there are no exceptions: test before you call, as in x if x in d else 0",
	"raise":    `there are no exceptions: fail("message") stops the cell`,
	"assert":   `there is no assert: write if not ok: fail("message")`,
	"with":     "there is no with: a cell opens nothing",
	"is":       "there is no is: compare with ==, also for None",
	"del":      "there is no del: d.pop(key) takes a key out of a dict",
	"yield":    "there is no yield: append to a list and return it",
	"global":   "there is no global: a function returns what it finds",
	"nonlocal": "there is no nonlocal: keep the value in a list or a dict",
	"async":    "there is no async: a cell runs from top to bottom",
	"await":    "there is no await: a cell runs from top to bottom",
}

// NameHints are about names that Python has and cells have not.
var NameHints = map[string]string{
	"math":       "there is no math to import: write sqrt(x), log2(x), floor(x), pi",
	"np":         "there is no numpy: use lists, sum and mean",
	"numpy":      "there is no numpy: use lists, sum and mean",
	"nx":         "there is no networkx: the builtins are like its functions, diameter(t)",
	"networkx":   "there is no networkx: the builtins are like its functions, diameter(t)",
	"plt":        "there is no matplotlib: plot(series) draws a chart",
	"map":        "there is no map: write [f(x) for x in xs]",
	"filter":     "there is no filter: write [x for x in xs if f(x)]",
	"isinstance": `there is no isinstance: write type(x) == "int"`,
	"input":      "there is no input: write name = slider(...) or name = text_input(...)",
	"frozenset":  "there is no frozenset: a set is frozen once its cell has run",
	"complex":    "there are no complex numbers",
	"open":       `there is no open: read("data.csv") reads a file of the notebook`,
	"next":       "there are no iterators: write xs[0]",
	"iter":       "there are no iterators: write a for loop",
	"divmod":     "there is no divmod: write a // b and a % b",
	"format":     "there is no format: fmt(x, digits) writes a number",
	"bin":        `there is no bin: build the digits with // and %`,
	"hex":        `there is no hex: write "%x" % n`,
	"object":     "there are no classes: use a dict",
	"Exception":  "there are no exceptions: fail(\"message\") stops the cell",
}

// errorHints are about messages, by a part of them.
var errorHints = []hint{
	{"called recursively", "a function cannot call itself: write a for loop, with a list of what is left to do"},
	{"in a generator expression", "write a list: [x for x in xs]"},
	{"frozen", "values are frozen once their cell has run: copy with list(x) or dict(x), then change the copy"},
	{"during iteration", "a list cannot change while a loop walks it: walk list(x) instead"},
	{"list has no .sort", "sorted(x) returns a sorted list"},
	{"list has no .copy", "list(x) is a copy"},
	{"dict has no .copy", "dict(x) is a copy"},
	{"unknown conversion %", "% knows only %s, %r, %d, %x and the like: fmt(x, digits) writes a number"},
	{"unknown binary op: string + int", "str(x) makes a string of a number"},
	{"unknown binary op: string + float", "str(x) makes a string of a number"},
	{"unknown binary op: int + string", "str(x) makes a string of a number"},
	{"unknown binary op: float + string", "str(x) makes a string of a number"},
	{"does not associate with", "write a < b and b < c"},
	{"format spec features not supported", "fmt(x, digits) writes a number"},
	{"Starlark does not support", ""},
	{"does not support while loops", wordHints["while"]},
	{"local variable", "the name is assigned further down, so that it is not the one from outside"},
	{"string value is not iterable", "a loop over the characters of s is for c in s.elems()"},
	{"'string' value", "a loop over the characters of s is for c in s.elems()"},
	{"unhashable", "keys of a dict and items of a set are numbers, strings and tuples: tuple(x)"},
}

// AddHint gives e the hint for its message, if there is one and it has none.
func AddHint(e *Error) {
	for _, h := range errorHints {
		if e.Hint == "" && strings.Contains(e.Msg, h.when) {
			e.Hint = h.say
		}
	}
}

// addSyntaxHint gives e, which the parser or the resolver found, a hint from the tokens around.
func addSyntaxHint(e *Error, all []token) {
	var line []token // tokens of the error's line, without spaces
	for _, tok := range all {
		if tok.line == e.Line && tok.Kind != spaceToken && tok.Kind != CommentToken {
			line = append(line, tok)
		}
	}
	for i, tok := range line {
		switch {
		case tok.Kind == KeywordToken && isName(line, i):
			e.Hint = tok.Text + " is a word of the language, and no name: write " + tok.Text + "_, say"
		case wordHints[tok.Text] != "" && (tok.Kind == KeywordToken || tok.Text == "assert" && i == 0):
			e.Hint = wordHints[tok.Text]
		case i > 0 && tok.Kind == StringToken && isFormatPrefix(line[i-1]):
			e.Hint = `there are no f-strings: write "{} nodes".format(n), or text(n, "nodes")`
		case tok.Text == ":=":
			e.Hint = "there is no :=, write the assignment on a line of its own"
		case tok.Text == "**=":
			e.Hint = "there is no **=, write x = x ** n"
		case tok.Text == "->", tok.Text == ":" && e.Col == tok.col && line[0].Text == "def":
			e.Hint = "there are no type annotations: write def f(x):"
		case tok.Kind == badToken && i == 0 && tok.Text == "@":
			e.Hint = "there are no decorators: write f = g(f)"
		case tok.Kind == badToken && tok.Text == "!":
			e.Hint = "write not x"
		case i > 0 && (tok.Text == "&" || tok.Text == "|") && line[i-1].Text == tok.Text && tok.start == line[i-1].start+1:
			e.Hint = "write a and b, a or b"
		case i > 0 && (tok.Text == "+" || tok.Text == "-") && line[i-1].Text == tok.Text && i+1 == len(line):
			e.Hint = "write x += 1"
		case i > 0 && tok.Kind == StringToken && line[i-1].Kind == StringToken && tok.col == e.Col:
			e.Hint = "join strings with +"
		}
		if e.Hint != "" {
			return
		}
	}
	if strings.Contains(e.Msg, "got for") || strings.Contains(e.Msg, "got 'for'") {
		e.Hint = "there are no generators: put the for in brackets, as in sum([x * x for x in xs])"
		return
	}
	if strings.Contains(e.Msg, "got }, want ':'") || strings.Contains(e.Msg, "got ',', want ':'") || strings.Contains(e.Msg, "got '}', want ':'") {
		e.Hint = "a set is made of a list: set([1, 2])"
		return
	}
	AddHint(e)
}

// isName reports whether the keyword line[i] stands where only a name can.
func isName(line []token, i int) bool {
	before, after := "", ""
	if i > 0 {
		before = line[i-1].Text
	}
	if i+1 < len(line) {
		after = line[i+1].Text
	}
	return after == "=" || before == "def" || before == "for" || before == "." || before == "lambda" && after != "" || line[i].Text == "load" && after != "("
}

// isFormatPrefix reports whether t is the f of an f-string.
func isFormatPrefix(t token) bool {
	return t.Kind == NameToken && (t.Text == "f" || t.Text == "F" || t.Text == "fr" || t.Text == "rf")
}

// Nearest returns the name most like the given one, or "" if none is like it.
func Nearest(to string, names []string) string {
	best, least := "", min(len(to), max(1, min(3, (len(to)+1)/3))+1)
	for _, name := range names {
		if d := editDistance(to, name, least+1); d < least || d == least && best != "" && name < best {
			best, least = name, d
		}
	}
	return best
}

// editDistance returns how many characters must be put in, taken out or replaced to make b of a,
// or at least limit if there are so many.
func editDistance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		diagonal := row[0]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			d := diagonal
			if !strings.EqualFold(a[i-1:i], b[j-1:j]) {
				d++
			}
			diagonal = row[j]
			row[j] = min(d, row[j]+1, row[j-1]+1)
		}
	}
	return row[len(b)]
}
