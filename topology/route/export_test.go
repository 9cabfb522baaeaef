package route

import (
	"iter"
	"math/big"
	"sort"

	"topobook/topology"
)

// ByPaths returns a routing that goes hop by hop without its rule for a hop, so that loads come from listed paths, and
// whether r is such.
func ByPaths(r Routing) (Routing, bool) {
	switch r := r.(type) {
	case *DimensionRouting:
		return &r.pathRouting, true
	case *hopRouting:
		return &r.pathRouting, true
	}
	return r, false
}

// Digits returns how many values each digit of the number of a processor of net has.
func Digits(net *topology.Network) []int { return shapeOf(net).sides }

// EachTreeRoute yields every path that [TreeRoute] may take from p to q, in lexicographic order of their
// ports: what the adaptive algorithm, which picks the less loaded channel as it ascends, chooses from.
// It returns the errors of TreeRoute.
func EachTreeRoute(net *topology.Network, p, q topology.Node) (iter.Seq[Path], error) {
	t, err := treeOf(net)
	if err != nil {
		return nil, err
	}
	if err := checkProcessors(net, p, q); err != nil {
		return nil, err
	}
	return func(yield func(Path) bool) {
		j := firstDifference(t.Digits(p), t.Digits(q))
		w := make([]int, t.Dims()) // the digits to choose; w_j varies fastest
		for {
			path, err := TreeRoute(net, p, q, func(p, q []int, level int) int { return w[level] })
			if err != nil {
				panic(err) // the arguments were checked and the digits are in range
			}
			if !yield(path) {
				return
			}
			l := j
			for l < len(w)-1 && w[l] == t.Radix()-1 {
				w[l] = 0
				l++
			}
			if l >= len(w)-1 {
				return
			}
			w[l]++
		}
	}, nil
}

// CountDescendingPaths returns the number of paths from a to b on which every hop descends, which
// [EachDescendingPath] yields. It returns an error if net has no levels.
func CountDescendingPaths(net *topology.Network, a, b topology.Node) (*big.Int, error) {
	if err := checkLevels(net); err != nil {
		return nil, err
	}
	count := map[topology.Node]*big.Int{b: big.NewInt(1)}
	above := ancestors(net, b)
	sort.SliceStable(above, func(i, j int) bool { return compareDepth(net, above[i], above[j]) > 0 })
	for _, u := range above {
		if u == b {
			continue
		}
		count[u] = new(big.Int)
		first, end := net.Channels(u)
		for c := first; c < end; c++ {
			if n := count[net.Head(c)]; n != nil && phase(net, c) == Down {
				count[u].Add(count[u], n)
			}
		}
	}
	if n := count[a]; n != nil {
		return n, nil
	}
	return new(big.Int), nil
}

// DependencyCycle returns a cycle of the channel dependency graph of the paths, or nil if there is none.
func DependencyCycle(net *topology.Network, paths iter.Seq[Path]) ([]topology.Channel, error) {
	deps, err := newDependencies(net, 1)
	if err != nil {
		return nil, err
	}
	for p := range paths {
		deps.addPath(p)
	}
	return deps.cycle(), nil
}

// MessageTraffic returns the traffic where each of the messages is sent once per unit time.
func MessageTraffic(net *topology.Network, messages []Message) (Traffic, error) {
	demands := make([]Demand, len(messages))
	for i, m := range messages {
		demands[i] = Demand{m, 1}
	}
	return WeightedTraffic(net, demands)
}
