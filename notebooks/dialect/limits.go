package dialect

import (
	"fmt"
	"maps"
	"math/bits"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// The limits of one run of a cell. All but memoryLimit count what is the same everywhere.
const (
	stepLimit   = 100e6     // Starlark steps
	BytesLimit  = 256 << 20 // bytes allocated for texts and lists that operators and methods make
	TextLimit   = 16 << 20  // bytes of one text
	itemsLimit  = 4 << 20   // items of one list, tuple, set or dict
	BitsLimit   = 217_706   // of an int: 65,536 digits
	sortLimit   = 1 << 20   // items to sort
	nestLimit   = 200       // lists in lists
	OutputLimit = 8 << 20   // bytes of HTML, controls too
	printLimit  = 64 << 10  // bytes printed
	MaxMessage  = 4000      // bytes of an error

	memoryLimit  = 512 << 20 // bytes of heap: the last resort, for what nothing else counts
	hookSteps    = 50_000    // steps between two looks at the reader's wishes
	pollBytes    = 8 << 20   // bytes charged between two such looks
	collectBytes = 64 << 20  // bytes charged by a cell after which its garbage is collected at once
	memorySteps  = 1 << 20   // steps between two looks at the heap
	itemBytes    = 16        // of a list, for each item
)

// An Environment has the names that every cell has at hand: functions of Starlark's own, guards, and
// what is put in beside them.
type Environment struct {
	Names  starlark.StringDict
	guards starlark.StringDict // of these
	meter  *Meter              // of the run of a cell that is under way
}

// NewEnvironment returns an environment with the functions of the dialect alone.
func NewEnvironment() *Environment {
	env := &Environment{Names: starlark.StringDict{}}
	env.addGuards()
	env.guards = maps.Clone(env.Names)
	env.addUniverse()
	return env
}

// Take returns what a program takes of the names: guards, and what it uses.
func (env *Environment) Take(p *Program) starlark.StringDict {
	names := make(starlark.StringDict, len(env.guards)+len(p.Uses))
	maps.Copy(names, env.guards)
	for _, use := range p.Uses {
		if v, ok := env.Names[use.Text]; ok {
			names[use.Text] = v
		}
	}
	return names
}

// Has reports whether every cell has the name at hand.
func (env *Environment) Has(name string) bool {
	_, ok := env.Names[name]
	return ok
}

// A guardFunc is a guard or a built-in function that looks at sizes.
type guardFunc func(m *Meter, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)

// add makes fn part of the environment.
func (env *Environment) add(name string, fn guardFunc) {
	env.Names[name] = starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return fn(env.meter, args, kwargs)
	})
}

// addGuards makes the functions that [guard] calls.
func (env *Environment) addGuards() {
	for op, name := range map[syntax.Token]string{
		syntax.PLUS: "@add", syntax.STAR: "@mul", syntax.PERCENT: "@mod", syntax.LTLT: "@shl",
		syntax.PIPE: "@or", syntax.AMP: "@and", syntax.CIRCUMFLEX: "@xor",
	} {
		env.add(name, func(m *Meter, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return m.Binary(op, args[0], args[1])
		})
	}
	env.add("@iadd", func(m *Meter, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.addInPlace(args[0], args[1])
	})
	env.add("@ior", func(m *Meter, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.orInPlace(args[0], args[1])
	})
	env.add("@index", func(m *Meter, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.updateItem(args[0], args[1], args[2], string(args[3].(starlark.String)))
	})
	env.add("@pow", func(_ *Meter, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) != 2 || len(kwargs) > 0 {
			return nil, fmt.Errorf("**: want two operands")
		}
		for _, arg := range args {
			if _, ok := starlark.AsFloat(arg); !ok {
				return nil, fmt.Errorf("unknown binary op: %s ** %s", args[0].Type(), args[1].Type())
			}
		}
		return Power(args[0], args[1])
	})
	env.add("@attr", func(m *Meter, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.method(args[0], string(args[1].(starlark.String)))
	})
	env.add("@slice", func(m *Meter, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.slice(args[0], args[1], args[2], args[3])
	})
	env.add("@spread", func(m *Meter, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if err := m.items("*", args[0], itemBytes); err != nil {
			return nil, err
		}
		return args[0], nil
	})
	env.Names["@none"] = starlark.None
}

// Binary returns x op y, or an error if that were too large.
func (m *Meter) Binary(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	var err error
	switch op {
	case syntax.PLUS:
		switch x := x.(type) {
		case starlark.Int, starlark.Float:
		case starlark.String:
			if y, ok := y.(starlark.String); ok {
				err = m.text("string + string", int64(len(x))+int64(len(y)))
			}
		case starlark.Bytes:
			if y, ok := y.(starlark.Bytes); ok {
				err = m.text("bytes + bytes", int64(len(x))+int64(len(y)))
			}
		case *starlark.List, starlark.Tuple:
			err = m.list(x.Type()+" + "+y.Type(), int64(starlark.Len(x))+int64(max(0, starlark.Len(y))))
		}
	case syntax.STAR:
		err = m.product(x, y)
	case syntax.LTLT:
		if x, ok := x.(starlark.Int); ok && bitLength(x) > BitsLimit-512 {
			err = fmt.Errorf("int << int: would have more than %d bits, want at most that many", BitsLimit)
		}
	case syntax.PERCENT:
		if x, ok := x.(starlark.String); ok {
			err = m.format("string % "+y.Type(), string(x), starlark.Tuple{y})
		}
	default: // sets and dicts
		if n := starlark.Len(x); n >= 0 {
			err = m.list(x.Type()+" "+op.String()+" "+y.Type(), 4*(int64(n)+int64(max(0, starlark.Len(y)))))
		}
	}
	if err != nil {
		return nil, err
	}
	return starlark.Binary(op, x, y)
}

