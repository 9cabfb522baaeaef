package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// connectWords returns the words about cuts, disjoint paths, faults and bisections.
func connectWords() []engine.Builtin {
	const of = ` of is "nodes" or "links".`
	const among = ` among is "all" nodes or "processors" only; what is lost may be any, switches too.`
	const halves = "two halves (sizes differ by one if their number is odd); switches may be on either side"
	return []engine.Builtin{
		{
			Name: "connectivity", Group: "Measures", Signature: `connectivity(t, among="all")`,
			Doc: "Returns the fewest nodes whose loss parts two nodes that are left, or n-1 if each two of n nodes are linked; 0 if t is not connected." + among +
				" By maximum flows (Even, 1979).",
			Example: `connectivity(hypercube(4))`, Fn: connectivityWord(measure.Nodes),
		},
		{
			Name: "link_connectivity", Group: "Measures", Signature: `link_connectivity(t, among="all")`,
			Doc: "Returns the fewest links whose loss parts two nodes; 0 if t is not connected or has one node." +
				` among is "all" nodes or "processors" only. By maximum flows (Even, 1979).`,
			Example: `link_connectivity(hypercube(4))`, Fn: connectivityWord(measure.Links),
		},
		{
			Name: "minimum_cut", Group: "Measures", Signature: `minimum_cut(t, a=None, b=None, of="nodes")`,
			Doc: "Returns the fewest nodes, or links, whose loss parts the node a from the node b, or any two nodes if neither is given, as without takes them: " +
				"a list of addresses, or of pairs." + of + " Error: nodes that are linked, between which no loss of nodes is a cut. By maximum flow.",
			Example: `minimum_cut(ring(6), "0", "3")`, Fn: wordMinimumCut,
		},
		{
			Name: "disjoint_paths", Group: "Routing", Signature: `disjoint_paths(t, a, b, of="nodes")`,
			Doc: "Returns the most paths from the node a to the node b that share no node but a and b, or no link, shorter ones first; of all such sets one of least total length." + of +
				" By flows of least cost (Suurballe, 1974); their number is that of a minimum cut (Menger, 1927).",
			Example: `disjoint_paths(hypercube(3), "0,0,0", "0,1,1")`, Fn: wordDisjointPaths,
		},
		{
			Name: "fault_diameter", Group: "Measures", Signature: `fault_diameter(t, f, of="nodes")`,
			Doc: "Returns the largest distance between two nodes that are left, in hops, after the loss of any f nodes, or links." + of +
				" Error: f are enough to part t. By exhaustive search with bounds. Source: Krishnamoorthy and Krishnamurthy, 1987.",
			Example: `fault_diameter(hypercube(4), 3)`, Fn: wordFaultDiameter,
		},
		{
			Name: "worst_faults", Group: "Measures", Signature: `worst_faults(t, f, a=None, b=None, of="nodes")`,
			Doc: "Returns a loss of at most f nodes, or links, after which the node a is as far from the node b as can be, or any two nodes that are left if neither is given: a dict of " +
				`"distance" (in hops, None if there is no path), "a" and "b", and "nodes" and "links", as without takes them.` + of + " By exhaustive search with bounds.",
			Example: `worst_faults(hypercube(4), 3)`, Fn: wordWorstFaults,
		},
		{
			Name: "bisection", Group: "Measures", Signature: "bisection(t)",
			Doc: "Returns the fewest links whose removal parts the processors into " + halves +
				". By exhaustive search, or by a lower bound that the best cut found attains. Error: fewer than two processors; not known exactly, see bisection_bounds.",
			Example: `bisection(kary_ntree(2, 3))`, Fn: wordBisection,
		},
		{
			Name: "bisection_bounds", Group: "Measures", Signature: "bisection_bounds(t)",
			Doc: "Returns what is known of the fewest links whose removal parts the processors into " + halves + `: a dict of "lower", a proved bound, "upper", the links of the best cut found, ` +
				`"exact", whether they are equal, "lower_by" and "upper_by", how they were found, "left_out", which bounds were not tried or not finished, and why, as a list of strings that is empty if exact, and "half", the nodes on one side of the cut. ` +
				"Lower bounds: embedding (Leighton, 1992), eigenvalue (Boppana, 1987) for at most 400 nodes, search (branch and bound) for at most 1024 processors and 2²⁹ steps. Cuts: search, halving (Fiduccia and Mattheyses, 1982).",
			Example: `bisection_bounds(hypercube(5))`, Fn: wordBisectionBounds,
		},
	}
}

