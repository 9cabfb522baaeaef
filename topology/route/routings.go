package route

import (
	"fmt"
	"slices"
	"strings"

	"topobook/topology"
)

// A Routing is a routing algorithm, by name. It says where messages go by split, by next, by path or by ways; if
// by next and path, they say the same.
type Routing struct {
	Name, Doc string
	split     split // how messages share the channels that lead closer to their destination; if it has a path too, that is a shortest one
	next      nextHop
	back      bool                                                                       // next leads from destination to source
	path      func(net *topology.Network, a, b topology.Node, seed uint64) (Path, error) // one path for each pair
	trees     *treesRouting                                                              // where path draws
	ways      Rule                                                                       // see ByRule
	rule      *faultRule                                                                 // what it does with digits and faults
}

// A nextHop returns the channel by which a message at u goes on to dest, another node: a deterministic
// routing that looks at nothing else.
type nextHop func(net *topology.Network, u, dest topology.Node) topology.Channel

// routings holds, for each sort of networks, the function that returns the algorithms for net, none if
// net is not of that sort. To add an algorithm, write its file and a line here.
var routings = []func(net *topology.Network) []Routing{
	anyRoutings,
	treeRoutings,
	dimensionRoutings,
	levelRoutings,
	ladderRoutings,
	kyklosRoutings,
}

// Routings returns the routing algorithms that work on net: random, minimal and first on every network,
// on a k-ary n-tree those of [Choices] too, on a MiKANT or Clos k-ary n-tree alg1, on tori, meshes,
// hypercubes and rings dor, on pruned tori levels, on trees on common leaves m, p and others.
func Routings(net *topology.Network) []Routing {
	var list []Routing
	for _, of := range routings {
		list = append(list, of(net)...)
	}
	return list
}

func anyRoutings(*topology.Network) []Routing {
	return []Routing{
		{Name: "random", Doc: "each hop drawn uniformly from those that lead closer to the destination", split: evenHops},
		{Name: "minimal", Doc: "a path drawn uniformly from all shortest paths", split: evenPaths},
		{Name: "first", Doc: "each hop by the lowest port that leads closer to the destination", split: lowestPort},
	}
}

