package measure

import (
	"math/rand/v2"
	"slices"

	"topobook/topology"
	"topobook/topology/limit"
)

// Which networks are made coarser, how often, when they are coarse enough, and from how many halves they are cut then.
const (
	maxFewNodes        = 256 // for so many nodes, other halves do
	maxMultilevelBytes = limit.MaxBytes / 4
	multilevelStarts   = 16
	leastStarts        = 4 // even if other halves have taken all steps
	coarsestNodes      = 64
	coarsestHalves     = 4
)

// A quotient is a network, or one that is coarser: each of its nodes stands for one or two of the finer
// level, and a link for all those between the same two nodes.
type quotient struct {
	start      []topology.Channel // as [topology.Network.Adjacency]
	heads      []topology.Node
	links      []int32 // by channel: those that it stands for
	processors []int32 // by node: those that it stands for
}

// newQuotient returns the finest level.
func newQuotient(net *topology.Network) *quotient {
	q := &quotient{links: make([]int32, 2*net.Size()), processors: make([]int32, net.Order())}
	q.start, q.heads = net.Adjacency()
	for c := range q.links {
		q.links[c] = 1
	}
	for _, u := range net.Processors() {
		q.processors[u] = 1
	}
	return q
}

func (q *quotient) neighbors(u topology.Node) []topology.Node {
	return q.heads[q.start[u]:q.start[u+1]]
}

// MultilevelBytes returns the memory that [Bisection] takes for coarser networks at most: 0 if it makes none.
func MultilevelBytes(net *topology.Network) int {
	n, channels := net.Order(), 2*net.Size()
	if n <= maxFewNodes {
		return 0
	}
	bytes := 28 * channels // the lists by gain, and the links of the finest level
	for ; n > coarsestNodes; n = n * 3 / 4 {
		bytes += 50*n + 8*min(channels, n*n)
	}
	if bytes > maxMultilevelBytes {
		return 0
	}
	return bytes
}

// multilevel looks for a better cut of q, the finest level, until it has found one of lower links or, after leastStarts,
// too many steps have been taken.
func (b *bisection) multilevel(q *quotient, budget *budget, lower int) error {
	random := rand.New(rand.NewPCG(2, 1))
	for i := 0; i < multilevelStarts && (i < leastStarts || budget.steps <= maxHalvingSteps) && b.best.Links != lower; i++ {
		h, err := q.halve(budget, random)
		if err != nil {
			return err
		}
		b.keep(h, ByMultilevel)
	}
	return nil
}

// halve finds halves from those of a coarser level, found in the same way; the coarsest is cut from
// several halves.
//
// Source: Karypis and Kumar, A Fast and High Quality Multilevel Scheme for Partitioning Irregular Graphs, 1998.
func (q *quotient) halve(budget *budget, random *rand.Rand) (*halving, error) {
	if len(q.processors) > coarsestNodes {
		coarser, to := q.coarsen(q.match(random))
		if err := budget.spend(4 * len(q.heads)); err != nil {
			return nil, err
		}
		if len(coarser.processors) <= len(q.processors)*3/4 {
			c, err := coarser.halve(budget, random)
			if err != nil {
				return nil, err
			}
			h := newHalving(q, budget)
			for u, v := range to {
				h.side[u] = c.side[v]
			}
			return h, h.refine()
		}
	}
	h := newHalving(q, budget)
	return h, h.coarsest(random)
}

// coarsest chooses the best of several halves, each grown from a node drawn at random.
func (h *halving) coarsest(random *rand.Rand) error {
	var best []int8
	var excess, cut int
	for range coarsestHalves {
		h.grow(random)
		if err := h.refine(); err != nil {
			return err
		}
		if best == nil || h.excess < excess || h.excess == excess && h.cut < cut {
			best, excess, cut = slices.Clone(h.side), h.excess, h.cut
		}
	}
	copy(h.side, best)
	return h.refine()
}

// grow makes a half of a node drawn at random and those nearest to it, and of more if it reaches too few.
func (h *halving) grow(random *rand.Rand) {
	total := 0
	for u, processors := range h.processors {
		h.side[u] = 1
		total += int(processors)
	}
	seen := make([]bool, len(h.side))
	var queue []topology.Node
	for i, half := 0, 0; 2*half < total; i++ {
		if i == len(queue) {
			u := random.IntN(len(seen))
			for seen[u] {
				u = (u + 1) % len(seen)
			}
			seen[u] = true
			queue = append(queue, topology.Node(u))
		}
		h.side[queue[i]] = 0
		half += int(h.processors[queue[i]])
		for _, v := range h.neighbors(queue[i]) {
			if !seen[v] {
				seen[v] = true
				queue = append(queue, v)
			}
		}
	}
}

// match pairs the nodes, which it goes through in random order: each with the one of its neighbors to
// which it has the most links, or else one that has a neighbor in common with it. It returns the other
// of its pair for each node, or itself.
func (q *quotient) match(random *rand.Rand) []topology.Node {
	most := 0 // processors of a pair, so that the coarsest level can be balanced
	mate, order := make([]topology.Node, len(q.processors)), make([]topology.Node, len(q.processors))
	for u, processors := range q.processors {
		most += int(processors)
		mate[u], order[u] = topology.Node(u), topology.Node(u)
	}
	most = max(2, most*3/2/coarsestNodes)
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	fits := func(u, v topology.Node) bool {
		return u != v && mate[v] == v && int(q.processors[u]+q.processors[v]) <= most
	}
	for _, u := range order {
		if mate[u] != u {
			continue
		}
		best, links := u, int32(0)
		for c := q.start[u]; c < q.start[u+1]; c++ {
			if v := q.heads[c]; q.links[c] > links && fits(u, v) {
				best, links = v, q.links[c]
			}
		}
		mate[u], mate[best] = best, u
	}
	for _, u := range order {
		left := topology.Node(-1)
		for _, v := range q.neighbors(u) {
			switch {
			case mate[v] != v:
			case left >= 0 && fits(left, v):
				mate[left], mate[v] = v, left
				left = -1
			default:
				left = v
			}
		}
	}
	return mate
}

// coarsen returns the level that has a node for each pair, and by node that of its pair.
func (q *quotient) coarsen(mate []topology.Node) (coarser *quotient, to []topology.Node) {
	to = make([]topology.Node, len(mate))
	coarser = &quotient{start: []topology.Channel{0}}
	for u, v := range mate {
		if v := int(v); v < u {
			to[u] = to[v]
			coarser.processors[to[v]] += q.processors[u]
			continue
		}
		to[u] = topology.Node(len(coarser.processors))
		coarser.processors = append(coarser.processors, q.processors[u])
	}
	last := make([]topology.Channel, len(coarser.processors)) // by node: 1 more than the last channel to it
	for u, v := range mate {
		if int(v) < u {
			continue
		}
		first := topology.Channel(len(coarser.heads))
		for _, w := range [...]topology.Node{topology.Node(u), v} {
			for c := q.start[w]; c < q.start[w+1]; c++ {
				head := to[q.heads[c]]
				switch {
				case head == to[u]:
				case last[head] > first:
					coarser.links[last[head]-1] += q.links[c]
				default:
					coarser.heads = append(coarser.heads, head)
					coarser.links = append(coarser.links, q.links[c])
					last[head] = topology.Channel(len(coarser.heads))
				}
			}
			if int(v) == u {
				break
			}
		}
		coarser.start = append(coarser.start, topology.Channel(len(coarser.heads)))
	}
	return coarser, to
}
