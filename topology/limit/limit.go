// Package limit bounds what a computation may cost.
package limit

import (
	"fmt"
	"math"
)

// What a computation may cost at most: beyond it, it would not end while a reader waits, or would
// not fit in a browser.
const (
	MaxSteps = 1e11 // some minutes natively, three times as long in a browser
	MaxBytes = 1 << 29
)

// A Cost is what a computation takes at most, as it is estimated before it begins.
type Cost struct {
	Steps float64 // of about a nanosecond each: a look at a channel, a word of a bit set
	Bytes float64 // of memory at one time, besides its input
}

// Check returns nil unless the cost exceeds MaxSteps or MaxBytes. Its error begins with what is
// computed, and ends with what would fit:
// "diameter of ring(n=1000003): takes about 3e12 steps, want at most 1e11: …".
func (c Cost) Check(what string, fits string) error {
	switch {
	case c.Steps > MaxSteps:
		return fmt.Errorf("%s: takes about %s steps, want at most %s: %s", what, roughly(c.Steps), roughly(MaxSteps), fits)
	case c.Bytes > MaxBytes:
		return fmt.Errorf("%s: takes about %s MB, want at most %s: %s", what, roughly(c.Bytes/1e6), roughly(MaxBytes/1e6), fits)
	}
	return nil
}

// roughly writes a positive number, which may be infinite, with one significant digit: 700, 3e12.
func roughly(x float64) string {
	if x < 1e4 {
		return fmt.Sprint(int(math.Ceil(x)))
	}
	exponent := 0
	for x = min(x, math.MaxFloat64); x >= 9.5; x /= 10 {
		exponent++
	}
	return fmt.Sprintf("%de%d", int(x+0.5), exponent)
}
