// Package number writes the digits of numbers for readers.
package number

import "strings"

// TrimZeros cuts the zeros that end a number with a point.
func TrimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// Group puts a narrow space, U+202F, between the thousands of a number of five digits or more.
func Group(s string) string {
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
