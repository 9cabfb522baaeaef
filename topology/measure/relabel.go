package measure

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"topobook/topology"
	"topobook/topology/limit"
)

// A Labelling is what [ImproveLabelling] has found: a labelling sequence and what it makes of the network.
type Labelling struct {
	Sequence []int
	Diameter int
	Far      int64 // ordered pairs that are as far apart as that
	Total    int64 // sum of the distances of all ordered pairs, in hops
	Tried    int   // which try it was, from 1
}

// A LabellingSearch says what [ImproveLabelling] looks for.
type LabellingSearch struct {
	Among     Among
	Father    bool // whether one more node is linked to all roots, as in a modified KYKLOS
	ByAverage bool // whether the least sum of distances is wanted; else the least diameter, then the fewest pairs that far apart
	Tries     int  // sequences to try
	Seed      uint64
}

// ImproveLabelling looks for a better labelling sequence of the last tree of t, where the other trees stay
// as they are. It exchanges two labels under different switches at random, again and again, and undoes what
// makes it worse; where N²/2 exchanges in a row do not help, for N labels, it goes on from the best sequence
// with some random exchanges. The result is the best sequence found, no worse than that of t. It takes O(NTD(r+m)/64)
// time for a try: T nodes among which distances are measured, diameter D, r m-ary trees.
// It reports progress by try, and returns an error if it would take too many steps.
func ImproveLabelling(t *topology.Network, search LabellingSearch, progress topology.Progress) (Labelling, error) {
	s, err := newRelabelling(t, search)
	if err != nil {
		return Labelling{}, err
	}
	words := (len(s.targets) + 63) / 64
	steps := float64(search.Tries) * float64(len(s.around)*(words+2)) * 8 * float64(s.depth)
	cost := limit.Cost{Steps: steps, Bytes: 16 * float64(len(s.around)*words)}
	if err := cost.Check(fmt.Sprintf("%d labelling sequences for %v", search.Tries, t), "fewer tries or a smaller network"); err != nil {
		return Labelling{}, err
	}
	n := len(s.order)
	random := rand.New(rand.NewPCG(search.Seed, 0))
	best := s.measure()
	current, vain := best, 0
	best.Sequence = append([]int(nil), s.order...)
	best.Tried = 1
	for try := 2; try <= search.Tries && n > s.fanout; try++ {
		if err := progress.Report(try, search.Tries); err != nil {
			return Labelling{}, err
		}
		if vain++; vain > n*n/2 {
			for p, x := range best.Sequence {
				s.put(p, x)
			}
			for range 2 + n/16 {
				s.swap(random.IntN(n), random.IntN(n))
			}
			current, vain = s.measure(), 0
			continue
		}
		p, q := random.IntN(n), random.IntN(n)
		if p/s.fanout == q/s.fanout {
			continue // the same network
		}
		s.swap(p, q)
		now := s.measure()
		if search.less(current, now) {
			s.swap(p, q)
			continue
		}
		if search.less(now, current) {
			vain = 0
		}
		current = now
		if search.less(now, best) {
			now.Tried = try
			now.Sequence = append(best.Sequence[:0], s.order...)
			best = now
		}
	}
	return best, nil
}

// less reports whether a is better than b.
func (search LabellingSearch) less(a, b Labelling) bool {
	if search.ByAverage {
		return a.Total < b.Total
	}
	return a.Diameter < b.Diameter || a.Diameter == b.Diameter && a.Far < b.Far
}

// A relabelling is a network of trees on common leaves in the last of which the leaves move.
type relabelling struct {
	fanout, trees, depth int
	order                []int             // the leaves from left to right in the last tree
	above                []topology.Node   // by place in order and fanout: the switch there
	around               [][]topology.Node // by node: its neighbors
	targets              []topology.Node
	isTarget             []bool
	reached, next        [][]uint64 // by node: the targets that it is known to reach
}

func newRelabelling(t *topology.Network, search LabellingSearch) (*relabelling, error) {
	s := &relabelling{around: make([][]topology.Node, t.Order()), targets: search.Among.nodes(t)}
	for u := range s.around {
		s.around[u] = append([]topology.Node(nil), t.Neighbors(topology.Node(u))...)
	}
	leaves, err := topology.TreeOrder(t, 1, 0) // an error if these are no trees
	if err != nil {
		return nil, err
	}
	def := t.Definition.(topology.SharedLeaves)
	s.fanout, s.trees, s.depth = def.Fanout(), def.Trees(), 2*def.Height()
	if len(leaves) > 1 {
		leaves, _ = topology.TreeOrder(t, s.trees, 0)
		s.above, _ = topology.TreeOrder(t, s.trees, 1)
	}
	for _, u := range leaves {
		s.order = append(s.order, int(u))
	}
	if search.Father {
		father := topology.Node(t.Order())
		s.around = append(s.around, nil)
		for k := 1; k <= s.trees; k++ {
			root, _ := topology.TreeOrder(t, k, def.Height())
			s.around[father] = append(s.around[father], root[0])
			s.around[root[0]] = append(s.around[root[0]], father)
		}
		if search.Among == All {
			s.targets = append(s.targets[:len(s.targets):len(s.targets)], father)
		}
	}
	words := (len(s.targets) + 63) / 64
	s.isTarget = make([]bool, len(s.around))
	for _, u := range s.targets {
		s.isTarget[u] = true
	}
	for range s.around {
		s.reached = append(s.reached, make([]uint64, words))
		s.next = append(s.next, make([]uint64, words))
	}
	return s, nil
}

// put places the leaf x in the last tree.
func (s *relabelling) put(p, x int) {
	s.order[p] = x
	s.around[x][s.trees-1] = s.above[p/s.fanout]
	s.around[s.above[p/s.fanout]][p%s.fanout] = topology.Node(x)
}

// swap exchanges two leaves.
func (s *relabelling) swap(p, q int) {
	x, y := s.order[p], s.order[q]
	s.put(p, y)
	s.put(q, x)
}

// measure returns the distances of the network as it is now.
func (s *relabelling) measure() (l Labelling) {
	for _, row := range s.reached {
		clear(row)
	}
	for i, u := range s.targets {
		s.reached[u][i/64] = 1 << (i % 64)
	}
	all := int64(len(s.targets)) * int64(len(s.targets))
	for far := all - int64(len(s.targets)); far > 0; l.Diameter++ {
		l.Far = far
		l.Total += far
		far = all
		for u, around := range s.around {
			next := s.next[u]
			copy(next, s.reached[u])
			for _, v := range around {
				for i, w := range s.reached[v] {
					next[i] |= w
				}
			}
			if s.isTarget[u] {
				for _, w := range next {
					far -= int64(bits.OnesCount64(w))
				}
			}
		}
		s.reached, s.next = s.next, s.reached
	}
	return l
}
