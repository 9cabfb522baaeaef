package builtins

import (
	"errors"
	"fmt"

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

// pointsOf returns the points of a list of pairs, or of a dict from x to y. Points of a plot may have an error or a range, and
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
	ranged := false
	for item := range starlark.Elements(list) {
		point := items(item)
		if point == nil || point.Len() != 2 && !(plot && (point.Len() == 3 || point.Len() == 4)) {
			return s, fmt.Errorf("got %s, want pairs (x, y)", dialect.ShortText(item))
		}
		if plot && point.Index(1) == starlark.None {
			continue
		}
		var numbers [3]float64
		var ends starlark.Indexable // of a range
		for i := range min(point.Len(), 3) {
			if i == 2 && point.Index(i) == starlark.None {
				continue
			}
			if ends = items(point.Index(i)); i == 2 && ends != nil {
				continue
			}
			if numbers[i], err = finiteFloat(point.Index(i)); err != nil {
				return s, err
			}
		}
		if numbers[2] < 0 {
			return s, fmt.Errorf("got %s, want an error of 0 or more", dialect.ShortText(item))
		}
		low, high := numbers[1]-numbers[2], numbers[1]+numbers[2]
		if ends != nil {
			if low, high, err = rangeOf(ends, numbers[1]); err != nil {
				return s, fmt.Errorf("got %s, %w", dialect.ShortText(item), err)
			}
			ranged = true
		}
		if len(s.X) == maxPoints {
			return s, fmt.Errorf("got more than %d points, want fewer", maxPoints)
		}
		s.X, s.Y = append(s.X, numbers[0]), append(s.Y, numbers[1])
		if plot {
			s.Error, s.Open = append(s.Error, numbers[2]), append(s.Open, point.Len() == 4 && !bool(point.Index(3).Truth()))
			s.Low, s.High = append(s.Low, low), append(s.High, high)
		}
	}
	if ranged {
		s.Error = nil
	} else {
		s.Low, s.High = nil, nil
	}
	return s, nil
}

// rangeOf returns the ends of a range around y.
func rangeOf(ends starlark.Indexable, y float64) (low, high float64, err error) {
	if ends.Len() == 2 {
		if low, err = finiteFloat(ends.Index(0)); err == nil {
			high, err = finiteFloat(ends.Index(1))
		}
	}
	if err == nil && (ends.Len() != 2 || low > y || high < y) {
		err = errors.New("want a range (low, high) around y")
	}
	return low, high, err
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

// plotBuiltin returns the builtin that makes charts of lines; if setFront is nil, another program has those with a Pareto front.
func plotBuiltin(setFront func(o *draw.Chart, goals starlark.Value) error) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var data, zero, goals starlark.Value = nil, starlark.None, starlark.None
		var xLabel, yLabel, title engine.TextArg
		o := draw.Chart{OpenName: "not stable"}
		if err := c.Unpack(args, kwargs, "series", &data, "x_label?", &xLabel, "y_label?", &yLabel,
			"x_log?", &o.XLog, "y_log?", &o.YLog, "title?", &title, "bands?", &o.Bands, "from_zero?", &zero, "pareto?", &goals); err != nil {
			return nil, err
		}
		o.XLabel, o.YLabel, o.Title = string(xLabel), string(yLabel), string(title)
		var err error
		if o.Series, err = seriesOf(data); err != nil {
			return nil, c.BadArg("series", err)
		}
		if o.Zero, err = zeroOf(zero); err != nil {
			return nil, c.BadArg("from_zero", err)
		}
		points := 0
		for _, s := range o.Series {
			points += len(s.X)
		}
		if points == 0 {
			return nil, c.BadArgf("series", "got no point, want at least one")
		}
		switch {
		case goals == starlark.None:
		case setFront == nil:
			return nil, c.Wrap(engine.ErrAbsent)
		default:
			if err := setFront(&o, goals); err != nil {
				return nil, c.BadArg("pareto", err)
			}
		}
		return makeChart(c, o, points)
	}
}

// zeroOf returns whether the y axis of a chart holds 0.
func zeroOf(v starlark.Value) (draw.Zero, error) {
	switch v {
	case starlark.None:
		return draw.ZeroIfNear, nil
	case starlark.True:
		return draw.ZeroAlways, nil
	case starlark.False:
		return draw.ZeroAsIs, nil
	}
	return 0, fmt.Errorf("got %s, want a bool or None", v.Type())
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
