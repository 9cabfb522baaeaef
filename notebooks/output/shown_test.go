package output

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

func TestShortFloat(t *testing.T) {
	for _, tt := range []struct {
		x    float64
		want string
	}{
		{5.62264150943, "5.62264"}, {0.1 + 0.2, "0.3"}, {-2.0 / 3, "-0.666667"}, {9.9999996, "10"}, {-1e-300, "-1e-300"},
		{0, "0"}, {math.Copysign(0, -1), "0"}, {99999.96, "100000"}, {123456.5, "123456"}, {1234567.8, "1234568"},
		{12345678901, "12345678901"}, {1.23456789e15, "1.23457e+15"}, {1.23456789e-7, "1.23457e-07"}, {0.000123456789, "0.000123457"},
		{math.Inf(-1), "-inf"}, {math.NaN(), "nan"}, {math.MaxFloat64, "1.79769e+308"},
	} {
		if got := shortFloat(tt.x); got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.x, got, tt.want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		x := math.Float64frombits(random.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		checkShort(t, x)
		checkShort(t, math.Ldexp(random.Float64()-0.5, random.IntN(60)-20))
	}
}

// checkShort checks that the short form of x is x within 1e-5.
func checkShort(t *testing.T, x float64) {
	t.Helper()
	got, err := strconv.ParseFloat(shortFloat(x), 64)
	if err != nil || math.Abs(got-x) > 1e-5*math.Abs(x) {
		t.Errorf("%v: got %s, want it within 1e-5", x, shortFloat(x))
	}
}
