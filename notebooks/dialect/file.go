package dialect

import (
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// IsFile tells the name of a file, which has a dot, from the id of a cell.
func IsFile(name string) bool { return strings.Contains(name, ".") }

// Files returns the names of the files that a cell, or a file that cells load, names: those in its load statements, and
// those that stand as strings in calls of read, unless it gives that name another meaning. What cannot be parsed names none.
func Files(id, source string) []Name {
	source = newlines(source)
	tokens := Tokenize(source)
	if checkSource(id, source) != nil || checkTokens(id, tokens) != nil {
		return nil
	}
	text, changed := rewritePowers(source, tokens)
	file, err := options.Parse(id, text, 0)
	if err != nil {
		return nil
	}
	predeclared, universal := func(string) bool { return true }, func(string) bool { return false }
	if resolve.File(file, predeclared, universal) != nil {
		return nil
	}
	var names []Name
	add := func(lit *syntax.Literal) {
		if name, ok := lit.Value.(string); ok {
			line, col := changed.reader(int(lit.TokenPos.Line), int(lit.TokenPos.Col))
			names = append(names, Name{name, line, col})
		}
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.LoadStmt:
			add(n.Module)
		case *syntax.CallExpr:
			fn, ok := n.Fn.(*syntax.Ident)
			if !ok || fn.Name != "read" || fn.Binding.(*resolve.Binding).Scope != resolve.Predeclared || len(n.Args) == 0 {
				break
			}
			if lit, ok := n.Args[0].(*syntax.Literal); ok {
				add(lit)
			}
		}
		return true
	})
	return names
}
