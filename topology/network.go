package topology

import (
	"fmt"
	"iter"
	"slices"
	"sort"
)

// MaxNodes and MaxLinks bound every network, so that none outgrows a reader's browser:
// a network at both limits takes about 300 MB.
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

// A Network is an immutable graph in compressed sparse rows, made from a [Definition] by [New].
// Its methods are safe for concurrent use; callers must not change the slices they return.
type Network struct {
	Definition
	start      []Channel // channels start[u] to start[u+1]-1 leave node u
	head       []Node    // by channel: the node it enters
	port       []int32   // by channel: the port it leaves by
	label      []int32   // by channel: the paper's label where it leaves
	twin       []Channel // by channel: the other direction of its link
	processors []Node    // in increasing order
}

// New returns the network that def defines, or an error if it is too large, or if a link joins a
// node to itself or to one that is not there, or two links share a port.
// It takes O(N + L log d) time for N nodes, L links and degree d.
func New(def Definition) (*Network, error) {
	order := def.Order()
	if order < 1 || order > MaxNodes {
		return nil, fmt.Errorf("%v: has %d nodes, want 1 to %d", def, order, MaxNodes)
	}
	net := &Network{Definition: def, start: make([]Channel, order+1)}
	size := 0
	for link := range def.Links() {
		if link.A == link.B || min(link.A, link.B) < 0 || int(max(link.A, link.B)) >= order {
			return nil, fmt.Errorf("%v: link %d–%d: want two distinct nodes from 0 to %d", def, link.A, link.B, order-1)
		}
		if size++; size > MaxLinks {
			return nil, fmt.Errorf("%v: want at most %d links", def, MaxLinks)
		}
		net.start[link.A+1]++
		net.start[link.B+1]++
	}
	for u := range order {
		net.start[u+1] += net.start[u]
	}
	channels := 2 * size
	net.head = make([]Node, channels)
	net.port = make([]int32, channels)
	net.label = make([]int32, channels)
	net.twin = make([]Channel, channels)
	next := slices.Clone(net.start[:order])
	for link := range def.Links() {
		a, b := next[link.A], next[link.B]
		next[link.A]++
		next[link.B]++
		net.head[a], net.port[a], net.label[a], net.twin[a] = link.B, int32(link.PortA), int32(link.LabelA), b
		net.head[b], net.port[b], net.label[b], net.twin[b] = link.A, int32(link.PortB), int32(link.LabelB), a
	}
	for u := range Node(order) {
		if err := net.sortPorts(u); err != nil {
			return nil, err
		}
		if def.Kind(u) == Processor {
			net.processors = append(net.processors, u)
		}
	}
	return net, nil
}

// sortPorts puts the channels that leave u in the order of their ports.
func (net *Network) sortPorts(u Node) error {
	first, end := net.Channels(u)
	if ports := (byPort{net, first, end}); !sort.IsSorted(ports) {
		sort.Sort(ports)
	}
	for c := first + 1; c < end; c++ {
		if net.port[c-1] == net.port[c] {
			return fmt.Errorf("%v: node %s has two links on port %d", net, net.Address(u), net.port[c])
		}
	}
	return nil
}

// byPort sorts the channels from first to end-1 by port.
type byPort struct {
	net        *Network
	first, end Channel
}

func (s byPort) Len() int      { return int(s.end - s.first) }
func (s byPort) Swap(i, j int) { s.net.swap(s.first+Channel(i), s.first+Channel(j)) }
func (s byPort) Less(i, j int) bool {
	return s.net.port[s.first+Channel(i)] < s.net.port[s.first+Channel(j)]
}

func (net *Network) swap(c, d Channel) {
	net.head[c], net.head[d] = net.head[d], net.head[c]
	net.port[c], net.port[d] = net.port[d], net.port[c]
	net.label[c], net.label[d] = net.label[d], net.label[c]
	net.twin[c], net.twin[d] = net.twin[d], net.twin[c]
	net.twin[net.twin[c]], net.twin[net.twin[d]] = c, d
}

// Size returns the number of links.
func (net *Network) Size() int { return len(net.head) / 2 }

// Channels returns the range of channels that leave u: first to end-1, sorted by port.
func (net *Network) Channels(u Node) (first, end Channel) { return net.start[u], net.start[u+1] }

// Neighbors returns the nodes that u's links lead to, sorted by port.
func (net *Network) Neighbors(u Node) []Node { return net.head[net.start[u]:net.start[u+1]] }

// Degree returns the number of links at u.
func (net *Network) Degree(u Node) int { return int(net.start[u+1] - net.start[u]) }

// Head returns the node that c enters.
func (net *Network) Head(c Channel) Node { return net.head[c] }

// Tail returns the node that c leaves.
func (net *Network) Tail(c Channel) Node { return net.head[net.twin[c]] }

// Port returns the port by which c leaves its tail.
func (net *Network) Port(c Channel) int { return int(net.port[c]) }

// Label returns the paper's label of c at its tail, or NoLabel.
func (net *Network) Label(c Channel) int { return int(net.label[c]) }

// Twin returns the other direction of c's link.
func (net *Network) Twin(c Channel) Channel { return net.twin[c] }

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
