package route

import (
	"fmt"
	"math"

	"topobook/topology"
)

// An Option is a path that a routing may take, with its probability.
type Option struct {
	Path        Path
	Probability float64
}

// Options returns the paths that the routing may take from a to b, at most limit of them, with their
// probabilities: one path for a deterministic routing. It returns the errors of [Routing.Route].
func (r Routing) Options(net *topology.Network, a, b topology.Node, limit int) ([]Option, error) {
	var list []Option
	switch {
	case r.trees != nil:
		paths, err := r.trees.all(a, b)
		for _, p := range paths[:min(limit, len(paths))] {
			list = append(list, Option{p, 1 / float64(len(paths))})
		}
		return list, err
	case r.ways != nil:
		g := newRuleGraph(net, r)
		g.start(b)
		return g.options(a, limit)
	case r.split == evenHops || r.split == evenPaths:
		s := breadthFirst(net, b, a)
		s.split = r.split
		s.countPaths(net)
		for _, p := range MinimalPaths(net, a, b, limit) {
			probability := 1.0
			for _, c := range p.Channels {
				shares, total := s.shares(net, net.Tail(c), nil)
				for _, hop := range shares {
					if hop.channel == c {
						probability *= hop.weight / total
					}
				}
			}
			list = append(list, Option{p, probability})
		}
		if list == nil {
			return nil, unreachable(net, a, b)
		}
		return list, nil
	}
	p, err := r.Route(net, a, b, 0)
	if err != nil {
		return nil, err
	}
	return []Option{{p, 1}}, nil
}

// Distances returns the hops of the routing's paths, of the shortest if there are several, in a row for
// each node of from: those to each node of to, -1 where there is no path. For a row it takes the time of a
// breadth-first search, and of finding the paths where they are not just any shortest ones. It returns
// an error if the routing works between processors only and a node is a switch, or it would take too long.
func (r Routing) Distances(net *topology.Network, from, to []topology.Node, progress Progress) ([][]int32, error) {
	pairs := float64(len(from)) * float64(len(to))
	cost := topology.Cost{Steps: 500*pairs + float64(20*net.Order()*len(from)), Bytes: 4 * pairs}
	err := cost.Check(fmt.Sprintf("%v: distances by routing %s", net, r.Name), "fewer processors")
	if err == nil && r.trees != nil {
		err = checkProcessors(net, append(from[:len(from):len(from)], to...)...)
	}
	var g *ruleGraph
	if r.ways != nil {
		g = newRuleGraph(net, r)
	}
	var rows [][]int32
	for i, a := range from {
		if err == nil {
			err = report(progress, i, len(from))
		}
		if err != nil {
			return nil, err
		}
		s := breadthFirst(net, a, -1)
		row := make([]int32, len(to))
		for j, b := range to {
			if row[j] = s.dist[b]; row[j] < 0 || r.split != 0 {
				continue
			}
			if g != nil {
				g.start(b)
				if row[j], err = g.hops(a); err != nil {
					return nil, err
				}
				continue
			}
			var list []Option
			list, err = r.Options(net, a, b, math.MaxInt)
			for k, o := range list {
				if hops := int32(o.Path.Hops()); k == 0 || hops < row[j] {
					row[j] = hops
				}
			}
		}
		rows = append(rows, row)
	}
	return rows, err
}

// Alike reports whether the routing's paths from every processor are as long as those from every other,
// because an automorphism says so: on KYKLOS-I and II and their like.
func (r Routing) Alike() bool { return r.trees != nil && r.trees.alike() }
