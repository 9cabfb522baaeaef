package route

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"topobook/topology"
	"topobook/topology/limit"
)

// A Routing is a routing algorithm for one network. There is a type for each kind: [ShortestRouting] draws among the
// shortest paths, hopRouting looks at nothing but the destination ([DimensionRouting] is one), pathRouting knows one path
// for each pair, treesRouting goes by trees on common leaves, [RuleRouting] does what a rule says, and [FaultRouting]
// goes on where switches are broken.
type Routing interface {
	Name() string

	// Route returns the path from a to b. A routing that draws at random does so from [Random] for the seed.
	// It returns an error if b is out of reach of a, or if the routing works between processors only and
	// one of them is a switch.
	Route(a, b topology.Node, seed uint64) (Path, error)

	// Options returns the paths that the routing may take from a to b, at most limit of them, with their
	// probabilities: one path for a deterministic routing. It returns the errors of Route.
	Options(a, b topology.Node, limit int) ([]Option, error)

	// Distances returns the hops of the routing's paths, of the shortest if there are several, in a row for
	// each node of from: those to each node of to, -1 where there is no path. For a row it takes the time of a
	// breadth-first search, and of finding the paths where they are not just any shortest ones. It returns
	// an error if the routing works between processors only and a node is a switch, or it would take too long.
	Distances(from, to []topology.Node, progress topology.Progress) ([][]int32, error)

	// Load returns the load of the traffic under the routing: the exact expectation where it draws at
	// random. It returns an error if a destination is out of reach of a source, or it would take too long.
	// It takes O(N+L) time for each destination, for N nodes and L links, and less for a deterministic routing
	// or where all send to all and all leaves of trees are alike.
	Load(traffic Traffic, progress topology.Progress) (Load, error)

	// DependencyCycle returns a cycle of the channel dependency graph of all routes between processors that
	// the routing may take while there are faults, or nil if there is none. The graph has an arc from one
	// channel to the next of every route; without a cycle, no set of messages that wait for channels while they
	// hold others can wait for ever. Each channel of a cycle leads to where the next begins, and the last to
	// where the first does. Messages add what they travel until they are delivered, fail or have gone round. A
	// [FaultRouting] and a [RuleRouting] do what their rules say, random, minimal and first take the shortest
	// paths of what is left; for others faults are an error, and so are more than [MaxDependencies] pairs of
	// consecutive channels.
	//
	// Source: Dally and Seitz, Deadlock-Free Message Routing in Multiprocessor Interconnection Networks,
	// IEEE Transactions on Computers C-36(5), 1987.
	DependencyCycle(faults Faults, progress topology.Progress) ([]topology.Channel, error)

	// Attempt sends a message from a to b while there are faults. A [FaultRouting] does what its rule says, and so does
	// a [RuleRouting], whose message fails at the first broken channel that it would take. random, minimal and first take
	// a shortest path of what is left. Any other takes the path that it takes without faults, and fails at
	// the first broken channel. Attempt returns the errors of Route.
	Attempt(a, b topology.Node, faults Faults, seed uint64) (Attempt, error)

	// Next returns the routing as a switch sees it: the channel by which a message at u, which is not its destination
	// dest, goes on. It returns nil for a routing that looks at more than those two.
	Next() func(u, dest topology.Node) topology.Channel

	// Escape returns how packets follow the routing without a cycle of channels, or nil if that is not known.
	Escape() *Escape

	// Alike reports whether the routing's paths from every processor are as long as those from every other,
	// because an automorphism says so: on KYKLOS-I and II and their like.
	Alike() bool
}

// An Escape is a deterministic routing on virtual channels set aside for it, among which there is no cycle of
// dependencies.
type Escape struct {
	VCs int                             // how many are set aside, from 0 on
	Way func(u, dest topology.Node) Way // by which a packet at u goes on
}

// routings holds, for each kind of networks, the function that returns the algorithms for net, none if
// net is not of that kind. To add an algorithm, write its file and a line here.
var routings = []func(net *topology.Network) []Routing{
	shortestRoutings,
	treeRoutings,
	dimensionRoutings,
	levelRoutings,
	digitRoutings,
	kyklosRoutings,
}

// Routings returns the routing algorithms that work on net: random, minimal and first on every network,
// on a k-ary n-tree those of [Choices] too, on a MiKANT or Clos k-ary n-tree alg1, on tori, meshes,
// hypercubes and rings dor, on pruned tori levels, on trees on common leaves m, p and others, and on a concentrated network
// those of its base, on one that is partly filled those of the whole.
func Routings(net *topology.Network) []Routing {
	return slices.Collect(eachRouting(net))
}

// eachRouting yields the routings that [Routings] returns, each kind as it is asked for.
func eachRouting(net *topology.Network) iter.Seq[Routing] {
	return func(yield func(Routing) bool) {
		for _, of := range routings {
			for _, r := range of(net) {
				if !yield(r) {
					return
				}
			}
		}
		if def, ok := net.Definition.(Routed); ok {
			for _, r := range def.Routings(net) {
				if !yield(r) {
					return
				}
			}
		}
	}
}

