package engine

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// Unpack assigns the arguments of the call to the parameters, given as pairs of a name and a
// pointer; names that end in ? are optional. Errors begin with the name of the builtin.
func (c *Call) Unpack(args starlark.Tuple, kwargs []starlark.Tuple, pairs ...any) error {
	err := starlark.UnpackArgs(c.Name, args, kwargs, pairs...)
	if err == nil {
		return nil
	}
	msg := err.Error()
	for _, kwarg := range kwargs { // Starlark quotes the names of keyword arguments only
		name := string(kwarg[0].(starlark.String))
		msg = strings.Replace(msg, fmt.Sprintf("for parameter %q", name), "for parameter "+name, 1)
		if strings.HasPrefix(msg, fmt.Sprintf("%s: unexpected keyword argument %q", c.Name, name)) {
			return c.Errorf("unexpected keyword argument %s, want %s", name, paramNames(pairs))
		}
	}
	for _, names := range [][2]string{
		{"callable", "a function"}, {"iterable", "a list"}, {"starlark.Sequence", "a list"},
	} {
		if cut, ok := strings.CutSuffix(msg, ", want "+names[0]); ok {
			msg = cut + ", want " + names[1]
		}
	}
	return errors.New(msg)
}

// paramNames lists the names of pairs of a name and a pointer.
func paramNames(pairs []any) string {
	if len(pairs) == 0 {
		return "none"
	}
	var names []string
	for i := 0; i < len(pairs); i += 2 {
		names = append(names, strings.TrimRight(pairs[i].(string), "?"))
	}
	return strings.Join(names, ", ")
}

// Errorf is [fmt.Errorf] with the name of the builtin in front.
func (c *Call) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s: %w", c.Name, fmt.Errorf(format, args...))
}

// BadArg is the error of an argument that has the right type but cannot be taken.
func (c *Call) BadArg(param string, err error) error {
	return c.Errorf("for parameter %s: %w", param, err)
}

// BadArgf is BadArg of [fmt.Errorf].
func (c *Call) BadArgf(param, format string, args ...any) error {
	return c.BadArg(param, fmt.Errorf(format, args...))
}

// Wrap is what went wrong in the builtin; what went wrong in a function that it called says itself where.
func (c *Call) Wrap(err error) error {
	if inner := (*starlark.EvalError)(nil); errors.As(err, &inner) {
		return inner
	}
	return c.Errorf("%w", err)
}

// A NumberArg takes an int or a float.
type NumberArg struct{ starlark.Value }

// Unpack takes an int or a float.
func (a *NumberArg) Unpack(v starlark.Value) error {
	switch v.(type) {
	case starlark.Int, starlark.Float:
		a.Value = v
		return nil
	}
	return fmt.Errorf("got %s, want a number", v.Type())
}

// Float returns the number as a float, or an error unless it is finite as one.
func (a NumberArg) Float() (float64, error) { return dialect.Finite(a.Value) }

// A TextArg takes a string or a number, for labels and captions.
type TextArg string

// Unpack takes any value and keeps its text, of at most maxLine bytes; None is the empty text.
func (a *TextArg) Unpack(v starlark.Value) error {
	switch v.(type) {
	case starlark.String, starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
		if *a = TextArg(dialect.PlainText(v)); len(*a) > dialect.MaxLine {
			return fmt.Errorf("got a text of %d bytes, want at most %d", len(*a), dialect.MaxLine)
		}
		return nil
	}
	return fmt.Errorf("got %s, want string", v.Type())
}

// OneOf returns an error that lists what is allowed, unless got is.
func OneOf(got string, allowed []string) error {
	for _, a := range allowed {
		if got == a {
			return nil
		}
	}
	quoted := make([]string, len(allowed))
	for i, a := range allowed {
		quoted[i] = `"` + a + `"`
	}
	last := len(quoted) - 1
	if last == 0 {
		return fmt.Errorf("got %q, want %s", got, quoted[0])
	}
	return fmt.Errorf("got %q, want %s or %s", got, strings.Join(quoted[:last], ", "), quoted[last])
}

func AddressOf(v starlark.Value) (string, error) {
	switch v := v.(type) {
	case starlark.String:
		return string(v), nil
	case starlark.Int:
		return v.String(), nil
	case starlark.Tuple, *starlark.List:
		var digits []string
		for item := range starlark.Elements(v.(starlark.Iterable)) {
			switch item.(type) {
			case starlark.Int, starlark.String:
				digits = append(digits, dialect.PlainText(item))
			default:
				return "", fmt.Errorf("got a digit of type %s in the address %s, want int", item.Type(), dialect.PlainText(v))
			}
		}
		return strings.Join(digits, ","), nil
	}
	return "", fmt.Errorf("got %s, want a node: its address as a string, or its digits as a tuple", v.Type())
}
