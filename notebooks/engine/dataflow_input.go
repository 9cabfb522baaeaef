package engine

import (
	"slices"
	"sort"
	"strings"

	"topobook/notebooks/dialect"
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
	level := [][2]string{{cell, dialect.OutputName}} // cells, and names that they give or have
	for _, input := range k.cells[at].program.InputNames {
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
			p.Complete()
			if slices.Contains(p.InputNames, made) {
				group = append(group, made)
			}
			for _, used := range p.Sources[made] {
				if p.Own[used] {
					level = append(level, [2]string{id, used})
				} else if from, ok := k.dataflow().definer[used]; ok {
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
