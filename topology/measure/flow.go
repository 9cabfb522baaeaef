package measure

import (
	"fmt"
	"math"

	"topobook/topology"
	"topobook/topology/limit"
)

// Parts says what of a network fails or is cut: nodes or links.
type Parts uint8

const (
	Nodes Parts = iota
	Links
)

func (p Parts) String() string {
	if p == Links {
		return "links"
	}
	return "nodes"
}

// A Loss is a set of nodes or of links, in increasing order. A link is one of its two channels.
type Loss struct {
	Nodes []topology.Node
	Links []topology.Channel
}

// Size returns the number of nodes and links.
func (l Loss) Size() int { return len(l.Nodes) + len(l.Links) }

// A budget bounds the steps of a search whose cost cannot be told before, and reports its progress.
type budget struct {
	progress    topology.Progress
	what        string // what is computed, for the error
	fits        string // what would fit
	steps, next int    // steps taken, and when to report next
	limit       int
	done, total int // what is reported
}

// newBudget returns a budget of [limit.MaxSteps].
func newBudget(progress topology.Progress, what string, net *topology.Network) *budget {
	return &budget{progress: progress, what: fmt.Sprintf("%s of %v", what, net), limit: limit.MaxSteps, total: net.Order(),
		fits: "a smaller network"}
}

// spend counts steps; it returns an error if the work is to stop or has taken too many.
func (b *budget) spend(steps int) error {
	if b.steps += steps; b.steps < b.next {
		return nil
	}
	b.next = b.steps + 1<<18
	if b.steps > b.limit {
		return fmt.Errorf("%s: takes more than %g steps: want %s", b.what, float64(b.limit), b.fits)
	}
	return b.progress.Report(b.done, b.total)
}

// A unitFlow is a flow of whole units from one node to sinks, at most one on a link or, if it is of
// nodes, through a node. Its memory is used again by the next flow.
//
// A search for one more unit goes from state to state. State 2v+1 is that of leaving v. State 2v is
// that of entering v when a unit passes through it already: from there a unit can only be sent where
// that unit came from, which so enters v in its place.
type unitFlow struct {
	net   *topology.Network
	of    Parts
	short bool // units take ways of the least total length, at several times the cost
	once  bool // a flow of nodes: a sink takes one unit

	flow []int8 // by channel: 1 or -1 if a unit flows along or against it, else 0
	used []bool // by node: it is the source, or a unit passes through it
	sink []bool // by node

	searches int32
	seen     []int32            // by state: the last search that reached it
	hops     []int32            // by state: if short, the length of the way to it
	by       []topology.Channel // by state: the channel by which it was reached, -1 from 2v+1 to 2v
	waiting  []bool             // by state: if short, whether it is in the queue
	queue    []int32            // a ring of states
	head, n  int                // first state of the queue, and their number
	sent     []topology.Channel // channels whose flow has changed
	budget   *budget
}

func newUnitFlow(net *topology.Network, of Parts, b *budget) *unitFlow {
	states := 2 * net.Order()
	return &unitFlow{
		net: net, of: of, budget: b,
		flow: make([]int8, 2*net.Size()), used: make([]bool, net.Order()), sink: make([]bool, net.Order()),
		seen: make([]int32, states), hops: make([]int32, states), by: make([]topology.Channel, states),
		waiting: make([]bool, states), queue: make([]int32, states),
	}
}

// run sends as many units from a as it can, but no more than limit, and returns their number.
func (f *unitFlow) run(a topology.Node, limit int) (units int, err error) {
	for ; units < limit; units++ {
		if more, err := f.augment(a); !more || err != nil {
			return units, err
		}
	}
	return units, nil
}

// reset takes all units back that were sent from a.
func (f *unitFlow) reset(a topology.Node) {
	f.used[a] = false
	for _, c := range f.sent {
		d := f.net.Twin(c)
		f.flow[c], f.flow[d] = 0, 0
		f.used[f.net.Head(c)], f.used[f.net.Head(d)] = false, false
	}
	f.sent = f.sent[:0]
}

