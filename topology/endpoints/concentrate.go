// Package endpoints makes networks whose processors are not those of their family: hung on its nodes, or only some of them.
package endpoints

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"topobook/topology"
	"topobook/topology/draw"
	"topobook/topology/internal/text"
	"topobook/topology/route"
)

// A concentrated has processors on the nodes of a base.
type concentrated struct {
	base  *topology.Network
	start []topology.Node // by switch: its first processor; and the order
	ports int             // of a switch, without processors
	call  string
}

// NewConcentrated returns the definition of the network that hangs processors on each node of net, which are switches then: as many as
// per says, by node. If net declares its orbits, and nodes of the same orbit get as many, so does the result.
// It returns an error if a number is negative, all are 0, or the network would have more than [topology.MaxNodes] nodes; it panics if per does not
// have a number for each node.
func NewConcentrated(net *topology.Network, per []int) (topology.Definition, error) {
	if len(per) != net.Order() {
		panic(fmt.Sprintf("endpoints: %v: %d numbers of processors, want one for each node", net, len(per)))
	}
	c := &concentrated{base: net, start: make([]topology.Node, net.Order()+1), ports: ports(net)}
	c.call = c.format(per)
	total := net.Order()
	for u, p := range per {
		if p < 0 || p > topology.MaxNodes {
			return nil, fmt.Errorf("%s: got %d processors at node %s, want 0 to %d", c.call, p, net.Address(topology.Node(u)), topology.MaxNodes)
		}
		c.start[u] = topology.Node(total)
		if total += p; total > topology.MaxNodes {
			return nil, fmt.Errorf("%s: want at most %d nodes", c.call, topology.MaxNodes)
		}
	}
	c.start[net.Order()] = topology.Node(total)
	if total == net.Order() {
		return nil, fmt.Errorf("%s: want at least one processor", c.call)
	}
	for u := range topology.Node(net.Order()) {
		if strings.Contains(net.Address(u), ":") {
			return nil, fmt.Errorf("%s: node %s has a colon in its address, want none, as processors have one in theirs", c.call, net.Address(u))
		}
	}
	orbits, of := net.OrbitsOf()
	for u := range of {
		if per[u] != per[orbits[of[u]].First] {
			of = nil
			break
		}
	}
	if of == nil {
		return c, nil
	}
	s := &symmetricConcentrated{c, of, make([]int32, len(orbits))}
	count := int32(len(orbits))
	for i, orbit := range orbits { // which are in the order of their first nodes, as their processors are
		if s.below[i] = count; per[orbit.First] > 0 {
			count++
		}
	}
	return s, nil
}

// ports returns how many ports a node of net has at most, with gaps between them.
func ports(net *topology.Network) (ports int) {
	for u := range topology.Node(net.Order()) {
		if first, end := net.Channels(u); end > first {
			ports = max(ports, net.Port(end-1)+1)
		}
	}
	return ports
}

// format returns the call that makes c.
func (c *concentrated) format(per []int) string {
	for _, p := range per {
		if p != per[0] {
			return fmt.Sprintf("concentrate(%v, %s)", c.base, text.List("p", len(per), func(yield func(string) bool) {
				for _, p := range per {
					if !yield(strconv.Itoa(p)) {
						return
					}
				}
			}))
		}
	}
	return fmt.Sprintf("concentrate(%v, p=%d)", c.base, per[0])
}

func (c *concentrated) String() string          { return c.call }
func (c *concentrated) Order() int              { return int(c.start[c.base.Order()]) }
func (c *concentrated) Base() *topology.Network { return c.base }

func (c *concentrated) Kind(u topology.Node) topology.Kind {
	if int(u) < c.base.Order() {
		return topology.Switch
	}
	return topology.Processor
}

func (c *concentrated) Level(u topology.Node) int {
	if int(u) < c.base.Order() {
		return c.base.Level(u)
	}
	return topology.NoLevel
}

// Depth returns that of a switch in the base; a processor is one below its switch.
func (c *concentrated) Depth(u topology.Node) int {
	depth := c.base.Depth(c.SwitchOf(u))
	if int(u) >= c.base.Order() && depth != topology.NoLevel {
		depth++
	}
	return depth
}

