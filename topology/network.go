package topology

import (
	"fmt"
	"iter"
	"sync/atomic"
)

// MaxNodes and MaxLinks bound every network, so that none outgrows a reader's browser:
// a network at both limits takes about 300 MB, and 200 MB more while it is made.
const (
	MaxNodes = 1 << 20
	MaxLinks = 1 << 23
)

// A Node is the index of a node of a network, from 0 to Order-1.
type Node int32

// A Channel is the index of one direction of a link, from 0 to 2·Size-1.
// The channels that leave a node are consecutive and sorted by port.
type Channel int32

// A Kind tells what a node does.
type Kind uint8

const (
	Processor Kind = iota // sends and receives messages; in a direct network it routes too
	Switch                // only routes
)

func (k Kind) String() string {
	if k == Switch {
		return "switch"
	}
	return "processor"
}

// NoLabel is the label of a channel to which the paper gives none.
const NoLabel = -1

// NoLevel is the level of a node where a family has no levels.
const NoLevel = -1

// A Link joins two distinct nodes in both directions.
type Link struct {
	A, B           Node
	PortA, PortB   int // port of the link at A and at B, from 0
	LabelA, LabelB int // the paper's label of the link at A and at B, or NoLabel
}

// A Definition is a network as its paper defines it: how many nodes there are, what each is,
// and which links join them. A family of networks is a small comparable value that implements it.
type Definition interface {
	// String returns the call that makes the network, as a cell writes it: kary_ntree(k=4, n=3).
	String() string
	// Order returns the number of nodes, at most MaxNodes.
	Order() int
	// Kind returns what node u is.
	Kind(u Node) Kind
	// Level returns the paper's level or group of u, or NoLevel.
	Level(u Node) int
	// Address returns the address of u as the paper writes it, without spaces: 0,3,1.
	Address(u Node) string
	// NodeAt returns the node with the given address; it is the inverse of Address.
	// Spaces, and parentheses or angle brackets around the whole, are ignored.
	NodeAt(address string) (Node, error)
	// Links yields every link once.
	Links() iter.Seq[Link]
}

// A Rooted definition is one whose levels are not the hops from the roots.
type Rooted interface {
	// Depth returns the hops from the nearest root to u, or NoLevel if there are no roots.
	Depth(u Node) int
}

// A Neighborly definition also says which nodes are linked with a node, which is all that distances need:
// so the rest of its links, their ports and labels, is not made before it is asked for.
type Neighborly interface {
	Definition
	// AppendNeighbors appends to nodes those that u's links lead to, sorted by port.
	AppendNeighbors(nodes []Node, u Node) []Node
}

// maxLater is the largest size of a network whose channels' tails are made later: some milliseconds.
const maxLater = 1 << 16

// A Network is an immutable graph in compressed sparse rows, made from a [Definition] by [New].
// Its methods are safe for concurrent use; callers must not change the slices they return.
type Network struct {
	Definition
	start      []Channel               // channels start[u] to start[u+1]-1 leave node u
	head       []Node                  // by channel: the node it enters
	tails      *atomic.Pointer[[]tail] // by channel: where it leaves; nil if that is not known yet
	processors []Node                  // in increasing order
	rooted     Rooted                  // the definition, or nil if depths are levels
}

// A tail is the end at which a channel leaves.
type tail struct {
	port, label int32   // label is the paper's
	twin        Channel // the other direction of the link
}

// New returns the network that def defines, or an error if it is too large, or if a link joins a
// node to itself or to one that is not there, or two links share a port.
// It takes O(N+L+P) time for N nodes, L links and P ports, where a node has as many ports as its
// highest one says.
func New(def Definition) (*Network, error) {
	return NewWithin(def, allowAll)
}

// NewWithin is New, but it asks allow whether to go on, and returns its error: every few thousand links
// with the number of links so far, once it knows that there are no more, before it takes most of the
// memory, with all set, and then again every few thousand links.
func NewWithin(def Definition, allow func(links int, all bool) error) (*Network, error) {
	order := def.Order()
	if order < 1 || order > MaxNodes {
		return nil, fmt.Errorf("%v: has %d nodes, want 1 to %d", def, order, MaxNodes)
	}
	net := &Network{Definition: def, start: make([]Channel, order+1), tails: new(atomic.Pointer[[]tail])}
	net.rooted, _ = def.(Rooted)
	net.processors = make([]Node, 0, order)
	for u := range Node(order) {
		if def.Kind(u) == Processor {
			net.processors = append(net.processors, u)
		}
	}
	if net.takeNeighbors() {
		if err := allow(net.Size(), true); err != nil {
			return nil, err
		}
		return net, nil
	}
	tails, err := net.takeLinks(allow)
	if err != nil {
		return nil, err
	}
	net.tails.Store(&tails)
	return net, nil
}

// takeNeighbors makes the network without its tails if the definition is Neighborly and small, and reports
// whether it is.
func (net *Network) takeNeighbors() bool {
	def, ok := net.Definition.(Neighborly)
	if !ok {
		return false
	}
	heads := make([]Node, 0, min(32*len(net.start), 2*maxLater))
	for u := range len(net.start) - 1 {
		heads = def.AppendNeighbors(heads, Node(u))
		if len(heads) > 2*maxLater {
			return false
		}
		net.start[u+1] = Channel(len(heads))
	}
	net.head = append([]Node(nil), heads...) // in no more space than it takes
	return true
}

