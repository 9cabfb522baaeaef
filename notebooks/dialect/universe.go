package dialect

import (
	"fmt"

	"go.starlark.net/starlark"
)

// addUniverse adds Starlark's own functions; those that build or walk all of an argument look at
// its size first.
func (env *Environment) addUniverse() {
	for name, v := range starlark.Universe {
		env.Names[name] = v
	}
	env.Names[ellipsis] = starlark.None
	for name, size := range map[string]int64{ // bytes an item
		"list": itemBytes, "tuple": itemBytes, "set": 4 * itemBytes, "dict": 6 * itemBytes, "bytes": 1,
		"reversed": itemBytes, "enumerate": 4 * itemBytes, "zip": 4 * itemBytes,
		"any": 0, "all": 0, "min": 0, "max": 0,
	} {
		env.wrap(name, func(m *Meter, args starlark.Tuple) error {
			for _, arg := range args {
				if err := m.items(name, arg, size); err != nil {
					return err
				}
			}
			return nil
		})
	}
	for _, name := range []string{"str", "repr", "fail"} {
		env.wrap(name, func(m *Meter, args starlark.Tuple) error {
			for _, arg := range args {
				n, err := textSize(name, arg)
				if err == nil {
					err = m.text(name, n)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	env.wrap("sorted", func(m *Meter, args starlark.Tuple) error {
		for _, arg := range args {
			if err := m.items("sorted", arg, itemBytes); err != nil {
				return err
			}
			if n := starlark.Len(arg); n > sortLimit {
				return fmt.Errorf("sorted: got %d items, want at most %d", n, sortLimit)
			}
		}
		return nil
	})
	env.add("print", (*Meter).print)
	env.add("getattr", func(m *Meter, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) >= 2 && len(kwargs) == 0 {
			if name, ok := starlark.AsString(args[1]); ok && guardedMethods[name] {
				if v, err := m.method(args[0], name); err == nil {
					return v, nil
				}
			}
		}
		return starlark.Universe["getattr"].(*starlark.Builtin).CallInternal(m.Thread, args, kwargs)
	})
}

// wrap makes a function of Starlark's look at its arguments first.
func (env *Environment) wrap(name string, check func(m *Meter, args starlark.Tuple) error) {
	original := starlark.Universe[name].(*starlark.Builtin)
	env.Names[name] = starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := check(env.meter, args); err != nil {
			return nil, err
		}
		return original.CallInternal(thread, args, kwargs)
	})
}

// print keeps what a cell prints: it is shown above its output.
func (m *Meter) print(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	separator := " "
	for _, pair := range kwargs {
		text, ok := starlark.AsString(pair[1])
		if pair[0] != starlark.String("sep") || !ok {
			return nil, fmt.Errorf("print: got the parameter %s, want only sep, a string", pair[0].(starlark.String))
		}
		separator = text
	}
	write := func(text string) error {
		if n := m.Printed.Len() + len(text); n > printLimit {
			return fmt.Errorf("print: the cell has printed %d bytes, want at most %d", n, printLimit)
		}
		m.Printed.WriteString(text)
		return nil
	}
	for i, arg := range args {
		_, err := textSize("print", arg)
		if err == nil && i > 0 {
			err = write(separator)
		}
		if err == nil {
			err = write(PlainText(arg))
		}
		if err != nil {
			return nil, err
		}
	}
	if err := write("\n"); err != nil {
		return nil, err
	}
	return starlark.None, nil
}