// NamedRouting returns the routing algorithm of net with the given name, one of [Routings] or [FaultRoutings], or an
// error that lists the names.
func NamedRouting(net *topology.Network, name string) (Routing, error) {
	var names []string
	for _, r := range append(Routings(net), FaultRoutings(net)...) {
		if r.Name == name {
			return r, nil
		}
		if !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return Routing{}, fmt.Errorf("%v: routing %q: want one of %s", net, name, strings.Join(names, ", "))
}

// Route returns the path from a to b. A routing that draws at random does so from [Random] for the seed.
// It returns an error if b is out of reach of a, or if the routing works between processors only and
// one of them is a switch.
func (r Routing) Route(net *topology.Network, a, b topology.Node, seed uint64) (Path, error) {
	switch {
	case r.path != nil:
		return r.path(net, a, b, seed)
	case r.next != nil:
		return r.follow(net, a, b)
	case r.ways != nil:
		found, err := r.goByRule(net, a, b, nil, Random(seed))
		if err == nil && found.Outcome != Delivered {
			err = fmt.Errorf("%v: routing %s from %s to %s: %s", net, r.Name, net.Address(a), net.Address(b), found.Reason(net))
		}
		return found.Path, err
	}
	if p, ok := splitPath(net, a, b, r.split, Random(seed)); ok {
		return p, nil
	}
	return Path{}, unreachable(net, a, b)
}

// follow returns the path from a to b that next takes.
func (r Routing) follow(net *topology.Network, a, b topology.Node) (Path, error) {
	var channels []topology.Channel
	for u := a; u != b; {
		if len(channels) == net.Order() {
			return Path{}, fmt.Errorf("%v: routing %s goes in circles from %s to %s", net, r.Name, net.Address(a), net.Address(b))
		}
		c := r.next(net, u, b)
		channels = append(channels, c)
		u = net.Head(c)
	}
	return NewPath(net, a, channels), nil
}

// Next returns the routing as a switch sees it: the channel by which a message at u, which is not its destination
// dest, goes on. It returns nil for a routing that looks at more than those two.
func (r Routing) Next(net *topology.Network) func(u, dest topology.Node) topology.Channel {
	if r.next == nil || r.back {
		return nil
	}
	return func(u, dest topology.Node) topology.Channel { return r.next(net, u, dest) }
}

// Load returns the load of the traffic under the routing: the exact expectation where it draws at
// random. It returns an error if a destination is out of reach of a source, or it would take too long.
// It takes O(N+L) time for each destination, for N nodes and L links, and less for a deterministic routing
// or where all send to all and all leaves of trees are alike.
func (r Routing) Load(net *topology.Network, traffic Traffic, progress Progress) (Load, error) {
	alike := traffic.all != nil && r.Alike()
	if err := r.cost(net, traffic).Check(fmt.Sprintf("%v: loads of routing %s", net, r.Name), "a smaller network or a traffic with fewer destinations"); err != nil && !alike {
		return Load{}, err
	}
	load := newLoad(net, traffic.unit)
	switch {
	case r.next != nil:
		err := r.nextLoad(load, traffic, progress)
		return load, err
	case r.path != nil:
		if r.trees != nil {
			load.unit *= evenParts
		}
		err := r.eachRoute(net, traffic, alike, progress, load.add)
		if alike {
			load.even()
		}
		return load, err
	case r.ways != nil:
		return passLoad(load, newRuleGraph(net, r), traffic, progress)
	}
	s := &spread{net: net, flow: make([]float64, net.Order())}
	s.split, s.dist = r.split, make([]int32, net.Order())
	return passLoad(load, s, traffic, progress)
}

// cost estimates what the loads or the dependencies of the traffic cost.
func (r Routing) cost(net *topology.Network, traffic Traffic) topology.Cost {
	dests, nodes, channels := float64(len(traffic.dests())), float64(net.Order()), 2*float64(net.Size())
	steps := dests * (8*nodes + 6*channels)
	switch {
	case r.next != nil:
		steps = dests * 50 * nodes
	case r.path != nil:
		steps = 500 * traffic.messages()
	case r.ways != nil:
		steps = dests * 100 * channels
	}
	return topology.Cost{Steps: steps, Bytes: 50*nodes + 8*channels}
}

// dependencyCost returns an error if the dependencies of all messages cost too much.
func (r Routing) dependencyCost(net *topology.Network) error {
	return r.cost(net, AllToAll(net)).Check(fmt.Sprintf("%v: dependencies of routing %s", net, r.Name), "a smaller network")
}

// DependencyCycle returns a cycle of the channel dependency graph of all routes between processors that
// the routing may take, or nil if there is none; see [DependencyCycle].
func (r Routing) DependencyCycle(net *topology.Network, progress Progress) ([]topology.Channel, error) {
	if r.ways != nil {
		return r.ruleCycle(net, Faults{}, progress)
	}
	if err := r.dependencyCost(net); err != nil {
		return nil, err
	}
	deps, err := newDependencies(net, 1)
	if err != nil {
		return nil, err
	}
	switch {
	case r.next != nil:
		err = r.eachTree(net, AllToAll(net), progress, func(tr *tree) {
			for _, u := range tr.order {
				c := tr.hop[u]
				if v := net.Head(c); v != tr.dest && r.back {
					deps.add(net.Twin(tr.hop[v]), net.Twin(c))
				} else if v != tr.dest {
					deps.add(c, tr.hop[v])
				}
			}
		})
	case r.path != nil:
		err = r.eachRoute(net, AllToAll(net), false, progress, func(p Path, weight float64) { deps.addPath(p) })
	default:
		err = deps.addSplit(r.split, progress)
	}
	if err != nil {
		return nil, err
	}
	return deps.cycle(), nil
}

// eachRoute calls use with the route of each message of the traffic and its weight, destination by
// destination, or to the first destination only; in trees with each of its routes and, evenParts times
// over, what that has of its weight.
func (r Routing) eachRoute(net *topology.Network, traffic Traffic, first bool, progress Progress, use func(Path, float64)) error {
	dests := traffic.dests()
	if first {
		dests = dests[:1]
	}
	for i, dest := range dests {
		if err := report(progress, i, len(dests)); err != nil {
			return err
		}
		if r.trees != nil {
			if err := r.trees.eachRoute(traffic, dest, use); err != nil {
				return err
			}
			continue
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

// A tree is where the messages to one destination go that a nextHop sends: every node that they come
// through has one hop.
type tree struct {
	dest  topology.Node
	order []topology.Node    // the nodes but dest, each before the next on its way
	hop   []topology.Channel // by node of order
	flow  []float64          // by node: what its processor sends to dest
}

// eachTree calls use with the tree of each destination of the traffic. It takes time in proportion to
// the nodes that messages to it come through.
func (r Routing) eachTree(net *topology.Network, traffic Traffic, progress Progress, use func(*tree)) error {
	tr := &tree{hop: make([]topology.Channel, net.Order()), flow: make([]float64, net.Order())}
	seen := make([]bool, net.Order())
	before := make([]int32, net.Order()) // by node: hops into it from nodes not yet in order
	dests := traffic.dests()
	for i, dest := range dests {
		if err := report(progress, i, len(dests)); err != nil {
			return err
		}
		var found []topology.Node
		for d := range traffic.to(dest) {
			tr.flow[d.Source] += d.Weight
			for u := d.Source; u != dest && !seen[u]; u = net.Head(tr.hop[u]) {
				seen[u] = true
				found = append(found, u)
				tr.hop[u] = r.next(net, u, dest)
				before[net.Head(tr.hop[u])]++
			}
		}
		tr.dest, tr.order = dest, tr.order[:0]
		for _, u := range found {
			for seen[u] && before[u] == 0 { // put in order u and what waited for it alone
				seen[u] = false
				tr.order = append(tr.order, u)
				if u = net.Head(tr.hop[u]); u != dest {
					before[u]--
				}
			}
		}
		if len(tr.order) < len(found) {
			return fmt.Errorf("%v: routing %s goes in circles on the way to %s", net, r.Name, net.Address(dest))
		}
		before[dest] = 0
		use(tr)
	}
	return report(progress, len(dests), len(dests))
}

// nextLoad adds to load that of the traffic when every message goes where next says.
func (r Routing) nextLoad(load Load, traffic Traffic, progress Progress) error {
	net := load.net
	if r.back {
		traffic = traffic.reversed()
	}
	return r.eachTree(net, traffic, progress, func(tr *tree) {
		for _, u := range tr.order {
			c := tr.hop[u]
			tr.flow[net.Head(c)] += tr.flow[u]
			if r.back {
				c = net.Twin(c)
			}
			load.count[c] += tr.flow[u]
			tr.flow[u] = 0
		}
		tr.flow[tr.dest] = 0
	})
}
