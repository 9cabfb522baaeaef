package topology

import (
	"fmt"
	"iter"
	"strconv"

	"topobook/topology/internal/text"
	"topobook/topology/sorting"
)

// subnetwork is what is left of a network when only some nodes are kept, and some links are not.
type subnetwork struct {
	whole *Network
	keep  []Node    // in increasing order: node u of the subnetwork is node keep[u] of the whole
	lost  []Channel // in increasing order: the links that are not kept, each by its lower channel
	call  string

	damaged bool // made by Without
}

// Induced returns the network of the kept nodes and of every link of net that joins two of them.
// Nodes keep their addresses, kinds and levels, links their ports and labels. Node u of the result
// is the u-th kept node in increasing order, whatever the order of keep.
// It returns an error if keep is empty or names a node twice; it panics if a node is not one of net.
func Induced(net *Network, keep []Node) (*Network, error) { return Build(NewInduced(net, keep)) }

// NewInduced returns the definition of the network that [Induced] makes.
func NewInduced(net *Network, keep []Node) (Definition, error) {
	s := &subnetwork{whole: net, keep: append([]Node(nil), keep...)}
	sorting.Sort(s.keep)
	if len(keep) == 0 {
		return nil, fmt.Errorf("induced(%v, nodes=[]): want at least one node", net)
	}
	if u := s.keep[0]; u < 0 {
		panic(fmt.Sprintf("topology: %v has no node %d", net, u))
	}
	if u := s.keep[len(keep)-1]; int(u) >= net.Order() {
		panic(fmt.Sprintf("topology: %v has no node %d", net, u))
	}
	s.call = s.format()
	for i, u := range s.keep {
		if i > 0 && u == s.keep[i-1] {
			return nil, fmt.Errorf("%s: node %s occurs twice, want distinct nodes", s.call, net.Address(u))
		}
	}
	return s, nil
}

// format returns the call that makes s.
func (s *subnetwork) format() string {
	return fmt.Sprintf("induced(%v, %s)", s.whole, s.whole.formatNodes(s.keep))
}

// formatNodes writes a keyword argument that is a list of nodes.
func (net *Network) formatNodes(list []Node) string {
	return text.List("nodes", len(list), func(yield func(string) bool) {
		for _, u := range list {
			if !yield(strconv.Quote(net.Address(u))) {
				return
			}
		}
	})
}

func (s *subnetwork) String() string        { return s.call }
func (s *subnetwork) Order() int            { return len(s.keep) }
func (s *subnetwork) Kind(u Node) Kind      { return s.whole.Kind(s.keep[u]) }
func (s *subnetwork) Level(u Node) int      { return s.whole.Level(s.keep[u]) }
func (s *subnetwork) Depth(u Node) int      { return s.whole.Depth(s.keep[u]) }
func (s *subnetwork) Address(u Node) string { return s.whole.Address(s.keep[u]) }

// Cable returns what the whole network knows of a link.
func (s *subnetwork) Cable(u Node, port int) Cable {
	return s.whole.cableAt(s.keep[u], port)
}

func (s *subnetwork) NodeAt(address string) (Node, error) {
	v, err := s.whole.NodeAt(address)
	if err != nil {
		return 0, err
	}
	u, ok := find(s.keep, v)
	if !ok {
		what := "not among the kept nodes"
		if s.damaged {
			what = "broken"
		}
		return 0, fmt.Errorf("%v: node %s is %s", s, s.whole.Address(v), what)
	}
	return Node(u), nil
}

// Links yields every kept link of the whole network that joins two kept nodes, once.
func (s *subnetwork) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for a, u := range s.keep {
			first, end := s.whole.Channels(u)
			for c := first; c < end; c++ {
				b, ok := find(s.keep, s.whole.Head(c))
				if !ok || b < a {
					continue // the other end is not kept, or has yielded this link
				}
				twin := s.whole.Twin(c)
				if _, lost := find(s.lost, c); lost { // c is below its twin, as a is below b
					continue
				}
				link := Link{
					A: Node(a), PortA: s.whole.Port(c), LabelA: s.whole.Label(c),
					B: Node(b), PortB: s.whole.Port(twin), LabelB: s.whole.Label(twin),
				}
				if !yield(link) {
					return
				}
			}
		}
	}
}

// find returns the place of x in a sorted list, or where it would be, and whether it is there.
func find[E ~int32](sorted []E, x E) (place int, ok bool) {
	end := len(sorted)
	for place < end {
		if middle := (place + end) / 2; sorted[middle] < x {
			place = middle + 1
		} else {
			end = middle
		}
	}
	return place, place < len(sorted) && sorted[place] == x
}
