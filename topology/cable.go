package topology

// A Cable is what is known of a link besides its ends. The zero value says nothing.
type Cable struct {
	Kind     string  // as optical; empty: not known
	Length   float64 // in meters; 0: not known
	Latency  int     // cycles that a flit takes from one end to the other; 0: not known
	Capacity float64 // how many times as much as a link carries of which that is not known; 0: not known
}

// A Cabled definition knows more of its links than their ends.
type Cabled interface {
	Definition
	// Cable returns what is known of the link at a port of u.
	Cable(u Node, port int) Cable
}

// Cable returns what is known of the link of c besides its ends.
func (net *Network) Cable(c Channel) Cable {
	return net.cableAt(net.Tail(c), net.Port(c))
}

func (net *Network) cableAt(u Node, port int) Cable {
	if def, ok := net.Definition.(Cabled); ok {
		return def.Cable(u, port)
	}
	return Cable{}
}
