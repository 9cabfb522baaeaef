package dialect

import (
	"fmt"
	"math"
	"math/big"

	"go.starlark.net/starlark"
)

// Power returns base ** exponent for numbers: exact for an int to the power of an int of at least 0.
// The exponent must be a whole number, as other powers differ between machines.
func Power(base, exponent starlark.Value) (starlark.Value, error) {
	n, ok := wholeNumber(exponent)
	if !ok {
		return nil, fmt.Errorf("pow: for parameter exponent: got %s, want a whole number", ShortText(exponent))
	}
	if x, ok := base.(starlark.Int); ok && n >= 0 {
		b := x.BigInt()
		if bits := int64(b.BitLen()); bits > 1 && n > MaxBits/(bits-1) {
			return nil, fmt.Errorf("pow: the result has more than 100000 digits, want fewer")
		}
		if b.IsInt64() && (b.Int64() >= -1 && b.Int64() <= 1) {
			n = min(n, 2-n%2) // the powers of -1, 0 and 1 repeat
		}
		return starlark.MakeBigInt(new(big.Int).Exp(b, big.NewInt(n), nil)), nil
	}
	x, err := Finite(base)
	if err != nil {
		return nil, fmt.Errorf("pow: for parameter base: %w", err)
	}
	if x == 0 && n < 0 {
		return nil, fmt.Errorf("pow: got 0 to the power of %d, want an exponent of at least 0", n)
	}
	result, square := 1.0, x
	for m := uint64(max(n, -n)); m > 0; m /= 2 {
		if m%2 == 1 {
			result *= square
		}
		square *= square
	}
	if n < 0 {
		result = 1 / result
	}
	return starlark.Float(result), nil
}

// wholeNumber returns an int, or a float without a fraction, that fits into 53 bits.
func wholeNumber(v starlark.Value) (int64, bool) {
	switch v := v.(type) {
	case starlark.Int:
		n, ok := v.Int64()
		return n, ok && n > -1<<53 && n < 1<<53
	case starlark.Float:
		f := float64(v)
		return int64(f), f == math.Trunc(f) && math.Abs(f) < 1<<53
	}
	return 0, false
}

// MaxBits bounds the size of an int that a builtin computes: about 100000 decimal digits.
const MaxBits = 332193

// Finite returns a number as a float, or an error unless it is finite as one.
func Finite(number starlark.Value) (float64, error) {
	f, _ := starlark.AsFloat(number)
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, fmt.Errorf("got %s, want a number that is finite as a float", ShortText(number))
	}
	return f, nil
}
