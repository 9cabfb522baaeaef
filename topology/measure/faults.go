package measure

import (
	"topobook/topology"
	"topobook/topology/limit"
)

// A Worst is how far two nodes can be from each other once something is lost.
type Worst struct {
	Distance int // hops from A to B without what is lost; -1 if there is no path
	A, B     topology.Node
	Loss     Loss // not of A or B
}

// FaultDiameter returns the largest distance between two nodes that are left after the loss of at most
// f nodes, or links, of which parallel ones are lost one by one: the diameter after the worst such loss. Exactly f gives the same as at
// most f, as long as two nodes are left: what is lost besides only lengthens paths.
//
// If f are enough to disconnect the network, the distance is -1, and the loss is a minimum cut. Otherwise it
// takes every two nodes, and looks for a loss that hits all paths that are no longer than the largest
// distance d known, which is the diameter at first. One lost part is on the shortest path, so that it
// tries each part of that in turn, with f-1 for the rest; unless more disjoint such paths are left than
// parts may be lost. That takes at most (d-1)^f searches for a pair, and as a rule few; a search looks first
// at what is on the shortest ways, by the distances without a loss, so that it sees little else. If net
// declares orbits, one of the two nodes is the first of its orbit: an automorphism maps the pair and
// any loss to one like that with the same distance, and the pair can be turned round.
// It reports progress by node, and returns an error beyond [limit.MaxSteps].
//
// Source: Krishnamoorthy and Krishnamurthy, Fault diameter of interconnection networks, 1987.
func FaultDiameter(net *topology.Network, f int, of Parts, progress topology.Progress) (Worst, error) {
	n := net.Order()
	isFirst := make([]bool, n) // whether a node is the first of its orbit
	orbits, ok := net.Orbits()
	for _, orbit := range orbits {
		isFirst[orbit.First] = true
	}
	sources := n / 2
	if ok {
		sources = len(orbits)
	}
	work := newBudget(progress, "fault diameter", net)
	work.fits = "a smaller network or fewer faults"
	search := float64(n + 2*net.Size()) // and for a pair at least f+1 paths, each past some channels
	cost := limit.Cost{Steps: float64(n) * (2*search + float64(sources)*float64(f+1)*float64(MaxDegree(net)))}
	if err := cost.Check(work.what, work.fits); err != nil {
		return Worst{}, err
	}
	k, cut, err := Connectivity(net, of, All, progress)
	if err != nil {
		return Worst{}, err
	}
	if n == 1 {
		return Worst{}, nil
	}
	s := newFaultSearch(net, of, work)
	if k <= f && (k == 0 || cut.Size() > 0) {
		return s.parted(cut), nil
	}
	for _, isFar := range []bool{true, false} { // first the diameter, then what losses do
		for b := range topology.Node(n) {
			if ok && !isFirst[b] {
				continue
			}
			s.toB.run(b)
			if err := work.spend(n + 2*net.Size()); err != nil {
				return Worst{}, err
			}
			if far := s.toB.eccentricity(); isFar && far > s.worst.Distance {
				s.worst = Worst{Distance: far, A: s.toB.queue[n-1], B: b}
			}
			for a := topology.Node(0); int(a) < n && !isFar; a++ {
				if a == b || !ok && a > b {
					continue
				}
				work.done = max(int(a), int(b))
				s.a, s.b = a, b
				if err := s.hit(f); err != nil {
					return Worst{}, err
				}
			}
		}
	}
	if w := &s.worst; w.A > w.B {
		w.A, w.B = w.B, w.A
	}
	return s.worst, nil
}

// FaultDistance returns the largest distance from a to b after the loss of at most f other nodes, or of
// at most f links, found as by [FaultDiameter]; -1 if they can be separated.
func FaultDistance(net *topology.Network, a, b topology.Node, f int, of Parts, progress topology.Progress) (Worst, error) {
	w := Worst{A: a, B: b}
	if a == b {
		return w, nil
	}
	if _, linked := net.ChannelBetween(a, b); !linked || of == Links {
		cut, err := MinimumCut(net, a, b, of, progress)
		if err != nil {
			return Worst{}, err
		}
		if cut.Size() <= f {
			w.Distance, w.Loss = -1, cut
			return w, nil
		}
	}
	work := newBudget(progress, "fault distance", net)
	work.fits = "a smaller network or fewer faults"
	s := newFaultSearch(net, of, work)
	s.toB.run(b)
	s.a, s.b = a, b
	w.Distance = int(s.toB.dist[a])
	s.worst = w
	err := s.hit(f)
	return s.worst, err
}

// How a part takes part in a search.
const (
	lost  = 1 << iota
	taken // it is on one of the disjoint paths
	kept  // it is not to be lost
)

// A faultSearch looks for losses that make distances larger. Parts are nodes, or links by the lower
// of their two channels.
type faultSearch struct {
	net    *topology.Network
	of     Parts
	budget *budget
	a, b   topology.Node
	toB    *search // of the hops to b, if nothing is lost
	worst  Worst   // the worst known, of any pair
	parts  []uint8 // by part: lost, taken, kept

	searches int
	seen     []int              // by node: the last search that reached it
	done     []int              // by node: the last search that looked at its links
	by       []topology.Channel // by node: the channel by which it was reached
	hops     []int32            // by node: from a
	open     [][]topology.Node  // by hops more than without a loss, at least, by way of it: nodes to look at
}

