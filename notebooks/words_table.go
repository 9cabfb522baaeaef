package notebooks

import (
	"fmt"

	"go.starlark.net/starlark"
)

func wordTable(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var rows starlark.Iterable
	var columns, align starlark.Value = starlark.None, starlark.None
	var caption textArg
	if err := unpack("table", args, kwargs, "rows", &rows, "columns?", &columns, "caption?", &caption, "align?", &align); err != nil {
		return nil, err
	}
	names, err := stringsOf(columns)
	if err != nil {
		return nil, badArg("table", "columns", err)
	}
	sides, err := stringsOf(align)
	if err != nil {
		return nil, badArg("table", "align", err)
	}
	for _, side := range sides {
		if err := oneOf(side, []string{"left", "right", "center"}); err != nil {
			return nil, badArg("table", "align", err)
		}
	}
	keyed := false
	if d, ok := rows.(*starlark.Dict); ok {
		rows, keyed = dictRows(d), true
	}
	t := tableOf(rows, names, sides, string(caption))
	t.keyed = keyed
	if err := c.pay("table", t.bytes+128*len(t.rows)*len(t.align)); err != nil {
		return nil, err
	}
	if len(names) > 0 && len(t.rows) > 0 && len(t.align) > len(names) {
		return nil, badArg("table", "columns", fmt.Errorf("got %d names, want one for each of %d columns", len(names), len(t.align)))
	}
	return t, nil
}

// stringsOf returns the texts of a list; None has none.
func stringsOf(v starlark.Value) ([]string, error) {
	if v == starlark.None {
		return nil, nil
	}
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, fmt.Errorf("got %s, want a list of strings", v.Type())
	}
	if n := starlark.Len(list); n > maxRows {
		return nil, fmt.Errorf("got a list of %d, want at most %d strings", n, maxRows)
	}
	var texts []string
	for item := range starlark.Elements(list) {
		texts = append(texts, nameText(item))
	}
	return texts, nil
}

func wordMark(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var value starlark.Value
	var note textArg
	if err := unpack("mark", args, kwargs, "value", &value, "note?", &note); err != nil {
		return nil, err
	}
	m := &marked{cell: makeCell(value), note: string(note)}
	return m, c.pay("mark", len(m.cell.html)+len(m.cell.text))
}