func (c *concentrated) SwitchOf(u topology.Node) topology.Node {
	if int(u) < c.base.Order() {
		return u
	}
	place, here := slices.BinarySearch(c.start, u)
	if !here {
		return topology.Node(place - 1)
	}
	for c.start[place+1] == u { // a switch without processors
		place++
	}
	return topology.Node(place)
}

func (c *concentrated) ProcessorsOf(u topology.Node) (first, end topology.Node) {
	return c.start[u], c.start[u+1]
}

func (c *concentrated) Address(u topology.Node) string {
	at := c.SwitchOf(u)
	if at == u {
		return c.base.Address(u)
	}
	return c.base.Address(at) + ":" + strconv.Itoa(int(u-c.start[at]))
}

func (c *concentrated) NodeAt(address string) (topology.Node, error) {
	at, index, ok := strings.Cut(text.Plain(address), ":")
	if !ok {
		return c.base.NodeAt(address)
	}
	u, err := c.base.NodeAt(at)
	if err != nil {
		return 0, err
	}
	first, end := c.ProcessorsOf(u)
	i, err := strconv.Atoi(index)
	if err != nil || i < 0 || i >= int(end-first) || strconv.Itoa(i) != index {
		return 0, fmt.Errorf("%s: address %q: want a processor of %s from 0 to %d", c.call, address, c.base.Address(u), end-first-1)
	}
	return first + topology.Node(i), nil
}

func (c *concentrated) Size() int { return c.base.Size() + c.Order() - c.base.Order() }

func (c *concentrated) AppendNeighbors(nodes []topology.Node, u topology.Node) []topology.Node {
	at := c.SwitchOf(u)
	if at != u {
		return append(nodes, at)
	}
	nodes = append(nodes, c.base.Neighbors(u)...)
	for v := c.start[u]; v < c.start[u+1]; v++ {
		nodes = append(nodes, v)
	}
	return nodes
}

// Links yields the links of the base, and then those of the processors.
func (c *concentrated) Links() iter.Seq[topology.Link] {
	return func(yield func(topology.Link) bool) {
		for u := range topology.Node(c.base.Order()) {
			first, end := c.base.Channels(u)
			for d := first; d < end; d++ {
				if twin := c.base.Twin(d); c.base.Head(d) > u && !yield(topology.Link{
					A: u, PortA: c.base.Port(d), LabelA: c.base.Label(d),
					B: c.base.Head(d), PortB: c.base.Port(twin), LabelB: c.base.Label(twin),
				}) {
					return
				}
			}
		}
		for u := range topology.Node(c.base.Order()) {
			for v := c.start[u]; v < c.start[u+1]; v++ {
				if !yield(topology.Link{A: u, PortA: c.ports + int(v-c.start[u]), LabelA: topology.NoLabel, B: v, LabelB: topology.NoLabel}) {
					return
				}
			}
		}
	}
}

// Cable returns what the base knows of a link; nothing is known of those of processors.
func (c *concentrated) Cable(u topology.Node, port int) topology.Cable {
	if int(u) < c.base.Order() && port < c.ports {
		first, end := c.base.Channels(u)
		for d := first; d < end; d++ {
			if c.base.Port(d) == port {
				return c.base.Cable(d)
			}
		}
	}
	return topology.Cable{}
}

// Routings returns those that the base has by name, as far as these lead between all its nodes.
func (c *concentrated) Routings(net *topology.Network) []route.Routing {
	return route.Concentrated(net, c)
}

// Layout draws the base, with the processors of each switch around it.
func (c *concentrated) Layout() draw.LayoutFunc { return draw.Satellites }

// A symmetricConcentrated has as many processors on nodes of the same orbit.
type symmetricConcentrated struct {
	*concentrated
	of    []int32 // by switch: its orbit
	below []int32 // by orbit: that of the processors of its switches
}

// Orbit returns that of a switch, or of its processors: an automorphism of the base is one of the switches, and their processors follow in order.
// Processors of the same switch change places, as nothing else is at them.
func (c *symmetricConcentrated) Orbit(u topology.Node) int {
	at := c.SwitchOf(u)
	if at == u {
		return int(c.of[u])
	}
	return int(c.below[c.of[at]])
}
