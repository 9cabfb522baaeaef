package measure

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/limit"
)

// A Demand is how much goes from one node to another.
type Demand struct {
	Source, Dest topology.Node
	Weight       float64 // at least 0, in any unit
}

// WeightedDistance returns the sum of the distances of the demands, in hops, each times its weight,
// and the sum of the weights. It adds them up by source, and those of one source as they are listed.
// It returns an error if a weight is negative, if a demand with a weight above 0 has no path, or if it
// would take too many steps.
// For S distinct sources it takes O(S(N+L)) time, and reports progress by source.
func WeightedDistance(net *topology.Network, demands []Demand, progress topology.Progress) (distance, weight float64, err error) {
	bySource := make([]int32, net.Order()+1) // where in sorted those of a source begin
	for _, d := range demands {
		if !(d.Weight >= 0) {
			return 0, 0, fmt.Errorf("%v: weight %v from %s to %s: want at least 0", net, d.Weight, net.Address(d.Source), net.Address(d.Dest))
		}
		bySource[d.Source+1]++
	}
	sources := 0
	for u, n := range bySource[1:] {
		if n > 0 {
			sources++
		}
		bySource[u+1] += bySource[u]
	}
	cost := limit.Cost{Steps: float64(sources) * searchSteps(net), Bytes: 24 * float64(len(demands))}
	if err := cost.Check(fmt.Sprintf("distances of %d demands on %v", len(demands), net), "a smaller network or fewer sources would do"); err != nil {
		return 0, 0, err
	}
	sorted := make([]Demand, len(demands))
	end := append([]int32(nil), bySource...)
	for _, d := range demands {
		sorted[end[d.Source]] = d
		end[d.Source]++
	}
	s := newSearch(net)
	done := 0
	for u := range topology.Node(net.Order()) {
		first := bySource[u]
		if first == end[u] {
			continue
		}
		s.run(u)
		for _, d := range sorted[first:end[u]] {
			hops := s.dist[d.Dest]
			if hops < 0 && d.Weight != 0 {
				return 0, 0, fmt.Errorf("%v: no path from %s to %s", net, net.Address(u), net.Address(d.Dest))
			}
			distance += float64(d.Weight * float64(hops))
			weight += d.Weight
		}
		done++
		if err := progress.Report(done, sources); err != nil {
			return 0, 0, err
		}
	}
	return distance, weight, nil
}