// augment sends one more unit from a, and reports whether it could.
func (f *unitFlow) augment(a topology.Node) (bool, error) {
	if f.searches == math.MaxInt32 {
		clear(f.seen)
		f.searches = 0
	}
	f.searches++
	f.used[a] = true
	f.head, f.n = 0, 0
	f.reach(2*int32(a)+1, -1, 0)
	end := int32(-1)
	for f.n > 0 && (end < 0 || f.short) {
		x := f.queue[f.head]
		if f.head++; f.head == len(f.queue) {
			f.head = 0
		}
		f.n--
		f.waiting[x] = false
		if y := f.expand(x); y >= 0 {
			end = y
		}
		if err := f.budget.spend(1 + f.net.Degree(topology.Node(x/2))); err != nil {
			return false, err
		}
	}
	if end < 0 {
		return false, nil
	}
	f.send(end, 2*int32(a)+1)
	return true, nil
}

// expand reaches the states that follow x. It returns that of a sink if it reaches one, else -1.
func (f *unitFlow) expand(x int32) (end int32) {
	end = -1
	leaving := x&1 == 1
	v := topology.Node(x / 2)
	if f.of == Nodes && leaving && f.used[v] {
		f.reach(x-1, -1, f.hops[x])
	}
	first, last := f.net.Channels(v)
	for c := first; c < last; c++ {
		w, along := f.net.Head(c), f.flow[c]
		y := 2*int32(w) + 1
		switch {
		case f.of == Links:
			if along == 1 {
				continue
			}
		case !leaving:
			if along != -1 {
				continue
			}
		case along == -1, along == 1 && !f.used[w]:
			continue // that a unit goes back is found by way of state 2v; a sink is entered once by each link
		case f.used[w]:
			// If a unit flows along c already, nothing new can be reached from there; but a cut needs
			// to know that w was.
			y--
		}
		hops := f.hops[x]
		if f.short {
			if hops++; along == -1 {
				hops -= 2
			}
		}
		if f.sink[w] && y&1 == 1 {
			if f.mark(y, c, hops) {
				if end = y; !f.short {
					return end
				}
			}
			continue
		}
		f.reach(y, c, hops)
	}
	return end
}

// mark notes a way to state y, and reports whether it is the first or a shorter one.
func (f *unitFlow) mark(y int32, c topology.Channel, hops int32) bool {
	if f.seen[y] == f.searches && f.hops[y] <= hops {
		return false
	}
	f.seen[y], f.by[y], f.hops[y] = f.searches, c, hops
	return true
}

// reach notes a way to state y and lets it wait for its turn.
func (f *unitFlow) reach(y int32, c topology.Channel, hops int32) {
	if !f.mark(y, c, hops) || f.waiting[y] {
		return
	}
	f.waiting[y] = f.short
	i := f.head + f.n
	if i >= len(f.queue) {
		i -= len(f.queue)
	}
	f.queue[i] = y
	f.n++
}

// send sends a unit along the way by which augment came from state start to state y.
func (f *unitFlow) send(y, start int32) {
	for y != start {
		c, v := f.by[y], y/2
		if c < 0 { // v gives up its unit
			f.used[v] = false
			y++
			continue
		}
		y = 2*int32(f.net.Tail(c)) + 1
		if f.of == Nodes {
			if f.flow[c] == -1 {
				y--
			} else {
				f.used[v] = f.once || !f.sink[v]
			}
		}
		f.flow[c]++
		f.flow[f.net.Twin(c)]--
		f.sent = append(f.sent, c)
	}
}

// cut returns the nodes or links that keep the flow from being larger, once augment has failed:
// those that were reached, but not what lies behind them. Links lead away from the source.
func (f *unitFlow) cut() (loss Loss) {
	for v := range topology.Node(f.net.Order()) {
		left := f.seen[2*v+1] == f.searches
		if f.of == Nodes {
			if !left && f.seen[2*v] == f.searches {
				loss.Nodes = append(loss.Nodes, v)
			}
			continue
		}
		first, last := f.net.Channels(v)
		for c := first; left && c < last; c++ {
			if f.seen[2*f.net.Head(c)+1] != f.searches {
				loss.Links = append(loss.Links, c)
			}
		}
	}
	return loss
}
