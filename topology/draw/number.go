package draw

import (
	"math"
	"strconv"
	"strings"

	"topobook/topology/number"
)

// FormatNumber returns x for readers: 5.3438, 16 384, 1.235×10⁻⁷. An integer below 10^15 is written
// in full; any other number is rounded to four decimals, or to four significant digits where it is
// below 0.1 or needs a power of ten. Five digits and more before the point are parted in threes by narrow spaces.
func FormatNumber(x float64) string {
	switch {
	case math.IsNaN(x):
		return "not a number"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "−∞"
	case x < 0:
		return "−" + FormatNumber(-x)
	case x >= 1e15 || x > 0 && x < 1e-4:
		return scientific(x)
	case x == math.Trunc(x):
		return number.Group(strconv.FormatFloat(x, 'f', 0, 64))
	case x < 0.1:
		return number.TrimZeros(strconv.FormatFloat(x, 'f', 4+leadingZeros(x), 64))
	}
	return number.Group(number.TrimZeros(strconv.FormatFloat(x, 'f', 4, 64)))
}

// leadingZeros returns the number of zeros after the point of x, 0.0001 ≤ x < 1.
func leadingZeros(x float64) int {
	zeros := 0
	for limit := 0.1; x < limit && zeros < 4; limit /= 10 {
		zeros++
	}
	return zeros
}

// Power returns what strconv writes with an exponent, -1.20e-07, for readers: −1.20×10⁻⁷.
func Power(s string) string {
	digits, e := cutExponent(s)
	return strings.Replace(digits, "-", "−", 1) + "×10" + superscript(e)
}

// cutExponent cuts what strconv writes with an exponent.
func cutExponent(s string) (digits string, e int) {
	digits, exponent, _ := strings.Cut(s, "e")
	e, err := strconv.Atoi(exponent)
	if err != nil {
		panic("draw: exponent " + exponent) // FormatFloat writes an integer there
	}
	return digits, e
}

// scientific returns x > 0 as a power of ten with four significant digits.
func scientific(x float64) string {
	digits, e := cutExponent(strconv.FormatFloat(x, 'e', 3, 64))
	digits = number.TrimZeros(digits)
	switch {
	case e == 0:
		return digits
	case e == 1 && digits == "1":
		return "10"
	case digits == "1":
		return "10" + superscript(e)
	}
	return digits + "×10" + superscript(e)
}

// superscript returns e in raised digits.
func superscript(e int) string {
	raised := ""
	for _, digit := range strconv.Itoa(e) {
		if digit == '-' {
			raised = "⁻"
		} else {
			raised += string([]rune("⁰¹²³⁴⁵⁶⁷⁸⁹")[digit-'0'])
		}
	}
	return raised
}
