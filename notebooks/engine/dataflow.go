package engine

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"topobook/notebooks/dialect"
	"topobook/topology/sorting"
)

// A graph tells which cell gives each name, and in which order cells run.
type graph struct {
	definer map[string]int   // by public name: the cell that defines it, the first if there are several
	needs   [][]int          // by cell: its dependencies, the cells whose names it uses, ascending
	order   []int            // every cell after those that it needs, else in page order
	errs    []*dialect.Error // by cell: what is wrong with its place in the graph
	faulty  bool             // some cell has an error
}

// newGraph joins parsed cells by their names; known are the names that are predeclared in every cell.
// It takes time linear in the names but for the search for misspelled ones.
func newGraph(programs []*dialect.Program, known func(name string) bool, builtins []string) *graph {
	g := &graph{
		definer: map[string]int{},
		needs:   make([][]int, len(programs)),
		errs:    make([]*dialect.Error, len(programs)),
	}
	g.findDefiners(programs, known)
	for i, p := range programs {
		for _, use := range p.Uses {
			from, given := g.definer[use.Text]
			switch {
			case given && from != i:
				g.needs[i] = append(g.needs[i], from)
			case known(use.Text): // a cell that gives a builtin another meaning had its old one first
			case given || p.Own[use.Text]:
				g.fail(i, use, use.Text+": is used before the cell gives it a value", "")
			default:
				g.fail(i, use, use.Text+": there is no such name", g.hint(programs, i, use.Text, builtins))
			}
		}
		sorting.Sort(g.needs[i])
		g.needs[i] = sorting.Distinct(g.needs[i])
	}
	g.sort(programs)
	return g
}

// fail records the first error of a cell.
func (g *graph) fail(i int, at dialect.Name, msg, hint string) {
	if g.faulty = true; g.errs[i] == nil {
		g.errs[i] = &dialect.Error{Line: at.Line, Col: at.Col, Msg: msg, Hint: hint}
	}
}

// findDefiners fills definer, and fails all cells that give the same name. A cell that gives another
// meaning to a name that is predeclared does so for itself alone: whoever edits one cell must
// not change what claim or verify means in the others.
func (g *graph) findDefiners(programs []*dialect.Program, known func(name string) bool) {
	given := map[string]dialect.Name{}
	for i, p := range programs {
		for _, bind := range p.Binds {
			if known(bind.Text) {
				continue
			}
			first, twice := g.definer[bind.Text]
			if !twice {
				g.definer[bind.Text], given[bind.Text] = i, bind
				continue
			}
			const hint = "give one of them another name; one that begins with _ belongs to its cell alone"
			g.fail(i, bind, fmt.Sprintf("%s: is given a value here and in cell %s", bind.Text, programs[first].Cell), hint)
			g.fail(first, given[bind.Text], fmt.Sprintf("%s: is given a value here and in cell %s", bind.Text, p.Cell), hint)
		}
	}
}

// hint says what an unknown name may be meant to be.
func (g *graph) hint(programs []*dialect.Program, cell int, unknown string, builtins []string) string {
	if hint := dialect.NameHints[unknown]; hint != "" {
		return hint
	}
	for i, p := range programs {
		if i != cell && p.Own[unknown] {
			if strings.HasPrefix(unknown, "_") {
				return fmt.Sprintf("cell %s has one, but names that begin with _ belong to their cell alone", p.Cell)
			}
			return fmt.Sprintf("cell %s has one, but the variable of a loop belongs to its cell alone", p.Cell)
		}
	}
	names := slices.Clone(builtins)
	for name := range g.definer {
		names = append(names, name)
	}
	for name := range dialect.UniverseNames {
		names = append(names, name)
	}
	sort.Strings(names)
	if name := dialect.Nearest(unknown, names); name != "" {
		return "did you mean " + name + "?"
	}
	return ""
}

// sort finds the order, and fails the cells that need one another.
func (g *graph) sort(programs []*dialect.Program) {
	waits := make([]int, len(programs)) // by cell: how many of the cells that it needs are not in order yet
	users := make([][]int, len(programs))
	for i, needs := range g.needs {
		waits[i] = len(needs)
		for _, need := range needs {
			users[need] = append(users[need], i)
		}
	}
	placed := make([]bool, len(programs))
	for len(g.order) < len(programs) {
		next := slices.IndexFunc(waits, func(n int) bool { return n == 0 })
		if next < 0 {
			next = g.breakCycle(programs, placed)
		}
		g.order = append(g.order, next)
		placed[next], waits[next] = true, -1
		for _, user := range users[next] {
			if waits[user] > 0 {
				waits[user]--
			}
		}
	}
}

// breakCycle fails the cells of one cycle among those that are not placed, and returns the first.
func (g *graph) breakCycle(programs []*dialect.Program, placed []bool) int {
	at := slices.Index(placed, false)
	var path []int
	for !slices.Contains(path, at) {
		path = append(path, at)
		at = g.needs[at][slices.IndexFunc(g.needs[at], func(i int) bool { return !placed[i] })]
	}
	path = path[slices.Index(path, at):]
	first := slices.Min(path)
	for i, cell := range path {
		need := path[(i+1)%len(path)]
		for _, use := range programs[cell].Uses {
			if from, ok := g.definer[use.Text]; ok && from == need {
				g.fail(cell, use, g.cycleText(programs, path, i), "break the circle: a cell cannot need its own result")
			}
		}
	}
	return first
}

// cycleText names the cells of a cycle, beginning with path[from].
func (g *graph) cycleText(programs []*dialect.Program, path []int, from int) string {
	var b strings.Builder
	b.WriteString("cell " + programs[path[from]].Cell)
	for i := range path {
		b.WriteString(" needs " + programs[path[(from+i+1)%len(path)]].Cell)
		if i+1 < len(path) {
			b.WriteString(", which")
		}
	}
	return b.String()
}

// users returns the given cells and all that need them, directly or not.
func (g *graph) users(cells ...int) []bool {
	in := make([]bool, len(g.needs))
	for _, i := range cells {
		in[i] = true
	}
	for _, i := range g.order {
		for _, need := range g.needs[i] {
			in[i] = in[i] || in[need]
		}
	}
	return in
}

// sources returns the given cells and all that they need, directly or not.
func (g *graph) sources(cells ...int) []bool {
	in := make([]bool, len(g.needs))
	for _, i := range cells {
		in[i] = true
	}
	for _, i := range slices.Backward(g.order) {
		if in[i] {
			for _, need := range g.needs[i] {
				in[need] = true
			}
		}
	}
	return in
}