func newFaultSearch(net *topology.Network, of Parts, b *budget) *faultSearch {
	n := net.Order()
	parts := n
	if of == Links {
		parts = 2 * net.Size()
	}
	return &faultSearch{net: net, of: of, budget: b, toB: newSearch(net), parts: make([]uint8, parts),
		seen: make([]int, n), done: make([]int, n), open: make([][]topology.Node, 1), by: make([]topology.Channel, n), hops: make([]int32, n)}
}

// part returns the part that a hop along c adds to a path.
func (s *faultSearch) part(c topology.Channel) int {
	if s.of == Links {
		return int(min(c, s.net.Twin(c)))
	}
	return int(s.net.Head(c))
}

// hit looks for a loss of at most f more parts after which a path from a to b is longer than the worst
// known. The parts that are kept are not lost.
func (s *faultSearch) hit(f int) error {
	path, err := s.path(s.worst.Distance)
	if err != nil {
		return err
	}
	if path == nil {
		if path, err = s.path(s.net.Order()); err != nil {
			return err
		}
		s.worst = Worst{len(path), s.a, s.b, s.loss()}
	}
	hopeless, err := s.manyPaths(path, f)
	if err != nil || hopeless {
		return err
	}
	var tried []int
	for _, c := range path {
		p := s.part(c)
		if s.parts[p] == kept || s.of == Nodes && s.net.Head(c) == s.b {
			continue
		}
		s.parts[p] = lost
		if err = s.hit(f - 1); err != nil {
			return err
		}
		s.parts[p] = kept // the losses that have it have been tried
		tried = append(tried, p)
	}
	for _, p := range tried {
		s.parts[p] = 0
	}
	return nil
}

// manyPaths reports whether there are more disjoint paths than f, the given one included, that are no
// longer than the worst distance known, apart from parts that are kept: then no loss of f hits all.
func (s *faultSearch) manyPaths(path []topology.Channel, f int) (many bool, err error) {
	var all []int
	for found := 0; path != nil && !many; {
		before := len(all)
		for _, c := range path {
			if p := s.part(c); s.parts[p] == 0 && (s.of == Links || s.net.Head(c) != s.b) {
				s.parts[p] = taken
				all = append(all, p)
			}
		}
		if found++; found > f || len(all) == before {
			many = true
		} else if path, err = s.path(s.worst.Distance); err != nil {
			return false, err
		}
	}
	for _, p := range all {
		s.parts[p] = 0
	}
	return many, nil
}

// path returns a shortest path from a to b that avoids what is lost or taken, nil if it has more than
// most hops. It is an A* search: of the nodes by way of which there may be a path of the fewest hops,
// it looks at the last one first.
func (s *faultSearch) path(most int) ([]topology.Channel, error) {
	s.searches++
	least := s.toB.dist[s.a]
	for i := range s.open {
		s.open[i] = s.open[i][:0]
	}
	s.open[0] = append(s.open[0], s.a)
	s.seen[s.a], s.hops[s.a] = s.searches, 0
	for more := 0; more < len(s.open); more++ {
		for n := len(s.open[more]) - 1; n >= 0; n = len(s.open[more]) - 1 {
			u := s.open[more][n]
			s.open[more] = s.open[more][:n]
			if u == s.b {
				return s.back(), nil
			}
			if s.done[u] == s.searches {
				continue
			}
			s.done[u] = s.searches
			first, last := s.net.Channels(u)
			if err := s.budget.spend(1 + int(last-first)); err != nil {
				return nil, err
			}
			hops := s.hops[u] + 1
			for c := first; c < last; c++ {
				v := s.net.Head(c)
				total := hops + s.toB.dist[v]
				if s.seen[v] == s.searches && s.hops[v] <= hops || int(total) > most || s.parts[s.part(c)]&(lost|taken) != 0 {
					continue
				}
				s.seen[v], s.by[v], s.hops[v] = s.searches, c, hops
				for int(total-least) >= len(s.open) {
					s.open = append(s.open, nil)
				}
				s.open[total-least] = append(s.open[total-least], v)
			}
		}
	}
	return nil, nil
}

// back returns the path by which a search has come to b.
func (s *faultSearch) back() []topology.Channel {
	path := make([]topology.Channel, s.hops[s.b])
	for i, v := len(path)-1, s.b; i >= 0; i-- {
		path[i] = s.by[v]
		v = s.net.Tail(s.by[v])
	}
	return path
}

// loss returns what is lost.
func (s *faultSearch) loss() (loss Loss) {
	for p, is := range s.parts {
		switch {
		case is != lost:
		case s.of == Links:
			loss.Links = append(loss.Links, topology.Channel(p))
		default:
			loss.Nodes = append(loss.Nodes, topology.Node(p))
		}
	}
	return loss
}

// parted returns two nodes that a cut separates.
func (s *faultSearch) parted(cut Loss) Worst {
	gone := make([]bool, s.net.Order())
	for _, u := range cut.Nodes {
		gone[u] = true
	}
	w := Worst{Distance: -1, Loss: cut}
	for gone[w.A] {
		w.A++
	}
	gone[w.A] = true
	queue := []topology.Node{w.A}
	for i := 0; i < len(queue); i++ {
		first, last := s.net.Channels(queue[i])
		for c := first; c < last; c++ {
			if v := s.net.Head(c); !gone[v] && !cut.has(c) && !cut.has(s.net.Twin(c)) {
				gone[v] = true
				queue = append(queue, v)
			}
		}
	}
	for gone[w.B] {
		w.B++
	}
	return w
}

// has reports whether the channel c is one of l's.
func (l Loss) has(c topology.Channel) bool {
	for _, d := range l.Links {
		if c == d {
			return true
		}
	}
	return false
}
