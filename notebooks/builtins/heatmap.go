package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology/draw"
)

// maxHeat bounds the rows and the columns of a heat map.
const maxHeat = 256

func builtinHeatmap(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var matrix starlark.Iterable
	var rows, columns starlark.Value = starlark.None, starlark.None
	var title, xLabel, yLabel engine.TextArg
	if err := c.Unpack(args, kwargs, "matrix", &matrix, "rows?", &rows, "columns?", &columns, "title?", &title,
		"x_label?", &xLabel, "y_label?", &yLabel); err != nil {
		return nil, err
	}
	h := draw.Heatmap{Title: string(title), XLabel: string(xLabel), YLabel: string(yLabel)}
	var err error
	if h.Values, err = matrixOf(matrix); err != nil {
		return nil, c.BadArg("matrix", err)
	}
	if h.Rows, err = namesFor("rows", rows, len(h.Values)); err != nil {
		return nil, c.BadArg("rows", err)
	}
	if h.Cols, err = namesFor("columns", columns, len(h.Values[0])); err != nil {
		return nil, c.BadArg("columns", err)
	}
	if err := c.Reserve(len(h.Values) * len(h.Values[0]) * 256); err != nil {
		return nil, err
	}
	svg, err := h.SVG()
	if err != nil {
		return nil, c.Wrap(err)
	}
	data := starlark.NewList(nil)
	for i, row := range h.Values {
		appendRow(data, append(starlark.Tuple{starlark.String(h.Rows[i])}, heatRow(row)...))
	}
	t := output.NewTable(data, append([]string{""}, h.Cols...), nil, string(title))
	t.Keyed = true
	return output.NewChart(svg, t), nil
}

func heatRow(row []float64) starlark.Tuple {
	values := make(starlark.Tuple, len(row))
	for i, x := range row {
		values[i] = dialect.Number(x)
	}
	return values
}

// matrixOf returns the numbers of a list of rows of one length.
func matrixOf(rows starlark.Iterable) ([][]float64, error) {
	var values [][]float64
	for item := range starlark.Elements(rows) {
		list := items(item)
		if list == nil {
			return nil, fmt.Errorf("got a row of type %s, want a list of numbers", item.Type())
		}
		if list.Len() == 0 || len(values) > 0 && list.Len() != len(values[0]) {
			return nil, fmt.Errorf("got rows of %d numbers, want one length of at least 1", list.Len())
		}
		if len(values) == maxHeat || list.Len() > maxHeat {
			return nil, fmt.Errorf("got a matrix of more than %d rows or columns, want fewer", maxHeat)
		}
		row := make([]float64, list.Len())
		for i := range row {
			x, err := finiteFloat(list.Index(i))
			if err != nil {
				return nil, err
			}
			row[i] = x
		}
		values = append(values, row)
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("got no row, want at least one")
	}
	return values, nil
}

// namesFor returns n names: those given, or 0, 1, 2 and so on.
func namesFor(what string, v starlark.Value, n int) ([]string, error) {
	names, err := stringsOf(v)
	if err != nil {
		return nil, err
	}
	if v != starlark.None && len(names) != n {
		return nil, fmt.Errorf("got %d names, want one for each of %d %s", len(names), n, what)
	}
	for i := len(names); i < n; i++ {
		names = append(names, fmt.Sprint(i))
	}
	return names, nil
}
