package notebooks

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"go.starlark.net/starlark"

	"topobook/topology"
	"topobook/topology/measure"
)

// unpack assigns the arguments of a call of the word to the parameters, given as pairs of a name
// and a pointer; names that end in ? are optional. Errors begin with the name of the word.
func unpack(word string, args starlark.Tuple, kwargs []starlark.Tuple, pairs ...any) error {
	err := starlark.UnpackArgs(word, args, kwargs, pairs...)
	if err == nil {
		return nil
	}
	msg := err.Error()
	for _, kwarg := range kwargs { // Starlark quotes the names of keyword arguments only
		name := string(kwarg[0].(starlark.String))
		msg = strings.Replace(msg, fmt.Sprintf("for parameter %q", name), "for parameter "+name, 1)
		if strings.HasPrefix(msg, fmt.Sprintf("%s: unexpected keyword argument %q", word, name)) {
			return fmt.Errorf("%s: unexpected keyword argument %s, want %s", word, name, paramNames(pairs))
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

// badArg is the error of an argument that has the right type but cannot be taken.
func badArg(word, param string, err error) error {
	return fmt.Errorf("%s: for parameter %s: %w", word, param, err)
}

// inWord is what went wrong in a word; what went wrong in a function that it called says itself where.
func inWord(word string, err error) error {
	if inner := (*starlark.EvalError)(nil); errors.As(err, &inner) {
		return inner
	}
	return fmt.Errorf("%s: %w", word, err)
}

// nodeArg returns the node of t that the argument of the parameter names.
func nodeArg(word, param string, t *network, v starlark.Value) (topology.Node, error) {
	u, err := t.node(v)
	if err != nil {
		return 0, badArg(word, param, err)
	}
	return u, nil
}

// twoNodes unpacks a network and two of its nodes, and then the further parameters.
func twoNodes(word string, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (t *network, a, b topology.Node, err error) {
	var av, bv starlark.Value
	pairs := append([]any{"t", &t, "a", &av, "b", &bv}, more...)
	if err = unpack(word, args, kwargs, pairs...); err != nil {
		return nil, 0, 0, err
	}
	if a, err = nodeArg(word, "a", t, av); err != nil {
		return nil, 0, 0, err
	}
	b, err = nodeArg(word, "b", t, bv)
	return t, a, b, err
}

// nodesArg returns the nodes that the argument of the parameter lists.
func nodesArg(word, param string, c *Call, t *network, v starlark.Value) ([]topology.Node, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, badArg(word, param, fmt.Errorf("got %s, want a list of nodes", v.Type()))
	}
	var nodes []topology.Node
	for item := range starlark.Elements(list) {
		if err := c.tick(len(nodes), starlark.Len(list)); err != nil {
			return nil, err
		}
		u, err := t.node(item)
		if err != nil {
			return nil, badArg(word, param, err)
		}
		nodes = append(nodes, u)
	}
	return nodes, nil
}

// An amongArg takes which nodes a measure is about.
type amongArg struct{ measure.Among }

// Unpack takes "all" or "processors".
func (a *amongArg) Unpack(v starlark.Value) error {
	switch v {
	case starlark.String("all"):
		a.Among = measure.All
	case starlark.String("processors"):
		a.Among = measure.Processors
	default:
		return fmt.Errorf(`got %s, want "all" or "processors"`, shortText(v))
	}
	return nil
}

// A numberArg takes an int or a float.
type numberArg struct{ starlark.Value }

// Unpack takes an int or a float.
func (a *numberArg) Unpack(v starlark.Value) error {
	switch v.(type) {
	case starlark.Int, starlark.Float:
		a.Value = v
		return nil
	}
	return fmt.Errorf("got %s, want a number", v.Type())
}

// float returns the number as a float, or an error unless it is finite as one.
func (a numberArg) float() (float64, error) {
	f, _ := starlark.AsFloat(a.Value)
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, fmt.Errorf("got %s, want a number that is finite as a float", shortText(a.Value))
	}
	return f, nil
}

// A textArg takes a string or a number, for labels and captions.
type textArg string

// Unpack takes any value and keeps its text, of at most maxLine bytes; None is the empty text.
func (a *textArg) Unpack(v starlark.Value) error {
	switch v.(type) {
	case starlark.String, starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
		if *a = textArg(plainText(v)); len(*a) > maxLine {
			return fmt.Errorf("got a text of %d bytes, want at most %d", len(*a), maxLine)
		}
		return nil
	}
	return fmt.Errorf("got %s, want string", v.Type())
}

// oneOf returns an error that lists what is allowed, unless got is.
func oneOf(got string, allowed []string) error {
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

// shortText writes a value for an error: at most 40 characters, strings in quotes.
func shortText(v starlark.Value) string {
	s := plainText(v)
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	if _, ok := v.(starlark.String); ok {
		return fmt.Sprintf("%q", s)
	}
	if v == starlark.None {
		return "None"
	}
	return s
}
