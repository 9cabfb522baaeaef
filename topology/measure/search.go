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
	start []topology.Channel // the network, as from Adjacency, unless it is lazy
	heads []topology.Node
	lazy  topology.Neighborly // if not nil, it is asked for the neighbors of a node each time
	dist  []int32             // hops from the source, by node; -1 where not reached
	queue []topology.Node     // nodes reached, in the order of their distance
	ends  []int               // by distance: the nodes in the queue that are so far or nearer
}

func newSearch(net *topology.Network) *search {
	net.Adjacency() // asks for all links
	return newLazySearch(net)
}

// newLazySearch returns a search that asks for no more links than it looks at, which is better for few sources.
func newLazySearch(net *topology.Network) *search {
	order := net.Order()
	s := &search{dist: make([]int32, order), queue: make([]topology.Node, 0, order), lazy: net.Pending()}
	for u := range s.dist {
		s.dist[u] = -1
	}
	if s.lazy == nil {
		s.start, s.heads = net.Adjacency()
	}
	return s
}

// run searches from src. It forgets the search before.
func (s *search) run(src topology.Node) {
	dist, queue := s.dist, s.queue
	if len(queue) < len(dist)/8 {
		for _, u := range queue {
			dist[u] = -1
		}
	} else { // that is as quick as a copy
		dist[0] = -1
		for n := 1; n < len(dist); n *= 2 {
			copy(dist[n:], dist[:n])
		}
	}
	queue = queue[:cap(queue)] // the first n are reached; appending to it takes longer
	queue[0] = src
	dist[src] = 0
	s.ends = s.ends[:0]
	if s.lazy != nil {
		s.queue = queue[:s.ask(queue)]
		return
	}
	start, heads := s.start, s.heads
	n := 1
	for i, end := 0, 0; end < n; {
		end = n
		s.ends = append(s.ends, end)
		hops := int32(len(s.ends))
		for ; i < end && n < len(queue); i++ { // once all are reached, no link leads to more
			u := queue[i]
			for _, v := range heads[start[u]:start[u+1]] {
				if dist[v] < 0 {
					dist[v] = hops
					queue[n] = v
					n++
				}
			}
		}
	}
	s.queue = queue[:n]
}

// ask is the loop of run, but asks the definition for the links. In WebAssembly, one loop for both would take a
// third longer.
func (s *search) ask(queue []topology.Node) (n int) {
	dist, around := s.dist, []topology.Node(nil)
	n = 1
	for i, end := 0, 0; end < n; {
		end = n
		s.ends = append(s.ends, end)
		for ; i < end && n < len(queue); i++ {
			around = s.lazy.AppendNeighbors(around[:0], queue[i])
			for _, v := range around {
				if dist[v] < 0 {
					dist[v] = int32(len(s.ends))
					queue[n] = v
					n++
				}
			}
		}
	}
	return n
}

// eccentricity returns the largest distance that the last run found.
func (s *search) eccentricity() int { return len(s.ends) - 1 }

// tally adds the targets of the last run to pairs, each the given number of times, and returns the largest
// distance of one.
func (s *search) tally(pairs *Pairs, targets []topology.Node, times int64) int32 {
	farthest := int32(s.eccentricity())
	pairs.grow(int(farthest))
	histogram, dist := pairs.Histogram, s.dist
	if len(targets) == len(dist) { // all nodes: those reached are in the queue
		before := 0
		for d, end := range s.ends {
			histogram[d] += times * int64(end-before)
			before = end
		}
		pairs.Unreachable += times * int64(len(dist)-before)
		return farthest
	}
	farthest = 0
	for _, v := range targets {
		if d := dist[v]; d >= 0 {
			histogram[d] += times
			farthest = max(farthest, d)
		} else {
			pairs.Unreachable += times
		}
	}
	return farthest
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
