package dialect

import (
	"fmt"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// LineName is the function that a function which is traced calls before each of its statements, with its line.
const LineName = "@line"

// Traced returns a program that defines the function whose def is on a line of the source of a cell or file, and nothing else: one
// that does what that function does, and calls LineName with its line before each statement and in each round of a loop, and with 0 where it ends without return. Functions
// within it do not.
func Traced(id, source string, line int) (*starlark.Program, error) {
	p, file, _, err := parse(id, source)
	if err != nil {
		return nil, p.syntaxError(err)
	}
	guard(file)
	var def *syntax.DefStmt
	syntax.Walk(file, func(n syntax.Node) bool {
		if d, ok := n.(*syntax.DefStmt); ok && int(d.Def.Line) == line {
			def = d
		}
		return def == nil
	})
	if def == nil {
		return nil, fmt.Errorf("line %d of %s defines no function", line, id)
	}
	def.Body = append(marked(def.Body), lineMark(def.Def, 0))
	file.Stmts = []syntax.Stmt{def}
	return starlark.FileProgram(file, func(string) bool { return true })
}

// marked returns the statements with the calls.
func marked(stmts []syntax.Stmt) (list []syntax.Stmt) {
	for _, stmt := range stmts {
		switch s := stmt.(type) {
		case *syntax.ExprStmt:
			if _, ok := s.X.(*syntax.Literal); ok {
				continue // a text that says what the function does
			}
		case *syntax.IfStmt:
			s.True, s.False = marked(s.True), marked(s.False)
		case *syntax.ForStmt:
			s.Body = append([]syntax.Stmt{lineMark(s.For, s.For.Line)}, marked(s.Body)...)
		}
		at := syntax.Start(stmt)
		list = append(list, lineMark(at, at.Line), stmt)
	}
	return list
}

func lineMark(at syntax.Position, line int32) syntax.Stmt {
	return &syntax.ExprStmt{X: call(LineName, at, &syntax.Literal{Token: syntax.INT, TokenPos: at, Value: int64(line)})}
}
