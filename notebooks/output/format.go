package output

import (
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/topology/draw"
	"topobook/topology/number"
)

// numberHTML writes a number for a page: an int with all its digits, a float rounded as in drawings,
// both with narrow spaces between thousands.
func numberHTML(v starlark.Value) string {
	if f, ok := v.(starlark.Float); ok {
		return draw.FormatNumber(float64(f))
	}
	return strings.Replace(number.Group(v.String()), "-", "−", 1)
}

// FormatFixed writes f with the given number of digits after the point.
func FormatFixed(f float64, digits int) string {
	s := strconv.FormatFloat(f, 'f', digits, 64)
	if strings.Trim(s, "-0.") == "" {
		s = strings.TrimPrefix(s, "-") // -0.00 is 0.00
	}
	return s
}

// Escape makes s safe as HTML text and inside a quoted attribute. It keeps control characters, which a cell may print
// and XML does not know: drawings escape their own texts.
func Escape(s string) string {
	for _, c := range [][2]string{{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {`"`, "&quot;"}, {"'", "&#39;"}, {"\x00", "\ufffd"}} {
		s = strings.ReplaceAll(s, c[0], c[1])
	}
	return s
}
