package topology

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

// An Orbit is a set of nodes that look alike.
type Orbit struct {
	First Node // the one with the lowest number
	Size  int  // nodes
}

// Orbits returns the orbits that the definition of net declares, and whether it declares any.
// It takes O(N) time.
func (net *Network) Orbits() (orbits []Orbit, ok bool) {
	orbits, of := net.OrbitsOf()
	return orbits, of != nil
}

// OrbitsOf returns the orbits that the definition of net declares, and by node the number of its orbit;
// nil if it declares none. It takes O(N) time.
func (net *Network) OrbitsOf() (orbits []Orbit, of []int32) {
	def, ok := net.Definition.(Symmetric)
	if !ok {
		return nil, nil
	}
	of = make([]int32, net.Order())
	for u := range of {
		orbit := def.Orbit(Node(u))
		if orbit == len(orbits) {
			orbits = append(orbits, Orbit{First: Node(u)})
		}
		orbits[orbit].Size++
		of[u] = int32(orbit)
	}
	return orbits, of
}

// A Grouped definition is one of groups of equally many consecutive nodes, all processors, which are all linked
// with each other; and each two groups are joined by a link. So no two nodes are more than three hops apart.
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
