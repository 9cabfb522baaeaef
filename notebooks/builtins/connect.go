package builtins

import (
	"fmt"

	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// connectBuiltins returns the builtins about cuts, disjoint paths, faults and bisections.
func connectBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "connectivity", Fn: connectivityBuiltin(measure.Nodes)},
		{Name: "disjoint_paths", Fn: builtinDisjointPaths},
		{Name: "fault_diameter", Fn: builtinFaultDiameter},
		{Name: "worst_faults", Fn: builtinWorstFaults},
		{Name: "bisection", Fn: builtinBisection},
		{Name: "bisection_bounds", Fn: builtinBisectionBounds},
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

// connectivityBuiltin returns the function of a builtin for the connectivity of nodes or of links.
func connectivityBuiltin(of measure.Parts) engine.Func {
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
	what := amongNames[among] + of.String()
	known, err := t.memoize(c, what, flowBytes(t), func() (any, error) {
		k, cut, err := measure.Connectivity(t.Network, of, among, c.Progress)
		return connection{k, cut}, err
	})
	if err != nil {
		return connection{}, err
	}
	return known.(connection), nil
}

// chargeFlow charges for the memory of a flow.
func chargeFlow(c *engine.Call, t *network) error { return c.Reserve(flowBytes(t)) }

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

func builtinMinimumCut(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		return portedLinks(c, t, cut.Links)
	}
	return addressList(c, t, cut.Nodes)
}

func builtinDisjointPaths(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
		return c.BadArgf("f", "got %d, want 0 or more", f)
	}
	return nil
}

func builtinFaultDiameter(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func builtinWorstFaults(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	links, err := portedLinks(c, t, worst.Loss.Links)
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
	known, err := t.memoize(c, "bisection", flowBytes(t)+measure.MultilevelBytes(t.Network), func() (any, error) { return measure.Bisection(t.Network, c.Progress) })
	if err != nil {
		return nil, bounds, err
	}
	return t, known.(measure.Bounds), nil
}

func builtinBisection(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func builtinBisectionBounds(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
