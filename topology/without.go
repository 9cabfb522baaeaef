package topology

import (
	"fmt"
	"strconv"

	"topobook/topology/internal/text"
	"topobook/topology/sorting"
)

// Without returns what is left of net when some nodes and links are broken: the other nodes, and
// every other link that joins two of them. Nodes keep their addresses, kinds and levels, links their
// ports and labels. Node u of the result is the u-th node left; see [Whole] for the way back. It has
// no orbits, as what is left of a symmetric network need not be symmetric.
//
// A channel stands for its link. Both lists are sets: what is there twice counts once. It returns an
// error if no node is left; it panics if a node or channel is not one of net.
func Without(net *Network, nodes []Node, links []Channel) (*Network, error) {
	return Build(NewWithout(net, nodes, links))
}

// NewWithout returns the definition of the network that [Without] makes.
func NewWithout(net *Network, nodes []Node, links []Channel) (Definition, error) {
	broken := sorting.Distinct(append([]Node(nil), nodes...))
	s := &subnetwork{whole: net, lost: make([]Channel, len(links)), damaged: true}
	for i, c := range links {
		s.lost[i] = min(c, net.Twin(c))
	}
	s.lost = sorting.Distinct(s.lost)
	if len(broken) > 0 && (broken[0] < 0 || int(broken[len(broken)-1]) >= net.Order()) {
		panic(fmt.Sprintf("topology: %v: nodes %v: want each from 0 to %d", net, broken, net.Order()-1))
	}
	s.call = fmt.Sprintf("without(%v, %s, %s)", net, net.formatNodes(broken), net.formatLinks(s.lost))
	if len(broken) == net.Order() {
		return nil, fmt.Errorf("%s: want at least one node left", s.call)
	}
	s.keep = make([]Node, 0, net.Order()-len(broken))
	for u := range Node(net.Order()) {
		if len(broken) > 0 && broken[0] == u {
			broken = broken[1:]
			continue
		}
		s.keep = append(s.keep, u)
	}
	return s, nil
}

// formatLinks writes a keyword argument that is a list of links as pairs of addresses, with the port of a link that is
// parallel to another.
func (net *Network) formatLinks(list []Channel) string {
	multi := len(list) > 0 && net.IsMulti()
	return text.List("links", len(list), func(yield func(string) bool) {
		for _, c := range list {
			port := ""
			if multi && net.IsParallel(c) {
				port = fmt.Sprint(", ", net.Port(c))
			}
			if !yield("(" + strconv.Quote(net.Address(net.Tail(c))) + ", " + strconv.Quote(net.Address(net.Head(c))) + port + ")") {
				return
			}
		}
	})
}

// Whole returns the network that part was made from by [Without], and for each node of part which
// node of it that is; or false if part was not. Callers must not change the slice.
func Whole(part *Network) (whole *Network, nodes []Node, ok bool) {
	s, ok := part.Definition.(*subnetwork)
	if !ok || !s.damaged {
		return nil, nil, false
	}
	return s.whole, s.keep, true
}
