package measure

import (
	"topobook/topology"

	"topobook/topology/limit"
)

// Limits of the bound by embedding: ways to divide the messages, looks at channels, and the length of a link.
const (
	maxEmbeddings     = 128
	maxEmbeddingSteps = 1 << 29
	maxLength         = 256
)

// An embedding sends one message from each processor to every other, divided among the shortest paths,
// and counts what passes each link: see [Bisection]. Messages are counted in whole parts, enough that
// their rounding does not matter, but at most 2⁶² on a link.
type embedding struct {
	net     *topology.Network
	budget  *budget
	start   []topology.Channel // with heads, the links: see [topology.Network.Adjacency]
	heads   []topology.Node
	message int       // parts
	length  []int32   // by channel, from 1 to maxLength
	weight  []float64 // by channel: what the length follows; that of a link is at the lower one
	load    []int     // by channel: parts in this round
	sum     []int     // by channel: parts in the rounds that count
	counted int       // these rounds

	dist  []int32         // by node: the length of the shortest paths to the destination, -1 if there is none
	order []topology.Node // by distance
	has   []int           // by node: parts that it has to send on
	first []int32         // by distance modulo maxLength+1: a channel that waits, or -1
	next  []int32         // by channel: another one that waits for the same, or -1
}

func newEmbedding(net *topology.Network, progress topology.Progress) (*embedding, error) {
	n, channels := net.Order(), 2*net.Size()
	e := &embedding{net: net, budget: newBudget(progress, "bisection", net)}
	cost := limit.Cost{Steps: e.steps(), Bytes: float64(16*n + 32*channels)}
	if err := cost.Check(e.budget.what, e.budget.fits); err != nil {
		return nil, err
	}
	e.start, e.heads = net.Adjacency()
	p := len(net.Processors())
	e.message = 1 << 62 / (p * p * maxEmbeddings)
	e.length, e.weight, e.load, e.sum = make([]int32, channels), make([]float64, channels), make([]int, channels), make([]int, channels)
	e.dist, e.has, e.next, e.first = make([]int32, n), make([]int, n), make([]int32, channels), make([]int32, maxLength+1)
	for c := range channels {
		e.length[c], e.weight[c] = 1, 1
	}
	for i := range e.first {
		e.first[i] = -1
	}
	return e, nil
}

// steps returns what a round takes.
func (e *embedding) steps() float64 {
	return float64(len(e.net.Processors())) * float64(2*e.net.Order()+8*e.net.Size())
}

// round sends all messages, and returns the bound on the bisection by the mean of the rounds that count;
// 0 if some processors have no path.
func (e *embedding) round() (int, error) {
	processors := e.net.Processors()
	n := len(processors)
	e.budget.total = n
	for i, to := range processors {
		e.search(to)
		for _, u := range processors {
			if e.dist[u] < 0 {
				return 0, nil
			}
			e.has[u] = e.message
		}
		for i := len(e.order) - 1; i > 0; i-- {
			e.pass(e.order[i])
		}
		e.has[to] = 0
		e.budget.done = i
		if err := e.budget.spend(2*e.net.Order() + 8*e.net.Size()); err != nil {
			return 0, err
		}
	}
	e.counted++
	largest := 1
	for c, parts := range e.load {
		e.sum[c] += parts
		if d := int(e.net.Twin(topology.Channel(c))); d < c {
			largest = max(largest, e.sum[c]+e.sum[d])
		}
	}
	across := 2 * (n / 2) * ((n + 1) / 2) * e.message * e.counted
	return (across-1)/largest + 1, nil
}

// search finds the distances to a node and lists the nodes in their order. What waits to be looked at is
// the channels along which the search comes, by the distance of their heads.
func (e *embedding) search(to topology.Node) {
	for u := range e.dist {
		e.dist[u] = -1
	}
	e.order = append(e.order[:0], to)
	e.dist[to] = 0
	looked := 0
	for d, waiting := int32(0), 0; looked < len(e.order) || waiting > 0; d++ {
		bucket := &e.first[d%(maxLength+1)]
		for ; *bucket >= 0; waiting-- {
			c := topology.Channel(*bucket)
			*bucket = e.next[c]
			if v := e.heads[c]; e.dist[v] < 0 {
				e.dist[v] = d
				e.order = append(e.order, v)
			}
		}
		for ; looked < len(e.order); looked++ {
			u := e.order[looked]
			for c := e.start[u]; c < e.start[u+1]; c++ {
				if e.dist[e.heads[c]] < 0 {
					later := &e.first[(d+e.length[c])%(maxLength+1)]
					e.next[c], *later = *later, int32(c)
					waiting++
				}
			}
		}
	}
}

// pass divides what u has evenly among the links on its shortest paths.
func (e *embedding) pass(u topology.Node) {
	if e.has[u] == 0 {
		return
	}
	first, last := e.start[u], e.start[u+1]
	ways := 0
	for c := first; c < last; c++ {
		if e.dist[e.heads[c]]+e.length[c] == e.dist[u] {
			ways++
		}
	}
	share, rest := e.has[u]/ways, e.has[u]%ways
	e.has[u] = 0
	for c := first; c < last; c++ {
		v := e.heads[c]
		if e.dist[v]+e.length[c] != e.dist[u] {
			continue
		}
		parts := share
		if rest > 0 {
			parts++
			rest--
		}
		e.has[v] += parts
		e.load[c] += parts
	}
}

// improve lets more rounds follow the first, in which the links with much load are longer, until the
// bound is upper or that takes too long. It returns the best bound, at least lower.
//
// Source: the method of multiplicative weights (Plotkin, Shmoys and Tardos, 1995). That it comes
// near the least load is its theorem; that each bound holds does not depend on it.
func (e *embedding) improve(lower, upper int) (int, error) {
	for i := 1; lower < upper && i < maxEmbeddings && float64(i)*e.steps() < maxEmbeddingSteps; i++ {
		e.lengthen()
		if i&(i-1) == 0 { // the first rounds are the worst: begin anew at 1, 2, 4, 8, …
			clear(e.sum)
			e.counted = 0
		}
		bound, err := e.round()
		if err != nil {
			return 0, err
		}
		lower = max(lower, bound)
	}
	return lower, nil
}

// lengthen chooses the lengths of the next round by the load of the last one.
func (e *embedding) lengthen() {
	most, heaviest := 1, 0.0
	for c, parts := range e.load {
		d := int(e.net.Twin(topology.Channel(c)))
		if d < c {
			e.load[d] += parts
			most = max(most, e.load[d])
		}
	}
	for c := range e.load {
		if d := int(e.net.Twin(topology.Channel(c))); c < d {
			e.weight[c] *= 1 + float64(e.load[c])/float64(2*most)
			heaviest = max(heaviest, e.weight[c])
		}
	}
	for c := range e.load {
		d := int(e.net.Twin(topology.Channel(c)))
		e.length[c] = 1 + int32(float64(e.weight[min(c, d)])/heaviest*(maxLength-1))
	}
	clear(e.load)
}