// A Routed definition has routings of its own, as those of package endpoints have.
type Routed interface {
	topology.Definition
	// Routings returns them for the network that it defines.
	Routings(net *topology.Network) []Routing
}

// NamedRouting returns the routing algorithm of net with the given name, one of [Routings] or [FaultRoutings], or an
// error that lists the names.
func NamedRouting(net *topology.Network, name string) (Routing, error) {
	var names []string
	for r := range eachRouting(net) {
		if r.Name() == name {
			return r, nil
		}
		names = append(names, r.Name())
	}
	for _, r := range FaultRoutings(net) {
		if r.Name() == name {
			return r, nil
		}
		if !slices.Contains(names, r.Name()) {
			names = append(names, r.Name())
		}
	}
	return nil, fmt.Errorf("%v: routing %q: want one of %s", net, name, strings.Join(names, ", "))
}

// A routing is what all kinds have in common: a network, a name, and the answers of those that can do nothing special.
type routing struct {
	net  *topology.Network
	name string
}

func (r *routing) Name() string                                       { return r.name }
func (r *routing) Next() func(u, dest topology.Node) topology.Channel { return nil }
func (r *routing) Escape() *Escape                                    { return nil }
func (r *routing) Alike() bool                                        { return false }

// affords returns an error if what is computed of the routing takes too many steps.
func (r *routing) affords(what string, steps float64, fits string) error {
	cost := limit.Cost{Steps: steps, Bytes: 50*float64(r.net.Order()) + 16*float64(r.net.Size())}
	return cost.Check(fmt.Sprintf("%v: %s of routing %s", r.net, what, r.name), fits)
}

func (r *routing) affordsLoad(steps float64) error {
	return r.affords("loads", steps, "a smaller network or a traffic with fewer destinations")
}

// cycle returns a cycle of the channel dependency graph that fill fills in the given number of steps, without faults.
func (r *routing) cycle(faults Faults, steps float64, fill func(*dependencies) error) ([]topology.Channel, error) {
	if !faults.none() {
		return nil, fmt.Errorf("%v: dependencies of routing %s: it knows nothing of faults: want random, minimal or first, or one with a rule for faults", r.net, r.name)
	}
	if err := r.affords("dependencies", steps, "a smaller network"); err != nil {
		return nil, err
	}
	deps, err := newDependencies(r.net, 1)
	if err == nil {
		err = fill(deps)
	}
	if err != nil {
		return nil, err
	}
	return deps.cycle(), nil
}

// distances returns the rows of [Routing.Distances] if hops says how long the routing's paths from a to b are;
// nil if as long as the shortest.
func (r *routing) distances(from, to []topology.Node, progress topology.Progress, hops func(a, b topology.Node) (int32, error)) ([][]int32, error) {
	pairs := float64(len(from)) * float64(len(to))
	cost := limit.Cost{Steps: 500*pairs + float64(20*r.net.Order()*len(from)), Bytes: 4 * pairs}
	if err := cost.Check(fmt.Sprintf("%v: distances by routing %s", r.net, r.name), "fewer processors"); err != nil {
		return nil, err
	}
	var rows [][]int32
	for i, a := range from {
		if err := progress.Report(i, len(from)); err != nil {
			return nil, err
		}
		dist := breadthFirst(r.net, a, -1).dist
		row := make([]int32, len(to))
		for j, b := range to {
			if row[j] = dist[b]; row[j] < 0 || hops == nil {
				continue
			}
			var err error
			if row[j], err = hops(a, b); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// delivered returns the path of an attempt, or an error unless the message arrives.
func (r *routing) delivered(a, b topology.Node, found Attempt, err error) (Path, error) {
	if err == nil && found.Outcome != Delivered {
		err = fmt.Errorf("%v: routing %s from %s to %s: %s", r.net, r.name, r.net.Address(a), r.net.Address(b), found.Reason(r.net))
	}
	return found.Path, err
}

// untilBroken returns what becomes of a message that takes the path p whatever is broken.
func (r *routing) untilBroken(faults Faults, p Path, err error) (Attempt, error) {
	if err != nil {
		return Attempt{}, err
	}
	broken := faults.Channels(r.net)
	for i, c := range p.Channels {
		if broken[c] {
			return Attempt{Failed, NewPath(r.net, p.Nodes[0], p.Channels[:i]), c}, nil
		}
	}
	return Attempt{Delivered, p, -1}, nil
}

// eachDest calls use with each destination, and reports to progress how many are done.
func eachDest(dests []topology.Node, progress topology.Progress, use func(dest topology.Node) error) error {
	for i, dest := range dests {
		if err := progress.Report(i, len(dests)); err != nil {
			return err
		}
		if err := use(dest); err != nil {
			return err
		}
	}
	return progress.Report(len(dests), len(dests))
}
