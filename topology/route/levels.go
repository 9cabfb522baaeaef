package route

import (
	"topobook/topology"
	"topobook/topology/family"
)

// levelRoutings returns the routing of pruned tori: a walk on the levels. Let φ be what tells the pruned
// dimension in which a node has links: its last digit, or the sum of the last two where both of degree 6
// count, modulo the number m of pruned dimensions. A message goes along the intact dimensions from φ to
// φ+lo, to φ+hi and to where it must end, or first to φ+hi, as far as it must to come through each value
// that it needs; there it corrects the digit of that dimension, the shorter way round, by +1 in case of a
// tie. Ways around the intact dimensions are tried both ways, and the shortest of all is taken. If the
// last intact dimension but one does not count, its digit is corrected first.
//
// It is a shortest path: whatever path there is corrects each digit by at least its distance, and comes
// from φ to its end by way of the least and the largest value of φ that it meets. With degree 4 the ways
// that go up and come back are case 1 of the proof of Theorem 3 of Parhami and Kwai (2004), those the
// other way round cases 2a and 2b; going down before going up is not in that proof, which is about the
// worst case, in which no digit is correct yet.
func levelRoutings(net *topology.Network) []Routing {
	t, ok := net.Definition.(family.IncompleteTorus)
	if !ok {
		return nil
	}
	return []Routing{&pathRouting{routing{net, "levels"}, func(a, b topology.Node, _ uint64) (Path, error) {
		return NewPath(net, a, newLevelWalk(net, t, a, b).channels()), nil
	}}}
}

// A levelWalk is a message on its way through a pruned torus.
type levelWalk struct {
	net    *topology.Network
	sides  []int
	pruned int // dimensions
	at     topology.Node
	kept   func(topology.Node) int
	left   []int // by dimension: hops that are to be made, negative if by -1
	hops   []topology.Channel

	ends    [2]int // of the walk in the last two dimensions
	lo, hi  int    // the least and the largest φ on the way, from 0 at its beginning
	length  int    // hops in the dimensions that count
	counted int    // the first dimension that does
}

func newLevelWalk(net *topology.Network, t family.IncompleteTorus, a, b topology.Node) *levelWalk {
	w := &levelWalk{net: net, sides: t.Sides(), at: a, kept: t.Kept}
	n := len(w.sides)
	w.pruned, w.counted = n-t.Degree()/2+1, n-1
	if x := topology.Node(w.sides[n-1]); w.pruned < n-1 && t.Kept(x) != t.Kept(0) { // the last digit but one is 1
		w.counted--
	}
	from, to := t.Digits(a), t.Digits(b)
	w.left = make([]int, n)
	var needed []int // values of φ, from 0 at the beginning
	for i, side := range w.sides {
		w.left[i] = around(to[i]-from[i], side)[0]
		if i < w.pruned && w.left[i] != 0 {
			needed = append(needed, (i-t.Kept(a)+w.pruned)%w.pruned)
		}
	}
	others := []int{0}
	if w.counted < n-1 {
		others = around(to[n-2]-from[n-2], w.sides[n-2])
	}
	for _, e := range around(to[n-1]-from[n-1], w.sides[n-1]) {
		for _, other := range others {
			w.try([2]int{other, e}, needed)
		}
	}
	if w.counted < n-1 {
		w.left[n-2] = w.ends[0]
	}
	w.left[n-1] = w.ends[1]
	return w
}

// around returns the ways to change a digit by d on a ring, the shortest first, none more than once
// around: numbers of hops.
func around(d, side int) []int {
	d = ((d % side) + side) % side
	switch {
	case d == 0:
		return []int{0, side, -side}
	case 2*d <= side:
		return []int{d, d - side}
	}
	return []int{d - side, d}
}

// try takes the shortest walk with the given ends if it is shorter than what is known.
func (w *levelWalk) try(ends [2]int, needed []int) {
	e, m := ends[0]+ends[1], w.pruned
	for down := range m {
		lo, hi := min(0, e)-down, max(0, e)
		for _, j := range needed { // the first place from lo on where φ is that
			hi = max(hi, lo+((j-lo)%m+m)%m)
		}
		length := max(abs(ends[0])+abs(ends[1]), 2*(hi-lo)-abs(e))
		if w.length == 0 || length < w.length-1 {
			w.ends, w.lo, w.hi, w.length = ends, lo, hi, length+1 // one more, as 0 means none
		}
	}
}

func abs(x int) int { return max(x, -x) }

// channels returns the hops of the walk.
func (w *levelWalk) channels() []topology.Channel {
	for i := w.pruned; i < w.counted; i++ {
		w.correct(i)
	}
	e, steps := w.ends[0]+w.ends[1], w.length-1
	turns := []int{w.lo, w.hi, e}
	if e < 0 {
		turns[0], turns[1] = w.hi, w.lo
	}
	w.correct(w.kept(w.at))
	phi := 0
	for _, turn := range turns {
		for ; phi < turn; phi++ {
			w.climb(1)
			steps--
		}
		for ; phi > turn; phi-- {
			w.climb(-1)
			steps--
		}
	}
	for ; steps > 0; steps -= 2 { // hops in the two dimensions that leave φ as it was
		w.climb(1)
		w.climb(-1)
	}
	return w.hops
}

// climb makes a hop that changes φ by step, in a dimension where that is to be made if there is one.
func (w *levelWalk) climb(step int) {
	i := w.counted
	for i < len(w.sides)-1 && w.left[i]*step <= 0 {
		i++
	}
	w.hop(i, step)
	w.correct(w.kept(w.at))
}

// correct makes the hops that are left in dimension i.
func (w *levelWalk) correct(i int) {
	for w.left[i] != 0 {
		w.hop(i, max(-1, min(1, w.left[i])))
	}
}

// hop makes a hop by 1 or -1 in dimension i.
func (w *levelWalk) hop(i, step int) {
	w.left[i] -= step
	port := max(0, 2*(i-w.pruned+1))
	if step < 0 && w.sides[i] > 2 {
		port++
	}
	c, _ := w.net.Channels(w.at)
	for w.net.Port(c) != port {
		c++
	}
	w.hops = append(w.hops, c)
	w.at = w.net.Head(c)
}
