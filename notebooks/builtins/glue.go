package builtins

import (
	"fmt"
	"math"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
)

// glueWords returns what readers of Python miss in Starlark.
func glueWords() []engine.Builtin {
	return []engine.Builtin{
		{
			Name: "sum", Group: "Numbers", Signature: "sum(numbers, start=0)",
			Doc:     "Returns the sum of a list of numbers, exact if all are ints.",
			Example: `sum([1, 2, 3])`, Fn: wordSum,
		},
		{
			Name: "mean", Group: "Numbers", Signature: "mean(numbers)",
			Doc:     "Returns the mean of a list of numbers as a float. Error: an empty list.",
			Example: `mean([1, 2, 4])`, Fn: wordMean,
		},
		{
			Name: "prod", Group: "Numbers", Signature: "prod(numbers)",
			Doc:     "Returns the product of a list of numbers, exact if all are ints; 1 for an empty list.",
			Example: `prod(range(1, 6))`, Fn: wordProd,
		},
		{
			Name: "pow", Group: "Numbers", Signature: "pow(base, exponent)",
			Doc: "Returns base to the power of exponent, as base ** exponent does; exact if base is an int and exponent an int of at least 0. " +
				"Error: an exponent that is no int; a result of more than 100000 digits.",
			Example: `pow(2, 100)`, Fn: wordPow,
		},
		{
			Name: "round", Group: "Numbers", Signature: "round(x, digits=0)",
			Doc:     "Returns x rounded to so many digits after the point: an int for 0 digits, else a float. Halves go to the even neighbor, as in Python.",
			Example: `round(2.71828, 2)`, Fn: wordRound,
		},
		{
			Name: "floor", Group: "Numbers", Signature: "floor(x)",
			Doc: "Returns the largest int that is not above x.", Example: `floor(2.5)`, Fn: integerWord(math.Floor),
		},
		{
			Name: "ceil", Group: "Numbers", Signature: "ceil(x)",
			Doc: "Returns the smallest int that is not below x.", Example: `ceil(2.5)`, Fn: integerWord(math.Ceil),
		},
		{
			Name: "sqrt", Group: "Numbers", Signature: "sqrt(x)",
			Doc: "Returns the square root of x as a float. Error: x below 0.", Example: `sqrt(2)`,
			Fn: floatWord("at least 0", func(x float64) bool { return x >= 0 }, math.Sqrt),
		},
		{
			Name: "log2", Group: "Numbers", Signature: "log2(x)",
			Doc: "Returns the logarithm of x to the base 2 as a float. Error: x not above 0.", Example: `log2(1024)`,
			Fn: floatWord("above 0", func(x float64) bool { return x > 0 }, math.Log2),
		},
		{
			Name: "log", Group: "Numbers", Signature: "log(x)",
			Doc: "Returns the natural logarithm of x as a float. Error: x not above 0.", Example: `log(10)`,
			Fn: floatWord("above 0", func(x float64) bool { return x > 0 }, math.Log),
		},
		{
			Name: "pi", Group: "Numbers", Signature: "pi",
			Doc: "The ratio of a circle's circumference to its diameter, 3.14159….", Example: `2 * pi`, Value: starlark.Float(math.Pi),
		},
		{
			Name: "fmt", Group: "Numbers", Signature: "fmt(x, digits=None)",
			Doc:     "Returns a number as a string for readers: narrow spaces between thousands, and so many digits after the point, if given.",
			Example: `fmt(1234567.891, 1)`, Fn: wordFmt,
		},
		{
			Name: "random", Group: "Numbers", Signature: "random(seed)",
			Doc: "Returns a generator of random numbers that gives the same ones for the same seed (an int) everywhere. " +
				"r.int(lo, hi): an int from lo to hi, both included; r.choice(list): an item; r.shuffle(list): a new list in random order; " +
				"r.sample(list, n): n items without repetition. It works in the cell that made it only. Source: PCG (O'Neill 2014), as in Go's math/rand/v2.",
			Example: `random(1).int(1, 6)`, Fn: wordRandom,
		},
		{
			Name: "product", Group: "Lists", Signature: "product(*lists)",
			Doc:     "Returns all tuples with one item of each list, the last varying fastest." + fmt.Sprintf(" Error: more than %d.", maxCases),
			Example: `product([0, 1], "ab".elems())`, Fn: wordProduct,
		},
		{
			Name: "combinations", Group: "Lists", Signature: "combinations(list, r)",
			Doc:     "Returns all tuples of r items of the list, each in the list's order." + fmt.Sprintf(" Error: more than %d.", maxCases),
			Example: `combinations([1, 2, 3], 2)`, Fn: wordCombinations,
		},
		{
			Name: "help", Group: "Lists", Signature: "help(word=None)",
			Doc:     "Returns what this reference says about a word, given by its name or itself; without one, the list of all words.",
			Example: `help("diameter")`, Fn: wordHelp,
		},
	}
}

