package dialect

import (
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// method returns x.name, so that it looks at sizes when it is called.
func (m *Meter) method(x starlark.Value, name string) (starlark.Value, error) {
	has, ok := x.(starlark.HasAttrs)
	if !ok {
		return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
	}
	attr, err := has.Attr(name)
	if err != nil {
		return nil, err
	}
	method, ok := attr.(*starlark.Builtin)
	if attr == nil {
		return nil, fmt.Errorf("%s has no .%s field or method", x.Type(), name)
	}
	switch x.(type) {
	case starlark.String, *starlark.List, *starlark.Dict, *starlark.Set:
	default:
		return attr, nil
	}
	if !ok {
		return attr, nil
	}
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := m.Env.meter.methodSize(x, name, args, kwargs); err != nil {
			return nil, err
		}
		return method.CallInternal(thread, args, kwargs)
	}), nil
}

// methodSize looks at what a method is about to make.
func (m *Meter) methodSize(x starlark.Value, name string, args starlark.Tuple, kwargs []starlark.Tuple) error {
	var first starlark.Value = starlark.None
	if len(args) > 0 {
		first = args[0]
	}
	switch x := x.(type) {
	case starlark.String:
		return m.stringMethodSize(string(x), name, args, kwargs)
	case *starlark.List: // extend
		return m.extend(x, first)
	case *starlark.Dict: // keys, values, items, update
		if err := m.items("dict."+name, first, 4*itemBytes); err != nil {
			return err
		}
		return m.Charge(int64(x.Len()) * 4 * itemBytes)
	case *starlark.Set:
		for _, arg := range args {
			if err := m.items("set."+name, arg, 4*itemBytes); err != nil {
				return err
			}
		}
		return m.Charge(int64(x.Len()) * 4 * itemBytes)
	}
	return nil
}

func (m *Meter) stringMethodSize(s, name string, args starlark.Tuple, kwargs []starlark.Tuple) error {
	what := "string." + name
	n := int64(len(s))
	switch name {
	case "join":
		if len(args) == 1 {
			return m.joinSize(s, args[0])
		}
	case "replace":
		if len(args) >= 2 {
			old, _ := starlark.AsString(args[0])
			with, _ := starlark.AsString(args[1])
			return m.text(what, n+int64(strings.Count(s, old))*int64(len(with)))
		}
	case "format":
		for _, pair := range kwargs {
			args = append(args[:len(args):len(args)], pair[1])
		}
		return m.format(what, s, args)
	case "split", "rsplit", "splitlines":
		return m.Charge(n * itemBytes)
	}
	return m.text(what, 3*n) // a letter's other case takes three bytes at most
}

// joinSize looks at the size of s.join(items).
func (m *Meter) joinSize(s string, items starlark.Value) error {
	iter := starlark.Iterate(items)
	if iter == nil {
		return nil
	}
	defer iter.Done()
	var total int64
	var item starlark.Value
	for iter.Next(&item) && total <= TextLimit {
		part, _ := starlark.AsString(item)
		total += int64(len(part)) + int64(len(s)) + 1
	}
	return m.text("string.join", total)
}

// format looks at the size of a text into which values are put as often as it has places for one.
func (m *Meter) format(what, s string, values starlark.Tuple) error {
	places := int64(strings.Count(s, "%") + strings.Count(s, "{"))
	total := int64(len(s))
	for _, v := range values {
		n, err := textSize(what, v)
		if err != nil {
			return err
		}
		total += n * places
	}
	return m.text(what, total)
}

// slice is x[low:high:step].
func (m *Meter) slice(x, low, high, step starlark.Value) (starlark.Value, error) {
	operand, ok := x.(starlark.Sliceable)
	if !ok {
		return nil, fmt.Errorf("invalid slice operand %s", x.Type())
	}
	by := 1
	if step != starlark.None {
		var err error
		if by, err = starlark.AsInt32(step); err != nil {
			return nil, fmt.Errorf("invalid slice step: %w", err)
		}
		if by == 0 {
			return nil, fmt.Errorf("zero is not a valid slice step")
		}
	}
	n := operand.Len()
	least, most, start, end := 0, n, 0, n
	if by < 0 {
		least, most, start, end = -1, n-1, n-1, -1
	}
	start, err := sliceIndex(low, n, start, least, most)
	if err != nil {
		return nil, fmt.Errorf("invalid start index: %w", err)
	}
	if end, err = sliceIndex(high, n, end, least, most); err != nil {
		return nil, fmt.Errorf("invalid end index: %w", err)
	}
	size := max(0, end-start)
	if by < 0 {
		size = max(0, start-end)
	}
	if size == 0 {
		end = start
	}
	switch x.(type) {
	case *starlark.List, starlark.Tuple:
		err = m.Charge(int64(size) * itemBytes)
	case starlark.String, starlark.Bytes:
		if by != 1 {
			err = m.Charge(int64(size))
		}
	}
	if err != nil {
		return nil, err
	}
	return operand.Slice(start, end, by), nil
}

// sliceIndex returns the index that v gives into n items, or the default if it gives none.
func sliceIndex(v starlark.Value, n, byDefault, least, most int) (int, error) {
	if v == starlark.None {
		return byDefault, nil
	}
	i, err := starlark.AsInt32(v)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	return min(max(i, least), most), nil
}

// updateItem is x[key] op= y, for the guard of the given name.
func (m *Meter) updateItem(x, key, y starlark.Value, guard string) (starlark.Value, error) {
	old, err := itemOf(x, key)
	if err != nil {
		return nil, err
	}
	var updated starlark.Value
	switch guard {
	case "@iadd":
		updated, err = m.addInPlace(old, y)
	case "@ior":
		updated, err = m.orInPlace(old, y)
	default:
		for op, name := range guardedOps {
			if name == guard && op < syntax.PLUS_EQ {
				updated, err = m.Binary(op, old, y)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	switch x := x.(type) {
	case starlark.HasSetKey:
		err = x.SetKey(key, updated)
	case starlark.HasSetIndex:
		i, _ := starlark.AsInt32(key)
		if i < 0 {
			i += x.Len()
		}
		err = x.SetIndex(i, updated)
	default:
		err = fmt.Errorf("%s value does not support item assignment", x.Type())
	}
	return starlark.None, err
}

// itemOf returns x[key].
func itemOf(x, key starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case starlark.Mapping:
		v, found, err := x.Get(key)
		if err == nil && !found {
			err = fmt.Errorf("key %s not in %s", ShortText(key), x.Type())
		}
		return v, err
	case starlark.Indexable:
		i, err := starlark.AsInt32(key)
		if err != nil {
			return nil, fmt.Errorf("%s index: %w", x.Type(), err)
		}
		n := x.Len()
		if i < -n || i >= n {
			return nil, fmt.Errorf("%s index %d out of range [%d:%d]", x.Type(), i, -n, n-1)
		}
		if i < 0 {
			i += n
		}
		return x.Index(i), nil
	}
	return nil, fmt.Errorf("unhandled index operation %s[%s]", x.Type(), key.Type())
}
