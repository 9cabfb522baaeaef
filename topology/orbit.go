package topology

// A Symmetric definition knows which of its nodes look alike, so that a measure of all nodes need
// only look at one of each sort.
type Symmetric interface {
	Definition
	// Orbit returns the number of u's orbit, from 0 to one less than the number of orbits: nodes of
	// the same orbit are mapped to each other by automorphisms of the network that keep kinds. Nodes
	// of different orbits may look alike too. Orbits are numbered by their first nodes.
	Orbit(u Node) int
}

// An Orbit is a set of nodes that look alike.
type Orbit struct {
	First Node // the one with the lowest number
	Size  int  // nodes
}

// Orbits returns the orbits that the definition of net declares, and whether it declares any.
// It takes O(N) time.
func (net *Network) Orbits() (orbits []Orbit, ok bool) {
	def, ok := net.Definition.(Symmetric)
	if !ok {
		return nil, false
	}
	for u := range Node(net.Order()) {
		orbit := def.Orbit(u)
		if orbit == len(orbits) {
			orbits = append(orbits, Orbit{First: u})
		}
		orbits[orbit].Size++
	}
	return orbits, true
}
