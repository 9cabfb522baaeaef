package measure

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"topobook/topology"
	"topobook/topology/sorting"
)

// maxBisectionSteps bounds the exact search for a bisection: a step looks at one channel, so that
// all steps take some seconds.
const maxBisectionSteps = 1 << 29

// maxBisectionProcessors bounds the networks for which the search is tried at all.
const maxBisectionProcessors = 1024

// A Cut divides the nodes of a network in two.
type Cut struct {
	Links int             // links from one part to the other
	Half  []topology.Node // the part of the first processor, in increasing order; switches too
}

// Method says how a bound on a bisection was found.
type Method string

const (
	BySearch     Method = "search"     // branch and bound; a lower bound if it has come to its end
	ByEmbedding  Method = "embedding"  // the load of the complete network embedded in this one
	ByEigenvalue Method = "eigenvalue" // the least eigenvalue of a matrix
	ByHalving    Method = "halving"    // nodes moved between halves while that helps
	ByMultilevel Method = "multilevel" // the same, in coarser networks first
)

// Bounds are what is known of the least number of links that divide the processors into halves.
type Bounds struct {
	Lower            int // no cut has fewer links: proved, unless it is [ByEigenvalue] for more than 400 nodes, see [Bisection]
	Cut              Cut // the best known
	LowerBy, UpperBy Method
	LeftOut          []string // if they differ: which bounds were not tried or not finished, and why
}

// Exact reports whether the cut is the best, as no other has fewer links than the lower bound.
func (b Bounds) Exact() bool { return b.Lower == b.Cut.Links }

// Bisection looks for a cut of the fewest links, parallel ones each, that divides the processors into halves, whose sizes
// differ by one if the number of processors is odd; switches may be on either side. It returns a
// lower bound and the best cut found; if these are equal, that is the bisection.
//
// The lower bound is the better of two. By embedding: one message from each processor to every other,
// divided among paths; each half sends ⌊N/2⌋⌈N/2⌉ messages to the other, so that the cut has
// at least twice as many links divided by the largest load of a link (Leighton, Introduction to
// Parallel Algorithms and Architectures, 1992, section 1.9). By eigenvalue, for at most 400
// nodes: λ₂N/4 for the second eigenvalue of the Laplacian matrix (Fiedler, 1973), made better by the
// choice of the best diagonal (Boppana, Eigenvalues and graph bisection, 1987), and proved by a Cholesky
// factorization with a bound on its rounding errors; for more nodes, up to 20,000, without that choice, and with a margin
// of a millionth for the rounding errors of the eigenvalue in place of a proof.
//
// Cuts are found from several halves by moving nodes (Fiduccia and Mattheyses, 1982), for more than 256
// nodes also from the halves of coarser networks (Karypis and Kumar, 1998). If the best has more links than
// the lower bound and there are at most 1024 processors, a search follows, which is exact if it ends within 2²⁹ steps. It assigns the processors to sides one by one, and backtracks
// where the links that separate those assigned so far, a maximum flow, are no fewer than in the best cut
// known: 16 processors take milliseconds, 27 some tenths of a second; more are done if few
// links join the halves or many processors have the same neighbors.
//
// It reports progress by step, which is a look at one channel, part by part. It returns an error
// unless net has 2 processors or more, or if the bounds take more than [limit.MaxSteps].
func Bisection(net *topology.Network, progress topology.Progress) (Bounds, error) {
	n := len(net.Processors())
	if n < 2 {
		return Bounds{}, fmt.Errorf("bisection of %v: has %d processors, want at least 2", net, n)
	}
	e, err := newEmbedding(net, progress)
	if err != nil {
		return Bounds{}, err
	}
	lower, err := e.round()
	if err != nil {
		return Bounds{}, err
	}
	b := newBisection(net, progress)
	if err := b.halve(lower); err != nil {
		return Bounds{}, err
	}
	if lower > 0 {
		if lower, err = e.improve(lower, b.best.Links); err != nil {
			return Bounds{}, err
		}
	}
	bounds := Bounds{Lower: lower, Cut: b.best, LowerBy: ByEmbedding, UpperBy: b.method}
	eigenvalue, why := eigenvalueBound, ""
	if net.Order() > maxEigenvalue {
		eigenvalue, why = spectralBound, fmt.Sprintf("%s: above %d nodes, without the best diagonal", ByEigenvalue, maxEigenvalue)
	}
	stronger, err := eigenvalue(net, lower, b.best.Links, progress)
	switch {
	case errors.Is(err, errApart):
		why = fmt.Sprintf("%s: not found, as the eigenvalues lie too close to each other", ByEigenvalue)
	case err != nil:
		return Bounds{}, err
	case stronger > lower:
		bounds.Lower, bounds.LowerBy = stronger, ByEigenvalue
	}
	if bounds.Exact() {
		return bounds, nil
	}
	if why != "" {
		bounds.LeftOut = append(bounds.LeftOut, why)
	}
	if n > maxBisectionProcessors {
		bounds.LeftOut = append(bounds.LeftOut, fmt.Sprintf("%s: above %d processors, not tried", BySearch, maxBisectionProcessors))
		return bounds, nil
	}
	b.steps, b.reported, b.lower = 0, 0, bounds.Lower
	err = b.search(0)
	if err != nil && err != errSteps {
		return Bounds{}, err
	}
	if b.best.Links < bounds.Cut.Links {
		bounds.Cut, bounds.UpperBy = b.best, BySearch
	}
	switch {
	case bounds.Exact():
		bounds.LeftOut = nil
	case err == nil:
		bounds.Lower, bounds.LowerBy, bounds.LeftOut = b.best.Links, BySearch, nil
	default:
		bounds.LeftOut = append(bounds.LeftOut, fmt.Sprintf("%s: stopped after %d steps", BySearch, maxBisectionSteps))
	}
	return bounds, nil
}

