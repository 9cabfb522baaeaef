package export

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"

	"topobook/topology"
)

// EdgeTable returns the links of net as a table with commas: the addresses of their ends under source and target, and what is known of
// their cables; none of them is a formula to a spreadsheet. A node without links stands in a line without a target.
func EdgeTable(net *topology.Network, progress topology.Progress) (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	columns := []string{"source", "target"}
	cabled := hasCables(net)
	if cabled {
		columns = append(columns, "kind", "length", "latency", "capacity")
	}
	_ = w.Write(columns) // into memory: there are no errors
	row := make([]string, len(columns))
	err := eachLink(net, progress, func(a, b topology.Node, c topology.Channel) {
		clear(row)
		row[0], row[1] = asText(net.Address(a)), asText(net.Address(b))
		if cabled {
			row[2] = asText(net.Cable(c).Kind)
			net.Cable(c).EachNumber(func(name, value string) { row[indexOf(columns, name)] = value })
		}
		_ = w.Write(row)
	})
	for u := range topology.Node(net.Order()) {
		if net.Degree(u) == 0 {
			clear(row)
			row[0] = asText(net.Address(u))
			_ = w.Write(row)
		}
	}
	w.Flush()
	return b.String(), err
}

// asText returns a field that no spreadsheet takes for a formula: with an apostrophe in front where it would.
func asText(field string) string {
	if isFormula(field) {
		return "'" + field
	}
	return field
}

// fromText returns what asText was given.
func fromText(field string) string {
	if strings.HasPrefix(field, "'") && isFormula(field) {
		return field[1:]
	}
	return field
}

// isFormula tells whether a spreadsheet would take a field for a formula, but for apostrophes in front.
func isFormula(field string) bool {
	field = strings.TrimLeft(field, "'")
	return field != "" && strings.IndexByte("=+-@", field[0]) >= 0
}

// indexOf returns the place of a name, or -1.
func indexOf(names []string, name string) int {
	for i, n := range names {
		if strings.EqualFold(strings.TrimSpace(n), name) {
			return i
		}
	}
	return -1
}

// separatorOf returns what separates the columns that a line names: a comma, a semicolon or a tab, whichever comes first.
func separatorOf(line string) rune {
	if i := strings.IndexAny(line, ",;\t"); i >= 0 {
		return rune(line[i])
	}
	return ','
}

// endsOf returns the columns of the ends of links, by their names, or false.
func endsOf(columns []string) (source, target int, ok bool) {
	for _, names := range [][2]string{{"source", "target"}, {"from", "to"}} {
		if source, target = indexOf(columns, names[0]), indexOf(columns, names[1]); source >= 0 && target >= 0 {
			return source, target, true
		}
	}
	return 0, 0, false
}

// readEdgeTable reads a table, with commas, semicolons or tabs, whose first line names the columns: source and target, or from and to,
// and perhaps kind, length, latency and capacity; others have no meaning here. Fields that are empty say nothing.
//
// Source: RFC 4180.
func readEdgeTable(r *reader) {
	r.accept("\ufeff")
	r.directed = true
	first, _, _ := strings.Cut(r.text[r.pos:], "\n")
	start := r.pos
	table := csv.NewReader(strings.NewReader(r.text[start:]))
	table.Comma, table.ReuseRecord = separatorOf(first), true
	table.TrimLeadingSpace = table.Comma != '\t' // which is a space
	var columns []string
	var source, target int
	for {
		record, err := table.Read()
		if err == io.EOF {
			break
		}
		if fault := (*csv.ParseError)(nil); errors.As(err, &fault) {
			if r.line = fault.Line; errors.Is(err, csv.ErrFieldCount) {
				r.fail("got %d fields, want %d as in the first line", len(record), len(columns))
			}
			r.fail("%v", fault.Err)
		}
		r.line, _ = table.FieldPos(0)
		r.pos = start + int(table.InputOffset())
		r.tick()
		if columns == nil {
			columns = append(columns, record...)
			ok := false
			if source, target, ok = endsOf(columns); !ok {
				r.fail("got the columns %q, want source and target, or from and to", short(strings.Join(columns, ", ")))
			}
			continue
		}
		if record[source] == "" {
			r.fail("got a link without a source")
		}
		a := r.node(fromText(record[source]))
		if record[target] == "" {
			continue
		}
		i := r.link(a, r.node(fromText(record[target])))
		for column, value := range record {
			if value = strings.TrimSpace(value); value != "" && column != source && column != target {
				r.setLink(i, attribute{strings.ToLower(strings.TrimSpace(columns[column])), fromText(value)})
			}
		}
	}
	if columns == nil {
		r.fail("got no line, want one with the names of the columns")
	}
}