// A partsArg takes what is cut or lost.
type partsArg struct{ measure.Parts }

// Unpack takes "nodes" or "links".
func (a *partsArg) Unpack(v starlark.Value) error {
	text, ok := starlark.AsString(v)
	if !ok {
		return fmt.Errorf("got %s, want string", v.Type())
	}
	if a.Parts = measure.Nodes; text == "links" {
		a.Parts = measure.Links
	}
	return engine.OneOf(text, []string{"nodes", "links"})
}

// connectivityWord returns the function of a word for the connectivity of nodes or of links.
func connectivityWord(of measure.Parts) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var among amongArg
		t, err := oneNetwork(c, args, kwargs, "among?", &among)
		if err != nil {
			return nil, err
		}
		found, err := t.connectivity(c, of, among.Among)
		if err != nil {
			return nil, err
		}
		return starlark.MakeInt(found.k), nil
	}
}

// A connection is the connectivity of a network, and a loss of as many parts that parts nodes.
type connection struct {
	k   int
	cut measure.Loss
}

func (t *network) connectivity(c *engine.Call, of measure.Parts, among measure.Among) (connection, error) {
	what := amongFacts[among] + of.String()
	known, err := t.recall(c, what, flowBytes(t), func() (any, error) {
		k, cut, err := measure.Connectivity(t.Network, of, among, c.Progress)
		return connection{k, cut}, err
	})
	if err != nil {
		return connection{}, err
	}
	return known.(connection), nil
}

// chargeFlow charges for the memory of a flow.
func chargeFlow(c *engine.Call, t *network) error { return c.Pay(flowBytes(t)) }

// flowBytes returns the memory of a flow.
func flowBytes(t *network) int { return 64*t.Order() + 2*t.Size() }