// errSteps says that the exact search has taken too many steps.
var errSteps = errors.New("too many steps")

func newBisection(net *topology.Network, progress topology.Progress) *bisection {
	b := &bisection{
		net: net, progress: progress, half: (len(net.Processors()) + 1) / 2,
		side: make([]int8, net.Order()), flow: make([]int8, 2*net.Size()),
		seen: make([]int, net.Order()), by: make([]topology.Channel, net.Order()),
		best: Cut{Links: net.Size() + 1},
	}
	b.order, b.twin = searchOrder(net)
	return b
}

// The sides of a processor, and of the ends of the flow: from source to sink.
const (
	source = 1
	sink   = 2
)

// A bisection is a branch-and-bound search.
type bisection struct {
	net      *topology.Network
	progress topology.Progress
	half     int             // most processors on a side
	lower    int             // no cut has fewer links
	order    []topology.Node // processors in the order in which they are assigned
	twin     []bool          // by place in order: whether the one before may change places with it
	side     []int8          // by node: source, sink, or 0 if not assigned
	count    [3]int          // by side: processors assigned

	flow  []int8             // by channel: 1 or -1 if a unit flows along or against it, else 0
	value int                // units that flow from source to sink
	undo  []topology.Channel // channels along which a unit was sent, in this order

	searches int                // calls of augment
	seen     []int              // by node: the last search that reached it
	by       []topology.Channel // by node: the channel by which it did, in the direction of the flow
	queue    []topology.Node
	steps    int // channels looked at
	reported int // steps when progress was last reported

	best   Cut
	method Method // by which it was found
}

// searchOrder returns the processors in the order of their distance from the first, but with
// interchangeable ones together, and for each whether it can change places with the one before.
func searchOrder(net *topology.Network) (order []topology.Node, twin []bool) {
	class := twinClasses(net)
	placed := make([]bool, net.Order())
	for _, component := range Components(net) {
		s := newSearch(net)
		s.run(component[0])
		for _, u := range s.queue {
			if net.Kind(u) != topology.Processor || placed[u] {
				continue
			}
			for i, v := range class[u] {
				placed[v] = true
				order = append(order, v)
				twin = append(twin, i > 0)
			}
		}
	}
	return order, twin
}

// twinClasses returns for each processor those, itself included, that have the same neighbors,
// apart from one another; they may change places in any cut.
func twinClasses(net *topology.Network) map[topology.Node][]topology.Node {
	classes := make(map[string][]topology.Node)
	key := func(u topology.Node, closed bool) string {
		around := slices.Clone(net.Neighbors(u))
		if closed {
			around = append(around, u)
		}
		sorting.Sort(around)
		var b strings.Builder
		fmt.Fprint(&b, closed, around)
		return b.String()
	}
	for _, u := range net.Processors() {
		for _, closed := range []bool{false, true} {
			k := key(u, closed)
			classes[k] = append(classes[k], u)
		}
	}
	class := make(map[topology.Node][]topology.Node)
	for _, u := range net.Processors() {
		open, closed := classes[key(u, false)], classes[key(u, true)]
		class[u] = open // at most one of the two has other nodes than u
		if len(closed) > 1 {
			class[u] = closed
		}
	}
	return class
}

