package measure

import "topobook/topology"

// Eccentricities returns by node the largest distance, in hops, to a node that among names, -1 for
// nodes that it does not name; and the number of ordered pairs without a path, which do not count.
// Time, progress and errors are those of [AllPairs].
func Eccentricities(net *topology.Network, among Among, progress Progress) (hops []int32, unreachable int64, err error) {
	if dims := dimensions(net); dims != nil {
		return productEccentricities(dims, among, progress)
	}
	targets := among.nodes(net)
	hops = make([]int32, net.Order())
	for u := range hops {
		hops[u] = -1
	}
	if len(targets) == 0 {
		return hops, 0, nil
	}
	for _, u := range targets {
		hops[u] = 0
	}
	p, err := newPlan(net, among, targets, false)
	if err != nil {
		return nil, 0, err
	}
	if p.blocks != nil {
		// Distances are the same both ways: the round in which the last source reaches a node.
		var pairs Pairs
		p.blocks.last = make([]int32, net.Order())
		if err := p.blocks.tally(&pairs, progress); err != nil {
			return nil, 0, err
		}
		for _, u := range targets {
			hops[u] = p.blocks.last[u]
		}
		_, reached := pairs.Average(true)
		return hops, int64(len(targets))*int64(len(targets)) - reached, nil
	}
	s := newSearch(net)
	for i, orbit := range p.orbits {
		s.run(orbit.First)
		pairs := s.pairs(targets)
		hops[orbit.First] = int32(pairs.Diameter())
		unreachable += pairs.Unreachable * int64(orbit.Size)
		if err := progress.report(i+1, len(p.orbits)); err != nil {
			return nil, 0, err
		}
	}
	var ofOrbit []int32 // orbits are numbered by their first nodes
	for u, orbit := range p.of {
		if int(orbit) == len(ofOrbit) {
			ofOrbit = append(ofOrbit, hops[u]) // -1 for an orbit that among does not name
		}
		hops[u] = ofOrbit[orbit]
	}
	return hops, unreachable, nil
}

// productEccentricities returns those of a Cartesian product: the sums of those of the digits of a node.
func productEccentricities(dimensions []*topology.Network, among Among, progress Progress) (hops []int32, unreachable int64, err error) {
	hops = []int32{0}
	reached, all := int64(1), int64(1) // pairs
	var more []int32
	for i, net := range dimensions {
		if i == 0 || net != dimensions[i-1] {
			if more, unreachable, err = Eccentricities(net, among, progress); err != nil {
				return nil, 0, err
			}
		}
		targets := int64(len(among.nodes(net)))
		reached *= targets*targets - unreachable
		all *= targets * targets
		sums := make([]int32, 0, len(hops)*len(more))
		for _, a := range hops {
			for _, b := range more {
				if a < 0 || b < 0 {
					sums = append(sums, -1)
				} else {
					sums = append(sums, a+b)
				}
			}
		}
		hops = sums
	}
	return hops, all - reached, nil
}

// Center returns the radius, which is the least of the eccentricities, and the nodes that have it, in
// increasing order; no nodes if there are no eccentricities.
func Center(hops []int32) (radius int, center []topology.Node) {
	for u, h := range hops {
		if h < 0 || len(center) > 0 && int(h) > radius {
			continue
		}
		if int(h) < radius {
			center = center[:0]
		}
		radius = int(h)
		center = append(center, topology.Node(u))
	}
	return radius, center
}
