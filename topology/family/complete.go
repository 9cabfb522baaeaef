package family

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// A Complete network joins every two of its n processors by a link.
// The ports of a processor lead to the others in increasing order. A link has no label.
// It is an immutable, comparable value; make one with [NewComplete].
type Complete struct{ direct }

// NewComplete returns the complete network of n processors, or an error unless n ≥ 1 and its
// n(n-1)/2 links are at most [topology.MaxLinks].
func NewComplete(n int) (Complete, error) {
	c := Complete{direct{n}}
	if n < 1 {
		return Complete{}, fmt.Errorf("%v: want n ≥ 1", c)
	}
	// Half of the even one of n and n-1, times the odd one.
	if err := checkSize(c, n, product(n/2, n-1+n%2)); err != nil {
		return Complete{}, err
	}
	return c, nil
}

func (c Complete) String() string                               { return fmt.Sprintf("complete(n=%d)", c.nodes) }
func (c Complete) NodeAt(address string) (topology.Node, error) { return c.parse(c, address) }

// Orbit returns 0. Proof. Every permutation of the processors keeps the links, as all are there, and
// one takes any processor to any other.
func (c Complete) Orbit(topology.Node) int { return 0 }

func (c Complete) Size() int { return c.nodes * (c.nodes - 1) / 2 }

// AppendNeighbors appends all processors but u.
func (c Complete) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	nodes = appendSteps(nodes, 0, 1, int(u))
	return appendSteps(nodes, u+1, 1, c.nodes-1-int(u))
}

// appendSteps appends the given number of nodes from first on, each step more than the one before.
func appendSteps(nodes []topology.Node, first, step topology.Node, count int) []topology.Node {
	for range count {
		nodes = append(nodes, first)
		first += step
	}
	return nodes
}

// Links yields every link once: from each processor to every greater one.
func (c Complete) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range c.nodes {
			for v := u + 1; v < c.nodes; v++ {
				// u is among the processors below v, v among those above u, which itself is left out.
				if !yield(topology.Link{A: topology.Node(u), PortA: v - 1, LabelA: topology.NoLabel, B: topology.Node(v), PortB: u, LabelB: topology.NoLabel}) {
					return
				}
			}
		}
	}
}