// search tries all ways to assign the processors from place i on.
func (b *bisection) search(i int) error {
	if b.value >= b.best.Links || b.best.Links == b.lower {
		return nil
	}
	if i == len(b.order) {
		b.best = Cut{b.value, b.sourceSide()}
		return nil
	}
	for _, side := range [...]int8{source, sink} {
		switch {
		case b.count[side] == b.half:
			continue
		case side == sink && i == 0:
			continue // the first processor is on the source's side: the sides have no names
		case side == source && b.twin[i] && b.side[b.order[i-1]] == sink:
			continue // of interchangeable processors, the first are on the source's side
		}
		if err := b.assign(i, side); err != nil {
			return err
		}
	}
	return nil
}

// assign tries all ways to go on once the processor at place i is on the given side.
func (b *bisection) assign(i int, side int8) error {
	u, mark, value := b.order[i], len(b.undo), b.value
	b.side[u] = side
	b.count[side]++
	for b.value < b.best.Links && b.augment(u) {
		b.value++
	}
	if err := b.spend(); err != nil {
		return err
	}
	if err := b.search(i + 1); err != nil {
		return err
	}
	for _, c := range b.undo[mark:] {
		b.flow[c]--
		b.flow[b.net.Twin(c)]++
	}
	b.undo, b.value = b.undo[:mark], value
	b.count[side]--
	b.side[u] = 0
	return nil
}

// spend returns an error if the search has taken too many steps or is to stop.
func (b *bisection) spend() error {
	const interval = 1 << 16
	if b.steps < b.reported+interval {
		return nil
	}
	b.reported = b.steps
	if b.steps > maxBisectionSteps {
		return errSteps
	}
	return b.progress.Report(b.steps, maxBisectionSteps)
}

// augment sends one more unit of flow between u, which was assigned last, and the other side, and
// reports whether it could. The flow was at its maximum before u was assigned, so that no unit can
// be added that does not begin or end at u.
func (b *bisection) augment(u topology.Node) bool {
	b.searches++
	b.seen[u] = b.searches
	b.queue = append(b.queue[:0], u)
	for i := 0; i < len(b.queue); i++ {
		v := b.queue[i]
		first, end := b.net.Channels(v)
		b.steps += int(end - first)
		for c := first; c < end; c++ {
			along := c // the channel in the direction of the flow
			if b.side[u] == sink {
				along = b.net.Twin(c)
			}
			w := b.net.Head(c)
			if b.flow[along] == 1 || b.seen[w] == b.searches {
				continue
			}
			b.seen[w], b.by[w] = b.searches, along
			if b.side[w]+b.side[u] == source+sink {
				b.send(u, w)
				return true
			}
			b.queue = append(b.queue, w)
		}
	}
	return false
}

// send sends a unit of flow along the path by which augment came from u to w.
func (b *bisection) send(u, w topology.Node) {
	for w != u {
		c := b.by[w]
		b.flow[c]++
		b.flow[b.net.Twin(c)]--
		b.undo = append(b.undo, c)
		if b.side[u] == sink {
			w = b.net.Head(c)
		} else {
			w = b.net.Tail(c)
		}
	}
}

// sourceSide returns the nodes that more flow could reach from the source: they are the source's
// side of a minimum cut.
func (b *bisection) sourceSide() []topology.Node {
	reached := make([]bool, b.net.Order())
	var side []topology.Node
	for u, s := range b.side {
		if s == source {
			reached[u] = true
			side = append(side, topology.Node(u))
		}
	}
	for i := 0; i < len(side); i++ {
		first, end := b.net.Channels(side[i])
		for c := first; c < end; c++ {
			if w := b.net.Head(c); b.flow[c] < 1 && !reached[w] {
				reached[w] = true
				side = append(side, w)
			}
		}
	}
	sorting.Sort(side)
	return side
}
