package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology/draw"
)

// maxPanels bounds the charts of small multiples.
const maxPanels = 64

// setFront makes a chart one of points alone, with their Pareto front.
func setFront(o *draw.Chart, goals starlark.Value) error {
	list := items(goals)
	if list == nil || list.Len() != 2 {
		return fmt.Errorf(`got %s, want a pair: "minimize" or "maximize", for x and for y`, dialect.ShortText(goals))
	}
	var largest [2]bool
	for i := range largest {
		goal, ok := starlark.AsString(list.Index(i))
		if !ok {
			return fmt.Errorf(`got %s, want "minimize" or "maximize"`, list.Index(i).Type())
		}
		if err := engine.OneOf(goal, []string{"minimize", "maximize"}); err != nil {
			return err
		}
		largest[i] = goal == "maximize"
	}
	o.Kind, o.OpenName = draw.Points, "not on the front"
	o.Front = draw.Pareto(o.Series, largest[0], largest[1])
	return nil
}

func builtinSmallMultiples(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var panels *starlark.Dict
	var zero starlark.Value = starlark.None
	var xLabel, yLabel engine.TextArg
	o := draw.Chart{OpenName: "not stable"}
	if err := c.Unpack(args, kwargs, "panels", &panels, "x_label?", &xLabel, "y_label?", &yLabel,
		"x_log?", &o.XLog, "y_log?", &o.YLog, "bands?", &o.Bands, "from_zero?", &zero); err != nil {
		return nil, err
	}
	o.XLabel, o.YLabel = string(xLabel), string(yLabel)
	var err error
	if o.Zero, err = zeroOf(zero); err != nil {
		return nil, c.BadArg("from_zero", err)
	}
	if n := panels.Len(); n == 0 || n > maxPanels {
		return nil, c.BadArgf("panels", "got %d charts, want 1 to %d", n, maxPanels)
	}
	var charts []draw.Chart
	points := 0
	for title, data := range starlark.Entries(panels) {
		o.Title = dialect.NameText(title)
		if o.Series, err = seriesOf(data); err != nil {
			return nil, c.BadArg("panels", fmt.Errorf("chart %s: %w", dialect.ShortText(title), err))
		}
		before := points
		for _, s := range o.Series {
			points += len(s.X)
		}
		if points == before {
			return nil, c.BadArgf("panels", "chart %s: got no point, want at least one", dialect.ShortText(title))
		}
		charts = append(charts, o)
	}
	if points > draw.MaxPoints {
		return nil, c.BadArgf("panels", "got %d points, want at most %d", points, draw.MaxPoints)
	}
	if err := c.Reserve(points * 512); err != nil {
		return nil, err
	}
	legend, svgs, err := draw.Multiples(charts)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return output.NewCharts(legend, svgs, panelsTable(charts)), nil
}

// panelsTable returns the points of all charts, with the titles of these in front.
func panelsTable(charts []draw.Chart) *output.Table {
	var all []draw.Series
	for _, o := range charts {
		all = append(all, o.Series...)
	}
	r, rows := rangesOf(all), starlark.NewList(nil)
	var columns []string
	for _, o := range charts {
		names, points := pointRows(o, r)
		columns = append([]string{"chart"}, names...)
		for point := range starlark.Elements(points) {
			appendRow(rows, append(starlark.Tuple{starlark.String(o.Title)}, point.(starlark.Tuple)...))
		}
	}
	return output.NewTable(rows, columns, nil, "")
}
