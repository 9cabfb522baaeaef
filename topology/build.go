package topology

import "fmt"

// maxLater is the largest size of a network of more than maxSoon nodes whose links are made when they are asked
// for, as there is nobody then to ask whether to go on: that takes some milliseconds, or a second for networks of fewer nodes.
const (
	maxLater = 1 << 16
	maxSoon  = 1 << 14
)

// New returns the network that def defines, or an error if it is too large, if a link joins a
// node to itself or to one that does not exist, or if two links share a port.
// It takes O(N+L+P) time for N nodes, L links and P ports, where a node has as many ports as its
// highest one says; but if def is [Neighborly], and making its links would not take long, it takes O(N) time, and
// the links are made when one is first asked for.
func New(def Definition) (*Network, error) {
	return NewWithin(def, allowAll)
}

// Build makes the network that def defines unless err is not nil, as in
// Build(NewKaryNTree(4, 3)).
func Build[D Definition](def D, err error) (*Network, error) {
	if err != nil {
		return nil, err
	}
	return New(def)
}

// NewWithin is New, but it asks allow whether to go on, and returns its error: every few thousand links
// with the number of links so far, once it knows that there are no more, before it takes most of the
// memory, with all set, and then again every few thousand links.
func NewWithin(def Definition, allow func(links int, all bool) error) (*Network, error) {
	order := def.Order()
	if order < 1 || order > MaxNodes {
		return nil, fmt.Errorf("%v: has %d nodes, want 1 to %d", def, order, MaxNodes)
	}
	net := &Network{Definition: def, links: &links{def: def}}
	net.rooted, _ = def.(Rooted)
	net.processors = make([]Node, 0, order)
	for u := range Node(order) {
		if def.Kind(u) == Processor {
			net.processors = append(net.processors, u)
		}
	}
	if lazy, ok := def.(Neighborly); ok && (order <= maxSoon || lazy.Size() <= maxLater) {
		net.links.lazy = lazy
		if err := allow(lazy.Size(), true); err != nil {
			return nil, err
		}
		return net, nil
	}
	if err := net.links.takeLinks(allow); err != nil {
		return nil, err
	}
	return net, nil
}

// makeRows makes start and head of a Neighborly definition. It stays a call so that rows can be inlined.
//
//go:noinline
func (l *links) makeRows() {
	l.madeRows.do(func() {
		order := l.def.Order()
		l.start, l.head = make([]Channel, order+1), make([]Node, 0, 2*l.lazy.Size())
		for u := range order {
			l.head = l.lazy.AppendNeighbors(l.head, Node(u))
			l.start[u+1] = Channel(len(l.head))
		}
	})
}

// makeTails makes tails of a Neighborly definition and, unless they are made, start and head, which come of its links too.
// It panics if the links are wrong, which networktest.Check would have found.
func (l *links) makeTails() {
	l.madeTails.do(func() {
		all := &links{def: l.def}
		if err := all.takeLinks(allowAll); err != nil {
			panic(err)
		}
		l.tails = all.tails
		l.madeRows.do(func() { l.start, l.head = all.start, all.head })
	})
}

// takeLinks makes start, head and tails of the links of the definition.
func (l *links) takeLinks(allow func(links int, all bool) error) error {
	links, size, err := collect(l.def, allow)
	if err != nil {
		return err
	}
	if err := allow(size, true); err != nil {
		return err
	}
	l.start = make([]Channel, l.def.Order()+1)
	ask := func() error { return allow(size, false) }
	if err := l.countPorts(links, ask); err != nil {
		return err
	}
	ports := int(l.start[len(l.start)-1])
	tails := make([]tail, ports)
	l.head = make([]Node, ports)
	if err := l.fill(links, tails, ask); err != nil {
		return err
	}
	if ports > 2*size {
		tails = l.closeGaps(tails)
	}
	l.tails = tails
	l.madeRows.done, l.madeTails.done = 1, 1 // nobody else knows of l yet
	return nil
}

func allowAll(int, bool) error { return nil }

// A smallLink is a Link in less space.
type smallLink struct {
	a, b           Node
	portA, portB   int32
	labelA, labelB int32
}

// maxPorts is the largest number of ports of a network, those without a link included.
const maxPorts = 4 * MaxLinks

