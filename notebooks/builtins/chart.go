package builtins

import (
	"fmt"
	"slices"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology/draw"
	"topobook/topology/sorting"
)

// Bounds of a chart: points of a series, and series.
const (
	maxPoints = 20000
	maxSeries = 100
)

// finiteFloat returns a number as a float, or an error unless it is one and finite.
func finiteFloat(v starlark.Value) (float64, error) {
	var number engine.NumberArg
	if err := number.Unpack(v); err != nil {
		return 0, err
	}
	return number.Float()
}

// pointsOf returns the points of a list of pairs, or of a dict from x to y. Points of a plot may have an error and
// whether they count, too; those whose y is None are left out.
func pointsOf(v starlark.Value, plot bool) (s draw.Series, err error) {
	if n := starlark.Len(v); n > maxPoints {
		return s, fmt.Errorf("got %d points, want at most %d", n, maxPoints)
	}
	if d, ok := v.(*starlark.Dict); ok {
		rows := make([]starlark.Value, 0, d.Len())
		for _, item := range d.Items() {
			rows = append(rows, item)
		}
		v = starlark.NewList(rows)
	}
	list, ok := v.(starlark.Iterable)
	if !ok {
		return s, fmt.Errorf("got %s, want a list of pairs (x, y)", v.Type())
	}
	for item := range starlark.Elements(list) {
		point := items(item)
		if point == nil || point.Len() != 2 && !(plot && (point.Len() == 3 || point.Len() == 4)) {
			return s, fmt.Errorf("got %s, want pairs (x, y)", dialect.ShortText(item))
		}
		if plot && point.Index(1) == starlark.None {
			continue
		}
		var numbers [3]float64
		for i := range min(point.Len(), 3) {
			if i == 2 && point.Index(i) == starlark.None {
				continue
			}
			if numbers[i], err = finiteFloat(point.Index(i)); err != nil {
				return s, err
			}
		}
		if numbers[2] < 0 {
			return s, fmt.Errorf("got %s, want an error of 0 or more", dialect.ShortText(item))
		}
		if len(s.X) == maxPoints {
			return s, fmt.Errorf("got more than %d points, want fewer", maxPoints)
		}
		s.X, s.Y = append(s.X, numbers[0]), append(s.Y, numbers[1])
		if plot {
			s.Error, s.Open = append(s.Error, numbers[2]), append(s.Open, point.Len() == 4 && !bool(point.Index(3).Truth()))
		}
	}
	return s, nil
}

// seriesOf returns the series of a dict from names to lists of pairs, or of one list of pairs.
func seriesOf(v starlark.Value) ([]draw.Series, error) {
	d, ok := v.(*starlark.Dict)
	if !ok {
		s, err := pointsOf(v, true)
		return []draw.Series{s}, err
	}
	if d.Len() > maxSeries {
		return nil, fmt.Errorf("got %d series, want at most %d", d.Len(), maxSeries)
	}
	var series []draw.Series
	for name, points := range starlark.Entries(d) {
		s, err := pointsOf(points, true)
		if err != nil {
			return nil, fmt.Errorf("series %s: %w", dialect.ShortText(name), err)
		}
		s.Name = dialect.NameText(name)
		series = append(series, s)
	}
	return series, nil
}

func builtinPlot(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var data starlark.Value
	var xLabel, yLabel, title engine.TextArg
	o := draw.Chart{OpenName: "not stable"}
	if err := c.Unpack(args, kwargs, "series", &data, "x_label?", &xLabel, "y_label?", &yLabel,
		"x_log?", &o.XLog, "y_log?", &o.YLog, "title?", &title); err != nil {
		return nil, err
	}
	o.XLabel, o.YLabel, o.Title = string(xLabel), string(yLabel), string(title)
	var err error
	if o.Series, err = seriesOf(data); err != nil {
		return nil, c.BadArg("series", err)
	}
	points := 0
	for _, s := range o.Series {
		points += len(s.X)
	}
	if points == 0 {
		return nil, c.BadArgf("series", "got no point, want at least one")
	}
	return makeChart(c, o, points)
}

// makeChart draws the chart of a builtin and makes the table of its points.
func makeChart(c *engine.Call, o draw.Chart, points int) (starlark.Value, error) {
	if err := c.Reserve(points * 512); err != nil {
		return nil, err
	}
	svg, err := o.SVG()
	if err != nil {
		return nil, c.Wrap(err)
	}
	return output.NewChart(svg, chartTable(o)), nil
}

