package builtins

import (
	"fmt"
	"math/big"

	"go.starlark.net/starlark"

	"topobook/notebooks/dialect"
	"topobook/notebooks/engine"
	"topobook/topology"
	"topobook/topology/route"
)

// faultRoutingWords returns the words about messages in networks with faults.
func faultRoutingWords() []engine.Builtin {
	const rules = " routing is one of routings(t, faults=True); t is a mikant, clos_ntree or kary_ntree."
	return []engine.Builtin{
		{
			Name: "attempt", Group: "Routing", Signature: `attempt(t, a, b, routing="random", faults=[], seed=1)`,
			Doc: "Returns what becomes of a message from the node a to the node b while there are faults, as a dict: " +
				`"outcome" is "delivered", "failed" or "livelocked" (the message comes to a switch for the second time, and its routing forgets); "path" is its way so far, ` +
				`which may visit a node more than once; "reason" is a sentence. faults are broken nodes and links, a list or a dict as random_faults makes it. ` +
				"Routings of routings(t, faults=True) see only the destination, their own switch and which of its neighbors are broken; random, minimal and first know everything, and take a shortest path of what is left; " +
				"any other fails at the first broken channel. go_back takes a switch behind a broken link for broken, and so may miss a path there. " +
				"routing may be a function too, as in route: rule(here, dest, came, broken) gets a list of the broken neighbors, and None or an empty list gives up.",
			Example: `attempt(mikant(3, 3), "0000", "0021", routing="go_back", faults=["0@1,2,1"])`, Fn: wordAttempt,
		},
		{
			Name: "fault_tolerance", Group: "Routing", Signature: `fault_tolerance(t, routing, f)`,
			Doc: "Returns what becomes of the messages between all ordered pairs of distinct processors, over all sets of exactly f faulty switches, as a dict of exact sums: " +
				`"fault_sets", "pairs", "live" (those whose two switches at the ends are alive), "delivered", "livelocked"; and of ratios (floats, None for 0/0): ` +
				`"success_live" (delivered to live), "success_all" (delivered to pairs), "mean_length" (hops of a delivered message, links to processors and hops back included).` + rules +
				" It follows a message from one processor, all being alike, and splits only at the switches it asks for, so that f may be large. " +
				"connected and minimal_path are bounds for all routings and for those without detours. Error: f not from 0 to the number of switches; alg1_literal.",
			Example: `fault_tolerance(mikant(3, 3), "one_port", 2)`, Fn: wordFaultTolerance,
		},
		{
			Name: "fault_sample", Group: "Routing", Signature: `fault_sample(t, routing, f, samples=10000, seed=1)`,
			Doc: "Estimates fault_tolerance(t, routing, f): draws so many times a set of exactly f faulty switches and an ordered pair of distinct processors, all with equal chances. " +
				`Returns a dict of "samples", "live", "delivered", "livelocked" (numbers of pairs), "success_live", "low" and "high" (ends of its 95 % confidence interval: Wilson, 1927), "mean_length".` + rules +
				" With the same seed (an int), all routings meet the same sets and pairs.",
			Example: `fault_sample(mikant(4, 5), "go_back", 10, samples=1000)`, Fn: wordFaultSample,
		},
		{
			Name: "pair_success", Group: "Routing", Signature: `pair_success(t, a, b, routing, p=None)`,
			Doc: "Returns the probability (a float) that a message from processor a to processor b is delivered if each switch but the two at its ends is faulty with probability p, independently of the others; " +
				"without p, its coefficients as a polynomial in p, that of p^0 first, as exact ints." + rules,
			Example: `pair_success(mikant(3, 3), "0000", "0021", "one_port")`, Fn: wordPairSuccess,
		},
		{
			Name: "cyclic_faults", Group: "Routing", Signature: `cyclic_faults(t, routing, f)`,
			Doc: "Looks for a set of exactly f faulty switches with which the routing's channel dependency graph has a cycle, so that messages may block each other forever. " +
				`Returns a dict: "fault_sets" (how many there are, all covered if no cycle is found), "tried" (the others become these when digits are shifted or groups exchanged), "faults" (the first set with a cycle) and "cycle" (channels a>b), both empty if there is none.` + rules,
			Example: `cyclic_faults(mikant(2, 2), "one_port", 1)`, Fn: wordCyclicFaults,
		},
	}
}

func wordAttempt(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordFaultTolerance(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordFaultSample(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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

func wordPairSuccess(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var routing string
	var p engine.NumberArg
	t, a, b, err := twoNodes(c, args, kwargs, "routing", &routing, "p??", &p)
	if err == nil {
		err = chargeNodes(c, t, 16)
	}
	probability := 0.0
	if err == nil && p.Value != nil {
		if probability, err = p.Float(); err == nil && !(probability >= 0 && probability <= 1) {
			err = c.BadArg("p", fmt.Errorf("got %s, want 0 to 1", dialect.ShortText(p.Value)))
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

func wordCyclicFaults(c *engine.Call, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
