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
	if !strings.ContainsAny(s, "&<>\"'\x00") {
		return s
	}
	for _, c := range [][2]string{{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {`"`, "&quot;"}, {"'", "&#39;"}, {"\x00", "\ufffd"}} {
		s = strings.ReplaceAll(s, c[0], c[1])
	}
	return s
}

// Prose returns a sentence as HTML. TeX between two dollar signs stands in code.tex, in whose place pages have the
// formula; \$ is a dollar sign.
func Prose(s string) string {
	html := ""
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 {
			return html + Escape(s)
		}
		before, rest := s[:i], s[i+1:]
		end := closingDollar(rest)
		switch {
		case i > 0 && s[i-1] == '\\':
			html += Escape(s[:i-1]) + "$"
		case end < 0:
			html += Escape(before) + "$"
		default:
			html += Escape(before) + `<code class="tex">` + Escape(rest[:end]) + "</code>"
			rest = rest[end+1:]
		}
		s = rest
	}
}

// closingDollar returns the index of the dollar sign that ends the TeX at the start of s, or -1. As in the text of a
// notebook, there is no space just inside the signs, and no digit after the second.
func closingDollar(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '$':
			if i == 0 || s[0] == ' ' || s[i-1] == ' ' || i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
				return -1
			}
			return i
		}
	}
	return -1
}
