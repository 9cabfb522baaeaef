package notebooks

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"topobook/topology"
)

// A graph tells which cell gives each name, and in which order cells run.
type graph struct {
	giver map[string]int // by public name: the cell that gives it, the first if there are several
	needs [][]int        // by cell: the cells whose names it uses, ascending
	order []int          // every cell after those that it needs, else in page order
	errs  []*CellError   // by cell: what is wrong with its place in the graph
}

// newGraph joins parsed cells by their names; known are the names that every cell has at hand.
// It takes time linear in the names but for the search for misspelled ones.
func newGraph(programs []*program, known func(name string) bool, words []string) *graph {
	g := &graph{
		giver: map[string]int{},
		needs: make([][]int, len(programs)),
		errs:  make([]*CellError, len(programs)),
	}
	g.findGivers(programs, known)
	for i, p := range programs {
		for _, use := range p.uses {
			from, given := g.giver[use.text]
			switch {
			case given && from != i:
				g.needs[i] = append(g.needs[i], from)
			case known(use.text): // a cell that gives a word another meaning had its old one first
			case given || p.own[use.text]:
				g.fail(i, use, use.text+": is used before the cell gives it a value", "")
			default:
				g.fail(i, use, use.text+": there is no such name", g.hint(programs, i, use.text, words))
			}
		}
		topology.Sort(g.needs[i])
		g.needs[i] = topology.Distinct(g.needs[i])
	}
	g.sort(programs)
	return g
}

// fail records the first error of a cell.
func (g *graph) fail(i int, at name, msg, hint string) {
	if g.errs[i] == nil {
		g.errs[i] = &CellError{Line: at.line, Col: at.col, Msg: msg, Hint: hint}
	}
}

// findGivers fills giver, and fails all cells that give the same name. A cell that gives another
// meaning to a name that every cell has at hand does so for itself alone: whoever edits one cell must
// not change what claim or verify means in the others.
func (g *graph) findGivers(programs []*program, known func(name string) bool) {
	given := map[string]name{}
	for i, p := range programs {
		for _, bind := range p.binds {
			if known(bind.text) {
				continue
			}
			first, twice := g.giver[bind.text]
			if !twice {
				g.giver[bind.text], given[bind.text] = i, bind
				continue
			}
			const hint = "give one of them another name; one that begins with _ belongs to its cell alone"
			g.fail(i, bind, fmt.Sprintf("%s: is given a value here and in cell %s", bind.text, programs[first].cell), hint)
			g.fail(first, given[bind.text], fmt.Sprintf("%s: is given a value here and in cell %s", bind.text, p.cell), hint)
		}
	}
}

// hint says what an unknown name may be meant to be.
func (g *graph) hint(programs []*program, cell int, unknown string, words []string) string {
	if hint := nameHints[unknown]; hint != "" {
		return hint
	}
	for i, p := range programs {
		if i != cell && p.own[unknown] {
			if strings.HasPrefix(unknown, "_") {
				return fmt.Sprintf("cell %s has one, but names that begin with _ belong to their cell alone", p.cell)
			}
			return fmt.Sprintf("cell %s has one, but the variable of a loop belongs to its cell alone", p.cell)
		}
	}
	names := slices.Clone(words)
	for name := range g.giver {
		names = append(names, name)
	}
	for name := range universeNames {
		names = append(names, name)
	}
	sort.Strings(names)
	if name := nearest(unknown, names); name != "" {
		return "did you mean " + name + "?"
	}
	return ""
}

// sort finds the order, and fails the cells that need one another.
func (g *graph) sort(programs []*program) {
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
func (g *graph) breakCycle(programs []*program, placed []bool) int {
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
		for _, use := range programs[cell].uses {
			if from, ok := g.giver[use.text]; ok && from == need {
				g.fail(cell, use, g.cycleText(programs, path, i), "break the circle: a cell cannot need its own result")
			}
		}
	}
	return first
}

// cycleText names the cells of a cycle, beginning with path[from].
func (g *graph) cycleText(programs []*program, path []int, from int) string {
	var b strings.Builder
	b.WriteString("cell " + programs[path[from]].cell)
	for i := range path {
		b.WriteString(" needs " + programs[path[(from+i+1)%len(path)]].cell)
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
