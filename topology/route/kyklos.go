package route

import (
	"fmt"
	"math"

	"topobook/topology"
)

// maxMixedTrees bounds the trees of a network where messages may change trees: with many there are too
// many ways to do so.
const maxMixedTrees = 4

// maxNamedTrees bounds the trees that have a routing of their own.
const maxNamedTrees = 64

// kyklosRoutings returns the algorithms that belong to trees on common leaves. A message makes
// excursions: up from a leaf in a tree to the nearest common ancestor with another leaf, and down to it;
// a leaf where it changes trees is a passthrough. All paths that a routing may take are equally probable.
//
//   - tree_k: one excursion, in tree k.
//   - m: one excursion, in a tree where it is lowest. On KYKLOS-II it is M-II.
//   - p: the shortest paths with the fewest passthroughs. On KYKLOS-II it is P-II.
//   - modified_p: the shortest paths whose highest switch is lowest. On KYKLOS-II it is modified P-II:
//     the excursions of a shortest path have as many levels together as any other's, and two numbers
//     with the same sum are closest where the larger is least.
//   - slice_l and h: see newSlice.
//
// Source: Menezes, The KYKLOS Multicomputer Network (1988), sections 3.1, 3.2, 4.3 and 4.4. Where he does
// not say which of several passthroughs P-II takes, we take each equally often.
func kyklosRoutings(net *topology.Network) []Routing {
	def, ok := net.Definition.(topology.SharedLeaves)
	if !ok {
		return nil
	}
	t := &sharedTrees{net: net, def: def, trees: def.Trees(), height: def.Height(), fanout: topology.Channel(def.Fanout())}
	t.leaves = topology.Node(len(net.Processors()))
	t.start, t.heads = net.Adjacency()
	var list []Routing
	add := func(name string, toward alternatives, shortest bool) {
		list = append(list, &treesRouting{routing{net, name}, t, toward, shortest})
	}
	add("m", t.among(1, t.trees), false)
	if t.trees <= maxMixedTrees {
		add("p", t.shortest(false), true)
		add("modified_p", t.shortest(true), true)
	}
	slices := t.hasSlices()
	if slices {
		add("h", t.slice(t.middle()), false)
	}
	for k := 1; k <= min(t.trees, maxNamedTrees); k++ {
		add(fmt.Sprintf("tree_%d", k), t.among(k, k), false)
	}
	for l := 0; slices && t.trees == 2 && l <= t.height; l++ {
		add(fmt.Sprintf("slice_%d", l), t.slice([]int{l, t.height - l}), false)
	}
	return list
}

// An alternatives prepares the way to a leaf: the function that it returns lists the paths there from
// another leaf, which are equally probable. Those of the way back are the same paths, reversed.
type alternatives func(dest topology.Node) (func(a topology.Node) []Path, error)

// A sharedTrees is a network of trees on common leaves.
type sharedTrees struct {
	net           *topology.Network
	def           topology.SharedLeaves
	trees, height int              // r, n
	fanout        topology.Channel // m
	leaves        topology.Node    // how many there are; they are the first nodes
	start         []topology.Channel
	heads         []topology.Node
}

// up returns the channel from a leaf or a switch, in the given tree, to its parent there.
func (t *sharedTrees) up(u topology.Node, tree int) topology.Channel {
	if u < t.leaves {
		return t.start[u] + topology.Channel(tree-1)
	}
	return t.start[u] + t.fanout
}

// excursion adds to channels those from leaf a to leaf b in the given tree.
func (t *sharedTrees) excursion(channels []topology.Channel, a, b topology.Node, tree int) []topology.Channel {
	if a == b {
		return channels
	}
	c, d := t.up(a, tree), t.up(b, tree)
	channels = t.excursion(append(channels, c), t.heads[c], t.heads[d], tree)
	return append(channels, t.net.Twin(d))
}

// A treesRouting is a routing in trees on common leaves.
type treesRouting struct {
	routing
	trees    *sharedTrees
	toward   alternatives
	shortest bool // all its paths are shortest ones
}

// all returns the paths from a to b.
func (r *treesRouting) all(a, b topology.Node) ([]Path, error) {
	if err := checkProcessors(r.net, a, b); err != nil {
		return nil, err
	}
	from, err := r.toward(b)
	if err != nil {
		return nil, err
	}
	return from(a), nil
}

// Route draws one of the paths from a to b.
func (r *treesRouting) Route(a, b topology.Node, seed uint64) (Path, error) {
	paths, err := r.all(a, b)
	if err != nil {
		return Path{}, err
	}
	return paths[Random(seed).IntN(len(paths))], nil
}

