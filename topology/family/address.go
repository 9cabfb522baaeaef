package family

import (
	"fmt"
	"strconv"
	"strings"

	"topobook/topology"
)

// formatDigits writes digits with commas between them: 0,3,1.
func formatDigits(digits []int) string {
	var short [32]byte
	b := short[:0]
	for i, digit := range digits {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(digit), 10)
	}
	return string(b)
}

// badAddress returns the error of an address whose part, a digit or a level, is not what is wanted.
func badAddress(def topology.Definition, address, part, got, want string) error {
	return fmt.Errorf("%v: address %q has %s %s, want %s", def, address, part, got, want)
}

// outOfRange is badAddress for a part that should be a number from low to high.
func outOfRange(def topology.Definition, address, part, got string, low, high int) error {
	return badAddress(def, address, part, strconv.Quote(got), strconv.Itoa(low)+" to "+strconv.Itoa(high))
}

// digitCount is badAddress for an address with the wrong number of digits.
func digitCount(def topology.Definition, address string, got int, want string) error {
	return fmt.Errorf("%v: address %q has %d digits, want %s", def, address, got, want)
}

// parseDigits reads n digits of the given radix from a plain address such as 0,3,1.
func parseDigits(def topology.Definition, address string, n, radix int) ([]int, error) {
	var fields []string
	if address != "" {
		fields = strings.Split(address, ",")
	}
	if len(fields) != n {
		return nil, digitCount(def, address, len(fields), strconv.Itoa(n))
	}
	digits := make([]int, n)
	for i, field := range fields {
		digit, err := parseNumber(field)
		if err != nil {
			field = strconv.Quote(field)
		}
		if err != nil || digit >= radix {
			return nil, badAddress(def, address, "digit", field, "0 to "+strconv.Itoa(radix-1))
		}
		digits[i] = digit
	}
	return digits, nil
}

// parseNumber reads a decimal number of at most nine digits without a sign or a leading zero,
// so that every number is written in one way only.
func parseNumber(s string) (int, error) {
	x, err := strconv.ParseUint(s, 10, 30)
	if err == nil && len(s) > 1 && s[0] == '0' {
		err = strconv.ErrSyntax
	}
	return int(x), err
}

// digitsOf returns the n digits of x in the given radix, most significant first.
func digitsOf(x, n, radix int) []int {
	digits := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		digits[i] = x % radix
		x /= radix
	}
	return digits
}

// numberOf returns the number with the given digits, most significant first: the inverse of digitsOf.
// It panics unless there are n digits from 0 to radix-1.
func numberOf(digits []int, n, radix int) int {
	if len(digits) != n {
		panic(fmt.Sprintf("topology: digits %v: want %d of them", digits, n))
	}
	x := 0
	for _, digit := range digits {
		if digit < 0 || digit >= radix {
			panic(fmt.Sprintf("topology: digits %v: want each from 0 to %d", digits, radix-1))
		}
		x = x*radix + digit
	}
	return x
}
