package measure

import (
	"math"
	"slices"

	"topobook/topology"
	"topobook/topology/sorting"
)

// A matching is a search for isomorphisms from the network of left to that of right, which may be the
// same. left goes down one path: it gives a node a color of its own, refines, and goes on, until nodes
// of a color can be exchanged in any way. right tries to follow with the images of these nodes.
type matching struct {
	left, right *coloring
	levels      []level
	trace       []uint32 // of the path, from the coloring at the start on
	from        int      // for automorphisms: the level above which nodes are mapped to themselves
	image       []int32  // by node of left: what an isomorphism maps it to
	moved       []int32  // the nodes that are not mapped to themselves
	next        []int32  // scratch for pairs: by node, the next of the same cell
	last        []int32  // scratch for pairs: by cell, 1 + the first such node
	seen        []int32  // scratch for pairs and preserves: by node, stamp and how often it was seen, or less if it was not
	stamp, most int32    // in seen, none is above most
	fails       int      // failed tries that are left
}

// A level is a step of the path of a matching.
type level struct {
	base  int32 // the node that gets a color of its own
	cell  int32 // where it is before
	size  int32 // of the cell
	orbit int32 // nodes to which automorphisms map base that keep those of the levels above; 1 if not known
	mark  int   // splits of left before
	trace int   // where the trace of the refinement begins
}

// newMatching returns a matching of a with b, of equal order, whose path is not chosen yet. The colors
// at the start are those of newColoring.
func newMatching(a, b *topology.Network, color func(topology.Node) int, m *meter) *matching {
	n := a.Order()
	s := &matching{
		left: newColoring(a, color, m), right: newColoring(b, color, m),
		image: make([]int32, n), next: make([]int32, n), last: make([]int32, n), seen: make([]int32, n),
	}
	for u := range s.image {
		s.image[u] = int32(u)
	}
	return s
}

// largest is how many levels take the largest cell: a color of its own for a node of a small one may
// tell little of the others. Levels below take the first cell, which is faster to find.
const largest = 16

// descend chooses the path; left is at its end then.
func (s *matching) descend() {
	c := s.left
	s.trace, _ = c.refine(s.trace, nil)
	for first := int32(0); c.meter.err == nil; {
		first = c.undecided(first)
		if int(first) == len(c.elems) {
			return
		}
		cell := first
		if len(s.levels) < largest {
			for other := first; int(other) < len(c.elems); other = c.undecided(other + c.size[other]) {
				if c.size[other] > c.size[cell] {
					cell = other
				}
			}
		}
		base := slices.Min(c.members(cell))
		s.levels = append(s.levels, level{base, cell, c.size[cell], 1, len(c.splits), len(s.trace)})
		c.individualize(base)
		s.trace, _ = c.refine(s.trace, nil)
	}
}

// expected returns the trace of a level; level -1 is the start.
func (s *matching) expected(i int) []uint32 {
	first, end := 0, len(s.trace)
	if i >= 0 {
		first = s.levels[i].trace
	}
	if i+1 < len(s.levels) {
		end = s.levels[i+1].trace
	}
	return s.trace[first:end:end]
}

// follow gives v of right the color that the base of a level has in left, and refines.
func (s *matching) follow(i int, v int32) bool {
	s.right.individualize(v)
	_, ok := s.right.refine(nil, s.expected(i))
	return ok
}

// search reports whether the images of the bases above level i, which right has, are those of an
// isomorphism, and leaves it in image and moved. Both colorings are at level i, and are so again
// when it returns.
//
// It gives up after more failed tries on a level than there can be if there is an isomorphism: that and
// all others that map the bases above alike map the base of the level to as many nodes as are in
// its orbit.
func (s *matching) search(i int) (found bool) {
	if down := i - s.from; i == len(s.levels) || s.from >= 0 && down&(down-1) == 0 {
		if s.pairs() && s.preserves() {
			return true
		}
		s.forget()
		if i == len(s.levels) {
			return false
		}
	}
	at := &s.levels[i]
	if s.right.size[at.cell] != at.size {
		return false
	}
	candidates := slices.Clone(s.right.members(at.cell))
	if own := slices.Index(candidates, at.base); s.from >= 0 && own > 0 {
		candidates[0], candidates[own] = candidates[own], candidates[0]
	}
	s.left.individualize(at.base)
	s.left.refine(nil, s.expected(i))
	for _, v := range candidates[:at.size-at.orbit+1] {
		if found = s.follow(i, v) && s.search(i+1); !found {
			s.fails--
		}
		s.right.undo(at.mark)
		if found || s.fails < 0 || s.left.meter.err != nil {
			break
		}
	}
	s.left.undo(at.mark)
	return found
}

// pairs makes an image for each node: itself, if it has the same color in left and in right, and else
// another node of its color, in increasing order. It returns false if the numbers differ.
func (s *matching) pairs() (ok bool) {
	if s.from < 0 {
		for u := range s.image {
			s.moved = append(s.moved, int32(u))
		}
	} else {
		s.tick(1)
		for _, c := range []*coloring{s.left, s.right} {
			for _, cut := range c.splits[s.levels[s.from].mark:] {
				for _, u := range c.members(cut.start) {
					if s.seen[u] <= s.stamp && s.left.cell[u] != s.right.cell[u] {
						s.seen[u] = s.stamp + 1
						s.moved = append(s.moved, u)
					}
				}
			}
		}
		sorting.Sort(s.moved)
	}
	for i := len(s.moved) - 1; i >= 0; i-- {
		v := s.moved[i]
		cell := s.right.cell[v]
		s.next[v] = s.last[cell]
		s.last[cell] = v + 1
	}
	ok = true
	for _, u := range s.moved {
		cell := s.left.cell[u]
		v := s.last[cell] - 1
		if v < 0 {
			ok = false
			break
		}
		s.last[cell] = s.next[v]
		s.image[u] = v
	}
	for _, v := range s.moved {
		s.last[s.right.cell[v]] = 0
	}
	return ok
}

// preserves reports whether links of moved nodes are mapped to links, parallel ones to as many.
func (s *matching) preserves() bool {
	a, b := s.left.net, s.right.net
	for _, u := range s.moved {
		v := topology.Node(s.image[u])
		if a.Degree(topology.Node(u)) != b.Degree(v) {
			return false
		}
		s.left.meter.add(2 * b.Degree(v))
		s.tick(b.Degree(v))
		for _, w := range b.Neighbors(v) {
			s.seen[w] = max(s.seen[w], s.stamp) + 1
		}
		for _, w := range a.Neighbors(topology.Node(u)) {
			if s.seen[s.image[w]] <= s.stamp {
				return false
			}
			s.seen[s.image[w]]--
		}
	}
	return true
}

// tick makes all nodes unseen; none is seen more than so many times before the next tick.
func (s *matching) tick(times int) {
	if s.most > math.MaxInt32-int32(times) {
		clear(s.seen)
		s.most = 0
	}
	s.stamp = s.most
	s.most += int32(times)
}

// forget makes image the identity again, and moved empty.
func (s *matching) forget() {
	for _, u := range s.moved {
		s.image[u] = u
	}
	s.moved = s.moved[:0]
}
