package notebooks

import (
	"slices"
	"sort"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/syntax"
)

// InputsOf returns the names of the inputs that the output of a cell depends on, in groups with
// spaces between, the nearest first: those that the cell makes itself, then those of the cells whose
// names it uses, and so on. It is empty if there is no such cell.
func (k *Kernel) InputsOf(cell string) []string {
	at, ok := k.index[cell]
	if !ok {
		return nil
	}
	var groups []string
	seen := map[string]bool{}
	level := [][2]string{{cell, outputName}} // cells, and names that they give or have
	for _, input := range k.cells[at].program.inputNames() {
		level = append(level, [2]string{cell, input})
	}
	for level != nil {
		var group []string
		var next [][2]string
		for i := 0; i < len(level); i++ {
			id, made := level[i][0], level[i][1]
			if seen[id+" "+made] {
				continue
			}
			seen[id+" "+made] = true
			p := k.cells[k.index[id]].program
			if slices.Contains(p.inputNames(), made) {
				group = append(group, made)
			}
			for _, used := range p.sources[made] {
				if p.own[used] {
					level = append(level, [2]string{id, used})
				} else if from, ok := k.dataflow().giver[used]; ok {
					next = append(next, [2]string{k.cells[from].ID, used})
				}
			}
		}
		if group != nil {
			sort.Strings(group)
			groups = append(groups, strings.Join(group, " "))
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
					p.sources[name] = append(p.sources[name], id.Name)
				}
			}
			return true
		})
	}
}
