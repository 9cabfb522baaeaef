package builtins

import (
	"go.starlark.net/starlark"

	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/measure"
)

// distanceBuiltins returns the builtins about distances, in hops.
func distanceBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "distance", Fn: builtinDistance},
		{Name: "diameter", Fn: builtinDiameter},
		{Name: "average_distance", Fn: builtinAverageDistance},
		{Name: "total_distance", Fn: builtinTotalDistance},
		{Name: "distance_distribution", Fn: builtinDistanceDistribution},
		{Name: "unreachable_pairs", Fn: builtinUnreachablePairs},
		{Name: "distance_matrix", Fn: builtinDistanceMatrix},
		{Name: "components", Fn: builtinComponents},
	}
}

const (
	maxMatrix         = 1024    // rows of a distance matrix as a value of a cell
	maxEccentricities = 1 << 16 // entries of a dict of them
)

func builtinDistance(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var routing routingArg
	t, a, b, err := twoNodes(c, args, kwargs, "routing?", &routing)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 8); err != nil {
		return nil, err
	}
	if routing != "" {
		hops, err := routing.distances(c, t, []topology.Node{a}, []topology.Node{b})
		if err != nil {
			return nil, c.Wrap(err)
		}
		return intUnless(int(hops[0][0]), -1), nil
	}
	return intUnless(int(measure.Distances(t.Network, a)[b]), -1), nil
}

// chargeNodes charges so many bytes for each node of t, if they are many.
func chargeNodes(c *engine.Call, t *network, bytes int) error {
	if t.Order() < smallNetwork {
		return nil
	}
	return c.Reserve(t.Order() * bytes)
}

// amongNames begin the names of memos, by what they are about.
var amongNames = [...]string{measure.All: "all ", measure.Processors: "processors' ", measure.Switches: "switches' "}

// A pairsCall is a call of a builtin about pairs of nodes.
type pairsCall struct {
	c         *engine.Call
	t         *network
	among     amongArg
	reachable bool           // leave out pairs without a path
	source    starlark.Value // the first node of all pairs, or None
	routing   routingArg     // whose paths are measured
}