func (r *treesRouting) Options(a, b topology.Node, limit int) ([]Option, error) {
	paths, err := r.all(a, b)
	var list []Option
	for _, p := range paths[:min(limit, len(paths))] {
		list = append(list, Option{p, 1 / float64(len(paths))})
	}
	return list, err
}

func (r *treesRouting) Distances(from, to []topology.Node, progress topology.Progress) ([][]int32, error) {
	if err := checkProcessors(r.net, append(from[:len(from):len(from)], to...)...); err != nil {
		return nil, err
	}
	if r.shortest {
		return r.distances(from, to, progress, nil)
	}
	return r.distances(from, to, progress, func(a, b topology.Node) (hops int32, err error) {
		paths, err := r.all(a, b)
		for i, p := range paths {
			if i == 0 || int32(p.Hops()) < hops {
				hops = int32(p.Hops())
			}
		}
		return hops, err
	})
}

func (r *treesRouting) Attempt(a, b topology.Node, faults Faults, seed uint64) (Attempt, error) {
	p, err := r.Route(a, b, seed)
	return r.untilBroken(faults, p, err)
}

func (r *treesRouting) Alike() bool { return r.trees.alike() }

// evenParts is divided by every number up to 16, so that loads are exact if messages have at most that many paths.
const evenParts = 720720

func (r *treesRouting) Load(traffic Traffic, progress topology.Progress) (Load, error) {
	load, dests := newLoad(r.net, traffic.unit*evenParts), traffic.dests()
	alike := traffic.all != nil && r.Alike()
	if alike {
		dests = dests[:1]
	} else if err := r.affordsLoad(pathSteps(traffic)); err != nil {
		return Load{}, err
	}
	err := r.eachPath(traffic, dests, progress, load.add)
	if alike {
		load.even()
	}
	return load, err
}

func (r *treesRouting) DependencyCycle(faults Faults, progress topology.Progress) ([]topology.Channel, error) {
	traffic := AllToAll(r.net)
	return r.cycle(faults, pathSteps(traffic), func(deps *dependencies) error {
		return r.eachPath(traffic, traffic.dests(), progress, func(p Path, _ float64) { deps.addPath(p) })
	})
}

// eachPath calls use with every path of the messages of the traffic to the destinations and, evenParts times over,
// what it has of their weight.
func (r *treesRouting) eachPath(traffic Traffic, dests []topology.Node, progress topology.Progress, use func(Path, float64)) error {
	return eachDest(dests, progress, func(dest topology.Node) error {
		from, err := r.toward(dest)
		if err != nil {
			return err
		}
		for d := range traffic.to(dest) {
			paths := from(d.Source)
			for _, p := range paths {
				use(p, d.Weight*evenParts/float64(len(paths)))
			}
		}
		return nil
	})
}

// among returns the paths in one of the trees first to last, where they are shortest.
func (t *sharedTrees) among(first, last int) alternatives {
	return func(dest topology.Node) (func(a topology.Node) []Path, error) {
		return func(a topology.Node) []Path {
			var list []Path
			for tree := first; tree <= last; tree++ {
				channels := t.excursion(nil, a, dest, tree)
				if len(list) > 0 && len(channels) < list[0].Hops() {
					list = nil
				}
				if len(list) == 0 || 0 < len(channels) && len(channels) == list[0].Hops() {
					list = append(list, NewPath(t.net, a, channels))
				}
			}
			return list
		}, nil
	}
}

// shortest returns the shortest paths with the fewest passthroughs, or whose highest switch is lowest.
// Preparing takes a breadth-first search.
func (t *sharedTrees) shortest(lowest bool) alternatives {
	var height []int32 // by node
	return func(dest topology.Node) (func(a topology.Node) []Path, error) {
		net := t.net
		s := breadthFirst(net, dest, -1)
		// By node, of the shortest paths on to dest: the fewest leaves on one, this one too but not dest,
		// or how high it must go.
		least := make([]int32, net.Order())
		for u := topology.Node(len(height)); lowest && int(u) < net.Order(); u++ {
			_, h, _ := t.def.Position(u)
			height = append(height, int32(h))
		}
		for _, u := range s.order[1:] {
			best := int32(math.MaxInt32)
			for _, v := range net.Neighbors(u) {
				if s.dist[v] < s.dist[u] {
					best = min(best, least[v])
				}
			}
			if lowest {
				best = max(best, height[u])
			} else if u < t.leaves {
				best++
			}
			least[u] = best
		}
		return func(a topology.Node) []Path {
			allowed := func(c topology.Channel) bool {
				tail, most := net.Tail(c), least[a]
				if !lowest {
					most = least[tail]
					if tail < t.leaves {
						most--
					}
				}
				return s.closer(net, c) && least[net.Head(c)] <= most
			}
			return collect(walk(net, a, dest, allowed), math.MaxInt)
		}, nil
	}
}
