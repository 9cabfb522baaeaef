package notebooks

import (
	"slices"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// InputsOf returns the names of the inputs that the output of a cell depends on, the nearest first:
// those that the cell makes itself, then those of the cells whose names it uses, and so on; each
// group is sorted. It is empty if there is no such cell.
func (k *Kernel) InputsOf(cell string) [][]string {
	at, ok := k.index[cell]
	if !ok {
		return nil
	}
	type place struct {
		cell int
		name string // that it gives, or outputName
	}
	var groups [][]string
	seen := map[place]bool{}
	level := []place{{at, outputName}}
	for _, input := range k.cells[at].program.inputNames() {
		level = append(level, place{at, input})
	}
	for len(level) > 0 {
		var group []string
		var next []place
		for len(level) > 0 {
			made := level[0]
			level = level[1:]
			if seen[made] {
				continue
			}
			seen[made] = true
			p := k.cells[made.cell].program
			if slices.Contains(p.inputNames(), made.name) {
				group = append(group, made.name)
			}
			for used := range p.sources[made.name] {
				if p.own[used] {
					level = append(level, place{made.cell, used})
				} else if from, ok := k.dataflow().giver[used]; ok {
					next = append(next, place{from, used})
				}
			}
		}
		if group != nil {
			slices.Sort(group)
			groups = append(groups, group)
		}
		level = next
	}
	return groups
}

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
// use which change it.
func (p *program) findSources(stmts []syntax.Stmt, made []map[string]bool) {
	for i, stmt := range stmts {
		if i == len(stmts)-1 {
			made[i][outputName] = true
		}
		syntax.Walk(stmt, func(n syntax.Node) bool {
			id, ok := n.(*syntax.Ident)
			if !ok || id.Binding == nil {
				return true
			}
			if scope := id.Binding.(*resolve.Binding).Scope; scope == resolve.Global || scope == resolve.Predeclared {
				for name := range made[i] {
					if p.sources[name] == nil {
						p.sources[name] = map[string]bool{}
					}
					p.sources[name][id.Name] = true
				}
			}
			return true
		})
	}
}