// pairOrAll unpacks a network and two of its nodes that may be left out, then the further parameters.
// It returns a = b = -1 if they are, and charges for a flow.
func pairOrAll(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (t *network, a, b topology.Node, of measure.Parts, err error) {
	var ends [2]starlark.Value
	var parts partsArg
	a, b = -1, -1
	t, err = oneNetwork(c, args, kwargs, append(more, "a??", &ends[0], "b??", &ends[1], "of?", &parts)...)
	if err == nil && (ends[0] == nil) != (ends[1] == nil) {
		err = c.Errorf("got only one of a and b, want both or neither")
	}
	if err == nil && ends[0] != nil {
		if a, err = nodeArg(c, "a", t, ends[0]); err == nil {
			b, err = nodeArg(c, "b", t, ends[1])
		}
	}
	if err == nil {
		err = chargeFlow(c, t)
	}
	return t, a, b, parts.Parts, err
}

func wordMinimumCut(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, a, b, of, err := pairOrAll(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	var cut measure.Loss
	if a >= 0 {
		if cut, err = measure.MinimumCut(t.Network, a, b, of, c.Progress); err != nil {
			return nil, c.Wrap(err)
		}
	} else {
		found, err := t.connectivity(c, of, measure.All)
		if err != nil {
			return nil, err
		}
		if cut = found.cut; found.k > cut.Size() || t.Order() == 1 {
			return nil, c.Errorf("%v: each two nodes are linked, so that no loss of nodes parts them", t)
		}
	}
	if of == measure.Links {
		return linkPairs(c, t, cut.Links)
	}
	return addressList(c, t, cut.Nodes)
}

func wordDisjointPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var of partsArg
	t, a, b, err := twoNodes(c, args, kwargs, "of?", &of)
	if err != nil {
		return nil, err
	}
	if err := chargeFlow(c, t); err != nil {
		return nil, err
	}
	channels, err := measure.DisjointPaths(t.Network, a, b, of.Parts, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return pathList(c, t, func(yield func(route.Path) bool) {
		for _, way := range channels {
			if !yield(route.NewPath(t.Network, a, way)) {
				return
			}
		}
	}, len(channels))
}

// checkFaults returns an error unless the number of faults is in range.
func checkFaults(c *engine.Call, f int) error {
	if f < 0 {
		return c.BadArg("f", fmt.Errorf("got %d, want 0 or more", f))
	}
	return nil
}

func wordFaultDiameter(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f int
	var of partsArg
	t, err := oneNetwork(c, args, kwargs, "f", &f, "of?", &of)
	if err == nil {
		err = checkFaults(c, f)
	}
	if err == nil {
		err = chargeFlow(c, t)
	}
	if err != nil {
		return nil, err
	}
	worst, err := measure.FaultDiameter(t.Network, f, of.Parts, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	if k := worst.Loss.Size(); worst.Distance < 0 {
		return nil, c.Errorf("%v: the loss of %d %v can leave no path from %s to %s, want f at most %d: worst_faults(t, %d) tells which",
			t, k, of, t.Address(worst.A), t.Address(worst.B), k-1, k)
	}
	return starlark.MakeInt(worst.Distance), nil
}

func wordWorstFaults(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f int
	t, a, b, of, err := pairOrAll(c, args, kwargs, "f", &f)
	if err == nil {
		err = checkFaults(c, f)
	}
	if err != nil {
		return nil, err
	}
	var worst measure.Worst
	if a >= 0 {
		worst, err = measure.FaultDistance(t.Network, a, b, f, of, c.Progress)
	} else {
		worst, err = measure.FaultDiameter(t.Network, f, of, c.Progress)
	}
	if err != nil {
		return nil, c.Wrap(err)
	}
	nodes, err := addressList(c, t, worst.Loss.Nodes)
	if err != nil {
		return nil, err
	}
	links, err := linkPairs(c, t, worst.Loss.Links)
	if err != nil {
		return nil, err
	}
	return dictOf([]string{"distance", "a", "b", "nodes", "links"}, intUnless(worst.Distance, -1),
		t.address(worst.A), t.address(worst.B), nodes, links)
}

// dictOf returns a dict with the given keys and values.
func dictOf(keys []string, values ...starlark.Value) (starlark.Value, error) {
	d := starlark.NewDict(len(keys))
	for i, key := range keys {
		if err := d.SetKey(starlark.String(key), values[i]); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// bisectionOf unpacks a network and looks for its bisection.
func bisectionOf(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (t *network, bounds measure.Bounds, err error) {
	if t, err = oneNetwork(c, args, kwargs); err != nil {
		return nil, bounds, err
	}
	known, err := t.recall(c, "bisection", flowBytes(t), func() (any, error) { return measure.Bisection(t.Network, c.Progress) })
	if err != nil {
		return nil, bounds, err
	}
	return t, known.(measure.Bounds), nil
}

func wordBisection(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, bounds, err := bisectionOf(c, args, kwargs)
	if err == nil && !bounds.Exact() {
		err = c.Errorf("%v: got from %d to %d links, want them equal: bisection_bounds(t) tells more",
			t, bounds.Lower, bounds.Cut.Links)
	}
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(bounds.Lower), nil
}

func wordBisectionBounds(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, bounds, err := bisectionOf(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	half, err := addressList(c, t, bounds.Cut.Half)
	if err != nil {
		return nil, err
	}
	leftOut := listOf(bounds.LeftOut, func(s string) starlark.Value { return starlark.String(s) })
	return dictOf([]string{"lower", "upper", "exact", "lower_by", "upper_by", "left_out", "half"},
		starlark.MakeInt(bounds.Lower), starlark.MakeInt(bounds.Cut.Links), starlark.Bool(bounds.Exact()),
		starlark.String(bounds.LowerBy), starlark.String(bounds.UpperBy), leftOut, half)
}
