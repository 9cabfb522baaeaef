package route

import (
	"fmt"

	"topobook/topology"
)

// A Move is a number of hops in one dimension, negative if each takes 1 from the digit.
type Move struct{ Dim, Hops int }

// Walk returns the path that begins at from and makes the moves one after another, digits modulo their
// sides; ok says whether there are links for all its hops. It may visit nodes more than once.
// It returns an error unless net is a torus, a mesh or a pruned torus, and has the dimensions of the moves.
func Walk(net *topology.Network, from topology.Node, moves []Move) (p Path, ok bool, err error) {
	def, isLattice := net.Definition.(topology.Lattice)
	if !isLattice {
		return Path{}, false, fmt.Errorf("%v: has no coordinates, want a torus, a mesh or a pruned torus", net)
	}
	sides, digits := def.Sides(), def.Digits(from)
	for _, move := range moves {
		if move.Dim < 0 || move.Dim >= len(sides) {
			return Path{}, false, fmt.Errorf("%v: got dimension %d, want 0 to %d", net, move.Dim, len(sides)-1)
		}
	}
	p.Nodes = append(p.Nodes, from)
	for _, move := range moves {
		step := 1
		if move.Hops < 0 {
			step = -1
		}
		for range abs(move.Hops) {
			side := sides[move.Dim]
			digits[move.Dim] = (digits[move.Dim] + step + side) % side
			u := def.Processor(digits)
			c, linked := net.ChannelBetween(p.Nodes[len(p.Nodes)-1], u)
			if !linked {
				return Path{}, false, nil
			}
			p.Nodes, p.Channels = append(p.Nodes, u), append(p.Channels, c)
		}
	}
	return p, true, nil
}

// Disjoint reports whether no two of the paths have a node in common but for their first and last ones, or
// are both one hop along the same link, and none visits a node twice; a closed one comes back to where it
// began. It takes time in proportion to the hops of all.
func Disjoint(paths []Path) bool {
	seen := make(map[topology.Node]bool) // true where paths begin or end
	for _, p := range paths {
		seen[p.Nodes[0]], seen[p.Nodes[p.Hops()]] = true, true
	}
	for _, p := range paths {
		for i := 1; i < p.Hops(); i++ {
			if _, twice := seen[p.Nodes[i]]; twice {
				return false
			}
			seen[p.Nodes[i]] = false
		}
	}
	_, _, _, shared := SharedChannel(paths)
	return !shared
}

// An Embedding is what the links of one network, the guest, ask of another one, the host, when each is
// emulated by a path: both of its channels, one each way, by the paths of two messages.
type Embedding struct {
	Load    Load  // of the host, when each channel of the guest sends one message
	Lengths []int // by hops: channels of the guest
	Longest Path  // the first one of the largest length, which is the dilation
}

// Embed returns the embedding of guest into host for the given images of its nodes in host, by node, and
// the paths that route finds between the images of the ends of its links. It returns the errors of route,
// and one if that does not lead from the one end to the other. It reports progress by channel.
func Embed(guest, host *topology.Network, images []topology.Node, route func(a, b topology.Node) (Path, error), progress topology.Progress) (*Embedding, error) {
	e := &Embedding{Load: newLoad(host, 1)}
	for c := range topology.Channel(2 * guest.Size()) {
		if c%16 == 0 {
			if err := progress.Report(int(c), 2*guest.Size()); err != nil {
				return nil, err
			}
		}
		a, b := images[guest.Tail(c)], images[guest.Head(c)]
		p, err := route(a, b)
		if err != nil {
			return nil, err
		}
		if p.Nodes[0] != a || p.Nodes[p.Hops()] != b {
			return nil, fmt.Errorf("%v: got a path elsewhere, want one from %s to %s", host, host.Address(a), host.Address(b))
		}
		e.Load.add(p, 1)
		for len(e.Lengths) <= p.Hops() {
			e.Lengths = append(e.Lengths, 0)
			e.Longest = p
		}
		e.Lengths[p.Hops()]++
	}
	return e, nil
}

// Loads returns, by load, how many channels of the host carry that many messages.
func (e *Embedding) Loads() []int {
	var channels []int
	for _, count := range e.Load.count {
		for len(channels) <= int(count) {
			channels = append(channels, 0)
		}
		channels[int(count)]++
	}
	return channels
}
