package topology

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