// collect returns the links of a definition, in pieces that need not be copied when there are more,
// and their number: yielding a link costs more than everything that New does with it.
func collect(def Definition, allow func(links int, all bool) error) (pieces [][]smallLink, size int, err error) {
	var piece []smallLink
	n := 0                          // links in it
	def.Links()(func(l Link) bool { // a range loop takes longer
		if n == len(piece) {
			if size += n; size > MaxLinks {
				return false
			}
			if err = allow(size, false); err != nil {
				return false
			}
			piece, n = make([]smallLink, min(1<<13, max(64, size))), 0
			pieces = append(pieces, piece)
		}
		if uint(l.PortA|l.PortB) >= maxPorts { // a power of two
			err = fmt.Errorf("%v: link %d–%d has ports %d and %d, want 0 to %d", def, l.A, l.B, l.PortA, l.PortB, maxPorts-1)
			return false
		}
		small := &piece[n]
		n++
		small.a, small.b = l.A, l.B
		small.portA, small.portB = int32(l.PortA), int32(l.PortB)
		small.labelA, small.labelB = int32(l.LabelA), int32(l.LabelB)
		return true
	})
	if err != nil {
		return nil, 0, err
	}
	if size <= MaxLinks {
		size += n
	}
	if size > MaxLinks {
		return nil, 0, fmt.Errorf("%v: want at most %d links", def, MaxLinks)
	}
	if len(pieces) > 0 {
		pieces[len(pieces)-1] = piece[:n]
	}
	return pieces, size, nil
}

// countPorts checks the ends of the links, and sets start as if every port up to the highest one of a
// node had a link.
func (l *links) countPorts(pieces [][]smallLink, ask func() error) error {
	start := l.start
	order := Node(len(start) - 1)
	for _, piece := range pieces {
		if err := ask(); err != nil {
			return err
		}
		for i := range piece {
			link := &piece[i]
			a, b := link.a, link.b
			if a == b || a < 0 || b < 0 || a >= order || b >= order {
				return fmt.Errorf("%v: link %d–%d: want two distinct nodes from 0 to %d", l.def, a, b, order-1)
			}
			if port := Channel(link.portA + 1); port > start[a+1] {
				start[a+1] = port
			}
			if port := Channel(link.portB + 1); port > start[b+1] {
				start[b+1] = port
			}
		}
	}
	ports := 0
	for u, n := range start {
		if ports += int(n); ports > maxPorts {
			return fmt.Errorf("%v: want at most %d ports, with or without a link", l.def, maxPorts)
		}
		start[u] = Channel(ports)
	}
	return nil
}

// fill gives each link its two channels: that of port p is channel start[u]+p of its node u.
func (l *links) fill(pieces [][]smallLink, tails []tail, ask func() error) error {
	start, head := l.start, l.head
	const free = -1
	for c := range tails {
		tails[c].port = free
	}
	for _, piece := range pieces {
		if err := ask(); err != nil {
			return err
		}
		for i := range piece {
			link := &piece[i]
			a, b := start[link.a]+Channel(link.portA), start[link.b]+Channel(link.portB)
			head[a], head[b] = link.b, link.a
			from, to := &tails[a], &tails[b]
			if from.port != free {
				return l.portTwice(link.a, link.portA)
			}
			if to.port != free {
				return l.portTwice(link.b, link.portB)
			}
			from.port, from.label, from.twin = link.portA, link.labelA, b
			to.port, to.label, to.twin = link.portB, link.labelB, a
		}
	}
	return nil
}

func (l *links) portTwice(u Node, port int32) error {
	return fmt.Errorf("%v: node %s has two links on port %d", l.def, l.def.Address(u), port)
}

// closeGaps takes out the channels of ports without a link, and returns the tails of the others.
func (l *links) closeGaps(tails []tail) []tail {
	start, head := l.start, l.head
	n := Channel(0)
	for u := range len(start) - 1 {
		first, end := start[u], start[u+1]
		start[u] = n
		for c := first; c < end; c++ {
			if tails[c].port >= 0 {
				head[n], tails[n] = head[c], tails[c]
				tails[tails[n].twin].twin = n // wherever that is now
				n++
			}
		}
	}
	start[len(start)-1] = n
	l.head = head[:n:n]
	return tails[:n:n]
}
