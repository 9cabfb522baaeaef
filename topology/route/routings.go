package route

import (
	"fmt"
	"strings"

	"topobook/topology"
)

// A Routing is a routing algorithm, by name. Messages take shortest paths with each of them.
type Routing struct {
	Name, Doc string
	choice    func(k int, seed uint64) Choice // how to ascend in a k-ary n-tree; nil for any network
	hops      hopRule                         // what to choose from at each node; nil if choice says it
}

// Routings returns the routing algorithms that work on net: random and first on every network, and on a
// k-ary n-tree those of [Choices] too.
func Routings(net *topology.Network) []Routing {
	list := []Routing{
		{"random", "each hop drawn uniformly from those that lead closer to the destination", nil, anyHop},
		{"first", "each hop by the lowest port that leads closer to the destination", nil, firstHop},
	}
	if _, err := treeOf(net); err != nil {
		return list
	}
	for _, c := range Choices {
		if c.Name != "random" { // on a tree, that is the same as random above, draw for draw
			list = append(list, Routing{c.Name, "up by " + c.Doc + ", then down", c.New, nil})
		}
	}
	return list
}

// NamedRouting returns the routing algorithm of net with the given name, or an error that lists the names.
func NamedRouting(net *topology.Network, name string) (Routing, error) {
	var names []string
	for _, r := range Routings(net) {
		if r.Name == name {
			return r, nil
		}
		names = append(names, r.Name)
	}
	return Routing{}, fmt.Errorf("%v: routing %q: want one of %s", net, name, strings.Join(names, ", "))
}

// Route returns the path from a to b. A routing that draws at random does so from [Random] for the seed.
// It returns an error if b is out of reach of a, or if the routing works between processors only and
// one of them is a switch.
func (r Routing) Route(net *topology.Network, a, b topology.Node, seed uint64) (Path, error) {
	if r.choice != nil {
		t, err := treeOf(net)
		if err != nil {
			return Path{}, err
		}
		return TreeRoute(net, a, b, r.choice(t.Radix(), seed))
	}
	if r.Name == "random" {
		if p, ok := RandomMinimalPath(net, a, b, Random(seed)); ok {
			return p, nil
		}
	} else if p, ok := FirstMinimalPath(net, a, b); ok {
		return p, nil
	}
	return Path{}, unreachable(net, a, b)
}

// Load returns the load of the traffic under the routing: the exact expectation where it draws at
// random. It returns an error if a destination is out of reach of a source.
// It takes O(N+L) time for each destination, for N nodes and L links; a routing of k-ary n-trees takes
// O(nk) time for each pair.
func (r Routing) Load(net *topology.Network, traffic Traffic, progress Progress) (Load, error) {
	if r.choice == nil {
		return hopLoad(net, traffic, r.hops, progress)
	}
	load := newLoad(net, traffic.unit)
	err := r.eachRoute(net, traffic, progress, load.add)
	return load, err
}

// DependencyCycle returns a cycle of the channel dependency graph of all routes between processors that
// the routing may take, or nil if there is none; see [DependencyCycle].
func (r Routing) DependencyCycle(net *topology.Network, progress Progress) ([]topology.Channel, error) {
	if r.choice == nil {
		return hopDependencyCycle(net, r.hops, progress)
	}
	deps, err := newDependencies(net)
	if err != nil {
		return nil, err
	}
	err = r.eachRoute(net, AllToAll(net), progress, func(p Path, weight float64) { deps.addPath(p) })
	if err != nil {
		return nil, err
	}
	return deps.cycle(), nil
}

// eachRoute calls use with the route of each message of the traffic and its weight, destination by
// destination.
func (r Routing) eachRoute(net *topology.Network, traffic Traffic, progress Progress, use func(Path, float64)) error {
	dests := traffic.dests()
	for i, dest := range dests {
		if err := report(progress, i, len(dests)); err != nil {
			return err
		}
		for d := range traffic.to(dest) {
			p, err := r.Route(net, d.Source, dest, 0)
			if err != nil {
				return err
			}
			use(p, d.Weight)
		}
	}
	return report(progress, len(dests), len(dests))
}
