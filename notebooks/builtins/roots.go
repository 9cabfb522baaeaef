package builtins

import (
	"math"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
)

// rootBuiltins returns the exponential function and the roots of polynomials.
func rootBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "exp", Fn: floatBuiltin("of at most 709", func(x float64) bool { return x <= 709 }, exp)},
		{Name: "polynomial_roots", Fn: builtinPolynomialRoots},
	}
}

// exp returns eˣ for x ≤ 709. Unlike math.Exp it takes the same steps on every machine.
func exp(x float64) float64 {
	if x < -745.2 {
		return 0
	}
	const high, low = 0x1.62e42feep-01, 0x1.a39ef35793c76p-33 // ln 2; k times the high part is exact
	k := math.RoundToEven(float64(x * math.Log2E))
	r := x - float64(k*high)
	d := float64(k * low)
	// eʳ for |r| ≤ 0.35 by its Taylor series, where r-d stands for r; the last terms are below 2⁻⁶⁰.
	y := r - d
	sum := 0.0
	for i := 15.0; i >= 2; i-- {
		sum = float64((1 + sum) * y / i)
	}
	// eʳ = 1 + r(1 + sum): rounding to 1+y and to y is made good.
	z := 1 + y
	return math.Ldexp(z+(float64(y*sum)+((y-(z-1))+((r-y)-d))), int(k))
}

const maxRoots = 64

func builtinPolynomialRoots(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	const param = "coefficients"
	var list starlark.Value
	if err := c.Unpack(args, kwargs, param, &list); err != nil {
		return nil, err
	}
	items, err := itemsOf(c, param, list)
	if err != nil {
		return nil, err
	}
	coefficients := make([]float64, len(items))
	for i, item := range items {
		var x engine.NumberArg
		if err = x.Unpack(item); err == nil {
			coefficients[i], err = x.Float()
		}
		if err != nil {
			return nil, c.BadArg(param, err)
		}
	}
	if degree := len(items) - 1; degree < 1 || degree > maxRoots || coefficients[0] == 0 {
		return nil, c.BadArgf(param, "got degree %d, want 1 to %d and a first coefficient other than 0", degree, maxRoots)
	}
	roots := polynomialRoots(coefficients)
	return c.List(len(roots), 80, func(i int) (starlark.Value, error) {
		return starlark.Tuple{starlark.Float(real(roots[i])), starlark.Float(imag(roots[i]))}, nil
	})
}

// polynomialRoots returns the roots of a polynomial, whose first coefficient, that of the highest power,
// is not 0. It iterates on y = z/R, where R bounds the roots (Cauchy, 1829).
func polynomialRoots(coefficients []float64) []complex128 {
	first, degree := coefficients[0], len(coefficients)-1
	for degree > 0 && coefficients[degree] == 0 {
		degree-- // a root is 0
	}
	bound := 1.0
	for _, a := range coefficients[1:] {
		bound = max(bound, 1+math.Abs(a/first))
	}
	_, exponent := math.Frexp(bound)
	bound = math.Ldexp(1, exponent) // so that scaling does not round
	scaled, scale := make([]float64, degree+1), 1.0
	for i := range scaled {
		scaled[i] = coefficients[i] / first / scale
		scale *= bound
	}
	roots := make([]complex128, len(coefficients)-1)
	for i, y := 0, complex128(1); i < degree; i++ {
		y = times(y, 0.4+0.9i)
		roots[i] = y
	}
	for moved, rounds := true, 0; moved && rounds < 2000; rounds++ {
		moved = false
		for i, y := range roots[:degree] {
			value, others := complex128(0), complex128(1)
			for _, a := range scaled {
				value = times(value, y) + complex(a, 0)
			}
			for j, z := range roots[:degree] {
				if j != i && z != y {
					others = times(others, y-z)
				}
			}
			step := over(value, others)
			roots[i] = y - step
			moved = moved || norm(step) > 0x1p-106*norm(y)
		}
	}
	for i, z := range roots {
		if math.Abs(imag(z)) <= 0x1p-40*math.Abs(real(z)) {
			z = complex(real(z), 0) // it is real but for rounding
		}
		roots[i] = complex(real(z)*bound, imag(z)*bound)
	}
	return roots
}

// times returns wz, rounded alike on every machine.
func times(w, z complex128) complex128 {
	return complex(float64(real(w)*real(z))-float64(imag(w)*imag(z)), float64(real(w)*imag(z))+float64(imag(w)*real(z)))
}

// over returns w/z, rounded alike on every machine.
func over(w, z complex128) complex128 {
	w = times(w, complex(real(z), -imag(z)))
	return complex(real(w)/norm(z), imag(w)/norm(z))
}

// norm returns the square of the absolute value of z.
func norm(z complex128) float64 { return float64(real(z)*real(z)) + float64(imag(z)*imag(z)) }
