package dialect

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/topology/number"
)

// FormatFloat writes f for readers with up to 12 significant digits, which hides the last bits
// of rounding: 0.1+0.2 is 0.3. A whole number has no point.
func FormatFloat(f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return strings.ToLower(strings.TrimPrefix(strconv.FormatFloat(f, 'g', -1, 64), "+"))
	}
	if a := math.Abs(f); a != 0 && (a < 1e-5 || a >= 1e15) {
		mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(f, 'e', 11, 64), "e")
		return number.TrimZeros(mantissa) + "e" + exponent
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'e', 11, 64), 64)
	if err != nil || rounded == 0 {
		return "0"
	}
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// Bounds of what is written out of a value that holds others.
const (
	MaxItems   = 200     // items of a list
	maxNesting = 8       // lists in lists
	MaxLine    = 10_000  // bytes on a line of text
	MaxCell    = 300     // bytes of a list in a cell of a table
	MaxPage    = 4 << 20 // bytes of HTML of a list or table
)

// PlainText writes a value as text on one line: a string as it is, anything else as in a cell,
// but with floats in at most 12 digits, and not at length.
func PlainText(v starlark.Value) string { return PlainTextWithin(v, MaxLine) }

// PlainTextWithin is plainText for at most about so many bytes; strings are never cut.
func PlainTextWithin(v starlark.Value, bytes int) string {
	switch v := v.(type) {
	case starlark.NoneType:
		return ""
	case starlark.String:
		return string(v)
	}
	w := ValueWriter{Limit: bytes}
	w.Value(v, 0)
	return w.String()
}

// NameText writes a value as a name in an output: of a column, a bar, a series. It is cut at maxCell bytes.
func NameText(v starlark.Value) string { return CutAt(PlainTextWithin(v, MaxCell), MaxCell) }

// CutAt cuts a text to so many bytes.
func CutAt(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	return strings.ToValidUTF8(s[:bytes], "") + "…"
}

// A ValueWriter writes values as in a cell, until they take more than limit bytes.
type ValueWriter struct {
	strings.Builder
	Limit int
}

// Value writes v with strings in quotes.
func (w *ValueWriter) Value(v starlark.Value, depth int) {
	switch v := v.(type) {
	case starlark.Float:
		w.WriteString(FormatFloat(float64(v)))
	case starlark.String:
		w.WriteString(starlark.String(CutAt(string(v), w.Limit)).String())
	case interface{ Text() string }: // an output
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
func (w *ValueWriter) full(i, depth int) bool {
	if i == MaxItems || depth == maxNesting || w.Len() > w.Limit {
		w.WriteString("…")
		return true
	}
	return false
}

func (w *ValueWriter) items(items starlark.Iterable, open, end string, depth int) {
	w.WriteString(open)
	i := 0
	for item := range starlark.Elements(items) {
		if i > 0 {
			w.WriteString(", ")
		}
		if w.full(i, depth) {
			break
		}
		w.Value(item, depth+1)
		i++
	}
	w.WriteString(end)
}

func (w *ValueWriter) entries(d *starlark.Dict, depth int) {
	w.WriteString("{")
	i := 0
	for key, value := range starlark.Entries(d) {
		if i > 0 {
			w.WriteString(", ")
		}
		if w.full(i, depth) {
			break
		}
		w.Value(key, depth+1)
		w.WriteString(": ")
		w.Value(value, depth+1)
		i++
	}
	w.WriteString("}")
}

// Short cuts text for an error.
func Short(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}

// ShortText writes a value for an error: at most 40 characters, strings in quotes.
func ShortText(v starlark.Value) string {
	s := PlainText(v)
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	if _, ok := v.(starlark.String); ok {
		return fmt.Sprintf("%q", s)
	}
	if v == starlark.None {
		return "None"
	}
	return s
}

// Number returns a load as an int if it is a whole number, so that 16 messages are 16.
func Number(x float64) starlark.Value {
	if i := int64(x); float64(i) == x {
		return starlark.MakeInt64(i)
	}
	return starlark.Float(x)
}

// Count writes a number of things.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// unseen are letters and marks that show nothing, though they count as print: fillers, joiners, choices among variants, and the marks
// that Latin letters and symbols take, which can cover what stands around them.
const unseen = "\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"

// Visible returns text with the code points of what a reader would not see as a character: control
// characters but tab and new line, marks of direction, characters without width, odd spaces.
func Visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		marks := 0x300 <= r && r < 0x370 || 0x483 <= r && r < 0x48a || 0x1ab0 <= r && r < 0x1b00 || 0x1dc0 <= r && r < 0x1e00 || 0x20d0 <= r && r < 0x2100 || r&^0xf == 0xfe00 || r&^0xf == 0xfe20 || r>>8 == 0xe01
		if r == '\t' || r == '\n' || strconv.IsPrint(r) && !marks && !strings.ContainsRune(unseen, r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		}
	}
	return b.String()
}
