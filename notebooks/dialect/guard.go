package dialect

import "go.starlark.net/syntax"

// Starlark itself bounds steps, but one step may allocate without bound: s + s, [0] * n, s.join(xs).
// So guard rewrites such operations of a cell to calls of functions that look at the sizes first.
// What provably works on numbers of bounded growth is left alone, so that loops stay fast.

// guardedOps are the operators that are rewritten, and the functions that take their place.
var guardedOps = map[syntax.Token]string{
	syntax.PLUS: "@add", syntax.STAR: "@mul", syntax.PERCENT: "@mod", syntax.LTLT: "@shl",
	syntax.PIPE: "@or", syntax.AMP: "@and", syntax.CIRCUMFLEX: "@xor",
	syntax.PLUS_EQ: "@iadd", syntax.STAR_EQ: "@mul", syntax.PERCENT_EQ: "@mod", syntax.LTLT_EQ: "@shl",
	syntax.PIPE_EQ: "@ior", syntax.AMP_EQ: "@and", syntax.CIRCUMFLEX_EQ: "@xor",
}

// guardedMethods are the methods whose results or effects may outgrow their receiver.
var guardedMethods = wordSet(`join replace format extend update upper lower title capitalize split rsplit
	splitlines keys values items union intersection difference symmetric_difference`)

// guard rewrites the file in place.
func guard(file *syntax.File) {
	g := guarder{numbers: numericNames(file)}
	g.stmts(file.Stmts)
}

type guarder struct {
	numbers *numberFacts
}

func (g guarder) stmts(stmts []syntax.Stmt) {
	for i, stmt := range stmts {
		switch stmt := stmt.(type) {
		case *syntax.ExprStmt:
			stmt.X = g.expr(stmt.X)
		case *syntax.AssignStmt:
			stmts[i] = g.assign(stmt)
		case *syntax.IfStmt:
			stmt.Cond = g.expr(stmt.Cond)
			g.stmts(stmt.True)
			g.stmts(stmt.False)
		case *syntax.ForStmt:
			stmt.X = g.expr(stmt.X)
			stmt.Vars = g.target(stmt.Vars)
			g.stmts(stmt.Body)
		case *syntax.WhileStmt:
			stmt.Cond = g.expr(stmt.Cond)
			g.stmts(stmt.Body)
		case *syntax.DefStmt:
			g.params(stmt.Params)
			g.stmts(stmt.Body)
		case *syntax.ReturnStmt:
			if stmt.Result != nil {
				stmt.Result = g.expr(stmt.Result)
			}
		}
	}
}

// assign rewrites x += y to x = @iadd(x, y), and x[i] += y to a call that evaluates x and i once.
func (g guarder) assign(stmt *syntax.AssignStmt) syntax.Stmt {
	fn := guardedOps[stmt.Op]
	safe := stmt.Op == syntax.EQ || fn == "" || g.safe(stmt.Op-syntax.PLUS_EQ+syntax.PLUS, stmt.LHS, stmt.RHS)
	stmt.RHS = g.expr(stmt.RHS)
	if safe {
		stmt.LHS = g.target(stmt.LHS)
		return stmt
	}
	switch target := unparen(stmt.LHS).(type) {
	case *syntax.Ident:
		copied := &syntax.Ident{NamePos: target.NamePos, Name: target.Name}
		stmt.RHS = call(fn, stmt.OpPos, copied, stmt.RHS)
		stmt.LHS, stmt.Op = target, syntax.EQ
	case *syntax.IndexExpr:
		return &syntax.ExprStmt{X: call("@index", stmt.OpPos, g.expr(target.X), g.expr(target.Y), stmt.RHS, text(fn, stmt.OpPos))}
	}
	return stmt
}

// target rewrites what an assignment assigns to: its parts are expressions, itself is not.
func (g guarder) target(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.ParenExpr:
		e.X = g.target(e.X)
	case *syntax.TupleExpr:
		g.targets(e.List)
	case *syntax.ListExpr:
		g.targets(e.List)
	case *syntax.IndexExpr:
		e.X, e.Y = g.expr(e.X), g.expr(e.Y)
	case *syntax.DotExpr:
		e.X = g.expr(e.X)
	}
	return e
}

func (g guarder) targets(list []syntax.Expr) {
	for i := range list {
		list[i] = g.target(list[i])
	}
}

func (g guarder) exprs(list []syntax.Expr) {
	for i := range list {
		list[i] = g.expr(list[i])
	}
}

