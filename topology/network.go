package topology

import "sync/atomic"

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

// A Network is an immutable graph in compressed sparse rows, made from a [Definition] by [New].
// Its methods are safe for concurrent use; callers must not change the slices they return.
type Network struct {
	Definition
	links      *links
	processors []Node // in increasing order
	rooted     Rooted // the definition, or nil if depths are levels
}

// links are the links of a network, or what they are made of when they are asked for.
type links struct {
	def  Definition
	lazy Neighborly // the same, nil unless rows are made of it

	madeRows once
	start    []Channel // channels start[u] to start[u+1]-1 leave node u
	head     []Node    // by channel: the node it enters

	madeTails once
	tails     []tail // by channel: where it leaves

	madeNames once
	names     []string // addresses by node
	madeNamed once
	named     map[string]Node // by address
}

// A tail is the end at which a channel leaves.
type tail struct {
	port, label int32   // label is the paper's
	twin        Channel // the other direction of the link
}

// rows returns the links of net, with start and head.
func (net *Network) rows() *links {
	if oneThread && net.links.madeRows.done != 0 {
		return net.links
	}
	if atomic.LoadUint32(&net.links.madeRows.done) == 0 {
		net.links.makeRows()
	}
	return net.links
}

// tail returns where c leaves.
func (net *Network) tail(c Channel) *tail {
	l := net.links
	if oneThread && l.madeTails.done != 0 {
		return &l.tails[c]
	}
	if atomic.LoadUint32(&l.madeTails.done) == 0 {
		l.makeTails()
	}
	return &l.tails[c]
}

// Size returns the number of links.
func (net *Network) Size() int {
	if lazy := net.links.lazy; lazy != nil {
		return lazy.Size()
	}
	return len(net.links.head) / 2
}

// Channels returns the range of channels that leave u: first to end-1, sorted by port.
func (net *Network) Channels(u Node) (first, end Channel) {
	rows := net.rows()
	return rows.start[u], rows.start[u+1]
}

// Neighbors returns the nodes that u's links lead to, sorted by port.
func (net *Network) Neighbors(u Node) []Node {
	rows := net.rows()
	return rows.head[rows.start[u]:rows.start[u+1]]
}

// Adjacency returns the links of all nodes for a loop that cannot afford a call: u's lead to
// heads[start[u]] to heads[start[u+1]-1], sorted by port.
func (net *Network) Adjacency() (start []Channel, heads []Node) {
	rows := net.rows()
	return rows.start, rows.head
}

// Pending returns the definition of net if no link has been asked for yet, or else nil: code that looks at
// the neighbors of a few nodes only can ask it for these.
func (net *Network) Pending() Neighborly {
	if net.links.madeRows.isDone() {
		return nil
	}
	return net.links.lazy
}

// Degree returns the number of links at u.
func (net *Network) Degree(u Node) int {
	rows := net.rows()
	return int(rows.start[u+1] - rows.start[u])
}

// Head returns the node that c enters.
func (net *Network) Head(c Channel) Node { return net.rows().head[c] }

// Tail returns the node that c leaves.
func (net *Network) Tail(c Channel) Node { return net.Head(net.tail(c).twin) }

// Port returns the port by which c leaves its tail.
func (net *Network) Port(c Channel) int { return int(net.tail(c).port) }

// ports returns how many ports a node has at most, with or without a link.
func (net *Network) ports() (ports int) {
	for u := range Node(net.Order()) {
		if first, end := net.Channels(u); end > first {
			ports = max(ports, net.Port(end-1)+1)
		}
	}
	return ports
}

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

// IsMulti reports whether net has parallel links: several between the same two nodes.
func (net *Network) IsMulti() bool {
	by := make([]Node, net.Order()) // by node: the last one, and one more, that led there
	for u := range Node(net.Order()) {
		for _, v := range net.Neighbors(u) {
			if by[v] == u+1 {
				return true
			}
			by[v] = u + 1
		}
	}
	return false
}

// IsParallel reports whether another link joins the same two nodes as that of c.
func (net *Network) IsParallel(c Channel) bool {
	if twin := net.Twin(c); net.Degree(net.Head(c)) < net.Degree(net.Head(twin)) {
		c = twin
	}
	first, end := net.Channels(net.Tail(c))
	for other := first; other < end; other++ {
		if other != c && net.Head(other) == net.Head(c) {
			return true
		}
	}
	return false
}

// ChannelBetween returns the channel from u to v with the lowest port, and whether there is one.
func (net *Network) ChannelBetween(u, v Node) (Channel, bool) {
	first, end := net.Channels(u)
	for c := first; c < end; c++ {
		if net.Head(c) == v {
			return c, true
		}
	}
	return 0, false
}
