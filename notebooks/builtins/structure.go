package builtins

import (
	"math"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
)

// structureBuiltins returns the builtins that measure networks as graphs: cycles, eigenvalues, bounds, and how many ways there are.
func structureBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "girth", Fn: builtinGirth},
		{Name: "shortest_cycle", Fn: builtinShortestCycle},
		{Name: "is_regular", Fn: builtinIsRegular},
		{Name: "moore_bound", Fn: builtinMooreBound},
		{Name: "least_average_distance", Fn: builtinLeastAverageDistance},
		{Name: "second_eigenvalue", Fn: spectrumBuiltin(func(s measure.Spectrum) float64 { return s.Second })},
		{Name: "least_eigenvalue", Fn: spectrumBuiltin(func(s measure.Spectrum) float64 { return s.Least })},
		{Name: "spectral_gap", Fn: spectrumBuiltin(measure.Spectrum.Gap)},
		{Name: "algebraic_connectivity", Fn: builtinAlgebraicConnectivity},
		{Name: "path_multiplicity", Fn: builtinPathMultiplicity},
		{Name: "path_diversity", Fn: builtinPathDiversity},
	}
}

// shortestCycle unpacks a network and returns a shortest cycle of it.
func shortestCycle(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (*network, []topology.Node, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err != nil {
		return nil, nil, err
	}
	found, err := t.memoize(c, "shortest cycle", 16*t.Order(), func() (any, error) {
		_, cycle, err := measure.Girth(t.Network, c.Progress)
		return cycle, err
	})
	if err != nil {
		return nil, nil, err
	}
	return t, found.([]topology.Node), nil
}

func builtinGirth(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	_, cycle, err := shortestCycle(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return intUnless(len(cycle), 0), nil
}

func builtinShortestCycle(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, cycle, err := shortestCycle(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return addressList(c, t, cycle)
}

func builtinIsRegular(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	return starlark.Bool(len(measure.Degrees(t.Network)) == 1), nil
}

// maxMoore bounds the arguments of the Moore bound, which has so many digits.
const maxMoore = 1 << 10

func builtinMooreBound(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var degree, diameter int
	if err := c.Unpack(args, kwargs, "degree", &degree, "diameter", &diameter); err != nil {
		return nil, err
	}
	if degree < 0 || degree > math.MaxInt32 {
		return nil, c.BadArgf("degree", "got %d, want 0 to %d", degree, math.MaxInt32)
	}
	if diameter < 0 || diameter > maxMoore {
		return nil, c.BadArgf("diameter", "got %d, want 0 to %d", diameter, maxMoore)
	}
	return starlark.MakeBigInt(measure.MooreBound(degree, diameter)), nil
}

func builtinLeastAverageDistance(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var nodes, degree int
	if err := c.Unpack(args, kwargs, "nodes", &nodes, "degree", &degree); err != nil {
		return nil, err
	}
	const most = 1 << 24
	if nodes < 1 || nodes > most {
		return nil, c.BadArgf("nodes", "got %d, want 1 to %d", nodes, most)
	}
	if degree < 0 || degree > most {
		return nil, c.BadArgf("degree", "got %d, want 0 to %d", degree, most)
	}
	least := measure.LeastAverageDistance(nodes, degree)
	if math.IsInf(least, 0) {
		return nil, c.Errorf("no connected network has %d nodes of degree %d, want a larger degree", nodes, degree)
	}
	return starlark.Float(least), nil
}

// lanczosBytes is what a search for eigenvalues takes for each node, at most.
const lanczosBytes = 2400

// spectrumBuiltin returns the function of a builtin that is a number of the spectrum of a regular network.
func spectrumBuiltin(of func(measure.Spectrum) float64) engine.Func {
	return func(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		t, err := oneNetwork(c, args, kwargs)
		if err != nil {
			return nil, err
		}
		found, err := t.memoize(c, "spectrum", lanczosBytes*t.Order(), func() (any, error) { return measure.RegularSpectrum(t.Network, c.Progress) })
		if err != nil {
			return nil, err
		}
		return starlark.Float(of(found.(measure.Spectrum))), nil
	}
}

func builtinAlgebraicConnectivity(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, err := oneNetwork(c, args, kwargs)
	if err != nil {
		return nil, err
	}
	found, err := t.memoize(c, "algebraic connectivity", lanczosBytes*t.Order(), func() (any, error) { return measure.AlgebraicConnectivity(t.Network, c.Progress) })
	if err != nil {
		return nil, err
	}
	return starlark.Float(found.(float64)), nil
}

// distributionOf returns a distribution as a dict of values and counts.
func distributionOf(d measure.Distribution) (starlark.Value, error) {
	dict := starlark.NewDict(len(d.Values))
	for i, value := range d.Values {
		if err := dict.SetKey(starlark.MakeInt(value), starlark.MakeInt64(d.Counts[i])); err != nil {
			return nil, err
		}
	}
	return dict, nil
}

func builtinPathMultiplicity(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var among amongArg
	t, err := oneNetwork(c, args, kwargs, "among?", &among)
	if err != nil {
		return nil, err
	}
	found, err := t.memoize(c, amongNames[among.Among]+"path multiplicity", 32*t.Order(), func() (any, error) {
		return measure.PathMultiplicity(t.Network, among.Among, c.Progress)
	})
	if err != nil {
		return nil, err
	}
	return distributionOf(found.(measure.Distribution))
}

func builtinPathDiversity(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var among amongArg
	query := measure.DiversityQuery{Pairs: 1000}
	seed, pairs := int64(1), starlark.Value(starlark.MakeInt(query.Pairs))
	t, err := oneNetwork(c, args, kwargs, "hops", &query.Hops, "pairs?", &pairs, "seed?", &seed, "among?", &among)
	if err != nil {
		return nil, err
	}
	if query.Hops < 1 {
		return nil, c.BadArgf("hops", "got %d, want at least 1", query.Hops)
	}
	query.Pairs = 0
	if pairs != starlark.None {
		if query.Pairs, err = starlark.AsInt32(pairs); err != nil || query.Pairs < 1 {
			return nil, c.BadArgf("pairs", "got %s, want a number of pairs from 1, or None for all", dialect.ShortText(pairs))
		}
	}
	if err := c.Reserve(16 * (t.Order() + t.Size())); err != nil {
		return nil, err
	}
	query.Among, query.Seed = among.Among, uint64(seed)
	found, err := measure.Diversity(t.Network, query, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	disjoint, err := distributionOf(found.Disjoint)
	if err != nil {
		return nil, err
	}
	interference, err := distributionOf(found.Interference)
	if err != nil {
		return nil, err
	}
	return dictOf([]string{"pairs", "all", "disjoint", "interference"}, starlark.MakeInt(found.Pairs), starlark.Bool(found.All), disjoint, interference)
}