// takeLinks makes the network of the links of its definition, and returns the tails of the channels.
func (net *Network) takeLinks(allow func(links int, all bool) error) ([]tail, error) {
	links, size, err := collect(net.Definition, allow)
	if err != nil {
		return nil, err
	}
	if err := allow(size, true); err != nil {
		return nil, err
	}
	clear(net.start)
	ask := func() error { return allow(size, false) }
	if err := net.countPorts(links, ask); err != nil {
		return nil, err
	}
	ports := int(net.start[len(net.start)-1])
	tails := make([]tail, ports)
	net.head = make([]Node, ports)
	if err := net.fill(links, tails, ask); err != nil {
		return nil, err
	}
	if ports > 2*size {
		tails = net.closeGaps(tails)
	}
	return tails, nil
}

// tail returns where c leaves.
func (net *Network) tail(c Channel) *tail {
	tails := net.tails.Load()
	if tails == nil {
		tails = net.takeTails()
	}
	return &(*tails)[c]
}

// takeTails makes the tails, once or more if they are asked for at the same time.
func (net *Network) takeTails() *[]tail {
	again := &Network{Definition: net.Definition, start: make([]Channel, len(net.start))}
	tails, err := again.takeLinks(allowAll)
	if err != nil {
		panic(err) // a Neighborly definition with wrong links
	}
	net.tails.Store(&tails)
	return &tails
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
// and their number: to yield a link costs more than all that New does with it.
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
func (net *Network) countPorts(pieces [][]smallLink, ask func() error) error {
	start := net.start
	order := Node(len(start) - 1)
	for _, piece := range pieces {
		if err := ask(); err != nil {
			return err
		}
		for i := range piece {
			link := &piece[i]
			a, b := link.a, link.b
			if a == b || a < 0 || b < 0 || a >= order || b >= order {
				return fmt.Errorf("%v: link %d–%d: want two distinct nodes from 0 to %d", net, a, b, order-1)
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
			return fmt.Errorf("%v: want at most %d ports, with or without a link", net, maxPorts)
		}
		start[u] = Channel(ports)
	}
	return nil
}

// fill gives each link its two channels: that of port p is channel start[u]+p of its node u.
func (net *Network) fill(pieces [][]smallLink, tails []tail, ask func() error) error {
	start, head := net.start, net.head
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
				return net.portTwice(link.a, link.portA)
			}
			if to.port != free {
				return net.portTwice(link.b, link.portB)
			}
			from.port, from.label, from.twin = link.portA, link.labelA, b
			to.port, to.label, to.twin = link.portB, link.labelB, a
		}
	}
	return nil
}

func (net *Network) portTwice(u Node, port int32) error {
	return fmt.Errorf("%v: node %s has two links on port %d", net, net.Address(u), port)
}

// closeGaps takes out the channels of ports without a link, and returns the tails of the others.
func (net *Network) closeGaps(tails []tail) []tail {
	start, head := net.start, net.head
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
	net.head = head[:n:n]
	return tails[:n:n]
}

// Size returns the number of links.
func (net *Network) Size() int { return len(net.head) / 2 }

// Channels returns the range of channels that leave u: first to end-1, sorted by port.
func (net *Network) Channels(u Node) (first, end Channel) { return net.start[u], net.start[u+1] }

// Neighbors returns the nodes that u's links lead to, sorted by port.
func (net *Network) Neighbors(u Node) []Node { return net.head[net.start[u]:net.start[u+1]] }

// Adjacency returns the links of all nodes for a loop that has no time for a call: u's lead to
// heads[start[u]] to heads[start[u+1]-1], sorted by port.
func (net *Network) Adjacency() (start []Channel, heads []Node) { return net.start, net.head }

// Degree returns the number of links at u.
func (net *Network) Degree(u Node) int { return int(net.start[u+1] - net.start[u]) }

// Head returns the node that c enters.
func (net *Network) Head(c Channel) Node { return net.head[c] }

// Tail returns the node that c leaves.
func (net *Network) Tail(c Channel) Node { return net.head[net.tail(c).twin] }

// Port returns the port by which c leaves its tail.
func (net *Network) Port(c Channel) int { return int(net.tail(c).port) }

// Label returns the paper's label of c at its tail, or NoLabel.
func (net *Network) Label(c Channel) int { return int(net.tail(c).label) }

// Twin returns the other direction of c's link.
func (net *Network) Twin(c Channel) Channel { return net.tail(c).twin }

// Depth returns how many hops u is from the nearest root, or NoLevel if there are no roots: its level,
// unless the definition is [Rooted]. Hops that climb lead to a lower depth.
func (net *Network) Depth(u Node) int {
	if net.rooted != nil {
		return net.rooted.Depth(u)
	}
	return net.Level(u)
}

// Processors returns the processors in increasing order.
func (net *Network) Processors() []Node { return net.processors }

// ChannelBetween returns the channel from u to v with the lowest port, and whether there is one.
func (net *Network) ChannelBetween(u, v Node) (Channel, bool) {
	first, end := net.Channels(u)
	for c := first; c < end; c++ {
		if net.head[c] == v {
			return c, true
		}
	}
	return 0, false
}
