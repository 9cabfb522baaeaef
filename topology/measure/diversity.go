package measure

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"topobook/topology"
	"topobook/topology/limit"
)

// A Distribution is how many cases have each value: of pairs of nodes, how many paths.
type Distribution struct {
	Values []int   // in increasing order
	Counts []int64 // of the cases, by place in Values
}

// distribution returns the distribution of counted values.
func distribution(counted map[int]int64) (d Distribution) {
	for value := range counted {
		d.Values = append(d.Values, value)
	}
	slices.Sort(d.Values)
	for _, value := range d.Values {
		d.Counts = append(d.Counts, counted[value])
	}
	return d
}

// maxMultiplicity bounds the numbers of shortest paths that are told apart: beyond, float64 does not count exactly.
const maxMultiplicity = 1 << 53

// PathMultiplicity returns how many ordered pairs of distinct nodes have how many shortest paths; 0 for those without a path. Two paths that
// differ only in which of two parallel links they take are two. It takes O(K(N+L)) time for K sources: the nodes, or one of each orbit that the
// network declares. It returns an error if that is too long, or a pair has more than 2⁵³ paths.
func PathMultiplicity(net *topology.Network, among Among, progress topology.Progress) (Distribution, error) {
	targets := among.nodes(net)
	plan := planOrbits(net, targets)
	if plan.of != nil {
		plan.orbits = slices.DeleteFunc(plan.orbits, func(o topology.Orbit) bool { return !among.has(net.Kind(o.First)) })
	}
	what := fmt.Sprintf("shortest paths between all %s of %v", among.plural(), net)
	cost := limit.Cost{Steps: float64(len(plan.orbits)) * 2 * searchSteps(net), Bytes: 20 * float64(net.Order())}
	if err := cost.Check(what, "a smaller network"); err != nil {
		return Distribution{}, err
	}
	s, paths, counted := newSearch(net), make([]float64, net.Order()), map[int]int64{}
	start, heads := net.Adjacency()
	for i, source := range plan.orbits {
		if err := progress.Report(i, len(plan.orbits)); err != nil {
			return Distribution{}, err
		}
		s.run(source.First)
		paths[source.First] = 1
		for _, u := range s.queue[1:] {
			sum := 0.0
			for _, v := range heads[start[u]:start[u+1]] {
				if s.dist[v]+1 == s.dist[u] {
					sum += paths[v]
				}
			}
			if paths[u] = sum; sum > maxMultiplicity {
				return Distribution{}, fmt.Errorf("%s: from %s to %s there are more than 2^53, want fewer", what, net.Address(source.First), net.Address(u))
			}
		}
		for _, v := range targets {
			switch {
			case v == source.First:
			case s.dist[v] < 0:
				counted[0] += int64(source.Size)
			default:
				counted[int(paths[v])] += int64(source.Size)
			}
		}
	}
	return distribution(counted), nil
}

// A PathDiversity is what limited paths between pairs of nodes have to do with each other.
type PathDiversity struct {
	Pairs        int          // that were looked at
	All          bool         // whether these are all ordered pairs
	Disjoint     Distribution // paths of a pair that share no link
	Interference Distribution // of two pairs; empty if there are fewer than four nodes
}

// A DiversityQuery says which paths are looked for.
type DiversityQuery struct {
	Among Among
	Hops  int    // at most, on a path
	Pairs int    // to draw, if there are more; 0 for all
	Seed  uint64 // of the draws
}

