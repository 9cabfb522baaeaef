package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

func builtinTable(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var rows starlark.Iterable
	var columns, align starlark.Value = starlark.None, starlark.None
	var caption engine.TextArg
	if err := c.Unpack(args, kwargs, "rows", &rows, "columns?", &columns, "caption?", &caption, "align?", &align); err != nil {
		return nil, err
	}
	names, err := stringsOf(columns)
	if err != nil {
		return nil, c.BadArg("columns", err)
	}
	sides, err := stringsOf(align)
	if err != nil {
		return nil, c.BadArg("align", err)
	}
	for _, side := range sides {
		if err := engine.OneOf(side, []string{"left", "right", "center"}); err != nil {
			return nil, c.BadArg("align", err)
		}
	}
	keyed := false
	if d, ok := rows.(*starlark.Dict); ok {
		rows, keyed = output.DictRows(d), true
	}
	t := output.NewTable(rows, names, sides, string(caption))
	t.Keyed = keyed
	if err := c.Reserve(t.Bytes()); err != nil {
		return nil, err
	}
	if len(names) > 0 && t.Width() > len(names) {
		return nil, c.BadArgf("columns", "got %d names, want one for each of %d columns", len(names), t.Width())
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
	if n := starlark.Len(list); n > output.MaxRows {
		return nil, fmt.Errorf("got a list of %d, want at most %d strings", n, output.MaxRows)
	}
	var texts []string
	for item := range starlark.Elements(list) {
		texts = append(texts, dialect.NameText(item))
	}
	return texts, nil
}

func builtinMark(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var value starlark.Value
	var note engine.TextArg
	if err := c.Unpack(args, kwargs, "value", &value, "note?", &note); err != nil {
		return nil, err
	}
	m := output.NewMark(value, string(note))
	return m, c.Reserve(m.Bytes())
}
