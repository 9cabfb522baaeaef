package dialect

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// What the source of a cell may be.
const (
	MaxSource    = 64 << 10 // bytes
	maxNested    = 60       // brackets in brackets, and blocks in blocks
	maxOperators = 400      // that depend on one another in an expression
	maxBranches  = 200      // elif in a cell
)

// ellipsis is the name that stands for ..., which is as long: the place of what is to be written yet, whose value is None.
const ellipsis = "___"

// OutputName is the global that a cell's last expression is assigned to.
const OutputName = "@output"

// options are what cells and the files that they load are written in: Python without classes, exceptions, recursion and while.
var options = &syntax.FileOptions{Set: true, TopLevelControl: true, GlobalReassign: true, LoadBindsGlobally: true}

// A Name is an occurrence of a name in a cell.
type Name struct {
	Text      string
	Line, Col int
}

// A Program is a cell, or a file that cells load, that has been parsed and compiled, or the error that this gave.
type Program struct {
	Cell   string // id, or the name of the file
	source sourceMap
	Code   *starlark.Program
	Err    *Error

	Uses    []Name              // names that it takes from elsewhere, at their first use, in that order
	Binds   []Name              // names that it gives to other cells, in order of their first binding
	Own     map[string]bool     // all names that it binds at top level
	Sources map[string][]string // by name of its own or outputName: the names of which it is made
	Inputs  map[[2]int]Name     // by rewritten position of the call: the names of inputs

	InputNames []string // sorted
	pending    *pending // what is to be parsed, of an outline
}

// Parse reads and compiles the source of the cell with an id; one that is inline is an expression. It never fails: the program has the error.
func Parse(id, source string, inline bool) *Program {
	p, file, tokens, err := parse(id, source)
	if p.Err != nil {
		return p
	}
	if err == nil {
		err = check(newlines(source), inline, file)
	}
	if err == nil {
		p.findInputs(file)
		loops, made := privateNames(file.Stmts), changes(file.Stmts)
		guard(file)
		nameOutput(file)
		if p.Code, err = starlark.FileProgram(file, func(string) bool { return true }); err == nil {
			p.findNames(file, loops)
			p.findSources(file.Stmts, made)
		}
		for _, in := range p.Inputs {
			p.InputNames = append(p.InputNames, in.Text)
		}
		slices.Sort(p.InputNames)
		p.InputNames = slices.Compact(p.InputNames)
	}
	if err != nil {
		p.Err = p.syntaxError(err)
		moveToToken(p.Err, tokens)
		addSyntaxHint(p.Err, tokens)
	}
	return p
}

// parse reads a source; the program has an error if it cannot be read at all.
func parse(id, source string) (p *Program, file *syntax.File, tokens []token, err error) {
	p = &Program{Cell: id, Own: map[string]bool{}, Sources: map[string][]string{}, Inputs: map[[2]int]Name{}}
	if p.Err = checkSource(id, source); p.Err != nil {
		return p, nil, nil, p.Err
	}
	source = newlines(source)
	tokens = Tokenize(source)
	if p.Err = checkTokens(id, tokens); p.Err != nil {
		return p, nil, nil, p.Err
	}
	for _, tok := range tokens {
		if tok.Text == "..." {
			source = source[:tok.start] + ellipsis + source[tok.start+len(ellipsis):]
		}
	}
	var text string
	text, p.source = rewritePowers(source, tokens)
	file, err = options.Parse(id, text, 0)
	return p, file, tokens, err
}

// newlines makes the ends of lines what they are on most machines.
func newlines(s string) string {
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// check returns an error for what Starlark allows and cells do not.
func check(source string, inline bool, file *syntax.File) error {
	if inline {
		if len(file.Stmts) == 0 {
			return syntax.Error{Msg: "the value is empty, want one expression"}
		}
		if len(file.Stmts) != 1 {
			return syntax.Error{Msg: fmt.Sprintf("%s: got %d statements, want one expression", strings.TrimSpace(Short(source)), len(file.Stmts))}
		}
		if _, ok := file.Stmts[0].(*syntax.ExprStmt); !ok {
			return syntax.Error{Msg: strings.TrimSpace(Short(source)) + ": got a statement, want one expression"}
		}
	}
	return nil
}

// findInputs records the calls that may make inputs: name = builtin(...) at top level.
func (p *Program) findInputs(file *syntax.File) {
	for _, stmt := range file.Stmts {
		assign, ok := stmt.(*syntax.AssignStmt)
		if !ok || assign.Op != syntax.EQ {
			continue
		}
		target, ok1 := assign.LHS.(*syntax.Ident)
		call, ok2 := assign.RHS.(*syntax.CallExpr)
		if !ok1 || !ok2 {
			continue
		}
		if fn, ok := call.Fn.(*syntax.Ident); ok && inputWordNames[fn.Name] {
			at := [2]int{int(call.Lparen.Line), int(call.Lparen.Col)}
			line, col := p.Position(target.NamePos)
			p.Inputs[at] = Name{target.Name, line, col}
		}
	}
}

var inputWordNames = wordSet("slider number choice checkbox text_input pick pick_many")

// nameOutput assigns the file's last expression to outputName.
func nameOutput(file *syntax.File) {
	if len(file.Stmts) == 0 {
		return
	}
	last := len(file.Stmts) - 1
	if stmt, ok := file.Stmts[last].(*syntax.ExprStmt); ok {
		pos := syntax.Start(stmt.X)
		file.Stmts[last] = &syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: &syntax.Ident{NamePos: pos, Name: OutputName}, RHS: stmt.X}
	}
}

