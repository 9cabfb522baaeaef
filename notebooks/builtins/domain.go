package builtins

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
)

func builtinGrid(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) > 0 {
		return nil, c.Errorf("got an argument without a name, want a list for each parameter: grid(k=range(2, 5))")
	}
	lists := make([][]starlark.Value, len(kwargs))
	for i, kwarg := range kwargs {
		var err error
		if lists[i], err = itemsOf(c, string(kwarg[0].(starlark.String)), kwarg[1]); err != nil {
			return nil, err
		}
	}
	total, err := countCases(c, lists, 128)
	if err != nil {
		return nil, err
	}
	most := 0 // the largest sum of places
	for _, list := range lists {
		most += len(list) - 1
	}
	cases := make([]starlark.Value, 0, total)
	place := make([]int, len(lists)) // by parameter: that of its value
	add := func() error {
		d := starlark.NewDict(len(lists))
		for j, list := range lists {
			if err := d.SetKey(kwargs[j][0], list[place[j]]); err != nil {
				return c.Wrap(err)
			}
		}
		cases = append(cases, d)
		return c.Tick(len(cases), total)
	}
	for sum := 0; sum <= most && total > 0; sum++ {
		if err := eachPlace(lists, place, 0, sum, most, add); err != nil {
			return nil, err
		}
	}
	return starlark.NewList(cases), nil
}

// eachPlace calls add for each way to choose the places from the j-th on such that they add up to sum,
// of at most most, that of the last places; the ways come in the order of the places.
func eachPlace(lists [][]starlark.Value, place []int, j, sum, most int, add func() error) error {
	if j == len(lists) {
		return add()
	}
	last := len(lists[j]) - 1
	for place[j] = max(0, sum-(most-last)); place[j] <= min(last, sum); place[j]++ {
		if err := eachPlace(lists, place, j+1, sum-place[j], most-last, add); err != nil {
			return err
		}
	}
	return nil
}

// A domainSummary collects what the cases of a domain have in common.
type domainSummary struct {
	names  []string // of the parameters, in the order of the first case
	ranges map[string]*valueRange
	cases  int
	opaque bool // some case is not a dict
}

// A valueRange is the least and the greatest of the values of one parameter.
type valueRange struct {
	hasInt    bool
	low, high starlark.Int // of the values that are ints
	texts     []string     // the others in words: at most 4
	more      bool         // there are more than 4
}

func (s *domainSummary) add(item starlark.Value) {
	s.cases++
	d, ok := item.(*starlark.Dict)
	if !ok {
		s.opaque = true
		return
	}
	if s.ranges == nil {
		s.ranges = map[string]*valueRange{}
	}
	for key, value := range starlark.Entries(d) {
		name := dialect.PlainText(key)
		r := s.ranges[name]
		if r == nil {
			r = &valueRange{}
			s.ranges[name] = r
			s.names = append(s.names, name)
		}
		r.add(value)
	}
}

func (r *valueRange) add(v starlark.Value) {
	i, ok := v.(starlark.Int)
	if ok {
		if !r.hasInt || less(i, r.low) {
			r.low = i
		}
		if !r.hasInt || less(r.high, i) {
			r.high = i
		}
		r.hasInt = true
		return
	}
	text := dialect.ShortText(v)
	switch {
	case slices.Contains(r.texts, text):
	case len(r.texts) == 4:
		r.more = true
	default:
		r.texts = append(r.texts, text)
	}
}

func less(a, b starlark.Int) bool { return a.Sub(b).Sign() < 0 }

// String returns k=2 to 5, n=1 to 3, or within k=2 to 5, n=1 to 3 if there are not as many cases as
// that; it is empty if some case is not a dict.
func (s *domainSummary) String() string {
	if s.opaque {
		return ""
	}
	var parts []string
	all := starlark.MakeInt(1) // the number of combinations of what the parts say
	for _, name := range s.names {
		r := s.ranges[name]
		values := slices.Clone(r.texts)
		ways := starlark.MakeInt(len(values))
		if r.more {
			values = append(values, "…")
		}
		if r.hasInt {
			text := r.low.String()
			if less(r.low, r.high) {
				text += " to " + r.high.String()
			}
			values = append(values, text)
			ways = ways.Add(r.high).Sub(r.low).Add(starlark.MakeInt(1))
		}
		all = all.Mul(ways)
		parts = append(parts, name+"="+strings.Join(values, ", "))
	}
	text := strings.Join(parts, ", ")
	if less(starlark.MakeInt(s.cases), all) {
		return "within " + text
	}
	return text
}
