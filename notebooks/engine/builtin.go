package engine

import (
	"errors"
	"strings"

	"go.starlark.net/starlark"
)

// A Func is what a builtin does in one call.
type Func = func(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// A Builtin is one function, or one constant, that a cell may use.
type Builtin struct {
	Name      string // as a cell writes it
	Group     string // the heading under which the reference lists it
	Signature string // the call with its parameters and their defaults: diameter(t, among="all")
	Summary   string // what it returns, in a sentence

	// Fn is the function; [Builtin.Call] calls it. Its errors begin with the builtin's name. Without a value too, the builtin
	// is one that another program has, and its call ends with [ErrAbsent].
	Fn Func
	// Value is what a constant stands for; Fn is nil then.
	Value starlark.Value
}

// ErrAbsent is the error of a builtin that a program knows and does not have; another one has it.
var ErrAbsent = errors.New("is in the full engine only")

// Call runs the builtin, whose name c has meanwhile: a builtin may call functions that call others.
func (b Builtin) Call(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	outer := c.Name
	c.Name = b.Name
	defer func() { c.Name = outer }()
	if b.Fn == nil {
		return nil, c.Wrap(ErrAbsent)
	}
	return b.Fn(c, args, kwargs)
}

// Params returns the names of the builtin's parameters in order; that of *parts is "*parts".
func (b Builtin) Params() []string {
	_, list, _ := strings.Cut(strings.TrimSuffix(b.Signature, ")"), "(")
	var names []string
	depth := 0 // brackets open in a default value, as in paths=[]
	start := 0
	for i := 0; i <= len(list); i++ {
		if i < len(list) && strings.ContainsRune("([{", rune(list[i])) {
			depth++
		}
		if i < len(list) && strings.ContainsRune(")]}", rune(list[i])) {
			depth--
		}
		if i == len(list) || list[i] == ',' && depth == 0 {
			name, _, _ := strings.Cut(list[start:i], "=")
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
			start = i + 1
		}
	}
	return names
}
