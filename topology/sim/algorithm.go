package sim

import (
	"fmt"
	"math"

	"topobook/topology"
	"topobook/topology/family"
	"topobook/topology/measure"
	"topobook/topology/route"
)

// A Rule says where a packet goes on from router u, which is not that of its destination: the channel
// that it leaves by, and the set of VCs that it may take, bit by bit; 0 is all. It may keep something in the
// packet's State, and ask s for [Sim.Random] and [Sim.Credits].
type Rule func(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32)

// An Algorithm is a routing algorithm for the routers of a network.
type Algorithm struct {
	Rule Rule

	// Ways, if it is not nil, is used in place of Rule: it appends all ways by which a packet may go on. As long as
	// the packet waits for a VC it asks each cycle anew for one of the way that has the most room, of those
	// that have a free VC with an empty buffer, drawn if there are several. If Escape is true it asks for one of the
	// last way only where no other has, and its buffer need not be empty. Ways draws nothing.
	Ways   func(s *Sim, u topology.Node, p *Packet, ways []route.Way) []route.Way
	Escape bool

	// What it keeps, in bytes, for each destination, and each pair of processors that send.
	PerDest, PerPair float64
}

// ByNext returns the algorithm that goes where next says, on all VCs.
func ByNext(next func(u, dest topology.Node) topology.Channel) Algorithm {
	return Algorithm{Rule: func(_ *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) { return next(u, p.Dest), 0 }}
}

// Named returns the algorithm of net with the given name, for routers with so many virtual channels. It is
// that of [route.NamedRouting], on all VCs; but on tori and rings dor is [Dateline]. There are adaptive and, on
// networks that it is known for, duato besides: see [Minimal] and [Duato]. It returns an error that lists the names
// if there is none.
func Named(net *topology.Network, name string, vcs int) (Algorithm, error) {
	switch name {
	case "adaptive":
		return Minimal(net, name), nil
	case "duato":
		return Duato(net, vcs)
	}
	r, err := route.NamedRouting(net, name)
	if err != nil {
		return Algorithm{}, fmt.Errorf("%w, adaptive, duato", err)
	}
	switch name {
	case "random", "minimal", "first":
		return Minimal(net, name), nil
	case "dor":
		switch net.Definition.(type) {
		case family.Torus, family.Ring:
			return Dateline(net, vcs), nil
		}
	}
	if next := r.Next(net); next != nil {
		return ByNext(next), nil
	}
	return ByPath(net, r), nil
}

// ByPath returns the algorithm that draws one of the paths of a routing, which are as likely as each other,
// in the first router, and follows it on all VCs. It keeps the paths of all pairs that have sent.
func ByPath(net *topology.Network, r route.Routing) Algorithm {
	known := make(map[uint64]int) // by pair: where its paths are in the list
	var list []topology.Channel   // the number of paths, where each begins, and their channels
	rule := func(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
		if p.State == 0 {
			pair := uint64(p.Source)<<32 | uint64(p.Dest)
			at, ok := known[pair]
			if !ok {
				options, err := r.Options(net, p.Source, p.Dest, math.MaxInt)
				if err != nil {
					s.err = err
					return 0, 0
				}
				at = len(list)
				known[pair] = at
				list = append(list, topology.Channel(len(options)))
				for range options {
					list = append(list, 0)
				}
				for i, o := range options {
					list[at+1+i] = topology.Channel(len(list))
					for j, c := range o.Path.Channels {
						if j > 0 || o.Path.Nodes[0] == u { // else it is how a processor injects
							list = append(list, c)
						}
					}
				}
			}
			choice := at + 1
			if list[at] > 1 {
				choice += s.Random(int(list[at]))
			}
			p.State = uint32(list[choice])
		}
		c := list[p.State]
		p.State++
		return c, 0
	}
	return Algorithm{Rule: rule, PerPair: 80 + 8*meanHops(net)}
}

// A row is what is known of the ways to a router.
type row struct {
	dist  []int32
	paths []float32 // by node: the shortest paths to it, or 0 if they have not been counted
}

// to finds the distances to a router unless they are known.
func (r *row) to(net *topology.Network, home topology.Node) (found bool) {
	if r.dist == nil {
		r.dist, found = measure.Distances(net, home), true
	}
	return found
}

