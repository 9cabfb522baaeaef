package link

import (
	"fmt"
	"strings"
)

// A Change is a run of lines that two texts have in common, or that only one of them has.
type Change struct {
	Kind  byte // ' ', '-' (only in the first text) or '+' (only in the second)
	Lines []string
}

// Diff returns what leads from the text a to the text b, line by line: a longest common
// subsequence, removals before additions. Between the lines with which both begin and those with
// which both end it takes O(|a|·|b|) lines of time and space, and above maxDiff of them it replaces all.
func Diff(a, b string) []Change {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	var changes []Change
	add := func(kind byte, lines ...string) {
		if len(lines) == 0 {
			return
		}
		if n := len(changes); n == 0 || changes[n-1].Kind != kind {
			changes = append(changes, Change{Kind: kind})
		}
		last := &changes[len(changes)-1]
		last.Lines = append(last.Lines, lines...)
	}
	begin, end := 0, 0
	for begin < min(len(x), len(y)) && x[begin] == y[begin] {
		begin++
	}
	for end < min(len(x), len(y))-begin && x[len(x)-1-end] == y[len(y)-1-end] {
		end++
	}
	add(' ', x[:begin]...)
	tail := x[len(x)-end:]
	x, y = x[begin:len(x)-end], y[begin:len(y)-end]
	if len(x)*len(y) > maxDiff {
		add('-', x...)
		add('+', y...)
		x, y = nil, nil
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
	add(' ', tail...)
	return changes
}

// Excerpt returns the first lines of changes, at most so many, and how many more there are. Of a long
// run of lines that both texts have, it shows and counts those beside a change, and one for the rest.
func Excerpt(changes []Change, most int) (part []Change, rest int) {
	const beside = 3
	for i, change := range changes {
		lines := change.Lines
		if n := len(lines) - 2*beside; change.Kind == ' ' && n > 1 {
			first, last := beside, beside
			if i == 0 {
				first, n = 0, n+beside
			}
			if i == len(changes)-1 {
				last, n = 0, n+beside
			}
			lines = append(append(lines[:first:first], fmt.Sprintf("… %d lines as before", n)), lines[len(lines)-last:]...)
		}
		n := min(most, len(lines))
		if n > 0 {
			part = append(part, Change{change.Kind, lines[:n]})
		}
		most, rest = most-n, rest+len(lines)-n
	}
	return part, rest
}

const maxDiff = 1 << 20 // lines times lines
