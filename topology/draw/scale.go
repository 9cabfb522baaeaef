package draw

import (
	"math"
	"strconv"

	"topobook/topology/number"
)

// A scale maps numbers to a coordinate of a chart, linearly or by their logarithms.
type scale struct {
	low, high float64 // the numbers at the ends
	from, to  float64 // the coordinates of low and high
	log       bool
	ticks     []tick
}

// A tick is a number marked on an axis.
type tick struct {
	value float64
	text  string
	minor bool // has a faint line and no text
}

// at returns the coordinate of value.
func (s *scale) at(value float64) float64 {
	low, high := s.low, s.high
	if s.log {
		low, high, value = ln(low), ln(high), ln(value)
	}
	return s.from + float64((s.to-s.from)*((value-low)/(high-low)))
}

// tightLinear returns the scale from low to high, widened only if there is nothing between them,
// with at most most ticks (and at least 2) at multiples of 1, 2 or 5 times a power of ten; whole
// keeps them to integers.
func tightLinear(low, high float64, most int, whole bool) scale {
	low, high = parted(low, high)
	step, exponent := tickStep(high-low, most, whole)
	s := scale{low: low, high: high}
	s.addTicks(step, exponent, math.Ceil(low/power10(step, exponent)-1e-9), math.Floor(high/power10(step, exponent)+1e-9))
	return s
}

// niceLinear returns a scale that begins and ends at a tick and holds low and high.
func niceLinear(low, high float64, most int, whole bool) scale {
	low, high = parted(low, high)
	step, exponent := tickStep(high-low, most, whole)
	unit := power10(step, exponent)
	first, last := math.Floor(low/unit+1e-9), math.Ceil(high/unit-1e-9)
	var s scale
	s.addTicks(step, exponent, first, last)
	s.low, s.high = s.ticks[0].value, s.ticks[len(s.ticks)-1].value
	return s
}

// parted returns low and high, moved apart if they are too close to each other to be told apart.
func parted(low, high float64) (float64, float64) {
	size := max(math.Abs(low), math.Abs(high))
	if high-low > 1e-9*size {
		return low, high
	}
	if size < 1e-290 {
		return 0, 1
	}
	return min(low, float64(low*0.5), float64(low*1.5)), max(high, float64(high*0.5), float64(high*1.5))
}

// tickStep returns the least step·10^exponent, step 1, 2 or 5, that parts span in fewer than most.
func tickStep(span float64, most int, whole bool) (step, exponent int) {
	most = max(most, 2)
	exponent = exponentOf(span) - 2
	if whole {
		exponent = max(exponent, 0)
	}
	for ; ; exponent++ {
		for _, step := range []int{1, 2, 5} {
			if span/power10(step, exponent) < float64(most)-0.5 {
				return step, exponent
			}
		}
	}
}

// addTicks adds the ticks first·step·10^exponent to last·step·10^exponent.
func (s *scale) addTicks(step, exponent int, first, last float64) {
	decimals := max(0, -exponent)
	large := max(math.Abs(first), math.Abs(last))*power10(step, exponent) >= 1e7 || decimals > 4
	for i := first; i <= last; i++ {
		value := i * power10(step, exponent)
		if exponent < 0 {
			value = i * float64(step) / power10(1, -exponent) // correctly rounded: 0.3, not 3·0.1
		}
		if value == 0 {
			value = 0 // not -0
		}
		s.ticks = append(s.ticks, tick{value: value, text: tickText(value, decimals, large)})
	}
}

// tickText returns value with the given decimals, or as a power of ten if it is very large or small.
func tickText(value float64, decimals int, large bool) string {
	switch {
	case value == 0:
		return "0"
	case value < 0:
		return "−" + tickText(-value, decimals, large)
	case large:
		return scientific(value)
	}
	return number.Group(strconv.FormatFloat(value, 'f', decimals, 64))
}

// logScale returns a logarithmic scale from low to high, both above 0; if nice, it begins and ends at
// 1, 2 or 5 times a power of ten. It has about most ticks with a text: at powers of ten, and where they span less
// than two, at 2 and 5 times such, too.
func logScale(low, high float64, most int, nice bool) scale {
	s := scale{low: low, high: high, log: true}
	if nice || low == high {
		s.low, s.high = roundDown(low), roundUp(high)
	}
	if s.low == s.high {
		s.low, s.high = roundDown(float64(s.low*0.9)), roundUp(float64(s.high*1.1))
	}
	first, last := exponentOf(s.low), exponentOf(s.high)
	decades := last - first
	stride := 1 + decades/max(most, 3) // label every so many decades
	few := s.high <= float64(100*s.low)
	plain := first >= -3 && last <= 5
	for exponent := first; exponent <= last; exponent++ {
		for digit := 1; digit <= 9; digit++ {
			value := power10(digit, exponent)
			if value < s.low || value > s.high {
				continue
			}
			named := digit == 1 && exponent%stride == 0 || few && (digit == 2 || digit == 5)
			switch {
			case named && plain:
				s.ticks = append(s.ticks, tick{value: value, text: tickText(value, max(0, -exponent), false)})
			case named:
				s.ticks = append(s.ticks, tick{value: value, text: scientific(value)})
			case decades <= 6 || digit == 1:
				s.ticks = append(s.ticks, tick{value: value, minor: true})
			}
		}
	}
	return s
}

// roundDown returns the largest 1, 2 or 5 times a power of ten that is not above x > 0.
func roundDown(x float64) float64 {
	exponent := exponentOf(x)
	for _, digit := range []int{5, 2} {
		if v := power10(digit, exponent); v <= x {
			return v
		}
	}
	return power10(1, exponent)
}

// roundUp returns the least 1, 2 or 5 times a power of ten that is not below x > 0.
func roundUp(x float64) float64 {
	exponent := exponentOf(x)
	for _, digit := range []int{1, 2, 5} {
		if v := power10(digit, exponent); v >= x {
			return v
		}
	}
	return power10(1, exponent+1)
}

// exponentOf returns the largest e with 10^e ≤ x, x > 0.
func exponentOf(x float64) int {
	text := strconv.FormatFloat(x, 'e', -1, 64)
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == 'e' {
			e, err := strconv.Atoi(text[i+1:])
			if err != nil {
				break
			}
			return e
		}
	}
	panic("draw: no exponent in " + text)
}

// power10 returns digit·10^exponent, correctly rounded.
func power10(digit, exponent int) float64 {
	v, err := strconv.ParseFloat(strconv.Itoa(digit)+"e"+strconv.Itoa(exponent), 64)
	if err != nil {
		return math.MaxFloat64
	}
	return v
}

// ln returns the natural logarithm of x > 0. Unlike [math.Log], which is in assembly on some
// machines, it gives the same bits everywhere; its relative error is some 1e-15.
func ln(x float64) float64 {
	fraction, exponent := math.Frexp(x) // 0.5 ≤ fraction < 1
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	s := (fraction - 1) / (fraction + 1) // ln fraction = 2 (s + s³/3 + s⁵/5 + …), |s| < 0.172
	sum, term := 0.0, s
	for i := 1; i < 24; i += 2 {
		sum += term / float64(i)
		term = float64(term * float64(s*s))
	}
	return float64(2*sum) + float64(float64(exponent)*math.Ln2)
}
