package builtins

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestExp compares with the Taylor series in 200 bits.
func TestExp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	points := []float64{0, 1, -1, 709, -745, -745.1, -708.5, 0.34657359, -0.34657360, 1e-300, 5e-324, 0x1p-54, -0x1p-53}
	for range 3000 {
		points = append(points, random.Float64()*1400-700, random.Float64()*2-1, math.Ldexp(random.Float64(), -random.IntN(60)))
	}
	worst := 0.0
	for _, x := range points {
		sum, term := big.NewFloat(1).SetPrec(200), big.NewFloat(1).SetPrec(200)
		halvings := 0
		y := big.NewFloat(x).SetPrec(200)
		for f := math.Abs(x); f > 0.1; f /= 2 {
			halvings++
		}
		y.SetMantExp(y, -halvings)
		for i := range 40 {
			term.Mul(term, y)
			term.Quo(term, big.NewFloat(float64(i+1)))
			sum.Add(sum, term)
		}
		for range halvings {
			sum.Mul(sum, sum)
		}
		got := exp(x)
		want, _ := sum.Float64()
		unit := math.Nextafter(want, math.Inf(1)) - want
		diff, _ := new(big.Float).Sub(sum, big.NewFloat(got)).Float64()
		if x > -708 {
			worst = max(worst, math.Abs(diff/unit))
		}
		if !(math.Abs(diff) <= unit) {
			t.Errorf("exp(%g) = %g, want %g", x, got, want)
		}
	}
	if worst > 0.7 {
		t.Errorf("exp is off by up to %.2f units of the last place, want 0.7", worst)
	}
	if exp(-746) != 0 || exp(math.Inf(-1)) != 0 || exp(0) != 1 {
		t.Error("exp(-746), exp(-∞), exp(0): want 0, 0, 1")
	}
}

// multiply returns the coefficients of the product of z - root.
func multiply(roots []complex128) []complex128 {
	product := []complex128{1}
	for _, root := range roots {
		product = append(product, 0)
		for i := len(product) - 1; i > 0; i-- {
			product[i] -= root * product[i-1]
		}
	}
	return product
}

func TestPolynomialRoots(t *testing.T) {
	near := func(a, b complex128, scale float64) bool { return norm(a-b) <= 1e-20*scale*scale }
	random := rand.New(rand.NewPCG(2, 0))
	for degree := 1; degree <= 24; degree++ {
		for kind := range 3 {
			coefficients := make([]float64, degree+1)
			for i := range coefficients {
				coefficients[i] = [...]float64{-1, random.Float64()*2 - 1, float64(random.IntN(9) - 4)}[kind]
			}
			if coefficients[0] = 3; kind == 0 { // the characteristic polynomials of appendix B
				coefficients[0] = 1
			}
			roots := polynomialRoots(coefficients)
			size := 1.0 // of the coefficients that the roots could have
			for _, z := range roots {
				size *= 1 + math.Sqrt(norm(z))
			}
			for i, c := range multiply(roots) {
				if !near(c, complex(coefficients[i]/coefficients[0], 0), size) {
					t.Errorf("%v: coefficient %d of the product is %v, want %g", coefficients, i, c, coefficients[i]/coefficients[0])
				}
			}
			for _, z := range roots {
				if imag(z) == 0 {
					continue
				}
				pair := false
				for _, w := range roots {
					pair = pair || near(w, complex(real(z), -imag(z)), size)
				}
				if !pair {
					t.Errorf("%v: %v has no conjugate in %v", coefficients, z, roots)
				}
			}
		}
	}
	var known []complex128
	for i := 10; i > 0; i-- {
		known = append(known, complex(float64(i)/2, 0))
	}
	var coefficients []float64
	for _, c := range multiply(known) {
		coefficients = append(coefficients, real(c)*7)
	}
	for i, z := range slices.SortedFunc(slices.Values(polynomialRoots(coefficients)), func(w, z complex128) int { return cmp.Compare(real(z), real(w)) }) {
		if !near(z, known[i], 100) || imag(z) != 0 {
			t.Errorf("root %d is %v, want %v", i, z, known[i])
		}
	}
	for _, z := range polynomialRoots([]float64{1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1024}) {
		if math.Abs(norm(z)-4) > 1e-12 {
			t.Errorf("a root of z¹⁰ = 1024 is %v", z)
		}
	}
}

func TestRootWords(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`exp(0), exp(1), exp(-1.0) * exp(1)`, `(1, 2.71828182846, 1)`},
		{`exp(710)`, `error: exp: for parameter x: got 710, want a number of at most 709`},
		{`sorted(polynomial_roots([1, -3, 2])), sorted(polynomial_roots((4, 0, 1))), polynomial_roots([-2, 0, 0])`, `([(1, 0), (2, 0)], [(0, -0.5), (0, 0.5)], [(0, 0), (0, 0)])`},
		{`polynomial_roots([3])`, `error: polynomial_roots: for parameter coefficients: got degree 0, want 1 to 64 and a first coefficient other than 0`},
		{`polynomial_roots([0, 1])`, `error: polynomial_roots: for parameter coefficients: got degree 1, want 1 to 64 and a first coefficient other than 0`},
		{`polynomial_roots([1, "2"])`, `error: polynomial_roots: for parameter coefficients: got string, want a number`},
	} {
		if got := evalText(tt.src); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
	if got := evalText(`polynomial_roots([1, -1, pow(10, 400)])`); !strings.HasPrefix(got, "error: polynomial_roots: for parameter coefficients: got 1000") {
		t.Error(got)
	}
}
