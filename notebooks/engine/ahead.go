package engine

import (
	"maps"
	"math/big"
	"strconv"
)

// Next returns the value that a slider comes to if it goes one step on in the direction in which it has come from another value, or "" if
// it is at its end, stands where it was or is no slider that has run.
func (k *Kernel) Next(input, from string) string {
	for _, n := range k.cells {
		for _, in := range n.result.Inputs {
			if in.Name != input || in.Kind != SliderInput {
				continue
			}
			if text, err := in.check(in.step(compareNumbers(in.Value, from))); err == nil && text != in.Value {
				return text
			}
		}
	}
	return ""
}

// step returns the number that is so many steps from that of a slider.
func (in *Input) step(by int) string {
	if in.float {
		sum := floatOf(in.Value) + float64(float64(by)*floatOf(in.Step))
		return in.align(numberText(floatOf(strconv.FormatFloat(sum, 'g', 12, 64)))) // 0.8 is what browsers have after 0.7, not 0.7999999999999999
	}
	way := new(big.Int).Mul(big.NewInt(int64(by)), bigInt(in.Step))
	return way.Add(way, bigInt(in.Value)).String()
}

// Ahead runs the cells that would run if an input got a value, but heavy ones, so that a kernel that remembers has what they give when
// it does get it. Nothing else changes, whether or not pause ends it early.
func (k *Kernel) Ahead(input, value string, pause func(Progress) error) {
	before := make([]node, len(k.cells))
	for i, n := range k.cells {
		before[i] = *n
	}
	set, given := maps.Clone(k.set), maps.Clone(k.given)
	defer func() {
		k.set, k.given = set, given
		for i, n := range k.cells {
			past := n.past
			*n = before[i]
			n.past = past
		}
	}()
	if k.Set(input, value) == nil {
		_ = k.Run(RunOptions{Only: k.Dependents(input), Pause: pause}) // which is that of pause
	}
}