// fold combines the numbers of a list by an operator, from start on.
func fold(c *engine.Call, numbers starlark.Iterable, start starlark.Value, op syntax.Token) (starlark.Value, error) {
	total := start
	i := 0
	for item := range starlark.Elements(numbers) {
		var number engine.NumberArg
		if err := number.Unpack(item); err != nil {
			return nil, c.BadArg("numbers", err)
		}
		var err error
		if total, err = starlark.Binary(op, total, item); err != nil {
			return nil, c.Wrap(err)
		}
		if x, ok := total.(starlark.Int); ok && op == syntax.STAR {
			if err := checkBits(c, x); err != nil {
				return nil, err
			}
		}
		if err := c.Tick(i, starlark.Len(numbers)); err != nil {
			return nil, err
		}
		i++
	}
	return total, nil
}

func wordSum(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var numbers starlark.Iterable
	start := engine.NumberArg{Value: starlark.MakeInt(0)}
	if err := c.Unpack(args, kwargs, "numbers", &numbers, "start?", &start); err != nil {
		return nil, err
	}
	return fold(c, numbers, start.Value, syntax.PLUS)
}

func wordProd(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var numbers starlark.Iterable
	if err := c.Unpack(args, kwargs, "numbers", &numbers); err != nil {
		return nil, err
	}
	return fold(c, numbers, starlark.MakeInt(1), syntax.STAR)
}

func wordMean(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var numbers starlark.Sequence
	if err := c.Unpack(args, kwargs, "numbers", &numbers); err != nil {
		return nil, err
	}
	if numbers.Len() == 0 {
		return nil, c.BadArg("numbers", fmt.Errorf("got an empty list, want at least one number"))
	}
	total, err := fold(c, numbers, starlark.MakeInt(0), syntax.PLUS)
	if err != nil {
		return nil, err
	}
	quotient, err := starlark.Binary(syntax.SLASH, total, starlark.MakeInt(numbers.Len()))
	if err != nil {
		return nil, c.Wrap(err)
	}
	return quotient, nil
}

func checkBits(c *engine.Call, x starlark.Int) error {
	if _, isSmall := x.Int64(); !isSmall && x.BigInt().BitLen() > dialect.MaxBits {
		return c.Errorf("the result has more than 100000 digits, want fewer")
	}
	return nil
}

func wordPow(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var base engine.NumberArg
	var exponent starlark.Value
	if err := c.Unpack(args, kwargs, "base", &base, "exponent", &exponent); err != nil {
		return nil, err
	}
	return dialect.Power(base.Value, exponent)
}

func wordRound(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x engine.NumberArg
	digits := 0
	if err := c.Unpack(args, kwargs, "x", &x, "digits?", &digits); err != nil {
		return nil, err
	}
	if digits < 0 || digits > 15 {
		return nil, c.BadArg("digits", fmt.Errorf("got %d, want 0 to 15", digits))
	}
	if _, ok := x.Value.(starlark.Int); ok {
		return x.Value, nil
	}
	f, err := x.Float()
	if err != nil {
		return nil, c.BadArg("x", err)
	}
	if digits == 0 {
		return starlark.NumberToInt(starlark.Float(math.RoundToEven(f)))
	}
	return parseFloat(output.FormatFixed(f, digits)), nil
}

// integerWord returns the function of a word that rounds to an int.
func integerWord(round func(float64) float64) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var x engine.NumberArg
		if err := c.Unpack(args, kwargs, "x", &x); err != nil {
			return nil, err
		}
		if _, ok := x.Value.(starlark.Int); ok {
			return x.Value, nil
		}
		f, err := x.Float()
		if err != nil {
			return nil, c.BadArg("x", err)
		}
		return starlark.NumberToInt(starlark.Float(round(f)))
	}
}

// floatWord returns the function of a word that maps a number for which ok is true to a float.
func floatWord(want string, ok func(float64) bool, f func(float64) float64) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var x engine.NumberArg
		if err := c.Unpack(args, kwargs, "x", &x); err != nil {
			return nil, err
		}
		v, err := x.Float()
		if err == nil && !ok(v) {
			err = fmt.Errorf("got %s, want a number %s", dialect.ShortText(x.Value), want)
		}
		if err != nil {
			return nil, c.BadArg("x", err)
		}
		return starlark.Float(f(v)), nil
	}
}
