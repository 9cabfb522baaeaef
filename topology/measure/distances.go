package measure

import (
	"fmt"
	"slices"

	"topobook/topology"
)

// A Progress is told now and then that done of total steps are done; if it returns an error, the
// work stops and returns that error. A nil Progress is not called.
type Progress func(done, total int) error

// report calls p unless it is nil.
func (p Progress) report(done, total int) error {
	if p == nil {
		return nil
	}
	return p(done, total)
}

// Among says between which nodes distances are measured. Paths go through any node.
type Among uint8

const (
	All        Among = iota // all nodes
	Processors              // processors only
)

func (a Among) String() string {
	if a == Processors {
		return "processors"
	}
	return "all"
}

// nodes returns the nodes of net that a names, in increasing order.
func (a Among) nodes(net *topology.Network) []topology.Node {
	if a == Processors {
		return net.Processors()
	}
	nodes := make([]topology.Node, net.Order())
	for u := range nodes {
		nodes[u] = topology.Node(u)
	}
	return nodes
}

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
	for _, u := range s.queue {
		s.dist[u] = -1
	}
	s.dist[src] = 0
	queue := append(s.queue[:0], src)
	for i := 0; i < len(queue); i++ {
		u := queue[i]
		next := s.dist[u] + 1
		for _, v := range s.net.Neighbors(u) {
			if s.dist[v] < 0 {
				s.dist[v] = next
				queue = append(queue, v)
			}
		}
	}
	s.queue = queue
}

// eccentricity returns the largest distance that the last run found.
func (s *search) eccentricity() int { return int(s.dist[s.queue[len(s.queue)-1]]) }

// MaxMatrix is the largest number of rows of a distance matrix: 16 MB.
const MaxMatrix = 2048

// DistanceMatrix returns the hops between each two nodes, in increasing order of the nodes; -1
// where there is no path. It returns an error for more than [MaxMatrix] nodes.
// It takes O(S(N+L)) time for S rows, and reports progress by row.
func DistanceMatrix(net *topology.Network, among Among, progress Progress) ([][]int32, error) {
	nodes := among.nodes(net)
	if len(nodes) > MaxMatrix {
		return nil, tooLarge(net, among, len(nodes))
	}
	s := newSearch(net)
	matrix := make([][]int32, len(nodes))
	for i, u := range nodes {
		s.run(u)
		if among == All {
			matrix[i] = slices.Clone(s.dist)
		} else {
			matrix[i] = make([]int32, len(nodes))
			for j, v := range nodes {
				matrix[i][j] = s.dist[v]
			}
		}
		if err := progress.report(i+1, len(nodes)); err != nil {
			return nil, err
		}
	}
	return matrix, nil
}

func tooLarge(net *topology.Network, among Among, rows int) error {
	which := "nodes"
	if among == Processors {
		which = "processors"
	}
	return fmt.Errorf("distance matrix of %v: has %d %s, want at most %d", net, rows, which, MaxMatrix)
}
