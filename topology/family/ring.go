package family

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// A Ring is a cycle of n processors 0 to n-1, each joined to the next and n-1 to 0.
// Port 0 leads to the next processor, port 1 to the one before; for n = 2 these are the same, and
// the one link has port 0 at both ends. A link has no label.
// It is an immutable, comparable value; make one with [NewRing].
type Ring struct{ direct }

// NewRing returns the ring of n processors, or an error unless 2 ≤ n ≤ [topology.MaxNodes].
func NewRing(n int) (Ring, error) {
	r := Ring{direct{n}}
	if n < 2 {
		return Ring{}, fmt.Errorf("%v: want n ≥ 2", r)
	}
	if err := checkSize(r, n, n); err != nil {
		return Ring{}, err
	}
	return r, nil
}

func (r Ring) String() string                               { return fmt.Sprintf("ring(n=%d)", r.nodes) }
func (r Ring) NodeAt(address string) (topology.Node, error) { return r.parse(r, address) }

// Orbit returns 0. Proof. Adding 1 to all numbers, modulo n, keeps the links; repeated, it takes
// every processor to every other.
func (r Ring) Orbit(topology.Node) int { return 0 }

func (r Ring) Size() int {
	if r.nodes == 2 {
		return 1
	}
	return r.nodes
}

// AppendNeighbors appends the next processor, then the one before.
func (r Ring) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	return appendAlong(nodes, u, u, 1, topology.Node(r.nodes), true)
}

// Links yields every link once: from each processor to the next.
func (r Ring) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range r.nodes {
			next := (u + 1) % r.nodes
			link := topology.Link{A: topology.Node(u), PortA: 0, LabelA: topology.NoLabel, B: topology.Node(next), PortB: 1, LabelB: topology.NoLabel}
			if r.nodes == 2 {
				link.PortB = 0
			}
			if !yield(link) || r.nodes == 2 {
				return // the link from 1 to 0 is the one from 0 to 1
			}
		}
	}
}