// product looks at the size of x * y.
func (m *Meter) product(x, y starlark.Value) error {
	a, aInt := x.(starlark.Int)
	b, bInt := y.(starlark.Int)
	switch {
	case aInt && bInt:
		if n := bitLength(a) + bitLength(b); n > BitsLimit {
			return fmt.Errorf("int * int: would have about %d digits, want at most 65536", n*3/10)
		}
		return nil
	case aInt:
		x, y, b = y, x, a
	case !bInt:
		return nil
	}
	times, ok := b.Int64()
	if times <= 0 && ok {
		return nil
	}
	size := int64(starlark.Len(x))
	what := x.Type() + " * int"
	if size <= 0 {
		return nil
	}
	high, total := bits.Mul64(uint64(size), uint64(times))
	if !ok || high > 0 || total > 1<<50 {
		return fmt.Errorf("%s: would have %d × %s items, want at most %d", what, size, Short(b.String()), itemsLimit)
	}
	switch x.(type) {
	case starlark.String, starlark.Bytes:
		return m.text(what, int64(total))
	case *starlark.List, starlark.Tuple:
		return m.list(what, int64(total))
	}
	return nil
}

// bitLength returns the number of bits of x.
func bitLength(x starlark.Int) int {
	if small, ok := x.Int64(); ok {
		if small < 0 {
			small = -small
		}
		return bits.Len64(uint64(small))
	}
	return x.BigInt().BitLen()
}

// text charges for a text of n bytes that what makes.
func (m *Meter) text(what string, n int64) error {
	if n > TextLimit {
		return fmt.Errorf("%s: would have %d bytes, want at most %d", what, n, TextLimit)
	}
	return m.Charge(n)
}

// list charges for a list of n items that what makes.
func (m *Meter) list(what string, n int64) error {
	if n > itemsLimit {
		return fmt.Errorf("%s: would have %d items, want at most %d", what, n, itemsLimit)
	}
	return m.Charge(n * itemBytes)
}

// items charges for as many times size bytes as v has items, if it is iterable at all.
func (m *Meter) items(what string, v starlark.Value, size int64) error {
	n := starlark.Len(v)
	if n < 0 {
		iter := starlark.Iterate(v)
		if iter == nil {
			return nil
		}
		defer iter.Done()
		var item starlark.Value
		for n = 0; n <= itemsLimit && iter.Next(&item); n++ {
		}
	}
	if n > itemsLimit {
		return fmt.Errorf("%s: got %d items, want at most %d", what, n, itemsLimit)
	}
	return m.Charge(int64(n) * size)
}

// addInPlace is x += y: a list grows, anything else is x + y.
func (m *Meter) addInPlace(x, y starlark.Value) (starlark.Value, error) {
	list, ok := x.(*starlark.List)
	items, ok2 := y.(starlark.Iterable)
	if !ok || !ok2 {
		return m.Binary(syntax.PLUS, x, y)
	}
	if err := m.extend(list, items); err != nil {
		return nil, err
	}
	extend, _ := list.Attr("extend")
	_, err := extend.(*starlark.Builtin).CallInternal(nil, starlark.Tuple{y}, nil)
	return x, err
}

// extend charges for what list grows by.
func (m *Meter) extend(list *starlark.List, items starlark.Value) error {
	if err := m.items("list += "+items.Type(), items, itemBytes); err != nil {
		return err
	}
	if n := int64(list.Len()) + int64(max(0, starlark.Len(items))); n > itemsLimit {
		return fmt.Errorf("list += %s: would have %d items, want at most %d", items.Type(), n, itemsLimit)
	}
	return nil
}

// orInPlace is x |= y: a dict or a set grows, anything else is x | y.
func (m *Meter) orInPlace(x, y starlark.Value) (starlark.Value, error) {
	grown, ok := x.(starlark.HasAttrs)
	if _, isInt := x.(starlark.Int); isInt || !ok || x.Type() != y.Type() {
		return m.Binary(syntax.PIPE, x, y)
	}
	update, err := grown.Attr("update")
	if err != nil || update == nil {
		return m.Binary(syntax.PIPE, x, y)
	}
	if err := m.items(x.Type()+" |= "+y.Type(), y, 4*itemBytes); err != nil {
		return nil, err
	}
	_, err = update.(*starlark.Builtin).CallInternal(nil, starlark.Tuple{y}, nil)
	return x, err
}
