package route

import (
	"fmt"
	"iter"
	"math/big"

	"topobook/topology"
	"topobook/topology/limit"
)

// CountMinimalPaths returns the number of shortest paths from a to b: 1 if a is b, 0 if b is out of
// reach. Two paths that differ only in which of two parallel channels they take are two.
// It runs one breadth-first search: O(N+L) additions for N nodes and L links, of numbers as long as the
// result. It returns an error if they take too much memory.
func CountMinimalPaths(net *topology.Network, a, b topology.Node, progress topology.Progress) (*big.Int, error) {
	s := breadthFirst(net, a, b)
	if s.dist[b] < 0 {
		return new(big.Int), nil
	}
	count, err := s.count(net, b, progress)
	if err != nil {
		return nil, err
	}
	return count[b], nil
}

// CountMinimalPathsFrom returns the number of shortest paths from a to every node, by node; 0 where
// none is reachable. It costs as much as one call of [CountMinimalPaths], but keeps all numbers.
func CountMinimalPathsFrom(net *topology.Network, a topology.Node, progress topology.Progress) ([]*big.Int, error) {
	count, err := breadthFirst(net, a, -1).count(net, -1, progress)
	for u, n := range count {
		if n == nil {
			count[u] = new(big.Int)
		}
	}
	return count, err
}

// bytesOf returns the memory that a number takes.
func bytesOf(x *big.Int) int { return 48 + x.BitLen()/8 }

// MinimalPaths returns the shortest paths from a to b, at most limit of them, in lexicographic order of
// their ports. It runs one breadth-first search and then takes O(d) time a hop, for degree d.
func MinimalPaths(net *topology.Network, a, b topology.Node, limit int) []Path {
	return collect(EachMinimalPath(net, a, b), limit)
}

// EachMinimalPath yields every shortest path from a to b, in lexicographic order of their ports.
func EachMinimalPath(net *topology.Network, a, b topology.Node) iter.Seq[Path] {
	s := breadthFirst(net, b, a)
	return walk(net, a, b, func(c topology.Channel) bool { return s.closer(net, c) })
}

// A search is the result of a breadth-first search from a root.
type search struct {
	dist  []int32         // by node: hops from the root, -1 where none is reached
	order []topology.Node // the nodes reached, by distance
	split Split           // how messages to the root share the channels that lead closer
	paths []float64       // by node: shortest paths to the root, if split is EvenPaths; see countPaths
}

// breadthFirst searches net from root, and no farther than the node last; -1 searches all of it.
// It reaches every node that is closer than last.
func breadthFirst(net *topology.Network, root, last topology.Node) search {
	s := search{dist: make([]int32, net.Order())}
	s.run(net, root, last)
	return s
}

// run makes s the search from another root; it takes no new memory.
func (s *search) run(net *topology.Network, root, last topology.Node) {
	s.order = s.order[:0]
	for u := range s.dist {
		s.dist[u] = -1
	}
	s.dist[root] = 0
	s.order = append(s.order, root)
	for i := 0; i < len(s.order); i++ {
		u := s.order[i]
		if last >= 0 && s.dist[last] >= 0 && s.dist[u] >= s.dist[last] {
			break
		}
		for _, v := range net.Neighbors(u) {
			if s.dist[v] < 0 {
				s.dist[v] = s.dist[u] + 1
				s.order = append(s.order, v)
			}
		}
	}
}

// closer reports whether c leads one hop closer to the root.
func (s search) closer(net *topology.Network, c topology.Channel) bool {
	return s.dist[net.Head(c)] >= 0 && s.dist[net.Head(c)] == s.dist[net.Tail(c)]-1
}

// count returns the number of shortest paths from the root to each node, nil where none is reached; or
// only that to the node last, if it is not negative. It returns an error if the numbers that it needs at
// one time take too much memory.
func (s search) count(net *topology.Network, last topology.Node, progress topology.Progress) ([]*big.Int, error) {
	count := make([]*big.Int, len(s.dist))
	old, bytes := 0, 0 // with last, those before old in order are not needed any more
	for i, v := range s.order {
		if i%1024 == 0 {
			if err := progress.Report(i, len(s.order)); err != nil {
				return nil, err
			}
		}
		for ; last >= 0 && s.dist[s.order[old]] < s.dist[v]-1; old++ {
			u := s.order[old]
			bytes -= bytesOf(count[u])
			count[u] = nil
		}
		sum := new(big.Int)
		if i == 0 {
			sum.SetInt64(1)
		}
		for _, u := range net.Neighbors(v) {
			if s.dist[u] >= 0 && s.dist[u] == s.dist[v]-1 {
				sum.Add(sum, count[u])
			}
		}
		count[v] = sum
		if v == last {
			break
		}
		if bytes += bytesOf(sum); bytes > limit.MaxBytes {
			return nil, limit.Cost{Bytes: float64(bytes)}.Check(fmt.Sprintf("%v: numbers of shortest paths", net), "a nearer node or a smaller network would do")
		}
	}
	return count, nil
}

// walk yields every path from a to b along allowed channels, in lexicographic order of their ports.
// The allowed channels must form no cycle; for speed, each should lead on to b.
func walk(net *topology.Network, a, b topology.Node, allowed func(topology.Channel) bool) iter.Seq[Path] {
	return func(yield func(Path) bool) {
		first, _ := net.Channels(a)
		next := []topology.Channel{first} // by hop: the channel to try
		nodes := []topology.Node{a}
		for len(nodes) > 0 {
			last := len(nodes) - 1
			u := nodes[last]
			if u == b {
				channels := make([]topology.Channel, last)
				for i := range channels {
					channels[i] = next[i] - 1
				}
				if !yield(NewPath(net, a, channels)) {
					return
				}
			}
			_, end := net.Channels(u)
			c := next[last]
			for c < end && (u == b || !allowed(c)) {
				c++
			}
			if c == end {
				nodes, next = nodes[:last], next[:last]
				continue
			}
			next[last] = c + 1
			first, _ := net.Channels(net.Head(c))
			nodes, next = append(nodes, net.Head(c)), append(next, first)
		}
	}
}

// collect returns the first paths of a sequence, at most limit.
func collect(paths iter.Seq[Path], limit int) []Path {
	var list []Path
	if limit <= 0 {
		return list
	}
	for p := range paths {
		if list = append(list, p); len(list) == limit {
			break
		}
	}
	return list
}
