package builtins

import (
	"fmt"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/notebooks/output"
	"topobook/topology/draw"
	"topobook/topology/number"
)

// maxCases bounds the items that product, combinations and grid return.
const maxCases = 1 << 20

func parseFloat(s string) starlark.Float {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic("notebooks: " + err.Error()) // s is what FormatFloat wrote
	}
	return starlark.Float(f)
}

func wordFmt(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x engine.NumberArg
	digits := -1
	if err := c.Unpack(args, kwargs, "x", &x, "digits??", &digits); err != nil {
		return nil, err
	}
	if digits > 15 {
		return nil, c.BadArg("digits", fmt.Errorf("got %d, want 0 to 15", digits))
	}
	i, isInt := x.Value.(starlark.Int)
	switch {
	case digits < 0 && !isInt:
		return starlark.String(draw.FormatNumber(float64(x.Value.(starlark.Float)))), nil
	case digits <= 0 && isInt:
		return starlark.String(number.Group(i.String())), nil
	}
	f, err := x.Float()
	if err != nil {
		return nil, c.BadArg("x", err)
	}
	return starlark.String(number.Group(output.FormatFixed(f, digits))), nil
}

// itemsOf returns the items of a list.
func itemsOf(c *engine.Call, param string, v starlark.Value) ([]starlark.Value, error) {
	list, ok := v.(starlark.Iterable)
	if !ok {
		return nil, c.BadArg(param, fmt.Errorf("got %s, want a list", v.Type()))
	}
	if n := starlark.Len(list); n > maxCases {
		return nil, c.BadArg(param, fmt.Errorf("got %d items, want at most %d", n, maxCases))
	}
	if err := c.Pay(16 * max(0, starlark.Len(list))); err != nil {
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
	if err := c.Pay(total * (32 + bytes*len(lists))); err != nil {
		return 0, err
	}
	return total, nil
}

func wordProduct(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordCombinations(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list starlark.Value
	var r int
	if err := c.Unpack(args, kwargs, "list", &list, "r", &r); err != nil {
		return nil, err
	}
	if r < 0 {
		return nil, c.BadArg("r", fmt.Errorf("got %d, want at least 0", r))
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
	if err := c.Pay(total * (32 + 16*r)); err != nil {
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

func wordHelp(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var about starlark.Value = starlark.None
	if err := c.Unpack(args, kwargs, "word?", &about); err != nil {
		return nil, err
	}
	name := ""
	switch about := about.(type) {
	case starlark.NoneType:
		return helpIndex(), nil
	case starlark.String:
		name = string(about)
	case starlark.Callable:
		name = about.Name()
	default:
		return nil, c.BadArg("word", fmt.Errorf("got %s, want the name of a word", about.Type()))
	}
	word, ok := Find(name)
	if !ok {
		return nil, c.BadArg("word", fmt.Errorf("no word is named %q; help() lists all", name))
	}
	return &helpOutput{word: word}, nil
}

// helpIndex returns the words of each group as a table.
func helpIndex() *output.Table {
	var rows []starlark.Value
	group, names := "", []string(nil)
	flush := func() {
		if len(names) > 0 {
			rows = append(rows, starlark.Tuple{starlark.String(group), starlark.String(strings.Join(names, ", "))})
		}
	}
	for _, word := range All() {
		if word.Group != group {
			flush()
			group, names = word.Group, nil
		}
		names = append(names, word.Name)
	}
	flush()
	t := output.NewTable(starlark.NewList(rows), nil, nil, "")
	t.Keyed = true
	return t
}

// A helpOutput is the entry of a word in the reference.
type helpOutput struct {
	output.Base
	word engine.Builtin
}

func (h *helpOutput) Type() string          { return "help" }
func (h *helpOutput) String() string        { return h.Text() }
func (h *helpOutput) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: help") }

// HTML returns div.help with the signature, what the builtin returns, and where the reference says more.
func (h *helpOutput) HTML() string {
	return `<div class="help"><p><code>` + output.Escape(h.word.Signature) + "</code></p><p>" + output.Escape(h.word.Summary) +
		"</p><p>" + output.Escape(h.more()) + "</p></div>"
}

// Text returns the same in three lines.
func (h *helpOutput) Text() string { return h.word.Signature + "\n" + h.word.Summary + "\n" + h.more() }

func (h *helpOutput) more() string { return "More in the reference, under " + h.word.Group + "." }
