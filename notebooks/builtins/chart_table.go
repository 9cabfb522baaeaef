package builtins

import (
	"cmp"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/output"
	"topobook/topology/draw"
)

// chartTable returns the points of a chart: a row for each x, a column for each series and for its errors or ranges. Where the
// series have not the same x, there is a row for each point.
func chartTable(o draw.Chart) *output.Table {
	xs := commonX(o.Series)
	if xs == nil {
		columns, rows := pointRows(o, rangesOf(o.Series))
		return output.NewTable(rows, columns, nil, o.Title)
	}
	r := rangesOf(o.Series)
	columns, rows := []string{cmp.Or(o.XLabel, "x")}, starlark.NewList(nil)
	for _, s := range o.Series {
		columns = append(columns, r.columns(seriesName(o, s))...)
	}
	for i, x := range xs {
		row := starlark.Tuple{dialect.Number(x)}
		if o.Categories != nil {
			row[0] = starlark.String(o.Categories[i])
		}
		for _, s := range o.Series {
			row = append(row, r.cells(o, s, i)...)
		}
		appendRow(rows, row)
	}
	return output.NewTable(rows, columns, nil, o.Title)
}

// pointRows returns a row for each point of a chart, and what its columns are called.
func pointRows(o draw.Chart, r ranges) ([]string, *starlark.List) {
	rows := starlark.NewList(nil)
	for _, s := range o.Series {
		for j, x := range s.X {
			appendRow(rows, append(starlark.Tuple{starlark.String(seriesName(o, s)), dialect.Number(x)}, r.cells(o, s, j)...))
		}
	}
	columns := r.columns("")
	columns[0] = cmp.Or(o.YLabel, "y")
	return append([]string{"series", cmp.Or(o.XLabel, "x")}, columns...), rows
}

// seriesName returns what a series is called in a table.
func seriesName(o draw.Chart, s draw.Series) string { return cmp.Or(s.Name, o.YLabel, "y") }

// ranges says what a table has beside the numbers of a chart.
type ranges uint8

const (
	noRanges ranges = iota
	errorsOnly
	fromTo
)

func rangesOf(series []draw.Series) ranges {
	r := noRanges
	for _, s := range series {
		switch {
		case s.Low != nil:
			return fromTo
		case slices.ContainsFunc(s.Error, func(e float64) bool { return e > 0 }):
			r = errorsOnly
		}
	}
	return r
}

// columns returns the names of the columns of a series.
func (r ranges) columns(name string) []string {
	before := name
	if name != "" {
		before += ", "
	}
	switch r {
	case errorsOnly:
		return []string{name, strings.TrimSpace("± " + name)}
	case fromTo:
		return []string{name, before + "from", before + "to"}
	}
	return []string{name}
}

// cells returns the cells of a point in them.
func (r ranges) cells(o draw.Chart, s draw.Series, j int) starlark.Tuple {
	y := dialect.Number(s.Y[j])
	open := s.Open != nil && s.Open[j]
	switch {
	case o.Front != nil && !open:
		y = output.NewMark(y, "Pareto front")
	case o.Front == nil && open:
		y = output.NewMark(y, o.OpenName)
	}
	low, high := s.Ends(j)
	switch {
	case r == noRanges:
		return starlark.Tuple{y}
	case r == errorsOnly && low == high:
		return starlark.Tuple{y, starlark.None}
	case r == errorsOnly:
		return starlark.Tuple{y, dialect.Number(s.Error[j])}
	case low == high:
		return starlark.Tuple{y, starlark.None, starlark.None}
	}
	return starlark.Tuple{y, dialect.Number(low), dialect.Number(high)}
}

// appendRow appends to a list that nobody else has.
func appendRow(rows *starlark.List, row starlark.Tuple) {
	if err := rows.Append(row); err != nil {
		panic("notebooks: " + err.Error())
	}
}

// commonX returns the places of the points if all series have them at the same places.
func commonX(series []draw.Series) []float64 {
	for _, s := range series {
		if !slices.Equal(s.X, series[0].X) {
			return nil
		}
	}
	return series[0].X
}
