package builtins

import (
	"math/rand/v2"
	"slices"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/family"
)

// kyklosBuiltins returns the builtins for trees on common leaves in any order.
func kyklosBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "kyklos_ls", Fn: builtinKyklosLS},
		{Name: "labelling_sequence", Fn: builtinLabellingSequence},
		{Name: "deal", Fn: builtinDeal},
		{Name: "class_leader", Fn: builtinClassLeader},
	}
}

// ints returns the items of a list of ints.
func ints(c *engine.Call, param string, v starlark.Value) ([]int, error) {
	values, err := itemsOf(c, param, v)
	if err != nil {
		return nil, err
	}
	list := make([]int, len(values))
	for i, v := range values {
		if err := starlark.AsInt(v, &list[i]); err != nil {
			return nil, c.BadArgf(param, "got %s, want ints", dialect.ShortText(v))
		}
	}
	return list, nil
}

// intList returns a list of ints as a value.
func intList(list []int) starlark.Value {
	values := make([]starlark.Value, len(list))
	for i, x := range list {
		values[i] = starlark.MakeInt(x)
	}
	return starlark.NewList(values)
}

func builtinKyklosLS(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var m int
	var lists starlark.Value
	if err := c.Unpack(args, kwargs, "m", &m, "sequences", &lists); err != nil {
		return nil, err
	}
	items, err := itemsOf(c, "sequences", lists)
	if err != nil {
		return nil, err
	}
	sequences := make([][]int, len(items))
	for i, item := range items {
		if sequences[i], err = ints(c, "sequences", item); err != nil {
			return nil, err
		}
	}
	def, err := family.NewKyklosLS(m, sequences)
	return buildNetwork(c, def, err)
}

// treeSize charges for a list of the leaves of an m-ary tree of height n, or returns an error unless
// m ≥ 2, n ≥ 1 and mⁿ ≤ MaxNodes.
func treeSize(c *engine.Call, m, n int) error {
	leaves := 1
	for i := 0; i < n && leaves <= topology.MaxNodes; i++ {
		if m < 2 || m > topology.MaxNodes {
			break
		}
		leaves *= m
	}
	if leaves < 2 || leaves > topology.MaxNodes {
		return c.Errorf("got m = %d and n = %d, want m ≥ 2, n ≥ 1 and at most %d leaves", m, n, topology.MaxNodes)
	}
	return c.Reserve(leaves * 48)
}

func builtinLabellingSequence(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var name string
	var m, n int
	if err := c.Unpack(args, kwargs, "name", &name, "m", &m, "n", &n); err != nil {
		return nil, err
	}
	if err := engine.OneOf(name, family.LabellingNames); err != nil {
		return nil, c.BadArg("name", err)
	}
	if err := treeSize(c, m, n); err != nil {
		return nil, err
	}
	list, err := family.LabellingSequence(name, m, n)
	if err != nil {
		return nil, err
	}
	return intList(list), nil
}

func builtinDeal(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var m, n int
	var seed int64
	rounds := "in_turn"
	if err := c.Unpack(args, kwargs, "m", &m, "n", &n, "rounds?", &rounds, "seed?", &seed); err != nil {
		return nil, err
	}
	if err := engine.OneOf(rounds, []string{"in_turn", "reverse_last", "random"}); err != nil {
		return nil, c.BadArg("rounds", err)
	}
	if err := treeSize(c, m, n); err != nil {
		return nil, err
	}
	var turn func(height, index, round int, order []int)
	switch rounds {
	case "reverse_last":
		if m != 2 {
			return nil, c.BadArgf("m", `got %d, want 2 for "reverse_last"`, m)
		}
		turn = func(height, index, round int, order []int) {
			if 1 < height && height < n && index >= 1<<(n-height-1) && round == 1<<(height-1)-1 {
				slices.Reverse(order)
			}
		}
	case "random":
		random := &generator{source: rand.NewPCG(uint64(seed), 0)}
		turn = func(_, _, _ int, order []int) {
			for i := range order {
				j := i + random.index(m-i)
				order[i], order[j] = order[j], order[i]
			}
		}
	}
	list, err := family.Deal(m, n, turn, c.Progress)
	if err != nil {
		return nil, err
	}
	return intList(list), nil
}

func builtinClassLeader(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var m int
	var list starlark.Value
	if err := c.Unpack(args, kwargs, "m", &m, "sequence", &list); err != nil {
		return nil, err
	}
	sequence, err := ints(c, "sequence", list)
	if err != nil {
		return nil, err
	}
	leader, err := family.ClassLeader(m, sequence)
	if err != nil {
		return nil, err // begins with the call
	}
	return intList(leader), nil
}
