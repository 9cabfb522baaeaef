package builtins

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// A dataset is a table of data as a value of a cell: a list of its rows, which are dicts by column, that has its columns,
// which are lists, by name. It is immutable.
type dataset struct {
	output.Record
	text    string // of which it is made
	names   []string
	rows    *starlark.List
	columns *starlark.Dict
}

var (
	_ output.Output     = (*dataset)(nil)
	_ starlark.HasAttrs = (*dataset)(nil)
	_ starlark.Mapping  = (*dataset)(nil)
	_ starlark.Sequence = (*dataset)(nil)
)

// The limits of a dataset, and the bytes that a field takes.
const (
	maxFields  = 1000 // columns
	maxDigits  = 400  // characters of a number
	fieldBytes = 160
)

// readCSV returns the table of a text with fields separated by commas, or by tabs, whose first line names the columns.
// An error begins with its line and a colon, unless it is that of the call's pause.
func readCSV(c *engine.Call, text string, separator rune) (*dataset, error) {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = separator, -1
	d := &dataset{text: text, columns: starlark.NewDict(0)}
	var rows []starlark.Value
	var columns [][]starlark.Value
	for {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if fault := (*csv.ParseError)(nil); errors.As(err, &fault) {
			return nil, fmt.Errorf("%d: %w", fault.Line, fault.Err)
		}
		line, _ := r.FieldPos(0)
		if d.names == nil {
			if d.names, err = headerOf(record); err != nil {
				return nil, fmt.Errorf("%d: %w", line, err)
			}
			columns = make([][]starlark.Value, len(d.names))
			continue
		}
		if len(record) != len(d.names) {
			return nil, fmt.Errorf("%d: got %d fields, want %d as in the first line", line, len(record), len(d.names))
		}
		row := starlark.NewDict(len(record))
		for i, field := range record {
			v := fieldValue(field)
			columns[i] = append(columns[i], v)
			_ = row.SetKey(starlark.String(d.names[i]), v) // of a dict that nobody else has
		}
		rows = append(rows, row)
		if err := c.Tick(len(rows), 0); err != nil {
			return nil, err
		}
	}
	if d.names == nil {
		return nil, errors.New("1: the file is empty, want a line with the names of the columns")
	}
	d.rows = starlark.NewList(rows)
	for i, name := range d.names {
		_ = d.columns.SetKey(starlark.String(name), starlark.NewList(columns[i]))
	}
	d.rows.Freeze()
	d.columns.Freeze()
	return d, nil
}

// headerOf returns the names of columns.
func headerOf(record []string) ([]string, error) {
	if len(record) > maxFields {
		return nil, fmt.Errorf("got %d columns, want at most %d", len(record), maxFields)
	}
	names := make([]string, len(record))
	seen := map[string]bool{}
	for i, field := range record {
		name := strings.TrimSpace(field)
		if name == "" || seen[name] {
			return nil, fmt.Errorf("column %d: got the name %q, want one that no other column has", i+1, dialect.Short(name))
		}
		names[i], seen[name] = name, true
	}
	return names, nil
}

// fieldValue returns the value of a field: None, an int, a float, or else a string. A code such as 007 is no number.
func fieldValue(field string) starlark.Value {
	field = strings.TrimSpace(field)
	digits := strings.TrimLeft(field, "+-")
	isCode := len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9'
	if field == "" {
		return starlark.None
	}
	if isCode || len(field) > maxDigits || strings.Trim(field, "+-.0123456789eE") != "" {
		return starlark.String(field)
	}
	if i, ok := new(big.Int).SetString(field, 10); ok {
		return starlark.MakeBigInt(i)
	}
	if x, err := strconv.ParseFloat(field, 64); err == nil {
		return starlark.Float(x)
	}
	return starlark.String(field)
}

func (d *dataset) Type() string          { return "dataset" }
func (d *dataset) String() string        { return fmt.Sprintf("dataset(%d rows)", d.Len()) }
func (d *dataset) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: dataset") }

// Len returns the number of rows.
func (d *dataset) Len() int { return d.rows.Len() }

// Iterate yields the rows.
func (d *dataset) Iterate() starlark.Iterator { return d.rows.Iterate() }

// Get returns a row by its index, from the end if that is negative, or a column by its name.
func (d *dataset) Get(key starlark.Value) (v starlark.Value, found bool, err error) {
	if name, ok := starlark.AsString(key); ok {
		v, found, err = d.columns.Get(key)
		if !found {
			err = fmt.Errorf("dataset: there is no column %q%s", dialect.Short(name), engine.DidYouMean(name, d.names))
		}
		return v, found, err
	}
	i, err := starlark.AsInt32(key)
	if err != nil {
		return nil, false, fmt.Errorf("dataset: got %s, want the index of a row or the name of a column", key.Type())
	}
	at := i
	if i < 0 {
		at += d.Len()
	}
	if at < 0 || at >= d.Len() {
		return nil, false, fmt.Errorf("dataset: row %d is out of range [%d:%d]", i, -d.Len(), d.Len()-1)
	}
	return d.rows.Index(at), true, nil
}

// AttrNames returns the names of the attributes.
func (d *dataset) AttrNames() []string { return []string{"columns", "rows"} }

// Attr returns the names of the columns, or the rows.
func (d *dataset) Attr(name string) (starlark.Value, error) {
	switch name {
	case "columns":
		return listOf(d.names, func(name string) starlark.Value { return starlark.String(name) }), nil
	case "rows":
		return d.rows, nil
	}
	return nil, nil
}

// Same reports whether other is made of the same text.
func (d *dataset) Same(other starlark.Value) bool {
	o, ok := other.(*dataset)
	return ok && o.text == d.text && len(o.names) == len(d.names)
}

func (d *dataset) table() *output.Table { return output.NewTable(d.rows, d.names, nil, "") }

// HTML returns the rows as a table.
func (d *dataset) HTML() string { return d.table().HTML() }

// Text returns the rows as a table.
func (d *dataset) Text() string { return d.table().Text() }

// Shown is the text with its numbers shortened.
func (d *dataset) Shown() string { return d.table().Shown() }
