package measure

import "topobook/topology"

// Distances returns the hops from src to every node of net, by node; -1 where none is reachable.
// It runs one breadth-first search: O(N+L) time for N nodes and L links.
// It panics if src is not a node of net.
func Distances(net *topology.Network, src topology.Node) []int32 {
	s := newSearch(net)
	s.run(src)
	return s.dist
}

// A search is a breadth-first search whose memory is used again by the next one.
type search struct {
	net   *topology.Network
	dist  []int32         // hops from the source, by node; -1 where not reached
	queue []topology.Node // nodes reached, in the order of their distance
}

func newSearch(net *topology.Network) *search {
	s := &search{net: net, dist: make([]int32, net.Order()), queue: make([]topology.Node, 0, net.Order())}
	for u := range s.dist {
		s.dist[u] = -1
	}
	return s
}

// run searches from src. It forgets the search before.
func (s *search) run(src topology.Node) {
	start, heads := s.net.Adjacency()
	dist, queue := s.dist, s.queue
	for _, u := range queue {
		dist[u] = -1
	}
	queue = queue[:cap(queue)] // the first n are reached; appending to it takes longer
	queue[0] = src
	dist[src] = 0
	n := 1
	for i := 0; i < n; i++ {
		u := queue[i]
		next := dist[u] + 1
		for _, v := range heads[start[u]:start[u+1]] {
			if dist[v] < 0 {
				dist[v] = next
				queue[n] = v
				n++
			}
		}
	}
	s.queue = queue[:n]
}

// eccentricity returns the largest distance that the last run found.
func (s *search) eccentricity() int { return int(s.dist[s.queue[len(s.queue)-1]]) }

// tally adds the targets of the last run to pairs, each so many times.
func (s *search) tally(pairs *Pairs, targets []topology.Node, times int64) {
	pairs.grow(s.eccentricity())
	histogram, dist := pairs.Histogram, s.dist
	if len(targets) == len(dist) { // all nodes: those reached are in the queue
		for _, v := range s.queue {
			histogram[dist[v]] += times
		}
		pairs.Unreachable += times * int64(len(dist)-len(s.queue))
		return
	}
	for _, v := range targets {
		if d := dist[v]; d >= 0 {
			histogram[d] += times
		} else {
			pairs.Unreachable += times
		}
	}
}

// pairs counts the targets of the last run.
func (s *search) pairs(targets []topology.Node) Pairs {
	var pairs Pairs
	s.tally(&pairs, targets, 1)
	pairs.trim()
	return pairs
}

// searchSteps estimates the steps of one search of net.
func searchSteps(net *topology.Network) float64 { return 2 * float64(net.Order()+2*net.Size()) }
