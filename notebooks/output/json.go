package output

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/topology/export"
)

// maxJSON bounds a value as JSON: lists that share a text may have it a million times.
const maxJSON = 64 << 20

// MarshalJSON returns v as [AppendJSON] appends it, or an error if it takes more than 64 MB.
func MarshalJSON(v starlark.Value) ([]byte, error) {
	b := AppendJSON(nil, v)
	if len(b) > maxJSON {
		return nil, fmt.Errorf("the value: takes more than %d MB as JSON, want at most that", maxJSON>>20)
	}
	return b, nil
}

// AppendJSON appends v as JSON on one line to b, which then has no item after the first 64 MB: integers with all their digits, floats in the
// fewest that read back the same (not-a-number and infinities as null), tuples as lists, keys of
// dicts as strings, and whatever JSON has no form for as the string that printing it gives.
func AppendJSON(b []byte, v starlark.Value) []byte {
	switch v := v.(type) {
	case starlark.NoneType:
		return append(b, "null"...)
	case starlark.Bool:
		return strconv.AppendBool(b, bool(v))
	case starlark.Int:
		return append(b, v.String()...)
	case starlark.Float:
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return append(b, "null"...)
		}
		return strconv.AppendFloat(b, float64(v), 'g', -1, 64)
	case starlark.String:
		return export.AppendJSONString(b, string(v))
	case attributed:
		return appendAttributes(b, v)
	case *Table:
		return v.AppendJSON(b)
	case *ClaimValue:
		return v.Claim.AppendJSON(b)
	case Output:
		return export.AppendJSONString(b, v.Text())
	case starlark.IterableMapping:
		return appendJSONObject(b, v)
	case starlark.Iterable:
		b = append(b, '[')
		separator := ""
		for item := range starlark.Elements(v) {
			if len(b) > maxJSON {
				break
			}
			b = AppendJSON(append(b, separator...), item)
			separator = ", "
		}
		return append(b, ']')
	}
	return export.AppendJSONString(b, v.String())
}

// An attributed value has embedded [Record].
type attributed interface {
	starlark.HasAttrs
	ByAttributes()
}

// appendAttributes appends v as an object of those of its attributes that are data.
func appendAttributes(b []byte, v starlark.HasAttrs) []byte {
	b = append(b, '{')
	separator := ""
	for _, name := range v.AttrNames() {
		value, err := v.Attr(name)
		if _, method := value.(starlark.Callable); err != nil || method {
			continue
		}
		b = append(export.AppendJSONString(append(b, separator...), name), ": "...)
		b = AppendJSON(b, value)
		separator = ", "
	}
	return append(b, '}')
}

// AppendJSON appends the table as an object: columns, and rows of numbers and texts.
func (t *Table) AppendJSON(b []byte) []byte {
	texts := func(b []byte, count int, text func(i int) (text string, number bool)) []byte {
		b = append(b, '[')
		for i := range count {
			if i > 0 {
				b = append(b, ", "...)
			}
			if s, number := text(i); number {
				b = append(b, s...)
			} else {
				b = export.AppendJSONString(b, s)
			}
		}
		return append(b, ']')
	}
	b = append(b, `{"columns": `...)
	b = texts(b, len(t.columns), func(i int) (string, bool) { return t.columns[i], false })
	b = append(b, `, "rows": [`...)
	for i, row := range t.rows {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = texts(b, len(row), func(i int) (string, bool) { return row[i].text, isJSONNumber(row[i]) })
	}
	return append(b, "]}"...)
}

// isJSONNumber reports whether the text of the cell is a number as JSON writes them.
func isJSONNumber(cell tableCell) bool {
	_, err := strconv.ParseFloat(cell.text, 64)
	return err == nil && cell.number != nil && strings.Trim(cell.text, "-0123456789.e+") == "" &&
		strings.Trim(cell.text[:1], "-0123456789") == ""
}

func (c Claim) AppendJSON(b []byte) []byte {
	fields := [][2]string{{"id", c.ID}, {"verdict", c.Verdict}, {"statement", c.Statement}, {"paper", c.Paper},
		{"computed", c.Computed}, {"counterexample", c.Counterexample}, {"note", c.Note}}
	b = strconv.AppendInt(append(b, `{"cases": `...), int64(c.Cases), 10)
	for _, field := range fields {
		b = export.AppendJSONString(append(export.AppendJSONString(append(b, ", "...), field[0]), ": "...), field[1])
	}
	return append(b, '}')
}

func appendJSONObject(b []byte, m starlark.IterableMapping) []byte {
	b = append(b, '{')
	for i, item := range m.Items() {
		if len(b) > maxJSON {
			break
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		key, ok := starlark.AsString(item[0])
		if !ok {
			key = item[0].String()
		}
		b = append(export.AppendJSONString(b, key), ": "...)
		b = AppendJSON(b, item[1])
	}
	return append(b, '}')
}
