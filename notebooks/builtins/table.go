package builtins

import (
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// tableBuiltin returns the builtin that makes tables; if setFormats is nil, another program has those with formats.
func tableBuiltin(setFormats func(t *output.Table, formats starlark.Value) error) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var rows starlark.Iterable
		var columns, align, format starlark.Value = starlark.None, starlark.None, starlark.None
		var caption engine.TextArg
		if err := c.Unpack(args, kwargs, "rows", &rows, "columns?", &columns, "caption?", &caption, "align?", &align, "format?", &format); err != nil {
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
		if len(names) > 0 && t.Width() > len(names) {
			return nil, c.BadArgf("columns", "got %d names, want one for each of %d columns", len(names), t.Width())
		}
		switch {
		case format == starlark.None:
		case setFormats == nil:
			return nil, c.Wrap(engine.ErrAbsent)
		default:
			if err := setFormats(t, format); err != nil {
				return nil, c.BadArg("format", err)
			}
		}
		return t, c.Reserve(t.Bytes())
	}
}

// setFormats gives the columns of t the formats that v has for them.
func setFormats(t *output.Table, v starlark.Value) error {
	formats, err := columnFormats(v, t)
	if err == nil {
		t.Format(formats)
	}
	return err
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

// columnFormats returns the formats of a table's columns, given as a list or by the columns' names.
func columnFormats(v starlark.Value, t *output.Table) ([]output.Format, error) {
	names := t.Headers()
	formats := make([]starlark.Value, max(t.Width(), len(names)))
	switch v := v.(type) {
	case *starlark.Dict:
		for _, item := range v.Items() {
			if len(formats) == 0 {
				break // it has no rows either
			}
			if len(names) == 0 {
				return nil, errors.New("got a dict, want a list: the columns have no names")
			}
			name := dialect.NameText(item[0])
			if err := engine.OneOf(name, names); err != nil {
				return nil, err
			}
			for i := range names {
				if names[i] == name {
					formats[i] = item[1]
				}
			}
		}
	case *starlark.List, starlark.Tuple:
		list := v.(starlark.Indexable)
		if len(formats) > 0 && list.Len() != len(formats) {
			return nil, fmt.Errorf("got %d formats, want one for each of %d columns", list.Len(), len(formats))
		}
		for i := range formats {
			formats[i] = list.Index(i)
		}
	default:
		return nil, fmt.Errorf("got %s, want a list of formats or a dict of them by column", v.Type())
	}
	parsed := make([]output.Format, len(formats))
	for i, format := range formats {
		f, err := columnFormat(format)
		if err != nil {
			return nil, err
		}
		parsed[i] = f
	}
	return parsed, nil
}

// columnFormat returns the format that is a number of decimals, as [builtinFmt] takes it, or a word.
func columnFormat(v starlark.Value) (output.Format, error) {
	switch v {
	case nil, starlark.None:
		return output.General, nil
	case starlark.String("percent"):
		return output.Percent, nil
	case starlark.String("scientific"):
		return output.Scientific, nil
	}
	var decimals int
	if err := starlark.AsInt(v, &decimals); err != nil || decimals < 0 || decimals > 15 {
		return 0, fmt.Errorf(`got %s, want 0 to 15 decimals, "percent", "scientific" or None`, dialect.ShortText(v))
	}
	return output.Format(decimals), nil
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
