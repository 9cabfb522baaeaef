package dialect

import (
	"fmt"

	"go.starlark.net/starlark"
)

// A walk visits a value and all values in it without recursion, because what a cell can nest is
// deeper than the stack of the functions that print, freeze or compare it.
type walk struct {
	// again says to visit lists, dicts and sets each time they occur, as printing does, and not
	// only once, as freezing does. Tuples are visited each time in either case.
	again bool
	limit int // of values visited

	seen  map[starlark.Value]bool
	stack []walkItem
	count int
	bytes int64 // that printing takes, roughly
}

type walkItem struct {
	value starlark.Value
	depth int
}

// visit returns an error for what is too deep or too large.
func (w *walk) visit(what string, v starlark.Value) error {
	w.stack = append(w.stack[:0], walkItem{v, 0})
	if w.seen == nil {
		w.seen = map[starlark.Value]bool{}
	}
	for len(w.stack) > 0 {
		last := len(w.stack) - 1
		item := w.stack[last]
		w.stack = w.stack[:last]
		if w.count++; w.count > w.limit {
			return fmt.Errorf("%s: got more than %d values inside one another, want at most that many", what, w.limit)
		}
		if item.depth > nestLimit {
			return fmt.Errorf("%s: got lists more than %d deep inside one another, want at most that many", what, nestLimit)
		}
		if err := w.open(what, item.value, item.depth+1); err != nil {
			return err
		}
	}
	return nil
}

// open puts what is in v on the stack.
func (w *walk) open(what string, v starlark.Value, depth int) error {
	w.bytes += 4
	switch v := v.(type) {
	case starlark.Tuple:
		for _, item := range v {
			w.push(item, depth)
		}
	case *starlark.List:
		if w.first(v) {
			for i := range v.Len() {
				w.push(v.Index(i), depth)
			}
		}
	case *starlark.Dict:
		if w.first(v) {
			for key, item := range starlark.Entries(v) {
				w.push(key, depth)
				w.push(item, depth)
			}
		}
	case *starlark.Set:
		if w.first(v) {
			for item := range starlark.Elements(v) {
				w.push(item, depth)
			}
		}
	case *starlark.Function:
		if !w.again && w.first(v) {
			for i := range v.NumFreeVars() {
				_, item := v.FreeVar(i)
				w.push(item, depth)
			}
			for i := range v.NumParams() {
				w.push(v.ParamDefault(i), depth)
			}
		}
	case *starlark.Builtin:
		if !w.again {
			w.push(v.Receiver(), depth)
		}
	case starlark.String:
		w.bytes += int64(len(v))
	case starlark.Bytes:
		w.bytes += 4 * int64(len(v))
	case starlark.Int:
		w.bytes += int64(bitLength(v)) / 3
	}
	if w.again && w.bytes > 4*TextLimit {
		return fmt.Errorf("%s: would have more than %d bytes, want at most that many", what, TextLimit)
	}
	return nil
}

// push puts v on the stack, unless there is nothing in it.
func (w *walk) push(v starlark.Value, depth int) {
	switch v := v.(type) {
	case nil:
	case starlark.Int, starlark.Float, starlark.Bool, starlark.NoneType:
		w.count++
		w.bytes += 20
		if n, ok := v.(starlark.Int); ok {
			w.bytes += int64(bitLength(n)) / 3
		}
	case starlark.String:
		w.count++
		w.bytes += int64(len(v)) + 4
	default:
		w.stack = append(w.stack, walkItem{v, depth})
	}
}

func (w *walk) first(v starlark.Value) bool {
	if w.again {
		return true
	}
	was := w.seen[v]
	w.seen[v] = true
	return !was
}

// textSize returns roughly the bytes that printing v takes, or an error if that is too much.
func textSize(what string, v starlark.Value) (int64, error) {
	if s, ok := v.(starlark.String); ok {
		return int64(len(s)), nil
	}
	w := walk{again: true, limit: 2 << 20}
	err := w.visit(what, v)
	return w.bytes, err
}

// Freezable returns an error if the values of a cell nest too deeply to be frozen.
func Freezable(globals starlark.StringDict) error {
	w := walk{limit: 4 * itemsLimit}
	for _, name := range globals.Keys() {
		what := name
		if name == OutputName {
			what = "the output"
		}
		if err := w.visit(what, globals[name]); err != nil {
			return err
		}
	}
	return nil
}

// Same reports whether a value that a cell gives to others is the one it gave before, so that
// they need not run again.
func Same(a, b starlark.Value) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	if a.Type() != b.Type() {
		return false
	}
	if a, ok := a.(interface{ Same(starlark.Value) bool }); ok {
		return a.Same(b)
	}
	for _, v := range []starlark.Value{a, b} {
		w := walk{again: true, limit: 200_000}
		if w.visit("", v) != nil {
			return false
		}
	}
	return samePlain(a, b)
}

// samePlain compares plain data more strictly than ==, for which 1 == 1.0 and dicts have no order.
func samePlain(a, b starlark.Value) bool {
	if a.Type() != b.Type() {
		return false
	}
	switch a := a.(type) {
	case *starlark.List:
		return sameItems(a, b.(*starlark.List))
	case starlark.Tuple:
		return sameItems(a, b.(starlark.Tuple))
	case *starlark.Dict:
		x, y := a.Items(), b.(*starlark.Dict).Items()
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !samePlain(x[i][0], y[i][0]) || !samePlain(x[i][1], y[i][1]) {
				return false
			}
		}
		return true
	case *starlark.Set:
		return sameElements(a, b.(*starlark.Set))
	case starlark.NoneType:
		return true
	case starlark.Bool, starlark.Int, starlark.Float, starlark.String, starlark.Bytes:
		equal, err := starlark.Equal(a, b)
		return err == nil && equal
	case *starlark.Function, *starlark.Builtin:
		return a == b
	}
	if a, ok := a.(interface{ Same(starlark.Value) bool }); ok {
		return a.Same(b)
	}
	return false
}

func sameItems(a, b starlark.Indexable) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if !samePlain(a.Index(i), b.Index(i)) {
			return false
		}
	}
	return true
}

func sameElements(a, b *starlark.Set) bool {
	if a.Len() != b.Len() {
		return false
	}
	x, y := a.Iterate(), b.Iterate()
	defer x.Done()
	defer y.Done()
	var v, w starlark.Value
	for x.Next(&v) && y.Next(&w) {
		if !samePlain(v, w) {
			return false
		}
	}
	return true
}