// chartTable returns the points of a chart: a row for each x, a column for each series.
func chartTable(o draw.Chart) *output.Table {
	xName := o.XLabel
	if xName == "" {
		xName = "x"
	}
	columns := []string{xName}
	for _, s := range o.Series {
		name := s.Name
		if name == "" {
			name = o.YLabel
		}
		if name == "" {
			name = "y"
		}
		columns = append(columns, name)
	}
	rows := starlark.NewList(nil)
	errors := false
	for _, s := range o.Series {
		errors = errors || slices.ContainsFunc(s.Error, func(e float64) bool { return e > 0 })
	}
	yAt := func(s draw.Series, j int) starlark.Tuple {
		y := dialect.Number(s.Y[j])
		if s.Open != nil && s.Open[j] {
			y = output.NewMark(y, o.OpenName)
		}
		switch {
		case !errors:
			return starlark.Tuple{y}
		case s.Error[j] == 0:
			return starlark.Tuple{y, starlark.None}
		}
		return starlark.Tuple{y, dialect.Number(s.Error[j])}
	}
	if xs := commonX(o.Series); xs != nil {
		for i := len(columns) - 1; i > 0 && errors; i-- {
			columns = slices.Insert(columns, i+1, "± "+columns[i])
		}
		for i, x := range xs {
			row := starlark.Tuple{dialect.Number(x)}
			if o.Categories != nil {
				row[0] = starlark.String(o.Categories[i])
			}
			for _, s := range o.Series {
				row = append(row, yAt(s, i)...)
			}
			appendRow(rows, row)
		}
		return output.NewTable(rows, columns, nil, o.Title)
	}
	for i, s := range o.Series {
		for j, x := range s.X {
			appendRow(rows, append(starlark.Tuple{starlark.String(columns[i+1]), dialect.Number(x)}, yAt(s, j)...))
		}
	}
	yName := o.YLabel
	if yName == "" {
		yName = "y"
	}
	columns = []string{"series", xName, yName}
	if errors {
		columns = append(columns, "±")
	}
	return output.NewTable(rows, columns, nil, o.Title)
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

func builtinHistogram(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var counts, values starlark.Value = starlark.None, starlark.None
	var xLabel, yLabel, title engine.TextArg
	yLabel = "count"
	if err := c.Unpack(args, kwargs, "counts?", &counts, "x_label?", &xLabel, "y_label?", &yLabel, "title?", &title, "values?", &values); err != nil {
		return nil, err
	}
	if (counts == starlark.None) == (values == starlark.None) {
		return nil, c.Errorf("want either counts, or values to count")
	}
	var series draw.Series
	var names []string
	var err error
	if counts != starlark.None {
		if series, names, err = barsOf(counts); err != nil {
			return nil, c.BadArg("counts", err)
		}
	} else if series, err = countValues(c, values); err != nil {
		return nil, c.BadArg("values", err)
	}
	if len(series.X) == 0 {
		return nil, c.Errorf("got no number, want at least one")
	}
	return makeChart(c, draw.Chart{
		Kind: draw.Bars, Series: []draw.Series{series}, Categories: names,
		XLabel: string(xLabel), YLabel: string(yLabel), Title: string(title),
	}, len(series.X))
}

// barsOf is countsOf, but for a dict or a list of pairs that counts strings it returns their names
// and bars at 0, 1, 2 and so on.
func barsOf(v starlark.Value) (draw.Series, []string, error) {
	if n := starlark.Len(v); n > maxPoints {
		return draw.Series{}, nil, fmt.Errorf("got %d counts, want at most %d", n, maxPoints)
	}
	pairs := items(v)
	if d, ok := v.(*starlark.Dict); ok {
		pairs = output.DictRows(d)
	}
	var names []string
	var heights []starlark.Value
	for i := range lengthOf(pairs) {
		pair := items(pairs.Index(i))
		if pair == nil || pair.Len() != 2 {
			break
		}
		name, ok := pair.Index(0).(starlark.String)
		if !ok {
			break
		}
		names, heights = append(names, dialect.NameText(name)), append(heights, pair.Index(1))
	}
	if len(names) == 0 || len(names) != pairs.Len() {
		s, err := countsOf(v)
		return s, nil, err
	}
	s, err := countsOf(starlark.NewList(heights))
	return s, names, err
}

func lengthOf(list starlark.Indexable) int {
	if list == nil {
		return 0
	}
	return list.Len()
}

// countsOf returns the bars of a dict from values to counts, of a list of pairs, or of a list of
// counts at 0, 1, 2 and so on.
func countsOf(v starlark.Value) (draw.Series, error) {
	list := items(v)
	if list == nil || list.Len() == 0 || items(list.Index(0)) != nil {
		return pointsOf(v, false)
	}
	var s draw.Series
	for i := range list.Len() {
		y, err := finiteFloat(list.Index(i))
		if err != nil {
			return s, err
		}
		s.X, s.Y = append(s.X, float64(i)), append(s.Y, y)
	}
	return s, nil
}

// countValues returns a bar for each value that occurs, as high as it occurs often.
func countValues(c *engine.Call, v starlark.Value) (draw.Series, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return draw.Series{}, fmt.Errorf("got %s, want a list of numbers", v.Type())
	}
	count := map[float64]float64{}
	var s draw.Series
	done := 0
	for item := range starlark.Elements(list) {
		if err := c.Tick(done, starlark.Len(list)); err != nil {
			return s, err
		}
		done++
		x, err := finiteFloat(item)
		if err != nil {
			return s, err
		}
		if count[x] == 0 {
			s.X = append(s.X, x)
		}
		count[x]++
		if len(s.X) > maxPoints {
			return s, fmt.Errorf("got more than %d different values, want fewer", maxPoints)
		}
	}
	sorting.Sort(s.X)
	for _, x := range s.X {
		s.Y = append(s.Y, count[x])
	}
	return s, nil
}
