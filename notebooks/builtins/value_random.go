package builtins

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
)

// A generator is a source of random numbers as a value of a cell. Other cells see it frozen, as
// numbers that they drew from it would depend on the order in which cells run.
type generator struct {
	seed   uint64
	source *rand.PCG
	frozen bool
}

var _ starlark.HasAttrs = (*generator)(nil)

func builtinRandom(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var seed int64
	if err := c.Unpack(args, kwargs, "seed", &seed); err != nil {
		return nil, err
	}
	return &generator{seed: uint64(seed), source: rand.NewPCG(uint64(seed), 0)}, nil
}

func (g *generator) Type() string          { return "random" }
func (g *generator) String() string        { return fmt.Sprintf("random(%d)", int64(g.seed)) }
func (g *generator) Freeze()               { g.frozen = true }
func (g *generator) Truth() starlark.Bool  { return true }
func (g *generator) Hash() (uint32, error) { return 0, fmt.Errorf("unhashable: random") }

// AttrNames returns the names of the methods.
func (g *generator) AttrNames() []string { return []string{"choice", "int", "sample", "shuffle"} }

// Attr returns a method.
func (g *generator) Attr(name string) (starlark.Value, error) {
	method := map[string]engine.Func{
		"int": g.int, "choice": g.choice, "shuffle": g.shuffle, "sample": g.sample,
	}[name]
	if method == nil {
		return nil, nil
	}
	return starlark.NewBuiltin("random."+name, func(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		c := &engine.Call{Name: b.Name()}
		if g.frozen {
			return nil, c.Errorf("the generator was made in another cell, want one made here by random(seed)")
		}
		return method(c, args, kwargs)
	}), nil
}

func (g *generator) int(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var lo, hi starlark.Int
	if err := c.Unpack(args, kwargs, "lo", &lo, "hi", &hi); err != nil {
		return nil, err
	}
	span := new(big.Int).Sub(hi.BigInt(), lo.BigInt())
	if span.Sign() < 0 || !span.IsUint64() {
		return nil, c.Errorf("got %v to %v, want lo not above hi and less than 2^64 apart", lo, hi)
	}
	drawn := g.source.Uint64() // all 64 bits if the span has them
	if span.Uint64() != 1<<64-1 {
		drawn = uint64n(drawn, span.Uint64()+1, g.source)
	}
	return lo.Add(starlark.MakeUint64(drawn)), nil
}

// uint64n returns a number below n, drawn uniformly: first, unless it is one of the few that would
// make some numbers likelier than others, and else the next that is not.
func uint64n(first, n uint64, source *rand.PCG) uint64 {
	limit := 1<<64 - 1 - (1<<64-1)%n // a multiple of n
	for first >= limit {
		first = source.Uint64()
	}
	return first % n
}

// index draws a number below n.
func (g *generator) index(n int) int { return int(uint64n(g.source.Uint64(), uint64(n), g.source)) }

func listArg(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) ([]starlark.Value, error) {
	var list starlark.Iterable
	if err := c.Unpack(args, kwargs, append([]any{"list", &list}, more...)...); err != nil {
		return nil, err
	}
	if n := starlark.Len(list); n > maxCases {
		return nil, c.BadArgf("list", "got %d items, want at most %d", n, maxCases)
	}
	var values []starlark.Value
	for item := range starlark.Elements(list) {
		values = append(values, item)
	}
	return values, nil
}

func (g *generator) choice(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	values, err := listArg(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	if len(values) == 0 {
		return nil, c.BadArgf("list", "got an empty list, want at least one item")
	}
	return values[g.index(len(values))], nil
}

// mix puts n random items of values, in random order, first.
func (g *generator) mix(values []starlark.Value, n int) {
	for i := range n {
		j := i + g.index(len(values)-i)
		values[i], values[j] = values[j], values[i]
	}
}

func (g *generator) shuffle(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	values, err := listArg(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	g.mix(values, len(values))
	return starlark.NewList(values), nil
}

func (g *generator) sample(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var n int
	values, err := listArg(c, args, kwargs, "n", &n)
	if err != nil {
		return nil, err
	}
	if n < 0 || n > len(values) {
		return nil, c.BadArgf("n", "got %d, want 0 to %d, the length of the list", n, len(values))
	}
	g.mix(values, n)
	return starlark.NewList(values[:n:n]), nil
}
