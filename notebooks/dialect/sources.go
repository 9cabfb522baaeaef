package dialect

import (
	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// changes returns, for each statement of the top level, the names that it binds or whose values it
// changes by an index or a method. It reads what the reader wrote, before guard rewrites it.
func changes(stmts []syntax.Stmt) []map[string]bool {
	made := make([]map[string]bool, len(stmts))
	for i, stmt := range stmts {
		made[i] = map[string]bool{}
		syntax.Walk(stmt, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.AssignStmt:
				changedNames(n.LHS, made[i])
			case *syntax.ForStmt:
				changedNames(n.Vars, made[i])
			case *syntax.DefStmt:
				made[i][n.Name.Name] = true
				return false // what it binds inside is its own
			case *syntax.ExprStmt:
				if call, ok := n.X.(*syntax.CallExpr); ok {
					if method, ok := call.Fn.(*syntax.DotExpr); ok {
						changedNames(method, made[i])
					}
				}
			}
			return true
		})
	}
	return made
}

// changedNames adds the names whose values an assignment to target changes.
func changedNames(target syntax.Expr, names map[string]bool) {
	switch e := target.(type) {
	case *syntax.IndexExpr:
		changedNames(e.X, names)
	case *syntax.DotExpr:
		changedNames(e.X, names)
	default:
		boundNames(target, names)
	}
}

// findSources records of which names each name that the cell binds is made: all that the statements
// Use which change it.
func (p *Program) findSources(stmts []syntax.Stmt, made []map[string]bool) {
	for i, stmt := range stmts {
		if i == len(stmts)-1 {
			made[i][OutputName] = true
		}
		syntax.Walk(stmt, func(n syntax.Node) bool {
			id, ok := n.(*syntax.Ident)
			if !ok || id.Binding == nil {
				return true
			}
			if scope := id.Binding.(*resolve.Binding).Scope; scope == resolve.Global || scope == resolve.Predeclared {
				for name := range made[i] {
					p.Sources[name] = append(p.Sources[name], id.Name)
				}
			}
			return true
		})
	}
}
