package topology

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"topobook/topology/internal/text"
)

// A Concentrated network is another one, the base, whose nodes are switches with processors: those nodes come first, by their numbers,
// then the processors switch by switch.
//
// The address of a switch is that of the base's node; processor i of it, from 0, is a colon and i behind that: 0,3:1. A switch keeps its
// ports and its level; after the last port of any switch come those of its processors. A processor has port 0, and no level.
type Concentrated interface {
	Definition
	// Base returns the network of the switches.
	Base() *Network
	// SwitchOf returns the switch of a processor; a switch is its own.
	SwitchOf(u Node) Node
	// ProcessorsOf returns the range of the processors of a switch: first to end-1.
	ProcessorsOf(u Node) (first, end Node)
}

// A concentrated has processors on the nodes of a base.
type concentrated struct {
	base  *Network
	start []Node // by switch: its first processor; and the order
	ports int    // of a switch, without processors
	call  string
}

// NewConcentrated returns the definition of the network that hangs processors on each node of net, which are switches then: as many as
// per says, by node. If net declares its orbits, and nodes of the same orbit get as many, so does the result.
// It returns an error if a number is negative, all are 0, or the network would have more than [MaxNodes] nodes; it panics if per does not
// have a number for each node.
func NewConcentrated(net *Network, per []int) (Definition, error) {
	if len(per) != net.Order() {
		panic(fmt.Sprintf("topology: %v: %d numbers of processors, want one for each node", net, len(per)))
	}
	c := &concentrated{base: net, start: make([]Node, net.Order()+1), ports: net.ports()}
	c.call = c.format(per)
	total := net.Order()
	for u, p := range per {
		if p < 0 || p > MaxNodes {
			return nil, fmt.Errorf("%s: got %d processors at node %s, want 0 to %d", c.call, p, net.Address(Node(u)), MaxNodes)
		}
		c.start[u] = Node(total)
		if total += p; total > MaxNodes {
			return nil, fmt.Errorf("%s: want at most %d nodes", c.call, MaxNodes)
		}
	}
	c.start[net.Order()] = Node(total)
	if total == net.Order() {
		return nil, fmt.Errorf("%s: want at least one processor", c.call)
	}
	for u := range Node(net.Order()) {
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

func (c *concentrated) String() string { return c.call }
func (c *concentrated) Order() int     { return int(c.start[c.base.Order()]) }
func (c *concentrated) Base() *Network { return c.base }

func (c *concentrated) Kind(u Node) Kind {
	if int(u) < c.base.Order() {
		return Switch
	}
	return Processor
}

func (c *concentrated) Level(u Node) int {
	if int(u) < c.base.Order() {
		return c.base.Level(u)
	}
	return NoLevel
}

// Depth returns that of a switch in the base; a processor is one below its switch.
func (c *concentrated) Depth(u Node) int {
	depth := c.base.Depth(c.SwitchOf(u))
	if int(u) >= c.base.Order() && depth != NoLevel {
		depth++
	}
	return depth
}

func (c *concentrated) SwitchOf(u Node) Node {
	if int(u) < c.base.Order() {
		return u
	}
	place, here := find(c.start, u)
	if !here {
		return Node(place - 1)
	}
	for c.start[place+1] == u { // a switch without processors
		place++
	}
	return Node(place)
}

func (c *concentrated) ProcessorsOf(u Node) (first, end Node) { return c.start[u], c.start[u+1] }

func (c *concentrated) Address(u Node) string {
	at := c.SwitchOf(u)
	if at == u {
		return c.base.Address(u)
	}
	return c.base.Address(at) + ":" + strconv.Itoa(int(u-c.start[at]))
}

func (c *concentrated) NodeAt(address string) (Node, error) {
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
	return first + Node(i), nil
}

func (c *concentrated) Size() int { return c.base.Size() + c.Order() - c.base.Order() }

func (c *concentrated) AppendNeighbors(nodes []Node, u Node) []Node {
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
func (c *concentrated) Links() iter.Seq[Link] {
	return func(yield func(Link) bool) {
		for u := range Node(c.base.Order()) {
			if !linksUp(c.base, u, yield) {
				return
			}
		}
		for u := range Node(c.base.Order()) {
			for v := c.start[u]; v < c.start[u+1]; v++ {
				if !yield(Link{A: u, PortA: c.ports + int(v-c.start[u]), LabelA: NoLabel, B: v, LabelB: NoLabel}) {
					return
				}
			}
		}
	}
}

// Cable returns what the base knows of a link; nothing is known of those of processors.
func (c *concentrated) Cable(u Node, port int) Cable {
	if int(u) < c.base.Order() && port < c.ports {
		return c.base.cableAt(u, port)
	}
	return Cable{}
}

// A symmetricConcentrated has as many processors on nodes of the same orbit.
type symmetricConcentrated struct {
	*concentrated
	of    []int32 // by switch: its orbit
	below []int32 // by orbit: that of the processors of its switches
}

// Orbit returns that of a switch, or of its processors: an automorphism of the base is one of the switches, and their processors follow in order.
// Processors of the same switch change places, as nothing else is at them.
func (c *symmetricConcentrated) Orbit(u Node) int {
	at := c.SwitchOf(u)
	if at == u {
		return int(c.of[u])
	}
	return int(c.below[c.of[at]])
}
