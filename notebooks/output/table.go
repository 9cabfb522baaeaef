package output

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// Bounds of a table. Its last line says how many rows are not shown.
const (
	MaxRows    = 500
	maxColumns = 200
	maxCells   = 10_000
)

// A Table is rows of cells under column headers. It is made once and does not see later changes of
// the lists that it was made from.
type Table struct {
	Base
	caption string
	columns []string // headers, or none
	align   []string // by column: left, right, center
	rows    [][]tableCell
	bytes   int  // of the cells' HTML
	more    int  // rows that are not shown
	Keyed   bool // the first cell of a row is its header
}

// Bytes returns about how much the table takes.
func (t *Table) Bytes() int { return t.bytes + 128*len(t.rows)*len(t.align) }

// Headers returns the names of the columns, or none.
func (t *Table) Headers() []string { return t.columns }

// Width returns the number of columns of a table that has rows; else 0.
func (t *Table) Width() int {
	if len(t.rows) == 0 {
		return 0
	}
	return len(t.align)
}

type tableCell struct {
	html      string
	text      string         // with all digits: digests and JSON are made of it
	formatted string         // text in the format of the column, or ""
	number    starlark.Value // or nil
	mark      *Mark          // or nil
}

func (t *Table) Type() string          { return "table" }
func (t *Table) String() string        { return t.Text() }
func (t *Table) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: table") }

// HTML returns table.data with scope on its headers and class num on numeric columns, in div.scroll:
// where a table is wider than the page, only it moves, by the keyboard too. A number that is shown with
// fewer digits than it has, or in another form, has them in its cell's title, from which saved tables take it.
func (t *Table) HTML() string { return t.html(tableCell.title) }

// html returns the table with the title of each number.
func (t *Table) html(title func(tableCell) string) string {
	var b strings.Builder
	b.WriteString(`<div class="scroll" tabindex="0" role="group" aria-label="` + Escape(cmp.Or(t.caption, "Table")) + `"><table class="data">`)
	if t.caption != "" {
		b.WriteString("<caption>" + Escape(t.caption) + "</caption>")
	}
	if len(t.columns) > 0 {
		b.WriteString("<thead><tr>")
		for i, name := range t.columns {
			if name == "" { // nobody's header
				b.WriteString("<td></td>")
				continue
			}
			b.WriteString(`<th scope="col"` + t.class(i) + ">" + Escape(name) + "</th>")
		}
		b.WriteString("</tr></thead>")
	}
	b.WriteString("<tbody>")
	for _, row := range t.rows {
		b.WriteString("<tr>")
		for i, cell := range row {
			open, end := "<td", "</td>"
			if i == 0 && t.Keyed {
				open, end = `<th scope="row"`, "</th>"
			}
			b.WriteString(open + t.class(i) + title(cell) + ">" + cell.html + end)
		}
		b.WriteString("</tr>")
	}
	if t.more > 0 {
		fmt.Fprintf(&b, `<tr class="more"><td colspan="%d">%s</td></tr>`, max(1, len(t.align)), t.rest())
	}
	b.WriteString("</tbody></table></div>")
	return b.String()
}

func (t *Table) rest() string { return "… " + dialect.Count(t.more, "more row", "more rows") }

func (t *Table) class(column int) string {
	switch t.align[column] {
	case "right":
		return ` class="num"`
	case "center":
		return ` class="mid"`
	}
	return ""
}

// Text returns the table with its columns padded by spaces, up to maxCell of them.
// Numbers have up to 12 digits, whatever the formats.
func (t *Table) Text() string { return t.layout(func(cell tableCell) string { return cell.text }) }

// Shown returns the text with numbers in the formats of their columns, else short.
func (t *Table) Shown() string { return t.layout(tableCell.shown) }

