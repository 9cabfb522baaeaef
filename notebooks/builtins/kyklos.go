package builtins

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/family"
)

// kyklosWords returns the words for trees on common leaves in any order.
func kyklosWords() []engine.Builtin {
	const source = " Source: Menezes, The KYKLOS Multicomputer Network (1988), "
	return []engine.Builtin{
		{
			Name: "kyklos_ls", Group: "Networks", Signature: "kyklos_ls(m, sequences)",
			Doc: "Returns a KYKLOS: complete m-ary trees on the same processors, one for each of the labelling sequences, which list " +
				"the processors from left to right as ints. Switch i of height j in tree k has the address k,j,i; with one tree or " +
				"two it is j,i in tree 1 and -j,i in tree 2. Error: a sequence that is no permutation of 0 to m^n-1, n at least 1, " +
				"or of another length than the first." + source + "section 2.3.",
			Example: `kyklos_ls(2, [[0, 1, 2, 3], [0, 2, 1, 3]])`, Fn: wordKyklosLS,
		},
		{
			Name: "labelling_sequence", Group: "Networks", Signature: "labelling_sequence(name, m, n)",
			Doc: "Returns the m^n leaves of an m-ary tree of height n from left to right, as a list of ints. The name says which: " +
				`"identity"; "gamma", digit reversal, as in tree 2 of KYKLOS-II; and for m = 2 "delta", the even ones, then the odd ones, ` +
				`"quarter_shifted", as in tree 2 of KYKLOS-III (2.26), and "quarter_shifted_1985", its first variant. ` +
				"Error: another name, m or n." + source + "ch. 2.",
			Example: `labelling_sequence("gamma", 2, 3)`, Fn: wordLabellingSequence,
		},
		{
			Name: "deal", Group: "Networks", Signature: `deal(m, n, rounds="in_turn", seed=0)`,
			Doc: "Returns the labelling sequence of an m-ary tree of height n, a list of ints, that comes about when the root deals " +
				"the cards 0 to m^n-1 to its children in rounds of m cards, and these what they got, down to the leaves. rounds says who " +
				`gets which card of a round: "in_turn"; "reverse_last", as in KYKLOS-III: in the right half, but for the root and the last ` +
				`switches, the last round goes from right to left; or "random", by the seed, an int.` + source + "section 2.4.",
			Example: `deal(2, 3, rounds="reverse_last")`, Fn: wordDeal,
		},
		{
			Name: "class_leader", Group: "Networks", Signature: "class_leader(m, sequence)",
			Doc: "Returns the labelling sequence, a list of ints, that stands for all those equivalent to the given one, in which each " +
				"two leaves are equally far apart in the m-ary tree: two sequences are equivalent if their leaders are equal. " +
				"Error: no permutation of 0 to m^n-1." + source + "appendix A.2.",
			Example: `class_leader(2, [2, 6, 0, 4, 5, 1, 3, 7])`, Fn: wordClassLeader,
		},
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
			return nil, c.BadArg(param, fmt.Errorf("got %s, want ints", dialect.ShortText(v)))
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

func wordKyklosLS(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	return c.Pay(leaves * 48)
}

func wordLabellingSequence(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordDeal(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
			return nil, c.BadArg("m", fmt.Errorf(`got %d, want 2 for "reverse_last"`, m))
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

func wordClassLeader(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		return nil, err // begins with the word
	}
	return intList(leader), nil
}
