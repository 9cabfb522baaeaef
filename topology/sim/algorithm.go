package sim

import (
	"fmt"
	"math"

	"topobook/topology"
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

// adaptive holds the algorithms by which packets choose as they find buffers, and which are not routings.
var adaptive = []struct {
	name string
	of   func(net *topology.Network, vcs int) (Algorithm, error)
}{
	{"adaptive", func(net *topology.Network, _ int) (Algorithm, error) { return Adaptive(net), nil }},
	{"duato", Duato},
}

// Named returns the algorithm of net with the given name, for routers with the given number of virtual channels. It is
// that of [route.NamedRouting], on all VCs; but on tori and rings dor is [Dateline]. In addition there are adaptive
// and, on networks for which it is known, duato: see [Adaptive] and [Duato]. It returns an error that lists the names
// if there is none.
func Named(net *topology.Network, name string, vcs int) (Algorithm, error) {
	names := ""
	for _, a := range adaptive {
		if a.name == name {
			return a.of(net, vcs)
		}
		names += ", " + a.name
	}
	r, err := route.NamedRouting(net, name)
	if err != nil {
		return Algorithm{}, fmt.Errorf("%w%s", err, names)
	}
	switch r := r.(type) {
	case *route.ShortestRouting:
		return Shortest(net, r.Split), nil
	case *route.DimensionRouting:
		if r.Wraps {
			return Dateline(net, r.Sides, max(1, vcs)), nil // New says what is wrong with fewer
		}
	}
	if next := r.Next(); next != nil {
		return ByNext(next), nil
	}
	return ByPath(net, r), nil
}

// ByPath returns the algorithm that draws one of the paths of a routing, which are equally likely,
// in the first router, and follows it on all VCs. It keeps the paths of all pairs that have sent.
func ByPath(net *topology.Network, r route.Routing) Algorithm {
	known := make(map[uint64]int) // by pair: where its paths are in the list
	var list []topology.Channel   // the number of paths, where each begins, and their channels
	rule := func(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
		if p.State == 0 {
			pair := uint64(p.Source)<<32 | uint64(p.Dest)
			at, ok := known[pair]
			if !ok {
				options, err := r.Options(p.Source, p.Dest, math.MaxInt)
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

// closer are the ways to each router that has been sent to, by channels that lead closer to it.
type closer struct {
	start []topology.Channel
	heads []topology.Node
	rows  []row
}

func newCloser(net *topology.Network) *closer {
	c := &closer{rows: make([]row, net.Order())}
	c.start, c.heads = net.Adjacency()
	return c
}

// A row is what is known of the ways to a router.
type row struct {
	dist  []int32
	paths []float32 // by node: the shortest paths to it, or 0 if they have not been counted
}

// to returns what is known of the ways to the router of a packet's destination: at least the distances.
func (m *closer) to(s *Sim, p *Packet) *row {
	home := s.home(p)
	r := &m.rows[home]
	if r.dist == nil {
		r.dist = measure.Distances(s.net, home)
	}
	return r
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

// algorithm returns the algorithm of a rule that needs distances to the routers that have been sent to: 4N bytes for
// each, and 4N more for paths, of N nodes.
func (m *closer) algorithm(rule Rule) Algorithm {
	return Algorithm{Rule: rule, PerDest: 8 * float64(len(m.rows))}
}

// Shortest returns the algorithm that takes a channel that leads closer to the destination, on all VCs: one drawn as the
// split says.
func Shortest(net *topology.Network, split route.Split) Algorithm {
	m := newCloser(net)
	return m.algorithm([...]Rule{route.EvenHops: m.even, route.EvenPaths: m.evenPaths, route.LowestPort: m.lowest}[split])
}

// Adaptive returns the algorithm that takes the channel with the most credits of those that lead closer, on all VCs, one
// of these drawn uniformly.
func Adaptive(net *topology.Network) Algorithm {
	m := newCloser(net)
	return m.algorithm(m.mostCredits)
}

// lowest takes the channel of the lowest port.
func (m *closer) lowest(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
	dist := m.to(s, p).dist
	for c := m.start[u]; c < m.start[u+1]; c++ {
		if dist[m.heads[c]] == dist[u]-1 {
			return c, 0
		}
	}
	return -1, 0
}

// even draws one of the channels, all equally likely.
func (m *closer) even(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
	dist, heads := m.to(s, p).dist, m.heads
	best, total := topology.Channel(-1), 0
	for c, end := m.start[u], m.start[u+1]; c < end; c++ {
		if dist[heads[c]] == dist[u]-1 {
			best = c
			total++
		}
	}
	if total > 1 {
		left := s.Random(total)
		for best = m.start[u]; ; best++ {
			if dist[heads[best]] != dist[u]-1 {
				continue
			}
			if left == 0 {
				break
			}
			left--
		}
	}
	return best, 0
}

// mostCredits draws one of the channels with the most credits.
func (m *closer) mostCredits(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
	dist, heads := m.to(s, p).dist, m.heads
	best, most, total := topology.Channel(-1), 0, 0
	for c, end := m.start[u], m.start[u+1]; c < end; c++ {
		if dist[heads[c]] != dist[u]-1 {
			continue
		}
		if credits := s.Credits(c); credits > most {
			most, total = credits, 0
		} else if credits < most {
			continue
		}
		best = c
		total++
	}
	if total > 1 {
		left := s.Random(total)
		for best = m.start[u]; ; best++ {
			if dist[heads[best]] != dist[u]-1 || most > 0 && s.Credits(best) != most {
				continue
			}
			if left == 0 {
				break
			}
			left--
		}
	}
	return best, 0
}

// evenPaths draws a channel so that all shortest paths are as likely.
func (m *closer) evenPaths(s *Sim, u topology.Node, p *Packet) (topology.Channel, uint32) {
	r := m.to(s, p)
	if r.paths == nil {
		r.paths = make([]float32, len(m.rows))
		r.paths[s.home(p)] = 1
	}
	best, total, sum := topology.Channel(-1), 0, float32(0)
	for c := m.start[u]; c < m.start[u+1]; c++ {
		if v := m.heads[c]; r.dist[v] == r.dist[u]-1 {
			sum += r.count(s.net, v)
			best = c
			total++
		}
	}
	if total < 2 {
		return best, 0
	}
	x := float32(below(s.routing, 1<<24)) * (1.0 / (1 << 24)) * sum
	sum = 0
	for c := m.start[u]; c < m.start[u+1]; c++ {
		if v := m.heads[c]; r.dist[v] == r.dist[u]-1 {
			if sum += r.paths[v]; sum > x {
				return c, 0
			}
		}
	}
	return best, 0
}

// Dateline returns dimension-order routing on a torus of the given sides or a ring: a packet corrects digit 0 of its address,
// the first, then digit 1, and so on, the shorter way round, which is drawn where both are as long. In each
// dimension a packet that will cross the link between the last and the first digit takes the upper half of
// the VCs, and another the lower half: no cycle of channels can then fill up. With one VC there are no halves.
//
// Source: Dally and Towles, Principles and Practices of Interconnection Networks (2004), sec. 14.2.3.
func Dateline(net *topology.Network, sides []int, vcs int) Algorithm {
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