// layout returns the table as plain text, with the text that is chosen of each cell.
func (t *Table) layout(choose func(tableCell) string) string {
	widths := make([]int, len(t.align))
	measure := func(texts []string) {
		for i, s := range texts {
			widths[i] = max(widths[i], min(dialect.MaxCell, utf8.RuneCountInString(s)))
		}
	}
	var lines [][]string
	if len(t.columns) > 0 {
		lines = append(lines, t.columns)
	}
	for _, row := range t.rows {
		texts := make([]string, len(row))
		for i, cell := range row {
			texts[i] = strings.ReplaceAll(choose(cell), "\n", " ")
		}
		lines = append(lines, texts)
	}
	for _, line := range lines {
		measure(line)
	}
	var b strings.Builder
	if t.caption != "" {
		b.WriteString(t.caption + "\n")
	}
	for _, line := range lines {
		var row strings.Builder
		for i, s := range line {
			pad := strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(s)))
			if t.align[i] == "right" {
				s, pad = pad+s, ""
			}
			if i > 0 {
				row.WriteString("  ")
			}
			row.WriteString(s + pad)
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	if t.more > 0 {
		b.WriteString(t.rest() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// newCell renders one value of a row; None is a dash.
func newCell(v starlark.Value) tableCell {
	switch v := v.(type) {
	case starlark.NoneType:
		return tableCell{html: "–", text: "-"}
	case starlark.Int, starlark.Float:
		return tableCell{html: numberHTML(v), text: dialect.PlainText(v), number: v}
	case *Mark:
		return tableCell{html: v.HTML(), text: v.Text(), number: v.cell.number, mark: v}
	case Output:
		return tableCell{html: v.HTML(), text: v.Text()}
	case starlark.String:
		return tableCell{html: strings.ReplaceAll(Escape(string(v)), "\n", "<br>"), text: string(v)}
	}
	s := dialect.PlainTextWithin(v, dialect.MaxCell)
	return tableCell{html: Escape(s), text: s}
}

// DictRows returns the entries of a dict as rows of a key and a value, or, if every value is a list
// or tuple, of a key and its items.
func DictRows(d *starlark.Dict) *starlark.List {
	rows := make([]starlark.Value, 0, d.Len())
	for key, value := range starlark.Entries(d) {
		row := starlark.Tuple{key}
		switch value := value.(type) {
		case *starlark.List, starlark.Tuple:
			for item := range starlark.Elements(value.(starlark.Iterable)) {
				if row = append(row, item); len(row) > maxColumns+1 {
					break
				}
			}
		default:
			row = append(row, value)
		}
		rows = append(rows, row)
	}
	return starlark.NewList(rows)
}

// NewTable makes a table of rows: lists, tuples, dicts, or single values. The columns of dicts are
// their keys in the order in which they first occur, or those keys that columns names.
func NewTable(rows starlark.Iterable, columns, align []string, caption string) *Table {
	t := &Table{caption: caption, columns: columns}
	keys := keysOf(rows)
	if len(columns) == 0 {
		for _, key := range keys {
			t.columns = append(t.columns, dialect.NameText(key))
		}
	} else if chosen := chooseKeys(keys, columns); chosen != nil {
		keys = chosen
	}
	shown := 0 // cells
	for row := range starlark.Elements(rows) {
		if len(t.rows) == MaxRows || shown > maxCells || t.bytes > dialect.MaxPage {
			t.more = max(0, starlark.Len(rows)-len(t.rows))
			break
		}
		cells := rowCells(row, keys)
		t.rows = append(t.rows, cells)
		shown += len(cells)
		for _, cell := range cells {
			t.bytes += len(cell.html)
		}
	}
	t.finish(align)
	return t
}

// keysOf returns the keys of those rows that are dicts, in the order in which they first occur.
func keysOf(rows starlark.Iterable) []starlark.Value {
	seen := starlark.NewDict(0)
	i := 0
	for row := range starlark.Elements(rows) {
		if i++; i > MaxRows {
			break
		}
		if d, ok := row.(*starlark.Dict); ok {
			for key := range starlark.Entries(d) {
				_ = seen.SetKey(key, starlark.None) // a key can be one
			}
		}
	}
	return seen.Keys()
}

// chooseKeys returns the keys with the given texts, or nil if one is missing.
func chooseKeys(keys []starlark.Value, texts []string) []starlark.Value {
	var chosen []starlark.Value
	for _, text := range texts {
		i := slices.IndexFunc(keys, func(key starlark.Value) bool { return dialect.NameText(key) == text })
		if i < 0 {
			return nil
		}
		chosen = append(chosen, keys[i])
	}
	return chosen
}

// rowCells renders a row; if it is a dict, only the given keys of it.
func rowCells(row starlark.Value, keys []starlark.Value) []tableCell {
	var cells []tableCell
	bytes := 0
	switch row := row.(type) {
	case *starlark.Dict:
		for _, key := range keys {
			var cell tableCell
			if v, found, _ := row.Get(key); found && bytes > dialect.MaxPage {
				cell = tableCell{html: "…", text: "…"}
			} else if found {
				cell = newCell(v)
			}
			bytes += len(cell.html)
			cells = append(cells, cell)
		}
	case *starlark.List, starlark.Tuple:
		for item := range starlark.Elements(row.(starlark.Iterable)) {
			if len(cells) == maxColumns || bytes > dialect.MaxPage {
				return append(cells, tableCell{html: "…", text: "…"})
			}
			cell := newCell(item)
			bytes += len(cell.html)
			cells = append(cells, cell)
		}
	default:
		cells = []tableCell{newCell(row)}
	}
	return cells
}

// finish makes all rows as long as the longest and chooses how columns are aligned: as asked, else
// to the right where every cell but dashes is a number.
func (t *Table) finish(align []string) {
	width := len(t.columns)
	for _, row := range t.rows {
		width = max(width, len(row))
	}
	t.align = make([]string, width)
	for len(t.columns) > 0 && len(t.columns) < width {
		t.columns = append(t.columns, "")
	}
	for i := range t.rows {
		for len(t.rows[i]) < width {
			t.rows[i] = append(t.rows[i], tableCell{})
		}
	}
	for i := range t.align {
		numbers, others := 0, 0
		for _, row := range t.rows {
			switch {
			case row[i].number != nil:
				numbers++
			case row[i].text != "" && row[i].text != "-":
				others++
			}
		}
		t.align[i] = "left"
		if numbers > 0 && others == 0 {
			t.align[i] = "right"
		}
		if i < len(align) && align[i] != "" {
			t.align[i] = align[i]
		}
	}
}
