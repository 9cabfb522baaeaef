package measure

import (
	"math/rand/v2"
	"slices"

	"topobook/topology"
)

// What looking for a good cut may take: starts from halves drawn at random; looks at channels to move
// nodes, and to place the switches once.
const (
	maxRandomHalves = 48
	maxHalvingSteps = 1 << 27
	maxPlacingSteps = 1 << 24
)

// halve looks for a good cut, until it has found one of lower links. It begins with halves that are
// blocks of equal width, in the order of the nodes and in that of the search, then with random
// ones; those of coarser networks follow.
func (b *bisection) halve(lower int) error {
	h := b.newHalving()
	n := len(b.order)
	try := func(order []topology.Node, width int) error {
		if h.budget.steps > maxHalvingSteps {
			return nil
		}
		for i, u := range order {
			h.side[u] = int8(i / width % 2)
		}
		h.placeSwitches(order)
		if err := h.refine(); err != nil {
			return err
		}
		b.keep(h, ByHalving)
		return nil
	}
	for _, order := range [][]topology.Node{b.net.Processors(), b.order} {
		for width := (n + 1) / 2; width > 0 && (width == (n+1)/2 || n%(2*width) == 0); width /= 2 {
			if err := try(order, width); err != nil || b.best.Links == lower {
				return err
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 1))
	order := slices.Clone(b.order)
	for range maxRandomHalves {
		random.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		if err := try(order, (n+1)/2); err != nil || b.best.Links == lower {
			return err
		}
	}
	if MultilevelBytes(b.net) == 0 {
		return nil
	}
	return b.multilevel(h.quotient, h.budget, lower)
}

// newHalving returns the halving of the whole network.
func (b *bisection) newHalving() *halving {
	h := newHalving(newQuotient(b.net), newBudget(b.progress, "bisection", b.net))
	h.budget.total = maxHalvingSteps
	return h
}

// keep keeps the cut that was found if it is the best.
func (b *bisection) keep(h *halving, by Method) {
	h.budget.done = min(h.budget.steps, maxHalvingSteps)
	if h.excess == 0 && h.cut < b.best.Links {
		half := b.place(h)
		b.best, b.method = Cut{across(b.net, half), half}, by
	}
}

// across counts the links between a half and the other nodes.
func across(net *topology.Network, half []topology.Node) int {
	inHalf := make([]bool, net.Order())
	for _, u := range half {
		inHalf[u] = true
	}
	links := 0
	for _, u := range half {
		for _, v := range net.Neighbors(u) {
			if !inHalf[v] {
				links++
			}
		}
	}
	return links
}

// place returns the half of the first processor: a minimum cut places the switches. If that would take
// too long, they stay where they are.
func (b *bisection) place(h *halving) (half []topology.Node) {
	zero := h.side[b.order[0]]
	if switches := b.net.Order() - len(b.order); switches == 0 || h.cut*(b.net.Order()+2*b.net.Size()) > maxPlacingSteps {
		for u, side := range h.side {
			if side == zero {
				half = append(half, topology.Node(u))
			}
		}
		return half
	}
	for _, u := range b.order {
		if b.side[u] = sink; h.side[u] == zero {
			b.side[u] = source
		}
		for b.augment(u) {
			continue
		}
	}
	half = b.sourceSide()
	clear(b.flow)
	clear(b.side)
	b.undo = b.undo[:0]
	return half
}

// A halving moves nodes from one half to the other, one by one, each at most once in a pass, and
// always one that makes the cut smallest among those that may move: nodes with processors from the half
// that is not the smaller one, and switches. Then it goes back to the best halves of the pass.
//
// Source: Fiduccia and Mattheyses, A linear-time heuristic for improving network partitions, 1982.
type halving struct {
	*quotient
	budget *budget
	degree int    // most links at a node
	slack  int    // by how many processors the halves may differ
	side   []int8 // by node: 0 or 1
	count  [2]int // processors by side
	excess int    // by how many more the halves differ
	cut    int    // links between the sides

	gain  []int32 // by node: links by which its move makes the cut smaller
	class []int8  // by node: the side if it has processors, else 2, -1 if it has moved
	next  []int32 // by node: the next one of the same class and gain, or -1
	prev  []int32 // by node: the one before, or -1
	first [3][]int32
	top   [3]int // by class: no node has a larger gain + degree
	moved []topology.Node
}

func newHalving(q *quotient, b *budget) *halving {
	n := len(q.processors)
	h := &halving{quotient: q, budget: b, side: make([]int8, n), gain: make([]int32, n),
		class: make([]int8, n), next: make([]int32, n), prev: make([]int32, n)}
	total, most := 0, 0
	for u, processors := range q.processors {
		total += int(processors)
		most = max(most, int(processors))
		links := 0
		for c := q.start[u]; c < q.start[u+1]; c++ {
			links += int(q.links[c])
		}
		h.degree = max(h.degree, links)
	}
	h.slack = max(total%2, most-1)
	for class := range h.first {
		h.first[class] = make([]int32, 2*h.degree+1)
	}
	return h
}

// placeSwitches gives switches the side of a processor near them.
func (h *halving) placeSwitches(processors []topology.Node) {
	placed := make([]bool, len(h.side))
	queue := slices.Clone(processors)
	for _, u := range processors {
		placed[u] = true
	}
	for i := 0; i < len(queue); i++ {
		for _, v := range h.neighbors(queue[i]) {
			if !placed[v] {
				placed[v] = true
				h.side[v] = h.side[queue[i]]
				queue = append(queue, v)
			}
		}
	}
}

// refine moves nodes until that no longer helps.
func (h *halving) refine() error {
	for {
		if better, err := h.pass(); err != nil || !better {
			return err
		}
	}
}

// pass moves each node once, as far as the balance allows, and goes back to the best halves. It
// reports whether they are better than before.
func (h *halving) pass() (better bool, err error) {
	h.begin()
	best, excess, moves := h.cut, h.excess, 0
	for {
		u := h.choose()
		if u < 0 {
			break
		}
		h.move(u)
		if h.excess < excess || h.excess == excess && h.cut < best {
			best, excess, moves = h.cut, h.excess, len(h.moved)
		}
		if err := h.budget.spend(2 + 2*len(h.neighbors(u))); err != nil {
			return false, err
		}
	}
	for _, u := range h.moved[moves:] {
		h.shift(u)
	}
	h.cut = best
	return moves > 0, nil
}

// shift gives u the other side.
func (h *halving) shift(u topology.Node) {
	h.count[h.side[u]] -= int(h.processors[u])
	h.side[u] = 1 - h.side[u]
	h.count[h.side[u]] += int(h.processors[u])
	h.excess = max(0, max(h.count[0], h.count[1])-min(h.count[0], h.count[1])-h.slack)
}

// begin counts the cut and lists all nodes by class and gain.
func (h *halving) begin() {
	h.moved, h.cut, h.top = h.moved[:0], 0, [3]int{}
	for class := range h.first {
		for gain := range h.first[class] {
			h.first[class][gain] = -1
		}
	}
	h.count = [2]int{}
	for u := range topology.Node(len(h.side)) {
		across, links := 0, 0
		for c := h.start[u]; c < h.start[u+1]; c++ {
			links += int(h.links[c])
			across += int(h.links[c]) * int(h.side[u]^h.side[h.heads[c]])
		}
		h.cut += across
		h.count[h.side[u]] += int(h.processors[u])
		h.gain[u] = int32(2*across - links)
		h.class[u] = 2
		if h.processors[u] > 0 {
			h.class[u] = h.side[u]
		}
		h.list(u)
	}
	h.cut /= 2
	h.excess = max(0, max(h.count[0], h.count[1])-min(h.count[0], h.count[1])-h.slack)
}

// list puts u first in the list of its class and gain.
func (h *halving) list(u topology.Node) {
	class, i := h.class[u], int(h.gain[u])+h.degree
	h.prev[u], h.next[u] = -1, h.first[class][i]
	if next := h.next[u]; next >= 0 {
		h.prev[next] = int32(u)
	}
	h.first[class][i] = int32(u)
	h.top[class] = max(h.top[class], i)
}

// unlist takes u out of its list.
func (h *halving) unlist(u topology.Node) {
	if next := h.next[u]; next >= 0 {
		h.prev[next] = h.prev[u]
	}
	if prev := h.prev[u]; prev >= 0 {
		h.next[prev] = h.next[u]
	} else {
		h.first[h.class[u]][int(h.gain[u])+h.degree] = h.next[u]
	}
}

// choose returns the node to move next, or -1 if none may.
func (h *halving) choose() topology.Node {
	best, gain := int32(-1), -1
	for class := range h.first {
		for h.top[class] > 0 && h.first[class][h.top[class]] < 0 {
			h.top[class]--
		}
		allowed := class == 2 || h.count[class] >= h.count[1-class]
		if u := h.first[class][h.top[class]]; u >= 0 && allowed && h.top[class] > gain {
			best, gain = u, h.top[class]
		}
	}
	return topology.Node(best)
}

// move moves u to the other side, for the rest of the pass.
func (h *halving) move(u topology.Node) {
	h.unlist(u)
	h.class[u] = -1
	h.shift(u)
	h.cut -= int(h.gain[u])
	h.moved = append(h.moved, u)
	for c := h.start[u]; c < h.start[u+1]; c++ {
		v, change := h.heads[c], 2*h.links[c]
		if h.side[v] == h.side[u] {
			change = -change
		}
		if h.class[v] >= 0 {
			h.unlist(v)
			h.gain[v] += change
			h.list(v)
		}
	}
}
