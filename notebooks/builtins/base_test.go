package builtins

import (
	"strings"
	"testing"

	"go.starlark.net/syntax"

	"topobook/notebooks/builtins/doc"
)

// A baseCall is a call of a builtin that works: its parameters, and what they get.
type baseCall struct {
	name   string
	params []baseParam
}

// A baseParam is a parameter of a call.
type baseParam struct {
	name     string   // that of *parts is *parts
	source   []string // of the arguments that it gets; none if it has its default
	standard string   // the source of its default
}

// baseCalls returns a call of each builtin: that of the example in its documentation.
func baseCalls(t testing.TB) []baseCall {
	entries, err := doc.Entries()
	if err != nil {
		t.Fatal(err)
	}
	var all []baseCall
	for _, e := range entries {
		if builtin, _ := Find(e.Name()); builtin.Signature == e.Name() { // a constant
			continue
		}
		b, ok := baseOf(e, e.Example)
		if !ok {
			t.Fatalf("%s: the example has no call of it", e.Signature)
		}
		all = append(all, b)
	}
	return all
}

// baseOf returns the first call of the builtin of an entry in a source.
func baseOf(e doc.Entry, source string) (b baseCall, ok bool) {
	file, err := (&syntax.FileOptions{}).Parse("", source, 0)
	if err != nil {
		return b, false
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		call, isCall := n.(*syntax.CallExpr)
		if !isCall || ok {
			return !ok
		}
		if name, isName := call.Fn.(*syntax.Ident); isName && name.Name == e.Name() {
			b, ok = baseCall{name: e.Name()}, true
			b.take(e, source, call.Args)
		}
		return !ok
	})
	return b, ok
}

// take gives the parameters of an entry the arguments of a call in a source.
func (b *baseCall) take(e doc.Entry, source string, args []syntax.Expr) {
	for _, p := range e.Params {
		b.params = append(b.params, baseParam{name: p.Name, standard: p.Default})
	}
	at := 0
	for _, arg := range args {
		if named, isBinary := arg.(*syntax.BinaryExpr); isBinary && named.Op == syntax.EQ {
			for i, p := range b.params {
				if p.name == named.X.(*syntax.Ident).Name {
					b.params[i].source = []string{sourceOf(source, named.Y)}
				} else if strings.HasPrefix(p.name, "**") {
					b.params[i].source = append(p.source, sourceOf(source, named))
				}
			}
			continue
		}
		if at < len(b.params) {
			b.params[at].source = append(b.params[at].source, sourceOf(source, arg))
			if !strings.HasPrefix(b.params[at].name, "*") {
				at++
			}
		}
	}
}

// sourceOf returns the source of an expression.
func sourceOf(source string, e syntax.Expr) string {
	start, end := e.Span()
	lines := strings.SplitAfter(source, "\n")
	place := func(p syntax.Position) int {
		before := strings.Join(lines[:p.Line-1], "")
		return len(before) + len(string([]rune(lines[p.Line-1])[:p.Col-1]))
	}
	return source[place(start):place(end)]
}
