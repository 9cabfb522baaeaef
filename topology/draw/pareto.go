package draw

import (
	"strconv"
	"strings"

	"topobook/topology/sorting"
)

// A Front is the Pareto front of the points of a chart: those that no other point dominates.
type Front struct {
	MaxX, MaxY bool      // larger numbers are better, else smaller ones
	Of         int       // points
	X, Y       []float64 // of the points on it, from the best x to the best y, each place once
}

// Pareto returns the front of the points of all series, and sets Open at those that are not on it. A point dominates another if it is as
// good in x and in y, and better in one of them. Points that are hollow already count for nothing.
//
// It takes O(n log n) time for n points.
func Pareto(series []Series, maxX, maxY bool) *Front {
	f := &Front{MaxX: maxX, MaxY: maxY}
	better := func(a, b float64, largest bool) bool { return a < b && !largest || a > b && largest }
	best := map[float64]float64{} // by x: the best y
	var xs []float64
	for _, s := range series {
		for j, x := range s.X {
			f.Of++
			if s.Open != nil && s.Open[j] {
				continue
			}
			if y, found := best[x]; !found || better(s.Y[j], y, maxY) {
				best[x] = s.Y[j]
			}
			xs = append(xs, x)
		}
	}
	xs = sorting.Distinct(xs)
	for i := range xs {
		x := xs[i]
		if maxX {
			x = xs[len(xs)-1-i]
		}
		if last := len(f.X) - 1; last < 0 || better(best[x], f.Y[last], maxY) {
			f.X, f.Y = append(f.X, x), append(f.Y, best[x])
		}
	}
	on := map[[2]float64]bool{}
	for i := range f.X {
		on[[2]float64{f.X[i], f.Y[i]}] = true
	}
	for i := range series {
		s := &series[i]
		open := make([]bool, len(s.X))
		for j := range open {
			open[j] = s.Open != nil && s.Open[j] || !on[[2]float64{s.X[j], s.Y[j]}]
		}
		s.Open = open
	}
	return f
}

// draw draws the border of what the front dominates.
func (f *Front) draw(p *plot) {
	if len(f.X) == 0 {
		return
	}
	worst := point{p.right, p.top}
	if f.MaxX {
		worst.x = p.left
	}
	if f.MaxY {
		worst.y = p.bottom
	}
	var line shape
	line.moveTo(point{p.x.at(f.X[0]), worst.y})
	for i := range f.X {
		at := point{p.x.at(f.X[i]), p.y.at(f.Y[i])}
		if i > 0 {
			line.lineTo(point{at.x, p.y.at(f.Y[i-1])})
		}
		line.lineTo(at)
	}
	line.lineTo(point{worst.x, p.y.at(f.Y[len(f.Y)-1])})
	p.empty("path", "class", "front", "d", string(line))
}

// sentence returns which points are on the front.
func (f *Front) sentence() string {
	way := func(largest bool) string {
		if largest {
			return "largest"
		}
		return "smallest"
	}
	var b strings.Builder
	b.WriteString(" Pareto front for the " + way(f.MaxX) + " x and the " + way(f.MaxY) + " y, of " + count(f.Of, "point") + ": ")
	for i := range f.X {
		if i == 8 && len(f.X) > 9 {
			b.WriteString(" and " + strconv.Itoa(len(f.X)-i) + " more")
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(FormatNumber(f.Y[i]) + " at " + FormatNumber(f.X[i]))
	}
	b.WriteString(".")
	return b.String()
}
