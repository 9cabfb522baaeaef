package measure

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/limit"
)

// DisconnectingSets counts the sets of f of the given nodes, in increasing order, whose loss separates two
// of the remaining nodes that among names, and returns the first of them in lexicographic
// order, at most most. The other nodes do not fail.
//
// It tries all sets of f-1, and finds which nodes complete them by one depth-first search for
// articulation points (Hopcroft and Tarjan, 1973): O(N+L) time for each. It reports progress by the first
// node, and returns an error if there are too many, or unless f ≥ 1.
func DisconnectingSets(net *topology.Network, nodes []topology.Node, f int, among Among, most int, progress topology.Progress) (count int64, sets [][]topology.Node, err error) {
	what := fmt.Sprintf("disconnecting sets of %d nodes of %v", f, net)
	if f < 1 {
		return 0, nil, fmt.Errorf("%s: want at least 1", what)
	}
	cost := limit.Cost{Steps: 3 * searchSteps(net)}
	for i := range min(f-1, len(nodes)) {
		cost.Steps *= float64(len(nodes)-i) / float64(i+1)
	}
	if err := cost.Check(what, "smaller sets or a smaller network"); err != nil {
		return 0, nil, err
	}
	s := newArticulation(net, among)
	var lost []topology.Node
	var choose func(from int) error
	choose = func(from int) error {
		if len(lost) < f-1 {
			for i := from; i < len(nodes); i++ {
				s.lost[nodes[i]] = true
				lost = append(lost, nodes[i])
				err := choose(i + 1)
				lost = lost[:len(lost)-1]
				s.lost[nodes[i]] = false
				if err != nil {
					return err
				}
			}
			return nil
		}
		s.run()
		for i := from; i < len(nodes); i++ {
			if s.pieces(nodes[i]) > 1 {
				if count++; len(sets) < most {
					sets = append(sets, append(append([]topology.Node(nil), lost...), nodes[i]))
				}
			}
		}
		return progress.Report(from, len(nodes))
	}
	err = choose(0)
	return count, sets, err
}

// An articulation is a depth-first search of what is left of a network, which tells into how many
// components with targets the loss of one node more leaves it.
type articulation struct {
	start  []topology.Channel
	heads  []topology.Node
	self   []int32 // by node: 1 if it is a target
	lost   []bool  // by node
	number []int32 // by node: when the search has reached it, from 1; 0 if it has not
	low    []int32 // by node: the least number of a node linked to it or one below it
	below  []int32 // by node: targets in the part of the search that began with it, itself included
	cut    []int32 // by node: targets that its loss separates from the nodes before it
	parts  []int32 // by node: the components with targets that these are in
	root   []topology.Node
	next   []topology.Channel // by node: to look at next
	stack  []topology.Node
	others int // components with targets
}

func newArticulation(net *topology.Network, among Among) *articulation {
	n := net.Order()
	s := &articulation{self: make([]int32, n), lost: make([]bool, n), root: make([]topology.Node, n), next: make([]topology.Channel, n)}
	s.start, s.heads = net.Adjacency()
	for _, list := range []*[]int32{&s.number, &s.low, &s.below, &s.cut, &s.parts} {
		*list = make([]int32, n)
	}
	for _, u := range among.nodes(net) {
		s.self[u] = 1
	}
	return s
}

// run searches what is left.
func (s *articulation) run() {
	clear(s.number)
	s.others = 0
	reached := int32(0)
	for root := range topology.Node(len(s.self)) {
		if s.lost[root] || s.number[root] > 0 {
			continue
		}
		for u := root; ; {
			if s.number[u] == 0 {
				reached++
				s.number[u], s.low[u], s.next[u], s.root[u] = reached, reached, s.start[u], root
				s.below[u], s.cut[u], s.parts[u] = s.self[u], 0, 0
				s.stack = append(s.stack, u)
			}
			if s.next[u] < s.start[u+1] {
				v := s.heads[s.next[u]]
				s.next[u]++
				switch {
				case s.lost[v]:
				case s.number[v] == 0:
					u = v
				default:
					s.low[u] = min(s.low[u], s.number[v])
				}
				continue
			}
			s.stack = s.stack[:len(s.stack)-1]
			if len(s.stack) == 0 {
				break
			}
			v := u
			u = s.stack[len(s.stack)-1]
			s.below[u] += s.below[v]
			s.low[u] = min(s.low[u], s.low[v])
			if s.low[v] >= s.number[u] && s.below[v] > 0 {
				s.cut[u] += s.below[v]
				s.parts[u]++
			}
		}
		if s.below[root] > 0 {
			s.others++
		}
	}
}

// pieces returns how many components with targets there are without u, which is left.
func (s *articulation) pieces(u topology.Node) int {
	all := s.below[s.root[u]]
	n := s.others + int(s.parts[u])
	if all > 0 {
		n-- // the component of u, in whose place are its parts
	}
	if all-s.cut[u]-s.self[u] > 0 {
		n++
	}
	return n
}
