package measure

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/limit"
)

// A SingleFault has the distances after the loss of a node.
type SingleFault struct {
	Node  topology.Node
	Alike int // nodes whose loss leaves the same distances, by the orbits that net declares; Node is one
	Pairs
}

// SingleFaults counts the ordered pairs of nodes, of the remaining ones that among names, by
// distance after the loss of each one of the given nodes, in increasing order; nodes of one declared orbit
// are one case. It takes the time of [AllPairs] without orbits for each, and reports progress by case. It
// returns an error if it would take too many steps.
func SingleFaults(net *topology.Network, nodes []topology.Node, among Among, progress topology.Progress) ([]SingleFault, error) {
	symmetry, ok := net.Definition.(topology.Symmetric)
	var list []SingleFault
	number := make([]int, net.Order()) // by orbit: 1 + its place in list; there are at most as many as nodes
	for _, u := range nodes {
		orbit := int(u)
		if ok {
			orbit = symmetry.Orbit(u)
		}
		if number[orbit] == 0 {
			list = append(list, SingleFault{Node: u})
			number[orbit] = len(list)
		}
		list[number[orbit]-1].Alike++
	}
	targets := float64(len(among.nodes(net)))
	cost := limit.Cost{Steps: float64(len(list)) * targets / 16 * searchSteps(net)}
	if err := cost.Check(fmt.Sprintf("distances after single faults of %v", net), "a smaller network"); err != nil {
		return nil, err
	}
	for i := range list {
		if net.Order() == 1 {
			break // nothing is left
		}
		part, err := topology.Without(net, []topology.Node{list[i].Node}, nil)
		if err == nil {
			list[i].Pairs, err = AllPairs(part, among, func(int, int) error { return progress.Report(i, len(list)) })
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}
