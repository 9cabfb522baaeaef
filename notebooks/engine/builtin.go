package engine

import (
	"strings"

	"go.starlark.net/starlark"
)

// A Builtin is one function, or one constant, that a cell may use.
type Builtin struct {
	Name      string // as a cell writes it
	Group     string // the heading under which the reference lists it
	Signature string // the call with its parameters and their defaults: diameter(t, among="all")
	Doc       string // what readers see: what it returns, arguments and units, errors, source
	Example   string // an expression, or a cell, that works as it stands

	// Fn runs the word for one call. Its errors begin with the word's name.
	Fn func(c *Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)
	// Value is what a constant stands for; Fn is nil then.
	Value starlark.Value
}

// Params returns the names of the word's parameters in order; that of *parts is "*parts".
func (w Builtin) Params() []string {
	_, list, _ := strings.Cut(strings.TrimSuffix(w.Signature, ")"), "(")
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
