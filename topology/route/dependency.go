package route

import (
	"fmt"
	"iter"

	"topobook/topology"
)

// MaxDependencies bounds the pairs of consecutive channels, over all nodes the square of the degree,
// of a network whose channel dependencies are searched.
const MaxDependencies = 1 << 28

// DependencyCycle returns a cycle of the channel dependency graph of the paths, or nil if there is
// none. The graph has an arc from one channel to the next of every path; without a cycle, no set of
// messages that wait for channels while they hold others can wait for ever. Each channel of a cycle
// leads to where the next begins, and the last to where the first does.
// It returns an error if net has more than [MaxDependencies] pairs of consecutive channels.
//
// Source: Dally and Seitz, Deadlock-Free Message Routing in Multiprocessor Interconnection Networks,
// IEEE Transactions on Computers C-36(5), 1987.
func DependencyCycle(net *topology.Network, paths iter.Seq[Path]) ([]topology.Channel, error) {
	deps, err := newDependencies(net)
	if err != nil {
		return nil, err
	}
	for p := range paths {
		deps.addPath(p)
	}
	return deps.cycle(), nil
}

// addSplit adds the dependencies of all routes of a split between processors.
func (deps *dependencies) addSplit(rule split, progress Progress) error {
	dests := deps.net.Processors()
	for i, dest := range dests {
		if err := report(progress, i, len(dests)); err != nil {
			return err
		}
		s := breadthFirst(deps.net, dest, -1)
		if rule == lowestPort {
			s.split = rule
		}
		deps.addSearch(s)
	}
	return report(progress, len(dests), len(dests))
}

// A dependencies is a channel dependency graph: bit offset[c]+i is set if some message holds c while it
// waits for the i-th channel that leaves the head of c.
type dependencies struct {
	net    *topology.Network
	offset []int
	bits   []uint64
}

func newDependencies(net *topology.Network) (*dependencies, error) {
	deps := &dependencies{net, make([]int, 2*net.Size()), nil}
	pairs := 0
	for c := range deps.offset {
		deps.offset[c] = pairs
		if pairs += net.Degree(net.Head(topology.Channel(c))); pairs > MaxDependencies {
			return nil, fmt.Errorf("%v: channel dependencies: want at most %d pairs of consecutive channels", net, MaxDependencies)
		}
	}
	deps.bits = make([]uint64, (pairs+63)/64)
	return deps, nil
}

// add adds the dependency of channel c on channel d, which leaves the head of c.
func (deps *dependencies) add(c, d topology.Channel) {
	first, _ := deps.net.Channels(deps.net.Head(c))
	bit := deps.offset[c] + int(d-first)
	deps.bits[bit/64] |= 1 << (bit % 64)
}

// addPath adds the dependencies of one path.
func (deps *dependencies) addPath(p Path) {
	for i := 1; i < len(p.Channels); i++ {
		deps.add(p.Channels[i-1], p.Channels[i])
	}
}

// addSearch adds the dependencies of the paths from all processors to the root of a search.
func (deps *dependencies) addSearch(s search) {
	net := deps.net
	passed := make([]bool, net.Order()) // whether some message comes through the node
	var out, onward []share
	for i := len(s.order) - 1; i > 0; i-- {
		u := s.order[i]
		if !passed[u] && net.Kind(u) != topology.Processor {
			continue
		}
		out, _ = s.shares(net, u, out[:0])
		for _, hop := range out {
			v := net.Head(hop.channel)
			passed[v] = true
			onward, _ = s.shares(net, v, onward[:0]) // none if v is the destination
			for _, then := range onward {
				deps.add(hop.channel, then.channel)
			}
		}
	}
}

// next returns the first channel from d on on which c depends, or end, the one after the last that
// leaves the head of c.
func (deps *dependencies) next(c, d, end topology.Channel) topology.Channel {
	first, _ := deps.net.Channels(deps.net.Head(c))
	for ; d < end; d++ {
		if bit := deps.offset[c] + int(d-first); deps.bits[bit/64]>>(bit%64)&1 == 1 {
			break
		}
	}
	return d
}

// cycle returns the first cycle that a depth-first search meets, or nil if there is none.
func (deps *dependencies) cycle() []topology.Channel {
	const unseen, done = 0, -1
	state := make([]int32, len(deps.offset)) // by channel: unseen, done, or its place on the stack, from 1
	var stack, next []topology.Channel       // the search's path, and for each channel of it the one to try
	push := func(c topology.Channel) {
		first, _ := deps.net.Channels(deps.net.Head(c))
		stack, next = append(stack, c), append(next, first)
		state[c] = int32(len(stack))
	}
	for root := range topology.Channel(len(state)) {
		if state[root] == unseen {
			push(root)
		}
		for len(stack) > 0 {
			last := len(stack) - 1
			c := stack[last]
			_, end := deps.net.Channels(deps.net.Head(c))
			d := deps.next(c, next[last], end)
			if d == end {
				state[c] = done
				stack, next = stack[:last], next[:last]
				continue
			}
			next[last] = d + 1
			if state[d] > 0 {
				return stack[state[d]-1:]
			}
			if state[d] == unseen {
				push(d)
			}
		}
	}
	return nil
}
