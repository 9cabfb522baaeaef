package topology

import (
	"fmt"
	"iter"
)

// A Complete network joins each two of its n processors by a link.
// The ports of a processor lead to the others in increasing order. A link has no label.
// It is an immutable, comparable value; make one with [NewComplete].
type Complete struct{ direct }

// NewComplete returns the complete network of n processors, or an error unless n ≥ 1 and its
// n(n-1)/2 links are at most [MaxLinks].
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

func (c Complete) String() string                      { return fmt.Sprintf("complete(n=%d)", c.nodes) }
func (c Complete) NodeAt(address string) (Node, error) { return c.parse(c, address) }

// Orbit returns 0. Proof. Every permutation of the processors keeps the links, as all are there, and
// one takes any processor to any other.
func (c Complete) Orbit(Node) int { return 0 }

func (c Complete) Size() int { return c.nodes * (c.nodes - 1) / 2 }

// AppendNeighbors appends all processors but u.
func (c Complete) AppendNeighbors(nodes []Node, u Node) []Node {
	nodes = appendSteps(nodes, 0, 1, int(u))
	return appendSteps(nodes, u+1, 1, c.nodes-1-int(u))
}

// appendSteps appends so many nodes from first on, each by step more than the one before.
func appendSteps(nodes []Node, first, step Node, count int) []Node {
	for range count {
		nodes = append(nodes, first)
		first += step
	}
	return nodes
}

// Links yields every link once: from each processor to every greater one.
func (c Complete) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for u := range c.nodes {
			for v := u + 1; v < c.nodes; v++ {
				// u is among the processors below v, v among those above u, which itself is left out.
				if !yield(Link{A: Node(u), PortA: v - 1, LabelA: NoLabel, B: Node(v), PortB: u, LabelB: NoLabel}) {
					return
				}
			}
		}
	}
}
