package sim

import (
	"fmt"

	"topobook/topology"
	"topobook/topology/route"
)

// Duato returns adaptive routing that cannot deadlock: a packet takes a VC of the channel with the most room
// of those that lead closer, and where none is free one of a deterministic routing without cycles of channels, for
// which the lowest VC is set aside: dor on meshes and hypercubes, alg1 on MiKANT and Clos k-ary n-trees, dst on k-ary
// n-trees. On tori and rings dor has two VCs set aside, VC 1 for packets that have yet to cross the link
// between the last and the first digit. A packet that has taken such a VC goes on by them. It returns an error on other
// networks, and if no other VC is left.
//
// It takes an adaptive VC only when the buffer of that is empty: in an adaptive buffer no packet is behind another, whose
// choice it would have to wait for, so that every packet comes to the front, where it can escape. The buffers of the VCs
// set aside may hold several packets: those go on by such VCs only, along no cycle.
//
// Source: Duato, A New Theory of Deadlock-Free Adaptive Routing in Wormhole Networks, IEEE Transactions on Parallel
// and Distributed Systems 4(12), 1993, where no buffer holds two packets, and packets may leave these VCs again.
func Duato(net *topology.Network, vcs int) (Algorithm, error) {
	escape := escapeOf(net)
	if escape == nil {
		return Algorithm{}, fmt.Errorf("%v: routing duato: want a torus, ring, mesh, hypercube, kary_ntree, clos_ntree or mikant, for which a deterministic routing without cycles is known", net)
	}
	own := escape.VCs
	if vcs <= own {
		return Algorithm{}, fmt.Errorf("%v: routing duato: got %d virtual channels, want %d or more: it sets %d aside", net, vcs, own+1, own)
	}
	m := newCloser(net)
	ways := func(s *Sim, u topology.Node, p *Packet, ways []route.Way) []route.Way {
		dist := m.to(s, p).dist
		if _, vc := s.Came(p); vc < 0 || vc >= own {
			for c := m.start[u]; c < m.start[u+1]; c++ {
				if dist[m.heads[c]] == dist[u]-1 {
					ways = append(ways, route.Way{Channel: c, VCs: ^uint32(0) << own})
				}
			}
		}
		return append(ways, escape.Way(u, p.Dest))
	}
	return Algorithm{Ways: ways, Escape: true, PerDest: 4 * float64(net.Order())}, nil
}

// escapeOf returns the first escape of the routings of net, or nil if none is known.
func escapeOf(net *topology.Network) *route.Escape {
	for _, r := range route.Routings(net) {
		if escape := r.Escape(); escape != nil {
			return escape
		}
	}
	return nil
}

// ByRule returns the algorithm that does what a rule says. It draws one of the ways in each
// router or, if room is true, takes that with the most room, as [Algorithm].Ways does.
func ByRule(net *topology.Network, r *route.RuleRouting, room bool) Algorithm {
	ways := func(s *Sim, u topology.Node, p *Packet) []route.Way {
		came, _ := s.Came(p)
		list, err := r.Ways(u, p.Dest, came)
		what := ""
		switch {
		case err != nil:
		case len(list) == 0:
			what = "has no way on"
		case int(p.routers) > 2*net.Size()+1:
			what = "goes in circles"
		}
		if what != "" {
			err = fmt.Errorf("%v: routing %s %s at %s on the way from %s to %s", net, r.Name(), what, net.Address(u), net.Address(p.Source), net.Address(p.Dest))
		}
		for _, w := range list {
			if err == nil && uint64(w.VCs)>>s.VCs != 0 {
				err = fmt.Errorf("%v: routing %s: got virtual channels at %s beyond the last, want 0 to %d", net, r.Name(), net.Address(u), s.VCs-1)
			}
		}
		if err != nil {
			s.err = err
			return nil
		}
		return list
	}
	if room {
		return Algorithm{Ways: func(s *Sim, u topology.Node, p *Packet, list []route.Way) []route.Way {
			return append(list, ways(s, u, p)...)
		}}
	}
	return Algorithm{Rule: func(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
		list := ways(s, u, p)
		switch len(list) {
		case 0:
			return 0, 0
		case 1:
			return list[0].Channel, list[0].VCs
		}
		w := list[s.Random(len(list))]
		return w.Channel, w.VCs
	}}
}
