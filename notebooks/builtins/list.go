package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
)

// maxCases bounds the items that product, combinations and grid return.
const maxCases = 1 << 20

// listBuiltins returns the builtins that make lists, as Python's itertools does.
func listBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "product", Fn: builtinProduct},
		{Name: "combinations", Fn: builtinCombinations},
	}
}

// itemsOf returns the items of a list.
func itemsOf(c *engine.Call, param string, v starlark.Value) ([]starlark.Value, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, c.BadArgf(param, "got %s, want a list", v.Type())
	}
	if n := starlark.Len(list); n > maxCases {
		return nil, c.BadArgf(param, "got %d items, want at most %d", n, maxCases)
	}
	if err := c.Reserve(16 * max(0, starlark.Len(list))); err != nil {
		return nil, err
	}
	var values []starlark.Value
	for item := range starlark.Elements(list) {
		values = append(values, item)
	}
	return values, nil
}

// countCases returns how many ways there are to take one of each list, or an error if they are
// too many, and charges for them at so many bytes for each item.
func countCases(c *engine.Call, lists [][]starlark.Value, bytes int) (int, error) {
	total := 1
	for _, list := range lists {
		if len(list) > 0 && total > maxCases/len(list) {
			return 0, c.Errorf("more than %d combinations, want fewer", maxCases)
		}
		total *= len(list)
	}
	if err := c.Reserve(total * (32 + bytes*len(lists))); err != nil {
		return 0, err
	}
	return total, nil
}

func builtinProduct(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if err := noKeywords(c, kwargs); err != nil {
		return nil, err
	}
	lists := make([][]starlark.Value, len(args))
	for i, arg := range args {
		var err error
		if lists[i], err = itemsOf(c, "lists", arg); err != nil {
			return nil, err
		}
	}
	total, err := countCases(c, lists, 16)
	if err != nil {
		return nil, err
	}
	out := make([]starlark.Value, total)
	for i := range out {
		tuple := make(starlark.Tuple, len(lists))
		rest := i
		for j := len(lists) - 1; j >= 0; j-- {
			tuple[j] = lists[j][rest%len(lists[j])]
			rest /= len(lists[j])
		}
		out[i] = tuple
	}
	return starlark.NewList(out), nil
}

func builtinCombinations(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Value
	var r int
	if err := c.Unpack(args, kwargs, "list", &list, "r", &r); err != nil {
		return nil, err
	}
	if r < 0 {
		return nil, c.BadArgf("r", "got %d, want at least 0", r)
	}
	values, err := itemsOf(c, "list", list)
	if err != nil {
		return nil, err
	}
	if r > len(values) {
		return starlark.NewList(nil), nil
	}
	total := 1 // binomial coefficient
	for i := 1; i <= min(r, len(values)-r); i++ {
		if total = total * (len(values) - i + 1) / i; total > maxCases {
			return nil, c.Errorf("more than %d, want fewer", maxCases)
		}
	}
	if err := c.Reserve(total * (32 + 16*r)); err != nil {
		return nil, err
	}
	out := make([]starlark.Value, 0, total)
	index := make([]int, r)
	for i := range index {
		index[i] = i
	}
	for {
		tuple := make(starlark.Tuple, r)
		for i, j := range index {
			tuple[i] = values[j]
		}
		out = append(out, tuple)
		i := r - 1
		for i >= 0 && index[i] == len(values)-r+i {
			i--
		}
		if i < 0 {
			return starlark.NewList(out), nil
		}
		index[i]++
		for j := i + 1; j < r; j++ {
			index[j] = index[j-1] + 1
		}
	}
}
