package builtins

import (
	"math/big"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
)

// faultRoutingBuiltins returns the builtins about messages in networks with faults.
func faultRoutingBuiltins() []engine.Builtin {
	return []engine.Builtin{
		{Name: "attempt", Fn: builtinAttempt},
		{Name: "fault_tolerance", Fn: builtinFaultTolerance},
		{Name: "fault_sample", Fn: builtinFaultSample},
		{Name: "pair_success", Fn: builtinPairSuccess},
		{Name: "cyclic_faults", Fn: builtinCyclicFaults},
	}
}

func builtinAttempt(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	seed := int64(1)
	var routing, broken starlark.Value = starlark.String("random"), starlark.Tuple{}
	t, a, b, err := twoNodes(c, args, kwargs, "routing?", &routing, "faults?", &broken, "seed?", &seed)
	if err != nil {
		return nil, err
	}
	found, err := attempt(c, t, a, b, routing, broken, seed)
	if err != nil {
		return nil, err
	}
	return dictOf([]string{"outcome", "path", "reason"}, starlark.String(found.Outcome.String()), t.newPath(found.Path), starlark.String(found.Reason(t.Network)))
}

// attempt sends a message.
func attempt(c *engine.Call, t *network, a, b topology.Node, routing, broken starlark.Value, seed int64) (found route.Attempt, err error) {
	faults, err := faultSet(c, t, broken)
	if err == nil {
		err = chargeNodes(c, t, 16+4*t.Size()/t.Order())
	}
	if err != nil {
		return found, err
	}
	r, err := routingOf(c, t, routing, faults.Channels(t.Network))
	if err != nil {
		return found, err
	}
	if found, err = r.Attempt(a, b, faults, uint64(seed)); err != nil {
		err = c.Wrap(err)
	}
	return found, err
}

// faultSet returns what the parameter faults says is broken.
func faultSet(c *engine.Call, t *network, v starlark.Value) (faults route.Faults, err error) {
	faults.Nodes, faults.Links, err = faultsArg(c, "faults", t, v)
	return faults, err
}

// ruledRouting unpacks a network, the name of a routing with a rule for faults, and further parameters.
func ruledRouting(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple, more ...any) (t *network, r *route.FaultRouting, err error) {
	var routing string
	if t, err = oneNetwork(c, args, kwargs, append([]any{"routing", &routing}, more...)...); err != nil {
		return t, r, err
	}
	if err = chargeNodes(c, t, 16); err != nil {
		return t, r, err
	}
	if r, err = route.NamedFaultRouting(t.Network, routing); err != nil {
		err = c.Wrap(err)
	}
	return t, r, err
}

func builtinFaultTolerance(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f int
	_, r, err := ruledRouting(c, args, kwargs, "f", &f)
	if err != nil {
		return nil, err
	}
	found, err := r.FaultTolerance(f, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return dictOf([]string{"fault_sets", "pairs", "live", "delivered", "livelocked", "success_live", "success_all", "mean_length"},
		starlark.MakeBigInt(found.Sets), starlark.MakeBigInt(found.Pairs), starlark.MakeBigInt(found.Live), starlark.MakeBigInt(found.Delivered), starlark.MakeBigInt(found.Livelocked),
		quotient(found.Delivered, found.Live), quotient(found.Delivered, found.Pairs), quotient(found.Hops, found.Delivered))
}

// quotient returns x/y as a float, or None if y is 0.
func quotient(x, y *big.Int) starlark.Value {
	if y.Sign() == 0 {
		return starlark.None
	}
	shift := uint(max(0, y.BitLen()-900))
	a, _ := new(big.Int).Rsh(x, shift).Float64()
	b, _ := new(big.Int).Rsh(y, shift).Float64()
	return starlark.Float(a / b)
}

func builtinFaultSample(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f int
	samples, seed := 10000, int64(1)
	_, r, err := ruledRouting(c, args, kwargs, "f", &f, "samples?", &samples, "seed?", &seed)
	if err != nil {
		return nil, err
	}
	s, err := r.SampleFaults(f, samples, uint64(seed), c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	low, high := route.Interval(s.Delivered, s.Live)
	count := starlark.MakeInt
	return dictOf([]string{"samples", "live", "delivered", "livelocked", "success_live", "low", "high", "mean_length"},
		count(s.Drawn), count(s.Live), count(s.Delivered), count(s.Livelocked), ratio(s.Delivered, s.Live), starlark.Float(low), starlark.Float(high), ratio(s.Hops, s.Delivered))
}

func ratio(x, y int) starlark.Value { return quotient(big.NewInt(int64(x)), big.NewInt(int64(y))) }

func builtinPairSuccess(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var routing string
	var p engine.NumberArg
	t, a, b, err := twoNodes(c, args, kwargs, "routing", &routing, "p??", &p)
	if err == nil {
		err = chargeNodes(c, t, 16)
	}
	probability := 0.0
	if err == nil && p.Value != nil {
		if probability, err = p.Float(); err == nil && !(probability >= 0 && probability <= 1) {
			err = c.BadArgf("p", "got %s, want 0 to 1", dialect.ShortText(p.Value))
		}
	}
	if err != nil {
		return nil, err
	}
	var found route.Reliability
	r, err := route.NamedFaultRouting(t.Network, routing)
	if err == nil {
		found, err = r.PairReliability(a, b, c.Progress)
	}
	if err != nil {
		return nil, c.Wrap(err)
	}
	if p.Value != nil {
		return starlark.Float(found.At(probability)), nil
	}
	return listOf(found.Coefficients(), starlark.MakeBigInt), nil
}

func builtinCyclicFaults(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var f int
	t, r, err := ruledRouting(c, args, kwargs, "f", &f)
	if err == nil {
		err = chargeDependencies(c, t)
	}
	if err != nil {
		return nil, err
	}
	found, err := r.CyclicFaults(f, c.Progress)
	if err != nil {
		return nil, c.Wrap(err)
	}
	return dictOf([]string{"fault_sets", "tried", "faults", "cycle"},
		starlark.MakeBigInt(found.Sets), starlark.MakeInt(found.Tried), t.addresses(found.Faults), listOf(found.Cycle, t.channelName))
}
