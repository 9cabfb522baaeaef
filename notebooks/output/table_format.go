package output

import (
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/topology/draw"
	"topobook/topology/number"
)

// A Format says how a column of a table shows its numbers: with that many decimals, or as follows.
type Format int

const (
	General    Format = -1 - iota // rounded as in drawings
	Percent                       // 0.125 is 12.5%: as many decimals as the column needs, at most one
	Scientific                    // 1.2×10⁻⁷: as many as it needs, at most three
)

// Format shows the finite numbers of each column in its format, one for each, and leaves other values as they are.
// It is for tables that nobody has seen yet.
func (t *Table) Format(formats []Format) {
	for i, f := range formats {
		if f == General {
			continue
		}
		decimals := int(f)
		for _, row := range t.rows {
			decimals = max(decimals, f.needs(row[i]))
		}
		for _, row := range t.rows {
			t.bytes -= len(row[i].html)
			row[i].format(f, decimals)
			t.bytes += len(row[i].html)
		}
	}
}

// needs returns how many decimals the number of a cell needs in a format that has no number of them.
func (f Format) needs(cell tableCell) int {
	x, ok := cell.float()
	if !ok || f >= 0 {
		return 0
	}
	most := 1
	if f == Scientific {
		most = 3
	}
	digits, _, _ := strings.Cut(strings.TrimSuffix(f.text(x, most), "%"), "e")
	_, decimals, _ := strings.Cut(number.TrimZeros(digits), ".")
	return len(decimals)
}

// text writes x with so many decimals as plain text: 12.5%, 1.2e-07.
func (f Format) text(x float64, decimals int) string {
	switch {
	case f == Percent:
		return FormatFixed(100*x, decimals) + "%"
	case f == Scientific && x == 0:
		return "0"
	case f == Scientific:
		return strconv.FormatFloat(x, 'e', decimals, 64)
	}
	return FormatFixed(x, decimals)
}

// format shows the number of the cell, if it has one, in a format with so many decimals.
func (cell *tableCell) format(f Format, decimals int) {
	x, ok := cell.float()
	if _, isInt := cell.number.(starlark.Int); !ok || isInt && f == 0 {
		return // an int has all its digits already
	}
	if cell.mark != nil {
		m := *cell.mark
		m.cell.format(f, decimals)
		cell.html, cell.formatted = m.HTML(), m.line(m.cell.formatted)
		return
	}
	cell.formatted = f.text(x, decimals)
	if strings.Contains(cell.formatted, "e") {
		cell.html = draw.Power(cell.formatted)
		return
	}
	digits, percent := strings.CutSuffix(cell.formatted, "%")
	cell.html = strings.Replace(number.Group(digits), "-", "−", 1)
	if percent {
		cell.html += "%"
	}
}

// float returns the number of the cell if it has one that is finite as a float.
func (cell tableCell) float() (x float64, ok bool) {
	if cell.number == nil {
		return 0, false
	}
	x, err := dialect.Finite(cell.number)
	return x, err == nil
}

// title returns the title attribute of a number that is shown with fewer digits than its text has, or in another form; else "".
func (cell tableCell) title() string {
	x, ok := cell.float()
	html := strings.Replace(strings.ReplaceAll(cell.html, "\u202f", ""), "−", "-", 1)
	shown, err := strconv.ParseFloat(html, 64)
	if !ok || cell.mark != nil || err == nil && math.Abs(shown-x) <= 1e-12*math.Abs(x) {
		return ""
	}
	return ` title="` + cell.text + `"`
}
