package dialect

import "go.starlark.net/syntax"

// numberFacts are what can be told about the names of a cell without running it: which are always
// numbers (or the operation on them fails), and which of those are small.
type numberFacts struct {
	number map[string]bool // int, float or bool in all its bindings
	small  map[string]bool // an int that fits a machine word, or a float
	bound  map[string]bool // bound anywhere in the cell
}

// safe reports whether x op y needs no guard: it makes no text and no list, and no int that grows
// faster than by a bit.
func (g guarder) safe(op syntax.Token, x, y syntax.Expr) bool {
	f := g.numbers
	switch op {
	case syntax.PLUS: // a number and a list do not add up
		return f.isNumber(x) || f.isNumber(y)
	case syntax.STAR:
		return f.isSmall(x) && f.isSmall(y)
	case syntax.PERCENT:
		return f.isNumber(x)
	case syntax.PIPE, syntax.AMP, syntax.CIRCUMFLEX:
		return f.isNumber(x) || f.isNumber(y)
	case syntax.LTLT:
		return isNumberLiteral(x) && isNumberLiteral(y)
	}
	return false
}

func isNumberLiteral(e syntax.Expr) bool {
	lit, ok := unparen(e).(*syntax.Literal)
	return ok && (lit.Token == syntax.INT || lit.Token == syntax.FLOAT)
}

// isNumber reports whether e is a number whenever it has a value.
func (f *numberFacts) isNumber(e syntax.Expr) bool {
	switch e := unparen(e).(type) {
	case *syntax.Literal:
		return isNumberLiteral(e)
	case *syntax.Ident:
		return f.number[e.Name]
	case *syntax.UnaryExpr:
		return e.Op == syntax.MINUS || e.Op == syntax.PLUS
	case *syntax.CondExpr:
		return f.isNumber(e.True) && f.isNumber(e.False)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.SLASH, syntax.SLASHSLASH:
			return true
		case syntax.PLUS:
			return f.isNumber(e.X) || f.isNumber(e.Y)
		case syntax.MINUS: // of sets too
			return f.isNumber(e.X) || f.isNumber(e.Y)
		case syntax.STAR:
			return f.isNumber(e.X) && f.isNumber(e.Y)
		case syntax.PERCENT:
			return f.isNumber(e.X)
		}
	case *syntax.CallExpr:
		return f.isBuiltin(e, "len")
	}
	return false
}

// isSmall reports whether e is a float or an int of a machine word whenever it has a value.
func (f *numberFacts) isSmall(e syntax.Expr) bool {
	switch e := unparen(e).(type) {
	case *syntax.Literal:
		_, fits := e.Value.(int64)
		return fits || e.Token == syntax.FLOAT
	case *syntax.Ident:
		return f.small[e.Name]
	case *syntax.UnaryExpr:
		return (e.Op == syntax.MINUS || e.Op == syntax.PLUS) && f.isSmall(e.X)
	case *syntax.BinaryExpr:
		switch e.Op {
		case syntax.PLUS, syntax.MINUS, syntax.STAR: // of small ones, as deep as the source is
			return f.isSmall(e.X) && f.isSmall(e.Y)
		case syntax.PERCENT, syntax.SLASHSLASH:
			return f.isSmall(e.X) && f.isSmall(e.Y)
		}
	case *syntax.CallExpr:
		return f.isBuiltin(e, "len")
	}
	return false
}

func (f *numberFacts) isBuiltin(e *syntax.CallExpr, name string) bool {
	fn, ok := e.Fn.(*syntax.Ident)
	return ok && fn.Name == name && !f.bound[name]
}

// A binding is a value that a name gets: an expression, or an item of a range, or neither.
type binding struct {
	value syntax.Expr
	op    syntax.Token // EQ, or that of an augmented assignment
	item  bool         // Value is a range and the name gets its items
}

// numericNames finds the facts for a file. It takes all scopes as one: a name is a number only if
// all bindings of that name in the cell are numbers.
func numericNames(file *syntax.File) *numberFacts {
	bindings := map[string][]binding{}
	bind := func(target syntax.Expr, b binding) {
		if id, ok := unparen(target).(*syntax.Ident); ok {
			bindings[id.Name] = append(bindings[id.Name], b)
			return
		}
		names := map[string]bool{}
		boundNames(target, names)
		for name := range names {
			bindings[name] = append(bindings[name], binding{})
		}
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.AssignStmt:
			bind(n.LHS, binding{value: n.RHS, op: n.Op})
		case *syntax.ForStmt:
			bind(n.Vars, binding{value: n.X, item: true})
		case *syntax.ForClause:
			bind(n.Vars, binding{value: n.X, item: true})
		case *syntax.LoadStmt:
			for _, to := range n.To {
				bind(to, binding{})
			}
		case *syntax.DefStmt:
			bind(n.Name, binding{})
			bindParams(n.Params, bind)
		case *syntax.LambdaExpr:
			bindParams(n.Params, bind)
		}
		return true
	})
	f := &numberFacts{number: map[string]bool{}, small: map[string]bool{}, bound: map[string]bool{}}
	for name := range bindings {
		f.number[name], f.small[name], f.bound[name] = true, true, true
	}
	for changed := true; changed; { // take all for numbers, drop those that may be otherwise
		changed = false
		for name, list := range bindings {
			for _, b := range list {
				if f.number[name] && !f.bindsNumber(name, b) {
					f.number[name], f.small[name], changed = false, false, true
				}
				if f.small[name] && !f.bindsSmall(b) {
					f.small[name], changed = false, true
				}
			}
		}
	}
	return f
}

func bindParams(params []syntax.Expr, bind func(syntax.Expr, binding)) {
	for _, param := range params {
		switch param := param.(type) {
		case *syntax.BinaryExpr:
			bind(param.X, binding{})
		case *syntax.UnaryExpr:
			if param.X != nil {
				bind(param.X, binding{})
			}
		default:
			bind(param, binding{})
		}
	}
}

func (f *numberFacts) bindsNumber(name string, b binding) bool {
	switch {
	case b.value == nil:
		return false
	case b.item:
		call, ok := unparen(b.value).(*syntax.CallExpr)
		return ok && f.isBuiltin(call, "range")
	case b.op == syntax.EQ:
		return f.isNumber(b.value)
	}
	// Name op= value: a number as long as name is, whatever the value, but for 3 * [0]
	return f.number[name] && (b.op != syntax.STAR_EQ || f.isNumber(b.value))
}

// bindsSmall reports whether a binding keeps a name small: only an item of a range, or a literal,
// as sums and products of names in a loop may grow without bound.
func (f *numberFacts) bindsSmall(b binding) bool {
	switch {
	case b.value == nil:
		return false
	case b.item:
		call, ok := unparen(b.value).(*syntax.CallExpr)
		return ok && f.isBuiltin(call, "range")
	}
	_, literal := unparen(b.value).(*syntax.Literal)
	return b.op == syntax.EQ && (literal && f.isSmall(b.value))
}