// unpack takes a network and among, then the further parameters.
func (p *pairsCall) unpack(args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (err error) {
	p.source = starlark.None
	p.t, err = oneNetwork(p.c, args, kwargs, append([]any{"among?", &p.among}, more...)...)
	return err
}

// pairs counts the pairs by distance.
func (p *pairsCall) pairs() (pairs measure.Pairs, err error) {
	t, among := p.t, p.among.Among
	if p.source != starlark.None {
		a, err := nodeArg(p.c, "source", t, p.source)
		if err == nil {
			err = chargeNodes(p.c, t, 16)
		}
		if err != nil {
			return pairs, err
		}
		if p.routing == "" {
			pairs = measure.From(t.Network, a, among)
		} else if pairs, err = p.routing.pairs(p.c, t, []topology.Node{a}); err != nil {
			return pairs, p.c.Wrap(err)
		}
	} else {
		what := amongNames[among] + "pairs"
		if p.routing != "" {
			what = "pairs by " + string(p.routing)
		}
		known, err := t.memoize(p.c, what, 32*t.Order(), func() (any, error) {
			if p.routing != "" {
				return p.routing.pairs(p.c, t, nil)
			}
			return measure.AllPairs(t.Network, among, p.c.Progress)
		})
		if err != nil {
			return pairs, err
		}
		pairs = known.(measure.Pairs)
	}
	return pairs, p.check(pairs.Unreachable)
}

// check returns an error if pairs without a path matter and there are some.
func (p *pairsCall) check(unreachable int64) error {
	if p.reachable || unreachable == 0 {
		return nil
	}
	return p.c.Errorf("%d ordered pairs of nodes have no path, want a connected network, or reachable=True to leave them out", unreachable)
}

func builtinDiameter(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	p := pairsCall{c: c}
	if err := p.unpack(args, kwargs, "reachable?", &p.reachable, "routing?", &p.routing); err != nil {
		return nil, err
	}
	pairs, err := p.pairs()
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt(pairs.Diameter()), nil
}

func builtinAverageDistance(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var selfPairs, exact bool
	p := pairsCall{c: c}
	err := p.unpack(args, kwargs, "self_pairs?", &selfPairs, "reachable?", &p.reachable, "exact?", &exact, "source?", &p.source, "routing?", &p.routing)
	if err != nil {
		return nil, err
	}
	pairs, err := p.pairs()
	if err != nil {
		return nil, err
	}
	sum, count := pairs.Fraction(selfPairs)
	if count == 0 {
		return nil, c.Errorf("got no pair of distinct nodes, want at least two nodes or self_pairs=True")
	}
	if exact {
		return starlark.Tuple{starlark.MakeInt64(sum), starlark.MakeInt64(count)}, nil
	}
	return starlark.Float(pairs.Average(selfPairs)), nil
}

func builtinTotalDistance(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	p := pairsCall{c: c}
	if err := p.unpack(args, kwargs, "reachable?", &p.reachable, "source?", &p.source); err != nil {
		return nil, err
	}
	pairs, err := p.pairs()
	if err != nil {
		return nil, err
	}
	sum, _ := pairs.Total(false)
	return starlark.MakeInt64(sum), nil
}

func builtinDistanceDistribution(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var selfPairs bool
	p := pairsCall{c: c, reachable: true}
	if err := p.unpack(args, kwargs, "self_pairs?", &selfPairs, "source?", &p.source, "routing?", &p.routing); err != nil {
		return nil, err
	}
	pairs, err := p.pairs()
	if err != nil {
		return nil, err
	}
	list := listOf(pairs.Histogram, starlark.MakeInt64)
	if !selfPairs && list.Len() > 0 {
		if err := list.SetIndex(0, starlark.MakeInt(0)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func builtinUnreachablePairs(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	p := pairsCall{c: c, reachable: true}
	if err := p.unpack(args, kwargs); err != nil {
		return nil, err
	}
	pairs, err := p.pairs()
	if err != nil {
		return nil, err
	}
	return starlark.MakeInt64(pairs.Unreachable), nil
}

func builtinEccentricity(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	p := pairsCall{c: c}
	var a starlark.Value
	if err := c.Unpack(args, kwargs, "t", &p.t, "a", &a, "among?", &p.among, "reachable?", &p.reachable); err != nil {
		return nil, err
	}
	u, err := nodeArg(c, "a", p.t, a)
	if err == nil {
		err = chargeNodes(c, p.t, 16)
	}
	if err != nil {
		return nil, err
	}
	pairs := measure.From(p.t.Network, u, p.among.Among)
	if err := p.check(pairs.Unreachable); err != nil {
		return nil, err
	}
	return starlark.MakeInt(pairs.Diameter()), nil
}

// eccentricities unpacks a call and returns its network, of at most limit nodes, and the eccentricities of the nodes.
func eccentricities(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, limit int) (*network, []int32, error) {
	p := pairsCall{c: c}
	if err := p.unpack(args, kwargs, "reachable?", &p.reachable); err != nil {
		return nil, nil, err
	}
	if n := p.t.Order(); n > limit {
		return nil, nil, c.Errorf("%v: has %d nodes, want at most %d: radius(t), center(t) or eccentricity(t, a) would do", p.t, n, limit)
	}
	pairs, err := p.pairs()
	return p.t, pairs.Eccentricities, err
}

func builtinEccentricities(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, hops, err := eccentricities(c, args, kwargs, maxEccentricities)
	if err != nil {
		return nil, err
	}
	if err := chargeNodes(c, t, 150); err != nil {
		return nil, err
	}
	d := starlark.NewDict(len(hops))
	for u, h := range hops {
		if h < 0 {
			continue
		}
		if err := d.SetKey(t.address(topology.Node(u)), starlark.MakeInt(int(h))); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func builtinRadius(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	_, hops, err := eccentricities(c, args, kwargs, topology.MaxNodes)
	if err != nil {
		return nil, err
	}
	radius, _ := measure.Center(hops)
	return starlark.MakeInt(radius), nil
}

func builtinCenter(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	t, hops, err := eccentricities(c, args, kwargs, topology.MaxNodes)
	if err != nil {
		return nil, err
	}
	_, center := measure.Center(hops)
	return addressList(c, t, center)
}

func builtinWeightedDistance(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var weights starlark.Value
	t, err := oneNetwork(c, args, kwargs, "weights", &weights)
	if err != nil {
		return nil, err
	}
	found, err := demandsArg(c, "weights", t, weights)
	if err != nil {
		return nil, err
	}
	demands := make([]measure.Demand, len(found))
	for i, d := range found {
		demands[i] = measure.Demand{Source: d.Source, Dest: d.Dest, Weight: d.Weight}
	}
	distance, weight, err := measure.WeightedDistance(t.Network, demands, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	if weight == 0 {
		return nil, c.BadArgf("weights", "got no message, want at least one with a weight above 0")
	}
	return starlark.Float(distance / weight), nil
}
