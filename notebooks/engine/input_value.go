package engine

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// What an input may hold.
const (
	MaxText    = 10_000 // bytes of the text of an input
	maxDigits  = 400    // characters of a number
	maxChoices = 1000
	maxPicks   = 1000
)

// check returns text as a link would write it, or an error that says which values are allowed.
func (in *Input) check(text string) (string, error) {
	if len(text) > MaxText || !utf8.ValidString(text) {
		return "", fmt.Errorf("%s: got %d bytes, want at most %d of UTF-8 text", in.Name, len(text), MaxText)
	}
	switch in.Kind {
	case SliderInput, NumberInput:
		return in.checkNumber(strings.TrimSpace(text))
	case ChoiceInput:
		for _, choice := range in.Choices {
			if text == choice {
				return text, nil
			}
		}
		return "", fmt.Errorf("%s=%s: want %s", in.Name, dialect.Short(text), alternatives(in.Choices))
	case CheckboxInput:
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "true", "1", "yes", "on":
			return "true", nil
		case "false", "0", "no", "off":
			return "false", nil
		}
		return "", fmt.Errorf("%s=%s: want true or false", in.Name, dialect.Short(text))
	case PickInput:
		address, err := in.network.CheckNode(text, in.NodeKind)
		if err != nil {
			return "", fmt.Errorf("%s=%s: %w", in.Name, dialect.Short(text), err)
		}
		return address, nil
	case PickManyInput:
		return in.checkNodes(text)
	}
	return text, nil
}

func (in *Input) checkNodes(text string) (string, error) {
	words := strings.Fields(text)
	if len(words) > maxPicks {
		return "", fmt.Errorf("%s: got %d nodes, want at most %d", in.Name, len(words), maxPicks)
	}
	seen := map[string]bool{}
	var addresses []string
	for _, word := range words {
		address, err := in.checkPick(word)
		if err != nil {
			return "", fmt.Errorf("%s=%s: %w", in.Name, dialect.Short(word), err)
		}
		if !seen[address] {
			seen[address] = true
			addresses = append(addresses, address)
		}
	}
	return strings.Join(addresses, " "), nil
}

// checkPick returns a node or, if the input takes those, a link a>b as its network writes it.
func (in *Input) checkPick(word string) (string, error) {
	if in.Links && strings.Contains(word, ">") {
		return in.network.CheckLink(word)
	}
	return in.network.CheckNode(word, in.NodeKind)
}

func (in *Input) checkNumber(text string) (string, error) {
	number, ok := parseNumber(text, in.float)
	if !ok {
		want := "a whole number"
		if in.float {
			want = "a number"
		}
		if in.Min != "" && in.Max != "" {
			want += " from " + in.Min + " to " + in.Max
		}
		return "", fmt.Errorf("%s=%s: want %s", in.Name, dialect.Short(text), want)
	}
	if in.Min != "" && compareNumbers(number, in.Min) < 0 || in.Max != "" && compareNumbers(number, in.Max) > 0 {
		return "", fmt.Errorf("%s=%s: want %s", in.Name, dialect.Short(text), in.rangeText())
	}
	if in.Step == "" || in.Step == "1" && !in.float {
		return number, nil
	}
	aligned := in.align(number)
	if compareNumbers(aligned, number) != 0 {
		return "", fmt.Errorf("%s=%s: want %s in steps of %s", in.Name, dialect.Short(text), in.rangeText(), in.Step)
	}
	return aligned, nil
}

func (in *Input) rangeText() string {
	switch {
	case in.Max == "":
		return "at least " + in.Min
	case in.Min == "":
		return "at most " + in.Max
	}
	return in.Min + " to " + in.Max
}

// clamp returns the allowed value next to text if the input is a number in a range, else its
// default.
func (in *Input) clamp(text string) string {
	number, ok := parseNumber(strings.TrimSpace(text), in.float)
	if !ok || in.Kind != SliderInput && in.Kind != NumberInput {
		return in.Default
	}
	if in.Min != "" && compareNumbers(number, in.Min) < 0 {
		number = in.Min
	}
	if in.Max != "" && compareNumbers(number, in.Max) > 0 {
		number = in.Max
	}
	if in.Step != "" {
		number = in.align(number)
	}
	return number
}

// align returns the step of a slider that is nearest to number, which is in its range. A float
// that is on a step but for rounding is left as it is.
func (in *Input) align(number string) string {
	if !in.float {
		n, low, step := bigInt(number), bigInt(in.Min), bigInt(in.Step)
		over := new(big.Int).Mod(new(big.Int).Sub(n, low), step)
		return n.Sub(n, over).String()
	}
	n, low, high, step := floatOf(number), floatOf(in.Min), floatOf(in.Max), floatOf(in.Step)
	steps := math.Round((n - low) / step)
	if math.Abs((n-low)/step-steps) < 1e-6 {
		return number
	}
	if near := low + float64(steps*step); near <= high {
		return numberText(near)
	}
	return numberText(low + float64((steps-1)*step))
}

// Value returns what the cell gets for text, which check has returned.
func (in *Input) value(text string) starlark.Value {
	switch in.Kind {
	case SliderInput, NumberInput:
		if in.float {
			return starlark.Float(floatOf(text))
		}
		return starlark.MakeBigInt(bigInt(text))
	case ChoiceInput:
		for i, choice := range in.Choices {
			if choice == text {
				return in.values[i]
			}
		}
	case CheckboxInput:
		return starlark.Bool(text == "true")
	case PickManyInput:
		var list []starlark.Value
		for _, address := range strings.Fields(text) {
			list = append(list, starlark.String(address))
		}
		return starlark.NewList(list)
	}
	return starlark.String(text)
}

// parseNumber returns text as numbers are written, and whether it is a finite number.
func parseNumber(text string, float bool) (string, bool) {
	if len(text) > maxDigits {
		return "", false
	}
	if n, ok := new(big.Int).SetString(text, 10); ok && !float {
		return n.String(), true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return "", false
	}
	if float {
		return numberText(f), true
	}
	if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return "", false
	}
	return strconv.FormatInt(int64(f), 10), true // 4.0 is 4
}

// numberText writes a float so that it reads back the same.
func numberText(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e15 {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// compareNumbers compares two numbers that parseNumber returned.
func compareNumbers(a, b string) int {
	x, okX := new(big.Int).SetString(a, 10)
	y, okY := new(big.Int).SetString(b, 10)
	if okX && okY {
		return x.Cmp(y)
	}
	switch f, g := floatOf(a), floatOf(b); {
	case f < g:
		return -1
	case f > g:
		return 1
	}
	return 0
}

func floatOf(text string) float64 {
	f, _ := strconv.ParseFloat(text, 64)
	return f
}

func bigInt(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return new(big.Int)
	}
	return n
}

// alternatives lists choices for an error: a, b or c.
func alternatives(choices []string) string {
	if len(choices) > 12 {
		return fmt.Sprintf("%s or one of %d others", strings.Join(choices[:10], ", "), len(choices)-10)
	}
	if len(choices) < 2 {
		return strings.Join(choices, "")
	}
	last := len(choices) - 1
	return strings.Join(choices[:last], ", ") + " or " + choices[last]
}