// params rewrites the defaults of parameters.
func (g guarder) params(list []syntax.Expr) {
	for _, param := range list {
		if param, ok := param.(*syntax.BinaryExpr); ok {
			param.Y = g.expr(param.Y)
		}
	}
}

// expr rewrites an expression and what is in it, and returns what takes its place.
func (g guarder) expr(e syntax.Expr) syntax.Expr {
	switch e := e.(type) {
	case *syntax.BinaryExpr:
		return g.Binary(e)
	case *syntax.CallExpr:
		return g.call(e)
	case *syntax.DotExpr:
		e.X = g.expr(e.X)
		if guardedMethods[e.Name.Name] {
			return call("@attr", e.NamePos, e.X, text(e.Name.Name, e.NamePos))
		}
	case *syntax.SliceExpr:
		return g.slice(e)
	case *syntax.UnaryExpr:
		if e.X != nil {
			e.X = g.expr(e.X)
		}
	case *syntax.ParenExpr:
		e.X = g.expr(e.X)
	case *syntax.IndexExpr:
		e.X, e.Y = g.expr(e.X), g.expr(e.Y)
	case *syntax.CondExpr:
		e.Cond, e.True, e.False = g.expr(e.Cond), g.expr(e.True), g.expr(e.False)
	case *syntax.TupleExpr:
		g.exprs(e.List)
	case *syntax.ListExpr:
		g.exprs(e.List)
	case *syntax.DictExpr:
		for _, entry := range e.List {
			g.entry(entry)
		}
	case *syntax.LambdaExpr:
		g.params(e.Params)
		e.Body = g.expr(e.Body)
	case *syntax.Comprehension:
		g.comprehension(e)
	}
	return e
}

func (g guarder) entry(e syntax.Expr) {
	entry := e.(*syntax.DictEntry)
	entry.Key, entry.Value = g.expr(entry.Key), g.expr(entry.Value)
}

func (g guarder) comprehension(e *syntax.Comprehension) {
	if _, ok := e.Body.(*syntax.DictEntry); ok {
		g.entry(e.Body)
	} else {
		e.Body = g.expr(e.Body)
	}
	for _, clause := range e.Clauses {
		switch clause := clause.(type) {
		case *syntax.ForClause:
			clause.X = g.expr(clause.X)
			clause.Vars = g.target(clause.Vars)
		case *syntax.IfClause:
			clause.Cond = g.expr(clause.Cond)
		}
	}
}

func (g guarder) Binary(e *syntax.BinaryExpr) syntax.Expr {
	fn := guardedOps[e.Op]
	safe := fn == "" || g.safe(e.Op, e.X, e.Y)
	e.X, e.Y = g.expr(e.X), g.expr(e.Y)
	if safe {
		return e
	}
	return call(fn, e.OpPos, e.X, e.Y)
}

func (g guarder) call(e *syntax.CallExpr) syntax.Expr {
	if fn, ok := e.Fn.(*syntax.Ident); ok && fn.Name == powerName {
		fn.Name = "@pow"
	}
	e.Fn = g.expr(e.Fn)
	for i, arg := range e.Args {
		switch arg := arg.(type) {
		case *syntax.BinaryExpr:
			if arg.Op == syntax.EQ { // Name=value
				arg.Y = g.expr(arg.Y)
				continue
			}
		case *syntax.UnaryExpr:
			if arg.Op == syntax.STAR { // *args
				arg.X = call("@spread", arg.OpPos, g.expr(arg.X))
				continue
			}
		}
		e.Args[i] = g.expr(arg)
	}
	return e
}

func (g guarder) slice(e *syntax.SliceExpr) syntax.Expr {
	args := []syntax.Expr{e.X, e.Lo, e.Hi, e.Step}
	for i, arg := range args {
		if arg == nil {
			args[i] = &syntax.Ident{NamePos: e.Lbrack, Name: "@none"}
		} else {
			args[i] = g.expr(arg)
		}
	}
	return call("@slice", e.Lbrack, args...)
}

// call makes a call of a guard; errors in it are at pos.
func call(fn string, pos syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: &syntax.Ident{NamePos: pos, Name: fn}, Lparen: pos, Args: args, Rparen: pos}
}

func text(s string, pos syntax.Position) *syntax.Literal {
	return &syntax.Literal{Token: syntax.STRING, TokenPos: pos, Raw: s, Value: s}
}

func unparen(e syntax.Expr) syntax.Expr {
	for {
		paren, ok := e.(*syntax.ParenExpr)
		if !ok {
			return e
		}
		e = paren.X
	}
}
