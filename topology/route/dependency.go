package route

import (
	"fmt"

	"topobook/topology"
)

// MaxDependencies bounds the pairs of consecutive channels, over all nodes the square of the degree,
// of a network whose channel dependencies are searched.
const MaxDependencies = 1 << 28

// addSplit adds the dependencies of all routes of a split between processors.
func (deps *dependencies) addSplit(rule Split, progress topology.Progress) error {
	return eachDest(deps.net.Processors(), progress, func(dest topology.Node) error {
		s := breadthFirst(deps.net, dest, -1)
		if rule == LowestPort {
			s.split = rule
		}
		deps.addSearch(s)
		return nil
	})
}

// A dependencies is a channel dependency graph, as [Routing] defines it. With V virtual channels of each channel,
// number v of channel c is the node cV+v: bit offset[cV+v]+i is set if some message holds it while it waits for
// the i-th of those that leave the head of c.
type dependencies struct {
	net    *topology.Network
	vcs    int // V
	offset []int
	bits   []uint64
}

func newDependencies(net *topology.Network, vcs int) (*dependencies, error) {
	deps := &dependencies{net, vcs, make([]int, 2*net.Size()*vcs), nil}
	pairs := 0
	for c := range deps.offset {
		deps.offset[c] = pairs
		if pairs += net.Degree(net.Head(topology.Channel(c/vcs))) * vcs; pairs > MaxDependencies {
			return nil, fmt.Errorf("%v: channel dependencies: want at most %d pairs of consecutive channels", net, MaxDependencies)
		}
	}
	deps.bits = make([]uint64, (pairs+63)/64)
	return deps, nil
}

// onward returns the nodes of the graph on which c may depend: from first up to end.
func (deps *dependencies) onward(c topology.Channel) (first, end topology.Channel) {
	vcs := topology.Channel(deps.vcs)
	first, end = deps.net.Channels(deps.net.Head(c / vcs))
	return first * vcs, end * vcs
}

// add adds the dependency of node c of the graph on node d, the channel of which leaves the head of that of c.
func (deps *dependencies) add(c, d topology.Channel) {
	first, _ := deps.onward(c)
	bit := deps.offset[c] + int(d-first)
	deps.bits[bit/64] |= 1 << (bit % 64)
}

// addVCs adds the dependencies of the virtual channels of one way on those of the next.
func (deps *dependencies) addVCs(way, next Way) {
	for v := range deps.vcs {
		for w := range deps.vcs {
			if (way.VCs == 0 || way.VCs>>v&1 != 0) && (next.VCs == 0 || next.VCs>>w&1 != 0) {
				deps.add(way.Channel*topology.Channel(deps.vcs)+topology.Channel(v), next.Channel*topology.Channel(deps.vcs)+topology.Channel(w))
			}
		}
	}
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

// next returns the first node of the graph from d on on which c depends, or end, the one after the last on which
// it may.
func (deps *dependencies) next(c, d, end topology.Channel) topology.Channel {
	first, _ := deps.onward(c)
	for ; d < end; d++ {
		if bit := deps.offset[c] + int(d-first); deps.bits[bit/64]>>(bit%64)&1 == 1 {
			break
		}
	}
	return d
}

// cycle returns the channels of the first cycle that a depth-first search meets, or nil if there is none.
func (deps *dependencies) cycle() []topology.Channel {
	const unseen, done = 0, -1
	state := make([]int32, len(deps.offset)) // by channel: unseen, done, or its place on the stack, from 1
	var stack, next []topology.Channel       // the search's path, and for each channel of it the one to try
	push := func(c topology.Channel) {
		first, _ := deps.onward(c)
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
			_, end := deps.onward(c)
			d := deps.next(c, next[last], end)
			if d == end {
				state[c] = done
				stack, next = stack[:last], next[:last]
				continue
			}
			next[last] = d + 1
			if state[d] > 0 {
				stack = stack[state[d]-1:]
				for i := range stack {
					stack[i] /= topology.Channel(deps.vcs)
				}
				return stack
			}
			if state[d] == unseen {
				push(d)
			}
		}
	}
	return nil
}
