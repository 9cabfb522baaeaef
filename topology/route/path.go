package route

import (
	"fmt"
	"math"

	"topobook/topology"
)

// A Path is a walk through a network from Nodes[0]: the channel Channels[i] leads from Nodes[i] to
// Nodes[i+1], so there is one node more than there are channels. A path from a node to itself has one
// node and no channel.
type Path struct {
	Nodes    []topology.Node
	Channels []topology.Channel
}

// A Phase says whether a hop climbs towards the roots of a network, by [topology.Network.Depth], or descends from them.
type Phase uint8

const (
	NoPhase Phase = iota // the two ends of the hop are equally far from the roots, or there are none
	Up                   // towards the roots: to a lower depth
	Down                 // away from the roots: to a higher depth
)

func (p Phase) String() string {
	switch p {
	case Up:
		return "up"
	case Down:
		return "down"
	}
	return "none"
}

// An Option is a path that a routing may take, with its probability.
type Option struct {
	Path        Path
	Probability float64
}

// NewPath returns the path along the given channels from the node from.
// It panics if the first channel does not leave from, or another one does not leave the node that the one before enters.
func NewPath(net *topology.Network, from topology.Node, channels []topology.Channel) Path {
	nodes := make([]topology.Node, 1, len(channels)+1)
	nodes[0] = from
	for _, c := range channels {
		if net.Tail(c) != nodes[len(nodes)-1] {
			panic(fmt.Sprintf("route: channel %d does not leave node %d of %v", c, nodes[len(nodes)-1], net))
		}
		nodes = append(nodes, net.Head(c))
	}
	return Path{nodes, channels}
}

// Hops returns the number of channels of p.
func (p Path) Hops() int { return len(p.Channels) }

// Check returns an error unless p is a path of net: every channel leads from one of its nodes to the
// next, and it visits no node twice.
func (p Path) Check(net *topology.Network) error {
	if len(p.Nodes) != len(p.Channels)+1 {
		return fmt.Errorf("%v: path has %d nodes and %d channels, want one node more", net, len(p.Nodes), len(p.Channels))
	}
	visited := make(map[topology.Node]bool, len(p.Nodes))
	for i, u := range p.Nodes {
		if u < 0 || int(u) >= net.Order() {
			return fmt.Errorf("%v: path has node %d, want 0 to %d", net, u, net.Order()-1)
		}
		if visited[u] {
			return fmt.Errorf("%v: path visits node %s twice", net, net.Address(u))
		}
		visited[u] = true
		if i == 0 {
			continue
		}
		c, before := p.Channels[i-1], p.Nodes[i-1]
		if first, end := net.Channels(before); c < first || c >= end || net.Head(c) != u {
			return fmt.Errorf("%v: path takes channel %d, want one from %s to %s",
				net, c, net.Address(before), net.Address(u))
		}
	}
	return nil
}

// Labels returns the paper's label of each hop at its tail, [topology.NoLabel] where there is none.
func (p Path) Labels(net *topology.Network) []int {
	labels := make([]int, len(p.Channels))
	for i, c := range p.Channels {
		labels[i] = net.Label(c)
	}
	return labels
}

// Ports returns the port by which each hop leaves its tail.
func (p Path) Ports(net *topology.Network) []int {
	ports := make([]int, len(p.Channels))
	for i, c := range p.Channels {
		ports[i] = net.Port(c)
	}
	return ports
}

// Levels returns the level of each node of p, [topology.NoLevel] where it has none.
func (p Path) Levels(net *topology.Network) []int {
	levels := make([]int, len(p.Nodes))
	for i, u := range p.Nodes {
		levels[i] = net.Level(u)
	}
	return levels
}

// Phases returns the phase of each hop.
func (p Path) Phases(net *topology.Network) []Phase {
	phases := make([]Phase, len(p.Channels))
	for i, c := range p.Channels {
		phases[i] = phase(net, c)
	}
	return phases
}

// phase returns the phase of a hop along c.
func phase(net *topology.Network, c topology.Channel) Phase {
	tail, head := depth(net, net.Tail(c)), depth(net, net.Head(c))
	switch {
	case head < tail:
		return Up
	case head > tail:
		return Down
	}
	return NoPhase
}

// depth returns how far below the roots u is, or a number below every depth if it has none.
func depth(net *topology.Network, u topology.Node) int {
	if depth := net.Depth(u); depth != topology.NoLevel {
		return depth
	}
	return math.MaxInt
}
