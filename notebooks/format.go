package notebooks

import (
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/topology/draw"
)

// formatFloat writes f for readers with up to 12 significant digits, which hides the last bits
// of rounding: 0.1+0.2 is 0.3. A whole number has no point.
func formatFloat(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+"))
	}
	if a := math.Abs(f); a != 0 && (a < 1e-5 || a >= 1e15) {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', 11, 64), "e")
		return trimZeros(mantissa) + "e" + exponent
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'e', 11, 64), 64)
	if err != nil || rounded == 0 {
		return "0"
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// numberHTML writes a number for a page: an int with all its digits, a float rounded as in drawings,
// both with narrow spaces between thousands.
func numberHTML(v starlark.Value) string {
	if f, ok := v.(starlark.Float); ok {
		return draw.FormatNumber(float64(f))
	}
	return strings.Replace(groupDigits(v.String()), "-", "−", 1)
}

// trimZeros cuts the zeros that end a number with a point.
func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// formatFixed writes f with the given number of digits after the point.
func formatFixed(f float64, digits int) string {
	s := strconv.FormatFloat(f, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-") // -0.00 is 0.00
	}
	return s
}

// groupDigits puts a narrow space, U+202F, between the thousands of a number of five digits or more.
func groupDigits(s string) string {
	whole, fraction, point := strings.Cut(s, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	if len(whole) < 5 || strings.Trim(whole, "0123456789") != "" {
		return s
	}
	var b strings.Builder
	b.WriteString(sign)
	for i := range len(whole) {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteString("\u202f")
		}
		b.WriteByte(whole[i])
	}
	if point {
		b.WriteByte('.')
		b.WriteString(fraction)
	}
	return b.String()
}

// escape makes s safe as HTML text and inside a quoted attribute.
func escape(s string) string {
	for _, c := range [][2]string{{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {`"`, "&quot;"}, {"'", "&#39;"}, {"\x00", "\ufffd"}} {
		s = strings.ReplaceAll(s, c[0], c[1])
	}
	return s
}

// Bounds of what is written out of a value that holds others.
const (
	maxItems   = 200     // items of a list
	maxNesting = 8       // lists in lists
	maxLine    = 10_000  // bytes on a line of text
	maxCell    = 300     // bytes of a list in a cell of a table
	maxPage    = 4 << 20 // bytes of HTML of a list or table
)

// plainText writes a value as text on one line: a string as it is, anything else as in a cell,
// but with floats in at most 12 digits, and not at length.
func plainText(v starlark.Value) string { return plainTextWithin(v, maxLine) }

// plainTextWithin is plainText for at most about so many bytes; strings are never cut.
func plainTextWithin(v starlark.Value, bytes int) string {
	switch v := v.(type) {
	case starlark.NoneType:
		return ""
	case starlark.String:
		return string(v)
	}
	w := valueWriter{limit: bytes}
	w.value(v, 0)
	return w.String()
}

// nameText writes a value as a name in an output: of a column, a bar, a series. It is cut at maxCell bytes.
func nameText(v starlark.Value) string { return cutAt(plainTextWithin(v, maxCell), maxCell) }

// cutAt cuts a text to so many bytes.
func cutAt(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	return strings.ToValidUTF8(s[:bytes], "") + "…"
}

// A valueWriter writes values as in a cell, until they take more than limit bytes.
type valueWriter struct {
	strings.Builder
	limit int
}

// value writes v with strings in quotes.
func (w *valueWriter) value(v starlark.Value, depth int) {
	switch v := v.(type) {
	case starlark.Float:
		w.WriteString(formatFloat(float64(v)))
	case starlark.String:
		w.WriteString(starlark.String(cutAt(string(v), w.limit)).String())
	case Output:
		w.WriteString(v.Text())
	case *starlark.List:
		w.items(v, "[", "]", depth)
	case *starlark.Set:
		w.items(v, "set([", "])", depth)
	case starlark.Tuple:
		if v.Len() == 1 {
			w.items(v, "(", ",)", depth)
			return
		}
		w.items(v, "(", ")", depth)
	case *starlark.Dict:
		w.entries(v, depth)
	default:
		w.WriteString(v.String())
	}
}

// full writes a sign that something is left out, and reports true, if there is no room for item i
// at this depth.
func (w *valueWriter) full(i, depth int) bool {
	if i == maxItems || depth == maxNesting || w.Len() > w.limit {
		w.WriteString("…")
		return true
	}
	return false
}

func (w *valueWriter) items(items starlark.Iterable, open, end string, depth int) {
	w.WriteString(open)
	i := 0
	for item := range starlark.Elements(items) {
		if i > 0 {
			w.WriteString(", ")
		}
		if w.full(i, depth) {
			break
		}
		w.value(item, depth+1)
		i++
	}
	w.WriteString(end)
}

func (w *valueWriter) entries(d *starlark.Dict, depth int) {
	w.WriteString("{")
	i := 0
	for key, value := range starlark.Entries(d) {
		if i > 0 {
			w.WriteString(", ")
		}
		if w.full(i, depth) {
			break
		}
		w.value(key, depth+1)
		w.WriteString(": ")
		w.value(value, depth+1)
		i++
	}
	w.WriteString("}")
}
