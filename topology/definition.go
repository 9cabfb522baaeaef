package topology

import "iter"

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

// A Neighborly definition also says how many links there are, and which nodes are linked with a node, which is
// all that distances need: so links are made only when they are asked for, and ports and labels only when these are.
type Neighborly interface {
	Definition
	// Size returns the number of links.
	Size() int
	// AppendNeighbors appends to nodes those that u's links lead to, sorted by port.
	AppendNeighbors(nodes []Node, u Node) []Node
}

// A Symmetric definition knows which of its nodes look alike, so that a measure of all nodes need
// only look at one of each kind.
type Symmetric interface {
	Definition
	// Orbit returns the number of u's orbit, from 0 to one less than the number of orbits: nodes of
	// the same orbit are mapped to each other by automorphisms of the network that keep kinds. Nodes
	// of different orbits may look alike too. Orbits are numbered by their first nodes.
	Orbit(u Node) int
}

// A Lattice definition is a torus or a mesh, or what is left of a torus: its nodes are the points of a
// lattice, all of them processors, and the label of a link is its dimension.
type Lattice interface {
	Definition
	// Sides returns how many values each digit of an address has.
	Sides() []int
	// Digits returns the address of u.
	Digits(u Node) []int
	// Processor returns the node with an address.
	Processor(digits []int) Node
}

// A Described definition has a name in words besides the call that makes it: 4-ary 2-tree.
type Described interface {
	InWords() string
}

// A Grouped definition is one of groups of equally many consecutive nodes, all processors, which are all linked
// with each other; and every two groups are joined by a link. So no two nodes are more than three hops apart.
type Grouped interface {
	Definition
	// GroupSize returns the number of nodes of a group.
	GroupSize() int
	// AppendOutside appends the nodes of other groups that u is linked to.
	AppendOutside(nodes []Node, u Node) []Node
}

// A Composite definition is the Cartesian product of smaller networks, as far as nodes, their kinds and
// links go: a node is a node of each of these, written as the digits of its number, that of the first
// network the most significant; two are linked if they differ in one digit, by nodes that are linked; and
// one is a processor if all of its digits are. So distances are sums of distances.
type Composite interface {
	Definition
	// Dimensions returns these networks, nil if there is only one.
	Dimensions() []*Network
}
