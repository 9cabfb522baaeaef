package builtins

import (
	"fmt"
	"math"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology/draw"
	"topobook/topology/number"
)

// numberBuiltins returns the builtins that compute with numbers, which readers of Python miss in Starlark.
func numberBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "sum", Fn: builtinSum},
		{Name: "mean", Fn: builtinMean},
		{Name: "prod", Fn: builtinProd},
		{Name: "round", Fn: builtinRound},
		{Name: "floor", Fn: integerBuiltin(math.Floor)},
		{Name: "ceil", Fn: integerBuiltin(math.Ceil)},
		{Name: "sqrt", Fn: floatBuiltin("at least 0", func(x float64) bool { return x >= 0 }, math.Sqrt)},
		{Name: "log2", Fn: floatBuiltin("above 0", func(x float64) bool { return x > 0 }, math.Log2)},
		{Name: "log", Fn: floatBuiltin("above 0", func(x float64) bool { return x > 0 }, math.Log)},
		{Name: "pi", Value: starlark.Float(math.Pi)},
		{Name: "fmt", Fn: builtinFmt},
		{Name: "random", Fn: builtinRandom},
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

func builtinSum(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var numbers starlark.Iterable
	start := engine.NumberArg{Value: starlark.MakeInt(0)}
	if err := c.Unpack(args, kwargs, "numbers", &numbers, "start?", &start); err != nil {
		return nil, err
	}
	return fold(c, numbers, start.Value, syntax.PLUS)
}

func builtinProd(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var numbers starlark.Iterable
	if err := c.Unpack(args, kwargs, "numbers", &numbers); err != nil {
		return nil, err
	}
	return fold(c, numbers, starlark.MakeInt(1), syntax.STAR)
}

func builtinMean(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var numbers starlark.Sequence
	if err := c.Unpack(args, kwargs, "numbers", &numbers); err != nil {
		return nil, err
	}
	if numbers.Len() == 0 {
		return nil, c.BadArgf("numbers", "got an empty list, want at least one number")
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

func builtinPow(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var base engine.NumberArg
	var exponent starlark.Value
	if err := c.Unpack(args, kwargs, "base", &base, "exponent", &exponent); err != nil {
		return nil, err
	}
	return dialect.Power(base.Value, exponent)
}

func builtinRound(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x engine.NumberArg
	digits := 0
	if err := c.Unpack(args, kwargs, "x", &x, "digits?", &digits); err != nil {
		return nil, err
	}
	if digits < 0 || digits > 15 {
		return nil, c.BadArgf("digits", "got %d, want 0 to 15", digits)
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

// integerBuiltin returns the function of a builtin that rounds to an int.
func integerBuiltin(round func(float64) float64) engine.Func {
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

// floatBuiltin returns the function of a builtin that maps a number for which ok is true to a float.
func floatBuiltin(want string, ok func(float64) bool, f func(float64) float64) engine.Func {
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

func parseFloat(s string) starlark.Float {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("notebooks: " + err.Error()) // s is what FormatFloat wrote
	}
	return starlark.Float(f)
}

func builtinFmt(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x engine.NumberArg
	digits := -1
	if err := c.Unpack(args, kwargs, "x", &x, "digits??", &digits); err != nil {
		return nil, err
	}
	if digits > 15 {
		return nil, c.BadArgf("digits", "got %d, want 0 to 15", digits)
	}
	i, isInt := x.Value.(starlark.Int)
	switch {
	case digits < 0 && !isInt:
		return starlark.String(draw.FormatNumber(float64(x.Value.(starlark.Float)))), nil
	case digits <= 0 && isInt:
		return starlark.String(number.Group(i.String())), nil
	}
	f, err := x.Float()
	if err != nil {
		return nil, c.BadArg("x", err)
	}
	return starlark.String(number.Group(output.FormatFixed(f, digits))), nil
}