// count returns the number of shortest paths from u, at most 1e30.
func (r *row) count(net *topology.Network, u topology.Node) float32 {
	sum := r.paths[u]
	if sum > 0 {
		return sum
	}
	for _, v := range net.Neighbors(u) {
		if r.dist[v] == r.dist[u]-1 {
			sum = min(sum+r.count(net, v), 1e30)
		}
	}
	r.paths[u] = sum
	return sum
}

// Minimal returns the algorithm that takes a channel that leads closer to the destination, on all VCs:
// "random" one drawn uniformly, "minimal" one drawn so that all shortest paths are as likely, "first" that
// of the lowest port, "adaptive" that with the most credits, one of these drawn uniformly.
// It keeps distances to the routers that have been sent to: 4N bytes for each, and 8N for minimal, of N nodes.
func Minimal(net *topology.Network, choice string) Algorithm {
	rows := make([]row, net.Order())
	start, heads := net.Adjacency()
	rule := func(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
		home := s.nodeOf[s.eject[p.Dest]]
		r := &rows[home]
		if r.to(net, home) {
			if choice == "minimal" {
				r.paths = make([]float32, net.Order())
				r.paths[home] = 1
			}
		}
		closer := r.dist[u] - 1
		best, weight, total := topology.Channel(-1), 0, 0 // of the channels that are as good, and their number
		paths, sum := float32(0), float32(0)
		for c := start[u]; c < start[u+1]; c++ {
			v := heads[c]
			if r.dist[v] != closer {
				continue
			}
			switch choice {
			case "first":
				return c, 0
			case "minimal":
				sum += r.count(net, v)
			case "adaptive":
				if w := s.Credits(c); w > weight {
					weight, total = w, 0
				} else if w < weight {
					continue
				}
			}
			best, paths = c, sum
			total++
		}
		if total < 2 {
			return best, 0
		}
		if choice == "minimal" {
			x := float32(below(s.routing, 1<<24)) * (1.0 / (1 << 24)) * paths
			sum = 0
			for c := start[u]; c < start[u+1]; c++ {
				if v := heads[c]; r.dist[v] == closer {
					if sum += r.paths[v]; sum > x {
						return c, 0
					}
				}
			}
			return best, 0
		}
		for c, left := start[u], s.Random(total); ; c++ {
			if r.dist[heads[c]] == closer && (weight == 0 || s.Credits(c) == weight) {
				if left == 0 {
					return c, 0
				}
				left--
			}
		}
	}
	return Algorithm{Rule: rule, PerDest: 8 * float64(net.Order())}
}

// Dateline returns dimension-order routing on a torus or a ring: a packet corrects digit 0 of its address,
// the first, then digit 1, and so on, the shorter way round, which is drawn where both are as long. In each
// dimension a packet that will cross the link between the last and the first digit takes the upper half of
// the VCs, and another the lower half: no cycle of channels can then fill up. With one VC there are no halves.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), sec. 14.2.3.
func Dateline(net *topology.Network, vcs int) Algorithm {
	sides := []int{net.Order()}
	if t, ok := net.Definition.(family.Torus); ok {
		sides = t.Sides()
	}
	lower := uint32(1)<<((vcs+1)/2) - 1
	upper := uint32(1)<<vcs - 1 - lower // 0, which is all, if there is one VC
	return Algorithm{Rule: func(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
		stride := topology.Node(net.Order())
		for i, side := range sides {
			stride /= topology.Node(side)
			a, b := int(u/stride)%side, int(p.Dest/stride)%side
			if a == b {
				continue
			}
			if int(p.State>>2) != i+1 { // it turns into this dimension
				forward := (b - a + side) % side
				down := uint32(0)
				if 2*forward > side || 2*forward == side && side > 2 && s.Random(2) == 1 {
					down = 1
				}
				p.State = uint32(i+1)<<2 | down<<1
				if down == 0 && a > b || down == 1 && a < b {
					p.State |= 1
				}
			}
			allowed := lower
			if p.State&1 != 0 {
				allowed = upper
			}
			if side == 2 {
				allowed = 0 // one link, and no ring
			}
			port := 2*i + int(p.State>>1&1)
			c, _ := net.Channels(u)
			for net.Port(c) != port {
				c++
			}
			return c, allowed
		}
		panic("sim: no hop from a node to itself")
	}}
}