// privateNames returns the names that the top level binds only as variables of loops.
func privateNames(stmts []syntax.Stmt) map[string]bool {
	loops, others := map[string]bool{}, map[string]bool{}
	var visit func(stmts []syntax.Stmt)
	visit = func(stmts []syntax.Stmt) {
		for _, stmt := range stmts {
			switch stmt := stmt.(type) {
			case *syntax.AssignStmt:
				boundNames(stmt.LHS, others)
			case *syntax.DefStmt:
				others[stmt.Name.Name] = true
			case *syntax.ForStmt:
				boundNames(stmt.Vars, loops)
				visit(stmt.Body)
			case *syntax.IfStmt:
				visit(stmt.True)
				visit(stmt.False)
			}
		}
	}
	visit(stmts)
	for name := range others {
		delete(loops, name)
	}
	return loops
}

// boundNames adds the names that an assignment to target binds.
func boundNames(target syntax.Expr, names map[string]bool) {
	switch target := target.(type) {
	case *syntax.Ident:
		names[target.Name] = true
	case *syntax.ParenExpr:
		boundNames(target.X, names)
	case *syntax.TupleExpr:
		for _, x := range target.List {
			boundNames(x, names)
		}
	case *syntax.ListExpr:
		for _, x := range target.List {
			boundNames(x, names)
		}
	}
}

// findNames records which names the resolved file takes and gives.
func (p *Program) findNames(file *syntax.File, loops map[string]bool) {
	for _, global := range file.Module.(*resolve.Module).Globals {
		id := global.First
		if strings.HasPrefix(id.Name, "@") {
			continue
		}
		p.Own[id.Name] = true
		if !strings.HasPrefix(id.Name, "_") && !loops[id.Name] {
			line, col := p.Position(id.NamePos)
			p.Binds = append(p.Binds, Name{id.Name, line, col})
		}
	}
	seen := map[string]bool{}
	syntax.Walk(file, func(n syntax.Node) bool {
		id, ok := n.(*syntax.Ident)
		if !ok || id.Binding == nil || seen[id.Name] || strings.HasPrefix(id.Name, "@") {
			return true
		}
		if id.Binding.(*resolve.Binding).Scope == resolve.Predeclared {
			seen[id.Name] = true
			line, col := p.Position(id.NamePos)
			p.Uses = append(p.Uses, Name{id.Name, line, col})
		}
		return true
	})
	sort.SliceStable(p.Uses, func(i, j int) bool {
		a, b := p.Uses[i], p.Uses[j]
		return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
	})
}

// Position returns the reader's line and column of a position in the rewritten source.
func (p *Program) Position(pos syntax.Position) (line, col int) {
	return p.source.reader(int(pos.Line), int(pos.Col))
}

// syntaxError turns what the parser or the resolver says into an error of the cell.
func (p *Program) syntaxError(err error) *Error {
	e := &Error{Cell: p.Cell, Msg: err.Error()}
	var pos syntax.Position
	var bad syntax.Error
	var unresolved resolve.ErrorList
	switch {
	case errors.As(err, &bad):
		pos, e.Msg = bad.Pos, bad.Msg
	case errors.As(err, &unresolved):
		pos, e.Msg = unresolved[0].Pos, unresolved[0].Msg
	}
	if pos.Line > 0 {
		e.Line, e.Col = p.Position(pos)
	}
	return e
}

// moveToToken moves an error of the parser, which stands behind the token that it did not want,
// to that token.
func moveToToken(e *Error, tokens []token) {
	behind := strings.HasPrefix(e.Msg, "got ") && !strings.HasPrefix(e.Msg, "got newline") && !strings.HasSuffix(e.Msg, "want primary expression")
	if !behind && !strings.Contains(e.Msg, "associate") && e.Msg != "not an identifier" {
		return
	}
	for i := range len(tokens) - 1 {
		after := tokens[i+1]
		if tokens[i].Kind != spaceToken && after.line == e.Line && after.col == e.Col {
			e.Line, e.Col = tokens[i].line, tokens[i].col
			return
		}
	}
}