// Diversity returns how many paths of at most a number of hops that share no link (of parallel ones each counts) lead from node to node, and
// how much two pairs a, b and c, d interfere: how many there are from a or c to b, and how many from a or c to d, less those from a or
// c to b or d together, for c and d drawn for each pair. Paths are found one after the other, each a shortest one of what is left, which is a
// lower bound: the problem is NP-hard (Itai, Perl and Shiloach, 1982). It returns an error if there are fewer than two nodes, or if it takes more
// than [limit.MaxSteps].
//
// Source: Besta and others, FatPaths, SC 2020, whose measures these are: c_l and the path interference I^l.
func Diversity(net *topology.Network, query DiversityQuery, progress topology.Progress) (PathDiversity, error) {
	nodes := query.Among.nodes(net)
	n := len(nodes)
	if n < 2 {
		return PathDiversity{}, fmt.Errorf("path diversity of %v: has %d %s, want at least two", net, n, query.Among.plural())
	}
	random := rand.New(rand.NewPCG(query.Seed, 1))
	d := PathDiversity{Pairs: n * (n - 1), All: query.Pairs <= 0 || query.Pairs >= n*(n-1)}
	if !d.All {
		d.Pairs = query.Pairs
	}
	// draw returns another node than those given.
	draw := func(not ...topology.Node) topology.Node {
		for {
			if u := nodes[random.IntN(n)]; !slices.Contains(not, u) {
				return u
			}
		}
	}
	f := newLimitedPaths(net, query.Hops, progress)
	f.budget.total = d.Pairs
	disjoint, interference := map[int]int64{}, map[int]int64{}
	for i := range d.Pairs {
		f.budget.done = i
		var a, b topology.Node
		if d.All {
			from, to := i/(n-1), i%(n-1)
			if to >= from {
				to++
			}
			a, b = nodes[from], nodes[to]
		} else {
			a = draw()
			b = draw(a)
		}
		alone, err := f.count([]topology.Node{a}, []topology.Node{b})
		if err != nil {
			return PathDiversity{}, err
		}
		disjoint[alone]++
		if n < 4 {
			continue
		}
		c := draw(a, b)
		e := draw(a, b, c)
		apart := 0 // of both sources, to either sink
		for _, sinks := range [][]topology.Node{{b}, {e}} {
			paths, err := f.count([]topology.Node{a, c}, sinks)
			if err != nil {
				return PathDiversity{}, err
			}
			apart += paths
		}
		both, err := f.count([]topology.Node{a, c}, []topology.Node{b, e})
		if err != nil {
			return PathDiversity{}, err
		}
		interference[apart-both]++
	}
	d.Disjoint, d.Interference = distribution(disjoint), distribution(interference)
	return d, nil
}

// limitedPaths are paths of at most a number of hops that share no link.
type limitedPaths struct {
	net    *topology.Network
	hops   int
	budget *budget
	used   []bool // by channel: its link is on a path
	taken  []topology.Channel
	dist   []int32 // by node: hops from a source, -1 where it was not reached
	by     []topology.Channel
	queue  []topology.Node
}

func newLimitedPaths(net *topology.Network, hops int, progress topology.Progress) *limitedPaths {
	f := &limitedPaths{net: net, hops: hops, budget: newBudget(progress, "path diversity", net), used: make([]bool, 2*net.Size()),
		dist: make([]int32, net.Order()), by: make([]topology.Channel, net.Order())}
	for u := range f.dist {
		f.dist[u] = -1
	}
	return f
}

// count returns how many paths it finds from one of the sources to one of the sinks.
func (f *limitedPaths) count(sources, sinks []topology.Node) (paths int, err error) {
	for {
		end, err := f.search(sources, sinks)
		if err != nil {
			return 0, err
		}
		if end < 0 {
			break
		}
		paths++
		for u := end; f.dist[u] > 0; u = f.net.Tail(f.by[u]) {
			c := f.by[u]
			f.used[c], f.used[f.net.Twin(c)] = true, true
			f.taken = append(f.taken, c)
		}
	}
	for _, c := range f.taken {
		f.used[c], f.used[f.net.Twin(c)] = false, false
	}
	f.taken = f.taken[:0]
	return paths, nil
}

// search returns the sink that the shortest path of links that are not used leads to, or -1.
func (f *limitedPaths) search(sources, sinks []topology.Node) (topology.Node, error) {
	for _, u := range f.queue {
		f.dist[u] = -1
	}
	f.queue = f.queue[:0]
	for _, u := range sources {
		f.dist[u] = 0
		f.queue = append(f.queue, u)
	}
	for i := 0; i < len(f.queue); i++ {
		u := f.queue[i]
		if int(f.dist[u]) >= f.hops {
			break
		}
		first, end := f.net.Channels(u)
		if err := f.budget.spend(int(end-first) + 1); err != nil {
			return -1, err
		}
		for c := first; c < end; c++ {
			v := f.net.Head(c)
			if f.used[c] || f.dist[v] >= 0 {
				continue
			}
			f.dist[v], f.by[v] = f.dist[u]+1, c
			f.queue = append(f.queue, v)
			if slices.Contains(sinks, v) {
				return v, nil
			}
		}
	}
	return -1, nil
}
