package engine

import (
	"maps"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
)

// A Line is a line of a function that is about to run.
type Line struct {
	Number int // in the cell or file of the function: the first of a statement; 0 at the end of a function without return
	Locals []Local
}

// A Local is a variable of a function that has a value.
type Local struct {
	Name  string
	Value string // as text
	Raw   starlark.Value
}

// Trace calls a function that a cell defines, and each with every line of it that is about to run, in order; that of a loop
// comes once before it and in each round. An error of each ends the call. Lines of the functions that it calls are not among them.
func (c *Call) Trace(fn *starlark.Function, args starlark.Tuple, each func(Line) error) (starlark.Value, error) {
	twin, err := c.traced(fn, each)
	if err != nil {
		return nil, err
	}
	return starlark.Call(c.Thread, twin, args, nil)
}

// traced returns a function that does what fn does, and calls each.
func (c *Call) traced(fn *starlark.Function, each func(Line) error) (starlark.Value, error) {
	at := fn.Position()
	code, err := dialect.Traced(at.Filename(), c.Source(at.Filename()), int(at.Line))
	if err != nil {
		return nil, c.BadArgf("function", "got %s, want a function that a cell defines with def", fn.Name())
	}
	names := starlark.StringDict{}
	maps.Copy(names, fn.Module().Predeclared())
	maps.Copy(names, fn.Globals())
	for i := range fn.NumFreeVars() {
		binding, v := fn.FreeVar(i)
		names[binding.Name] = v
	}
	depth := c.Thread.CallStackDepth()
	names[dialect.LineName] = starlark.NewBuiltin(dialect.LineName, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if thread.CallStackDepth() > depth+2 {
			return starlark.None, nil // it has called itself
		}
		number, _ := starlark.AsInt32(args[0])
		return starlark.None, each(Line{number, locals(thread.DebugFrame(1))})
	})
	globals, err := code.Init(c.Thread, names)
	return globals[fn.Name()], err
}

// locals returns the variables of a frame that have a value, in the order in which the function names them.
func locals(frame starlark.DebugFrame) []Local {
	var list []Local
	for i := range frame.NumLocals() {
		if binding, v := frame.Local(i); v != nil && v.Type() != "cell" { // which a function within shares
			list = append(list, Local{binding.Name, dialect.ShortText(v), v})
		}
	}
	return list
}
