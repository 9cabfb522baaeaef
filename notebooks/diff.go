package notebooks

import "strings"

// A Change is a run of lines that two texts have in common, or that only one of them has.
type Change struct {
	Kind  byte // ' ', '-' (only in the first text) or '+' (only in the second)
	Lines []string
}

// Diff returns what leads from the text a to the text b, line by line: a longest common
// subsequence, removals before additions. It takes O(|a|·|b|) lines of time and space, and
// above maxDiff of them it replaces everything.
func Diff(a, b string) []Change {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	if len(x)*len(y) > maxDiff {
		return []Change{{'-', x}, {'+', y}}
	}
	// common[i][j] is the length of the longest common subsequence of x[i:] and y[j:].
	common := make([][]int, len(x)+1)
	for i := range common {
		common[i] = make([]int, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var changes []Change
	add := func(kind byte, line string) {
		if n := len(changes); n == 0 || changes[n-1].Kind != kind {
			changes = append(changes, Change{Kind: kind})
		}
		last := &changes[len(changes)-1]
		last.Lines = append(last.Lines, line)
	}
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			add(' ', x[i])
			i, j = i+1, j+1
		case j == len(y) || i < len(x) && common[i+1][j] >= common[i][j+1]:
			add('-', x[i])
			i++
		default:
			add('+', y[j])
			j++
		}
	}
	return changes
}

const maxDiff = 1 << 20 // lines times lines
